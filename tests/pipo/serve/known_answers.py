"""The answers that a server has to give, from the commands of the program."""

import json
import random
import subprocess

def _border(rows, columns):
    """The edges of the outer border, which are drawn when a game begins the Swedish way."""
    horizontal = columns * (rows + 1)
    return ({*range(columns), *range(horizontal - columns, horizontal)}
            | {horizontal + row * (columns + 1) + side for row in range(rows) for side in (0, columns)})


# The number of edges of each table of small_tables(), and the edges drawn in its start.
BOARDS = {"2x2": (12, set()), "3x3": (24, set()), "3x4": (31, _border(3, 4))}


def positions(seed, many):
    """Returns at most this many positions of each board, with any number of edges drawn."""
    chance = random.Random(seed)
    found = set()
    for board, (edges, begin) in BOARDS.items():
        others = sorted(set(range(edges)) - begin)
        for _ in range(many):
            drawn = begin | set(chance.sample(others, chance.randrange(len(others))))
            found.add(f"{board}:" + "".join("01"[edge in drawn] for edge in range(edges)))
    return sorted(found)


def lines(pipo, tables, command, texts):
    """Returns a line of JSON for each text, as the command writes it."""
    ended = subprocess.run([pipo, "--tables", tables, command, "--batch", "-", "--format", "jsonl"], input="\n".join(texts),
                           check=True, capture_output=True, text=True)
    return ended.stdout.splitlines()


class Known:
    """The answers by position: `moves`, `batched` and `explained` are lines, `value` a number, `played` a whole line of play."""

    def __init__(self, pipo, tables, seed=1, many=60):
        self.positions = positions(seed, many)
        self.moves = dict(zip(self.positions, lines(pipo, tables, "solve", self.positions)))
        self.batched = dict(zip(self.positions, lines(pipo, tables, "probe", self.positions)))
        self.value = {position: json.loads(text)["value"] for position, text in self.moves.items()}
        self.explained = dict(zip(self.positions, lines(pipo, tables, "explain", self.positions)))
        self.played = {}
        for position in random.Random(seed).sample(self.positions, 12):
            ended = subprocess.run([pipo, "--tables", tables, "line", "--format", "jsonl", position], check=True,
                                   capture_output=True, text=True)
            self.played[position] = ended.stdout.strip()
        self.small = [position for position in self.positions if position.startswith("2x2:")]
