"""Tests the adapters in examples/bots against recorded states of the programs that they serve.

    bots_test.py PIPO
"""

import json
import pathlib
import random
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BOTS = ROOT / "examples/bots"
sys.path[:0] = [str(BOTS), str(ROOT / "examples/engines")]
import botzone_bot  # noqa: E402: its folder is on the path only now
import codingame_bot  # noqa: E402
import kaggle_agent  # noqa: E402
import openspiel_bot  # noqa: E402
import rules  # noqa: E402

ENGINE = f"{sys.argv.pop(1)} engine --time 0"


class State:
    """A state of OpenSpiel's game, with the members that the bot uses."""

    def __init__(self, rows, columns, actions=()):
        self._size, self._actions = (rows, columns), list(actions)

    def get_game(self):
        return self

    def get_parameters(self):
        return {"num_rows": self._size[0], "num_cols": self._size[1], "utility_margin": True}

    def history(self):
        return self._actions


class OpenSpiel(unittest.TestCase):
    def setUp(self):
        self.bot = openspiel_bot.PipoBot(ENGINE)
        self.addCleanup(self.bot.close)

    def test_takes_what_is_on_offer(self):
        # The history of a playthrough: three sides of the first box are drawn.
        self.assertEqual(self.bot.step(State(2, 2, [0, 2, 6])), 7)
        self.assertEqual(self.bot.step(State(1, 2, [0, 2, 4])), 5)

    def test_plays_a_whole_game(self):
        for rows, columns in (2, 3), (7, 7):
            actions, source = [], random.Random(1)
            position = rules.Position(rules.Board(rows, columns))
            while position.open_edges():
                action = self.bot.step(State(rows, columns, actions)) if source.random() < 0.2 else source.choice(position.open_edges())
                self.assertIn(action, position.open_edges())
                position.draw(action)
                actions.append(action)


class Kaggle(unittest.TestCase):
    def setUp(self):
        self.player = kaggle_agent.Player(ENGINE)
        self.addCleanup(self.player.close)

    GLYPHS = "┌───┬╴ ╶┐\n│        \n├───┼╴ ╶┤\n         \n└╴ ╶┴╴ ╶┘\n"

    def observation(self, **more):
        return {"currentPlayer": 1, "isTerminal": False, "observationString": self.GLYPHS, "playerId": 1, "step": 4, **more}

    def test_reads_glyphs(self):
        self.assertEqual(self.player.action(self.observation()), 7)

    def test_reads_lists_of_lines(self):
        lines = {"num_rows": 2, "num_cols": 2, "h_lines": [[1, 0], [2, 0], [0, 0]], "v_lines": [[1, 0, 0], [0, 0, 0]],
                 "boxes": [[0, 0], [0, 0]], "scores": [0, 0], "current_player": "2", "is_terminal": False}
        self.assertEqual(self.player.action(self.observation(observationString=json.dumps(lines))), 7)

    def test_waits_when_it_is_not_to_move(self):
        self.assertEqual(self.player.action(self.observation(playerId=0)), -1)
        self.assertEqual(self.player.action(self.observation(isTerminal=True, currentPlayer=-4)), -1)
        self.assertEqual(self.player.action({"remainingOverageTime": 12, "step": 0}), -1)


def said(bot, text):
    done = subprocess.run([sys.executable, "-B", str(BOTS / bot), *ENGINE.split()], input=text, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


class Botzone(unittest.TestCase):
    def test_answers_each_turn(self):
        first = {"requests": [{"x": -1, "y": -1}], "responses": []}
        # h0.0, v0.0 and v0.1 are drawn: h1.0 completes a box. The bot then moves again.
        second = {"requests": [{"x": 0, "y": 1}, {"x": 1, "y": 0}], "responses": [{"x": 1, "y": 2}]}
        third = {"requests": second["requests"] + [{"x": -1, "y": -1}], "responses": second["responses"] + [{"x": 2, "y": 1}]}
        answers = [json.loads(line)["response"] for line in said("botzone_bot.py", "".join(json.dumps(turn) + "\n" for turn in (first, second, third)))]
        self.assertEqual(len(answers), 3)
        self.assertEqual(answers[1], {"x": 2, "y": 1})
        self.assertNotIn((answers[2]["x"], answers[2]["y"]), [(0, 1), (1, 0), (1, 2), (2, 1)])
        for answer in answers:
            botzone_bot.edge_number(answer["x"], answer["y"])

    def test_every_edge_has_a_place(self):
        board = rules.Board(5, 5)
        self.assertEqual([botzone_bot.edge_number(*botzone_bot.place(name)) for name in board.names], list(range(60)))


class CodinGame(unittest.TestCase):
    def test_answers_each_turn(self):
        # Two rows: A2 is the top left box. First only the bottom of A2 is open around it; then all of A1 and B1.
        turns = "2\nB\n0 0\n4\nA1 LTRB\nA2 B\nB1 LTRB\nB2 TRB\n" + "1 0\n3\nA1 LRB\nB1 LTRB\nB2 TRB\n"
        answers = said("codingame_bot.py", turns)
        self.assertEqual(len(answers), 2)
        board = codingame_bot.Board(2)
        self.assertEqual(board.edge_number(*answers[0].split()), board.edge_number("A2", "B"))
        self.assertIn(board.edge_number(*answers[1].split()), [board.edge_number("A1", side) for side in "LRB"]
                      + [board.edge_number("B1", side) for side in "TRB"] + [board.edge_number("B2", side) for side in "TR"])

    def test_every_edge_has_a_side(self):
        board = codingame_bot.Board(7)
        self.assertEqual([board.edge_number(*board.side(name).split()) for name in rules.Board(7, 7).names], list(range(112)))


if __name__ == "__main__":
    unittest.main()
