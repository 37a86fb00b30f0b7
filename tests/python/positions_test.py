"""Positions and edges without tables."""

import copy
import pickle
import random
import unittest

import numpy as np
import pipopipette
from pipopipette import Position, PositionError
from support import new_folder


class Positions(unittest.TestCase):
    def test_from_text_mask_and_picture(self):
        generator = random.Random(3)
        for board, edges in (("1x1", 4), ("2x3", 17), ("3x2", 17), ("5x5", 60), ("1x21", 64)):
            for _ in range(20):
                mask = generator.getrandbits(edges)
                text = f"{board}:" + "".join(str(mask >> edge & 1) for edge in range(edges))
                position = Position(text)
                self.assertEqual((str(position), position.board, position.drawn), (text, board, mask))
                self.assertEqual((position.rows, position.columns), tuple(map(int, board.split("x"))))
                self.assertEqual((position.layer, position.open), (bin(mask).count("1"), 2**edges - 1 - mask))
                for same in (Position(position), Position.from_mask(board, mask), eval(repr(position)),
                             Position.from_mask(board, np.uint64(mask)), pickle.loads(pickle.dumps(position)),
                             copy.deepcopy(position), Position.from_picture(position.picture())):
                    self.assertEqual(same, position)
                    self.assertEqual(hash(same), hash(position))

    def test_equality(self):
        different = [Position("1x2:0000000"), Position("2x1:0000000"), Position("1x2:1000000"), Position("1x1:0000")]
        self.assertEqual(len(set(different)), 4)
        self.assertNotEqual(different[0], "1x2:0000000")
        self.assertNotEqual(different[0], None)

    def test_they_are_immutable(self):
        position = Position("1x1:0000")
        for name in ("drawn", "board", "layer", "other"):
            with self.assertRaises(AttributeError):
                setattr(position, name, 1)
        self.assertEqual(str(position.draw("v0.1")), "1x1:0001")
        self.assertEqual(str(position.draw(1)), "1x1:0100")
        self.assertEqual(position.drawn, 0)

    def test_refusals(self):
        for mask in (-1, 16, 2**64, 10**30, np.int64(-1)):
            with self.assertRaises(PositionError):
                Position.from_mask("1x1", mask)
        for mask in (None, 1.0, "1", [1]):
            with self.assertRaisesRegex(TypeError, "set of edges"):
                Position.from_mask("1x1", mask)
        for text in ("", "+", "+--+\n|  |\n+-x+\n", "\ud800", "+--+\0"):
            with self.assertRaises(PositionError):
                Position.from_picture(text)
        for make in (Position, Position.from_picture):
            with self.assertRaisesRegex(TypeError, "text"):
                make(None)
        position = Position("1x1:1000")
        for edge in ("h0.0", 0, "h2.0", "v0.2", 4, -1, 10**30, "", "x", "h0.0\0"):
            with self.assertRaises(PositionError):
                position.draw(edge)
        for edge in (None, 1.0, b"h0.0"):
            with self.assertRaisesRegex(TypeError, "an edge must be"):
                position.draw(edge)

    def test_one_never_initialised(self):
        position = Position.__new__(Position)
        for use in (str, repr, hash, Position, pickle.dumps, lambda p: p.drawn, lambda p: p.draw(0), lambda p: p == p,
                    lambda p: p == Position("1x1:0000"), lambda p: p.picture(), pipopipette.Tables(new_folder()).value):
            with self.assertRaisesRegex(PositionError, "never initialised"):
                use(position)


class Edges(unittest.TestCase):
    def test_names(self):
        self.assertEqual(pipopipette.edge_names("1x2"), ("h0.0", "h0.1", "h1.0", "h1.1", "v0.0", "v0.1", "v0.2"))
        for board in ("1x1", "3x4", "5x5", "1x21"):
            for edge, name in enumerate(pipopipette.edge_names(board)):
                self.assertEqual(pipopipette.edge_index(board, name), edge)
                self.assertEqual(pipopipette.edge_index(board, edge), edge)
        with self.assertRaises(PositionError):
            pipopipette.edge_index("1x2", "h2.0")
        with self.assertRaises(TypeError):
            pipopipette.edge_names(None)


if __name__ == "__main__":
    unittest.main()
