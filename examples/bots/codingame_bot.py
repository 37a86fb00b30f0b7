#!/usr/bin/env python3
"""A bot for CodinGame's Dots and Boxes, which plays with `pipo engine`. CodinGame itself runs single source files only,
so this is for its referee on your own machine.

    codingame_bot.py [ENGINE COMMAND]   the command starts the engine; without it: pipo engine

Input: the size of the board and this player's name, A or B. Then for each turn the two scores, the number of boxes that
are not complete, and for each of them its name and its open sides: A1 LTRB. Columns have letters, rows numbers from the
bottom (`codingame` in docs/notations.md). Output: a box and a side, A1 T.
"""

import shlex
import subprocess
import sys


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


class Board:
    """The edges of a square board by box and side."""

    def __init__(self, size):
        self.size = size

    def edge_number(self, box, side):
        """Returns the number of an edge in a DBN string."""
        row, column = self.size - int(box[1:]), ord(box[0]) - ord("A")
        if side in "TB":
            return (row + (side == "B")) * self.size + column
        return (self.size + 1) * self.size + row * (self.size + 1) + column + (side == "R")

    def side(self, edge):
        """Returns an edge with a name such as h0.1 as a box and a side."""
        row, column = map(int, edge[1:].split("."))
        last = (row if edge[0] == "h" else column) == self.size
        side = ("TB" if edge[0] == "h" else "LR")[last]
        row, column = row - (side == "B"), column - (side == "R")
        return f"{chr(ord('A') + column)}{self.size - row} {side}"

    def position(self, boxes):
        """Returns the position in which these sides of boxes are open, as a DBN string."""
        drawn = ["1"] * (2 * self.size * (self.size + 1))
        for box, sides in boxes:
            for side in sides:
                drawn[self.edge_number(box, side)] = "0"
        return f"{self.size}x{self.size}:" + "".join(drawn)


def main():
    words = (word for line in sys.stdin for word in line.split())
    engine = Engine(" ".join(sys.argv[1:]) or "pipo engine")
    board = Board(int(next(words)))
    next(words)  # the name of this player, which the moves do not depend on
    for _ in words:  # this player's score
        next(words)  # the opponent's score
        boxes = [(next(words), next(words)) for _ in range(int(next(words)))]
        engine.ask(f"load {board.position(boxes)}")
        print(board.side(engine.ask("hint").split()[0]), flush=True)
    engine.close()


if __name__ == "__main__":
    main()
