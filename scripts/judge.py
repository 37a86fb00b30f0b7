#!/usr/bin/env python3
"""Measures how well engines play: the boxes of margin that their moves lose, by exact values.

Plays any program that speaks the protocol of docs/engine.md (boardsize, load, genmove) through a file of positions
whose moves all have exact values. A move's regret is the value of the position minus the value of the move: 0 for a
perfect move. The tables show, by number of drawn edges and kind of position, the mean regret with its standard error
and the share of perfect moves. For several engines they also show the differences to the first one on the same
positions, and their standard errors.

An engine is a command line in one argument, or `@FILE` with moves that were predicted before: lines of a position and a
move. Engines that die, hang, or reply nonsense, an error or an illegal move are
named on standard error, with the position, and counted; the positions concerned do not count in the regret.
"""

import argparse
import json
import math
import pathlib
import queue
import re
import sys
import threading
from typing import NamedTuple

import engine_process
import judge_report
from engine_process import Failure
from judge_report import ALL, Answer

POSITIONS = pathlib.Path(__file__).resolve().parents[1] / "reference/judge/5x5.txt"
SUCCESSION = 5  # so many deaths or hangs in succession end the questions to an engine
EXAMPLES = """examples:
  scripts/judge.py "pipo engine"
  scripts/judge.py --drawn 24,20 --limit 20 "pipo engine" "examples/engines/engine.py greedy"
  scripts/judge.py --time 3 --drawn 16 --format jsonl "pipo engine" > judged.jsonl
  scripts/judge.py --drawn 20,16,14,12 @predicted.txt "examples/engines/engine.py greedy"
  pipo sample 3x3 --count 200 --moves > 3x3.txt; scripts/judge.py --positions 3x3.txt "pipo engine"

exit codes:
  0 judged   1 an engine failed, with --strict   2 bad usage or a bad file of positions   130 interrupted"""


class BadPositions(Exception):
    """A file of positions that cannot be read, or a line of it: file, line and reason."""


class Position(NamedTuple):
    text: str  # as a DBN string
    drawn: int
    kind: str
    value: int  # margin for the player to move
    moves: dict  # the margin of every open edge, by name


class Strict(Exception):
    """An engine failed, and --strict asks for none."""


def edge_names(rows, columns):
    names = [f"h{row}.{column}" for row in range(rows + 1) for column in range(columns)]
    return names + [f"v{row}.{column}" for row in range(rows) for column in range(columns + 1)]


def read_position(line, kind):
    """Reads a line of 'pipo sample --moves': position, value, perhaps the best moves, the values of all. Raises ValueError."""
    text, value, *fields = line.split()
    board, digits = re.fullmatch(r"(\d+x\d+):([01]+)", text).groups()
    names = edge_names(*map(int, board.split("x")))
    moves = {name: int(number) for name, number in (one.split("=") for one in next(one for one in fields if "=" in one).split(","))}
    if len(names) != len(digits) or set(moves) != {name for name, digit in zip(names, digits) if digit == "0"}:
        raise ValueError("the moves are not the open edges")
    if max(moves.values()) != int(value):
        raise ValueError("the value is not that of the best move")
    return Position(text, digits.count("1"), kind, int(value), moves)


def read_positions(path):
    """Returns the positions of a file. A comment '# drawn N, KIND' names the kind of those that follow. Raises BadPositions."""
    found, kind = [], ALL
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise BadPositions(f"{path}: {error}") from None
    for number, line in enumerate(lines, 1):
        section = re.match(r"# drawn \d+, (\w+)", line)
        kind = section[1] if section else kind
        if line.strip() and not line.startswith("#"):
            try:
                found.append(read_position(line, kind))
            except (ValueError, AttributeError, StopIteration) as error:
                reason = str(error) if isinstance(error, ValueError) else "not a position with the values of its moves"
                raise BadPositions(f"{path}, line {number}: {reason}; 'pipo sample --moves' writes such files") from None
    return found


def chosen(positions, drawn, limit):
    """Returns the positions with these numbers of drawn edges, and at most `limit` of each number and kind."""
    counts, found = {}, []
    for one in positions:
        group = one.drawn, one.kind
        if (drawn is None or one.drawn in drawn) and counts.get(group, 0) < (limit or math.inf):
            counts[group] = counts.get(group, 0) + 1
            found.append(one)
    return sorted(found, key=lambda one: -one.drawn)


class Predictions:
    """An engine whose moves are in a file: lines of a position and a move, other lines begin with #."""

    def __init__(self, path):
        self.moves = {}
        try:
            lines = pathlib.Path(path).read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            raise BadPositions(f"{path}: {error}") from None
        for number, line in enumerate(lines, 1):
            if line.strip() and not line.startswith("#"):
                words = line.split()
                if len(words) != 2 or words[0] in self.moves:
                    raise BadPositions(f"{path}, line {number}: not a position and a move, or the position occurs twice")
                self.moves[words[0]] = words[1]

    def move(self, text):
        if text not in self.moves:
            raise Failure("refused", "the file has no move for this position")
        return self.moves[text], 0.0

    def close(self):
        pass


