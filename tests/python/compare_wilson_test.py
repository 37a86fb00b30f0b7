"""Tests scripts/compare_wilson.py with a made-up database of the positions of 3x3 with few open edges.

The test writes the database independently of the script: edges are points in the plane, groups are texts of bits, and
values follow from the rules of the game.
"""

import functools
import itertools
import struct
import subprocess
import sys
import unittest

from support import ROOT, box_sides, in_environment, new_folder, tables_of

FIRST = "h1.0 h1.2 h2.0 h2.2 v0.1 v2.1 v0.2 v2.2 v1.0 v1.3 h0.1 h3.1"
SECOND = "h0.0 v0.0 h0.2 v0.3 h3.0 v2.0 h3.2 v2.3 v1.1 v1.2 h1.1 h2.1"
BOXES = box_sides(3, 3)


def middle(name):
    """Returns twice the vector from the middle of the board to the middle of an edge; a rotation maps (x, y) to (-y, x)."""
    row, column = int(name[1]), int(name[3])
    return (2 * column + 1 - 3, 2 * row - 3) if name[0] == "h" else (2 * column - 3, 2 * row + 1 - 3)


def bit_of(name):
    row, column = int(name[1]), int(name[3])
    return 1 << (row * 3 + column if name[0] == "h" else 12 + row * 4 + column)


@functools.lru_cache(None)
def value(drawn):
    best = None
    for edge in range(24):
        if drawn >> edge & 1:
            continue
        after = drawn | 1 << edge
        captures = sum(after & box == box and drawn & box != box for box in BOXES)
        margin = captures + value(after) if captures else -value(after)
        best = margin if best is None else max(best, margin)
    return best or 0


def groups(names, drawn):
    """Returns all groups with that many drawn edges, as (text from the highest bit down, mask), the largest first."""
    names = names.split()
    for open_ones in itertools.combinations(range(12), 12 - drawn):
        text = "".join("1" if bit in open_ones else "0" for bit in reversed(range(12)))
        yield text, sum(bit_of(name) for bit, name in enumerate(names) if bit not in open_ones)


def first_groups(drawn):
    places = {middle(name): bit for bit, name in enumerate(FIRST.split())}
    maps = [lambda x, y: (x, y), lambda x, y: (-y, x), lambda x, y: (-x, -y), lambda x, y: (y, -x),
            lambda x, y: (-x, y), lambda x, y: (x, -y), lambda x, y: (y, x), lambda x, y: (-y, -x)]
    kept = []
    for text, mask in groups(FIRST, drawn):
        images = []
        for to in maps:
            image = ["0"] * 12
            for place, bit in places.items():
                image[11 - places[to(*place)]] = text[11 - bit]
            images.append("".join(image))
        if text == min(images):
            kept.append((text, mask))
    return [mask for _, mask in sorted(kept, reverse=True)]


def second_groups(drawn):
    kept = []
    for text, mask in groups(SECOND, drawn):
        # Bits from the lowest up: the second edge of a corner is never drawn alone.
        bits = text[::-1]
        if all(bits[2 * corner:2 * corner + 2] != "10" for corner in range(4)):
            kept.append((text, mask))
    return [mask for _, mask in sorted(kept, reverse=True)]


def make_database(folder, layers):
    count = 0
    for drawn in layers:
        for in_first in range(drawn - 12, 13):
            positions = [a | b for a in first_groups(in_first) for b in second_groups(drawn - in_first)]
            path = folder / "3x3" / str(drawn) / f"{in_first}.bin"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(struct.pack(f"{len(positions)}b", *map(value, positions)))
            count += len(positions)
    return count


class CompareWilson(unittest.TestCase):
    def setUp(self):
        self.folder = new_folder()
        self.count = make_database(self.folder, (20, 21, 22, 23, 24))

    def compare(self, folder, *arguments, home=None):
        return subprocess.run([sys.executable, "-B", ROOT / "scripts/compare_wilson.py",
                               *(arguments if home else ("--tables", tables_of("3x3"))), folder],
                              cwd=home, capture_output=True, text=True)

    def test_the_folders_of_the_environment(self):
        home = new_folder()
        (home / "tables").symlink_to(tables_of("3x3"))
        for tables in ("", None, str(tables_of("3x3"))):
            with in_environment(tables):
                done = self.compare(self.folder, home=home)
            self.assertEqual((done.returncode, done.stderr), (0, ""), tables)

    def test_the_same_values(self):
        for folder in (self.folder, self.folder / "3x3"):
            done = self.compare(folder)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertIn(f"{self.count} positions of 3x3: none of them differ", done.stdout)
        self.assertGreater(self.count, 1000)

    def test_a_value_that_differs(self):
        path = self.folder / "3x3/21/10.bin"
        values = bytearray(path.read_bytes())
        values[7] ^= 1
        path.write_bytes(values)
        done = self.compare(self.folder)
        self.assertEqual(done.returncode, 1)
        self.assertIn("10.bin, byte 7: ", done.stdout)
        self.assertIn(": 1 of them differ", done.stdout)

    def test_malformed_files(self):
        path = self.folder / "3x3/22/11.bin"
        whole = path.read_bytes()
        for make, words in ((lambda: path.write_bytes(whole[:-1]), "bytes instead of"),
                            (lambda: path.rename(path.with_name("13.bin")), "22 edges cannot be drawn")):
            make()
            done = self.compare(self.folder)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn(words, done.stderr)
            self.assertEqual(done.stderr.count("\n"), 1)
            path.write_bytes(whole)
        self.assertEqual(self.compare(new_folder()).returncode, 2)


if __name__ == "__main__":
    unittest.main()
