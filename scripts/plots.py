#!/usr/bin/python3
"""Draws the pictures of docs/results.md and docs/performance.md from figures in files:

  layers.svg     how many values each layer has, board by board
  margins.svg    how often each margin occurs in each layer, of one board or two
  time-size.svg  time and size of each table by the number of its values, and times that others published

The first two use the output of `pipo info BOARD --format csv`, the third uses the tables of results.md and
data/published.csv. The same figures give the same bytes. Needs python3-matplotlib.
"""

import argparse
import itertools
import pathlib
import sys

import plot_data

SOURCE = pathlib.Path(__file__).resolve().parent.parent
# Okabe and Ito's colours, which people with colour vision deficiency can distinguish; marks
# distinguish the lines without colours.
BLUE, ORANGE, GREEN, RED, SKY, PURPLE, BLACK = "#0072B2", "#E69F00", "#009E73", "#D55E00", "#56B4E9", "#CC79A7", "#000000"
LINES = list(zip([BLACK, ORANGE, GREEN, BLUE, PURPLE, RED, SKY], "osD^vPX"))
# Shares of a layer at which the colour changes.
STEPS = [0, 1e-5, 1e-4, 1e-3, 1e-2, 0.03, 0.1, 0.3, 1]
# The smallest table in the plot of times and sizes, in values.
LEAST = 1e5


def matplotlib_or_error():
    try:
        import matplotlib
    except ImportError:
        raise plot_data.PlotError("needs matplotlib, which this Python does not have: './scripts/install-packages.sh plots' installs "
                                  "python3-matplotlib for /usr/bin/python3") from None
    matplotlib.use("svg")
    # Writes text as text, and the same bytes for the same figures.
    matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "pipopipette", "font.size": 10, "axes.axisbelow": True})
    return matplotlib


def save(figure, path, title):
    # Matplotlib's default for the creator changes with its version.
    figure.savefig(path, format="svg", facecolor="white", metadata={"Date": None, "Creator": "scripts/plots.py", "Title": title})


