"""Every link of the pages leads somewhere, and every file, folder and name of the code that they mention exists."""

import json
import pathlib
import re
import tempfile
import unittest

from pages import PAGES, ROOT, text_of

FOLDERS = ["answers", "docs", "examples", "generator", "packaging", "parallel", "pipo", "player", "probe", "proofs", "python", "theory", "reference", "scripts",
           "search", "solve", "tests", "verify", "wasm", "web"]
SOURCES = {".cpp", ".hpp", ".h", ".c", ".ml", ".v", ".py", ".pyi", ".js", ".mjs", ".sh", ".cmake", ".txt", ".json"}
# Files that a reader of the page makes.
OF_THE_READER = {"labels.txt", "predicted.txt", "main.cpp", "main.c", "first.cpp", "conftest.py", "test_bot.py", "bot.py", "bot.txt", "claims.txt", "analysed.txt",
                 "positions.txt", "position.txt", "game.txt", "install_manifest_program.txt", "install_manifest.txt"}
# Words of other programs, and placeholders that contain NAME.
NOT_OF_THE_CODE = {"add_NAME", "NAME_test", "bench_NAME", "LD_PRELOAD", "PYTHONPATH", "gmock_main", "unordered_flat_map"}


def words(text):
    """The text between backticks, outside of blocks of code."""
    text = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    return re.findall(r"`([^`\n]+)`", re.sub(r"^    .*$", "", text, flags=re.MULTILINE))


def anchors(text):
    """The anchors that GitHub makes of the headings of a page."""
    found = []
    text = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    for heading in re.findall(r"^#{1,6} +(.*?) *$", text, re.MULTILINE):
        heading = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        name = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        found.append(name if name not in found else f"{name}-{found.count(name)}")
    return found


def wrong_links(root, page):
    text = (root / page).read_text(encoding="utf-8")
    code = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    targets = re.findall(r"\]\(([^)\s]+)\)", code) + re.findall(r'(?:src|href)="([^"]+)"', code)
    wrong = []
    for target in targets:
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        file = (root / page).parent / name if name else root / page
        if not file.exists() or not file.resolve().is_relative_to(root.resolve()):
            wrong.append(f"{page}: {target}: there is no such file")
        elif anchor and file.suffix == ".md" and anchor not in anchors(file.read_text(encoding="utf-8")):
            wrong.append(f"{page}: {target}: there is no such heading")
    return wrong, len(targets)


def tree(root):
    """Every file and folder of the source, by its path from the root."""
    found = [path for path in root.iterdir() if path.is_file()]
    for folder in FOLDERS:
        found += [root / folder, *(root / folder).rglob("*")]
    return {path.relative_to(root).as_posix() for path in found if "__pycache__" not in path.parts}


def wrong_paths(text, paths):
    """Paths in backticks that are not in the tree; an ending may be left out, and a file named without its folder.

    A header is named as programs include it.
    """
    names = {path.rsplit("/", 1)[-1] for path in paths}
    wrong, count = [], 0
    for word in words(text):
        path = re.sub(r"^pipopipette/(\w+\.hp?p?)$", r"*/include/pipopipette/\1", word.rstrip("/"))
        if re.search(r"[<> ]|\bNAME|NN", path) or path in OF_THE_READER:
            continue
        if path.split("/")[0] in [*FOLDERS, "*"] and re.fullmatch(r"[\w./*-]+", path) and "/" in path:
            count += 1
            pattern = re.escape(path).replace(r"\*", "[^/]*")
            if not any(re.fullmatch(pattern + r"(\.\w+)?", one) for one in paths):
                wrong.append(word)
        elif "/" not in path and re.fullmatch(r"[\w-]+\.\w+", path) and pathlib.PurePath(path).suffix in SOURCES:
            count += 1
            if path not in names:
                wrong.append(word)
    return wrong, count


