"""Compares values, moves and lines with the rules of the game and with `pipo probe`."""

import json
import random
import subprocess
import unittest

import numpy as np
import pipopipette
from support import PIPO, every_move, tables_of, text_of, values_by_rules


class AgainstTheRules(unittest.TestCase):
    boards = [(1, 2), (2, 2), (2, 1)]

    def test_every_value_one_by_one(self):
        with pipopipette.Tables(tables_of("1x2", "2x2")) as tables:
            for rows, columns in self.boards:
                for drawn, value in enumerate(values_by_rules(rows, columns)):
                    self.assertEqual(tables.value(text_of(rows, columns, drawn)), value)

    def test_every_value_as_an_array(self):
        with pipopipette.Tables(tables_of("1x2", "2x2", "2x3")) as tables:
            for rows, columns in self.boards + [(2, 3)]:
                expected = values_by_rules(rows, columns)
                masks = np.arange(len(expected), dtype=np.uint64)
                board = f"{rows}x{columns}"
                for threads in (0, 1, 2):
                    self.assertEqual(tables.values(masks, board, threads=threads).tolist(), expected)
                self.assertEqual(tables.values(pipopipette.to_bits(masks, board), board).tolist(), expected)

    def test_every_move(self):
        with pipopipette.Tables(tables_of("1x2", "2x2")) as tables:
            for rows, columns in self.boards:
                board = f"{rows}x{columns}"
                names = pipopipette.edge_names(board)
                count = 1 << len(names)
                best_masks = tables.best_moves(np.arange(count, dtype=np.uint64), board)
                self.assertEqual(best_masks.dtype, np.uint64)
                for drawn in range(count):
                    expected = every_move(rows, columns, drawn)
                    position = pipopipette.Position.from_mask(board, drawn)
                    moves = tables.moves(position)
                    self.assertEqual([(m.edge, m.captures, m.value) for m in moves], expected)
                    self.assertEqual([m.name for m in moves], [names[m.edge] for m in moves])
                    most = max((value for _, _, value in expected), default=None)
                    best = [edge for edge, _, value in expected if value == most]
                    self.assertEqual([m.edge for m in tables.best(position)], best)
                    self.assertEqual(int(best_masks[drawn]), sum(1 << edge for edge in best))

    def test_lines_are_played_to_the_end_and_keep_the_value(self):
        with pipopipette.Tables(tables_of("1x2", "2x2")) as tables:
            position = pipopipette.Position("2x2:000000000000")
            margin, player = tables.value(position), 0
            boxes = [0, 0]
            for move in tables.line(position):
                self.assertEqual(move.player, player)
                self.assertIn(move._replace(player=0), tables.best(position))
                boxes[player] += move.captures
                position = position.draw(move.name)
                player = player if move.captures else 1 - player
            self.assertEqual(position.open, 0)
            self.assertEqual(boxes[0] - boxes[1], margin)
            self.assertEqual(tables.line(position), [])
            self.assertEqual(tables.moves(position), [])
            self.assertEqual(tables.value(position), 0)


class AgainstTheProgram(unittest.TestCase):
    def test_a_sample(self):
        generator = random.Random(7)
        folder = tables_of("2x3", "3x3", "2x2-swedish")
        with pipopipette.Tables(folder) as tables:
            for board in ("2x3", "3x2", "3x3"):
                edges = len(pipopipette.edge_names(board))
                texts = [f"{board}:{generator.getrandbits(edges):0{edges}b}" for _ in range(200)]
                said = subprocess.run([PIPO, "--tables", folder, "probe", "--format", "jsonl", *texts],
                                      check=True, capture_output=True, text=True).stdout
                for text, line in zip(texts, said.splitlines(), strict=True):
                    answer = json.loads(line)
                    self.assertEqual(tables.value(text), answer["value"])
                    self.assertEqual(tables.moves(text),
                                     [(m["index"], m["edge"], m["captures"], m["value"], 0) for m in answer["moves"]])
                    self.assertEqual([m.name for m in tables.best(text)], answer["best"])
                masks = np.array([pipopipette.Position(text).drawn for text in texts], dtype=np.uint64)
                values = [json.loads(line)["value"] for line in said.splitlines()]
                self.assertEqual(tables.values(masks, board).tolist(), values)


if __name__ == "__main__":
    unittest.main()
