#!/usr/bin/env python3
"""Counts the losing third moves of a board from its table, to compare them with what others published of 5x5.

    third_moves.py PIPO BOARD [--tables DIR]

A third move loses if the player who began and makes it gets fewer boxes in the end. Prints a line for each kind of
first move: how many first moves are of it, their losing continuations, and how many replies leave how many losing third
moves. Then the sums. For 5x5 it compares them with Fraser's counts (docs/results.md), and exits with 1 if one differs."""

import argparse
import collections
import itertools
import json
import subprocess
import sys

# William Fraser, littlegolem.net, forum 110, topic 187, 29 April 2017.
FRASER_LOST = 1276
FRASER_STRONGEST = {0: 52, 2: 5, 4: 2}
FRASER_WEAKEST = {0: 8, 2: 21, 4: 4, 5: 4, 6: 5, 7: 2, 10: 4, 11: 2, 12: 2, 14: 2, 16: 1, 27: 2, 32: 2}


def losing_third_moves(pipo, board, tables):
    """Returns, for each two edges, the third moves after them that lose."""
    rows, columns = map(int, board.split("x"))
    edges = (rows + 1) * columns + rows * (columns + 1)
    pairs = list(itertools.combinations(range(edges), 2))
    lines = "".join(f"{board}:{''.join('1' if edge in pair else '0' for edge in range(edges))}\n" for pair in pairs)
    command = [pipo] + (["--tables", tables] if tables else []) + ["probe", "--format", "jsonl", "--batch", "-"]
    answers = subprocess.run(command, input=lines, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
    return {pair: [move["index"] for move in json.loads(answer)["moves"] if move["value"] < 0]
            for pair, answer in zip(pairs, answers, strict=True)}


def kinds_of_first_moves(losing):
    """Returns how many first moves have each distribution: replies by number of losing third moves."""
    replies = collections.defaultdict(collections.Counter)
    for pair, third in losing.items():
        for first in pair:
            replies[first][len(third)] += 1
    return collections.Counter(tuple(sorted(counts.items())) for counts in replies.values())


def continuations(kind):
    return sum(losing * replies for losing, replies in kind)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pipo")
    parser.add_argument("board")
    parser.add_argument("--tables", metavar="DIR", help="folder of tables")
    asked = parser.parse_args()
    losing = losing_third_moves(asked.pipo, asked.board, asked.tables)
    kinds = sorted(kinds_of_first_moves(losing).items(), key=lambda kind: continuations(kind[0]))
    for kind, moves in kinds:
        print(f"{moves} first moves, {continuations(kind)} losing continuations: "
              + ", ".join(f"{replies} replies with {count}" for count, replies in kind))
    lost = len({tuple(sorted((*pair, third))) for pair, moves in losing.items() for third in moves})
    total = sum(moves * continuations(kind) for kind, moves in kinds)
    print(f"{lost} positions with three edges are lost for the player who began; {total} losing continuations of all "
          "first moves")
    if asked.board != "5x5":
        return 0
    found = (lost, dict(kinds[0][0]), dict(kinds[-1][0]))
    same = found == (FRASER_LOST, FRASER_STRONGEST, FRASER_WEAKEST)
    print("These are Fraser's counts." if same else "Fraser's counts differ (docs/results.md).")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
