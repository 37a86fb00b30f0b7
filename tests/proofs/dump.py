"""Writes every position of a board and its value, as the tables have it: dump.py TABLES BOARD EDGES.

Each line is a position and its value, for check_table. The library answers many positions at a time, and NumPy makes
the lines, because `pipo sample`, which also finds the best moves, takes minutes for 3x3.
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


def main():
    folder, board, edges = sys.argv[1], sys.argv[2], int(sys.argv[3])
    tables = pipopipette.Tables(folder)
    for first in range(0, 1 << edges, AT_ONCE):
        positions = np.arange(first, min(first + AT_ONCE, 1 << edges), dtype=np.uint64)
        sys.stdout.buffer.write(lines(board, edges, positions, tables.values(positions, board)))


if __name__ == "__main__":
    main()