class Pages(unittest.TestCase):
    paths = tree(ROOT)

    def test_links(self):
        all_wrong, count = [], 0
        for page in PAGES:
            wrong, found = wrong_links(ROOT, page)
            all_wrong += wrong
            count += found
        self.assertEqual(all_wrong, [])
        self.assertGreater(count, 150)

    def test_paths(self):
        all_wrong, count = [], 0
        for page in PAGES:
            wrong, found = wrong_paths(text_of(page), self.paths)
            all_wrong += [f"{page}: {path}" for path in wrong]
            count += found
        self.assertEqual(all_wrong, [])
        self.assertGreater(count, 100)

    def test_scripts_and_presets(self):
        """Scripts that blocks of commands call exist, and so do the presets that CONTRIBUTING lists."""
        count = 0
        for page in PAGES:
            for script, first in re.findall(r"^ {4}(?:.*[ ;])?\./(scripts/\S+\.sh)(?: ([a-z]+))?", text_of(page), re.MULTILINE):
                self.assertIn(script, self.paths, page)
                if first and script.endswith("check.sh"):
                    self.assertIn(f"check.sh {first}", text_of("scripts/check.sh"), page)
                count += 1
            for preset in re.findall(r"--preset ([a-z]+)", text_of(page)):
                self.assertIn(preset, self.presets(), page)
        self.assertGreater(count, 10)
        self.assertEqual(re.findall(r"^\| `([a-z0-9-]+)` \|", text_of("CONTRIBUTING.md"), re.MULTILINE), self.presets())

    @staticmethod
    def presets():
        return [one["name"] for one in json.loads(text_of("CMakePresets.json"))["configurePresets"] if not one.get("hidden")]

    def test_the_house(self):
        """The drawing of the folders in docs/architecture.md."""
        drawn = re.search(r"## The house\n\n((?:    .*\n)+)", text_of("docs/architecture.md")).group(1)
        above = ""
        for line in drawn.splitlines():
            inner, name = re.match(r"    ([├└]── )?([\w-]+)/ ", line).groups()
            above = above if inner else name
            self.assertTrue((ROOT / (f"{above}/{name}" if inner else name)).is_dir(), line)

    def test_names_of_the_code(self):
        code = set()
        for path in self.paths:
            if (ROOT / path).is_file() and pathlib.PurePath(path).suffix in SOURCES - {".json", ".txt"} or path.endswith("CMakeLists.txt"):
                code |= set(re.findall(r"\w+", (ROOT / path).read_text(encoding="utf-8", errors="replace")))
        wrong, count = [], 0
        for page in set(PAGES) - {"CHANGELOG.md"}:  # names of the past
            for word in words(text_of(page)):
                for name in re.findall(r"\b(?:k[A-Z]\w+|[A-Z][a-z]+(?:[A-Z][a-z]+)+|[A-Za-z]\w*_\w+)\b", word.split("/")[-1]):
                    if name not in NOT_OF_THE_CODE and not re.search(r"[^\w:(){}.,&<> ]", word):
                        count += 1
                        file = name.removeprefix("bench_") + "_bench" if name.startswith("bench_") else name
                        if name not in code and not any(file in path for path in self.paths):
                            wrong.append(f"{page}: `{word}`: there is no {name}")
        self.assertEqual(wrong, [])
        self.assertGreater(count, 100)


class MadeUpPages(unittest.TestCase):
    """The test itself: what it must refuse."""

    def test_links(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "docs").mkdir()
            (root / "docs/b.md").write_text("# A `b` and c!\n\n## Twice\n\n## Twice\n\n[up](../a.md#none)\n")
            (root / "a.md").write_text("[1](docs/b.md#a-b-and-c) [2](docs/b.md#twice-1) [3](https://example.org/x) [4](#gone) [5](docs/c.md)\n")
            self.assertEqual(wrong_links(root, "a.md"), (["a.md: #gone: there is no such heading", "a.md: docs/c.md: there is no such file"], 5))
            self.assertEqual(wrong_links(root, "docs/b.md"), (["docs/b.md: ../a.md#none: there is no such heading"], 1))

    def test_paths(self):
        paths = {"probe", "probe/board", "probe/board/settle.cpp", "answers/analysis.cpp", "probe/include/pipopipette/a.hpp"}
        text = ("`probe/board/` `probe/board/settle` `settle.cpp` `answers/analysis*` `pipo probe 3x3` `probe/table/settle.cpp` "
                "`seattle.cpp` `pipopipette/a.hpp` `pipopipette/b.h`")
        self.assertEqual(wrong_paths(text, paths), (["probe/table/settle.cpp", "seattle.cpp", "pipopipette/b.h"], 8))


if __name__ == "__main__":
    unittest.main()
