"""SIGTERM: what is being answered is finished, and the end is quick.

    ending_test.py PIPO
"""

import contextlib
import json
import signal
import socket
import sys
import tempfile
import threading
import time
import unittest

from long_jobs import keep_busy
from replies import replies, request
from server import Server, small_tables

PIPO, = sys.argv[1:]
EMPTY = "3x3:" + "0" * 24
SECONDS = 120
SOON = 9  # seconds, less than the server waits for the rest of a request


def setUpModule():
    global FOLDER
    folder = tempfile.TemporaryDirectory()
    unittest.addModuleCleanup(folder.cleanup)
    FOLDER = small_tables(PIPO, folder.name)


class Ending(unittest.TestCase):
    def setUp(self):
        self.held = self.enterContext(contextlib.ExitStack())
        self.server = self.held.enter_context(Server(PIPO, tables=FOLDER))

    def connect(self, receive_buffer=None):
        client = socket.socket()
        if receive_buffer:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        client.settimeout(SECONDS)
        client.connect((self.server.host, self.server.port))
        return self.held.enter_context(contextlib.closing(client))

    @staticmethod
    def rest(client):
        received = b""
        while piece := client.recv(1 << 16):
            received += piece
        return received

    def until_it_takes_no_more(self):
        """Waits until the server has seen the signal, and refuses connections."""
        until = time.monotonic() + SECONDS
        while time.monotonic() < until:
            try:
                socket.create_connection((self.server.host, self.server.port), timeout=SECONDS).close()
            except ConnectionRefusedError:
                return
            except ConnectionError:
                pass
            time.sleep(0.01)
        self.fail("it still takes connections")

    def end(self, within=SOON):
        began = time.monotonic()
        self.server.process.send_signal(signal.SIGTERM)
        code = self.server.process.wait(SECONDS)
        self.assertEqual((code, self.server.errors()), (0, ""))
        self.assertLess(time.monotonic() - began, within)

    def test_nobody_there(self):
        self.end()

    def test_endless_empty_lines(self):
        """They are not a request, but the deadline of a head counts from the first ones."""
        client = self.connect()
        def send():
            with contextlib.suppress(OSError):
                while True:
                    client.sendall(b"\n" * 65536)
        sender = threading.Thread(target=send)
        sender.start()
        time.sleep(0.2)
        self.end()
        sender.join(SECONDS)
        self.assertFalse(sender.is_alive())

    def test_idle_connections(self):
        # Connections are accepted in order, silent ones included.
        clients = [self.connect() for _ in range(20)]
        for client in clients[10:]:
            client.sendall(request("GET", "/health", last=False))
            self.assertIn(b"200 OK", client.recv(1 << 16))
        self.end()

    def test_a_batch_arrives_whole(self):
        client = self.connect(receive_buffer=1 << 16)
        many = 5_000
        body = "\n".join([EMPTY] * many).encode()
        sender = threading.Thread(target=client.sendall, args=(request("POST", "/api/v1/batch", f"Content-Length: {len(body)}",
                                                                       body=body, last=False),))
        sender.start()
        received = client.recv(1000)
        sender.join()
        self.server.process.send_signal(signal.SIGTERM)
        self.until_it_takes_no_more()
        self.assertIsNone(self.server.process.poll())
        reply, = replies(received + self.rest(client))
        self.assertTrue(reply.whole)
        lines = reply.body.splitlines()
        self.assertEqual(len(lines), many)
        self.assertEqual(json.loads(lines[-1])["position"], EMPTY)
        self.assertEqual(self.server.process.wait(SECONDS), 0)

    def test_a_job_and_who_follows_it(self):
        jobs = keep_busy(self.server)
        clients = [self.connect() for _ in range(3)]
        begun = []
        for client, job in zip(clients, (jobs[0], jobs[-1], jobs[-1])):
            client.sendall(request("GET", f"/api/v1/jobs/{job}/events", last=False))
            begun.append(client.recv(1 << 16))
        self.end()
        for client, first in zip(clients, begun):
            reply, = replies(first + self.rest(client))
            self.assertTrue(reply.whole)
            self.assertRegex(reply.body, rb"event: (cancelled|done)\n")
        self.assertIn(b"event: cancelled\n", reply.body)

    def test_what_is_not_sent_whole_is_not_waited_for(self):
        for begun in (b"GET /health HT", request("POST", "/api/v1/batch", "Content-Length: 100", body=b"3x3:"),
                      request("POST", "/api/v1/batch", "Transfer-Encoding: chunked", body=b"9\r\n3x3:")):
            self.connect().sendall(begun)
        self.assertEqual(self.server.get("/health")[0], 200)  # those before it have been taken
        self.end()

    def test_who_asks_at_the_last_moment_is_told(self):
        client = self.connect()
        client.sendall(request("GET", "/health", last=False)[:-2])
        self.server.process.send_signal(signal.SIGTERM)
        self.until_it_takes_no_more()
        client.sendall(b"\r\n")
        reply, = replies(self.rest(client))
        self.assertEqual((reply.status, reply.json()["type"]), (503, "urn:pipopipette:problem:ending"))
        self.assertEqual(self.server.process.wait(SECONDS), 0)

    def test_a_second_signal_ends_it_at_once(self):
        client = self.connect(receive_buffer=1 << 16)
        body = "\n".join([EMPTY] * 5_000).encode()
        client.sendall(request("POST", "/api/v1/batch", f"Content-Length: {len(body)}", body=body))
        self.assertIn(b"200 OK", client.recv(1000))
        self.server.process.send_signal(signal.SIGTERM)
        self.until_it_takes_no_more()
        self.assertIsNone(self.server.process.poll())
        self.server.process.send_signal(signal.SIGTERM)
        self.assertEqual(self.server.process.wait(SECONDS), -signal.SIGTERM)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
