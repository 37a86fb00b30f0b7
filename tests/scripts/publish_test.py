"""Tests of scripts/publish.py: what it packs, that it can be checked, and what it refuses.

    publish_test.py PIPO      the program
"""

import csv
import json
import math
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PIPO = sys.argv.pop(1)


class Publish(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.here = pathlib.Path(folder.name)
        self.table = self.here / "tables/2x3"
        subprocess.run([PIPO, "generate", "2x3", "--tables", self.here / "tables"], check=True, capture_output=True)

    def publish(self, *words, table="2x3", tables="tables"):
        return subprocess.run([sys.executable, "-B", ROOT / "scripts/publish.py", table, "--tables", self.here / tables, "--pipo", PIPO,
                               "--made", "pipo generate 2x3", "--commit", "0" * 40, "--sample", "500", "--seed", "9", *words],
                              capture_output=True, text=True, check=False)

    def refused(self, words, *arguments, **named):
        done = self.publish(*arguments, **named)
        self.assertEqual(done.returncode, 1, done)
        self.assertRegex(done.stderr, words)
        self.assertEqual(len(done.stderr.splitlines()), 1)
        self.assertEqual([path for path in self.here.glob("up*/*")], [])

    def test_packs_what_a_reader_can_check(self):
        done = self.publish("--to", self.here / "up", "--record", self.here / "record", "--full", "--labels", "20")
        self.assertEqual(done.returncode, 0, done.stderr)
        packed = self.here / "up/2x3"
        self.assertEqual({path.name for path in packed.iterdir()},
                         {path.name for path in self.table.iterdir()} | {"positions.csv", "record.json", "labels.txt", "README.md", "DATASHEET.md", "LICENSE"})
        labels = [line.split() for line in (packed / "labels.txt").read_text().splitlines() if not line.startswith("#")]
        self.assertEqual(len(labels), 20)
        for position, value, best, moves in (line for line in labels if len(line) == 4):
            values = dict(one.split("=") for one in moves.split(","))
            self.assertEqual(len(values), position.count("0"))
            self.assertEqual({edge for edge in values if values[edge] == value}, set(best.split(",")))
        self.assertEqual((packed / "LICENSE").read_bytes(), (ROOT / "LICENSE").read_bytes())
        subprocess.run(["sha256sum", "--check", "--strict", "--quiet", "SHA256SUMS"], cwd=packed, check=True)
        subprocess.run([PIPO, "verify", "2x3", "--tables", packed.parent], check=True, capture_output=True)
        about = json.loads((packed / "record.json").read_text())
        self.assertEqual((about["command"], about["commit"], about["value"]), ("pipo generate 2x3", "0" * 40, -2))
        self.assertEqual([one.get("seed") for one in about["checks"]], [None, 9, 9])
        self.assertIn("500 stored positions", about["checks"][1]["output"][0])
        self.assertIn("every position, all 131,072", about["checks"][2]["output"][-1] + about["checks"][2]["output"][0])
        for row in csv.DictReader((packed / "positions.csv").read_text().splitlines()):
            self.assertEqual(int(row["positions"]), math.comb(17, int(row["layer"])))
            self.assertEqual(sum(int(row[margin]) for margin in list(row)[5:]), int(row["positions"]))
        manifest = json.loads((self.table / "manifest.json").read_text())
        self.assertEqual([layer["content_hash"] for layer in manifest["layers"]],
                         [row["content_hash"] for row in csv.DictReader((packed / "positions.csv").read_text().splitlines())])
        for name in ("SHA256SUMS", "positions.csv", "record.json"):
            self.assertEqual((self.here / "record/2x3" / name).read_bytes(), (packed / name).read_bytes())
        text = (packed / "README.md").read_text()
        for word in ("2x3", "sha256sum --check", "pipo generate 2x3", "0" * 40, "with 95% confidence"):
            self.assertIn(word, text)

    def test_packs_a_table_that_omits_layers(self):
        subprocess.run([PIPO, "generate", "2x3", "--keep", "even", "--tables", self.here / "kept"], check=True, capture_output=True)
        counts = subprocess.run([PIPO, "count", "2x3", "--tables", self.table.parent], check=True, capture_output=True, text=True).stdout
        self.table.rename(self.here / "complete")
        (self.here / "kept/2x3").rename(self.table)
        done = self.publish("--to", self.here / "up")
        self.assertEqual(done.returncode, 0, done.stderr)
        packed = self.here / "up/2x3"
        self.assertIn("keeps 13 of 18 layers (numbers of drawn edges): 0, 1, 2, 4, 6,", (packed / "README.md").read_text())
        self.assertFalse((packed / "layer-07.pipo").exists())
        self.assertEqual((packed / "positions.csv").read_text(), counts)
        subprocess.run(["sha256sum", "--check", "--strict", "--quiet", "SHA256SUMS"], cwd=packed, check=True)

    def test_takes_counts_of_the_complete_table(self):
        counts = subprocess.run([PIPO, "count", "2x3", "--tables", self.table.parent], check=True, capture_output=True, text=True).stdout
        (self.here / "counts").write_text(counts)
        (self.here / "other").write_text(counts.replace("2x3,american,9,24310,", "2x3,american,9,24310,0"))
        # A table without odd layers, whose counts come from the complete one.
        subprocess.run([PIPO, "thin", "2x3", "--keep", "even", "--to", self.here / "kept", "--tables", self.table.parent], check=True, capture_output=True)
        self.refused("other: counts another table.*pipo count 2x3", "--to", self.here / "up", "--positions", self.here / "other")
        self.refused("other: counts another table.*pipo count 2x3", "--to", self.here / "up", "--positions", self.here / "other", tables="kept")
        self.assertEqual(self.publish("--to", self.here / "up", "--positions", self.here / "counts").returncode, 0)
        self.assertEqual((self.here / "up/2x3/positions.csv").read_text(), counts)
        even = self.publish("--to", self.here / "even", "--positions", self.here / "counts", tables="kept")
        self.assertEqual(even.returncode, 0, even.stderr)
        self.assertEqual((self.here / "even/2x3/positions.csv").read_text(), counts)
        self.assertFalse((self.here / "even/2x3/layer-09.pipo").exists())
        self.assertEqual(self.publish("--to", self.here / "without", "--positions", "none").returncode, 0)
        self.assertFalse((self.here / "without/2x3/positions.csv").exists())
        self.assertNotIn("positions.csv", (self.here / "without/2x3/README.md").read_text())

    def test_refuses_what_is_not_whole(self):
        up = ("--to", self.here / "up")
        self.refused("no complete table", *up, table="3x3")
        (self.table / "SHA256SUMS").rename(self.here / "sums")
        self.refused("no SHA256SUMS.*command that made", *up)
        (self.here / "sums").rename(self.table / "SHA256SUMS")
        (self.table / "notes.txt").write_text("mine")
        self.refused("notes.txt: not in SHA256SUMS", *up)
        (self.table / "notes.txt").unlink()
        layer = self.table / "layer-08.pipo"
        layer.write_bytes(layer.read_bytes()[:-1] + b"x")
        self.refused("layer-08.pipo: not the file of SHA256SUMS", *up)
        # With its own sums, the damage shows when the table is checked.
        layers = sorted(path.name for path in self.table.iterdir() if path.name != "SHA256SUMS")
        sums = subprocess.run(["sha256sum", *layers], cwd=self.table, check=True, capture_output=True, text=True).stdout
        (self.table / "SHA256SUMS").write_text(sums)
        self.refused("pipo count 2x3: exit code 4.*anew$", *up)
        self.refused("pipo verify 2x3 --bytes: exit code 4", *up, "--positions", "none")

    def test_does_not_replace_a_folder(self):
        self.assertEqual(self.publish("--to", self.here / "up").returncode, 0)
        again = self.publish("--to", self.here / "up")
        self.assertEqual(again.returncode, 1)
        self.assertIn("exists already", again.stderr)

    def test_usage(self):
        self.assertEqual(self.publish().returncode, 2)
        help_text = subprocess.run([sys.executable, "-B", ROOT / "scripts/publish.py", "--help"], capture_output=True, text=True, check=True).stdout
        for word in ("--tables", "--to", "--record", "--made", "SHA256SUMS"):
            self.assertIn(word, help_text)


if __name__ == "__main__":
    unittest.main()
