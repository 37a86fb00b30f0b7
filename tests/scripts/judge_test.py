"""Tests of scripts/judge.py with engines of a few lines, and of the files in reference/judge.

    judge_test.py PIPO        the program, which audits a part of the files
"""

import collections
import contextlib
import io
import itertools
import json
import math
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
import judge  # noqa: E402: its folder is on the path only now
import judge_report  # noqa: E402
import make_judge_positions  # noqa: E402

PIPO = sys.argv.pop(1) if len(sys.argv) > 1 and not sys.argv[1].startswith("-") else "pipo"
# Without site packages a start takes a third less.
FAKE = f"{sys.executable} -BES {ROOT}/tests/scripts/fake_engine.py"
# The answers of 'pipo probe' for four positions of 1x2 (two boxes side by side).
POSITIONS = """# Positions with exact values.
# drawn 0, early: 1 position
1x2:0000000 0 h0.0=-2,h0.1=-2,h1.0=-2,h1.1=-2,v0.0=-2,v0.1=0,v0.2=-2
# drawn 5, early: 1 position
1x2:0111101 2 h0.0=-2,v0.1=2
# drawn 5, late: 2 positions
1x2:1110101 2 h1.1=-2,v0.1=2
1x2:1111100 2 v0.1=2,v0.2=-2
"""


