"""Reads every #include of the project and fails if one breaks the rules of floors.py."""

import pathlib
import re
import sys
import tempfile
import unittest

from floors import ALONE, FLOORS, HIDDEN, OUTSIDE, STANDARD_ONLY, THIRD_PARTY

INCLUDE = re.compile(r'^\s*#\s*include\s+([<"])([^>"]+)[>"]', re.MULTILINE)
FOLDERS = ["probe", "parallel", "theory", "generator", "verify", "search", "solve", "player", "answers", "pipo", "python", "web", "tests"]
PUBLIC = ["probe/include/", "solve/include/"]


def sources(root):
    """Returns the includes of every source file, by its path from the root."""
    found = {}
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in {".hpp", ".cpp", ".h", ".c"}:
                found[path.relative_to(root).as_posix()] = INCLUDE.findall(path.read_text())
    return found


def within(file, folder):
    return file == folder or file.startswith(folder + "/")


def floor_of(file):
    """Returns the number of a file's floor; None for tests, which may include any file."""
    fitting = [floor for floor in FLOORS if within(file, floor)]
    return FLOORS.index(max(fitting, key=len)) if fitting else None


def hidden_from(file):
    return [other for floor, others in HIDDEN.items() if within(file, floor) for other in others]


def hides(hidden, target):
    """Returns whether hiding a folder hides a file. Public headers are hidden only under their own name."""
    public = any(folder.startswith(hidden + "/") and target.startswith(folder) for folder in PUBLIC)
    return within(target, hidden) and not public


def resolved(name, files):
    """Returns the project's file that an include names; None if there is none."""
    for path in (name, *(folder + name for folder in PUBLIC)):
        if path in files:
            return path
    return None


def complaint(file, bracket, name, files):
    """Returns the error in one include; None if there is none."""
    target = resolved(name, files)
    if bracket == "<":
        if target and not any(within(file, folder) for folder in OUTSIDE):
            return "files of the project are included with quotes"
        if any(within(file, floor) for floor in STANDARD_ONLY) and name.split("/")[0] in THIRD_PARTY:
            return "public headers may use only the standard library"
        return None
    if target is None:
        return "the file does not exist"
    if any(within(file, alone) for alone in ALONE):
        return None if any(within(target, alone) for alone in ALONE) else "an oracle shares no code with the project"
    floor, of_target = floor_of(file), floor_of(target)
    if of_target is None:
        return None if floor is None else "only tests include files of the tests"
    if floor is None:
        return None
    if of_target > floor:
        return f"{FLOORS[of_target]} is above {FLOORS[floor]}"
    if any(hides(hidden, target) for hidden in hidden_from(file)):
        return f"{FLOORS[floor]} must not include {FLOORS[of_target]}"
    return None


def circle(files):
    """Returns a circle of files that include each other, as a list; empty if there is none."""
    state = {}
    path = []

    def visit(file):
        state[file] = "open"
        path.append(file)
        for bracket, name in files[file]:
            target = resolved(name, files) if bracket == '"' else None
            if target is None or state.get(target) == "done":
                continue
            if state.get(target) == "open":
                return path[path.index(target):] + [target]
            found = visit(target)
            if found:
                return found
        path.pop()
        state[file] = "done"
        return []

    for file in files:
        if file not in state:
            found = visit(file)
            if found:
                return found
    return []


def complaints(root):
    files = sources(root)
    found = []
    for file, includes in files.items():
        if floor_of(file) is None and not within(file, "tests"):
            found.append(f"{file}: belongs to no floor of tests/house/floors.py")
        for bracket, name in includes:
            what = complaint(file, bracket, name, files)
            if what:
                found.append(f"{file}: includes {name}: {what}")
    ring = circle(files)
    if ring:
        found.append("a circle: " + " -> ".join(ring))
    return found


