"""Clients that go away, or send and read as slowly as they can: nothing of them is left.

    clients_test.py PIPO
"""

import contextlib
import json
import operator
import os
import pathlib
import socket
import struct
import sys
import tempfile
import time
import unittest

from long_jobs import keep_busy
from replies import replies, request
from server import Server, small_tables

PIPO, = sys.argv[1:]
EMPTY = "3x3:" + "0" * 24
SECONDS = 30
HEAD_PATIENCE = 10
WRITE_PATIENCE = 20


def counts(process):
    """Descriptors and threads."""
    folder = pathlib.Path(f"/proc/{process.pid}")
    return len(os.listdir(folder / "fd")), len(os.listdir(folder / "task"))


class Clients(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = cls.enterClassContext(tempfile.TemporaryDirectory())
        cls.server = cls.enterClassContext(Server(PIPO, tables=small_tables(PIPO, folder)))
        # The server makes threads for batches and opens the files of the tables at the first use.
        for board in ("2x2:" + "0" * 12, EMPTY):
            cls.server.request("POST", "/api/v1/batch", "\n".join([board] * 1000))

    @classmethod
    def settle(cls, most=None):
        """Waits until every connection is closed, and then until there are at most `most` descriptors and threads, or
        until their numbers have not changed for a while. Returns the numbers. On a busy machine a thread may take
        seconds to end after its connection."""
        end = time.monotonic() + SECONDS
        before, same = None, 0
        while time.monotonic() < end:
            now = counts(cls.server.process)
            same = same + 1 if now == before else 0
            if cls.sockets() == 1 and (same >= 10 if most is None else all(map(operator.le, now, most))):
                break
            before = now
            time.sleep(0.1)
        return now

    @classmethod
    def sockets(cls):
        """The number of sockets, with the one that listens."""
        count = 0
        for fd in pathlib.Path(f"/proc/{cls.server.process.pid}/fd").iterdir():
            with contextlib.suppress(FileNotFoundError):  # closed meanwhile
                count += os.readlink(fd).startswith("socket:")
        return count

    def setUp(self):
        self.before = self.settle()

    def tearDown(self):
        self.assertIsNone(self.server.process.poll())
        status, _, body = self.server.get(f"/api/v1/value?position={EMPTY}")
        self.assertEqual((status, json.loads(body)["value"]), (200, -3))
        for now, before in zip(self.settle(self.before), self.before):
            self.assertLessEqual(now, before)

    def connect(self):
        return socket.create_connection((self.server.host, self.server.port), timeout=SECONDS)

    def vanish(self, sent, read=0, reset=False):
        with self.connect() as client:
            client.sendall(sent)
            if read:
                self.assertTrue(client.recv(read))
            if reset:
                client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))

    def batch(self, many=20_000):
        body = "\n".join([EMPTY] * many).encode()
        return request("POST", "/api/v1/batch", f"Content-Length: {len(body)}", body=body, last=False)

    def test_gone_in_the_middle(self):
        for reset in (False, True):
            for sent, read in ((b"", 0), (b"GET /hea", 0), (request("GET", "/health"), 0), (self.batch()[:1000], 0),
                               (self.batch(), 0), (self.batch(), 1000),
                               (request("POST", "/api/v1/batch", "Transfer-Encoding: chunked", body=b"999\r\nxx"), 0),
                               (request("POST", "/api/v1/batch", "Expect: 100-continue", "Content-Length: 100"), 10)):
                for _ in range(3):
                    self.vanish(sent, read, reset)

    def test_half_closed(self):
        # A client that has closed its sending side still reads.
        with self.connect() as client:
            client.sendall(request("GET", f"/api/v1/value?position={EMPTY}", last=False))
            client.shutdown(socket.SHUT_WR)
            received = b""
            while piece := client.recv(1 << 16):
                received += piece
        reply, = replies(received)
        self.assertEqual(reply.json()["value"], -3)

    def test_sockets_are_not_inherited(self):
        close_on_exec = 0o2000000
        with self.connect() as client:
            client.sendall(request("GET", "/health", last=False))
            self.assertIn(b"200 OK", client.recv(1 << 16))
            folder = pathlib.Path(f"/proc/{self.server.process.pid}")
            sockets = [fd.name for fd in (folder / "fd").iterdir() if os.readlink(fd).startswith("socket:")]
            self.assertGreaterEqual(len(sockets), 2)  # the one that listens, and the client's
            for fd in sockets:
                flags = (folder / "fdinfo" / fd).read_text().split("flags:")[1].split()[0]
                self.assertTrue(int(flags, 8) & close_on_exec, fd)

    def test_gone_while_following(self):
        jobs = keep_busy(self.server)
        job = jobs[-1]
        try:
            with self.connect() as staying:
                staying.sendall(request("GET", f"/api/v1/jobs/{job}/events", last=False))
                received = staying.recv(1 << 16)
                for reset in (False, True):
                    for _ in range(5):
                        self.vanish(request("GET", f"/api/v1/jobs/{job}/events"), 100, reset)
                self.server.request("DELETE", f"/api/v1/jobs/{job}")
                while b"event: cancelled" not in received:
                    piece = staying.recv(1 << 16)
                    self.assertTrue(piece, received)
                    received += piece
        finally:
            for one in jobs:
                self.server.request("DELETE", f"/api/v1/jobs/{one}")
        # Some threads of the solver stay.
        time.sleep(1)
        self.before = (self.before[0], self.settle()[1])

    def test_slow_heads(self):
        # A head has ten seconds from its first byte. A client that sends nothing has as long.
        silent = self.connect()
        slow = [self.connect() for _ in range(5)]
        began = time.monotonic()
        text = request("GET", "/health")
        for byte in text:
            try:
                for client in slow:
                    client.sendall(bytes([byte]))
            except ConnectionError:
                break
            time.sleep(0.5)
            if time.monotonic() > began + HEAD_PATIENCE + SECONDS:
                break
        self.assertLess(HEAD_PATIENCE - 1, time.monotonic() - began)
        self.assertLess(time.monotonic() - began, HEAD_PATIENCE + SECONDS)
        silent.sendall(text)
        self.assertIn(b"200 OK", silent.recv(1 << 16))
        for client in slow + [silent]:
            client.close()

    def test_slow_readers(self):
        # Each piece of an answer has a minute, even if the client reads slowly.
        with socket.socket() as client:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            client.settimeout(SECONDS)
            client.connect((self.server.host, self.server.port))
            client.sendall(self.batch(8_000))
            received = bytearray()
            began = time.monotonic()
            while time.monotonic() < began + WRITE_PATIENCE + 4:
                received += client.recv(1024)
                time.sleep(0.1)
            client.shutdown(socket.SHUT_WR)
            while piece := client.recv(1 << 16):
                received += piece
        reply, = replies(bytes(received))
        self.assertTrue(reply.whole)
        self.assertEqual(len(reply.body.splitlines()), 8_000)

    def test_slow_readers_take_no_memory(self):
        # The server answers a batch only as fast as the client reads.
        def resident():
            status = pathlib.Path(f"/proc/{self.server.process.pid}/status").read_text()
            return int(status.split("VmRSS:")[1].split()[0]) << 10
        before = resident()
        clients = []
        for _ in range(10):
            client = self.connect()
            client.sendall(self.batch(100_000))  # 100 MiB or more to answer
            self.assertIn(b"200 OK", client.recv(100))
            clients.append(client)
        time.sleep(1)
        self.assertLess(resident() - before, 300 << 20)
        for client in clients:
            client.close()


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
