"""Solver.solve_all and Solver.move_values: the values, the errors of single positions, callbacks, Ctrl-C."""

import os
import random
import signal
import threading
import unittest
from pathlib import Path

import numpy as np
import pipopipette
from pipopipette import DAMAGED, DRAWN, NOT_COVERED, Position, Solver
from support import copy_of, every_move, in_child, tables_of, text_of, values_by_rules

EMPTY = "5x5:" + "0" * 60
# A search of it takes minutes.
LONG = "4x4:" + "0" * 40


def random_masks(edges, count, seed=1):
    return [random.Random(seed * 1000 + i).getrandbits(edges) for i in range(count)]


def labels_by_rules(rows, columns, mask):
    edges = (rows + 1) * columns + rows * (columns + 1)
    labels = [DRAWN] * edges
    for edge, _, value in every_move(rows, columns, mask):
        labels[edge] = value
    return labels


class KnowAll(unittest.TestCase):
    def test_values_are_those_of_the_rules_in_the_order_of_the_positions(self):
        boards = ((2, 3), (3, 2), (2, 2), (1, 4))
        asked = []
        for rows, columns in boards:
            edges = (rows + 1) * columns + rows * (columns + 1)
            asked += [(rows, columns, mask) for mask in (0, 2**edges - 1, *random_masks(edges, 20))]
        random.Random(2).shuffle(asked)
        texts = [text_of(*one) for one in asked]
        for options in ({}, {"only": "sweep"}, {"only": "search", "threads": 1}):
            known = Solver().solve_all(map(Position, texts), **options)
            for (rows, columns, mask), one in zip(asked, known, strict=True):
                value = values_by_rules(rows, columns)[mask]
                self.assertEqual((one.lower, one.upper, one.solution.value, one.why_not), (value, value, value, None))
                moves = [(move.edge, move.captures, move.value) for move in one.solution.moves]
                self.assertEqual(moves, every_move(rows, columns, mask))
        self.assertEqual(Solver().solve_all([]), [])

    def test_found(self):
        texts = [text_of(2, 3, mask) for mask in random_masks(17, 50)]
        found, threads = {}, set()

        def note(number, known):
            self.assertNotIn(number, found)
            found[number] = known
            threads.add(threading.current_thread())

        known = Solver().solve_all(texts, found=note)
        self.assertEqual([found[number] for number in range(50)], known)
        self.assertEqual(threads, {threading.current_thread()})

        def fail(number, known):
            raise KeyError(number)

        solver = Solver()
        with self.assertRaises(KeyError):
            solver.solve_all(texts, found=fail)
        self.assertEqual(solver.solve_all(texts[:1])[0].lower, known[0].lower)

    def test_found_may_ask_the_same_solver(self):
        solver, values = Solver(), []
        position = text_of(2, 3, 0)
        solver.solve_all([text_of(2, 2, 0)], found=lambda *_: values.append(solver.solve(position, only="sweep").value))
        self.assertEqual(values, [values_by_rules(2, 3)[0]])

    def test_positions_beyond_the_limits(self):
        value = values_by_rules(2, 3)[0]
        large, small = Solver(memory=1 << 25).solve_all([EMPTY, text_of(2, 3, 0)])
        self.assertEqual(large[:3], (-25, 25, None))
        self.assertIsInstance(large.why_not, pipopipette.OutOfMemoryError)
        self.assertEqual(small.solution.value, value)
        slow, small = Solver(seconds=0.3).solve_all([LONG, text_of(2, 3, 0)], only="search")
        self.assertIsInstance(slow.why_not, pipopipette.OutOfTimeError)
        self.assertEqual(small.solution.value, value)

    def test_refusals(self):
        with self.assertRaisesRegex(pipopipette.PositionError, "^position 1: "):
            Solver().solve_all(["1x1:0000", "1x1:01"])
        for wrong in ([None], None, 3, [b"1x1:0000"]):
            with self.assertRaises(TypeError):
                Solver().solve_all(wrong)
        for wrong in ({"found": 1}, {"progress": 1}):
            with self.assertRaises(TypeError):
                Solver().solve_all([], **wrong)
        for wrong in ({"seconds": float("nan")}, {"seconds": -1}, {"threads": -1}, {"memory": -1}):
            with self.assertRaises(ValueError):
                Solver().solve_all([], **wrong)
            with self.assertRaises(ValueError):
                Solver().move_values(np.zeros(1, np.uint64), "1x1", **wrong)

    def test_ctrl_c(self):
        solver = Solver()
        masks = np.zeros(3, np.uint64)
        for ask in (lambda: solver.solve_all([LONG] * 3, only="search"),
                    lambda: solver.move_values(masks, "4x4", only="search")):
            timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
            timer.start()
            with self.assertRaises(KeyboardInterrupt):
                ask()
            timer.join()
        self.assertEqual(solver.solve_all([text_of(2, 3, 0)])[0].lower, values_by_rules(2, 3)[0])


