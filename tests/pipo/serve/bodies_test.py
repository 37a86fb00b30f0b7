"""Bodies of requests: how long they are, and that nothing of them is taken for another request.

    bodies_test.py PIPO
"""

import json
import socket
import sys
import tempfile
import unittest

from replies import Problems, ask, replies, request
from server import Server, small_tables

PIPO, = sys.argv[1:]
EMPTY = "2x2:000000000000"
LIMIT = 1000
NEXT = request("GET", "/health")  # what must not be found in a body


def chunked(*chunks, end=b"0\r\n\r\n"):
    return b"".join(b"%x\r\n%s\r\n" % (len(chunk), chunk) for chunk in chunks) + end


class Bodies(Problems, unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = cls.enterClassContext(tempfile.TemporaryDirectory())
        small_tables(PIPO, cls.folder)
        cls.server = cls.enterClassContext(Server(PIPO, "--body", str(LIMIT), tables=cls.folder))

    def batch(self, *fields, body, **others):
        return ask(self.server, "POST", "/api/v1/batch", *fields, body=body, **others)

    def assert_answered(self, reply, count=1):
        self.assertEqual((reply.status, reply.whole), (200, True), reply.body)
        lines = [json.loads(line) for line in reply.body.splitlines()]
        self.assertEqual([line["value"] for line in lines], [2] * count)

    def test_length(self):
        body = EMPTY.encode()
        self.assert_answered(self.batch(f"Content-Length: {len(body)}", body=body))
        self.assert_answered(self.batch("Content-Length: 0", body=b""), 0)
        self.assert_answered(self.batch(body=b""), 0)  # without a length there is no body

    def test_the_largest_body_to_the_byte(self):
        for size, status in ((LIMIT, 200), (LIMIT + 1, 413)):
            body = b"#" * size
            reply = self.batch(f"Content-Length: {size}", body=body)
            self.assertEqual(reply.status, status)
            for part in (1, 7, size):
                pieces = [body[i:i + part] for i in range(0, size, part)]
                reply = self.batch("Transfer-Encoding: chunked", body=chunked(*pieces))
                self.assertEqual(reply.status, status, part)
        self.assert_problem(reply, 413, f"{LIMIT} bytes")

    def test_lengths_that_are_none(self):
        for value in ("-1", "+16", "0x10", "16,16", "16 16", "", "sixteen", "1e1"):
            self.assert_problem(self.batch(f"Content-Length: {value}", body=NEXT), 400, "Content-Length")
        for value in ("18446744073709551616", "9" * 50, "18446744073709551615", "1000000000"):
            self.assert_problem(self.batch(f"Content-Length: {value}", body=b""), 413, f"{LIMIT} bytes")

    def test_lengths_that_say_two_things(self):
        for fields in (["Content-Length: 16", "Content-Length: 17"], ["Content-Length: 16", "Content-Length: 16"],
                       ["Content-Length: 16", "Transfer-Encoding: chunked"],
                       ["Transfer-Encoding: chunked", "Content-Length: 16"],
                       ["Content-Length\t: 16"], ["Content-Length : 16"], ["A: b", " Content-Length: 16"],
                       ["A: b\rContent-Length: 16"], ["Content-\x00Length: 16"], ["Content-Length: 16\x0b"]):
            self.assert_problem(self.batch(*fields, body=NEXT), 400)

    def test_chunks(self):
        body = EMPTY.encode()
        for text in (chunked(body), chunked(*(body[i:i + 1] for i in range(len(body)))),
                     b"10;name=value\r\n" + body + b"\r\n0\r\n\r\n", b"0010\r\n" + body + b"\r\n0;x\r\n\r\n",
                     chunked(body, end=b"0\r\nTrailer: 1\r\nOther: 2\r\n\r\n")):
            self.assert_answered(self.batch("Transfer-Encoding: chunked", body=text))

    def test_chunks_that_are_broken(self):
        body = EMPTY.encode()
        for text in (b"10\r\n" + body + b"XX" + NEXT, b"f\r\n" + body + b"\r\n0\r\n\r\n", b"-1\r\n" + body,
                     b"0x10\r\n" + body + b"\r\n0\r\n\r\n", b"+10\r\n" + body + b"\r\n0\r\n\r\n", b"\r\n" + NEXT,
                     b"no size\r\n" + NEXT, b"10\n" + body + b"\n0\n\n" + NEXT, b";x\r\n" + NEXT,
                     b'10;a="\n"\r\n' + body + b"\r\n0\r\n\r\n", b"10;" + b"x" * 5000 + b"\r\n" + body + b"\r\n0\r\n\r\n"):
            self.assert_problem(self.batch("Transfer-Encoding: chunked", body=text), 400)
        for text in (b"f" * 16 + b"\r\n", b"f" * 17 + b"\r\n", chunked(end=b"0\r\n" + b"A: b\r\n" * 1000)):
            self.assert_problem(self.batch("Transfer-Encoding: chunked", body=text), 413)

    def test_other_encodings(self):
        for fields in (["Content-Encoding: gzip"], ["Content-Encoding: br"], ["Content-Encoding: deflate, identity"],
                       ["Transfer-Encoding: gzip, chunked"], ["Transfer-Encoding: identity"],
                       ["Transfer-Encoding: chunked", "Transfer-Encoding: chunked"], ["Content-Encoding: identity", "Content-Encoding: gzip"]):
            self.assert_problem(self.batch(*fields, body=b"10\r\n" + NEXT), 415)
        self.assert_answered(self.batch("Content-Encoding: identity", "Content-Length: 16", body=EMPTY.encode()))

    def test_what_has_no_body(self):
        for method in ("GET", "HEAD", "DELETE", "OPTIONS", "PUT"):
            for fields in (["Content-Length: 5"], ["Transfer-Encoding: chunked"]):
                reply = ask(self.server, method, "/health", *fields, body=b"5\r\n" + NEXT)
                self.assertEqual(reply.status, 400, method)
            self.assertIn(ask(self.server, method, "/health", "Content-Length: 0").status, (200, 204, 405), method)

    def test_a_refused_body_is_not_the_next_request(self):
        # A page of another site could hide a request of its own in the body.
        for fields, others in ((["Origin: http://a.example"], {}), ([], {"host": "a.example"})):
            length = f"Content-Length: {len(NEXT)}"
            reply = self.batch(*fields, length, body=NEXT, last=False, **others)
            self.assert_problem(reply, 403)
            self.assertEqual(reply.headers["Connection"], "close")
            reply = self.batch(*fields, "Transfer-Encoding: chunked", body=NEXT, last=False, **others)
            self.assert_problem(reply, 403)

    def test_continue(self):
        body = EMPTY.encode()
        with socket.create_connection((self.server.host, self.server.port), timeout=120) as client:
            client.sendall(request("POST", "/api/v1/batch", "Expect: 100-Continue", f"Content-Length: {len(body)}"))
            self.assertEqual(client.recv(1000), b"HTTP/1.1 100 Continue\r\n\r\n")
            client.sendall(body)
            received = b""
            while piece := client.recv(1 << 16):
                received += piece
        self.assert_answered(replies(received)[0])
        # Only a client that waits for it gets "100 Continue", and not if its request is refused.
        expect = "Expect: 100-continue"
        self.assert_problem(self.batch(expect, "Content-Length: 1001", body=b""), 413)
        self.assert_problem(self.batch(expect, "Content-Length: 10", "Origin: http://a.example", body=b""), 403)
        self.assert_answered(self.batch(expect, "Content-Length: 16", body=body))
        self.assert_answered(self.batch(expect, "Content-Length: 16", body=body, version="HTTP/1.0"))
        self.assertEqual(ask(self.server, "GET", "/health", expect).status, 200)

    def test_http_1_0_is_not_told_to_continue(self):
        # A client that closes before it sends the body gets at most the interim reply.
        for version, told in (("HTTP/1.0", False), ("HTTP/1.1", True)):
            with socket.create_connection((self.server.host, self.server.port), timeout=120) as client:
                client.sendall(request("POST", "/api/v1/batch", "Expect: 100-continue", "Content-Length: 16", version=version))
                client.shutdown(socket.SHUT_WR)
                received = b""
                while piece := client.recv(1 << 16):
                    received += piece
            self.assertEqual(received.startswith(b"HTTP/1.1 100 "), told, version)

    def test_bytes_of_all_kinds(self):
        everything = bytes(range(256)) * 3
        reply = self.batch(f"Content-Length: {len(everything)}", body=everything)
        self.assertEqual((reply.status, reply.whole), (200, True))
        self.assertTrue(all("error" in json.loads(line) for line in reply.body.splitlines()), reply.body)
        reply = ask(self.server, "POST", "/api/v1/convert", f"Content-Length: {len(everything)}", body=everything)
        self.assert_problem(reply, 400)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