class WithFile(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.positions = self.folder / "positions.txt"
        self.positions.write_text(POSITIONS)

    def judged(self, *arguments):
        """The exit code, and the text on standard output and standard error."""
        told, said = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(told), contextlib.redirect_stderr(said):
            code = judge.main(["--positions", str(self.positions), "--timeout", "20", *arguments])
        return code, told.getvalue(), said.getvalue()

    def lines(self, *arguments):
        code, told, _ = self.judged("--format", "jsonl", *arguments)
        self.assertEqual(code, 0)
        return [json.loads(line) for line in told.splitlines()]

    def failed(self, mode, *arguments):
        """The kinds of failures of an engine by position, and its reports on standard error."""
        code, told, said = self.judged("--format", "jsonl", *arguments, f"{FAKE} {mode}")
        self.assertEqual(code, 0)
        moves = [json.loads(line) for line in told.splitlines() if '"drawn"' in line and '"summary"' not in line]
        return [move.get("failure") for move in moves], said


class Positions(WithFile):
    def test_fields(self):
        found = judge.read_positions(self.positions)
        self.assertEqual([(one.drawn, one.kind, one.value) for one in found], [(0, "early", 0), (5, "early", 2), (5, "late", 2), (5, "late", 2)])
        self.assertEqual(found[2].moves, {"h1.1": -2, "v0.1": 2})

    def test_best_moves_are_allowed(self):
        self.positions.write_text("1x2:0111101 2 v0.1 h0.0=-2,v0.1=2\n")
        found, = judge.read_positions(self.positions)
        self.assertEqual((found.kind, found.moves), ("all", {"h0.0": -2, "v0.1": 2}))

    def test_refused(self):
        for line, reason in (("1x2:0111101 2 h0.0=-2", "not the open edges"), ("1x2:0111101 2 h0.0=-2,v0.2=2", "not the open edges"),
                             ("1x2:0111101 4 h0.0=-2,v0.1=2", "not that of the best move"), ("1x2:01111010 2 h0.0=-2,v0.1=2", "not the open edges"),
                             ("1x2:0111101 2 v0.1", "values of its moves"), ("1x2 2 h0.0=0", "values of its moves"), ("1x2:0111101", "not enough"),
                             ("1x2:0111101 2 h0.0=x,v0.1=2", "invalid literal")):
            self.positions.write_text(f"# a comment\n{line}\n")
            code, told, said = self.judged(f"{FAKE} first")
            self.assertEqual((code, told), (2, ""), line)
            self.assertRegex(said, f"positions.txt, line 2: .*{reason}.*pipo sample --moves", line)

    def test_missing_file_and_nothing_chosen(self):
        self.assertIn("no position to judge by", self.judged("--drawn", "3", "x")[2])
        self.positions.unlink()
        code, _, said = self.judged("x")
        self.assertEqual(code, 2)
        self.assertIn("positions.txt", said)

    def test_limit_is_of_each_number_and_kind(self):
        found = judge.chosen(judge.read_positions(self.positions), {5}, 1)
        self.assertEqual([one.text for one in found], ["1x2:0111101", "1x2:1110101"])
        self.assertEqual([one.drawn for one in judge.chosen(judge.read_positions(self.positions), None, None)], [5, 5, 5, 0])


class Regret(WithFile):
    def test_of_each_move(self):
        moves = [line for line in self.lines(f"{FAKE} first") if "move" in line]
        self.assertEqual([(line["position"], line["move"], line["regret"]) for line in moves],
                         [("1x2:0111101", "h0.0", 4), ("1x2:1110101", "h1.1", 4), ("1x2:1111100", "v0.1", 0), ("1x2:0000000", "h0.0", 2)])

    def test_summaries(self):
        lines = self.lines(f"{FAKE} perfect {self.positions}", f"{FAKE} first")
        rows = {(line["summary"]["engine"][-5:], line["summary"]["drawn"], line["summary"]["kind"]): line["summary"] for line in lines
                if "summary" in line}
        self.assertEqual(len(rows), 8)
        for row in rows.values():
            if row["engine"].endswith(".txt"):
                self.assertEqual((row["regret"], row["perfect"], row["moves"]), (0, 1, row["positions"]))
        late = rows["first", 5, "all"]
        self.assertEqual((late["moves"], late["regret"], late["perfect"]), (3, 8 / 3, 1 / 3))
        self.assertAlmostEqual(late["standard_error"], 4 / 3)
        self.assertEqual(late["difference"]["mean"], 8 / 3)
        self.assertIsNone(rows["first", 0, "early"]["standard_error"])

    def test_text(self):
        code, told, said = self.judged(f"{FAKE} perfect {self.positions}", f"{FAKE} first")
        self.assertEqual((code, said), (0, ""))
        self.assertRegex(told, r"(?m)^ *5  all +3  0\.00 ± 0\.00 +100 %  2\.67 ± 1\.33 +33 %$")
        self.assertRegex(told, r"(?m)^ *0  early +1 +0\.00 +100 % +2\.00 +0 %$")
        self.assertRegex(told, r"(?m)^ *5  late +2  \+2\.00 ± 2\.00$")

    def test_several_at_once(self):
        def moves(jobs):
            return sorted((line["engine"], line["position"], line["regret"]) for line in self.lines(*engines, "--jobs", jobs) if "move" in line)
        engines = f"{FAKE} first", f"{FAKE} perfect {self.positions}"
        self.assertEqual(len(moves("1")), 8)
        self.assertEqual(moves("3"), moves("1"))

    def test_differences_use_the_same_positions(self):
        def answers(*values):
            return [judge_report.Answer("h0.0", value) if value is not None else judge_report.Answer() for value in values]
        self.assertEqual(judge_report.differences(answers(2, None, 4, 1), answers(0, 5, None, 4), range(4)), [2, -3])
        self.assertEqual(judge_report.Mean.of([1, 2, 6]), (3, 3, math.sqrt(14 / 2 / 3)))


class Predictions(WithFile):
    def predicted(self, text):
        file = self.folder / "predicted.txt"
        file.write_text(text)
        return f"@{file}"

    def test_as_an_engine_with_the_same_moves(self):
        file = self.predicted("# position, move\n1x2:0000000 h0.0\n1x2:0111101 h0.0\n\n1x2:1110101 h1.1\n1x2:1111100 v0.1\n")
        engine, predicted = (self.lines(one) for one in (f"{FAKE} first", file))
        self.assertEqual([one["regret"] for one in engine if "regret" in one and "summary" not in one],
                         [one["regret"] for one in predicted if "regret" in one and "summary" not in one])

    def test_missing_and_illegal_moves(self):
        moves = self.lines(self.predicted("1x2:0000000 v9.9\n1x2:1111100 v0.1\n"))
        self.assertEqual(sorted(one["failure"] for one in moves if "failure" in one), ["illegal", "refused", "refused"])

    def test_refused(self):
        for text in ("1x2:0000000\n", "1x2:0000000 h0.0\n1x2:0000000 h0.1\n"):
            code, _, said = self.judged(self.predicted(text))
            self.assertEqual(code, 2)
            self.assertIn("predicted.txt, line ", said)
        self.assertEqual(self.judged("@nowhere.txt")[0], 2)


class Failures(WithFile):
    def test_each_kind(self):
        for mode, kind, words in (("dying", "died", "ended with code 3: something broke"), ("illegal", "illegal", "cannot be drawn"),
                                  ("nonsense", "nonsense", "'resign"), ("shouting", "nonsense", "'thinking'"), ("refusing", "refused", "load 1x2")):
            kinds, said = self.failed(mode)
            self.assertEqual(kinds, [kind] * 4, mode)
            self.assertEqual(len(re.findall(r"1x2:[01]{7}: " + kind + ":.*" + words, said)), 4, said)

    def test_a_process_that_does_not_reply(self):
        for mode, kind in (("hanging", "hung"), ("mute", "died")):
            kinds, said = self.failed(mode, "--timeout", "0.5", "--limit", "1", "--drawn", "5")
            self.assertEqual(kinds, [kind] * 2, said)

    def test_a_program_that_does_not_exist(self):
        code, told, said = self.judged("/nonexistent/engine --level 5")
        self.assertEqual(code, 0)
        self.assertIn("failed: died 4", told)
        self.assertIn("cannot be started", said)

    def test_another_process_goes_on(self):
        counted = self.folder / "count"
        counted.write_text("")
        self.assertEqual(self.failed(f"dying-twice {counted}")[0], ["died", "died", None, None])

    def test_failures_do_not_count_in_the_regret(self):
        counted = self.folder / "count"
        counted.write_text("")
        lines = self.lines(f"{FAKE} dying-twice {counted}")
        row, = [line["summary"] for line in lines if line.get("summary", {}).get("kind") == "all"]
        self.assertEqual((row["positions"], row["moves"], row["regret"]), (3, 1, 0))
        self.assertEqual(lines[-1]["failures"], {"died": 2})

    def test_an_engine_that_always_dies_is_given_up(self):
        self.positions.write_text("1x2:0111101 2 h0.0=-2,v0.1=2\n" * 8)
        kinds, said = self.failed("dying")
        self.assertEqual(kinds, ["died"] * 5 + ["given-up"] * 3)
        self.assertEqual(said.count("judge: "), 5)

    def test_strict(self):
        code, told, said = self.judged("--strict", "--format", "jsonl", f"{FAKE} illegal")
        self.assertEqual((code, told.count("\n"), said.count("\n")), (1, 1, 1))
        self.assertEqual(self.judged("--strict", f"{FAKE} first")[0], 0)


class Time(WithFile):
    def test_sent_once_if_the_engine_knows_it(self):
        log = self.folder / "log"
        self.lines("--time", "2.5", f"{FAKE} timed {log}")
        self.assertEqual(log.read_text().count("time_settings 0 2.5 1\n"), 1)
        log.unlink()
        self.lines(f"{FAKE} timed {log}")
        self.assertNotIn("time_settings", log.read_text())

    def test_measured_otherwise(self):
        lines = self.lines("--time", "0.000000001", f"{FAKE} first")
        self.assertEqual(lines[-1]["seconds"]["over_time"], 4)
        self.assertEqual(self.lines("--time", "100", f"{FAKE} first")[-1]["seconds"]["over_time"], 0)

    def test_bad_options(self):
        for words in (["--time", "0"], ["--time", "nan"], ["--jobs", "0"], ["--limit", "-1"], ["--drawn", "a"], ["--timeout", "inf"]):
            with self.assertRaises(SystemExit) as ended, contextlib.redirect_stderr(io.StringIO()):
                judge.main([*words, "x"])
            self.assertEqual(ended.exception.code, 2, words)


class Reference(unittest.TestCase):
    """The files of reference/judge, by the name of their board."""
    files = {path.stem: judge.read_positions(path) for path in sorted(judge.POSITIONS.parent.glob("*.txt"))}
    # Drawn, but not in the file: it needs 15.9 GiB.
    missing = "5x5:001110010000100000000000100110000000000001100001000000100000"

    def test_counts(self):
        self.assertEqual(set(self.files), set(make_judge_positions.COUNTS))
        for board, positions in self.files.items():
            counts = {(drawn, kind): count // 2 - ((board, drawn, kind) == ("5x5", 12, "sensible"))
                      for drawn, count in make_judge_positions.COUNTS[board].items() for kind in ("random", "sensible")}
            self.assertEqual(collections.Counter((one.drawn, one.kind) for one in positions), counts, board)
            self.assertEqual(len({one.text for one in positions}), len(positions), board)

    def test_each_value_has_the_parity_of_the_boxes_left(self):
        for one in itertools.chain.from_iterable(self.files.values()):
            position = make_judge_positions.rules.Position.from_dbn(one.text)
            left = sum(sides < 4 for sides in position.sides)
            self.assertEqual({(value - left) % 2 for value in one.moves.values()}, {0}, one.text)

    def test_the_positions_are_drawn_again(self):
        """The first one of each group of 5x5, and of the random groups of larger boards; all of them take many minutes."""
        for board, positions in self.files.items():
            for drawn, kind in {(one.drawn, one.kind) for one in positions if board == "5x5" or one.kind == "random"}:
                here = [one.text for one in positions if (one.drawn, one.kind) == (drawn, kind)]
                again = [text for text in make_judge_positions.draw(board, kind, drawn, 1, 1) if text != self.missing]
                self.assertEqual(again, here[:len(again)], (board, drawn, kind))

    def test_audit(self):
        """The program finds the same values, of a few positions that take a moment."""
        some = {one.text for drawn, step in ((24, 40), (20, 100))
                for one in [each for each in self.files["5x5"] if each.drawn == drawn][::step]}
        lines = [line for line in judge.POSITIONS.read_text().splitlines() if line.split()[0] in some]
        done = subprocess.run([PIPO, "audit", "-", "--time", "60"], input="\n".join(lines), capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn(f"{len(some)} positions right, 0 wrong", done.stdout)

    def test_larger_boards_are_solved_again(self):
        some = {one.text: one for board, drawn, step in (("6x6", 36, 50), ("7x7", 52, 20))
                for one in [each for each in self.files[board] if each.drawn == drawn][::step]}
        self.assertEqual(len(some), 4)
        done = subprocess.run([PIPO, "solve", "--batch", "-", "--format", "jsonl", "--time", "60"], input="\n".join(some),
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        for answer in map(json.loads, done.stdout.splitlines()):
            one = some.pop(answer["position"])
            self.assertEqual((answer["value"], {move["edge"]: move["value"] for move in answer["moves"]}), (one.value, one.moves))
        self.assertEqual(some, {})


if __name__ == "__main__":
    unittest.main()
