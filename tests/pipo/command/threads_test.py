"""Checks that the program goes on with fewer threads where the system allows it few processes.

threads_test.py PIPO

Runs every command that uses several threads under limits on the user's processes (ulimit -u). Each must give the output
that it gives without a limit. The server, which needs threads of its own, may instead end with 5 and name the limit.
"""

import json
import os
import pathlib
import re
import resource
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.error
import urllib.request

# A user of its own, who has no other processes. The system does not limit root.
NOBODY_ELSE = 54321
ROOT = os.geteuid() == 0
# The processes of other users are unknown, so only one thread is certain to be the last there.
LIMITS = [1, 2, 3] if ROOT else [1]
POSITIONS = ["3x3:000000000000000000000000", "3x3:110001000011101010101000", "3x3:000011000000110000000100"]
# Too many open edges for a search, so it is swept.
TO_SWEEP = "4x4:" + "1000100010001000" + "010001000000" + "000001000010"
GAME = "3x3 h0.0; h1.1; v0.0; v2.2; h3.2"


def limit(processes):
    """Runs in the child: becomes a user with a limit."""
    def change():
        if ROOT:
            os.setgroups([])
            os.setgid(NOBODY_ELSE)
            os.setuid(NOBODY_ELSE)
        resource.setrlimit(resource.RLIMIT_NPROC, (processes, processes))
    return change


