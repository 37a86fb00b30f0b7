#!/usr/bin/env python3
"""Packs a table into a folder that is ready to upload, with what a reader needs to check it.

    scripts/publish.py 4x4 --tables tables --to upload --made "pipo generate 4x4"

makes upload/4x4 with

    *.pipo, manifest.json  the table; a hard link where possible, else a copy
    SHA256SUMS             of these, as `pipo generate` has written it
    positions.csv          the number of all positions by layer and value, and each layer's content hash: `pipo count`
    record.json            commit, command and machine of the run, and the checks of the table with their seeds
    labels.txt             with --labels N: random positions with the values of all moves, as `pipo sample --moves` writes them
    README.md, DATASHEET.md, LICENSE   how to use and to check the table; what it has and how it came about

The count of a table that omits layers computes them all again, in memory. Where there is not enough, count the complete
table and give the result: `pipo count 4x5 > positions.csv`, `pipo thin 4x5 --keep even --to kept`, and then
`publish.py 4x5 --tables kept --positions positions.csv ...`. `--positions none` leaves the file out.

First it compares all files with SHA256SUMS and runs `pipo verify`. It publishes nothing if anything differs.
--record DIR writes SHA256SUMS, positions.csv and record.json also into DIR/TABLE (docs/data/published here).
"""
import argparse
import csv
import hashlib
import json
import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SUMS = "SHA256SUMS"


class Refused(Exception):
    """The table cannot be published."""


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("table", help="the table's name: 4x4, 3x5-swedish")
    parser.add_argument("--tables", type=Path, default=Path("tables"), help="the tables folder (default: tables)")
    parser.add_argument("--to", type=Path, help="where the folder is made; without it, only --record is written")
    parser.add_argument("--record", type=Path, help="where the small files are written, too")
    parser.add_argument("--pipo", default=str(ROOT / "build/release/pipo"), help="the program")
    parser.add_argument("--made", required=True, metavar="COMMAND", help="the command that made the table")
    parser.add_argument("--commit", help="the commit of the program that made it (default: that of this folder)")
    parser.add_argument("--machine", help="the machine that made it (default: this one)")
    parser.add_argument("--sample", type=int, default=1_000_000, help="positions to check (default: a million)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the sample (default: 1)")
    parser.add_argument("--full", action="store_true", help="also check every stored position")
    parser.add_argument("--positions", metavar="FILE", help="positions.csv, counted before; or none (default: count now)")
    parser.add_argument("--labels", type=int, default=0, metavar="N", help="positions with the values of all moves (default: none)")
    chosen = parser.parse_args()
    if not (chosen.to or chosen.record):
        parser.error("nothing to do: give --to, --record, or both")
    return chosen


def sha256(path):
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(1 << 20):
            digest.update(chunk)
    return digest.hexdigest()


def files_of(folder):
    """Returns the names of the table's files, after comparing each with SHA256SUMS."""
    if not (folder / "manifest.json").is_file():
        raise Refused(f"{folder}: no complete table; 'pipo generate' makes it")
    if not (folder / SUMS).is_file():
        raise Refused(f"{folder}: no {SUMS}; the command that made the table adds it")
    names = []
    for line in (folder / SUMS).read_text().splitlines():
        expected, _, name = line.partition("  ")
        if "/" in name or not (folder / name).is_file():
            raise Refused(f"{folder / SUMS}: names {name!r}, which is not a file of the table")
        if sha256(folder / name) != expected:
            raise Refused(f"{folder / name}: not the file of {SUMS}; 'pipo verify --repair' makes damaged files again")
        names.append(name)
    there = {path.name for path in folder.iterdir()}
    if extra := sorted(there - {*names, SUMS} | {"manifest.json"} - {*names}):
        raise Refused(f"{folder}: {', '.join(extra)}: not in {SUMS}; remove what does not belong to the table")
    return names


