#!/usr/bin/env python3
"""A bot for the DotsAndBoxes game of Botzone (5x5 boxes), which plays with `pipo engine`, for local runs.

    botzone_bot.py [ENGINE COMMAND]     the command starts the engine; without it: pipo engine

Botzone starts the bot for every turn, or once, and writes one line of JSON for each turn: all requests and responses so
far. The bot answers with one line: {"response": {"x": ROW, "y": COLUMN}}.

The pages about this game were not available; these are assumptions:
- x is the row and y the column on the 11x11 grid of dots, edges and boxes, from 0 (`botzone` in docs/notations.md);
- a request is the opponent's move. It has a negative x if there is none: at the beginning, and while this bot moves again.
"""

import json
import shlex
import subprocess
import sys

SIDE = 5


class Engine:
    """`pipo engine` as a child process (docs/engine.md)."""

    def __init__(self, command):
        self._process = subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, command):
        """Returns the reply to a command. Raises RuntimeError with the engine's message if it refuses."""
        self._process.stdin.write(command + "\n")
        self._process.stdin.flush()
        lines = []
        for line in self._process.stdout:
            if line == "\n":
                break
            lines.append(line.rstrip("\n"))
        reply = "\n".join(lines)
        if not reply.startswith("="):
            raise RuntimeError(f"{command}: {reply[1:].strip() or 'the engine has ended'}")
        return reply[1:].strip()

    def close(self):
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()


def edge_number(x, y):
    """Returns the number in a DBN string of the edge at a place of the grid. Raises ValueError."""
    if not (0 <= x <= 2 * SIDE and 0 <= y <= 2 * SIDE and (x + y) % 2 == 1):
        raise ValueError(f"({x}, {y}) is not an edge")
    row, column = x // 2, y // 2
    return row * SIDE + column if x % 2 == 0 else (SIDE + 1) * SIDE + row * (SIDE + 1) + column


def place(edge):
    """Returns the place on the grid of an edge with a name such as h0.1."""
    row, column = map(int, edge[1:].split("."))
    return (2 * row, 2 * column + 1) if edge[0] == "h" else (2 * row + 1, 2 * column)


def position(turns):
    """Returns the position after the moves that Botzone lists, as a DBN string."""
    drawn = ["0"] * (2 * SIDE * (SIDE + 1))
    for move in turns["requests"] + turns["responses"]:
        if int(move["x"]) >= 0:
            drawn[edge_number(int(move["x"]), int(move["y"]))] = "1"
    return f"{SIDE}x{SIDE}:" + "".join(drawn)


def main():
    engine = Engine(" ".join(sys.argv[1:]) or "pipo engine")
    for line in sys.stdin:
        if not line.strip():
            continue
        turns = json.loads(line)
        engine.ask(f"load {position(turns)}")
        x, y = place(engine.ask("hint").split()[0])
        print(json.dumps({"response": {"x": x, "y": y}}), flush=True)
    engine.close()


if __name__ == "__main__":
    main()
