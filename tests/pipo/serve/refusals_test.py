"""Refused requests: from pages of other origins, and beyond the number of connections.

    refusals_test.py PIPO     the program; it is started without tables
"""

import socket
import subprocess
import sys
import unittest

from server import Server

PIPO = sys.argv[1]


class Refusals(unittest.TestCase):
    def test_other_origins(self):
        origin = "http://localhost:3000"
        with Server(PIPO, "--cors", origin) as server:
            for asking, allowed in ((origin, origin), ("http://localhost:3001", None)):
                headers = server.get("/health", {"Origin": asking})[1]
                self.assertEqual((headers["Access-Control-Allow-Origin"], headers["Vary"]), (allowed, "Origin"))
                status, headers, _ = server.request("OPTIONS", "/api/v1/convert", headers={"Origin": asking})
                self.assertEqual((status, headers["Allow"]), (204, "GET, POST, HEAD, OPTIONS"))
                self.assertEqual(headers["Access-Control-Allow-Methods"], "GET, POST, DELETE" if allowed else None)
                status = server.request("POST", "/api/v1/batch", "", {"Origin": asking})[0]
                self.assertEqual(status, 200 if allowed else 403)
        for wrong in ("localhost", "http://", "http://localhost:3000/", "http://Localhost:3000"):
            run = subprocess.run([PIPO, "serve", "--port", "0", "--cors", wrong], capture_output=True, text=True, timeout=300)
            self.assertEqual(run.returncode, 2, wrong)
            self.assertIn("is not an origin", run.stderr)

    def test_turned_away(self):
        """A client beyond the limit gets a refusal, even if it sends its request only after the refusal."""
        with Server(PIPO, "--connections", 1) as server:
            held = server.connection()
            held.request("GET", "/health")
            held.getresponse().read()
            for _ in range(5):
                with socket.create_connection((server.host, server.port), timeout=120) as late:
                    self.assertTrue(late.recv(1, socket.MSG_PEEK))  # the refusal is there before the client asks
                    late.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n")
                    late.sendall(b"\r\n")
                    self.assertTrue(late.recv(1 << 16).startswith(b"HTTP/1.1 503 "))
            held.close()


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
