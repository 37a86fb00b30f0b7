#!/usr/bin/env python3
"""Compares the table of 3x3 with a database of Wilson's solver.

    scripts/compare_wilson.py --tables tables wilsonSolver

The folder contains 3x3/L/K.bin, or is that folder 3x3: L edges are drawn, K of them in the first of
two groups of twelve. All existing files are compared. A byte is the margin for the player to move. A
file does not store its positions; they follow from the order of its bytes:

- A group is a binary number, lowest bit first in the order of FIRST and SECOND below, 0 for a drawn
  edge. Groups with the same number of drawn edges are listed from the largest number down, and each
  first group is combined with all second groups.
- Of the mirror images and rotations of a first group, only the one with the smallest number is listed.
  Of the two outer edges of a corner box only the number drawn counts, which leaves three of four.

The exit code is 1 if a value differs, 2 if a file is malformed. Needs the Python module.
"""

import argparse
import os
import sys
from pathlib import Path

try:
    import numpy as np
    import pipopipette
except ImportError as error:
    sys.exit(f"compare_wilson: {error}; see docs/python.md (built but not installed: PYTHONPATH=build/release/python)")

BOARD = "3x3"
FIRST = "h1.0 h1.2 h2.0 h2.2 v0.1 v2.1 v0.2 v2.2 v1.0 v1.3 h0.1 h3.1".split()
SECOND = "h0.0 v0.0 h0.2 v0.3 h3.0 v2.0 h3.2 v2.3 v1.1 v1.2 h1.1 h2.1".split()
CORNERS = 4  # corner pairs, at the beginning of SECOND
SIZE = len(FIRST)


def fail(message):
    print(f"compare_wilson: {message}", file=sys.stderr)
    sys.exit(2)


def images(name):
    """Returns the names of an edge's images under the eight symmetries of the square, in a fixed order."""
    kind, row, column = name[0], int(name[1]), int(name[3])
    found = []
    for turned in (False, True):
        if turned:
            kind, row, column = "v" if kind == "h" else "h", column, row
        rows, columns = (3, 2) if kind == "h" else (2, 3)  # the last row and column
        for r in (row, rows - row):
            for c in (column, columns - column):
                found.append(f"{kind}{r}.{c}")
    return found


def image_of(number, place_of):
    return sum((number >> bit & 1) << place for bit, place in enumerate(place_of))


def first_groups():
    """Returns the numbers that are the smallest among their images, from the largest down."""
    moved = [images(name) for name in FIRST]
    symmetries = [[FIRST.index(to[i]) for to in moved] for i in range(8)]
    return [number for number in reversed(range(1 << SIZE))
            if all(number <= image_of(number, places) for places in symmetries)]


def second_groups():
    """Returns the numbers in which no corner has only its second edge drawn, from the largest down."""
    return [number for number in reversed(range(1 << SIZE))
            if all(number >> 2 * corner & 3 != 1 for corner in range(CORNERS))]


def by_drawn(numbers, names):
    """Returns, for each number of drawn edges, the groups as masks of edges, in order."""
    edges = [pipopipette.edge_index(BOARD, name) for name in names]
    lists = [[] for _ in range(SIZE + 1)]
    for number in numbers:
        drawn = [edge for bit, edge in enumerate(edges) if not number >> bit & 1]
        lists[len(drawn)].append(sum(1 << edge for edge in drawn))
    return [np.array(masks, dtype=np.uint64) for masks in lists]


def compare_file(path, positions, tables):
    """Returns how many values differ, and a description of the first one."""
    theirs = np.frombuffer(path.read_bytes(), dtype=np.int8)
    if len(theirs) != len(positions):
        fail(f"{path}: {len(theirs)} bytes instead of {len(positions)}, one a position")
    ours = tables.values(positions, BOARD)
    differ = np.flatnonzero(ours != theirs)
    if not len(differ):
        return 0, None
    at = differ[0]
    position = pipopipette.Position.from_mask(BOARD, int(positions[at]))
    return len(differ), f"{path}, byte {at}: {theirs[at]}, and the table says {ours[at]} of {position}"


def files_of(folder):
    """Returns the files by (drawn edges, drawn edges of the first group)."""
    root = folder / BOARD if (folder / BOARD).is_dir() else folder
    found = {}
    for path in root.glob("*/*.bin"):
        if path.parent.name.isdecimal() and path.stem.isdecimal():
            found[int(path.parent.name), int(path.stem)] = path
    if not found:
        fail(f"{folder}: has no files {BOARD}/L/K.bin")
    return dict(sorted(found.items()))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("folder", type=Path, help="the database")
    parser.add_argument("--tables", action="append", metavar="DIR", help="a folder of tables (default: PIPO_TABLES, ./tables)")
    asked = parser.parse_args()
    files = files_of(asked.folder)
    first, second = by_drawn(first_groups(), FIRST), by_drawn(second_groups(), SECOND)
    compared = different = 0
    try:
        with pipopipette.Tables(*(asked.tables or [])) as tables:
            for (drawn, in_first), path in files.items():
                if in_first > SIZE or not 0 <= drawn - in_first <= SIZE:
                    fail(f"{path}: {drawn} edges cannot be drawn with {in_first} in the first group")
                positions = np.bitwise_or.outer(first[in_first], second[drawn - in_first]).ravel()
                wrong, what = compare_file(path, positions, tables)
                if wrong and not different:
                    print(what)
                compared, different = compared + len(positions), different + wrong
    except (pipopipette.Error, OSError) as error:
        fail(error)
    print(f"{len(files)} files, {compared} positions of {BOARD}: {different or 'none'} of them differ")
    sys.exit(1 if different else 0)


if __name__ == "__main__":
    main()
