"""Tests of scripts/match.py with engines of a few lines."""

import contextlib
import io
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
import match  # noqa: E402: its folder is on the path only now

# Without site packages a start takes a third less.
FAKE = f"{sys.executable} -BES {ROOT}/tests/scripts/fake_engine.py"
ENGINE = f"{sys.executable} -BES {ROOT}/examples/engines/engine.py --seed {{seed}}"


class Match(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.record = pathlib.Path(folder.name) / "games.jsonl"

    def played(self, *arguments):
        """The exit code, and the text on standard output and standard error."""
        told, said = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(told), contextlib.redirect_stderr(said):
            code = match.main(["--timeout", "20", *arguments])
        return code, told.getvalue(), said.getvalue()

    def games(self, *arguments):
        """The games of a match, and the row of its opponent."""
        code, told, _ = self.played("--record", str(self.record), *arguments)
        self.assertEqual(code, 0)
        return [json.loads(line) for line in self.record.read_text().splitlines()], told.splitlines()[2].split()

    def test_the_second_player_takes_the_only_box(self):
        games, row = self.games("--board", "1x1", "--games", "4", f"{ENGINE} random", f"{ENGINE} greedy")
        self.assertEqual([game["score"] for game in games], [[0, 1]] * 4)
        self.assertEqual([game["engines"][0].split()[-1] for game in games], ["random", "greedy", "random", "greedy"])
        self.assertIn("2-0-2", row)
        self.assertIn("50.0%", row)
        self.assertIn("+0.00", row)

    def test_games_end_and_all_boxes_are_taken(self):
        games, row = self.games("--board", "2x3", "--games", "6", f"{ENGINE} random", f"{ENGINE} greedy")
        for game in games:
            self.assertEqual(len(set(game["moves"])), 17)
            self.assertEqual(sum(game["score"]), 6)
        self.assertIn("6", row)  # all of them are different

    def test_rules(self):
        board = match.Board("1x2")
        self.assertEqual([board.draw(edge) for edge in ("h0.0", "h1.0", "v0.0")], [0, 0, 0])
        self.assertEqual(board.safe(), ["h0.1", "h1.1", "v0.2"])
        self.assertEqual([board.draw(edge) for edge in ("h0.1", "h1.1", "v0.2")], [0, 0, 0])
        self.assertEqual(board.draw("v0.1"), 2)

    def test_openings_are_safe_and_the_same_for_both_colours(self):
        games, _ = self.games("--board", "3x3", "--games", "4", "--random-moves", "5", f"{ENGINE} random", f"{ENGINE} greedy")
        begun = [game["moves"][:5] for game in games]
        self.assertEqual(begun[0], begun[1])
        self.assertEqual(begun[2], begun[3])
        self.assertNotEqual(begun[0], begun[2])
        self.assertEqual(len(match.opening("1x1", 9, 1)), 2)

    def test_a_start(self):
        """Both boxes of 1x2 are left, or only the right one, which the first move takes."""
        games, row = self.games("--board", "1x2:1010000", "--games", "2", f"{ENGINE} random", f"{ENGINE} greedy")
        self.assertEqual([(len(game["moves"]), sum(game["score"])) for game in games], [(5, 2)] * 2)
        self.record.unlink()
        games, row = self.games("--board", "1x2:1111110", "--games", "1", f"{ENGINE} random", f"{FAKE} dying")
        self.assertEqual((games[0]["moves"], games[0]["score"]), (["v0.2"], [1, 0]))
        self.assertIn("+1.00", row)
        self.assertNotIn("±", row)  # of one game
        self.record.unlink()
        games, row = self.games("--board", "1x2:1111110", "--games", "1", f"{FAKE} dying", f"{ENGINE} random")
        self.assertEqual(games[0]["score"], [0, 1])  # the box that was complete is not won

    def test_games_with_a_move_over_time(self):
        arguments = "--board", "1x1", "--games", "2", f"{ENGINE} random", f"{ENGINE} greedy"
        self.assertEqual(self.games("--time", "0.0000001", *arguments)[1][-2:], ["2", "2"])
        self.assertEqual(self.games("--time", "100", *arguments)[1][-2:], ["0", "0"])
        self.assertEqual(self.games(*arguments)[1][-1], "s")

    def drawing(self, edge):
        """An engine that always draws this edge."""
        script = self.record.with_name("drawing.py")
        script.write_text("import sys\nfor line in sys.stdin:\n    print('=', sys.argv[1] if line == 'genmove\\n' else '', end='\\n\\n', flush=True)\n")
        return f"{sys.executable} -B {script} {edge}"

    def test_failures_lose(self):
        for mode, kind in ((f"{FAKE} dying", "died"), (self.drawing("resign"), "illegal"), (self.drawing("h9.9"), "illegal"),
                           (self.drawing("h0.0"), "illegal")):
            self.record.unlink(missing_ok=True)
            games, row = self.games("--board", "2x2", "--games", "2", f"{ENGINE} random", mode)
            self.assertIn("2-0-0", row, mode)
            for game in games:
                self.assertTrue(game["failure"].startswith(kind), game["failure"])
                self.assertEqual(game["score"][game["failed"]], 0)
                self.assertEqual(game["engines"][game["failed"]], mode)
        _, told, _ = self.played("--board", "2x2", "--games", "1", f"{ENGINE} random", "/no/such/engine")
        self.assertIn("/no/such/engine lost 1 by failure: died: cannot be started", told)

    def test_a_record_is_continued(self):
        arguments = ["--board", "1x2", f"{ENGINE} random", f"{ENGINE} greedy"]
        first, _ = self.games("--games", "2", *arguments)
        more, row = self.games("--games", "3", *arguments)
        self.assertEqual(more[:2], first)
        self.assertEqual(len(more), 3)
        self.assertIn("3", row)
        self.assertEqual(len(self.games("--games", "3", *arguments)[0]), 3)
        self.record.write_text("nonsense\n")
        code, _, said = self.played("--record", str(self.record), *arguments)
        self.assertEqual(code, 2)
        self.assertIn("line 1: not a game", said)
        code, _, said = self.played("--record", str(self.record.parent), *arguments)
        self.assertEqual(code, 2)
        self.assertIn("name another file", said)

    def test_an_opponent_named_twice_is_one(self):
        games, row = self.games("--board", "1x1", "--games", "2", f"{ENGINE} random", f"{ENGINE} greedy", f"{ENGINE} greedy")
        self.assertEqual(len(games), 2)
        self.assertIn("1-0-1", row)

    def test_an_interrupted_game_is_not_recorded(self):
        """The interrupt goes to the whole process group, as that of a terminal does."""
        begun = self.record.with_name("begun")
        script = self.record.with_name("slow.py")
        script.write_text("import pathlib, sys, time\nfor line in sys.stdin:\n    if line == 'genmove\\n':\n"
                          f"        pathlib.Path({str(begun)!r}).touch()\n        time.sleep(0.5)\n"
                          "    print('= h0.0' if line == 'genmove\\n' else '=', end='\\n\\n', flush=True)\n")
        match_py = subprocess.Popen([sys.executable, "-B", ROOT / "scripts/match.py", "--board", "2x2", "--record", self.record,
                                     f"{sys.executable} -B {script}", f"{ENGINE} random"], start_new_session=True,
                                    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                    preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler))
        self.addCleanup(match_py.kill)
        deadline = time.monotonic() + 20
        while not begun.exists() and time.monotonic() < deadline:
            time.sleep(0.01)
        os.killpg(match_py.pid, signal.SIGINT)
        self.assertEqual(match_py.wait(20), 130)
        self.assertTrue(begun.exists())
        self.assertFalse(self.record.exists())

    def test_bad_usage(self):
        for arguments in (["a"], ["a", "a"], ["--board", "5", "a", "b"], ["--games", "0", "a", "b"], ["--time", "0", "a", "b"],
                          ["--time", "nan", "a", "b"], ["--jobs", "0", "a", "b"], ["--random-moves", "-1", "a", "b"],
                          ["--board", "1x1:111", "a", "b"], ["--board", "1x1:1111", "a", "b"], ["--board", "1x1:", "a", "b"]):
            with self.assertRaises(SystemExit) as ended:
                self.played(*arguments)
            self.assertEqual(ended.exception.code, 2)


if __name__ == "__main__":
    unittest.main()