class Judge:
    """Asks every engine about every position, in several threads, each with its own process."""

    def __init__(self, engines, positions, options, report):
        """`report(engine, position, answer)` is called for each answer, by one thread at a time."""
        self.engines, self.positions, self.options, self.report = engines, positions, options, report
        self.answers = [[None] * len(positions) for _ in engines]
        self._succession = [0] * len(engines)
        self._lock = threading.Lock()
        self._tasks = queue.SimpleQueue()
        self._running, self._error = set(), None

    def run(self):
        for engine in range(len(self.engines)):
            for position in range(len(self.positions)):
                self._tasks.put((engine, position))
        threads = [threading.Thread(target=self._work, daemon=True) for _ in range(self.options.jobs)]
        try:
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        finally:
            for process in list(self._running):
                process.close()
        if self._error:
            raise self._error
        return self.answers

    def _work(self):
        process, of = None, None
        try:
            while self._error is None:
                engine, position = self._tasks.get_nowait()
                if process and of != engine:
                    self._end(process)
                    process = None
                of = engine
                process, answer = self._asked(process, engine, self.positions[position])
                with self._lock:
                    self.answers[engine][position] = answer
                    self.report(self.engines[engine], self.positions[position], answer)
                if answer.failure and self.options.strict:
                    self._error = Strict()
        except queue.Empty:
            pass
        except Exception as error:  # run() raises it in the main thread
            self._error = error
        if process:
            self._end(process)

    def _end(self, process):
        self._running.discard(process)
        process.close()

    def _asked(self, process, engine, position):
        """Returns the process to go on with, None if another must be started, and the answer."""
        if self._succession[engine] >= SUCCESSION:
            return process, Answer(failure=Failure("given-up", f"failed {SUCCESSION} times in succession"))
        try:
            if process is None:
                name = self.engines[engine]
                process = (Predictions(name[1:]) if name.startswith("@")
                           else engine_process.Engine(name, self.options.timeout, self.options.time))
                self._running.add(process)
            move, seconds = process.move(position.text)
            self._succession[engine] = 0
            if move not in position.moves:
                raise Failure("illegal", f"genmove: {move} cannot be drawn")
            return process, Answer(move, position.value - position.moves[move], seconds)
        except Failure as failure:
            if failure.kind in ("died", "hung"):
                self._succession[engine] += 1
            # After these, replies and commands might no longer belong together.
            if process and failure.kind in ("died", "hung", "nonsense"):
                self._end(process)
                process = None
            return process, Answer(failure=failure)


def positive(text):
    number = float(text)
    if not 0 < number < math.inf:
        raise ValueError
    return number


def count(text):
    number = int(text)
    if number < 1:
        raise ValueError
    return number


def numbers(text):
    return {int(one) for one in text.split(",")}


def parsed(arguments):
    parser = argparse.ArgumentParser(description=__doc__, epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engines", nargs="+", metavar="ENGINE", help="command line of an engine, in one argument, or @FILE with predicted moves")
    parser.add_argument("--positions", type=pathlib.Path, default=POSITIONS, metavar="FILE",
                        help="positions, as 'pipo sample --moves' writes them (default: reference/judge/5x5.txt)")
    parser.add_argument("--drawn", type=numbers, metavar="N,..", help="only positions with these numbers of drawn edges")
    parser.add_argument("--limit", type=count, metavar="N", help="at most N positions of each number of drawn edges and kind")
    parser.add_argument("--time", type=positive, metavar="SECONDS",
                        help="time per move, sent as 'time_settings 0 SECONDS 1' if the engine knows it; moves beyond it are counted")
    parser.add_argument("--timeout", type=positive, metavar="SECONDS", help="an engine hangs if a reply takes longer (default: --time and 60)")
    parser.add_argument("--jobs", type=count, default=1, metavar="N", help="processes at the same time (default: 1)")
    parser.add_argument("--strict", action="store_true", help="end with exit code 1 at the first failure of an engine")
    parser.add_argument("--format", choices=("text", "jsonl"), default="text", help="jsonl: a line per move, then the summaries")
    options = parser.parse_args(arguments)
    options.timeout = options.timeout or 60 + (options.time or 0)
    return options


def main(arguments=None):
    options = parsed(arguments)

    def report(engine, position, answer):
        if options.format == "jsonl":
            print(json.dumps(judge_report.told(engine, position, answer)), flush=True)
        if answer.failure and answer.failure.kind != "given-up":
            print(f"judge: {engine}: {position.text}: {answer.failure.kind}: {answer.failure}", file=sys.stderr, flush=True)

    try:
        positions = chosen(read_positions(options.positions), options.drawn, options.limit)
        if not positions:
            raise BadPositions(f"{options.positions}: no position to judge by; check --drawn")
        answers = Judge(options.engines, positions, options, report).run()
    except BadPositions as error:
        print(f"judge: {error}", file=sys.stderr)
        return 2
    except Strict:
        return 1
    except KeyboardInterrupt:
        return 130
    if options.format == "jsonl":
        for summary in judge_report.summaries(options.engines, positions, answers, options):
            print(json.dumps(summary))
    else:
        judge_report.print_text(options.engines, positions, answers, options)
    return 0


if __name__ == "__main__":
    sys.exit(main())
