"""Checks docs/audit.md: its sessions against the program, its tests for pytest unchanged; and the reference positions."""

import importlib.util
import os
import re
import subprocess
import sys
import unittest
from xml.etree import ElementTree

import pipopipette
from pipopipette.reference import KnownPosition, read_positions, reference, reference_boards
from support import PIPO, ROOT, every_move, new_folder, tables_of, values_by_rules

TEXT = (ROOT / "docs/audit.md").read_text()


def block(language, number=0):
    return re.findall(f"```{language}\n(.*?)```", TEXT, re.DOTALL)[number]


def run(*command, folder=None, **more):
    # The inner pytest gets none of this one's variables.
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "PIPO_TABLES"))}
    return subprocess.run([str(part) for part in command], cwd=folder, capture_output=True, text=True, env={**environment, **more})


class Sessions(unittest.TestCase):
    def test_each(self):
        folder = new_folder()
        (folder / "tables").symlink_to(tables_of("3x3"))
        (folder / "bot.txt").write_text(block("text"))
        of_sample = (ROOT / "docs/commands.md").read_text().split("\n## sample\n")[1].split("\n## ")[0]
        sessions = re.findall(r"^    \$ pipo (.*)\n((?:    .*\n|\n)*)", TEXT + of_sample, re.MULTILINE)
        self.assertEqual(len(sessions), 4)
        for command, expected in sessions:
            done = run(PIPO, *command.split(), folder=folder)
            said = "".join(line[4:] + "\n" for line in expected.rstrip().split("\n"))
            self.assertEqual(done.stdout, said, command)
            self.assertEqual((done.stderr, done.returncode), ("", 1 if "audit" in command else 0))

    def test_in_continuous_integration(self):
        folder = new_folder()
        bot = folder / "my-bot"
        bot.write_text("#!/bin/sh\necho 1x1:0111 1\necho 3x3:000000000000000000000000 -3\necho 1x1:0111 0\n")
        bot.chmod(0o755)
        path = os.pathsep.join([str(folder), os.path.dirname(PIPO), os.environ["PATH"]])
        # The positions of 1x1, which no table covers, are solved; the third line is wrong.
        self.assertEqual(run("sh", "-ec", block("sh"), folder=folder, PATH=path).returncode, 1)
        suite, = ElementTree.parse(folder / "report.xml").getroot()
        self.assertEqual((suite.get("tests"), suite.get("failures"), suite.get("errors")), ("3", "1", "0"))
        bot.write_text("#!/bin/sh\necho 3x3:000000000000000000000000 -3\necho 3x3:000000000000000000000000 3\n")
        self.assertEqual(run("sh", "-ec", block("sh"), folder=folder, PATH=path).returncode, 1)
        suite, = ElementTree.parse(folder / "report.xml").getroot()
        self.assertEqual((suite.get("tests"), suite.get("failures"), suite.get("errors")), ("2", "1", "0"))


# A game as docs/audit.md tests it. Its parts can be replaced by wrong ones.
MY_GAME = """
import pipopipette

class Game:
    def __init__(self, board):
        self.game = pipopipette.Game(board)
        self.names = pipopipette.edge_names(board)
        self.player, self.score = 0, [0, 0]

    def legal(self):
        return [self.names[edge] for edge in self.game.legal_moves()]

    def draw(self, edge):
        columns = int(self.game.board.split("x")[1])
        boxes = [[box // columns, box % columns] for box in self.game.completed_by(edge)]
        self.game.play(edge)
        self.score[self.player] += len(boxes)
        if not boxes and not self.game.over:
            self.player = 1 - self.player
        return boxes

    def copy(self):
        other = Game.__new__(Game)
        other.game, other.names = pipopipette.Game.read(self.game.write("moves"), "moves"), self.names
        other.player, other.score = self.player, self.score[:]
        return other
"""


class Rules(unittest.TestCase):
    def test_of_a_program(self):
        text = block("python", 0).replace("/usr/share/pipopipette/reference", str(ROOT / "reference"))
        self.assertIn(str(ROOT), text)
        for right, wrong in (("", ""),
                             ("if not boxes and", "if"),  # the turn passes after a box
                             ("+= len(boxes)", "+= len(boxes) > 0"),  # two boxes count once
                             ("box // columns, box % columns", "box % columns, box // columns"),
                             ("return boxes", "return boxes[:1]"),
                             ("legal_moves()]", "legal_moves()][:20]"),
                             ("if not boxes and", "if len(boxes) < 2 and")):
            folder = new_folder()
            (folder / "mygame.py").write_text(MY_GAME.replace(right, wrong))
            (folder / "test.py").write_text(text)
            done = run(sys.executable, "-B", "test.py", folder=folder)
            self.assertEqual(done.returncode == 0, not wrong, (wrong, done.stderr))
            self.assertEqual("AssertionError" in done.stderr, bool(wrong), (wrong, done.stderr))


