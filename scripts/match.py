#!/usr/bin/env python3
"""Plays matches between programs that speak the protocol of docs/engine.md: the first one against each of the others.

An engine is a command line in one argument. Each game starts it anew; {seed} in the command is replaced by the number
of the game. The engines begin in turn. An engine that dies, hangs, or replies nonsense, an error or an illegal move
loses the game by all boxes that were left at its start, and the failure is shown.

The table shows the games that the first engine won, drew and lost, its share of the points (a drawn game is half a
point), its mean margin in boxes with the standard error, how many of the games were different ones, the slowest move of
each side and, with --time, in how many games a move took longer than that. Engines without chance repeat their games;
--random-moves makes them differ.
"""

import argparse
import collections
import concurrent.futures
import json
import math
import pathlib
import random
import re
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "examples/engines"))
import engine_process  # noqa: E402: the folder of the rules is on the path only now
import judge_report  # noqa: E402
import rules  # noqa: E402
from engine_process import Failure  # noqa: E402
from judge import count, positive  # noqa: E402

EXAMPLES = """examples:
  scripts/match.py "pipo engine" "examples/engines/engine.py --seed {seed} greedy"
  scripts/match.py --games 20 --time 1 --jobs 2 --record games.jsonl "pipo engine --seed {seed}" "./mcts --seed {seed}"
  scripts/match.py --board 4x4 --random-moves 4 "pipo engine" "pipo engine --level 5"
  scripts/match.py --board 2x2:111000000000 --games 10 "pipo engine" "examples/engines/engine.py --seed {seed} random"

exit codes:
  0 played   2 bad usage or a bad record   130 interrupted"""


class BadRecord(Exception):
    """A file of games that cannot be read."""


class Stopped(Exception):
    """The match is interrupted: the game does not count."""


class Board:
    """A position whose edges have names. Boxes that are complete at the start belong to nobody."""

    def __init__(self, text):
        """Takes a size such as 5x5 or a DBN string. Raises ValueError."""
        if not re.fullmatch(r"[1-9]\d?x[1-9]\d?(:[01]+)?", text):
            raise ValueError(f"{text!r} is neither a board such as 5x5 nor a position as a DBN string")
        rows, columns = map(int, text.partition(":")[0].split("x"))
        self._position = rules.Position.from_dbn(text) if ":" in text else rules.Position(rules.Board(rows, columns))
        self.left = sum(sides < 4 for sides in self._position.sides)  # boxes, at the start
        if not self.open:
            raise ValueError(f"{text!r} has no open edge")

    @property
    def open(self):
        """The names of the open edges."""
        return self._named(self._position.open_edges())

    def draw(self, edge):
        """Draws an open edge and returns how many boxes it completes."""
        return self._position.draw(self._position.board.edge(edge))

    def safe(self):
        """The open edges that give no box a third side."""
        return self._named(self._position.safe_edges())

    def _named(self, edges):
        return [self._position.board.names[edge] for edge in edges]


def opening(start, moves, seed):
    """Returns safe random moves, fewer if there are no more."""
    board, source, chosen = Board(start), random.Random(seed), []
    while len(chosen) < moves and board.safe():
        chosen.append(source.choice(board.safe()))
        board.draw(chosen[-1])
    return chosen


def play(commands, start, begun, timeout, move_time, stop):
    """Plays a game of two engines, the first of which begins, after the moves `begun`. Returns its record.

    Raises Stopped before the next move if the event `stop` is set.
    """
    board, score, moves, slowest, turn = Board(start), [0, 0], [], [0.0, 0.0], 0
    engines = []
    try:
        for turn, command in enumerate(commands):
            engines.append(engine_process.Engine(command, timeout, move_time))
            engines[-1].ask(f"boardsize {start.partition(':')[0]}")
            if ":" in start:
                engines[-1].ask(f"load {start}")
        turn = 0
        while board.open:
            if stop.is_set():
                raise Stopped
            if len(moves) < len(begun):
                edge = begun[len(moves)]
                engines[turn].ask(f"play {edge}")
            else:
                began = time.monotonic()
                reply = engines[turn].ask("genmove")
                slowest[turn] = max(slowest[turn], time.monotonic() - began)
                edge = reply.split()[0] if reply else ""
                if edge not in board.open:
                    raise Failure("illegal", f"genmove: {reply[:60]!r} after {' '.join(moves)}")
            taken = board.draw(edge)
            moves.append(edge)
            score[turn] += taken
            mover, turn = turn, turn if taken else 1 - turn
            other = 1 - mover
            try:
                engines[other].ask(f"play {edge}")
            except Failure:
                turn = other
                raise
    except Failure as failure:
        score = [0, 0]
        score[1 - turn] = board.left
        return {"moves": moves, "score": score, "seconds": slowest, "failed": turn, "failure": f"{failure.kind}: {failure}"}
    finally:
        for engine in engines:
            engine.close()
    return {"moves": moves, "score": score, "seconds": slowest}


def key(game):
    return tuple(game[field] for field in ("engines", "board", "number", "random_moves", "time"))


def recorded(path):
    """Returns the games of a file, by key(). Raises BadRecord."""
    games = {}
    if path is None or not path.exists():
        return games
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise BadRecord(f"{path}: {error}; name another file") from None
    for number, line in enumerate(lines, 1):
        try:
            game = json.loads(line)
            game["engines"] = tuple(game["engines"])
            games[key(game)] = game
        except (ValueError, KeyError, TypeError):
            raise BadRecord(f"{path}, line {number}: not a game that match.py wrote; remove the line, or name another file") from None
    return games


