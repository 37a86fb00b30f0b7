#!/usr/bin/env python3
"""Writes the page as a static site that needs no server: the page, the module that answers, and the atlas.

    scripts/site.py --to DIR        then, for example: python3 -m http.server --directory DIR

It works from any folder of any host that serves files, and after the first visit without a network. The module is built
first (wasm/build.sh), unless --module names a folder that has it.
"""
import argparse
import hashlib
import json
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB, WASM = ROOT / "web", ROOT / "wasm"
ENTRY = "index.html"
KEEPER = "sw.js"  # without a hash: the browser looks for a new version under the same name


class Site:
    """A folder of files whose names have the hashes of their contents."""

    def __init__(self, folder):
        self.folder = folder
        self.names = {}  # by the name that the sources use

    def add(self, name, contents, under=""):
        """Writes a file, in which the names of those that were added before are replaced."""
        if isinstance(contents, str):
            for other, written in self.names.items():
                contents = contents.replace(f"./{other}'", f"./{written}'").replace(f'"{other}"', f'"{written}"')
            contents = contents.encode()
        stem, dot, ending = name.rpartition(".")
        written = f"{under}{stem}.{hashlib.sha256(contents).hexdigest()[:12]}{dot}{ending}"
        path = self.folder / written
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(contents)
        self.names[under + name] = written
        return written


def joined(file):
    """Returns a module or a style sheet of the page with those that it names."""
    command = ["cmake", f"-DFILE={WEB / file}", "-DOUT=/dev/stdout", "-P", WEB / "join.cmake"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def add_table(folder, table, files):
    """Adds a table beyond the atlas, whose files are too large to be read for a hash, under that of its manifest."""
    contents = {name: (ROOT / file["at"]).resolve() for name, file in files.items()}
    version = hashlib.sha256(contents["manifest.json"].read_bytes()).hexdigest()[:12]
    place = folder / "tables" / f"{table}.{version}"
    place.mkdir(parents=True)
    for name, path in contents.items():
        try:
            (place / name).hardlink_to(path)
        except OSError:  # another file system
            shutil.copyfile(path, place / name)
        files[name]["at"] = str((place / name).relative_to(folder))


def described(module, tables):
    """Returns what the module answers from: the atlas, and the tables in a folder if one is given."""
    if not tables:
        return json.loads((module / "answers.json").read_text())
    if not any(tables.glob("*/manifest.json")):
        sys.exit(f"{tables}: has no tables; name the folder that `pipo generate` wrote into")
    command = ["node", WASM / "describe.mjs", module.resolve(), ROOT / "atlas", tables.resolve()]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT).stdout)


def add_answers(site, module, answers):
    """Adds the module, its workers, and the tables of `answers`. Returns the names of what is not needed at once."""
    for folder, name in ((module, "pipopipette"), (module.with_name(f"{module.name}-threads"), "pipopipette-threads")):
        site.add(f"{name}.wasm", (folder / f"{name}.wasm").read_bytes())
        site.add(f"{name}.mjs", (folder / f"{name}.mjs").read_text())
    later = [written for name, written in site.names.items() if "threads" in name]
    for name in ("ask.js", "files.js", "serve.js", "worker.js", "answerer.js"):
        site.add(name, (WASM / name).read_text())
    beyond = {}
    for path, file in answers["files"].items():
        _, root, table, name = path.split("/")
        if root == "atlas":
            file["at"] = site.add(name, (ROOT / file["at"]).read_bytes(), f"atlas/{table}/")
            later.append(file["at"])
        else:
            beyond.setdefault(table, {})[name] = file
    for table, files in beyond.items():
        add_table(site.folder, table, files)
    site.add("answers.json", json.dumps(answers, separators=(",", ":")))
    site.add("local.js", (WASM / "local.js").read_text())
    return later


def add_page(site):
    for name in ("explorer.js", "explorer.css", "dark.css"):
        site.add(name, joined(name))
    site.add("icon.svg", (WEB / "icon.svg").read_bytes())
    site.add("app.webmanifest", json.dumps({
        "name": "Pipopipette: Dots and Boxes", "short_name": "Pipopipette", "start_url": ".", "display": "standalone",
        "icons": [{"src": site.names["icon.svg"], "sizes": "any", "type": "image/svg+xml"}]}))
    page = (WEB / ENTRY).read_text()
    page = page.replace("</head>", f'  <link rel="manifest" href="{site.names["app.webmanifest"]}">\n'
                                   f'  <meta name="answers" content="./{site.names["local.js"]}">\n</head>')
    for name in ("explorer.js", "explorer.css", "dark.css", "icon.svg"):
        page = page.replace(f'"{name}"', f'"{site.names[name]}"')
    (site.folder / ENTRY).write_text(page)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--to", type=Path, required=True, metavar="DIR", help="the folder, which is written anew")
    parser.add_argument("--module", type=Path, metavar="DIR", help="a folder with the module, which is not built then; DIR-threads has the one with threads")
    parser.add_argument("--tables", type=Path, metavar="DIR",
                        help="a folder with tables beyond the atlas; large files are read in parts, so the host has to "
                             "answer requests with Range, and the page needs the network for them")
    given = parser.parse_args()
    folder = given.to
    if folder.exists() and any(folder.iterdir()) and not (folder / KEEPER).exists():
        sys.exit(f"{folder}: has other files than those of a site; name an empty folder")
    module = given.module or ROOT / "build" / "wasm"
    if not given.module:
        subprocess.run([WASM / "build.sh"], check=True)
    if not (module / "answers.json").is_file():
        sys.exit(f"{module}: has no module; leave --module out, and it is built")
    if given.tables and given.tables.resolve().is_relative_to(folder.resolve()):
        sys.exit(f"{given.tables}: is in the folder of the site, which is written anew; name another folder for the site")
    answers = described(module, given.tables)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    site = Site(folder)
    later = add_answers(site, module, answers)
    add_page(site)
    now = [".", *sorted(written for written in site.names.values() if written not in later)]
    version = hashlib.sha256((folder / ENTRY).read_bytes()).hexdigest()[:12]
    listed = json.dumps({"version": version, "page": ".", "now": now, "later": later})
    (folder / KEEPER).write_text((WASM / "keep.js").read_text().replace("= SITE;", f"= {listed};"))
    print(f"{folder}: {sum(1 for path in folder.rglob('*') if path.is_file())} files, "
          f"{sum(path.stat().st_size for path in folder.rglob('*') if path.is_file()) / 1e6:.1f} MB. "
          f"To look at it: python3 -m http.server --directory {shlex.quote(str(folder))}")


if __name__ == "__main__":
    main()
