"""Opening, asking, adding and closing tables, and their errors."""

import copy
import os
import pickle
import resource
import subprocess
import threading
import unittest
from pathlib import Path

import numpy as np
import pipopipette
from support import PIPO, as_nobody, copy_of, in_environment, new_folder, tables_of, text_of, values_by_rules

FULL = "2x2:" + "1" * 12
EMPTY = "2x2:" + "0" * 12


class Opened(unittest.TestCase):
    def test_found_tables(self):
        folder = tables_of("2x2", "3x3-swedish")
        with pipopipette.Tables(folder) as tables:
            self.assertEqual(tables.found, [("2x2", "2x2", "american", folder / "2x2", False, 0),
                                             ("3x3-swedish", "3x3", "swedish", folder / "3x3-swedish", False, 0)])
            self.assertEqual((tables.problems, tables.folders), ([], (folder,)))
            self.assertIn("2 found", repr(tables))

    def test_a_last_move_with_a_cost(self):
        folder = tables_of("2x2", "2x2-last3")
        values = values_by_rules(2, 2, last_move_cost=3)
        with pipopipette.Tables(folder, last_move_cost=3) as tables:
            self.assertEqual([(found.name, found.last_move_cost) for found in tables.found], [("2x2-last3", 3)])
            for drawn in range(0, 1 << 12, 7):
                self.assertEqual(tables.value(text_of(2, 2, drawn)), values[drawn])
            solver = pipopipette.Solver(tables)
            self.assertEqual(solver.solve(FULL).value, -3)
        with pipopipette.Tables.only(folder / "2x2-last3", last_move_cost=3) as tables:
            self.assertEqual(tables.value(FULL), -3)
        with pipopipette.Tables(folder) as tables:
            self.assertEqual((tables.value(FULL), len(tables.found)), (0, 1))
        with self.assertRaises(pipopipette.PositionError):
            pipopipette.Tables.only(folder / "2x2-last3")
        for wrong, error in (-1, ValueError), (32, pipopipette.PositionError), ("3", TypeError):
            with self.assertRaises(error):
                pipopipette.Tables(folder, last_move_cost=wrong)
        problem = "-3 1000 1000 A\n+-+\n| |\n+ +\n"
        game = pipopipette.Game.read(problem, "wilson-problem")
        game.play("h1.0")
        self.assertEqual((game.last_move_cost, game.result.margin), (3, -2))
        for other in (copy.copy(game), pickle.loads(pickle.dumps(game))):
            self.assertEqual((other, other.last_move_cost, other.result), (game, 3, game.result))
        whole = pipopipette.Game("1x1", turn=0, last_move_cost=2)
        self.assertTrue(whole.in_order)
        self.assertEqual(copy.copy(whole).last_move_cost, 2)

    def test_names_of_folders(self):
        folder = tables_of("2x2")
        for name in (str(folder), folder, os.fsencode(folder)):
            with pipopipette.Tables(name) as tables:
                self.assertEqual(len(tables.found), 1)
        odd = new_folder() / os.fsdecode(b"caf\xe9 \xff")
        copy_of(folder).rename(odd)
        with pipopipette.Tables(odd) as tables:
            self.assertEqual(tables.found[0].folder, odd / "2x2")
            with self.assertRaises(pipopipette.MissingTableError) as raised:
                tables.value("1x1:0000")
            self.assertEqual(raised.exception.searched, (odd,))

    def test_several_folders_and_one_more(self):
        with pipopipette.Tables(tables_of("1x2"), tables_of("2x2")) as tables:
            self.assertEqual([found.name for found in tables.found], ["1x2", "2x2"])
            self.assertNotIn("2x3:" + "0" * 17, tables)
            tables.add(tables_of("2x3"))
            self.assertIn("2x3:" + "0" * 17, tables)
            self.assertEqual(tables.folders[2], tables_of("2x3"))

    def test_the_folders_of_the_environment(self):
        with in_environment(f"{tables_of('1x2')}:{tables_of('2x2')}"), pipopipette.Tables() as tables:
            self.assertEqual(tables.folders, (tables_of("1x2"), tables_of("2x2")))
            self.assertEqual(tables.value(FULL), 0)
            with pipopipette.Tables(tables_of("2x3")) as others:
                self.assertEqual(others.folders, (tables_of("2x3"),))
        for wrong in (":", "a:", ":a", "a::b"):
            with in_environment(wrong), self.assertRaisesRegex(pipopipette.PositionError, "PIPO_TABLES.*empty entry"):
                pipopipette.Tables()
        home = Path.cwd()
        self.addCleanup(os.chdir, home)
        os.chdir(new_folder())
        for nothing in (None, ""):
            with in_environment(nothing):
                with self.assertRaises(pipopipette.MissingTableError):
                    pipopipette.Tables()
                os.symlink(tables_of("2x2"), "tables")
                with pipopipette.Tables() as tables:
                    self.assertEqual(tables.folders, (Path("tables"),))
                os.unlink("tables")

    def test_an_empty_folder(self):
        with pipopipette.Tables(new_folder()) as tables:
            self.assertEqual(tables.found, [])
            with self.assertRaises(pipopipette.MissingTableError):
                tables.value(EMPTY)
            tables.add(tables_of("2x2"))
            self.assertEqual(tables.value(FULL), 0)

    def test_a_single_table(self):
        with pipopipette.Tables.only(tables_of("2x2") / "2x2", cache_bytes=1 << 20) as tables:
            self.assertEqual(tables.value(EMPTY), values_by_rules(2, 2)[0])
        with self.assertRaises(pipopipette.MissingTableError):
            pipopipette.Tables.only(tables_of("2x2"))

    def test_without_a_cache(self):
        with pipopipette.Tables(tables_of("2x2"), cache_bytes=0) as tables:
            self.assertEqual(tables.values(np.arange(4096, dtype=np.uint64), "2x2").tolist(), values_by_rules(2, 2))

    def test_coverage_and_defaults(self):
        with pipopipette.Tables(tables_of("2x2", "3x3-swedish")) as tables:
            self.assertIn(EMPTY, tables)
            self.assertIn(pipopipette.Position(EMPTY), tables)
            self.assertNotIn("3x3:" + "0" * 24, tables)
            self.assertIn("3x3:" + "1" * 24, tables)
            self.assertEqual(tables.value("3x3:" + "0" * 24, default=7), 7)
            self.assertIsNone(tables.value("3x3:" + "0" * 24, default=None))
            self.assertEqual(tables.value(EMPTY, default=None), values_by_rules(2, 2)[0])

    def test_no_copies_and_no_pickles(self):
        with pipopipette.Tables(tables_of("2x2")) as tables:
            for use in (pickle.dumps, copy.copy, copy.deepcopy):
                with self.assertRaisesRegex(TypeError, "copied or pickled"):
                    use(tables)
            with self.assertRaises(TypeError):
                iter(tables)


