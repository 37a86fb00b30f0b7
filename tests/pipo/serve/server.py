"""The program as a server, for tests: started on a free port, asked, and stopped."""

import http.client
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import tempfile
import time

SMALL = (("2x2",), ("3x3",), ("3x4", "--start", "swedish"))


def small_tables(pipo, folder):
    """Makes tables of 2x2, 3x3 and 3x4-swedish, which takes a second; the folder."""
    for table in SMALL:
        subprocess.run([pipo, "--tables", folder, "generate", *table], check=True, capture_output=True)
    return pathlib.Path(folder)


class Server:
    """`pipo serve` in a with block; `arguments` are further options, `environment` is added to its own.

    `tables` is a folder or several; without it there are no tables. `said` is its line that contains the address,
    `errors()` what it has written to standard error so far.
    """

    def __init__(self, pipo, *arguments, tables=None, environment=None, patience=120):
        folders = [] if tables is None else [tables] if isinstance(tables, (str, os.PathLike)) else list(tables)
        self.scratch = tempfile.TemporaryDirectory()
        folders = folders or [pathlib.Path(self.scratch.name) / "none"]
        words = [str(pipo)] + [word for folder in folders for word in ("--tables", str(folder))] + ["serve"]
        if "--port" not in arguments:
            words += ["--port", "0"]
        self.command = words + [str(argument) for argument in arguments]
        self.environment = {**os.environ, **(environment or {})}
        self.patience = patience
        self.process = None

    def __enter__(self):
        self.log = open(pathlib.Path(self.scratch.name) / "stderr", "w+", encoding="utf-8")
        self.process = subprocess.Popen(self.command, stdout=subprocess.PIPE, stderr=self.log, text=True,
                                        env=self.environment)
        try:
            self.said = self.process.stdout.readline()
            match = re.fullmatch(r"Serving \d+ tables? at (http://(.+):(\d+)/)\n", self.said)
            if not match:
                raise AssertionError(f"it says {self.said!r} and {self.errors()!r}")
        except BaseException:
            self.end()
            raise
        self.url, self.host, self.port = match.group(1), match.group(2).strip("[]"), int(match.group(3))
        return self

    def __exit__(self, *_):
        self.end()

    def errors(self):
        return (pathlib.Path(self.scratch.name) / "stderr").read_text(encoding="utf-8")

    def end(self):
        """Ends the server, by a kill if necessary, and removes its files."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self.log.close()
        self.scratch.cleanup()

    def stop(self, patience=120):
        """Tells it to end, and waits for that; its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(patience)

    def connection(self, patience=None):
        """One to ask several times, or to read a stream from."""
        return http.client.HTTPConnection(self.host, self.port, timeout=patience or self.patience)

    def request(self, method, path, body=None, headers={}, patience=None):
        """(status, headers, body): the headers know their names in any case; the body is bytes."""
        connection = self.connection(patience)
        try:
            connection.request(method, path, body, headers)
            response = connection.getresponse()
            return response.status, response.headers, response.read()
        finally:
            connection.close()

    def get(self, path, headers={}):
        return self.request("GET", path, headers=headers)

    def raw(self, data, silence=60.0):
        """Sends these bytes. Returns what comes until the server closes the connection or sends nothing for this many
        seconds, as it may on a busy machine."""
        received = b""
        with socket.create_connection((self.host, self.port), timeout=silence) as client:
            try:
                client.sendall(data)
                while piece := client.recv(1 << 16):
                    received += piece
            except (TimeoutError, ConnectionError):
                pass
        return received

    def wait_for_job(self, number, patience=120):
        """Waits for the end of a job and returns it, a dictionary."""
        end = time.monotonic() + patience
        while True:
            job = json.loads(self.get(f"/api/v1/jobs/{number}")[2])
            if job["state"] not in ("queued", "running"):
                return job
            if time.monotonic() > end:
                raise AssertionError(f"job {number} goes on and on: {job}")
            time.sleep(0.05)
