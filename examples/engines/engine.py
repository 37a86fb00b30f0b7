#!/usr/bin/env python3
"""Plays Dots-and-Boxes by the protocol of docs/engine.md.

    engine.py uniform         random moves
    engine.py random          random moves that offer no box, if there are any; takes boxes
    engine.py greedy          takes boxes, keeps control where that gains, and counts long chains
    engine.py --seed 7 greedy with other random numbers

The players are in players.py. docs/engine.md shows what their moves lose.
"""

import argparse
import random
import sys

import players
import rules

PLAYERS = {"uniform": players.uniform, "random": players.random_safe, "greedy": players.greedy}


class Refused(Exception):
    """A command that cannot be carried out."""


class Game:
    """A game in progress. Each method is a command of the protocol; it returns the text of the reply."""

    def __init__(self, name, source):
        self._name, self._source = name, source
        self.boardsize("3x3")

    def name(self):
        return self._name

    def version(self):
        return "1"

    def protocol_version(self):
        return "2"

    def known_command(self, name):
        return "true" if name in COMMANDS else "false"

    def list_commands(self):
        return "\n".join(COMMANDS)

    def boardsize(self, *size):
        rows, columns = map(int, "x".join(size).split("x"))
        if not (1 <= rows <= 20 and 1 <= columns <= 20):
            raise Refused("boards have 1 to 20 rows and columns")
        self._begin(rules.Position(rules.Board(rows, columns)))
        return ""

    def load(self, text):
        self._begin(rules.Position.from_dbn(text))
        return ""

    def clear_board(self):
        self._begin(self._first)
        return ""

    def play(self, *words):
        self._turn_of(words[:-1])
        edge = self._position.board.edge(words[-1])
        if self._position.drawn[edge]:
            raise Refused(f"{words[-1]} is drawn already")
        self._draw(edge)
        return ""

    def genmove(self, *words):
        self._turn_of(words)
        if not self._position.open_edges():
            raise Refused("the game is over")
        edge = PLAYERS[self._name](self._position, self._source)
        self._draw(edge)
        return self._position.board.names[edge]

    def turn(self):
        return str(self._player) if self._position.open_edges() else "0"

    def score(self):
        return f"{self._score[1]} {self._score[2]}"

    def position(self):
        return self._position.dbn()

    def quit(self):
        return ""

    def _begin(self, position):
        self._first, self._position = position, position.copy()
        self._player, self._score = 1, {1: 0, 2: 0}

    def _turn_of(self, words):
        if words and words != (str(self._player),):
            raise Refused(f"it is the turn of {self._player}")

    def _draw(self, edge):
        boxes = self._position.draw(edge)
        self._score[self._player] += boxes
        if not boxes:
            self._player = 3 - self._player


COMMANDS = [name for name in vars(Game) if not name.startswith("_")]


def reply(game, name, words):
    try:
        if name not in COMMANDS:
            raise Refused(f"unknown command {name}")
        return f"= {getattr(game, name)(*words)}"
    except (Refused, ValueError, IndexError, TypeError) as error:
        return f"? {error}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("player", choices=PLAYERS)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    game = Game(options.player, random.Random(options.seed).random)
    for line in sys.stdin:
        words = line.partition("#")[0].split()
        number = words.pop(0) if words and words[0].isdecimal() else ""
        if not words:
            continue
        text = reply(game, words[0], words[1:])
        print(f"{text[0]}{number}{text[1:].rstrip()}\n", flush=True)
        if words[0] == "quit":
            break


if __name__ == "__main__":
    main()
