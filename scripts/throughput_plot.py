#!/usr/bin/python3
"""Plots the values per second of each interface, and prints them as a table for docs/performance.md.

    throughput_plot.py BUILD TABLES BOARD OUT.svg

Runs bench_batch of the build folder, and tests/bench/python_throughput.py with the build's module and the system's
Python. Takes some minutes on an otherwise idle machine. Needs python3-matplotlib.
"""

import json
import os
import pathlib
import subprocess
import sys

SOURCE = pathlib.Path(__file__).resolve().parent.parent
SIZES = ["single", *(str(10**power) for power in range(1, 7))]


def measured(build, tables, board):
    """Returns values per second by (interface, warm or cold, batch, threads)."""
    rates = {}
    said = subprocess.run([build / "bench_batch", tables, board, "--benchmark_format=json"], check=True,
                          stdout=subprocess.PIPE, text=True).stdout
    for run in json.loads(said)["benchmarks"]:
        rates[tuple(run["name"].split("/")[:4])] = run["items_per_second"]
    python = subprocess.run(["/usr/bin/python3", SOURCE / "tests/bench/python_throughput.py", "--json", tables, board],
                            check=True, stdout=subprocess.PIPE, text=True,
                            env={**os.environ, "PYTHONPATH": str(build / "python")}).stdout
    for name, rate in json.loads(python).items():
        rates[tuple(name.split("/"))] = rate
    return rates


def number(rate):
    return f"{rate / 1e6:.2f} M" if rate >= 1e6 else f"{rate / 1e3:.0f} k"


def table(rates):
    columns = sorted({(interface, heat, threads) for interface, heat, _, threads in rates},
                     key=lambda column: (column[1] != "warm", column[0] != "C++", column[0] != "C", column[2]))
    yield "| batch | " + " | ".join(f"{interface}, {heat}, {threads} thread{'s' * (threads != '1')}"
                                    for interface, heat, threads in columns) + " |"
    yield "| --- |" + " ---: |" * len(columns)
    for size in SIZES:
        cells = (rates.get((interface, heat, size, threads)) for interface, heat, threads in columns)
        yield f"| {size} | " + " | ".join(number(cell) if cell else "" for cell in cells) + " |"


def draw(rates, board, out):
    import matplotlib
    matplotlib.use("svg")
    # Writes text as text, and the same bytes for the same figures.
    matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "pipopipette", "font.size": 10})
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(8, 4.8))
    colours = {"C++": "tab:blue", "C": "tab:green", "Python": "tab:orange"}
    for interface, colour in colours.items():
        for heat, style in (("warm", "-"), ("cold", ":")):
            for threads, mark in (("1", "o"), ("2", "s")):
                points = [(int(size), rates[key]) for size in SIZES[1:]
                          if (key := (interface, heat, size, threads)) in rates]
                if points:
                    axes.plot(*zip(*points), style, marker=mark, markersize=4, color=colour,
                              label=f"{interface}, {heat}, {threads} thread{'s' * (threads != '1')}")
    axes.set(xscale="log", yscale="log", xlabel="positions a batch", ylabel="values a second",
             title=f"Random positions of {board}")
    axes.grid(True, which="major", alpha=0.4)
    axes.legend(fontsize=8, ncols=3, loc="upper center", bbox_to_anchor=(0.5, -0.15))
    figure.savefig(out, format="svg", metadata={"Date": None}, bbox_inches="tight")


def main():
    build, tables, board, out = sys.argv[1:]
    rates = measured(pathlib.Path(build), tables, board)
    print("\n".join(table(rates)))
    draw(rates, board, out)


if __name__ == "__main__":
    main()
