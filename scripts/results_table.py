#!/usr/bin/env python3
"""Prints the tables of docs/results.md for the tables in the given folders. The last one is for tables of Nimstring,
and also the content of docs/data/nimstring.csv.

    scripts/results_table.py build/release/pipo tables
"""
import json
import math
import subprocess
import sys
from pathlib import Path


def manifests(folders):
    found = [json.loads(path.read_text()) for folder in folders for path in Path(folder).glob("*/manifest.json")]

    def place(manifest):
        rows, columns = map(int, manifest["board"].split("x"))
        return manifest["start"] != "american", manifest["start"], rows, columns

    return sorted(found, key=place)


def name(manifest):
    start = manifest["start"]
    return manifest["board"] + ("" if start == "american" else " " + start)


def size(number):
    for unit in ("B", "KiB", "MiB", "GiB"):
        if number < 1024 or unit == "GiB":
            return f"{number:.3g} {unit}" if number < 1000 else f"{number:.0f} {unit}"
        number /= 1024


def seconds(number):
    """Returns three digits, without an exponent."""
    return f"{number:.3g} s" if number < 999.5 else f"{round(number, 2 - math.floor(math.log10(number))):,.0f} s"


def print_values(found):
    print("| board | value | quiet positions | stored | size | time | content hash | made |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | --- | --- |")
    for m in found:
        value = f"{m['value']:+d}" if m["value"] else "0"
        print(f"| {name(m)} | {value} | {m['positions']:,} | {m['stored']:,} | {size(m['bytes'])} |"
              f" {seconds(m['seconds'])} | `{m['content_hash']}` | {m['date'][:10]} |")


def print_moves(pipo, folders, found):
    print("| board | moves that keep the value | moves |")
    print("| --- | --- | ---: |")
    for m in found:
        tables = [argument for folder in folders for argument in ("--tables", folder)]
        answer = subprocess.run([pipo, *tables, "probe", "--format", "jsonl", m["position"]],
                                check=True, capture_output=True, text=True)
        answer = json.loads(answer.stdout)
        best, moves = answer["best"], answer["moves"]
        text = "all" if len(best) == len(moves) else " ".join(best)
        print(f"| {name(m)} | {text} | {len(best)} of {len(moves)} |")


def largest_nim_value(manifest):
    return max(int(value) for layer in manifest["layers"] for value in layer["values"])


def print_nim_values(found):
    starts = "american", "swedish", "icelandic"
    boards = {}
    for m in found:
        boards.setdefault(m["board"], {})[m["start"]] = m
    print("| board | empty board | swedish | icelandic |")
    print("| --- | --- | --- | --- |")
    for board, by_start in boards.items():
        cells = [f"{by_start[start]['value']} `{by_start[start]['content_hash']}`" if start in by_start else ""
                 for start in starts]
        print(f"| {board} | {' | '.join(cells)} |")
    print()
    print("table,nim_value,largest,positions,stored,bytes,content_hash")
    for m in found:
        print(f"{name(m)},{m['value']},{largest_nim_value(m)},{m['positions']},{m['stored']},{m['bytes']},"
              f"{m['content_hash']}")


def main():
    pipo, *folders = sys.argv[1:]
    found = manifests(folders)
    margins = [m for m in found if "game" not in m and "last_move_cost" not in m]
    print_values(margins)
    print()
    print_moves(pipo, folders, margins)
    print()
    print_nim_values([m for m in found if "game" in m])


if __name__ == "__main__":
    main()
