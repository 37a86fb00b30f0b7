"""Engines for the tests of scripts/judge.py: fake_engine.py MODE [FILE].

    first        draws the first open edge
    perfect      draws the best move of a position in FILE
    timed        as first; knows time_settings, and writes every line it reads to FILE
    dying        ends at genmove
    dying-twice  ends at the first genmove of each of the first two processes; FILE counts them
    hanging      does not reply to genmove
    illegal      draws an edge that is drawn, or that the board does not have
    nonsense     replies 'resign'
    shouting     writes lines that are not replies, without end
    refusing     refuses to load
    mute         closes its output and keeps running
"""

import os
import pathlib
import sys
import time

MODE, FILE = sys.argv[1], pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None


def names(rows, columns):
    return [f"h{row}.{column}" for row in range(rows + 1) for column in range(columns)] + \
           [f"v{row}.{column}" for row in range(rows) for column in range(columns + 1)]


def best_move(position):
    line, = [line for line in FILE.read_text().splitlines() if line.startswith(position + " ")]
    _, value, moves = line.split()
    return next(name for name, number in (one.split("=") for one in moves.split(",")) if number == value)


def move(position):
    board, digits = position.split(":")
    if MODE == "perfect":
        return best_move(position)
    if MODE in ("dying", "hanging"):
        if MODE == "hanging":
            time.sleep(60)
        print("something broke", file=sys.stderr)
        sys.exit(3)
    if MODE == "dying-twice" and FILE.read_text().count("!") < 2:
        FILE.write_text(FILE.read_text() + "!")
        os.abort()
    if MODE == "illegal":
        return "h9.9" if "1" not in digits else names(*map(int, board.split("x")))[digits.index("1")]
    if MODE == "nonsense":
        return "resign"
    return names(*map(int, board.split("x")))[digits.index("0")]


position = ""
for line in sys.stdin:
    words = line.split()
    reply = "="
    if MODE == "timed":
        with FILE.open("a") as file:
            file.write(line)
    if MODE == "shouting":
        while True:
            print("thinking")
    if MODE == "mute":
        os.close(1)
        time.sleep(60)
    if words[0] == "load":
        position = words[1]
        reply = "? no" if MODE == "refusing" else "="
    elif words[0] == "known_command":
        reply = "= true" if MODE == "timed" else "? unknown command"
    elif words[0] == "genmove":
        reply = f"= {move(position)} rule-of-thumb"
    print(f"{reply}\n", flush=True)
