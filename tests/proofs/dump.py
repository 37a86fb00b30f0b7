"""Writes positions and their values, as the tables have them.

    dump.py TABLES BOARD EDGES          every position of the board, for check_table
    dump.py TABLES BOARD < POSITIONS    those that are given, one per line, for check_positions

Each line is a position and its value. The library answers many positions at a time, and NumPy makes the lines, because
`pipo sample`, which also finds the best moves, takes minutes for 3x3.
"""

import sys

import numpy as np

import pipopipette

AT_ONCE = 1 << 18


def lines(board, edges, positions, values):
    """Returns the lines; a value has three characters."""
    head = np.frombuffer(f"{board}:".encode(), np.uint8)
    shown = np.array([list(f"{value:03d}".encode()) for value in range(-99, 100)], np.uint8)
    text = np.empty((len(positions), len(head) + edges + 5), np.uint8)
    text[:, :len(head)] = head
    for edge in range(edges):
        text[:, len(head) + edge] = ord("0") + (positions >> np.uint64(edge) & np.uint64(1))
    text[:, -5] = ord(" ")
    text[:, -4:-1] = shown[values.astype(int) + 99]
    text[:, -1] = ord("\n")
    return text.tobytes()


def every_position(edges):
    for first in range(0, 1 << edges, AT_ONCE):
        yield np.arange(first, min(first + AT_ONCE, 1 << edges), dtype=np.uint64)


def given_positions(board, edges, text):
    """Yields the positions of lines of equal length."""
    rows = np.frombuffer(text, np.uint8).reshape(-1, len(board) + 1 + edges + 1)
    for first in range(0, len(rows), AT_ONCE):
        digits = rows[first:first + AT_ONCE, len(board) + 1:-1] - ord("0")
        yield np.bitwise_or.reduce(digits.astype(np.uint64) << np.arange(edges, dtype=np.uint64), axis=1)


def main():
    folder, board = sys.argv[1:3]
    tables = pipopipette.Tables(folder)
    if len(sys.argv) > 3:
        edges = int(sys.argv[3])
        positions = every_position(edges)
    else:
        text = sys.stdin.buffer.read()
        edges = text.index(b"\n") - len(board) - 1
        positions = given_positions(board, edges, text)
    for some in positions:
        sys.stdout.buffer.write(lines(board, edges, some, tables.values(some, board)))


if __name__ == "__main__":
    main()
