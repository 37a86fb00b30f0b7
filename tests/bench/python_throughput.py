#!/usr/bin/python3
"""Measures values a second in Python. Run by hand on an idle machine.

    PYTHONPATH=build/release/python /usr/bin/python3 tests/bench/python_throughput.py [--json] tables BOARD

Random positions; all numbers of drawn edges are equally likely. Warm: an unmeasured run has filled the cache with all blocks.
Cold: the cache keeps no block. The fastest of several runs counts. With --json prints one object from "Python/warm/1000/2"
(positions a batch, threads) to values a second, for scripts/throughput_plot.py.
"""

import json
import sys
import time

import numpy as np
import pipopipette

SIZES = [10**power for power in range(1, 7)]


def fastest(work, at_least=0.5):
    """Returns the seconds of the fastest run, of at least three."""
    best, spent, runs = float("inf"), 0.0, 0
    while runs < 3 or spent < at_least:
        start = time.perf_counter()
        work()
        took = time.perf_counter() - start
        best, spent, runs = min(best, took), spent + took, runs + 1
    return best


def random_masks(edges, count):
    random = np.random.default_rng(1)
    drawn = random.integers(0, edges + 1, count)
    order = np.argsort(random.random((count, edges)), axis=1)
    bits = (np.argsort(order, axis=1) < drawn[:, None]).astype(np.uint64)
    return (bits << np.arange(edges, dtype=np.uint64)).sum(axis=1, dtype=np.uint64)


def batches(tables, board, masks, heat):
    """Measures each batch size on successive parts of all positions, as bench_batch does."""
    for size in SIZES:
        parts = [masks[at:at + size] for at in range(0, len(masks), size)][:max(1, 100_000 // size)]
        for threads in (1, 2):
            took = fastest(lambda: [tables.values(part, board, threads=threads) for part in parts])
            yield f"Python/{heat}/{size}/{threads}", sum(map(len, parts)) / took


def other_ways(tables, board, masks):
    """Measures single positions, arrays of zeros and ones, and best moves."""
    positions = [pipopipette.Position.from_mask(board, int(mask)) for mask in masks[:20_000]]
    texts = [str(position) for position in positions]
    for name, asked in (("single", positions), ("single text", texts)):
        yield f"Python/warm/{name}/1", len(asked) / fastest(lambda: [tables.value(one) for one in asked])
    bits = pipopipette.to_bits(masks, board)
    yield "Python/warm/zeros and ones/1", len(bits) / fastest(lambda: tables.values(bits, board, threads=1))
    some = masks[:20_000]
    yield "Python/warm/best moves/1", len(some) / fastest(lambda: tables.best_moves(some, board, threads=1))


def main():
    arguments = sys.argv[1:]
    as_json = arguments[:1] == ["--json"]
    folder, board = arguments[as_json:]
    masks = random_masks(len(pipopipette.edge_names(board)), max(SIZES))
    rates = {}
    with pipopipette.Tables(folder, cache_bytes=4 << 30) as tables:
        tables.values(masks, board)
        rates.update(batches(tables, board, masks, "warm"))
        rates.update(other_ways(tables, board, masks))
    with pipopipette.Tables(folder, cache_bytes=0) as tables:
        rates.update(batches(tables, board, masks, "cold"))
    if as_json:
        print(json.dumps(rates))
    else:
        for name, rate in rates.items():
            print(f"{name:32} {rate:12,.0f} a second")


if __name__ == "__main__":
    main()
