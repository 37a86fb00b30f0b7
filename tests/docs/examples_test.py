"""The examples of the pages are run, and every command and option that a page names exists.

    examples_test.py PIPO     the program

Run elsewhere: docs/api.md (tests/pipo/serve), docs/audit.md (tests/python), the session and table of docs/engine.md (tests/pipo), the
drawings and examples of docs/notations.md (tests/notation), programs in C, C++ and Python (tests/library, tests/python).
"""

import difflib
import functools
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import unittest

from pages import PAGES, ROOT, csv_rows, table, text_of

PIPO = pathlib.Path(sys.argv[1]).resolve()
# Small enough to be made in a moment: those that examples need, and rows of docs/results.md.
SMALL = ["1x1", "1x2", "1x8", "2x2", "2x3", "2x4", "3x3", "3x4", "3x5 swedish", "4x4 swedish", "2x6 icelandic", "4x4 icelandic"]
# Sessions that are not run here, and why.
ELSEWHERE = {"docs/api.md": "tests/pipo/serve/document_test.py asks a server", "docs/audit.md": "tests/python/audit_test.py runs them",
             "docs/tutorial.md": "test_the_tutorial runs them in order, in one folder"}
# These sessions are parts of sessions that tests/pipo/serve runs.
OF_THE_SERVER = ("pipo serve", "curl ")
# Examples of what happens without a table.
WITHOUT_TABLES = ("pipo generate", "pipo solve", "pipo analyse")
# Options of other programs and of scripts, and of pipo-mpi's mpirun and srun.
OTHER_OPTIONS = {"--fail-on", "--sign", "--message", "--status", "--overlay-ports", "--bind-to", "--map-by", "--quiet", "--kill-on-bad-exit", "--cpu-bind", "--mpi", "--prefix", "--component", "--batch-file",
                 "--preset", "--target", "--parallel", "--install", "--build", "--cflags", "--libs", "--static", "--help", "--version",
                 "--list", "--pipo-tables", "--benchmark_filter", "--gtest_filter", "--print-claims", "--data-urlencode", "--data-binary",
                 "--square",  # is gone; the changelog names it
                 "--timeout", "--record", "--random-moves", "--drawn", "--board", "--boards", "--think", "--depths", "--far", "--hostfile", "--mca", "--full", "--patience", "--max-count", "--made", "--positions"}


def blocks(text):
    """Indented blocks, with the empty lines inside them, and blocks between three backticks in sh: lists of lines."""
    found, current = [], []
    fence = None
    for line in text.splitlines() + ["end"]:
        if line.startswith("```"):
            fence = None if fence is not None else line[3:]
            found += [current] if current else []
            current = []
        elif fence is None and (line.startswith("    ") or (current and not line)):
            current.append(line[4:])
        elif fence == "sh":
            current.append(line)
        else:
            found += [current] if current else []
            current = []
    return ["\n".join(block).rstrip("\n").split("\n") for block in found]