def short(number):
    for unit, size in (("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if number >= size:
            return f"{number / size:.3g} {unit}"
    return f"{number:.3g}"


def draw_layers(matplotlib, tables, path):
    from matplotlib import pyplot
    figure, axes = pyplot.subplots(figsize=(8, 4.8), layout="constrained")
    for table, (colour, mark) in zip(sorted(tables, key=lambda table: sum(table.stored)), LINES):
        # A layer without values has no point on a log scale, so the line has a gap there.
        axes.plot([stored or float("nan") for stored in table.stored], marker=mark, markersize=3.5, linewidth=1, color=colour,
                  label=f"{table.name}: {short(sum(table.stored))} values")
    axes.set(yscale="log", xlabel="layer: edges drawn", ylabel="values stored", title="Values stored in each layer")
    axes.grid(True, which="major", alpha=0.4)
    axes.yaxis.set_major_locator(matplotlib.ticker.LogLocator(numticks=20))
    axes.yaxis.set_minor_locator(matplotlib.ticker.NullLocator())
    handles, labels = axes.get_legend_handles_labels()
    axes.legend(handles[::-1], labels[::-1], fontsize=9)
    save(figure, path, "Values stored in each layer")


def cells_of(table, low, high):
    """Returns rectangles for all pairs of layer and margin with a share in (low, high], as one path; None if there are none."""
    from matplotlib.path import Path
    corners, codes = [], []
    for layer, counts in enumerate(table.counts):
        for margin, count in zip(table.margins, counts):
            if count and low < count / table.stored[layer] <= high:
                x, y = layer - 0.5, margin - 0.5
                corners += [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1), (x, y)]
                codes += [Path.MOVETO, Path.LINETO, Path.LINETO, Path.LINETO, Path.CLOSEPOLY]
    return Path(corners, codes) if corners else None


def percent(share):
    return f"{100 * share:.5g}%"


def draw_margins(matplotlib, tables, path):
    from matplotlib import patches, pyplot
    # Cells are a whole number of points wide and high and begin at a whole point, so coordinates
    # have no fractions.
    wide, high, left, bottom, gap, top = 7, 8, 54, 82, 46, 30
    widths = [wide * len(table.stored) for table in tables]
    heights = [high * len(table.margins) for table in tables]
    size = left + sum(widths) + gap * (len(tables) - 1) + 16, bottom + max(heights) + top
    figure = pyplot.figure(figsize=(size[0] / 72, size[1] / 72))
    colours = [matplotlib.colormaps["viridis"](1 - step / (len(STEPS) - 2)) for step in range(len(STEPS) - 1)]
    x = left
    for table, width, height in zip(tables, widths, heights):
        # Margin 0 is at the same height on all boards.
        y = bottom + (max(heights) - height) / 2
        axes = figure.add_axes([x / size[0], y / size[1], width / size[0], height / size[1]])
        for colour, low, above in zip(colours, STEPS, STEPS[1:]):
            if cells := cells_of(table, low, above):
                # Antialiasing would show a seam between neighbours of one colour.
                axes.add_patch(patches.PathPatch(cells, facecolor=colour, linewidth=0, antialiased=False))
        axes.set(xlim=(-0.5, len(table.stored) - 0.5), ylim=(table.margins[0] - 0.5, table.margins[-1] + 0.5),
                 xlabel="layer: edges drawn", title=f"{table.name}: {short(sum(table.stored))} values")
        axes.xaxis.set_major_locator(matplotlib.ticker.MultipleLocator(5))
        axes.yaxis.set_major_locator(matplotlib.ticker.MultipleLocator(4))
        axes.yaxis.set_major_formatter(lambda margin, _: f"{margin:+.0f}" if margin else "0")
        axes.grid(True, alpha=0.25)
        x += width + gap
    figure.axes[0].set_ylabel("margin of the player to move, in boxes")
    names = [f"up to {percent(STEPS[1])}"] + [f"to {percent(step)}" for step in STEPS[2:]]
    figure.legend([patches.Patch(facecolor=colour) for colour in colours], names, ncols=len(names), fontsize=9, handlelength=1.2,
                  columnspacing=1.2, loc="lower center", title="share of the layer's values that have the margin (blank: none has it)",
                  title_fontsize=9, frameon=False)
    save(figure, path, "Margins by layer")


def label_boards(axes, points, others):
    """Writes slanted board names beside their points: below for this project's boards of one row, above for all others."""
    for board, x, y in points:
        above = others or not board.startswith("1x")
        axes.annotate(board, (x, y), xytext=(-3, 4) if above else (3, -4), textcoords="offset points", fontsize=7.5,
                      rotation=-35, rotation_mode="anchor", ha="right" if above else "left", va="center")


def draw_time_size(matplotlib, made, others, path):
    from matplotlib import pyplot
    figure, both = pyplot.subplots(1, 2, figsize=(11, 7),
                                   gridspec_kw={"left": 0.07, "right": 0.98, "bottom": 0.165, "top": 0.955, "wspace": 0.16})
    # The published times come without numbers of values: each is plotted at the x-position of this
    # project's table of the board.
    stored = {table.board: table.stored for table in made if table.start == "american"}
    series = [(dict(marker="o", markersize=5, color=BLUE, label="this project: complete table (measured, 2 cores)"),
               [one for one in made if one.start == "american"])]
    marks = dict(zip(dict.fromkeys(one.solver for one in others), itertools.cycle([("s", RED), ("^", BLACK), ("D", GREEN), ("v", PURPLE)])))
    for solver, task, estimated in dict.fromkeys((one.solver, one.task, one.estimated) for one in others):
        found = [one for one in others if (one.solver, one.task, one.estimated) == (solver, task, estimated) and one.board in stored]
        if found:
            mark, colour = marks[solver]
            kind = "published estimate, never run" if estimated else f"published, {found[0].hardware}"
            series.append((dict(marker=mark, markersize=6, color=colour, fillstyle="none" if estimated else "full",
                                label=f"{solver}: {task} ({kind})"), found))
    for axes, what in zip(both, ("seconds", "bytes")):
        for style, tables in series:
            # For smaller tables, starting the program and opening files take most of the time.
            points = [(one.board, stored[one.board], getattr(one, what)) for one in tables
                      if getattr(one, what) and stored[one.board] >= LEAST]
            if points:
                axes.plot([x for _, x, _ in points], [y for _, _, y in points], linestyle="none", **style)
                label_boards(axes, points, style["color"] != BLUE)
        axes.set(xscale="log", yscale="log", xlim=(LEAST / 2, 2e12), xlabel="values in this project's table of the board")
        axes.margins(y=0.08)
        axes.xaxis.set_minor_locator(matplotlib.ticker.NullLocator())
        axes.yaxis.set_major_locator(matplotlib.ticker.LogLocator(numticks=20))
        axes.yaxis.set_minor_locator(matplotlib.ticker.NullLocator())
        axes.grid(True, alpha=0.4)
    both[0].set(ylabel="seconds", title="Time to make the table, or to find the value")
    both[1].set(ylabel="bytes", title="Size of the files")
    handles, labels = both[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="lower center", ncols=2, frameon=False, fontsize=9)
    save(figure, path, "Time and size by number of values")


def chosen(tables, names):
    by_name = {table.name: table for table in tables}
    for name in names:
        if name not in by_name:
            raise plot_data.PlotError(f"no file has the layers of {name}: give one, or choose other boards with --margins")
    return [by_name[name] for name in names]


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("layers", nargs="*", type=pathlib.Path, metavar="CSV",
                        help=f"layers of a board, at most {len(LINES)} (default: all of the boards in data/ of the documents)")
    parser.add_argument("--docs", type=pathlib.Path, default=SOURCE / "docs", help="folder with results.md and data/ (default: docs)")
    parser.add_argument("--out", type=pathlib.Path, help="folder for the pictures (default: that of the documents)")
    parser.add_argument("--margins", nargs="+", metavar="BOARD",
                        help="boards of margins.svg (default: the first two files given, or 4x5 and 4x4)")
    options = parser.parse_args(arguments)
    out = options.out or options.docs
    try:
        made = plot_data.made(options.docs / "results.md")
        others = plot_data.published(options.docs / "data/published.csv")
        tables = [plot_data.layers(path) for path in options.layers or sorted((options.docs / "data").glob("[0-9]*x[0-9]*.csv"))]
        if len(tables) > len(LINES):
            raise plot_data.PlotError(f"{len(tables)} boards are too many to tell apart: give at most {len(LINES)}")
        few = [table.name for table in tables[:2]] if options.layers else ["4x5", "4x4"]
        shown = chosen(tables, options.margins or few)
        matplotlib = matplotlib_or_error()
        if not out.is_dir():
            raise plot_data.PlotError(f"{out} is not a folder: create it, or name another one with --out")
        draw_layers(matplotlib, tables, out / "layers.svg")
        draw_margins(matplotlib, shown, out / "margins.svg")
        draw_time_size(matplotlib, made, others, out / "time-size.svg")
    except plot_data.PlotError as error:
        print(f"plots: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