class Thinned(unittest.TestCase):
    def test_answers_say_what_was_computed(self):
        folder = new_folder()
        subprocess.run([PIPO, "--tables", tables_of("2x2"), "thin", "2x2", "--keep", "even", "--to", folder],
                       check=True, capture_output=True)
        values = values_by_rules(2, 2)
        with pipopipette.Tables(folder) as thinned, pipopipette.Tables(tables_of("2x2")) as whole:
            for drawn, computed in ((0, False), (0b11, True), (0b10011, True), (0xFFF, False)):
                position = text_of(2, 2, drawn)
                answer = thinned.answer(position)
                self.assertEqual((answer.value, answer.computed), (values[drawn], computed))
                self.assertEqual(answer.moves, whole.moves(position))
                self.assertEqual(answer.best, thinned.best(position))
                self.assertEqual(whole.answer(position).computed, False)
                self.assertEqual(pipopipette.Solver(thinned).solve(position).computed, computed)
                self.assertEqual(pipopipette.Solver(thinned).solve(position, only="sweep").computed, False)

    def test_errors_name_the_omitted_layer(self):
        folder = new_folder()
        subprocess.run([PIPO, "--tables", tables_of("3x3"), "thin", "3x3", "--keep", "0-9", "--to", folder],
                       check=True, capture_output=True)
        quiet = "3x3:" + "1" * 10 + "0" * 14
        unsettled = "3x3:" + "1" * 10 + "001" + "0" * 11  # settling draws three more edges
        with pipopipette.Tables(folder) as thinned:
            for position, layer in ((quiet, 10), (unsettled, 14)):
                with self.assertRaises(pipopipette.MissingTableError) as raised:
                    thinned.value(position)
                self.assertEqual((raised.exception.omitted_layer, raised.exception.table), (layer, "3x3"))
        with pipopipette.Tables(tables_of("2x2")) as others, self.assertRaises(pipopipette.MissingTableError) as raised:
            others.value(quiet)
        self.assertIsNone(raised.exception.omitted_layer)


