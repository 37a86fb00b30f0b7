"""Arrays of every kind: accepted and refused ones, copies, and other threads during a call."""

import sys
import threading
import time
import tracemalloc
import unittest

import numpy as np
import pipopipette
from support import copy_of, every_move, tables_of, values_by_rules

BOARD = "2x2"
EDGES = 12
EXPECTED = values_by_rules(2, 2)


def all_masks():
    return np.arange(1 << EDGES, dtype=np.uint64)


def all_bits(dtype=np.uint8):
    return (all_masks()[:, None] >> np.arange(EDGES, dtype=np.uint64) & np.uint64(1)).astype(dtype)


class WithTables(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.tables = pipopipette.Tables(tables_of("2x2", "2x3-swedish"))

    @classmethod
    def tearDownClass(cls):
        cls.tables.close()

    def assert_values(self, array):
        values = self.tables.values(array, board=BOARD)
        self.assertEqual(values.dtype, np.int8)
        self.assertEqual(values.tolist(), EXPECTED)


class Taken(WithTables):
    def test_masks(self):
        self.assert_values(all_masks())
        self.assert_values(all_masks().astype(">u8"))
        self.assert_values(np.repeat(all_masks(), 3)[::3])
        self.assert_values(all_masks()[::-1][::-1])

    def test_zeros_and_ones_of_every_dtype(self):
        for dtype in (bool, "i1", "u1", "i2", ">i2", "u2", "i4", "u4", "i8", ">i8", "u8"):
            with self.subTest(dtype=dtype):
                self.assert_values(all_bits(dtype))

    def test_other_orders_in_memory(self):
        for dtype in (bool, np.int8, np.int64):
            bits = all_bits(dtype)
            self.assert_values(np.asfortranarray(bits))
            self.assert_values(np.repeat(np.repeat(bits, 2, axis=0), 2, axis=1)[::2, ::2])

    def test_unaligned(self):
        raw = np.zeros(8 * len(EXPECTED) + 1, dtype=np.uint8)
        raw[1:] = all_masks().view(np.uint8)
        masks = raw[1:].view(np.uint64)
        self.assertFalse(masks.flags.aligned)
        self.assert_values(masks)

    def test_read_only(self):
        for array in (all_masks(), all_bits(), all_bits(bool)):
            array.flags.writeable = False
            self.assert_values(array)
        self.assertEqual(self.tables.values(np.broadcast_to(np.uint64(0), 3), BOARD).tolist(), EXPECTED[:1] * 3)

    def test_arguments_stay_unchanged(self):
        for array in (all_masks(), all_bits(), all_bits(np.int32)):
            before = array.copy()
            self.assert_values(array)
            self.assertTrue((array == before).all())

    def test_empty(self):
        for array in (np.empty(0, np.uint64), np.empty((0, EDGES), bool), np.empty((0, EDGES), np.int64)):
            values = self.tables.values(array, BOARD)
            self.assertEqual((values.dtype, values.shape), (np.int8, (0,)))
            best = self.tables.best_moves(array, BOARD)
            self.assertEqual((best.dtype, best.shape), (np.uint64, (0,)))

    def test_results_belong_to_the_caller(self):
        values = self.tables.values(all_masks(), BOARD)
        self.assertTrue(values.flags.owndata and values.flags.writeable)
        values[:] = 0
        self.assert_values(all_masks())

    def test_values_of_moves(self):
        for array in (all_masks(), all_bits()):
            for threads in (0, 1, 2):
                values = self.tables.move_values(array, BOARD, threads)
                self.assertEqual((values.shape, values.dtype), ((4096, EDGES), np.int8))
        for drawn in range(0, 4096, 37):
            expected = [pipopipette.DRAWN] * EDGES
            for edge, _, value in every_move(2, 2, drawn):
                expected[edge] = value
            self.assertEqual(values[drawn].tolist(), expected)
        self.assertEqual(self.tables.move_values(all_masks()[:0], BOARD).shape, (0, EDGES))

    def test_marks(self):
        """A position that cannot be answered affects no other."""
        folder = copy_of(tables_of("2x2"))
        layer = next((folder / "2x2").glob("layer-06*"))
        content = bytearray(layer.read_bytes())
        content[656] ^= 255
        layer.write_bytes(content)
        masks = all_masks()
        with pipopipette.Tables(folder) as tables:
            for call in (tables.values, tables.move_values, tables.best_moves):
                with self.assertRaises(pipopipette.DamagedTableError):
                    call(masks, BOARD)
            self.assertEqual(len(tables.problems), 1)
            values = tables.values(masks, BOARD, marked=True)
            damaged = values == pipopipette.DAMAGED
            self.assertTrue(0 < damaged.sum() < 4096)
            self.assertEqual(values[~damaged].tolist(), np.array(EXPECTED)[~damaged].tolist())
            self.assertEqual((tables.values(masks, BOARD, marked=True, default=5) == values).all(), True)
            with self.assertRaises(pipopipette.DamagedTableError):
                tables.values(masks, BOARD, default=5)
            moves = tables.move_values(masks, BOARD, marked=True)
            right = self.tables.move_values(masks, BOARD)
            spoiled = moves == pipopipette.DAMAGED
            self.assertTrue(spoiled.any())
            self.assertTrue((moves == np.where(spoiled, pipopipette.DAMAGED, right)).all())
            for position, edge in np.argwhere(spoiled):
                self.assertTrue(damaged[position | 1 << edge])
            best = tables.best_moves(masks, BOARD, marked=True)
            expected = np.where(spoiled.any(axis=1), 0, self.tables.best_moves(masks, BOARD))
            self.assertTrue((best == expected).all())
        uncovered = np.array([3], np.uint64)
        self.assertEqual(self.tables.values(uncovered, "4x4", marked=True).tolist(), [pipopipette.NOT_COVERED])
        self.assertEqual(self.tables.values(uncovered, "4x4", marked=True, default=7).tolist(), [7])
        self.assertEqual(self.tables.move_values(uncovered, "4x4", marked=True)[0, :3].tolist(),
                         [pipopipette.DRAWN, pipopipette.DRAWN, pipopipette.NOT_COVERED])
        self.assertEqual(self.tables.best_moves(uncovered, "4x4", marked=True).tolist(), [0])
        with self.assertRaises(pipopipette.PositionError):
            self.tables.move_values(np.array([1 << 12], np.uint64), BOARD, marked=True)

    def test_default(self):
        # The tables cover only positions of 2x3 with all outer edges drawn.
        outer = sum(1 << edge for edge, name in enumerate(pipopipette.edge_names("2x3"))
                    if name in ("h0.0", "h0.1", "h0.2", "h2.0", "h2.1", "h2.2", "v0.0", "v0.3", "v1.0", "v1.3"))
        expected = values_by_rules(2, 3)[outer]
        masks = np.array([outer, 0] * 50, dtype=np.uint64)
        for default in (99, -127, 0, np.int8(5), -128):
            self.assertEqual(self.tables.values(masks, "2x3", default=default).tolist(), [expected, int(default)] * 50)
        for call in (self.tables.values, self.tables.best_moves, self.tables.move_values):
            with self.assertRaisesRegex(pipopipette.MissingTableError, "2x3:0{17}"):
                call(masks, "2x3")

    def test_bits_and_masks(self):
        bits = pipopipette.to_bits(all_masks(), BOARD)
        self.assertEqual(bits.dtype, np.uint8)
        self.assertTrue((bits == all_bits()).all())
        self.assertTrue((pipopipette.to_masks(bits, BOARD) == all_masks()).all())
        widest = np.array([2**60 - 1, 2**59, 1], dtype=np.uint64)
        self.assertEqual(pipopipette.to_masks(pipopipette.to_bits(widest, "5x5"), "5x5").tolist(), widest.tolist())


    def test_more_than_a_piece(self):
        # The module passes pieces of 2^22 masks (2^18 for best moves) to the library and concatenates the results.
        for call, piece in ((self.tables.values, 1 << 22), (self.tables.best_moves, 1 << 18)):
            full = (1 << EDGES) - 1
            few = np.array([0, full & ~1, full & ~2, full & ~(1 << 11), full], np.uint64)
            expected = call(few, BOARD).tolist()
            masks = np.full(piece + len(few), full, np.uint64)
            masks[:len(few)] = few
            masks[piece:] = few[::-1]
            results = call(masks, BOARD)
            self.assertEqual(results[:len(few)].tolist(), expected)
            self.assertEqual(results[piece:].tolist(), expected[::-1])
            self.assertFalse(results[len(few):piece].any())


class Refused(WithTables):
    def refused(self, error, array, words="", board=BOARD, **more):
        for call in (self.tables.values, self.tables.best_moves, self.tables.move_values):
            with self.assertRaisesRegex(error, words):
                call(array, board, **more)

    def test_arguments_that_are_not_arrays(self):
        for thing in (None, 1, "2x2:000000000000", [1, 2], [], (), [[0] * EDGES], b"", object()):
            self.refused(TypeError, thing, "numpy array")
        self.refused(TypeError, np.ma.masked_array(all_masks(), mask=True), "numpy array")

    def test_dtypes(self):
        for dtype in (float, np.float32, complex, object, "U1", "M8[s]", "m8[s]", [("a", "u8")]):
            with self.subTest(dtype=dtype):
                self.refused(TypeError, np.zeros((2, EDGES), dtype), "dtype")
                self.refused(TypeError, np.zeros(2, dtype), "uint64")
        # One position as zeros and ones without the second dimension is not a list of masks.
        for dtype in (bool, "i1", "u1", "i2", "i4", "u4", "i8"):
            self.refused(TypeError, np.zeros(EDGES, dtype), "uint64")

    def test_shapes(self):
        for shape in ((), (1, 2, 3), (1, EDGES, 1)):
            self.refused(pipopipette.PositionError, np.zeros(shape, np.uint64), "dimension")
        for shape in ((1, EDGES - 1), (1, EDGES + 1), (EDGES, 0), (0, 0), (0, 1)):
            self.refused(pipopipette.PositionError, np.zeros(shape, np.uint8), "shape")

    def test_other_numbers_than_0_and_1(self):
        for dtype, number in (("i1", -1), ("i1", 2), ("u1", 255), ("i2", 256), ("i4", -1), ("i8", 2**32), ("u8", 2**63)):
            bits = np.zeros((5, EDGES), dtype)
            bits[3, 7] = number
            with self.subTest(dtype=dtype, number=number):
                self.refused(pipopipette.PositionError, bits, "position 3, edge 7")
                with self.assertRaises(ValueError):
                    pipopipette.to_masks(bits, BOARD)

    def test_edges_beyond_the_board(self):
        for mask in (1 << EDGES, 1 << 63, 2**64 - 1):
            for count in (2, 100):
                masks = np.zeros(count, np.uint64)
                masks[1] = mask
                self.refused(pipopipette.PositionError, masks, "position 1: edges beyond the 12 of 2x2")
                with self.assertRaises(pipopipette.PositionError):
                    pipopipette.to_bits(masks, BOARD)

    def test_boards(self):
        for board in ("", "2", "2x", "0x1", "2x2:", "2x2 ", "02x2", "9x9", "2x2\0", "\ud800", "1x99999999999999999999"):
            self.refused(pipopipette.PositionError, all_masks(), board=board)
        for board in (None, 22, b"2x2", (2, 2), pipopipette.Position("2x2:000000000000")):
            self.refused(TypeError, all_masks(), "a board must be text", board=board)
        self.refused(pipopipette.MissingTableError, all_masks(), "no table of 4x5", board="4x5")

    def test_numbers_of_threads(self):
        for threads in (-1, 2**31, 2**64, 10**30):
            self.refused(ValueError, all_masks(), "threads", threads=threads)
        for threads in (None, 1.0, "1", True):
            self.refused(TypeError, all_masks(), "threads", threads=threads)

    def test_defaults(self):
        for default, error in ((128, ValueError), (-129, ValueError), (None, TypeError), (0.5, TypeError), ("0", TypeError)):
            with self.assertRaisesRegex(error, "default"):
                self.tables.values(all_masks(), BOARD, default=default)

    def test_too_large_for_the_machine(self):
        with self.assertRaises(MemoryError):
            self.tables.values(np.broadcast_to(np.uint64(0), 1 << 45), BOARD)


class Costs(WithTables):
    MANY = 1_000_000

    def test_other_threads_run_during_a_call(self):
        masks = np.zeros(self.MANY, np.uint64)
        steps = 0
        done = False

        def step():
            nonlocal steps
            while not done:
                steps += 1
                time.sleep(0)

        # With this long interval no thread must release the interpreter's lock, so a call that keeps it blocks all steps.
        interval = sys.getswitchinterval()
        sys.setswitchinterval(1000)
        thread = threading.Thread(target=step)
        thread.start()
        try:
            for call in (lambda: self.tables.values(masks, BOARD, threads=1),
                         lambda: self.tables.best_moves(masks[:20_000], BOARD, threads=1)):
                for _ in range(100):
                    before = steps
                    call()
                    if steps > before:
                        break
                self.assertGreater(steps, before)
        finally:
            done = True
            sys.setswitchinterval(interval)
            thread.join()

    def peak(self, array):
        """Returns the most bytes that Python and numpy allocate during a call of values()."""
        self.tables.values(array[:100], BOARD)
        tracemalloc.start()
        try:
            self.tables.values(array, BOARD, threads=1)
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    def test_masks_are_used_in_place(self):
        few = 50_000
        self.assertLess(self.peak(np.zeros(self.MANY, np.uint64)), self.MANY + few)
        # Zeros and ones in bytes are converted to masks once.
        for dtype in (bool, np.int8, np.uint8):
            self.assertLess(self.peak(np.zeros((self.MANY, EDGES), dtype)), 9 * self.MANY + few)


if __name__ == "__main__":
    unittest.main()
