"""Requests of all kinds, and the answers to them: heads, paths, parameters, origins.

    http_test.py PIPO
"""

import email.utils
import gzip
import json
import os
import pathlib
import socket
import sys
import tempfile
import time
import unittest

from replies import Problems, ask, replies, request
from server import Server, small_tables

PIPO, = sys.argv[1:]
EMPTY = "2x2:000000000000"
VALUE = f"/api/v1/value?position={EMPTY}"
ANSWER = {"position": EMPTY, "layer": 0, "value": 2, "by": "table"}
LONGEST_TARGET = 8000
LONGEST_HEAD = 16 << 10


def setUpModule():
    global FOLDER
    folder = tempfile.TemporaryDirectory()
    unittest.addModuleCleanup(folder.cleanup)
    FOLDER = small_tables(PIPO, folder.name)


class Http(Problems, unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = cls.enterClassContext(Server(PIPO, tables=FOLDER))

    def assert_answered(self, reply):
        self.assertEqual((reply.status, reply.whole), (200, True), reply.body)
        self.assertEqual(reply.json(), ANSWER)

    def test_http_1_0(self):
        reply = ask(self.server, "GET", VALUE, version="HTTP/1.0", host=None, last=False)
        self.assert_answered(reply)
        # HTTP/1.0 has no chunks.
        body = EMPTY.encode() * 2
        reply = ask(self.server, "POST", "/api/v1/batch", "Content-Length: 33", version="HTTP/1.0", last=False,
                    body=EMPTY.encode() + b"\n" + EMPTY.encode())
        self.assertIsNone(reply.headers["Transfer-Encoding"])
        self.assertEqual([json.loads(line)["value"] for line in reply.body.splitlines()], [2, 2])

    def test_other_protocols(self):
        for version in ("HTTP/2.0", "HTTP/1.1.1", "HTTP/1.11", "HTTP/0.9", "FTP/1.1", "http/1.1", ""):
            self.assert_problem(ask(self.server, "GET", "/health", version=version), 400)
        for start in (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"PRI * HTTP/2.0\r\n", b"\xff\xfe\x00", b"GET /health\r\n",
                      b"GET\r\n", b" \r\n", b"\x00\r\n", b"GET\t/health\tHTTP/1.1\r\n"):
            answers = replies(self.server.raw(start + b"\r\n\r\n"))
            self.assertEqual([answer.status for answer in answers], [400], start)

    def test_pipelined(self):
        many = 50
        asked = b"".join(request("GET", f"/api/v1/value?position={EMPTY}", last=False) if i % 2 else
                         request("POST", "/api/v1/batch", "Content-Length: 16", body=EMPTY.encode(), last=False)
                         for i in range(many))
        answers = replies(self.server.raw(b"\r\n\r\n" + asked + request("GET", "/health")))
        self.assertEqual([answer.status for answer in answers], [200] * (many + 1))
        self.assertTrue(all(json.loads(answer.body)["value"] == 2 for answer in answers[:many]))

    def test_the_last_one_is_read_although_more_was_sent(self):
        answers = replies(self.server.raw(request("GET", VALUE) + b"x" * (1 << 20)))
        self.assertEqual(len(answers), 1)
        self.assert_answered(answers[0])

    def test_head(self):
        for path in ("/", "/health", VALUE, "/metrics", "/api/v1/tables", "/nowhere"):
            full = ask(self.server, "GET", path)
            reply = ask(self.server, "HEAD", path)
            self.assertEqual((reply.status, reply.body), (full.status, b""), path)
            if path != "/metrics":
                self.assertEqual(reply.headers["Content-Length"], str(len(full.body)), path)
            self.assertEqual(reply.headers["Content-Type"], full.headers["Content-Type"])
            self.assertNotEqual(reply.headers["Accept-Ranges"], "bytes")

    def test_methods(self):
        for method, path, allow in (("POST", VALUE, "GET, HEAD"), ("GET", "/api/v1/batch", "POST"), ("PUT", "/health", "GET, HEAD"),
                                    ("DELETE", "/api/v1/jobs", "GET, HEAD"), ("TRACE", "/", "GET, HEAD"),
                                    ("GE", "/health", "GET, HEAD"), ("BREW", "/health", "GET, HEAD"),
                                    ("get", "/health", "GET, HEAD"), ("ET", "/health", "GET, HEAD")):
            reply = ask(self.server, method, path)
            self.assert_problem(reply, 405)
            self.assertEqual(reply.headers["Allow"], allow + ", OPTIONS")
        self.assert_problem(ask(self.server, "GE\x00T", "/"), 400)

    def test_options(self):
        for path, allow in ((VALUE, "GET, HEAD"), ("/api/v1/batch", "POST"), ("/", "GET, HEAD"),
                            ("/api/v1/jobs/9/events", "GET, HEAD"), ("*", "GET, POST, DELETE, HEAD")):
            reply = ask(self.server, "OPTIONS", path)
            self.assertEqual((reply.status, reply.body, reply.headers["Allow"]), (204, b"", allow + ", OPTIONS"))
            self.assertEqual((reply.headers["Content-Length"], reply.headers["Content-Type"]), (None, None))
        self.assert_problem(ask(self.server, "OPTIONS", "/nowhere"), 404)

    def test_date(self):
        for path in (VALUE, "/nowhere", "/"):
            date = email.utils.parsedate_to_datetime(ask(self.server, "GET", path).headers["Date"])
            self.assertLess(abs(date.timestamp() - time.time()), 5)

    def test_half_a_head(self):
        clients = [self.enterContext(socket.create_connection((self.server.host, self.server.port), timeout=300)) for _ in range(3)]
        for client, begun in zip(clients, (b"GET / HT", b"\r\nG", request("GET", "/")[:-2])):
            client.sendall(begun)
        for client in clients:
            received = b""
            while piece := client.recv(1 << 16):
                received += piece
            reply, = replies(received)
            self.assert_problem(reply, 408, "10 seconds")
            self.assertEqual(reply.headers["Connection"], "close")

    def test_the_last_request(self):
        for version, field, closes in (("HTTP/1.0", "A: b", True), ("HTTP/1.1", "Connection: Close", True),
                                       ("HTTP/1.1", "Connection: x, close", True),
                                       ("HTTP/1.1", "Connection: keep-alive\r\nConnection: close", True), ("HTTP/1.1", "Connection: keep-alive", False)):
            asked = request("GET", "/health", field, version=version, last=False)
            answers = replies(self.server.raw(asked * 2 + request("GET", "/health")))
            self.assertEqual(len(answers), 1 if closes else 3, field)

    def test_a_head_in_pieces(self):
        with socket.create_connection((self.server.host, self.server.port), timeout=120) as client:
            client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            for piece in (b"\r\nGET " + VALUE.encode() + b" HTT", b"P/1.1\r", b"\n", b"Host: localhost\r\n\r", b"\nGET ",
                          b"/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"):
                client.sendall(piece)
                time.sleep(0.01)
            received = b""
            while piece := client.recv(1 << 16):
                received += piece
        first, second = replies(received)
        self.assert_answered(first)
        self.assertEqual(second.json()["status"], "ok")

    def test_if_none_match(self):
        tag = ask(self.server, "GET", VALUE).headers["ETag"]
        for value in (tag, f"W/{tag}", f'"other", {tag}', "*"):
            reply = ask(self.server, "GET", VALUE, f"If-None-Match: {value}")
            self.assertEqual((reply.status, reply.body, reply.headers["ETag"]), (304, b"", tag), value)
            self.assertIsNone(reply.headers["Content-Length"])
        self.assertEqual(ask(self.server, "GET", VALUE, 'If-None-Match: "x"', f"If-None-Match: {tag}").status, 304)
        for value in ('"other"', tag[:-1], "%2A", ""):
            self.assert_answered(ask(self.server, "GET", VALUE, f"If-None-Match: {value}"))

    def test_ranges_are_ignored(self):
        for value in ("bytes=0-3", "bytes=" + ",".join(["0-"] * 1000), "bytes=99999-", "nonsense"):
            self.assert_answered(ask(self.server, "GET", VALUE, f"Range: {value}"))

    def test_short_answers_are_not_packed(self):
        reply = ask(self.server, "GET", VALUE, "Accept-Encoding: gzip, br")
        self.assertEqual((reply.headers["Content-Encoding"], reply.headers["Vary"]), (None, None))
        self.assert_answered(reply)

    def test_long_answers_are_packed(self):
        moves = f"/api/v1/moves?position=3x3:{'0' * 24}"
        for path in (moves, "/", "/explorer.js", "/api/v1/openapi.json", "/api/v1/tables", "/icon.svg"):
            plain = ask(self.server, "GET", path)
            self.assertIsNone(plain.headers["Content-Encoding"])
            if len(plain.body) < 1000:
                continue
            packed = ask(self.server, "GET", path, "Accept-Encoding: gzip")
            self.assertEqual((packed.headers["Content-Encoding"], gzip.decompress(packed.body)), ("gzip", plain.body), path)
            self.assertLess(len(packed.body), len(plain.body) / 2)
            self.assertEqual([plain.headers["Vary"], packed.headers["Vary"]], ["Accept-Encoding"] * 2)
            self.assertEqual(packed.headers["Content-Type"], plain.headers["Content-Type"])
            if tag := plain.headers["ETag"]:
                self.assertEqual(packed.headers["ETag"], f"W/{tag}")
                again = ask(self.server, "GET", path, "Accept-Encoding: gzip", f"If-None-Match: W/{tag}")
                self.assertEqual((again.status, again.headers["ETag"], again.headers["Vary"]), (304, f"W/{tag}", "Accept-Encoding"))
            head = ask(self.server, "HEAD", path, "Accept-Encoding: gzip")
            self.assertEqual((head.status, head.body, head.headers["Vary"]), (200, b"", "Accept-Encoding"))
            self.assertEqual(head.headers["Content-Length"], str(len(packed.body)))
        for accepted, packs in (("gzip", True), ("GZip", True), ("x-gzip", True), ("br, gzip;q=0.1", True), ("*", True),
                                ("gzip;q=0", False), ("gzip;q=0.000", False), ("*;q=0", False), ("gzip;q=0, *", False),
                                ("br", False), ("identity", False), ("gzip;q=0.5, identity", False), ("", False),
                                ("identity;q=0.5, gzip", True), ("gzipx", False), ("deflate;q=1 gzip", False)):
            reply = ask(self.server, "GET", moves, f"Accept-Encoding: {accepted}")
            self.assertEqual(reply.headers["Content-Encoding"], "gzip" if packs else None, accepted)

    def test_batches_are_packed(self):
        body = "\n".join([EMPTY] * 2000).encode()
        plain, packed = (ask(self.server, "POST", "/api/v1/batch", f"Content-Length: {len(body)}", *fields, body=body)
                         for fields in ([], ["Accept-Encoding: gzip"]))
        self.assertEqual((plain.headers["Content-Encoding"], packed.headers["Content-Encoding"]), (None, "gzip"))
        self.assertEqual((packed.whole, gzip.decompress(packed.body)), (True, plain.body))

    def test_long_heads(self):
        longest = LONGEST_HEAD - len(request("GET", VALUE, "X: ")) + 4
        self.assert_answered(ask(self.server, "GET", VALUE, "X: " + "x" * longest))
        for fields in (["X: " + "x" * (longest + 1)], ["X: " + "x" * 1_000_000], ["X: y"] * 100_000):
            self.assert_problem(ask(self.server, "GET", VALUE, *fields), 413, str(LONGEST_HEAD))
        self.assert_answered(ask(self.server, "GET", VALUE, *(f"X{i}: y" for i in range(1000))))

    def test_long_targets(self):
        for method in ("GET", "POST"):
            path = "/" + "a" * (LONGEST_TARGET - 1)
            self.assert_problem(ask(self.server, method, path), 404)
            self.assert_problem(ask(self.server, method, path + "a"), 413, str(LONGEST_TARGET))
        self.assert_problem(ask(self.server, "GET", "/api/v1/value?" + "&" * 7000), 400, "position")
        self.assert_problem(ask(self.server, "GET", "/api/v1/value?position=" + "%41" * 2600), 400)
        self.assert_problem(ask(self.server, "GET", "/api/v1/value?" + "a=b&" * 1900), 400)

    def test_fields(self):
        for field in ("no colon", ": no name", "a b: c", " folded: c", "x\x00y: z", "x: \x00", "x: \x1b[31m", "x: a\x1fb", "x: a\rb: c",
                      "x\xff: y", "x: a\x7fb", "x\x7f: y"):
            self.assert_problem(ask(self.server, "GET", "/health", field), 400)
        for field in ("X:", "X: \xff\xfe", "X: \ty", "Content-Type: application/json"):
            self.assertEqual(ask(self.server, "GET", "/health", field).status, 200)

    def test_paths(self):
        for path in ("health", "//health", "/health/", "/api", "/api/v1/", "/api/v1/tables/", "/api/v1/tables/../boards/2x2",
                     "/api/v1/tables/2x2/..", "/../../etc/passwd", "/%2e%2e/etc/passwd", "/api/v1/tables/%2e%2e%2fx", "/health%00",
                     "/a%0ab", "/a%0d%0aX:%20y", "/%ff%fe", "/\xff\xfe", "?position=" + EMPTY, "*", "/<script>",
                     "http://localhost/health", "/api/v1/jobs/", "/api/v1/jobs/x", "/api/v1/jobs/-1", "/api/v1/jobs/1e3",
                     "/api/v1/jobs/99999999999999999999", "/api/v1/jobs/1/events", "/api/v1/jobs/1/", "/api/v1/jobs//events"):
            for method in ("GET", "HEAD"):
                reply = ask(self.server, method, path)
                self.assertEqual(reply.status, 404, path)
        self.assert_problem(ask(self.server, "POST", "/a%0ab"), 404, "openapi.json")
        for path in ("/health%", "/health%2", "/health%zz", "/%u0041", "/%-1", "/%+1"):
            self.assert_problem(ask(self.server, "GET", path), 400, "%25")
        for path in ("/health\x7f", "/health?\x7f", "/heal\x01th"):
            self.assert_problem(ask(self.server, "GET", path), 400)
        self.assertEqual(ask(self.server, "GET", "/he%61lth").status, 200)
        self.assertEqual(ask(self.server, "GET", "/health#part").status, 200)

    def test_parameters(self):
        for query in (f"position={EMPTY}", f"position=2x2%3a000000000000&", f"&&position={EMPTY}&mover_score=", f"position={EMPTY}&=x"):
            self.assert_answered(ask(self.server, "GET", "/api/v1/value?" + query))
        for query, words in (
                ("", "give it as /api/v1/value?position=..."), ("position", "position"), ("position=", "position"), (f"Position={EMPTY}", "Position"),
                (f"position={EMPTY}&position={EMPTY}", "more than once"), (f"position=junk={EMPTY}", "junk=2x2"),
                (f"position={EMPTY}=", ""), (f"position={EMPTY}?", ""), (f"position=?{EMPTY}", ""),
                (f"position={EMPTY}&mover_score=", None), (f"position={EMPTY}%00", ""), (f"position=%00{EMPTY}", ""),
                ("position=%ff%fe", ""), ("position=\xff\xfe", ""), ("position=%0d%0aSet-Cookie:%20x", ""),
                (f"position={EMPTY}%", "%25"), (f"position={EMPTY}%2", "%25"), (f"position={EMPTY}&mover_score=%zz", "%25"),
                (f"position={EMPTY}&mover_score=x", ""), (f"position={EMPTY}&notation=none", "notation"), ("position=2x2:0000", ""),
                ("position=9x9:0", ""), (f"position={EMPTY}&x=y", "x"), (f"position={EMPTY}&%ff=y", "parameter"),
                ("position=2x2:000000000002", ""), ("position=-1x2:0", ""), ("position=99999999999x2:0", "")):
            if words is not None:
                self.assert_problem(ask(self.server, "GET", "/api/v1/value?" + query), 400, words)

    def test_hosts(self):
        for host in ("localhost", "LOCALHOST:1", "127.0.0.1", "127.0.0.1:8765", "127.1.2.3:80", "[::1]:80", "a.localhost"):
            self.assertEqual(ask(self.server, "GET", "/health", host=host).status, 200, host)
        for host in ("example.com", "127.0.0.1.example.com", "127.example.com:80", "localhost.example.com", "128.0.0.1",
                     "127.0.0.1x", "[::2]", "xlocalhost", "\xff"):
            for method, path in (("GET", "/health"), ("POST", "/api/v1/batch"), ("GET", "/")):
                self.assert_problem(ask(self.server, method, path, host=host), 403)
        self.assertEqual(ask(self.server, "GET", "/health", "Host: localhost").status, 400)
        self.assert_problem(ask(self.server, "GET", "/health", host=None), 400, "Host")
        self.assertEqual(ask(self.server, "GET", "/health", "Host:", host=None).status, 200)

    def test_origins(self):
        own = f"http://localhost:{self.server.port}"
        host = f"localhost:{self.server.port}"
        for origin in ("http://a.example", "null", "http://localhost", own + "0", "http://127.0.0.1:1"):
            reply = ask(self.server, "POST", "/api/v1/batch", f"Origin: {origin}", host=host)
            self.assert_problem(reply, 403, "--cors")
            self.assertEqual(ask(self.server, "DELETE", "/api/v1/jobs/1", f"Origin: {origin}", host=host).status, 403)
            # Browsers forbid reading unless the server permits it.
            reply = ask(self.server, "GET", VALUE, f"Origin: {origin}", host=host)
            self.assert_answered(reply)
            self.assertFalse([name for name in reply.headers if name.startswith("Access-Control")])
            reply = ask(self.server, "OPTIONS", VALUE, f"Origin: {origin}", host=host)
            self.assertFalse([name for name in reply.headers if name.startswith("Access-Control")])
        for origin in (own, own.upper()):
            self.assertEqual(ask(self.server, "POST", "/api/v1/batch", f"Origin: {origin}", host=host).status, 200)


class Cors(Problems, unittest.TestCase):
    ORIGIN = "http://localhost:3000"

    def test_an_origin(self):
        with Server(PIPO, "--cors", self.ORIGIN, "--cors", "https://b.example", tables=FOLDER) as server:
            for origin in (self.ORIGIN, "https://b.example"):
                reply = ask(server, "OPTIONS", "/api/v1/batch", f"Origin: {origin}", "Access-Control-Request-Method: POST")
                self.assertEqual((reply.status, reply.body), (204, b""))
                self.assertIn("POST", reply.headers["Access-Control-Allow-Methods"])
                for reply in (reply, ask(server, "POST", "/api/v1/batch", f"Origin: {origin}"),
                              ask(server, "GET", "/nowhere", f"Origin: {origin}")):
                    self.assertEqual(reply.headers["Access-Control-Allow-Origin"], origin)
                    self.assertIn("Origin", reply.headers["Vary"].split(", "))
            reply = ask(server, "POST", "/api/v1/batch", f"Origin: {self.ORIGIN.upper()}")
            self.assertEqual((reply.status, reply.headers["Access-Control-Allow-Origin"]), (200, self.ORIGIN))
            for origin in ("http://a.example", self.ORIGIN + "0", "null", "*"):
                self.assert_problem(ask(server, "POST", "/api/v1/batch", f"Origin: {origin}"), 403)
                reply = ask(server, "GET", "/health", f"Origin: {origin}")
                self.assertIsNone(reply.headers["Access-Control-Allow-Origin"])
                self.assertEqual(reply.headers["Vary"], "Origin")

    def test_any(self):
        with Server(PIPO, "--cors", "*", tables=FOLDER) as server:
            for origin in ("http://a.example", "null", "x" * 5000):
                reply = ask(server, "POST", "/api/v1/batch", f"Origin: {origin}")
                self.assertEqual((reply.status, reply.headers["Access-Control-Allow-Origin"]), (200, origin))
            # A name that resolves to this address is not one of the server's names.
            self.assert_problem(ask(server, "GET", "/health", "Origin: http://a.example", host="a.example"), 403)


class ElsewhereToo(Problems, unittest.TestCase):
    def test_any_name_will_do_where_it_was_asked_for(self):
        with Server(PIPO, "--host", "0.0.0.0", tables=FOLDER) as server:
            self.assertEqual(ask(server, "GET", "/health", host="example.com").status, 200)
            self.assertEqual(ask(server, "POST", "/api/v1/batch", "Origin: http://a.example", host="example.com").status, 403)


class SmallStack(unittest.TestCase):
    def test_what_is_long_is_not_deep(self):
        with tempfile.TemporaryDirectory() as folder:
            limited = pathlib.Path(folder) / "limited"
            limited.write_text(f'#!/bin/sh\nulimit -s 512\nexec {PIPO} "$@"\n')
            os.chmod(limited, 0o755)
            with Server(limited, tables=FOLDER) as server:
                for path in ("/" + "a" * 7900, "/api/v1/tables/" + "a/" * 3900, "/api/v1/convert?text=" + "[" * 7900):
                    for method in ("GET", "POST"):
                        self.assertIn(ask(server, method, path).status, (400, 404, 405), path[:30])
                deep = b"[" * 1_000_000
                reply = ask(server, "POST", "/api/v1/convert", f"Content-Length: {len(deep)}", body=deep)
                self.assertEqual(reply.status, 400)
                self.assertIsNone(server.process.poll())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
