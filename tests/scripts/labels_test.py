"""Tests of scripts/make_labels.py and of the file that it made, reference/labels/5x5.txt.xz.

    labels_test.py PIPO        the program, which solves a few of the positions again
"""

import collections
import itertools
import json
import pathlib
import re
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path += [str(ROOT / "scripts"), str(ROOT / "tests/format")]
import make_labels  # noqa: E402: its folder is on the path only now
from make_labels import rules  # noqa: E402
import board as second  # noqa: E402: mirror images as docs/format.md describes them

PIPO = sys.argv.pop(1) if len(sys.argv) > 1 and not sys.argv[1].startswith("-") else "pipo"
FILE = ROOT / "reference/labels/5x5.txt.xz"
LIMIT = 3 << 20  # bytes of the file
COUNT = 20_000
BOARD = second.Board(5, 5)
IMAGES = [[BOARD.image(1 << edge, *flags) for edge in range(60)] for flags in itertools.product((False, True), repeat=3)]


def bits(text):
    return [edge for edge, digit in enumerate(text.partition(":")[2]) if digit == "1"]


def images(text):
    drawn = bits(text)
    return [sum(image[edge] for edge in drawn) for image in IMAGES]


def canonical(text):
    """Returns the least image, with the outer edges of corner boxes merged."""
    return min(BOARD.merge(image, 0) for image in images(text))


def load():
    """Returns what the example of docs/dataset.md makes of the file: opening, position, value, and values of the moves."""
    code = re.search(r"```python\n(import lzma.*?)```", (ROOT / "docs/dataset.md").read_text(), re.DOTALL)[1]
    found = {}
    exec(code.replace('"reference/', f'"{ROOT}/reference/'), found)
    return found["labels"]


