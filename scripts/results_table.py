#!/usr/bin/env python3
"""Prints the tables of docs/results.md for the tables in the given folders.

    scripts/results_table.py build/release/pipo tables
"""
import json
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


def print_values(found):
    print("| board | value | quiet positions | stored | size | time | content hash | made |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | --- | --- |")
    for m in found:
        print(f"| {name(m)} | {m['value']:+d} | {m['positions']:,} | {m['stored']:,} | {size(m['bytes'])} |"
              f" {m['seconds']:.3g} s | `{m['content_hash']}` | {m['date'][:10]} |".replace("+0", "0"))


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


def main():
    pipo, *folders = sys.argv[1:]
    found = manifests(folders)
    print_values(found)
    print()
    print_moves(pipo, folders, found)


if __name__ == "__main__":
    main()
