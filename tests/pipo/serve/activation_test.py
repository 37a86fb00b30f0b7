"""A socket that was passed to the server, as systemd does.

    activation_test.py PIPO
"""

import os
import signal
import socket
import subprocess
import sys
import tempfile
import unittest
import urllib.request

PIPO, = sys.argv[1:]
# The shell keeps its process number when it becomes the server.
PASS = 'exec 3<&"$1"; shift; LISTEN_PID=$$ exec "$@"'


def listening(family=socket.AF_INET, host="127.0.0.1"):
    return socket.create_server((host, 0), family=family)


class Activation(unittest.TestCase):
    def setUp(self):
        self.tables = self.enterContext(tempfile.TemporaryDirectory())

    def start(self, passed, *arguments, count="1", command=PASS):
        # bash knows descriptors above 9, other shells may not.
        return subprocess.Popen(["bash", "-c", command, "bash", str(passed.fileno()), PIPO, "--tables", self.tables, "serve", *arguments],
                                pass_fds=[passed.fileno()], env={**os.environ, "LISTEN_FDS": count},
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def assert_serves(self, passed, url, *arguments):
        with passed, self.start(passed, *arguments) as process:
            try:
                # A client that came before the server is served, too.
                with urllib.request.urlopen(url + "/health", timeout=120) as reply:
                    self.assertEqual(reply.status, 200)
                process.send_signal(signal.SIGTERM)
                out, _ = process.communicate(timeout=120)
            finally:
                process.kill()
        self.assertEqual(out, f"Serving 0 tables at {url}/\n")

    def assert_refused(self, passed, words, **how):
        with passed, self.start(passed, **how) as process:
            out, err = process.communicate(timeout=120)
        self.assertEqual((process.returncode, out), (2, ""))
        self.assertIn(words, err)

    def test_it_serves(self):
        passed = listening()
        # The socket counts, not the options.
        self.assert_serves(passed, f"http://127.0.0.1:{passed.getsockname()[1]}", "--port", "1")

    def test_version_6(self):
        try:
            passed = listening(socket.AF_INET6, "::1")
        except OSError:
            self.skipTest("this machine has no IPv6")
        self.assert_serves(passed, f"http://[::1]:{passed.getsockname()[1]}")

    def test_one_socket(self):
        self.assert_refused(listening(), "LISTEN_FDS is '2'", count="2")

    def test_other_descriptors(self):
        bound = socket.socket()
        bound.bind(("127.0.0.1", 0))
        self.assert_refused(bound, "descriptor 3 is not a socket that listens")
        self.assert_refused(socket.socket(type=socket.SOCK_DGRAM), "descriptor 3 is not a socket that listens")
        self.assert_refused(tempfile.TemporaryFile(), "descriptor 3 is not a socket that listens")
        local = socket.socket(socket.AF_UNIX)
        local.bind(self.tables + "/socket")
        local.listen()
        self.assert_refused(local, "descriptor 3 is not a socket that listens")

    def test_for_another_process(self):
        """A program that inherits the variables of another process opens its own socket."""
        with listening() as passed, self.start(passed, "--port", "0", command=PASS.replace("$$", "1")) as process:
            line = process.stdout.readline()
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=120)
        self.assertRegex(line, r"^Serving 0 tables at http://127\.0\.0\.1:\d+/\n$")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