@unittest.skipUnless(importlib.util.find_spec("pytest"), "pytest is not installed")
class Pytest(unittest.TestCase):
    def setUp(self):
        self.folder = new_folder()
        (self.folder / "conftest.py").write_text(block("python", 1))
        self.test = self.folder / "test_bot.py"
        self.test.write_text(block("python", 2))

    def pytest(self, *arguments, **more):
        return run(sys.executable, "-B", "-m", "pytest", "-p", "no:cacheprovider", "-rs", *arguments, folder=self.folder, **more)

    def test_without_tables(self):
        done = self.pytest()
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertRegex(done.stdout, r"\d+ passed, 1 skipped")
        self.assertIn("no tables: give --pipo-tables=DIR or set PIPO_TABLES", done.stdout)

    def test_with_tables(self):
        for done in (self.pytest(PIPO_TABLES=str(tables_of("3x3"))),
                     self.pytest(f"--pipo-tables={tables_of('2x2')}", f"--pipo-tables={tables_of('3x3')}")):
            self.assertEqual(done.returncode, 0, done.stdout)
            self.assertNotIn("skipped", done.stdout)

    def test_a_bot_that_is_wrong(self):
        self.test.write_text(self.test.read_text().replace(".best[0]", ".best[-1] if known.value else 'h0.0'").replace(".value\n", ".value + 2\n", 1))
        done = self.pytest("-rf", "--tb=line")
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn("FAILED test_bot.py::test_values", done.stdout)

    def test_a_missing_folder_is_an_error(self):
        done = self.pytest(f"--pipo-tables={self.folder}/nowhere")
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn("MissingTableError", done.stdout)

    def test_the_options_are_documented(self):
        self.assertIn("--pipo-tables=DIR", self.pytest("--help").stdout)


class Reference(unittest.TestCase):
    def test_the_positions(self):
        self.assertEqual(reference_boards(), ["2x7", "3x3", "3x4", "4x4"])
        for board in reference_boards():
            known = reference(board)
            self.assertEqual(len(set(known_one.position for known_one in known)), 250)
            rows, columns = map(int, board.split("x"))
            edges = (rows + 1) * columns + rows * (columns + 1)
            self.assertEqual({one.position.layer for one in known}, set(range(edges + 1)))
        self.assertLess(sum(file.stat().st_size for file in (ROOT / "reference").iterdir()), 150_000)

    def test_they_agree_with_the_table(self):
        with pipopipette.Tables(tables_of("3x3")) as tables:
            for one in reference("3x3"):
                self.assertEqual(tables.value(one.position), one.value)
                self.assertEqual(tuple(move.name for move in tables.best(one.position)), one.best)

    def test_they_are_drawn_again_and_audited(self):
        for board in ("3x3", "3x4"):
            tables, file = tables_of(board), ROOT / f"reference/{board}.txt"
            first = file.read_text().splitlines()[0]
            command = first.split("values: pipo ")[1].split()
            self.assertEqual(run(PIPO, "--tables", tables, *command).stdout, file.read_text())
            done = run(PIPO, "--tables", tables, "audit", "--strict", file)
            self.assertEqual((done.returncode, done.stdout.splitlines()[0]), (0, f"{file}: 250 positions right, 0 wrong"))

    def test_files_of_sample(self):
        file = new_folder() / "positions.txt"
        text = run(PIPO, "--tables", tables_of("2x2"), "sample", "2x2", "--count", "300", "--moves").stdout
        file.write_text(text)
        known = read_positions(file)
        self.assertEqual(len(known), 300)
        names = pipopipette.edge_names("2x2")
        for one in known:
            self.assertIsInstance(one, KnownPosition)
            moves = {names[edge]: value for edge, _, value in every_move(2, 2, one.position.drawn)}
            self.assertEqual(one.moves, moves)
            self.assertEqual(one.value, values_by_rules(2, 2)[one.position.drawn])
            self.assertEqual(one.best, tuple(name for name, value in moves.items() if value == one.value))

    def test_refusals(self):
        file = new_folder() / "positions.txt"
        for line, words in (("1x1:011 1", "1x1 needs 4 edges"), ("1x1:0111", "a line must have"), ("1x1:0111 x", "invalid literal"),
                            ("1x1:0111 1 h1.0", "h1.0 is drawn already"), ("1x1:0111 1 h9.0", "not an edge"),
                            ("1x1:0111 1 h0.0=x", "invalid literal"), ("1x1:0111 1 h0.0 h0.0=1 x", "a line must have")):
            file.write_text(f"# remark\n\n1x1:0111 1\n{line}\n")
            with self.assertRaises(pipopipette.PositionError) as refused:
                read_positions(file)
            self.assertIn(f"{file}, line 4: ", str(refused.exception))
            self.assertIn(words, str(refused.exception))
        with self.assertRaisesRegex(pipopipette.PositionError, "no reference positions of '5x5', only of 2x7, 3x3"):
            reference("5x5")


if __name__ == "__main__":
    unittest.main()
