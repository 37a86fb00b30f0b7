#!/usr/bin/env python3
"""Makes the files of reference/rules, against which an implementation of the rules can be tested without knowing a value.

    games.jsonl       whole games, move by move
    positions.jsonl   positions, and the boxes that each of their moves completes
    perft.csv         numbers of games and positions by depth, as 'pipo perft' counts them

The games and positions come from examples/engines/rules.py, the counts from the program. The same command makes the
same files again.
"""

import argparse
import json
import pathlib
import random
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "examples/engines"))
import rules  # noqa: E402: its folder is on the path only now

LOOP = "h0.0 h0.1 h2.0 h2.1 v0.0 v0.2 v1.0 v1.2 v0.1"  # a loop of four boxes on 2x2, and a move that offers it
CHAIN = "h0.0 h1.0 h0.1 h1.1 h0.2 h1.2 h0.3 h1.3 h0.4 h1.4"  # a chain of five boxes on 1x5
GAMES = [
    ("the fourth side completes the box, and the game is over", "1x1", "v0.1 h0.0 h1.0 v0.0"),
    ("the last edge completes two boxes", "1x2", "h0.0 h0.1 h1.0 h1.1 v0.0 v0.2 v0.1"),
    ("a player who completes a box moves again", "1x2", "h0.0 h1.0 v0.0 v0.1 h0.1 h1.1 v0.2"),
    ("a box may be left to the opponent", "1x2", "h0.0 h1.0 v0.0 h0.1 v0.1 h1.1 v0.2"),
    ("an edge between two boxes completes one of them", "2x1", "h0.0 v0.0 v0.1 h1.0 v1.0 h2.0 v1.1"),
    ("a chain is taken in one turn", "1x3", "h0.0 h1.0 h0.1 h1.1 h0.2 h1.2 v0.0 v0.1 v0.2 v0.3"),
    ("the last two boxes of a chain are handed back", "1x5", f"{CHAIN} v0.0 v0.1 v0.2 v0.3 v0.5 v0.4"),
    ("a chain is taken from both ends", "1x5", f"{CHAIN} v0.2 v0.3 v0.1 v0.0 v0.4 v0.5"),
    ("a loop is taken in one turn, its last two boxes by one edge", "2x2", f"{LOOP} h1.0 v1.1 h1.1"),
    ("a loop is handed back", "2x2", f"{LOOP} v1.1 h1.0 h1.1"),
    ("two boxes by one edge, then another turn", "2x2", "h0.0 h0.1 h1.0 h1.1 v0.0 v0.2 v0.1 v1.0 v1.1 h2.0 h2.1 v1.2"),
    ("equal scores are a tie", "2x2", "h1.0 h2.1 v0.1 h1.1 h2.0 h0.1 v0.2 v1.1 v1.2 v1.0 v0.0 h0.0"),
]
RANDOM_GAMES = ("1x4", "4x1", "1x9", "2x3", "3x2", "3x3", "3x4", "4x3", "4x4", "5x5")
POSITIONS = {"1x1": 16, "1x2": 40, "2x1": 40, "1x5": 20, "5x1": 20, "2x2": 40, "2x3": 20, "3x2": 20, "3x3": 40, "4x4": 20,
             "5x5": 20, "10x10": 4}
COUNTS = {"1x1": 4, "1x2": 7, "2x1": 7, "1x3": 10, "1x4": 13, "2x2": 12, "2x3": 17, "3x3": 24, "3x4": 9, "4x4": 7, "5x5": 5,
          "10x10": 3}


def empty(board):
    return rules.Position(rules.Board(*map(int, board.split("x"))))


def completes(position, edge):
    """Returns the boxes, [row, column] each, that an open edge completes."""
    return [list(divmod(box, position.board.columns)) for box in position.board.boxes_of[edge] if position.sides[box] == 3]


def game_of(name, board, moves):
    """Returns the line of a game. `moves` chooses each edge, given the position."""
    position, player, score, steps = empty(board), 0, [0, 0], []
    names = position.board.names
    while open_edges := position.open_edges():
        edge = moves(position)
        boxes = completes(position, edge)
        step = {"player": player, "legal": [names[one] for one in open_edges], "edge": names[edge], "index": edge, "boxes": boxes}
        position.draw(edge)
        score[player] += len(boxes)
        player = player if boxes else 1 - player
        over = not position.open_edges()
        steps.append({**step, "position": position.dbn(), "score": score[:], "next": None if over else player})
    lead = score[0] - score[1]
    rows, columns = position.board.rows, position.board.columns
    return {"name": name, "board": board, "boxes": rows * columns, "edges": len(names),
            "outside": [f"h{rows + 1}.0", f"h0.{columns}", f"v{rows}.0", f"v0.{columns + 1}"],
            "steps": steps, "score": score, "winner": 0 if lead > 0 else 1 if lead < 0 else None}


def games():
    for name, board, text in GAMES:
        edges = iter(text.split())
        yield game_of(name, board, lambda position, edges=edges: position.board.edge(next(edges)))
    for board in RANDOM_GAMES:
        source = random.Random(f"{board} 1")
        yield game_of("random moves", board, lambda position, source=source: source.choice(position.open_edges()))
        yield game_of("boxes are taken, and not offered", board, lambda position, source=source: source.choice(
            position.captures() or position.safe_edges() or position.open_edges()))


def positions():
    for board, count in POSITIONS.items():
        source, found = random.Random(f"{board} 2"), {}
        edges = len(empty(board).drawn)
        while len(found) < count:
            position = empty(board)
            # Mostly positions in which moves complete boxes.
            for edge in source.sample(range(edges), min(edges, source.randint(0, edges) + source.randint(0, edges // 2))):
                position.draw(edge)
            found[position.dbn()] = position
        for text, position in sorted(found.items()):
            yield {"position": text, "moves": {position.board.names[edge]: completes(position, edge) for edge in position.open_edges()}}


def counts(pipo):
    lines = []
    for board, depth in COUNTS.items():
        made = subprocess.run([pipo, "perft", board, str(depth), "--format", "csv"], capture_output=True, text=True, check=True)
        heading, *rows = made.stdout.splitlines()
        lines = lines or [f"board,{heading}"]
        lines += [f"{board},{row}" for row in rows]
    return "\n".join(lines) + "\n"


def lines_of(items):
    return "".join(json.dumps(item, separators=(",", ":")) + "\n" for item in items)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
                                     epilog="example:\n  scripts/make_rules.py --pipo build/release/pipo --to reference/rules")
    parser.add_argument("--pipo", default="pipo", help="the program (default: pipo)")
    parser.add_argument("--to", type=pathlib.Path, required=True, metavar="DIR", help="the folder of the files")
    options = parser.parse_args()
    options.to.mkdir(parents=True, exist_ok=True)
    for name, text in ("games.jsonl", lines_of(games())), ("positions.jsonl", lines_of(positions())), ("perft.csv", counts(options.pipo)):
        (options.to / name).write_text(text)


if __name__ == "__main__":
    main()
