"""The limits of a server: each one that can be set.

    limits_test.py PIPO
"""

import contextlib
import http.client
import json
import os
import pathlib
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest

from long_jobs import LONG, keep_busy
from replies import Problems, ask, replies, request
from server import Server, small_tables

PIPO, = sys.argv[1:]
EMPTY = "2x2:000000000000"
SECONDS = 120


def setUpModule():
    global FOLDER
    folder = tempfile.TemporaryDirectory()
    unittest.addModuleCleanup(folder.cleanup)
    FOLDER = small_tables(PIPO, folder.name)


def limited(folder, command):
    """The program as a shell starts it after `command`."""
    script = pathlib.Path(folder) / "limited"
    script.write_text(f'#!/bin/sh\n{command}\nexec {PIPO} "$@"\n')
    os.chmod(script, 0o755)
    return script


class Limits(Problems, unittest.TestCase):
    def post(self, server, path, body=b""):
        return ask(server, "POST", path, f"Content-Length: {len(body)}", body=body)

    def ask_when_free(self, server, path):
        """Asks until the server takes the connection, since connections that were closed may still be there."""
        end = time.monotonic() + SECONDS
        while (reply := ask(server, "GET", path)).status == 503 and time.monotonic() < end:
            time.sleep(0.02)
        return reply

    def from_address(self, server, address, headers=()):
        """The status of a request from this address of the machine, the seconds to wait, and the kind of the problem."""
        connection = http.client.HTTPConnection(server.host, server.port, timeout=SECONDS, source_address=(address, 0))
        with contextlib.closing(connection):
            connection.request("GET", f"/api/v1/value?position={EMPTY}", headers=dict(headers))
            reply = connection.getresponse()
            problem = json.loads(reply.read()).get("type", "")
            return reply.status, reply.headers["Retry-After"], problem.rpartition(":")[2]

    def test_one_client_has_its_share_of_requests(self):
        with Server(PIPO, "--client-requests", "3", tables=FOLDER) as server:
            for _ in range(3):
                self.assertEqual(self.from_address(server, "127.0.0.1"), (200, None, ""))
            status, seconds, problem = self.from_address(server, "127.0.0.1")
            self.assertEqual((status, problem), (429, "too-many-requests"))
            self.assertTrue(1 <= int(seconds) <= 20, seconds)
            self.assertEqual(self.from_address(server, "127.0.0.2")[0], 200)

    def test_behind_a_proxy_a_client_is_the_address_that_it_adds(self):
        with Server(PIPO, "--client-requests", "1", "--forwarded", tables=FOLDER) as server:
            one = [("X-Forwarded-For", "198.51.100.1, 203.0.113.7")]
            self.assertEqual(self.from_address(server, "127.0.0.1", one)[0], 200)
            self.assertEqual(self.from_address(server, "127.0.0.2", one)[0], 429)
            self.assertEqual(self.from_address(server, "127.0.0.1", [("X-Forwarded-For", "203.0.113.7, 198.51.100.1")])[0], 200)

    def test_one_client_has_its_share_of_work(self):
        with Server(PIPO, "--client-seconds", "1", "--request-time", str(SECONDS), tables=FOLDER) as server:
            for position in LONG[:30]:  # some of them need more than a second together
                reply = ask(server, "GET", f"/api/v1/value?position={position}")
                if reply.status != 200:
                    break
            self.assertEqual(reply.status, 429)
            status, seconds, problem = self.from_address(server, "127.0.0.1")
            self.assertEqual((status, problem), (429, "too-many-requests"))
            self.assertGreater(int(seconds), 0)
            self.assertEqual(self.from_address(server, "127.0.0.2")[0], 200)

    def test_they_are_told(self):
        with Server(PIPO, "--body", "2M", "--batch-lines", "7", "--jobs", "3", "--memory", "1G", "--time", "9", "--request-time", "2", "--cache", "1M",
                    "--client-requests", "600", "--client-seconds", "30", tables=FOLDER) as server:
            self.assertEqual(ask(server, "GET", "/api/v1/tables").json()["limits"],
                             {"body_bytes": 2 << 20, "batch_lines": 7, "jobs": 3, "memory_bytes": 1 << 30, "job_seconds": 9,
                              "request_seconds": 2, "client_requests": 600, "client_seconds": 30})
            self.assertEqual(ask(server, "GET", f"/api/v1/value?position={EMPTY}").json()["value"], 2)

    def test_body(self):
        with Server(PIPO, "--body", "1K", tables=FOLDER) as server:
            self.assertEqual(self.post(server, "/api/v1/batch", b"\n" * 1024).status, 200)
            self.assert_problem(self.post(server, "/api/v1/batch", b"\n" * 1025), 413, "1024 bytes")

    def test_batch(self):
        with Server(PIPO, "--batch-lines", "3", tables=FOLDER) as server:
            three = f"# a remark\n{EMPTY}\n\n{EMPTY}\nnone\n".encode()
            reply = self.post(server, "/api/v1/batch", three)
            self.assertEqual((reply.status, len(reply.body.splitlines())), (200, 3))
            self.assert_problem(self.post(server, "/api/v1/batch", three + EMPTY.encode()), 413, "3 positions")

    def test_jobs(self):
        path = "/api/v1/solve?position="
        with Server(PIPO, "--jobs", "2", "--memory", "400M", tables=FOLDER) as server:
            first, second = (self.post(server, path + position) for position in LONG[:2])
            self.assertEqual((first.status, second.status), (202, 202))
            reply = self.post(server, path + LONG[2])
            self.assert_problem(reply, 429, "2 jobs")
            self.assertEqual(reply.headers["Retry-After"], "1")
            again = self.post(server, path + LONG[1])
            self.assertEqual((again.status, again.headers["Location"]), (202, second.headers["Location"]))
            self.assertEqual(ask(server, "DELETE", second.headers["Location"]).json()["state"], "cancelled")
            self.assertEqual(self.post(server, path + LONG[2]).status, 202)
        with Server(PIPO, "--jobs", "0", tables=FOLDER) as server:
            self.assert_problem(self.post(server, path + EMPTY), 403, "--jobs")

    def test_time(self):
        with Server(PIPO, "--time", "1", "--memory", "3G") as server:
            job = self.post(server, "/api/v1/solve?position=4x4:" + "0" * 40).json()
            job = server.wait_for_job(job["id"])
            self.assertEqual((job["state"], job["problem"]["status"]), ("failed", 422))
            self.assertIn("1.00 s", job["problem"]["detail"])

    def test_memory(self):
        with Server(PIPO, "--memory", "12M") as server:  # enough for a small search, for no sweep
            job = self.post(server, "/api/v1/solve?position=3x4:" + "0" * 31).json()
            job = server.wait_for_job(job["id"])
            self.assertEqual((job["state"], job["problem"]["status"]), ("failed", 422))
            self.assertIn("memory", job["problem"]["detail"])
            job = self.post(server, f"/api/v1/solve?position={EMPTY}").json()
            self.assertEqual(server.wait_for_job(job["id"])["answer"]["value"], 2)

    def test_connections(self):
        with Server(PIPO, "--connections", "4", tables=FOLDER) as server, contextlib.ExitStack() as held:
            def connect():
                return held.enter_context(socket.create_connection((server.host, server.port), timeout=SECONDS))
            clients = [connect() for _ in range(4)]
            for client in clients:
                client.sendall(request("GET", "/health", last=False))
                self.assertIn(b"200 OK", client.recv(1 << 16))
            for _ in range(3):
                # Also to a client that sends much before it reads.
                late = connect()
                late.sendall(request("GET", "/health"))
                time.sleep(0.05)
                late.sendall(request("GET", "/health"))
                received = b""
                while piece := late.recv(1 << 16):
                    received += piece
                reply, = replies(received)
                self.assert_problem(reply, 503, "--connections")
                self.assertEqual(reply.headers["Retry-After"], "1")
            clients[0].sendall(request("GET", "/metrics"))
            received = b""
            while piece := clients[0].recv(1 << 16):
                received += piece
            self.assertIn(b"\npipo_http_connections_refused_total 3\n", replies(received)[0].body)
            clients[0].close()
            self.assertEqual(self.ask_when_free(server, "/health").status, 200)

    def test_followers(self):
        # Half of the connections may follow. Those that start the jobs may still be there for a moment.
        with Server(PIPO, "--connections", "40", "--memory", "400M", tables=FOLDER) as server, contextlib.ExitStack() as held:
            path = f"/api/v1/jobs/{keep_busy(server)[-1]}/events"
            for _ in range(20):
                client = held.enter_context(socket.create_connection((server.host, server.port), timeout=SECONDS))
                client.sendall(request("GET", path))
                self.assertIn(b"event-stream", client.recv(1 << 16))
            self.assert_problem(ask(server, "GET", path), 429, "20 clients")
            self.assertEqual(ask(server, "GET", "/health").status, 200)

    def test_few_files(self):
        # Some file descriptors remain for the tables, however many connections are allowed.
        with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as held:
            few = limited(folder, "ulimit -n 64")
            server = held.enter_context(Server(few, "--connections", "1000", tables=FOLDER))
            clients = [held.enter_context(socket.create_connection((server.host, server.port), timeout=SECONDS))
                       for _ in range(100)]
            answered = refused = 0
            for client in clients:
                try:
                    client.sendall(request("GET", f"/api/v1/value?position=3x3:{'0' * 24}", last=False))
                    received = client.recv(1 << 16)
                except ConnectionError:
                    received = b""
                answered += b"200 OK" in received
                refused += b"503 Service" in received or received == b""
            self.assertEqual(answered + refused, 100)
            self.assertGreaterEqual(answered, 4)
            for client in clients:
                client.close()
            for position, value in ((EMPTY, 2), ("3x3:" + "0" * 24, -3)):
                self.assertEqual(self.ask_when_free(server, f"/api/v1/value?position={position}").json()["value"], value)

    def test_little_memory(self):
        # The address space suffices for some threads, not for all requests. Each is answered, refused or closed.
        with tempfile.TemporaryDirectory() as folder:
            little = limited(folder, "ulimit -v 600000")
            with Server(little, tables=FOLDER) as server:
                body = b"\n".join([EMPTY.encode()] * 5000)
                outcomes = []

                def one():
                    try:
                        answers = replies(server.raw(request("POST", "/api/v1/batch", f"Content-Length: {len(body)}", body=body)))
                        outcomes.append(answers[0].status if answers and answers[0].whole else None)
                    except Exception as error:
                        outcomes.append(error)
                threads = [threading.Thread(target=one) for _ in range(100)]
                for thread in threads:
                    thread.start()
                for thread in threads:
                    thread.join()
                self.assertTrue(set(outcomes) <= {200, 503, None}, set(outcomes))
                self.assertIsNone(server.process.poll(), server.errors())
                self.assertEqual(json.loads(server.get(f"/api/v1/value?position={EMPTY}")[2])["value"], 2)