def sessions(text):
    """(command, what it writes) of each line that begins with a dollar sign."""
    for block in blocks(text):
        for part in re.split(r"^\$ ", "\n".join(block), flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            yield command, output.rstrip("\n")


def shown_files(text):
    """The files that a page shows: a name in backticks before a colon at the end of a paragraph, then a block between backticks."""
    return dict(re.findall(r"`([\w.-]+)`:\n\n```\w*\n(.*?)^```", text, re.MULTILINE | re.DOTALL))


def pattern(output):
    """A regular expression for an output: times and sizes of memory and files may differ, three dots stand for anything."""
    text = re.escape(output).replace(r"\.\.\.", r"[\s\S]*")
    text = re.sub(r"(?<![\w.])\d+(\\\.\d+)?\\ s\b", lambda _: r"\d+(\.\d+)? s", text)
    text = re.sub(r"(?<![\w.])\d+(\\\.\d+)?\\ [KMG]iB\b", lambda _: r"\d+(\.\d+)? [KMG]iB", text)
    return "^" + text + r"\n*$"


@functools.lru_cache(maxsize=None)
def help_of(command):
    return subprocess.run([PIPO, *command.split(), "--help"], capture_output=True, text=True, check=True).stdout


@functools.lru_cache(maxsize=None)
def options(command):
    listed = help_of(command).split("\nOptions:\n")[1].split("\n\n")[0]
    found = {name for names in re.findall(r"^  (-\S+)", listed, re.MULTILINE) for name in names.split(",") if name.startswith("-")}
    return found | {"--tables", "--no-atlas"}


COMMANDS = re.findall(r"^  (\w+) ", help_of("").split("\nSubcommands:\n")[1].split("\n\n")[0], re.MULTILINE)


def named_commands(text):
    """Every `pipo COMMAND ...` of a page, from blocks and from its words; shell variables and comments are left alone."""
    lines = [line for block in blocks(text) for line in block]
    inline = [span for span in re.findall(r"`([^`\n]+)`", re.sub(r"^(    |```).*$", "", text, flags=re.MULTILINE))]
    for line in lines + inline:
        line = re.sub(r"\s#\s.*", "", line)
        for found in re.finditer(r"(?:(?:^|[|;&] |do |\$ |^build/release/)pipo|\bpipo-mpi) ((?:--tables \S+ )?)([a-z]+)((?: [^|;&>]+)?)", line):
            yield line, found.group(2), found.group(1) + found.group(3)


class Sessions(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        scratch = tempfile.TemporaryDirectory()
        cls.addClassCleanup(scratch.cleanup)
        cls.folder = pathlib.Path(scratch.name)
        cls.programs = cls.folder / "programs"
        cls.programs.mkdir()
        (cls.programs / "pipo").symlink_to(PIPO)
        (cls.folder / "with/tables").mkdir(parents=True)
        for name in SMALL:
            board, _, start = name.partition(" ")
            subprocess.run([PIPO, "generate", board, *(["--start", start] if start else [])], cwd=cls.folder / "with", check=True,
                           capture_output=True)
        subprocess.run([PIPO, "generate", "2x2-nimstring"], cwd=cls.folder / "with", check=True, capture_output=True)

    def run_in(self, folder, command):
        environment = {**os.environ, "PATH": f"{self.programs}{os.pathsep}{os.environ['PATH']}", "LC_ALL": "C.UTF-8"}
        environment.pop("PIPO_TABLES", None)
        return subprocess.run(["sh", "-c", command], cwd=folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              timeout=300)

    def check(self, command, shown, folder=None):
        if folder is None:
            folder = tempfile.mkdtemp(dir=self.folder) if command.startswith(WITHOUT_TABLES) else self.folder / "with"
            if "examples/" in command:
                (pathlib.Path(folder) / "examples").symlink_to(ROOT / "examples")
        done = self.run_in(folder, command)
        self.assertEqual(done.returncode, 0, done.stderr)  # on a busy machine progress is told there
        if shown:
            said, shown = ([line.rstrip() for line in text.splitlines()] for text in (done.stdout, shown))
            if not re.search(pattern("\n".join(shown)), "\n".join(said)):
                self.fail("\n".join(difflib.unified_diff(shown, said, "the page", "the program", lineterm="")))

    def test_what_pages_show(self):
        count = 0
        served = [shown for shown in sessions(text_of("docs/api.md"))]
        for page in PAGES:
            for command, shown in sessions(text_of(page)) if page not in ELSEWHERE else []:
                with self.subTest(page=page, command=command):
                    if command.startswith(OF_THE_SERVER):
                        self.assertIn((command, shown), served)
                    else:
                        self.check(command, shown)
                        count += 1
        self.assertGreater(count, 10)

    def test_the_tutorial(self):
        """Its commands, in its order, in an empty folder, with the files that it shows."""
        text = text_of("docs/tutorial.md")
        folder = pathlib.Path(tempfile.mkdtemp(dir=self.folder))
        for name, content in shown_files(text).items():
            (folder / name).write_text(content)
        count = 0
        for command, shown in sessions(text):
            with self.subTest(command=command):
                self.check(command, shown, folder)
                count += 1
        self.assertGreater(count, 7)

    def test_refusals(self):
        """Codes that docs/commands.md gives for options that the board or the input does not allow."""
        self.assertEqual(self.run_in(tempfile.mkdtemp(dir=self.folder), "pipo analyse --picture /dev/null").returncode, 2)

    def test_lines_of_json(self):
        """The outputs of probe that docs/commands.md shows without a command."""
        section = text_of("docs/commands.md").split("\n## probe\n")[1].split("\n## ")[0]
        shown = re.findall(r'^    (\{"position":"(.*?)".*\})$', section, re.MULTILINE)
        self.assertGreater(len(shown), 1)
        for line, position in shown:
            self.assertEqual(self.run_in(self.folder / "with", f"echo {position} | pipo probe --batch - --format jsonl").stdout, line + "\n")

    def test_results(self):
        """scripts/results_table.py prints the rows of docs/results.md, but for what depends on machine, date and compression."""
        done = subprocess.run([sys.executable, "-B", ROOT / "scripts/results_table.py", PIPO, self.folder / "with/tables"],
                              capture_output=True, text=True, check=True)
        known = {row["table"]: row for row in csv_rows("tables.csv")}
        moves = {row["board"]: row for row in table("docs/results.md", "board", "moves that keep the value")}
        printed = [[cell.strip() for cell in line.strip("|").split("|")] for line in done.stdout.splitlines() if line.startswith("|")]
        nim = next(row for row in table("docs/results.md", "board", "empty board", "swedish") if row["board"] == "2x2")
        self.assertEqual(printed[-1], ["2x2", nim["empty board"], "", ""])
        rows = [row for row in printed[:-1] if row[0] in known]
        self.assertEqual(sorted(row[0] for row in rows), sorted(SMALL * 2))
        for row in rows:
            if len(row) == 3:
                self.assertEqual(row, list(moves[row[0]].values()))
            else:
                exact = known[row[0]]
                value, quiet, stored, content_hash = (cell.replace(",", "").strip("+`") for cell in (row[1], row[2], row[3], row[6]))
                self.assertEqual((value, quiet, content_hash), (exact["value"], exact["quiet"], exact["content_hash"]), row[0])
                # The tables of the page leave out up to a tenth of the values.
                self.assertTrue(int(exact["stored"]) <= int(stored) < 1.12 * int(exact["stored"]), row[0])

    def test_closed_boards(self):
        """The values of closed narrow boards in docs/results.md: the top and both sides are drawn."""
        row, = table("docs/results.md", "n", "20")
        shown = {int(n): int(value) for n, value in list(row.items())[1:]}
        self.assertEqual(sorted(shown), list(range(1, 21)))
        positions = "".join(f"1x{n}:{'1' * n}{'0' * n}1{'0' * (n - 1)}1\n" for n in shown)
        done = self.run_in(self.folder, f"printf '{positions}' | pipo --no-atlas solve --batch - --format jsonl")
        self.assertEqual([json.loads(line)["value"] for line in done.stdout.splitlines()], list(shown.values()), done.stderr)


class Named(unittest.TestCase):
    def test_commands_and_options(self):
        count = 0
        for page in PAGES:
            for line, command, rest in named_commands(text_of(page)):
                with self.subTest(page=page, line=line):
                    self.assertIn(command, COMMANDS)
                    for option in re.findall(r"(?<!\S)(--?[a-zA-Z][\w-]*)", rest):
                        self.assertIn(option, options(command))
                    count += 1
        self.assertGreater(count, 100)

    def test_options_alone(self):
        known = OTHER_OPTIONS.union(*(options(command) for command in COMMANDS))
        for page in PAGES:
            for span in re.findall(r"`([^`\n]+)`", text_of(page)):
                for option in re.findall(r"(?<![\w-])--[a-z][\w-]*", span):
                    self.assertIn(option, known, f"{page}: `{span}`")

    def test_sections(self):
        """Every command has a section in docs/commands.md, which gives the defaults of its options."""
        sections = dict(re.findall(r"^## (\w+)\n(.*?)(?=^## |\Z)", text_of("docs/commands.md"), re.MULTILINE | re.DOTALL))
        self.assertLessEqual(set(COMMANDS), set(sections))
        for command in COMMANDS:
            for option, number, unit in re.findall(r"^  (--\w+) \S+=(\d+)([A-Z]?) ", help_of(command), re.MULTILINE):
                self.assertRegex(sections[command], rf"\b({number}|{int(number):,}){unit}\b", f"{command} {option}")

    def test_commands_of_the_engine(self):
        """The table of docs/engine.md has the commands that the engine lists."""
        said = subprocess.run([PIPO, "engine"], input="list_commands\n", capture_output=True, text=True, check=True).stdout
        cells = [row["command"] for row in table("docs/engine.md", "command", "reply")]
        self.assertEqual(sorted({name for cell in cells for name in re.findall(r"`([a-z_]+)", cell)} - {"swedish", "icelandic"}),
                         said.removeprefix("=").split())


class MadeUpPages(unittest.TestCase):
    """The test itself: what it reads, and what it accepts as equal."""

    def test_sessions(self):
        text = "Words\n\n    $ pipo a\n    one\n\n    two\n    $ pipo b\n\nWords\n```sh\npipo c --d\n```\n    pipo e\n"
        self.assertEqual(list(sessions(text)), [("pipo a", "one\n\ntwo"), ("pipo b", "")])
        self.assertEqual([found[1:] for found in named_commands(text + "`pipo f g` `pipo`\n")],
                         [("a", ""), ("b", ""), ("c", " --d"), ("e", ""), ("f", " g")])

    def test_shown_files(self):
        self.assertEqual(shown_files("A `b` is\n`a.txt`:\n\n```text\n1\n\n2\n```\n\n```\nno file\n```\n"), {"a.txt": "1\n\n2\n"})

    def test_pattern(self):
        self.assertRegex("made in 12.5 s with 9 MiB: x\nany\nthing\n", pattern("made in 0.04 s with 9.14 MiB: x\n..."))
        for other in ("made in 12.5 s with 9 MiB: y\n", "made in 12.5 with 9 MiB: x\n", "made in 1 s with 9 MiB: x\nmore\n"):
            self.assertNotRegex(other, pattern("made in 0.04 s with 9.14 MiB: x"))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