class Closed(unittest.TestCase):
    def test_every_use_is_refused(self):
        tables = pipopipette.Tables(tables_of("2x2"))
        with tables:
            self.assertFalse(tables.closed)
        self.assertTrue(tables.closed)
        tables.close()
        masks = np.zeros(3, np.uint64)
        uses = [lambda: tables.value(EMPTY), lambda: tables.value(EMPTY, default=0), lambda: tables.answer(EMPTY), lambda: tables.moves(EMPTY),
                lambda: tables.best(EMPTY), lambda: tables.line(EMPTY), lambda: EMPTY in tables,
                lambda: tables.values(masks, "2x2"), lambda: tables.values(masks, "2x2", default=0),
                lambda: tables.best_moves(masks, "2x2"), lambda: tables.layer("2x2", 3),
                lambda: tables.to_arrays("2x2"), lambda: tables.found, lambda: tables.problems,
                lambda: tables.add(tables_of("2x2")), tables.__enter__]
        for use in uses:
            with self.assertRaises(pipopipette.ClosedError):
                use()
        self.assertIn("closed", repr(tables))

    def test_while_other_threads_ask(self):
        # add() waits for running questions, but later ones do not delay it; close() lets running ones end.
        masks = np.arange(4096, dtype=np.uint64).repeat(20)
        expected = np.array(values_by_rules(2, 2), np.int8).repeat(20)
        tables = pipopipette.Tables(tables_of("2x2"))
        started = threading.Barrier(5)
        outcomes = []

        def ask():
            started.wait()
            try:
                while True:
                    if not (tables.values(masks, "2x2", threads=1) == expected).all() or tables.value(FULL) != 0:
                        outcomes.append("wrong")
                        return
                    tables.moves(EMPTY)
            except pipopipette.ClosedError:
                outcomes.append("closed")

        threads = [threading.Thread(target=ask) for _ in range(4)]
        for thread in threads:
            thread.start()
        started.wait()
        tables.values(masks, "2x2")
        tables.add(tables_of("1x2"))
        self.assertEqual(tables.value("1x2:" + "1" * 7), 0)
        tables.close()
        for thread in threads:
            thread.join()
        self.assertEqual(outcomes, ["closed"] * 4)


class Refused(unittest.TestCase):
    def test_folders(self):
        for folder in (None, 1, 1.5, [], ["a"], object()):
            for use in (pipopipette.Tables, pipopipette.Tables.only, pipopipette.Tables(new_folder()).add):
                with self.assertRaises(TypeError):
                    use(folder)
        for folder in ("a\0b", b"a\0b", Path("a\0b")):
            for use in (pipopipette.Tables, pipopipette.Tables.only, pipopipette.Tables(new_folder()).add):
                with self.assertRaisesRegex(ValueError, "null byte"):
                    use(folder)

    def test_missing_folders(self):
        nowhere = new_folder() / "nowhere"
        for use in (pipopipette.Tables, pipopipette.Tables.only, pipopipette.Tables(new_folder()).add):
            with self.assertRaisesRegex(pipopipette.MissingTableError, "nowhere") as raised:
                use(nowhere)
            self.assertIsNone(raised.exception.table)
            self.assertTrue(raised.exception.file.is_relative_to(nowhere))
            # str() is the message; KeyError would quote it.
            self.assertEqual(str(raised.exception), raised.exception.args[0])
            self.assertIsInstance(raised.exception, LookupError)
        with self.assertRaises(pipopipette.Error):
            pipopipette.Tables("")
        with pipopipette.Tables(nowhere, tables_of("2x2")) as tables:
            self.assertEqual(tables.problems[0].folder, nowhere)
            self.assertEqual(tables.value(FULL), 0)

    def test_cache_bytes(self):
        for size, error in ((-1, ValueError), (2**64, ValueError), (10**30, ValueError), (None, TypeError), (1e9, TypeError), ("1G", TypeError)):
            for use in (pipopipette.Tables, pipopipette.Tables.only):
                with self.assertRaisesRegex(error, "cache_bytes"):
                    use(tables_of("2x2"), cache_bytes=size)

    def test_positions(self):
        with pipopipette.Tables(tables_of("2x2")) as tables:
            uses = (tables.value, tables.moves, tables.best, tables.line, tables.__contains__,
                    lambda position: tables.value(position, default=1))
            for use in uses:
                for text in ("", ":", "2x2", "2x2:", "2x2:0", "2x2:" + "0" * 13, "2x2:" + "2" * 12, "0x0:", "2x2:00000000000\0",
                             "2x2\0:" + "0" * 12, "2x2:\ud800", "9x9:0", "-1x2:0", "2x2:" + "0" * 100_000):
                    with self.assertRaises(pipopipette.PositionError):
                        use(text)
                    with self.assertRaises(ValueError):
                        use(text)
                for thing in (None, 0, b"2x2:000000000000", ["2x2:000000000000"], 1.0, np.zeros(12, np.uint8)):
                    with self.assertRaisesRegex(TypeError, "a position must be text"):
                        use(thing)

    def test_missing_tables(self):
        with pipopipette.Tables(tables_of("2x2")) as tables:
            for use in (tables.value, tables.moves, tables.best, tables.line):
                with self.assertRaises(pipopipette.MissingTableError) as raised:
                    use("4x3:" + "0" * 31)
                error = raised.exception
                self.assertEqual((error.table, error.searched, error.file), ("3x4", (tables_of("2x2"),), None))
                again = pickle.loads(pickle.dumps(error))
                self.assertEqual((str(again), vars(again)), (str(error), vars(error)))


