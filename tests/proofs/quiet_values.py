"""Writes the values of all quiet positions of a board whose outer edges are merged: quiet_values.py TABLES BOARD FILE.

A value is a signed byte. The order is that of proofs/check_layers.ml: by the horizontal edges as a number, then by the
vertical edges of each row of boxes from the top.
"""

import sys

import numpy as np

import pipopipette

AT_ONCE = 1 << 20


def choices(rows, columns, row):
    """Returns the allowed vertical edges of a row, as a list for each pair of rows of horizontal edges."""
    def allowed(pair, verticals):
        sides = [(pair >> c & 1) + (pair >> c + columns & 1) + (verticals >> c & 1) + (verticals >> c + 1 & 1)
                 for c in range(columns)]
        if 3 in sides:
            return False
        if rows == 1:
            return not pair >> columns & ~pair
        # A corner's horizontal edge counts as drawn before its vertical one.
        ends = [(v, c) for v, c in ((0, 0), (columns, columns - 1)) if verticals >> v & 1]
        return (row > 0 or all(pair >> c & 1 for _, c in ends)) and \
            (row < rows - 1 or all(pair >> c + columns & 1 for _, c in ends))
    return [np.array([v for v in range(1 << columns + 1) if allowed(pair, v)], np.uint64)
            for pair in range(1 << 2 * columns)]


def batches(rows, columns):
    """Yields the positions in order, about AT_ONCE of them at a time."""
    first_vertical = (rows + 1) * columns
    shifted = [[v << np.uint64(first_vertical + row * (columns + 1)) for v in choices(rows, columns, row)]
               for row in range(rows)]
    mask, held, count = (1 << 2 * columns) - 1, [], 0
    for horizontals in range(1 << first_vertical):
        positions = np.array([horizontals], np.uint64)
        for row in range(rows):
            verticals = shifted[row][horizontals >> row * columns & mask]
            positions = (positions[:, None] | verticals).ravel()
        held.append(positions)
        count += len(positions)
        if count >= AT_ONCE:
            yield np.concatenate(held)
            held, count = [], 0
    if held:
        yield np.concatenate(held)


def main():
    folder, board, file = sys.argv[1:]
    tables = pipopipette.Tables(folder)
    rows, columns = map(int, board.split("x"))
    with open(file, "wb") as values:
        for positions in batches(rows, columns):
            values.write(tables.values(positions, board).astype(np.int8).tobytes())


if __name__ == "__main__":
    main()