class Labels(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.labels = load()
        cls.text = make_labels.lzma.decompress(FILE.read_bytes()).decode()

    def test_counts(self):
        self.assertLess(FILE.stat().st_size, LIMIT)
        self.assertEqual(len(self.labels), COUNT)
        layers = collections.Counter(len(bits(position)) for _, position, _, _ in self.labels)
        self.assertEqual(set(layers), set(range(12, 25)))
        page = (ROOT / "docs/dataset.md").read_text()
        told = re.findall(r"^\| (\d\d) \| ([\d,]+) \| ([\d,]+) \|$", page, re.MULTILINE)
        self.assertEqual({int(drawn): int(count.replace(",", "")) for drawn, _, count in told}, layers)
        openings = collections.Counter(re.findall(r"^# opening \d+, \w+, drawn (\d+)$", self.text, re.MULTILINE))
        self.assertEqual({int(drawn): int(count.replace(",", "")) for drawn, count, _ in told if count != "0"},
                         {drawn: count for drawn, (count, _) in make_labels.OPENINGS.items()})
        self.assertEqual({int(drawn): count for drawn, count in openings.items()}, {drawn: count for drawn, (count, _) in make_labels.OPENINGS.items()})

    def test_each_line(self):
        """Each has the values of all open edges in order, the greatest of them, all best moves, and the parity of the boxes left."""
        lines = [line for line in self.text.splitlines() if not line.startswith("#")]
        for line, (_, text, value, moves) in zip(lines, self.labels, strict=True):
            position = rules.Position.from_dbn(text)
            self.assertEqual(list(moves), [position.board.names[edge] for edge in position.open_edges()], text)
            self.assertEqual(value, max(moves.values()), text)
            best = ",".join(edge for edge, worth in moves.items() if worth == value)
            self.assertEqual(line, f"{text} {value} {best} {','.join(f'{edge}={worth}' for edge, worth in moves.items())}")
            left = sum(sides < 4 for sides in position.sides)
            self.assertEqual({(worth - left) % 2 for worth in moves.values()}, {0}, text)

    def test_no_mirror_images(self):
        known = [canonical(position) for _, position, _, _ in self.labels]
        self.assertEqual(len(set(known)), COUNT)
        judged = {canonical(line.split()[0]) for line in (ROOT / "reference/judge/5x5.txt").read_text().splitlines() if line[0] != "#"}
        self.assertGreater(len(judged), 600)
        self.assertEqual(judged & set(known), set())

    def test_openings(self):
        """Positions continue their opening by at most four edges."""
        groups = {number: [text for _, text, _, _ in group] for number, group in itertools.groupby(self.labels, lambda one: one[0])}
        self.assertEqual(list(groups), list(range(1, len(groups) + 1)))
        self.assertEqual(len(self.labels), sum(map(len, groups.values())))
        for opening, *others in groups.values():
            first = images(opening)[0]
            for text in (opening, *others):
                drawn = images(text)[0]
                self.assertEqual(drawn & first, first, text)
                self.assertLessEqual(len(bits(text)) - len(bits(opening)), make_labels.STEPS, text)

    def test_values_agree_with_those_after_the_moves(self):
        """A move's value is that of the position after it, as far as the file has that or a mirror image."""
        values = {canonical(text): value for _, text, value, _ in self.labels}
        compared = 0
        for _, text, _, moves in self.labels:
            if len(bits(text)) > 16:
                continue  # positions after these moves are rarely in the file
            for edge, worth in moves.items():
                position = rules.Position.from_dbn(text)
                gained = position.draw(position.board.edge(edge))
                after = values.get(canonical(position.dbn()))
                if after is not None:
                    self.assertEqual(worth, gained + after if gained else -after, (text, edge))
                    compared += 1
        self.assertGreater(compared, 500)

    def test_solved_again(self):
        """The program finds the same values, of a few positions that take a moment."""
        some = [one for one in self.labels if len(bits(one[1])) >= 20][::250] + [one for one in self.labels if len(bits(one[1])) == 18][::500]
        self.assertGreater(len(some), 10)
        done = subprocess.run([PIPO, "solve", "--batch", "-", "--format", "jsonl"], input="\n".join(one[1] for one in some),
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        found = [(answer["position"], answer["value"], {move["edge"]: move["value"] for move in answer["moves"]})
                 for answer in map(json.loads, done.stdout.splitlines())]
        self.assertEqual(found, [one[1:] for one in some])

    def test_the_positions_are_drawn_again(self):
        """The first openings with some numbers of drawn edges, and their continuations; all of them take minutes."""
        here = dict.fromkeys(re.findall(r"^# opening \d+, (\w+, drawn \d+)$", self.text, re.MULTILINE))
        self.assertEqual({kind.split(",")[0] for kind in here}, set(make_labels.PLAYERS))
        for drawn, count in ((12, 2), (17, 4), (22, 4)):
            some = {drawn: (count, make_labels.OPENINGS[drawn][1])}
            for kind, positions in ((kind, positions) for _, kind, positions in make_labels.openings(1, some)):
                self.assertRegex(self.text, f"(?m)^# opening \\d+, {kind}, drawn {drawn}\n" + "".join(f"{text} .*\n" for text in positions))


class Drawing(unittest.TestCase):
    def test_key(self):
        """It is that of all mirror images, and the same for both outer edges of a corner box."""
        def key(drawn):
            return make_labels.key(rules.Position.from_dbn("5x5:" + "".join("01"[drawn >> edge & 1] for edge in range(60))))
        self.assertEqual(len({key(image) for image in images("5x5:" + "110" * 7 + "0" * 39)}), 1)
        self.assertEqual(key(1 << BOARD.h(0, 0)), key(1 << BOARD.v(4, 5)))
        self.assertNotEqual(key(1 << BOARD.h(0, 0)), key(1 << BOARD.h(0, 1)))

    def test_long_sweeps_are_solved_alone(self):
        groups = [(12, "random", ["a", "b"]), (make_labels.SHORT, "mixed", ["c"]), (24, "mixed", ["d"])]
        self.assertEqual(list(make_labels.batches(groups)), [["a", "b"], ["c", "d"]])


if __name__ == "__main__":
    unittest.main()
