#!/usr/bin/env python3
"""Writes the folders of the packages for npm, which `npm pack` or `npm publish` takes.

    scripts/npm.py --to DIR        then: npm pack DIR/pipopipette DIR/pipopipette-atlas

DIR/pipopipette has the module, its types, and the atlas of boards with at most as many edges as 4x4;
DIR/pipopipette-atlas has the rest of the atlas, which the first package finds when it is installed. The module is built
first (wasm/build.sh), unless --module names a folder that has it.
"""
import argparse
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

from release import version

ROOT = Path(__file__).resolve().parent.parent
WASM = ROOT / "wasm"
SOURCES = ("answerer.js", "ask.js", "files.js", "serve.js")
MOST_EDGES = 40  # of 4x4
REST = "pipopipette-atlas"


def edges(table):
    rows, columns = map(int, re.match(r"(\d+)x(\d+)", table).groups())
    return rows * (columns + 1) + columns * (rows + 1)


def write_json(path, contents):
    path.write_text(json.dumps(contents, indent=2) + "\n")


def add_atlas(folder, files):
    """Copies files of the atlas, and writes their list for browsers."""
    for file in files.values():
        path = folder / file["at"]
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / file["at"], path)
    (folder / "atlas.json").write_text(json.dumps(files, separators=(",", ":")))


def add_module(folder, module):
    (folder / "npm").mkdir(parents=True)
    shutil.copyfile(module / "npm" / "pipopipette.wasm", folder / "npm" / "pipopipette.wasm")
    # Only node gets to this import. Vite knows that, webpack has to be told.
    before, of_node, after = (module / "npm" / "pipopipette.mjs").read_text().partition('import("module")')
    if not of_node:
        sys.exit(f"{module}/npm/pipopipette.mjs: does not import what node needs as it used to; change {Path(__file__).name}")
    (folder / "npm" / "pipopipette.mjs").write_text(f'{before}import(/* webpackIgnore: true */ "module"){after}')
    for name in SOURCES:
        shutil.copyfile(WASM / name, folder / name)
    for path in [*(WASM / "npm").glob("*.js"), WASM / "npm" / "index.d.ts"]:
        shutil.copyfile(path, folder / "npm" / path.name)
    shutil.copyfile(WASM / "npm" / "README.md", folder / "README.md")


def rest_of_package(package):
    """Returns what package.json of the package with the rest of the atlas says."""
    return {**{name: package[name] for name in ("version", "license", "keywords")}, "name": REST,
            "description": "Tables of the larger boards, up to 4x5 and 2x9, for the package pipopipette",
            "exports": {".": "./atlas.json", "./package.json": "./package.json"}}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--to", type=Path, required=True, metavar="DIR", help="the folder; its two packages are written anew")
    parser.add_argument("--module", type=Path, metavar="DIR", help="a folder with the module, which is not built then")
    given = parser.parse_args()
    module = given.module or ROOT / "build" / "wasm"
    if not given.module:
        subprocess.run([WASM / "build.sh"], check=True)
    package = {**json.loads((WASM / "npm" / "package.json").read_text()), "version": version()}
    own, rest = given.to / package["name"], given.to / REST
    for folder in (own, rest):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        shutil.copyfile(ROOT / "LICENSE", folder / "LICENSE")
    files = json.loads((module / "answers.json").read_text())["files"]
    small = {path: file for path, file in files.items() if edges(path.split("/")[2]) <= MOST_EDGES}
    add_module(own, module)
    add_atlas(own, small)
    add_atlas(rest, {path: file for path, file in files.items() if path not in small})
    write_json(own / "package.json", package)
    write_json(rest / "package.json", rest_of_package(package))
    (rest / "README.md").write_text((WASM / "npm" / "atlas.md").read_text())
    for folder in (own, rest):
        print(f"{folder}: {sum(path.stat().st_size for path in folder.rglob('*') if path.is_file()) / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
