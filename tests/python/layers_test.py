"""Iterating over the stored positions of layers."""

import json
import unittest

import numpy as np
import pipopipette
from support import copy_of, tables_of


class Layers(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tables_of("2x3", "3x3", "3x3-swedish")
        cls.tables = pipopipette.Tables(cls.folder)

    @classmethod
    def tearDownClass(cls):
        cls.tables.close()

    def test_all_stored_positions_with_their_values(self):
        for table in ("2x3", "3x3", "3x3-swedish"):
            manifest = json.loads((self.folder / table / "manifest.json").read_text())
            self.assertEqual(list(self.tables.layers(table)), [layer["layer"] for layer in manifest["layers"]])
            for said in manifest["layers"]:
                layer = self.tables.layer(table, said["layer"])
                self.assertEqual((layer.table, layer.layer, layer.size), (table, said["layer"], said["stored"]))
                drawn, values = self.tables.to_arrays(table, [said["layer"]])
                self.assertEqual((drawn.dtype, values.dtype), (np.uint64, np.int8))
                self.assertEqual(len(drawn), said["stored"])
                self.assertEqual(len(np.unique(drawn)), len(drawn))
                counts = {str(value): int((values == value).sum()) for value in set(values.tolist())}
                self.assertEqual(counts, said["values"])
                self.assertTrue((pipopipette.to_bits(drawn, layer.board).sum(axis=1) == said["layer"]).all())
                self.assertTrue((self.tables.values(drawn, layer.board) == values).all())

    def test_blocks_are_large_and_own_their_memory(self):
        blocks = list(self.tables.layer("3x3", 12, best=True))
        self.assertEqual(len(blocks), 1)
        for array in blocks[0]:
            self.assertTrue(array.flags.owndata and array.flags.writeable)
        drawn, _, best = blocks[0]
        self.assertTrue((best == self.tables.best_moves(drawn, "3x3")).all())

    def test_repeated_and_simultaneous_iteration(self):
        layer = self.tables.layer("3x3", 12)
        one, other = iter(layer), iter(layer)
        for (a, b), (c, d) in zip(one, other, strict=True):
            self.assertTrue((a == c).all() and (b == d).all())
        self.assertEqual(sum(len(drawn) for drawn, _ in layer), layer.size)

    def test_to_arrays(self):
        drawn, values = self.tables.to_arrays("3x3")
        self.assertEqual(len(drawn), sum(self.tables.layer("3x3", layer).size for layer in range(25)))
        some = self.tables.to_arrays("3x3", layers=[3, 4], best=True)
        self.assertEqual([array.dtype for array in some], [np.uint64, np.int8, np.uint64])
        self.assertEqual(len(some[0]), self.tables.layer("3x3", 3).size + self.tables.layer("3x3", 4).size)
        self.assertEqual([(array.dtype, len(array)) for array in self.tables.to_arrays("3x3", [], best=True)],
                         [(np.uint64, 0), (np.int8, 0), (np.uint64, 0)])

    def test_refusals(self):
        for table, layer in (("3x3", -1), ("3x3", 25), ("2x3", 18), ("3x3-swedish", 11), ("3x3", 2**40), ("3x3", 10**30)):
            with self.assertRaisesRegex(ValueError, "layer"):
                self.tables.layer(table, layer)
        for layer in (None, 1.0, "1", True, [1]):
            with self.assertRaisesRegex(TypeError, "layer"):
                self.tables.layer("3x3", layer)
        for table in ("", "3", "3x3-", "3x3-foo", "3x3\0", "\udfff", "3x2", "9x9", "../3x3", "3x3/"):
            with self.assertRaises(pipopipette.PositionError, msg=table):
                self.tables.layer(table, 1)
        for table in (None, 33, b"3x3"):
            with self.assertRaisesRegex(TypeError, "name of a table must be"):
                self.tables.layer(table, 1)
        with self.assertRaises(pipopipette.MissingTableError) as raised:
            self.tables.layer("3x4", 1)
        self.assertEqual((raised.exception.table, raised.exception.searched), ("3x4", (self.folder,)))

    def test_a_damaged_layer(self):
        folder = copy_of(self.folder)
        file = folder / "2x3" / "layer-08.pipo"
        data = bytearray(file.read_bytes())
        data[656] ^= 1  # in the first block
        file.write_bytes(data)
        with pipopipette.Tables(folder) as tables:
            with self.assertRaises(pipopipette.DamagedTableError) as raised:
                list(tables.layer("2x3", 8))
            self.assertEqual((raised.exception.file, raised.exception.offset), (file, 656))
        # A second copy answers if the first cannot be opened.
        file.write_bytes(data[:-1])
        with pipopipette.Tables(folder) as tables:
            with self.assertRaises(pipopipette.DamagedTableError) as raised:
                tables.layer("2x3", 8)
            self.assertEqual(raised.exception.file, file)
        # If two copies cannot be opened, the error names the first.
        other = copy_of(folder)
        with pipopipette.Tables(folder, other) as tables:
            with self.assertRaises(pipopipette.DamagedTableError) as raised:
                tables.layer("2x3", 8)
            self.assertEqual(raised.exception.file, file)
        with pipopipette.Tables(folder, self.folder) as tables:
            self.assertEqual(tables.layer("2x3", 8).size, self.tables.layer("2x3", 8).size)
            self.assertTrue(len(tables.to_arrays("2x3")[0]))

    def test_closed_during_iteration(self):
        tables = pipopipette.Tables(self.folder)
        layer = tables.layer("3x3", 12)
        blocks = iter(layer)
        tables.close()
        with self.assertRaises(pipopipette.ClosedError):
            next(blocks)
        with self.assertRaises(pipopipette.ClosedError):
            tables.layer("3x3", 12)


if __name__ == "__main__":
    unittest.main()
