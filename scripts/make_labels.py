#!/usr/bin/env python3
"""Makes reference/labels/5x5.txt.xz: positions of 5x5 with the exact value of every move, to train programs on.

Every position belongs to an opening: it is the opening, or continues it by one to four moves. One sweep answers an
opening with all its continuations. An opening and its continuations are all from games of one kind:

    random     any edges, none of which gives a box a third side
    sensible   both players are the greedy player of examples/engines
    mixed      each move is any edge with chance 1/4, otherwise random, but takes a box if it can

No position is a mirror image of another one or of a position of reference/judge/5x5.txt, also after exchanging the two
outer edges of corner boxes, which does not change a value.

'pipo solve --batch' computes the values. Its answers are added to the file --answers; an interrupted run continues.
The same seed makes the same text, so the files made from it never change.
"""

import argparse
import itertools
import lzma
import pathlib
import random
import sys

import make_judge_positions
from make_judge_positions import KINDS, ROOT, played_on, players, rules

BOARD = rules.Board(5, 5)
JUDGE = ROOT / "reference/judge/5x5.txt"
# For each number of drawn edges, the number of openings, and how many continuations each has with 1 to STEPS more edges.
OPENINGS = {12: (6, 24), 13: (8, 12), 14: (8, 8), 15: (20, 4), 16: (60, 2), 17: (200, 2), 18: (160, 1), 19: (150, 2),
            20: (600, 4), 21: (304, 2), 22: (200, 2), 23: (200, 1), 24: (204, 0)}
STEPS = 4
LAST = 24  # the greatest number of drawn edges
# The openings that are passed over: their sweeps exceed MEMORY, with the table from which the continuations are answered.
TOO_LARGE = {12: {3, 5, 7}}
MEMORY = "8G"
TRIES = 20  # games for each continuation, in case most of them lead to positions that were drawn before
SHORT = 16  # openings with that many drawn edges or more have short sweeps: they are solved together,
TOGETHER = 250  # about so many positions at a time


def mixed(position, source):
    return players.uniform(position, source) if source() < 1 / 4 else players.random_safe(position, source)


PLAYERS = {**KINDS, "mixed": mixed}
CYCLE = "random", "mixed", "sensible", "mixed"  # the kinds of successive openings


def images(board):
    """Returns the permutations of the edges of a square board that map it to itself."""
    places = [(2 * int(name[1:].split(".")[0]) + (name[0] == "v"), 2 * int(name.split(".")[1]) + (name[0] == "h"))
              for name in board.names]
    number = {place: edge for edge, place in enumerate(places)}
    last = 2 * board.rows
    found = []
    for swap in False, True:
        for mirror in False, True:
            turned = [(last - y if swap else y, last - x if mirror else x) for y, x in places]
            found += [[number[y, x] for y, x in turned], [number[x, y] for y, x in turned]]
    return found


IMAGES = images(BOARD)
CORNERS = [[edge for edge in BOARD.edges_of[box] if len(BOARD.boxes_of[edge]) == 1]
           for box in (0, BOARD.columns - 1, len(BOARD.edges_of) - BOARD.columns, len(BOARD.edges_of) - 1)]


def key(position):
    """Returns a number that is the same for all mirror images, and after exchanging the outer edges of a corner box."""
    def number(image):
        drawn = {image[edge] for edge, is_drawn in enumerate(position.drawn) if is_drawn}
        for first, second in CORNERS:
            if second in drawn and first not in drawn:
                drawn = drawn - {second} | {first}
        return sum(1 << edge for edge in drawn)
    return min(map(number, IMAGES))


def judged():
    return {key(rules.Position.from_dbn(line.split()[0])) for line in JUDGE.read_text().splitlines() if not line.startswith("#")}


def openings(seed, counts):
    """Yields the number of drawn edges and the kind of each opening, and its positions: the opening, then its continuations."""
    seen, empty = judged(), rules.Position(BOARD)

    def is_new(position):
        if position is None or (found := key(position)) in seen:
            return False
        seen.add(found)
        return True

    for drawn, (count, continuations) in counts.items():
        numbers = (number for number in itertools.count() if number not in TOO_LARGE.get(drawn, ()))
        for number in itertools.islice(numbers, count):
            kind = CYCLE[number % len(CYCLE)]
            source = random.Random(f"{seed} labels {drawn} {number}").random

            def played(position, edges, move=PLAYERS[kind], source=source):
                return played_on(position, move, edges, source)
            while not is_new(opening := played(empty, drawn)):
                pass
            positions = [opening]
            for more in range(1, min(STEPS, LAST - drawn) + 1):
                games = (played(opening, drawn + more) for _ in range(TRIES * continuations))
                fresh = (after for after in games if is_new(after))
                positions += [after for _, after in zip(range(continuations), fresh)]
            yield drawn, kind, [position.dbn() for position in positions]


def batches(groups):
    """Yields the positions that are solved together: of one opening if its sweep is long, otherwise of several."""
    several = []
    for drawn, _, positions in groups:
        if drawn < SHORT:
            yield positions
            continue
        several += positions
        if len(several) >= TOGETHER:
            yield several
            several = []
    yield several


def text_of(answer):
    best = ",".join(move["edge"] for move in answer["moves"] if move["value"] == answer["value"])
    moves = ",".join(f"{move['edge']}={move['value']}" for move in answer["moves"])
    return f"{answer['position']} {answer['value']} {best} {moves}"


def lines(groups, answers, seed):
    yield f"# Positions of Dots-and-Boxes on 5x5 with the exact value of every move: scripts/make_labels.py --seed {seed}"
    yield "# Each line: the position, the margin for the player to move, the best moves, the margin of every move"
    for number, (drawn, kind, positions) in enumerate(groups, 1):
        yield f"# opening {number}, {kind}, drawn {drawn}"
        yield from (text_of(answers[position]) for position in positions)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
                                     epilog="example:\n  scripts/make_labels.py --pipo build/release/pipo --threads 1 --to 5x5.txt.xz")
    parser.add_argument("--pipo", default="pipo", help="the program (default: pipo)")
    parser.add_argument("--to", type=pathlib.Path, default="5x5.txt.xz", metavar="FILE", help="where to write (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--answers", type=pathlib.Path, default="labels-answers.jsonl", metavar="FILE", help="answers of pipo (default: %(default)s)")
    parser.add_argument("--memory", default=MEMORY, help="memory limit of pipo (default: %(default)s)")
    parser.add_argument("--threads", type=int, default=0, help="threads of pipo, 0 for all cores (default)")
    parser.add_argument("--draw-only", action="store_true", help="print the positions without values, and solve nothing")
    options = parser.parse_args()
    options.time = None
    groups = []
    if options.draw_only:
        for _, _, positions in openings(options.seed, OPENINGS):
            print("\n".join(positions))
        return 0

    def drawn():
        for group in openings(options.seed, OPENINGS):
            groups.append(group)
            yield group
    make_judge_positions.solve(batches(drawn()), options)
    answers = make_judge_positions.read_answers(options.answers)
    missing = sum(position not in answers for _, _, positions in groups for position in positions)
    if missing:
        print(f"make_labels: {missing} positions have no answer; run the command again, with more --memory if that was too little", file=sys.stderr)
        return 1
    text = "\n".join(lines(groups, answers, options.seed)) + "\n"
    options.to.write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))
    return 0


if __name__ == "__main__":
    sys.exit(main())
