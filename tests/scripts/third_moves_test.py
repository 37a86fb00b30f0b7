"""scripts/third_moves.py counts what the rules alone give on 2x3.

    third_moves_test.py PIPO
"""

import collections
import functools
import itertools
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent.parent / "scripts"))
import third_moves  # noqa: E402

PIPO = sys.argv.pop(1)
SCRIPT = third_moves.__file__
ROWS, COLUMNS = 2, 3
EDGES = (ROWS + 1) * COLUMNS + ROWS * (COLUMNS + 1)


def boxes():
    """Returns the edges of each box as a set of bits."""
    for row, column in itertools.product(range(ROWS), range(COLUMNS)):
        left = (ROWS + 1) * COLUMNS + row * (COLUMNS + 1) + column
        yield sum(1 << edge for edge in (row * COLUMNS + column, (row + 1) * COLUMNS + column, left, left + 1))


BOXES = list(boxes())


@functools.cache
def value(drawn):
    """Returns the margin of the player to move."""
    best = None
    for edge in range(EDGES):
        after = drawn | 1 << edge
        if after == drawn:
            continue
        taken = sum(box & ~after == 0 and box & ~drawn != 0 for box in BOXES)
        margin = taken + value(after) if taken else -value(after)
        best = margin if best is None else max(best, margin)
    return best or 0


def expected():
    lost = [edges for edges in itertools.combinations(range(EDGES), 3) if value(sum(1 << edge for edge in edges)) > 0]
    losing = collections.Counter(pair for edges in lost for pair in itertools.combinations(edges, 2))
    kinds = collections.Counter()
    for first in range(EDGES):
        replies = collections.Counter(losing[tuple(sorted((first, reply)))] for reply in range(EDGES) if reply != first)
        kinds[tuple(sorted(replies.items()))] += 1
    return lost, kinds


class ThirdMoves(unittest.TestCase):
    def test_counts_are_those_of_the_rules(self):
        lost, kinds = expected()
        self.assertGreater(len(lost), 0)
        with tempfile.TemporaryDirectory() as tables:
            board = f"{ROWS}x{COLUMNS}"
            subprocess.run([PIPO, "--tables", tables, "generate", board], check=True, capture_output=True)
            found = third_moves.losing_third_moves(PIPO, board, tables)
            out = subprocess.run([sys.executable, "-B", SCRIPT, PIPO, board, "--tables", tables], check=True,
                                 capture_output=True, text=True).stdout.splitlines()
        self.assertEqual(third_moves.kinds_of_first_moves(found), kinds)
        self.assertEqual(len(out), len(kinds) + 1)
        self.assertIn(f"{len(lost)} positions with three edges are lost for the player who began; {6 * len(lost)} losing "
                      "continuations", out[-1])

    def test_fraser_s_counts_agree_with_each_other(self):
        for row in (third_moves.FRASER_STRONGEST, third_moves.FRASER_WEAKEST):
            self.assertEqual(sum(row.values()), 59)


if __name__ == "__main__":
    unittest.main()
