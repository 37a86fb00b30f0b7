"""Tests of the engines in examples/engines: they speak the protocol, play legal games, and know what they claim to know.

    engines_test.py MCTS      the program made of examples/engines/mcts.cpp
"""

import pathlib
import random
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
ENGINES = ROOT / "examples/engines"
sys.path[:0] = [str(ROOT / "scripts"), str(ENGINES)]
import engine_process  # noqa: E402: its folder is on the path only now
import players  # noqa: E402
import rules  # noqa: E402

MCTS = sys.argv.pop(1)
PYTHON = f"{sys.executable} -B {ENGINES}/engine.py"
COMMANDS = {"random": f"{PYTHON} random", "greedy": f"{PYTHON} greedy", "mcts": f"{MCTS} --playouts 300"}


def position(text):
    return rules.Position.from_dbn(text)


class Protocol(unittest.TestCase):
    def session(self, command, *lines):
        done = subprocess.run(command.split(), input="".join(line + "\n" for line in lines), capture_output=True, text=True, check=True)
        return done.stdout.split("\n\n")[:-1]

    def test_replies(self):
        for name, command in COMMANDS.items():
            said = self.session(command, "name", "", "# nothing", "7 boardsize 1 2", "turn", "play h0.0", "play 2 1", "turn", "play 2 h1.0",
                                "play h0.0", "play h7.7", "8 nothing", "genmove 2", "load 1x2:11", "known_command load", "known_command nothing",
                                "load 1x1:1110", "genmove # the last edge", "score", "turn", "genmove", "clear_board", "turn", "quit", "turn")
            expected = [f"= {name}", "=7", "= 1", "=", "=", "= 1", "?", "?", "?", "?8", "?", "?", "= true", "= false",
                        "=", "= v0.1", "= 1 0", "= 0", "?", "=", "= 1", "="]
            self.assertEqual([one.split(" ")[0] if one.startswith("?") else one for one in said], expected, name)

    def test_whole_games(self):
        """Engines agree with the rules of rules.py on turn, score and end, and draw only open edges."""
        for command in COMMANDS.values():
            engine = engine_process.Engine(command, 20)
            self.addCleanup(engine.close)
            engine.ask("boardsize 2x3")
            here, score, player = rules.Position(rules.Board(2, 3)), [0, 0], 0
            while here.open_edges():
                self.assertEqual(engine.ask("turn"), str(player + 1))
                edge = here.board.edge(engine.ask(f"genmove {player + 1}").split()[0])
                self.assertFalse(here.drawn[edge])
                boxes = here.draw(edge)
                score[player] += boxes
                player ^= boxes == 0
            self.assertEqual((engine.ask("turn"), engine.ask("score"), sum(score)), ("0", f"{score[0]} {score[1]}", 6))

    def test_bad_options_of_mcts(self):
        for words in (["--playouts", "0"], ["--playouts"], ["--nothing", "1"], ["--seed", "x"]):
            self.assertEqual(subprocess.run([MCTS, *words], capture_output=True, check=False).returncode, 2, words)


class Rules(unittest.TestCase):
    def test_numbers_of_edges_and_boxes(self):
        board = rules.Board(5, 5)
        self.assertEqual((len(board.names), board.names[28], board.names[59]), (60, "h5.3", "v4.5"))
        self.assertEqual([board.names[edge] for edge in board.edges_of[7]], ["h1.2", "h2.2", "v1.2", "v1.3"])
        self.assertEqual([len(boxes) for boxes in board.boxes_of].count(1), 20)

    def test_captures_and_safe_edges(self):
        here = position("1x2:0111101")  # the right box has three sides
        self.assertEqual([here.board.names[edge] for edge in here.captures()], ["v0.1"])
        self.assertEqual(position("1x2:0000000").safe_edges(), list(range(7)))
        self.assertEqual(here.draw(here.board.edge("v0.1")), 1)
        self.assertEqual(here.dbn(), "1x2:0111111")


class Players(unittest.TestCase):
    def names(self, player, text, times=20):
        source = random.Random(1).random
        here = position(text)
        return {here.board.names[player(here, source)] for _ in range(times)}

    def test_random_takes_boxes_and_avoids_third_sides(self):
        self.assertEqual(self.names(players.random_safe, "1x2:0111101"), {"v0.1"})
        self.assertEqual(self.names(players.random_safe, "1x2:1010000"), {"h0.1", "h1.1", "v0.2"})

    def test_values_of_chains_and_loops(self):
        chain, loop = (lambda size: (size, False)), (lambda size: (size, True))
        for parts, margin in (((), 0), ((chain(1),), 1), ((chain(1), chain(2)), -1), ((chain(3), chain(3)), 2), ((chain(5), chain(5)), 6),
                              ((loop(4), loop(4)), 0), ((chain(1), chain(3)), -2)):
            self.assertEqual(players.margin_of_replying(tuple(sorted(parts))), margin, parts)

    def test_control_is_kept_for_a_long_chain(self):
        """Two boxes are left of the chain in row 0. Row 1 is a chain of four, or complete."""
        four = "2x4:" + 12 * "1" + "11100" + "00000"
        self.assertEqual(players.components(position(four)), [(1, False), (4, False)])
        self.assertEqual(self.names(players.greedy, four), {"v0.4"})
        self.assertEqual(self.names(players.greedy, "2x4:" + 12 * "1" + "11100" + "11111"), {"v0.3"})

    def test_a_chain_of_two_is_opened_in_the_middle(self):
        self.assertEqual(self.names(players.greedy, "1x2:1111000"), {"v0.1"})

    def test_the_shortest_chain_is_opened(self):
        """Row 0 is a chain of four; in row 1, only the box in the corner is left."""
        self.assertEqual(self.names(players.greedy, "2x4:111111110111" + "00000" + "01111"), {"h2.0", "v1.0"})

    def test_greedy_wins_endgames_from_random(self):
        """From the same starts of 4x4, each player begins once."""
        source = random.Random(1).random
        margins = []
        for _ in range(10):
            start = rules.Position(rules.Board(4, 4))
            while start.safe_edges():
                start.draw(players.pick(source, start.safe_edges()))
            for first in (0, 1):
                here, score, player = start.copy(), [0, 0], first
                while here.open_edges():
                    boxes = here.draw((players.greedy, players.random_safe)[player](here, source))
                    score[player] += boxes
                    player ^= boxes == 0
                margins.append(score[0] - score[1])
        self.assertGreater(sum(margins), 60, margins)


if __name__ == "__main__":
    unittest.main()
