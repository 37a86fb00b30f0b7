#!/usr/bin/env python3
"""Makes the atlas, the tables of the first layers of every solved board, from nothing, and measures it.

    scripts/make_atlas.py make --work DIR [TABLE ...]     makes the complete tables in DIR, and their first layers in atlas/
    scripts/make_atlas.py measure [TABLE ...]             measures what the positions behind the kept layers take to solve
    scripts/make_atlas.py show                            prints the tables of docs/results.md

Without TABLE all tables are made, the largest first: 4x5 needs 45 GiB of disk and an hour or so with two cores. An
interrupted run continues: finished tables are left as they are. --drop removes each complete table once its first
layers are in the atlas. --memory is that of `pipo generate`, and changes nothing but the time.

make records in atlas/atlas.csv how each table was made: command, seconds, machine, commit, and the content hash, the
stored values and the bytes of the complete table.

measure solves random positions of a layer, each from nothing in a process of its own, and writes for each table and
layer a line of atlas/measured.csv: the bytes of a table that keeps all layers up to this one, and the seconds that the
positions took, median and worst. These are the costliest positions of such a table: it has their values, but all their
moves have to be solved. It begins with the first layer and ends with one that takes at most 1 s (median) and 3 s (worst);
--from and --to choose other layers. It needs an idle machine, and, for layers that the atlas does not have, the
complete tables (--work).
"""
import argparse
import csv
import json
import os
import platform
import random
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ATLAS = ROOT / "atlas"

# The last layer that the atlas has of each table, if it is not the first: one whose positions, with all moves, are solved
# within MEDIAN and WORST by two cores. Of 4x5 that would be 10, which takes 60 MB; positions of its layer 8 take 2.5 s, of
# layer 9 1.1 s (median).
LAST = {"4x5": 8, "2x9": 8, "3x6": 7, "2x8": 5, "4x4": 4, "1x16": 6, "1x15": 4, "1x14": 1, "3x5": 3, "2x7": 1,
        "3x7-icelandic": 13, "4x5-icelandic": 11, "2x10-icelandic": 13}
MEDIAN, WORST = 1.0, 3.0  # seconds
QUICK = 0.7  # seconds; a table whose start takes less is not listed in docs/results.md

BOARDS = [*(f"1x{n}" for n in range(1, 17)), *(f"2x{n}" for n in range(2, 10)), *(f"3x{n}" for n in range(3, 7)), "4x4", "4x5"]
ICELANDIC = ["2x6", "2x7", "2x8", "2x9", "2x10", "3x5", "3x6", "3x7", "4x4", "4x5"]
SWEDISH = ["2x7", "3x5", "3x6", "3x7", "3x8", "4x4", "4x5", "4x6", "5x5"]
TABLES = [*BOARDS, *(f"{one}-icelandic" for one in ICELANDIC), *(f"{one}-swedish" for one in SWEDISH)]

LARGE = ["4x5", "2x9", "3x6", "1x16", "2x8", "3x7-icelandic"]  # by time

MADE = ["table", "layers", "bytes", "value", "content_hash", "stored", "complete_bytes", "made", "seconds", "command", "machine", "commit"]
MEASURED = ["table", "layer", "bytes", "starts", "seed", "median_seconds", "worst_seconds", "worst", "threads", "machine"]


def run(*command, **options):
    return subprocess.run([str(one) for one in command], check=True, text=True, **options)


def machine():
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return f"{line.split(':')[1].strip()}, {os.cpu_count()} cores"
    return f"{platform.machine()}, {os.cpu_count()} cores"


def commit():
    return run("git", "-C", ROOT, "rev-parse", "--short=12", "HEAD", capture_output=True).stdout.strip()


def rows_of(path):
    if not path.exists():
        return {}
    with path.open(encoding="utf-8", newline="") as file:
        return {tuple(row[key] for key in ("table", "layer") if key in row): row for row in csv.DictReader(file)}


def write_rows(path, fields, rows):
    def place(key):
        return TABLES.index(key[0]), *(int(one) for one in key[1:])

    with path.open("w", encoding="utf-8", newline="") as file:
        out = csv.DictWriter(file, fields, lineterminator="\n")
        out.writeheader()
        out.writerows(rows[key] for key in sorted(rows, key=place))


class Layers:
    """The layers of a table, which is in a folder with a manifest."""

    def __init__(self, folder):
        self.manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
        self.first = self.manifest["layers"][0]["layer"]

    def bytes_up_to(self, last):
        kept = [layer["bytes"] for layer in self.manifest["layers"] if layer["layer"] <= last]
        if 0 in kept:
            sys.exit(f"make_atlas.py: the bytes of layer {last} are known from the complete table only; name its folder with --work")
        return sum(kept)


