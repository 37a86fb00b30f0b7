"""The atlas, the tables that come with the package."""

import contextlib
import os
import subprocess
import unittest

import pipopipette
from support import PIPO, in_environment, new_folder, tables_of

EMPTY = "2x3:" + "0" * 17
LATER = "2x3:1111" + "0" * 13


@contextlib.contextmanager
def with_atlas(folder):
    before = os.environ["PIPO_ATLAS"]
    os.environ["PIPO_ATLAS"] = str(folder)
    try:
        yield
    finally:
        os.environ["PIPO_ATLAS"] = before


class Atlas(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = new_folder()
        subprocess.run([PIPO, "--tables", tables_of("2x3"), "thin", "2x3", "--keep", "0-1", "--to", cls.folder], check=True,
                       capture_output=True)

    def test_answers_without_other_tables(self):
        home = os.getcwd()
        self.addCleanup(os.chdir, home)
        os.chdir(new_folder())
        with in_environment(None), with_atlas(self.folder), pipopipette.Tables() as tables:
            self.assertEqual(tables.found, [("2x3", "2x3", "american", self.folder / "2x3", True, 0)])
            self.assertEqual(tables.folders, ())
            answer = tables.answer(EMPTY)
            self.assertEqual((answer.value, answer.atlas), (-2, True))
            with self.assertRaises(pipopipette.MissingTableError):
                tables.value(LATER)
            with self.assertRaises(pipopipette.MissingTableError):
                pipopipette.Tables(atlas=False)
        with in_environment(None), self.assertRaises(pipopipette.MissingTableError):
            pipopipette.Tables()

    def test_a_folder_that_was_named_must_exist(self):
        with with_atlas(self.folder):
            with self.assertRaises(pipopipette.MissingTableError):
                pipopipette.Tables("/nonexistent")
            with in_environment("/nonexistent"), self.assertRaises(pipopipette.MissingTableError):
                pipopipette.Tables()

    def test_other_tables_come_first(self):
        with with_atlas(self.folder):
            with pipopipette.Tables(tables_of("2x3")) as tables:
                self.assertEqual([one.atlas for one in tables.found], [False, True])
                self.assertFalse(tables.answer(EMPTY).atlas)
            with pipopipette.Tables(tables_of("2x2"), atlas=False) as tables:
                self.assertNotIn(EMPTY, tables)

    def test_a_solver_goes_on_where_it_ends(self):
        with with_atlas(self.folder):
            solver = pipopipette.Solver()
            first, later = solver.solve(EMPTY), solver.solve(LATER, only="sweep")
            self.assertEqual((first.method, first.atlas, first.swept_from), ("table", True, None))
            self.assertEqual((later.method, later.atlas, later.swept_from), ("sweep", False, 4))
            self.assertTrue(solver.solve(LATER[:8] + "1" + LATER[9:]).remembered)
            with pipopipette.Tables(tables_of("2x3"), atlas=False) as whole:
                self.assertEqual(later.moves, whole.moves(LATER))


if __name__ == "__main__":
    unittest.main()