class Threads(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp())
        cls.folder.chmod(0o777)
        # Another user may be kept out of the folder of the build.
        cls.pipo = cls.folder / "pipo"
        shutil.copy(PIPO, cls.pipo)
        cls.pipo.chmod(0o755)
        (cls.folder / "positions.txt").write_text("\n".join(POSITIONS * 40) + "\n")
        (cls.folder / "endgames.txt").write_text(f"{POSITIONS[1]}\n" * 40)
        (cls.folder / "claims.txt").write_text("".join(f"{position} 3\n" for position in POSITIONS * 40))
        for board in ["2x3", "3x3"]:
            cls.run_pipo("generate", board)
        if not cls.is_limited():
            raise unittest.SkipTest("this system does not limit the processes of a user")

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)

    @classmethod
    def is_limited(cls):
        """Whether a process under the limit can start no other one."""
        try:
            return subprocess.run(["/bin/sh", "-c", "(true) & wait $!"], preexec_fn=limit(1), check=False,
                                  capture_output=True).returncode != 0
        except subprocess.SubprocessError as error:
            raise unittest.SkipTest("this user cannot become another one here") from error

    @classmethod
    def run_pipo(cls, *arguments, processes=None, given=None, tables="tables"):
        return subprocess.run([cls.pipo, "--tables", cls.folder / tables, *arguments], input=given, text=True,
                              capture_output=True, check=False, timeout=300, cwd=cls.folder,
                              preexec_fn=limit(processes) if processes else None)

    def same(self, *arguments, code=0, given=None, changes=r"[\d.,]+ (s|ms|us|min)\b|[\d.]+ (KiB|MiB|GiB)\b"):
        """The output is the same with any limit, apart from times and memory."""
        free = self.run_pipo(*arguments, given=given)
        self.assertEqual(free.returncode, code, free.stderr)
        for processes in LIMITS:
            with self.subTest(arguments=arguments, processes=processes):
                limited = self.run_pipo(*arguments, processes=processes, given=given)
                self.assertEqual(limited.returncode, code, limited.stderr)
                self.assertEqual(re.sub(changes, "", limited.stdout), re.sub(changes, "", free.stdout))

    def test_generate(self):
        right = self.folder / "tables" / "3x3"
        for processes in LIMITS:
            with self.subTest(processes=processes):
                made = self.run_pipo("generate", "3x3", "--threads", "4", processes=processes, tables=f"made{processes}")
                self.assertEqual(made.returncode, 0, made.stderr)
                for layer in right.glob("*.pipo"):
                    self.assertEqual((self.folder / f"made{processes}" / "3x3" / layer.name).read_bytes(),
                                     layer.read_bytes())

    def test_verify(self):
        self.same("verify", "3x3", "--bytes", "--sample", "10000", "--threads", "4")
        self.same("verify", "2x3", "--full", "--theory", "--threads", "4")

    def test_count(self):
        self.same("count", "3x3", "--threads", "4")

    def test_sample(self):
        self.same("sample", "3x3", "--count", "2000", "--seed", "7", "--threads", "4")

    def test_plan(self):
        self.same("plan", "3x3", "--threads", "4", "--format", "json", changes=r'"(\w*bytes|seconds|threads)": ?[^,}]+')

    def test_probe(self):
        self.same("probe", "--batch", "positions.txt", "--threads", "4")
        self.same("probe", POSITIONS[0], "--threads", "4")

    def test_solve(self):
        for how in (["--by", "sweep"], ["--by", "search", POSITIONS[2]][:2]):
            position = TO_SWEEP if how[1] == "sweep" else POSITIONS[1]
            self.same("solve", *how, position, "--threads", "4", "--format", "jsonl",
                      changes=r'"(seconds|looked_at)": ?[\d.e+-]+')
        self.same("solve", "--batch", "positions.txt", "--threads", "4", "--format", "jsonl",
                  changes=r'"(seconds|looked_at|remembered|by)": ?[^,}]+')

    def test_audit(self):
        self.same("audit", "claims.txt", "--threads", "4", code=1)
        self.same("audit", "claims.txt", "--time", "60", "--threads", "4", code=1)

    def test_explain(self):
        self.same("explain", POSITIONS[2], "--threads", "4")
        self.same("explain", "--batch", "endgames.txt", "--format", "jsonl")

    def test_analyse(self):
        self.same("analyse", GAME, "--time", "60", "--threads", "4")

    def test_engine(self):
        commands = ["boardsize 4x4", "load " + TO_SWEEP, "value", "genmove", "genmove", "boardsize 3x3", "value", "genmove",
                    "boardsize 5x5", "genmove", "position", "quit"]
        for ponder in ([], ["--ponder"]):
            for processes in LIMITS:
                with self.subTest(ponder=ponder, processes=processes):
                    played = self.run_pipo("engine", "--time", "0.3", "--threads", "4", "--seed", "3", *ponder,
                                           processes=processes, given="\n".join(commands) + "\n")
                    self.assertEqual(played.returncode, 0, played.stderr)
                    replies = played.stdout.strip().split("\n\n")
                    self.assertEqual(len(replies), len(commands), played.stdout)
                    self.assertTrue(all(reply.startswith("=") for reply in replies), played.stdout)

    def serve(self, processes):
        """Starts the server. Returns it and its address, or None after an error."""
        port = socket.socket()
        port.bind(("127.0.0.1", 0))
        number = port.getsockname()[1]
        port.close()
        server = subprocess.Popen([self.pipo, "--tables", self.folder / "tables", "serve", "--port", str(number)],
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=limit(processes))
        address = f"http://127.0.0.1:{number}"
        while server.poll() is None:
            try:
                urllib.request.urlopen(address + "/api/v1/tables", timeout=300).read()
                return server, address
            except urllib.error.HTTPError:
                return server, address
            except OSError:
                time.sleep(0.05)
        return server, None

    def test_serve(self):
        for processes in LIMITS + ([6] if ROOT else []):
            with self.subTest(processes=processes):
                server, address = self.serve(processes)
                try:
                    if address is None:
                        self.assertLessEqual(processes, 2)
                        self.assertEqual(server.returncode, 5)
                        self.assertIn("ulimit -u", server.stderr.read())
                        continue
                    for _ in range(20):
                        self.ask(address)
                    self.assertIsNone(server.poll())
                finally:
                    server.terminate()
                    server.communicate()

    def ask(self, address):
        """Each question is answered, or refused since there are no more threads."""
        for path, body in [("/api/v1/moves?position=" + POSITIONS[1], None),
                           ("/api/v1/batch", "\n".join(POSITIONS * 40).encode()),
                           ("/api/v1/solve?position=" + TO_SWEEP, b"")]:
            try:
                urllib.request.urlopen(urllib.request.Request(address + path, data=body), timeout=300).read()
            except urllib.error.HTTPError as error:
                self.assertEqual(error.code, 503, path)
                self.assertEqual(json.load(error)["status"], 503)
            except urllib.error.URLError as error:
                # The refusal may come before the body is sent.
                self.assertIsInstance(error.reason, (BrokenPipeError, ConnectionResetError), path)


if __name__ == "__main__":
    PIPO = os.path.abspath(sys.argv.pop(1))
    unittest.main()