def make(asked):
    names = asked.table or [*LARGE, *(name for name in TABLES if name not in LARGE)]
    for name in names:
        whole, kept = asked.work / name, ATLAS / name
        begin = time.monotonic()
        if not (kept / "manifest.json").exists() or asked.again:
            command = [asked.pipo, "--tables", asked.work, "generate", name]
            if asked.memory:
                command += ["--memory", asked.memory]
            run(*command)
            shutil.rmtree(kept, ignore_errors=True)
            first = Layers(whole).first
            last = LAST.get(name, first)
            run(asked.pipo, "--no-atlas", "--tables", asked.work, "thin", name, "--keep", f"{first}-{last}", "--to", ATLAS)
            manifest = Layers(whole).manifest
            rows = rows_of(ATLAS / "atlas.csv")
            rows[(name,)] = {
                "table": name, "layers": f"{first}-{last}", "bytes": sum(file.stat().st_size for file in kept.iterdir()),
                "value": manifest["value"], "content_hash": manifest["content_hash"], "stored": manifest["stored"],
                "complete_bytes": manifest["bytes"], "made": manifest["date"][:10],
                "seconds": f"{manifest['seconds']:.3g}",
                "command": f"pipo generate {name}",
                "machine": machine(), "commit": commit()}
            write_rows(ATLAS / "atlas.csv", MADE, rows)
        if asked.drop:
            shutil.rmtree(whole, ignore_errors=True)
        print(f"{name}: {time.monotonic() - begin:.1f} s", flush=True)


def random_positions(name, layer, count, seed):
    """Positions of a layer that contain the start of the table, each drawn with equal probability."""
    start = Layers(ATLAS / name).manifest["position"]
    board, bits = start.split(":")
    free = [i for i, bit in enumerate(bits) if bit == "0"]
    drawn = {i for i, bit in enumerate(bits) if bit == "1"}
    draw = random.Random(f"{seed} {name} {layer}")
    for _ in range(count):
        edges = drawn | set(draw.sample(free, layer - len(drawn)))
        yield f"{board}:{''.join('1' if i in edges else '0' for i in range(len(bits)))}"


def seconds_to_solve(asked, position):
    begin = time.monotonic()
    run(asked.pipo, "--no-atlas", "--tables", "/nonexistent", "solve", position, "--threads", asked.threads, capture_output=True)
    return time.monotonic() - begin


def measure(asked):
    for name in asked.table or TABLES:
        layers = Layers(ATLAS / name)
        complete = asked.work and (asked.work / name / "manifest.json").exists()
        source = Layers(asked.work / name) if complete else layers
        edges = len(layers.manifest["position"].split(":")[1])
        for layer in range(layers.first if asked.first is None else asked.first, (edges if asked.last is None else asked.last) + 1):
            kept = source.bytes_up_to(layer)
            taken = {}
            for position in random_positions(name, layer, asked.count, asked.seed):
                if position not in taken:
                    taken[position] = seconds_to_solve(asked, position)
            worst = max(taken, key=taken.get)
            median = statistics.median(taken.values())
            rows = rows_of(ATLAS / "measured.csv")
            rows[(name, str(layer))] = {
                "table": name, "layer": layer, "bytes": kept, "starts": len(taken), "seed": asked.seed,
                "median_seconds": f"{median:.2f}", "worst_seconds": f"{taken[worst]:.2f}", "worst": worst,
                "threads": asked.threads, "machine": machine()}
            write_rows(ATLAS / "measured.csv", MEASURED, rows)
            print(f"{name}, layer {layer}: median {median:.2f} s, worst {taken[worst]:.2f} s", flush=True)
            if asked.last is None and median <= MEDIAN and taken[worst] <= WORST:
                break


def show(asked):
    """Prints the two tables of docs/results.md."""
    made, measured = rows_of(ATLAS / "atlas.csv"), rows_of(ATLAS / "measured.csv")
    print("| table | layers | bytes |")
    print("| --- | ---: | ---: |")
    for row in made.values():
        print(f"| [{row['table']}](../atlas/{row['table']}) | {row['layers']} | {int(row['bytes']):,} |")
    print()
    print("| table | up to layer | bytes | positions | median | worst |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for row in measured.values():
        first, last = made[(row["table"],)]["layers"].split("-")
        if first == last and float(row["worst_seconds"]) < QUICK:
            continue
        kept = "**" if last == row["layer"] else ""
        print(f"| {row['table']} | {kept}{row['layer']}{kept} | {int(row['bytes']):,} | {row['starts']} | {row['median_seconds']} s |"
              f" {row['worst_seconds']} s |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pipo", type=Path, default=ROOT / "build" / "release" / "pipo")
    commands = parser.add_subparsers(required=True)
    making = commands.add_parser("make")
    making.add_argument("--memory")
    making.add_argument("--drop", action="store_true")
    making.add_argument("--again", action="store_true", help="also tables that the atlas has")
    measuring = commands.add_parser("measure")
    measuring.add_argument("--count", type=int, default=100)
    measuring.add_argument("--seed", type=int, default=1)
    measuring.add_argument("--threads", type=int, default=2)
    measuring.add_argument("--from", dest="first", type=int, help="the first layer to measure")
    measuring.add_argument("--to", dest="last", type=int, help="the last")
    for command, function in ((making, make), (measuring, measure)):
        command.add_argument("--work", type=Path, required=command is making, help="folder of the complete tables")
        command.add_argument("table", nargs="*", metavar="TABLE")
        command.set_defaults(function=function)
    printing = commands.add_parser("show")
    printing.set_defaults(function=show, table=[])
    asked = parser.parse_args()
    unknown = set(asked.table) - set(TABLES)
    if unknown:
        sys.exit(f"make_atlas.py: not tables of the atlas: {', '.join(sorted(unknown))}")
    asked.pipo = asked.pipo.resolve()
    asked.function(asked)


if __name__ == "__main__":
    main()