class Damaged(unittest.TestCase):
    """Damaged files never give another value and never a crash."""

    def setUp(self):
        self.folder = copy_of(tables_of("2x2"))
        self.layer = self.folder / "2x2" / "layer-06.pipo"
        self.position = "2x2:" + "111100001100"

    def errors(self, kind):
        found = []
        masks = np.array([pipopipette.Position(self.position).drawn] * 100, np.uint64)
        with pipopipette.Tables(self.folder) as tables:
            for use in (lambda: tables.value(self.position), lambda: tables.moves(self.position),
                        lambda: tables.values(masks, "2x2"), lambda: tables.values(masks, "2x2", default=0),
                        lambda: tables.best_moves(masks, "2x2"), lambda: tables.to_arrays("2x2")):
                with self.assertRaises(kind) as raised:
                    use()
                found.append(raised.exception)
            self.assertNotEqual(tables.problems, [])
        return found

    def test_a_damaged_block(self):
        with pipopipette.Tables(self.folder) as tables:
            drawn, _ = tables.to_arrays("2x2", [6])
        self.position = str(pipopipette.Position.from_mask("2x2", int(drawn[0])))
        data = bytearray(self.layer.read_bytes())
        data[656:-24] = bytes(byte ^ 0x55 for byte in data[656:-24])
        self.layer.write_bytes(data)
        for error in self.errors(pipopipette.DamagedTableError):
            self.assertEqual(error.file, self.layer)
            self.assertIsInstance(error.offset, int)

    def test_a_file_cut_short(self):
        self.layer.write_bytes(self.layer.read_bytes()[:-1])
        for error in self.errors(pipopipette.DamagedTableError):
            self.assertEqual(error.file, self.layer)
            self.assertNotIsInstance(error, pipopipette.NewerTableError)

    def test_a_file_that_is_missing_or_not_regular(self):
        self.layer.unlink()
        self.errors(pipopipette.Error)
        self.layer.mkdir()
        self.errors(pipopipette.Error)
        self.layer.rmdir()
        os.mkfifo(self.layer)
        self.errors(pipopipette.Error)

    def test_a_newer_version(self):
        data = bytearray(self.layer.read_bytes())
        data[8:12] = (99).to_bytes(4, "little")
        self.layer.write_bytes(data)
        for error in self.errors(pipopipette.NewerTableError):
            self.assertEqual(error.file, self.layer)

    def test_messages_with_any_bytes(self):
        manifest = self.folder / "2x2" / "manifest.json"
        manifest.write_bytes(b'{"board": "\xff\xfe"}')
        with pipopipette.Tables(self.folder) as tables:
            with self.assertRaises(pipopipette.Error):
                tables.value(self.position)
            for problem in tables.problems:
                problem.message.encode()

    def test_an_unreadable_file(self):
        self.layer.chmod(0)
        with as_nobody():
            errors = self.errors(pipopipette.UnreadableTableError)
        for error in errors:
            self.assertEqual(error.file, self.layer)

    def test_too_many_open_files(self):
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        with pipopipette.Tables(self.folder) as tables:
            resource.setrlimit(resource.RLIMIT_NOFILE, (3, hard))
            try:
                with self.assertRaises(pipopipette.OutOfResourcesError):
                    tables.value(self.position)
            finally:
                resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
            self.assertIsInstance(tables.value(self.position), int)


if __name__ == "__main__":
    unittest.main()