def planned(arguments):
    """Returns the games to play, without results."""
    games = []
    for other in arguments.other:
        for number in range(1, arguments.games + 1):
            engines = (arguments.engine, other) if number % 2 == 1 else (other, arguments.engine)
            games.append({"engines": engines, "board": arguments.board, "number": number, "random_moves": arguments.random_moves,
                          "time": arguments.time})
    return games


def finished(game, arguments, stop):
    """Plays a planned game. Two games in succession have the same opening, with the engines exchanged."""
    commands = [command.replace("{seed}", str(game["number"])) for command in game["engines"]]
    begun = opening(game["board"], game["random_moves"], (game["number"] + 1) // 2)
    return {**game, **play(commands, game["board"], begun, arguments.timeout, game["time"], stop)}


def row(engine, other, games):
    """Returns the cells of an opponent's row."""
    own = [game["engines"].index(engine) for game in games]
    margins = [game["score"][side] - game["score"][1 - side] for game, side in zip(games, own)]
    won, drawn = sum(margin > 0 for margin in margins), sum(margin == 0 for margin in margins)
    times = [[game["seconds"][side if of == 0 else 1 - side] for game, side in zip(games, own)] for of in (0, 1)]
    over = [str(sum(one > (game["time"] or math.inf) for one, game in zip(of, games))) for of in times]
    different = len({tuple(game["moves"]) for game in games})
    return [other, str(len(games)), f"{won}-{drawn}-{len(games) - won - drawn}", f"{(won + drawn / 2) / len(games):.1%}",
            judge_report.shown(judge_report.Mean.of(margins), "+"), str(different), *(f"{max(of):.1f} s" for of in times), *over]


def report(arguments, games):
    rows = [["against", "games", "won-drawn-lost", "points", "margin", "different", "slowest", "its slowest", "over time", "its over time"]]
    for other in arguments.other:
        own = [game for game in games if set(game["engines"]) == {arguments.engine, other}]
        if own:
            rows.append(row(arguments.engine, other, own))
    if arguments.time is None:
        rows = [cells[:-2] for cells in rows]
    widths = [max(map(len, column)) for column in zip(*rows)]
    print(f"{arguments.engine}, {arguments.board}")
    for cells in rows:
        print("  ".join(cell.ljust(width) if i == 0 else cell.rjust(width) for i, (cell, width) in enumerate(zip(cells, widths))))
    failures = collections.Counter((game["engines"][game["failed"]], game["failure"]) for game in games if "failed" in game)
    for (engine, failure), lost in failures.items():
        print(f"{engine} lost {lost} by failure: {failure}")


def parsed(arguments):
    parser = argparse.ArgumentParser(description=__doc__, epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine", metavar="ENGINE", help="command line of the engine to test, in one argument")
    parser.add_argument("other", metavar="OTHER", nargs="+", help="engines to play against")
    parser.add_argument("--board", default="5x5", metavar="BOARD",
                        help="rows and columns of boxes, or a position as a DBN string to begin with (default: 5x5)")
    parser.add_argument("--games", type=count, default=100, metavar="N", help="games against each (default: 100)")
    parser.add_argument("--time", type=positive, metavar="SECONDS",
                        help="time per move, sent as 'time_settings 0 SECONDS 1' if the engine knows it")
    parser.add_argument("--timeout", type=positive, metavar="SECONDS", help="an engine hangs if a reply takes longer (default: --time and 60)")
    parser.add_argument("--random-moves", type=int, default=0, metavar="N",
                        help="begin with N random moves that offer no box, the same for both colours")
    parser.add_argument("--jobs", type=count, default=1, metavar="N", help="games at the same time (default: 1)")
    parser.add_argument("--record", type=pathlib.Path, metavar="FILE",
                        help="write each game to this file, a line of JSON; games that it has already are not played again")
    options = parser.parse_args(arguments)
    try:
        Board(options.board)
    except ValueError as error:
        parser.error(f"--board: {error}")
    if options.random_moves < 0:
        parser.error("--random-moves is not negative")
    options.other = list(dict.fromkeys(options.other))
    if options.engine in options.other:
        parser.error("an engine cannot play against the same command; add an option that changes nothing, such as --seed")
    options.timeout = options.timeout or (options.time or 0) + 60
    return options


def main(arguments=None):
    options = parsed(arguments)
    try:
        known = recorded(options.record)
    except BadRecord as error:
        print(f"match.py: {error}", file=sys.stderr)
        return 2
    games = planned(options)
    done = [known[key(game)] for game in games if key(game) in known]
    left = [game for game in games if key(game) not in known]
    lock, stop = threading.Lock(), threading.Event()

    def one(game):
        result = finished(game, options, stop)
        with lock:
            done.append(result)
            if options.record:
                with options.record.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(result) + "\n")
            if sys.stderr.isatty():
                print(f"\r{len(done)} of {len(games)} games", end="\n" if len(done) == len(games) else "", file=sys.stderr)

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        try:
            for _ in pool.map(one, left):
                pass
        except KeyboardInterrupt:
            stop.set()
            pool.shutdown(cancel_futures=True)
            report(options, done)
            return 130
    report(options, sorted(done, key=lambda game: game["number"]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