def run(chosen, *words, too_much=""):
    """Returns the output of a command of pipo on the table. `too_much`: the remedy if it needs more than the machine has."""
    done = subprocess.run([chosen.pipo, *words, "--tables", str(chosen.tables)], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        problem = (done.stdout + done.stderr).strip().splitlines()
        remedy = too_much if done.returncode == 5 else ""
        raise Refused(f"pipo {' '.join(words)}: exit code {done.returncode}: {problem[-1] if problem else 'no output'}{remedy}")
    return done.stdout


def commit():
    done = subprocess.run(["git", "-C", ROOT, "rev-parse", "HEAD"], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Refused("the commit is unknown; give --commit")
    return done.stdout.strip()


def machine():
    model = platform.processor() or platform.machine()
    for line in Path("/proc/cpuinfo").read_text().splitlines() if Path("/proc/cpuinfo").exists() else []:
        if line.startswith("model name"):
            model = line.partition(": ")[2]
            break
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return f"{model}, {os.cpu_count()} cores, {memory:.0f} GiB, {platform.system()}"


def checks(chosen):
    """Runs the checks and returns what each printed."""
    commands = [["--bytes"], ["--sample", str(chosen.sample), "--seed", str(chosen.seed)]]
    if chosen.full:
        commands.append(["--full", "--sample", str(chosen.sample), "--seed", str(chosen.seed)])
    found = []
    for words in commands:
        out = run(chosen, "verify", chosen.table, *words)
        found.append({"command": " ".join(["pipo verify", chosen.table, *words]), "output": out.splitlines()})
        if "--seed" in words:
            found[-1]["seed"] = chosen.seed
    return found


def record(chosen, manifest):
    return {
        "table": chosen.table,
        **{key: manifest[key] for key in ("board", "start", "value", "format", "positions", "stored", "bytes", "content_hash", "date",
                                          "seconds", "threads")},
        "version": run_version(chosen),
        "commit": chosen.commit or commit(),
        "command": chosen.made,
        "machine": chosen.machine or machine(),
        "checks": checks(chosen),
    }


def run_version(chosen):
    return subprocess.run([chosen.pipo, "--version"], capture_output=True, text=True, check=True).stdout.splitlines()[0]


def positions(chosen, manifest):
    """Returns the text of positions.csv, or None to leave it out."""
    if chosen.positions is None:
        return run(chosen, "count", chosen.table, too_much="; give its counts with --positions FILE, or leave them out")
    if chosen.positions == "none":
        return None
    text = Path(chosen.positions).read_text()
    rows = [(row.get("layer"), row.get("content_hash")) for row in csv.DictReader(text.splitlines())]
    if rows != [(str(layer["layer"]), layer["content_hash"]) for layer in manifest["layers"]]:
        raise Refused(f"{chosen.positions}: counts another table, by its layers or content hashes; make it with 'pipo count {chosen.table}'")
    return text


def omitted(manifest):
    """Returns a paragraph on the layers that the table omits, if it does."""
    kept = [layer["layer"] for layer in manifest["layers"] if "file" in layer]
    if len(kept) == len(manifest["layers"]):
        return ""
    return f"""
The table keeps {len(kept)} of {len(manifest["layers"])} layers (numbers of drawn edges): {", ".join(map(str, kept))}.
Values of the others are computed from later layers, or solved, when they are asked for.
"""


COUNTED = """- `positions.csv`: how many positions of each layer (number of drawn edges) have each value. All positions count: quiet or not,
  mirror images separately. `content_hash` covers all values of the layer, however the file is compressed.
"""


def readme(about, manifest, counted):
    checked = "\n".join(f"    $ {one['command']}\n" + "\n".join(f"    {line}" for line in one["output"]) for one in about["checks"])
    return f"""# Dots-and-Boxes: the table of {about['table']}

For every position of Dots-and-Boxes on the board {about['board']} (start: {about['start']}): the margin by which the player to move
outscores the opponent from here, under best play by both. The start's value is {about['value']:+d}. The table has
{about['stored']:,} values in {about['bytes']:,} bytes, for {about['positions']:,} quiet positions.

It was made on {about['date'][:10]} by Pipopipette ({about['version']}, commit {about['commit']})
with `{about['command']}` on {about['machine']}.
{omitted(manifest)}
## Use

Put this folder into a folder `tables` and ask with Pipopipette:

    pipo probe {about['board']}:... --tables tables

Its docs/format.md describes the files completely.

## Check

    sha256sum --check {SUMS}
    pipo verify {about['table']} --tables tables

- `{SUMS}`: compare it with a copy from a source that you trust, such as docs/data/published of Pipopipette.
- `record.json`: how the table was made, and these checks of it:

{checked}

{COUNTED if counted else ""}"""


def link(source, target):
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)


def publish(chosen):
    folder = chosen.tables / chosen.table
    names = files_of(folder)
    target = chosen.to / chosen.table if chosen.to else None
    if target and target.exists():
        raise Refused(f"{target}: exists already; remove it or choose another --to")
    manifest = json.loads((folder / "manifest.json").read_text())
    counts = positions(chosen, manifest)
    about = record(chosen, manifest)
    small = {SUMS: (folder / SUMS).read_text(), "record.json": json.dumps(about, indent=1) + "\n"}
    if counts is not None:
        small["positions.csv"] = counts
    if chosen.record:
        (chosen.record / chosen.table).mkdir(parents=True, exist_ok=True)
        for name, text in small.items():
            (chosen.record / chosen.table / name).write_text(text)
    if target:
        # The folder gets its name when it is complete.
        part = target.with_name(target.name + ".part")
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir(parents=True)
        for name in names:
            link(folder / name, part / name)
        for name, text in small.items():
            (part / name).write_text(text)
        (part / "README.md").write_text(readme(about, manifest, counts is not None))
        if chosen.labels:
            (part / "labels.txt").write_text(run(chosen, "sample", chosen.table, "--moves", "--count", str(chosen.labels),
                                                 "--seed", str(chosen.seed)))
        shutil.copy2(ROOT / "docs/dataset.md", part / "DATASHEET.md")
        shutil.copy2(ROOT / "LICENSE", part / "LICENSE")
        part.rename(target)
        print(f"{target}: {len(names)} files of the table, {about['bytes']:,} bytes, with {', '.join(small)}, README.md, DATASHEET.md and LICENSE")


def main():
    try:
        publish(options())
    except (Refused, OSError) as error:
        print(f"publish.py: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