class Options(unittest.TestCase):
    def test_what_makes_no_sense(self):
        for arguments, word in (
                (["--port", "65536"], "--port"), (["--port", "-1"], "--port"), (["--port", "http"], "--port"),
                (["--host", "no.such.host.invalid"], "--host"), (["--host", "192.0.2.1"], "192.0.2.1"), (["--host", ""], "--host"),
                (["--memory", "lots"], "--memory"), (["--memory", "-1"], "--memory"), (["--cache", "1X"], "--cache"),
                (["--body", ""], "--body"), (["--batch-lines", "0"], "--batch-lines"), (["--connections", "0"], "--connections"),
                (["--jobs", "-1"], "--jobs"), (["--time", "0"], "--time"), (["--cors", "localhost"], "--cors"),
                (["--cors", "http://localhost:3000/"], "--cors"), (["--cors", ""], "--cors"), (["--password", "x"], "--password"),
                (["more"], "more")):
            ended = subprocess.run([PIPO, "--tables", FOLDER, "serve", "--port", "0", *arguments] if "--port" not in arguments
                                   else [PIPO, "--tables", FOLDER, "serve", *arguments],
                                   capture_output=True, text=True, timeout=SECONDS)
            self.assertEqual((ended.returncode, ended.stdout), (2, ""), arguments)
            self.assertRegex(ended.stderr, r"^pipo: [^\n]+\n$")
            self.assertIn(word, ended.stderr)

    def test_a_port_that_is_taken(self):
        with Server(PIPO, tables=FOLDER) as server:
            ended = subprocess.run([PIPO, "serve", "--port", str(server.port)], capture_output=True, text=True, timeout=SECONDS)
            self.assertEqual(ended.returncode, 2)
            self.assertRegex(ended.stderr, rf"^pipo: port {server.port} .*--port[^\n]*\n$")
            self.assertEqual(server.get("/health")[0], 200)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
