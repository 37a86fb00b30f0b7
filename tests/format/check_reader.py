"""Compares the second reader with the rules of the game, position by position, and with the content hashes.

    check_reader.py PIPO         generates small tables with the program PIPO and reads them
    check_reader.py PIPO long    the same with positions of 2x3, whose values by the rules take most of the time
"""

import functools
import random
import subprocess
import sys
import tempfile

import reader
from board import Board
from xxh3 import xxh3


@functools.cache
def values_by_rule(rows, columns, cost=0):
    """Returns a function from positions of the board to margins, computed from the rules alone. It remembers them for the
    other tables of the board."""
    board = Board(rows, columns)
    full = (1 << board.edges) - 1
    boxes = [[sum(1 << x for x in box) for box in board.boxes if e in box] for e in range(board.edges)]

    @functools.lru_cache(None)
    def value(edges):
        best = None
        for e in range(board.edges):
            if edges >> e & 1:
                continue
            after = edges | 1 << e
            captures = sum(after & box == box for box in boxes[e])
            mine = captures + value(after) if captures else -value(after)
            best = mine if best is None else max(best, mine)
        return -cost if edges == full else best

    return value


@functools.cache
def nim_values_by_rule(rows, columns):
    """The same for Nimstring: the least number of counters of a heap next to which the position is lost for the player to
    move, or None if there is none."""
    board = Board(rows, columns)
    boxes = [[sum(1 << x for x in box) for box in board.boxes if e in box] for e in range(board.edges)]
    most = board.edges

    @functools.lru_cache(None)
    def value(edges):
        won = set()
        for e in range(board.edges):
            if edges >> e & 1:
                continue
            after = edges | 1 << e
            lost = value(after)
            if any(after & box == box for box in boxes[e]):
                won |= set(range(most + 1)) - {lost}
            elif lost is not None:
                won.add(lost)
        return next((counters for counters in range(most + 1) if counters not in won), None)

    return value


def check_table(folder, stride, layers=None):
    table = reader.Table(folder)
    board = table.named
    value = (nim_values_by_rule(board.rows, board.columns) if table.nimstring
             else values_by_rule(board.rows, board.columns, table.cost))
    start = table.space.start
    checked = 0
    for edges in range(0, 1 << board.edges, stride) if stride else ():
        if start & ~table.turn(edges):
            continue
        assert table.value(edges) == value(edges), (folder, bin(edges))
        checked += 1
    hashes = b""
    for layer in layers or sorted(table.layers):
        content = table.content_hash(layer)
        assert content == table.layers[layer].content_hash, (folder, layer)
        hashes += content.to_bytes(8, "little")
    assert layers or f"{xxh3(hashes):016x}" == table.manifest["content_hash"], folder
    print(f"{folder}: {checked} positions and {len(layers or table.layers)} content hashes agree")


def check_thinned(folder, stride):
    """Every position of a table that omits layers, and what its manifest says of them."""
    table = reader.Table(folder)
    value = values_by_rule(table.named.rows, table.named.columns, table.cost)
    entries = table.manifest["layers"]
    assert table.manifest["format"] == (6 if table.cost else 4) and len(table.layers) < len(entries), folder
    assert all(entry["bytes"] == 0 for entry in entries if "file" not in entry), folder
    assert table.manifest["bytes"] == sum(entry["bytes"] for entry in entries), folder
    assert table.manifest["stored"] == sum(entry["stored"] for entry in entries if "file" in entry), folder
    for edges in range(0, 1 << table.named.edges, stride):
        assert table.value(edges) == value(edges), (folder, bin(edges))
    hashes = b"".join(int(entry["content_hash"], 16).to_bytes(8, "little") for entry in entries)
    assert f"{xxh3(hashes):016x}" == table.manifest["content_hash"], folder
    print(f"{folder}: agrees, with {len(table.layers)} of {len(entries)} layers")


def main():
    sys.setrecursionlimit(10000)
    long = sys.argv[2:] == ["long"]
    of_2x3 = 61 if long else None  # otherwise the content hashes alone
    boards = [("1x1", 1), ("1x2", 1), ("1x3", 1), ("2x2", 1), ("1x4", 1 if long else 7), ("2x3", of_2x3),
              ("2x2 --start 2x2:100000100000", 1),
              # Only a half turn maps these starts onto themselves.
              ("2x2 --start 2x2:100001000000", 1), ("2x3 --start 2x3:10000000100000000", 61),
              ("1x3 --game nimstring", 1), ("2x2 --game nimstring", 1), ("2x3 --game nimstring", of_2x3),
              ("1x3 --last-move 1", 1), ("2x2 --last-move 4", 1), ("2x3 --last-move 3 --start swedish", 1),
              ("2x2 --start swedish", 1), ("1x3 --start icelandic", 1), ("2x3 --start 2x3:01000000010000000", 61),
              # Two layers of 3x3, by their content hashes.
              ("3x3", None, (4, 20)),
              # Two layers that have blocks with references. The recursion in Python would take too long.
              ("2x4", None, (5, 12))]
    for arguments, *checks in boards:
        with tempfile.TemporaryDirectory() as tables:
            subprocess.run([sys.argv[1], "--tables", tables, "generate", *arguments.split()], check=True,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            folder = next(reader.pathlib.Path(tables).iterdir())
            check_table(folder, *checks)
    for board, which, stride in [("1x3", "even", 1), ("2x2", "every 3", 1), ("2x2-last3", "every 3", 1)] + ([("2x3", "even", 61)] if long else []):
        with tempfile.TemporaryDirectory() as tables, tempfile.TemporaryDirectory() as thinned:
            for arguments in (["generate", board], ["thin", board, "--keep", which, "--to", thinned]):
                subprocess.run([sys.argv[1], "--tables", tables, *arguments], check=True,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            check_thinned(next(reader.pathlib.Path(thinned).iterdir()), stride)


if __name__ == "__main__":
    main()