def misplaced(root):
    """Returns the tests tests/FOLDER/.../NAME_test.cpp whose folder does not have the file NAME while another one has."""
    found = []
    for test in sorted((root / "tests").rglob("*_test.cpp")):
        top, *inner = test.relative_to(root / "tests").parent.parts
        home = root / top if (root / top).is_dir() else root / "probe" / top
        name = test.name.removesuffix("_test.cpp")
        folders = {path.parent for path in home.rglob("*") if path.suffix in (".hpp", ".cpp") and path.stem == name}
        if folders and home.joinpath(*inner) not in folders:
            found.append(test.relative_to(root).as_posix())
    return found


class Includes(unittest.TestCase):
    root = pathlib.Path(__file__).resolve().parents[2]

    def test_the_house(self):
        self.assertGreater(len(sources(self.root)), 200)
        self.assertEqual(complaints(self.root), [])

    def test_tests_mirror_the_tree(self):
        self.assertEqual(misplaced(self.root), [])

    def test_every_floor_exists(self):
        for floor in FLOORS + list(HIDDEN) + ALONE + STANDARD_ONLY:
            self.assertTrue((self.root / floor).is_dir(), floor)


class MadeUpHouses(unittest.TestCase):
    """Tests of the test itself, with made-up files."""

    def found(self, files, check=complaints):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name, text in files.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text)
            return check(root)

    def test_down_is_allowed(self):
        self.assertEqual(self.found({
            "probe/include/pipopipette/board.hpp": "#include <vector>\n",
            "probe/board/settle.hpp": '#include "pipopipette/board.hpp"\n',
            "verify/rule.cpp": '#include "probe/board/settle.hpp"\n',
            "tests/board/settle_test.cpp": '#include "verify/rule.cpp"\n'}), [])

    def test_up_is_refused(self):
        self.assertEqual(len(self.found({
            "probe/board/settle.hpp": '  #  include "probe/table/tables.hpp"\n',
            "probe/table/tables.hpp": ""})), 1)

    def test_hidden_floors_are_refused(self):
        self.assertEqual(len(self.found({
            "probe/codec/block.hpp": '#include "probe/board/settle.hpp"\n',
            "probe/board/settle.hpp": ""})), 1)
        self.assertEqual(len(self.found({
            "verify/rule.cpp": '#include "generator/sweep/sweep.hpp"\n',
            "generator/sweep/sweep.hpp": ""})), 1)

    def test_misplaced_tests_are_refused(self):
        self.assertEqual(self.found({
            "generator/run/generate.cpp": "", "probe/board/start.hpp": "",
            "tests/generator/run/generate_test.cpp": "", "tests/generator/examples_test.cpp": "",
            "tests/board/start_test.cpp": ""}, misplaced), [])
        self.assertEqual(self.found({
            "generator/run/generate.cpp": "", "tests/generator/generate_test.cpp": ""}, misplaced),
            ["tests/generator/generate_test.cpp"])

    def test_oracles_stand_alone(self):
        self.assertEqual(len(self.found({
            "tests/oracle/rules.hpp": '#include "pipopipette/board.hpp"\n',
            "probe/include/pipopipette/board.hpp": ""})), 1)

    def test_public_headers_need_the_standard_library_only(self):
        self.assertEqual(len(self.found({
            "probe/include/pipopipette/board.hpp": "#include <nlohmann/json.hpp>\n#include <string>\n"})), 1)

    def test_circles_are_refused(self):
        self.assertEqual(len(self.found({
            "probe/board/one.hpp": '#include "probe/board/two.hpp"\n',
            "probe/board/two.hpp": '#include "probe/board/one.hpp"\n'})), 1)

    def test_missing_files_tests_and_new_folders_are_refused(self):
        self.assertEqual(len(self.found({
            "probe/board/one.hpp": '#include "probe/board/two.hpp"\n'})), 1)
        self.assertEqual(len(self.found({
            "probe/board/one.hpp": '#include "tests/support/one.hpp"\n',
            "tests/support/one.hpp": ""})), 1)
        self.assertEqual(len(self.found({"probe/attic/one.hpp": ""})), 1)


if __name__ == "__main__":
    sys.exit(unittest.main())