class WhyNot(unittest.TestCase):
    """The exception in an Attempt has the attributes of the one that is raised."""

    def assert_same(self, raised, known):
        self.assertIs(type(known.why_not), type(raised))
        self.assertEqual((str(known.why_not), vars(known.why_not)), (str(raised), vars(raised)))

    def test_a_missing_table(self):
        folder = tables_of("2x2")
        solver = Solver(pipopipette.Tables(folder))
        position = text_of(2, 3, 0)
        with self.assertRaises(pipopipette.MissingTableError) as raised:
            solver.solve(position, only="table")
        error = raised.exception
        self.assertEqual((error.table, error.searched, error.file), ("2x3", (Path(folder),), None))
        self.assert_same(error, solver.try_solve(position, only="table"))
        self.assert_same(error, solver.solve_all([position], only="table")[0])

    def test_a_damaged_table(self):
        folder = damaged("2x3")
        solver = Solver(pipopipette.Tables(folder, tables_of("2x2")))
        position = text_of(2, 3, 0)
        with self.assertRaises(pipopipette.DamagedTableError) as raised:
            solver.solve(position, only="table")
        self.assertTrue(str(raised.exception.file).startswith(str(folder)))
        damaged_one, other = solver.solve_all([position, text_of(2, 2, 0)], only="table")
        self.assert_same(raised.exception, damaged_one)
        self.assertEqual(other.solution.value, values_by_rules(2, 2)[0])


def damaged(board):
    """Returns a folder with a table of which every layer is empty."""
    folder = copy_of(tables_of(board))
    for file in (folder / board).glob("*.pipo"):
        file.write_bytes(b"")
    return folder


class MoveValues(unittest.TestCase):
    def test_they_are_those_of_the_rules(self):
        masks = np.array([0, 2**17 - 1, *random_masks(17, 40)], np.uint64)
        expected = np.array([labels_by_rules(2, 3, int(mask)) for mask in masks], np.int8)
        bits = pipopipette.to_bits(masks, "2x3")
        with pipopipette.Tables(tables_of("2x3")) as tables:
            for solver, options in ((Solver(), {}), (Solver(), {"only": "search"}), (Solver(), {"only": "sweep"}),
                                    (Solver(tables), {}), (Solver(tables), {"only": "table"})):
                labels = solver.move_values(masks, "2x3", **options)
                self.assertEqual((labels.dtype, labels.shape), (np.int8, (42, 17)))
                np.testing.assert_array_equal(labels, expected)
                np.testing.assert_array_equal(solver.move_values(bits, "2x3", **options), expected)
        self.assertEqual(Solver().move_values(masks[:0], "2x3").shape, (0, 17))

    def test_what_cannot_be_answered_is_marked(self):
        late = 2**60 - 1 - (1 << 59 | 1 << 3)
        labels = Solver(memory=1 << 25).move_values(np.array([0b101, late], np.uint64), "5x5")
        self.assertEqual(set(labels[0].tolist()), {DRAWN, NOT_COVERED})
        self.assertEqual(np.flatnonzero(labels[0] == DRAWN).tolist(), [0, 2])
        # Each of the last two edges completes a box, and the opponent never moves again.
        self.assertEqual({edge: int(labels[1, edge]) for edge in np.flatnonzero(labels[1] > DRAWN)}, {3: 2, 59: 2})
        solver = Solver(pipopipette.Tables(damaged("2x3")))
        self.assertEqual(set(solver.move_values(np.zeros(1, np.uint64), "2x3", only="table")[0].tolist()), {DAMAGED})

    def test_refusals(self):
        for wrong in ([0], np.zeros(3, np.int32), None):
            with self.assertRaises(TypeError):
                Solver().move_values(wrong, "2x3")
        for wrong, board in ((np.array([2**17], np.uint64), "2x3"), (np.zeros((1, 16), np.uint8), "2x3"),
                             (np.zeros(1, np.uint64), "9x9")):
            with self.assertRaises(pipopipette.PositionError):
                Solver().move_values(wrong, board)

    def test_in_a_child(self):
        """A child of a process that has run sweeps answers by searches."""
        solver = Solver()
        solver.solve_all([text_of(2, 3, 0)], only="sweep")
        masks = np.array(random_masks(17, 5, seed=3), np.uint64)
        expected = [labels_by_rules(2, 3, int(mask)) for mask in masks]
        self.assertEqual(in_child(lambda: solver.move_values(masks, "2x3", only="search").tolist() == expected), 0)


if __name__ == "__main__":
    unittest.main()
