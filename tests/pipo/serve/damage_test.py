"""Tables that are damaged while they are served: never a wrong value, and the others are still served.

    damage_test.py PIPO
"""

import json
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import unittest

from replies import Problems, ask
from server import Server, small_tables

PIPO, = sys.argv[1:]
BOARD = "3x3"
EDGES = 24
OTHER = "2x2:000000000000"


def setUpModule():
    global FOLDER, POSITIONS, VALUES
    folder = tempfile.TemporaryDirectory()
    unittest.addModuleCleanup(folder.cleanup)
    FOLDER = small_tables(PIPO, folder.name)
    chance = random.Random(1)
    POSITIONS = [f"{BOARD}:" + "".join(chance.sample("1" * n + "0" * (EDGES - n), EDGES))
                 for n in range(EDGES) for _ in range(4)]
    probed = subprocess.run([PIPO, "--tables", FOLDER, "probe", "--format", "jsonl", *POSITIONS], check=True,
                            capture_output=True, text=True)
    VALUES = {line["position"]: line["value"] for line in map(json.loads, probed.stdout.splitlines())}


class Damage(Problems, unittest.TestCase):
    def setUp(self):
        self.tables = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory())) / "tables"
        shutil.copytree(FOLDER, self.tables)
        # No memory for a cache.
        self.server = self.enterContext(Server(PIPO, "--cache", "1K", tables=self.tables))

    def layers(self):
        files = sorted((self.tables / BOARD).glob("*.pipo"))
        self.assertTrue(files)
        return files

    def ask_all(self, statuses):
        """Every answer is right, or one of these problems, which must occur; how many are problems."""
        problems = 0
        for position in POSITIONS:
            for path in ("value", "moves"):
                reply = ask(self.server, "GET", f"/api/v1/{path}?position={position}")
                if reply.status == 200:
                    self.assertEqual(reply.json()["value"], VALUES[position], position)
                else:
                    self.assertIn(reply.status, statuses)
                    self.assert_problem(reply, reply.status, str(self.tables))
                    problems += 1
        body = "\n".join(POSITIONS).encode()
        reply = ask(self.server, "POST", "/api/v1/batch", f"Content-Length: {len(body)}", body=body)
        self.assertEqual((reply.status, reply.whole), (200, True))
        lines = [json.loads(line) for line in reply.body.splitlines()]
        self.assertEqual(len(lines), len(POSITIONS))
        for position, line in zip(POSITIONS, lines):
            self.assertTrue("error" in line or line["value"] == VALUES[position], line)
        self.assertEqual(ask(self.server, "GET", f"/api/v1/value?position={OTHER}").json()["value"], 2)
        self.assertEqual(ask(self.server, "GET", "/health").json()["status"], "ok")
        self.assertIsNone(self.server.process.poll())
        self.assertEqual(self.server.errors(), "")
        return problems

    def check(self, damage, opened, statuses=(500,)):
        if opened:
            self.assertEqual(self.ask_all(()), 0)
        damage()
        return self.ask_all(statuses)

    def overwrite(self):
        for file in self.layers():
            content = bytearray(file.read_bytes())
            for i in range(len(content) // 3, len(content), 7):
                content[i] ^= 0x55
            with open(file, "r+b") as stream:  # the file that is being served, and no other in its place
                stream.write(content)

    def truncate(self):
        for file in self.layers():
            with open(file, "r+b") as stream:
                stream.truncate(file.stat().st_size // 2)

    def empty(self):
        for file in self.layers():
            with open(file, "r+b") as stream:
                stream.truncate(0)

    def remove(self):
        shutil.rmtree(self.tables / BOARD)

    def test_overwritten(self):
        self.assertGreater(self.check(self.overwrite, opened=True), 0)

    def test_overwritten_before_it_was_opened(self):
        self.assertGreater(self.check(self.overwrite, opened=False), 0)

    def test_truncated(self):
        self.assertGreater(self.check(self.truncate, opened=True), 0)

    def test_truncated_before_it_was_opened(self):
        self.assertGreater(self.check(self.truncate, opened=False), 0)

    def test_empty(self):
        self.assertGreater(self.check(self.empty, opened=True), 0)

    def test_removed(self):
        # The files of this server are open already.
        self.assertEqual(self.check(self.remove, opened=True), 0)

    def test_removed_before_it_was_opened(self):
        self.assertEqual(self.check(self.remove, opened=False), 2 * len(POSITIONS))

    def test_other_questions(self):
        self.overwrite()
        for path in ("line", "explain", "choose"):
            statuses = {ask(self.server, "GET", f"/api/v1/{path}?position={position}").status for position in POSITIONS[4::4]}
            self.assertIn(500, statuses, path)
            self.assertLessEqual(statuses, {200, 500}, path)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
