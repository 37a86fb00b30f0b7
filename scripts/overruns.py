#!/usr/bin/env python3
"""Measures by how much an engine's moves exceed their time.

Plays games of the engine against random moves, each from the empty board, and asks it for a move wherever it is to
move. A move's overrun is the time from its deadline to its reply. The processor time that the engine takes after the
deadline is measured too: on a busy machine it says more, and with one thread it is the overrun on an idle one.

Prints a line for each board: the moves asked for, those that came late by more than --late, the longest overrun, the
most processor time after a deadline, the longest reply to a move of the opponent (which ends pondering), and the
position of the move with the most processor time. With --clock the time of a move is set by time_settings, with a
period for each move, otherwise by the command time."""

import argparse
import random
import select
import shlex
import subprocess
import sys
import time


class Engine:
    """A running engine, with the clock of its processor time."""

    def __init__(self, command):
        self._process = subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self._clock = (~self._process.pid << 3) | 2  # clock_getcpuclockid(3)
        self._text = b""

    def ask(self, command, seconds=None):
        """Returns the reply, its overrun and the processor time after the deadline, both 0 if it came in time."""
        began = time.monotonic()
        self._process.stdin.write(command.encode() + b"\n")
        deadline = began + (seconds if seconds is not None else 3600)
        at_deadline = None
        while b"\n\n" not in self._text:
            left = deadline - time.monotonic()
            if at_deadline is None and not select.select([self._process.stdout], [], [], max(left, 0))[0]:
                at_deadline = time.clock_gettime(self._clock)
            piece = self._process.stdout.read(1 << 16)
            if not piece:
                sys.exit(f"the engine ended after: {command}")
            self._text += piece
        late = max(time.monotonic() - deadline, 0)
        spent = 0 if at_deadline is None else time.clock_gettime(self._clock) - at_deadline
        reply, _, self._text = self._text.partition(b"\n\n")
        if not reply.startswith(b"="):
            sys.exit(f"{command}: {reply.decode()}")
        return reply[1:].decode().strip(), late, spent

    def close(self):
        self._process.stdin.close()
        self._process.wait()


def play(engine, board, options, seed, asked, told):
    """Plays a game. Notes (overrun, processor time, position, reply) of each move of the engine, and in `told` the
    seconds that it takes to hear of each other move."""
    chance = random.Random(seed)
    setting = f"time_settings 0 {options.time} 1" if options.clock else f"time {options.time}"
    for command in (f"boardsize {board}", setting):
        engine.ask(command)
    player = seed % 2 + 1
    moves = 0
    while "0" in (bits := engine.ask("position")[0]).partition(":")[2] and moves < options.moves:
        if int(engine.ask("turn")[0]) == player:
            reply, late, spent = engine.ask("genmove", options.time)
            asked.append((late, spent, bits, reply))
            moves += 1
            continue
        rows, columns = map(int, board.split("x"))
        names = [f"h{r}.{c}" for r in range(rows + 1) for c in range(columns)]
        names += [f"v{r}.{c}" for r in range(rows) for c in range(columns + 1)]
        if options.think:
            time.sleep(options.think)
        _, late, _ = engine.ask("play " + chance.choice([name for name, bit in zip(names, bits.partition(":")[2]) if bit == "0"]), 0)
        told.append(late)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine", nargs="?", default="pipo engine", help="command of the engine (pipo engine)")
    parser.add_argument("--boards", default="5x5,4x6,10x10,20x20", help="boards, separated by commas")
    parser.add_argument("--games", type=int, default=4, help="games on each board")
    parser.add_argument("--moves", type=int, default=1000, help="the most moves of the engine in a game")
    parser.add_argument("--time", type=float, default=0.2, help="seconds for a move")
    parser.add_argument("--late", type=float, default=0.05, help="overrun in seconds from which a move counts as late")
    parser.add_argument("--think", type=float, default=0, help="seconds that the opponent thinks")
    parser.add_argument("--clock", action="store_true", help="set the time by the game's clock")
    options = parser.parse_args()
    print(f"{'board':<7}{'moves':>6}{'late':>6}{'longest':>10}{'processor':>11}{'play':>9}  move with the most processor time")
    for board in options.boards.split(","):
        asked, told = [], []
        for game in range(options.games):
            engine = Engine(options.engine)
            play(engine, board, options, game, asked, told)
            engine.close()
        late = sum(one[0] > options.late for one in asked)
        most = max(asked, key=lambda one: one[1])
        print(f"{board:<7}{len(asked):>6}{late:>6}{max(one[0] for one in asked):>8.3f} s{most[1]:>9.3f} s{max(told, default=0):>7.3f} s  "
              f"{most[2]} {most[3]}", flush=True)


if __name__ == "__main__":
    main()
