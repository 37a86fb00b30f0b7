#!/usr/bin/env python3
"""How many values a second Python gets: run by hand, with nothing else on the machine.

    PYTHONPATH=build/release/python /usr/bin/python3 tests/bench/python_throughput.py tables

On 4x4 if the folder has it, else on 3x4. Positions are random sets of edges, the same for every size of batch,
and asked for once before anything is measured: all blocks are in the cache. Of several runs the fastest counts.
"""

import sys
import time

import numpy as np
import pipopipette


def fastest(work, at_least=0.5):
    """Seconds of the fastest run, of at least three and for some time."""
    best, spent, runs = float("inf"), 0.0, 0
    while runs < 3 or spent < at_least:
        start = time.perf_counter()
        work()
        took = time.perf_counter() - start
        best, spent, runs = min(best, took), spent + took, runs + 1
    return best


def main():
    with pipopipette.Tables(*sys.argv[1:]) as tables:
        found = {table.name for table in tables.boards}
        board = "4x4" if "4x4" in found else "3x4"
        edges = len(pipopipette.edge_names(board))
        masks = np.random.default_rng(1).integers(0, 1 << edges, 10**6, dtype=np.uint64)
        tables.values(masks, board)
        print(f"{board}, warm, values a second")
        print(f"{'batch':>9} {'1 thread':>12} {'2 threads':>12} {'best moves, 1 thread':>22}")
        for size in (10, 100, 1000, 10_000, 100_000, 1_000_000):
            batch = masks[:size]
            rates = [size / fastest(lambda: tables.values(batch, board, threads=threads)) for threads in (1, 2)]
            some = batch[:10_000]
            best = len(some) / fastest(lambda: tables.best_moves(some, board, threads=1))
            print(f"{size:>9} {rates[0]:>12,.0f} {rates[1]:>12,.0f} {best:>22,.0f}")
        bits = pipopipette.to_bits(masks, board)
        rate = len(bits) / fastest(lambda: tables.values(bits, board, threads=1))
        print(f"zeros and ones, a byte each, 1 thread: {rate:,.0f} a second")
        positions = [pipopipette.Position.from_mask(board, int(mask)) for mask in masks[:10_000]]
        texts = [str(position) for position in positions]
        for what, asked in (("Position objects", positions), ("texts", texts)):
            took = fastest(lambda: [tables.value(position) for position in asked]) / len(asked)
            print(f"value() one by one, of {what}: {took * 1e6:.2f} us each, {1 / took:,.0f} a second")


if __name__ == "__main__":
    main()
