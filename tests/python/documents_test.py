"""Runs the examples of docs/python.md, docs/tutorial.md, docs/dataset.md and README.md, the example program, and the script that writes arrays."""

import importlib.util
import json
import re
import subprocess
import sys
import tomllib
import unittest

import numpy as np
import pipopipette
from support import ROOT, in_environment, new_folder, tables_of


def run(*command, folder=None):
    return subprocess.run([sys.executable, "-B", *map(str, command)], cwd=folder, capture_output=True, text=True)


class Documents(unittest.TestCase):
    text = (ROOT / "docs/python.md").read_text()

    def example(self, word):
        """Returns the first example that contains a word."""
        return next(code for code in re.findall(r"```python\n(.*?)```", self.text, re.DOTALL) if word in code)

    def test_first_steps(self):
        code = self.example("Tables(")
        said = re.findall(r"print\(.*\) *# (.*)", code)
        self.assertGreater(len(said), 5)
        folder = new_folder()
        (folder / "tables").symlink_to(tables_of("2x2", "3x3"))
        done = run("-c", code, folder=folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        # The text after a colon is an explanation.
        self.assertEqual(done.stdout.splitlines(), [line.split(": ")[0] for line in said])

    def test_rules_and_games(self):
        code = self.example("Game(")
        said = re.findall(r"print\(.*\) *# (.*)", code)
        self.assertGreater(len(said), 7)
        done = run("-c", code, folder=new_folder())
        self.assertEqual((done.stderr, done.stdout.splitlines()), ("", said))

    def test_solving(self):
        code = self.example("Solver(")
        done = run("-c", code, folder=new_folder())
        self.assertEqual(done.stderr, "")
        best, line, bounds, labels = done.stdout.splitlines()
        self.assertEqual(best, "1 ['h5.1', 'h5.3', 'v1.1', 'v1.5', 'v3.1', 'v4.4', 'v4.5']")
        self.assertTrue(line.startswith("['h5.1', "), line)
        self.assertTrue(bounds.startswith("-25 25 5x5 with 0 edges drawn would take"), bounds)
        self.assertIn(f"# {labels}\n", code)

    def test_the_tutorial(self):
        """The comment behind each print is its output."""
        code = re.search(r"```python\n(import pipopipette.*?)```", (ROOT / "docs/tutorial.md").read_text(), re.DOTALL).group(1)
        said = re.findall(r"print\(.*\) *# (.*)", code)
        self.assertGreater(len(said), 2)
        folder = new_folder()
        (folder / "tables").symlink_to(tables_of("2x2", "3x3"))
        done = run("-c", code, folder=folder)
        self.assertEqual((done.stderr, done.stdout.splitlines()), ("", said))

    def test_the_loader_of_the_data_set(self):
        """The loader has ten lines at most, and the values of the moves agree with those of the positions."""
        code = re.search(r"```python\n(.*?)```", (ROOT / "docs/dataset.md").read_text(), re.DOTALL).group(1)
        self.assertLessEqual(len([line for line in code.split("\nbits")[0].splitlines() if line]), 10)
        folder = new_folder()
        (folder / "tables").symlink_to(tables_of("2x2", "3x3"))
        done = run("-c", code, folder=folder)
        self.assertEqual(done.stderr, "")
        self.assertRegex(done.stdout, r"^\(\d+, 24\) \(\d+, 24\) True\n$")

    def test_the_readme(self):
        """Checks that the comment behind each expression is its value."""
        code = re.search(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL).group(1)
        said = re.findall(r" +# (.*)", code)
        self.assertGreater(len(said), 1)
        folder = new_folder()
        (folder / "tables").symlink_to(tables_of("2x2", "3x3"))
        done = run("-c", re.sub(r"^(.*?) +# .*$", r"print(\1)", code, flags=re.MULTILINE), folder=folder)
        self.assertEqual((done.stderr, done.stdout.splitlines()), ("", said))

    def test_every_name_is_documented(self):
        for name in pipopipette.__all__:
            if name not in ("__version__", "DEFAULT_CACHE_BYTES", "FoundTable", "TableProblem", "Layer"):
                self.assertIn(f"`{name}", self.text, name)
        for thing in (pipopipette.Tables, pipopipette.Game, pipopipette.Position, pipopipette.Solver):
            for name in vars(thing):
                if not name.startswith("_"):
                    self.assertRegex(self.text, rf"`(\.|{thing.__name__}\.){name}\b")

    def test_the_version_is_found(self):
        version = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["scikit-build"]["metadata"]["version"]
        found = re.search(version["regex"], (ROOT / version["input"]).read_text(), re.MULTILINE).group("value")
        self.assertEqual(found, pipopipette.__version__)


class Example(unittest.TestCase):
    def test_it_learns_more_than_a_constant(self):
        done = run(ROOT / "examples/python/train_value_model.py", tables_of("2x2", "3x3"), "--layers", 13, 20, "--epochs", 10)
        self.assertEqual(done.returncode, 0, done.stderr)
        errors = dict(re.findall(r"^(.*?) +mean absolute error (\S+)", done.stdout, re.MULTILINE))
        self.assertLess(float(errors["the network"]), 0.8 * float(errors["a constant for each layer"]), done.stdout)


class Arrays(unittest.TestCase):
    script = "-m", "pipopipette.table_to_npz"
    folder = tables_of("2x2", "3x3")

    def test_npz(self):
        file = new_folder() / "out.npz"
        done = run(*self.script, "--tables", self.folder, "2x2", "--best", file)
        self.assertEqual(done.returncode, 0, done.stderr)
        with np.load(file) as written, pipopipette.Tables(self.folder) as tables:
            manifest = json.loads((self.folder / "2x2/manifest.json").read_text())
            self.assertEqual(len(written["drawn"]), manifest["stored"])
            for name, column in zip(("drawn", "values", "best"), tables.to_arrays("2x2", best=True)):
                self.assertEqual(written[name].dtype, column.dtype)
                self.assertTrue((written[name] == column).all())
            self.assertEqual((str(written["board"]), written["layers"].tolist()), ("2x2", list(range(13))))

    def test_some_layers(self):
        file = new_folder() / "out.npz"
        self.assertEqual(run(*self.script, "--tables", self.folder, "--layers", "3,5-6", "2x2", file).returncode, 0)
        with np.load(file) as written:
            layers = pipopipette.to_bits(written["drawn"], "2x2").sum(axis=1)
            self.assertEqual(set(layers.tolist()), {3, 5, 6})
            self.assertNotIn("best", written)

    def test_refusals(self):
        file = new_folder() / "out.npz"
        for arguments, words in ((["2x2", file.with_suffix(".csv")], ".npz or .parquet"), (["3x4", file], "no table 3x4"),
                                 (["--layers", "99", "2x2", file], "layer 99"), (["--layers", "a", "2x2", file], "layers")):
            done = run(*self.script, "--tables", self.folder, *arguments)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn(words, done.stderr)
            self.assertNotIn("Traceback", done.stderr)
        self.assertFalse(file.exists())

    def test_the_folders_of_the_environment(self):
        # An empty variable is the same as none, as in the program; an empty entry is refused.
        home = new_folder()
        (home / "tables").symlink_to(self.folder)
        for tables, words in (("", ""), (None, ""), (f"{self.folder}:", "has an empty entry"), ("no", "no: ")):
            with in_environment(tables):
                done = run(*self.script, "2x2", "out.npz", folder=home)
            self.assertEqual(done.returncode, 1 if words else 0, (tables, done.stderr))
            self.assertIn(words, done.stderr)
            self.assertNotIn("Traceback", done.stderr)

    def test_parquet(self):
        file = new_folder() / "out.parquet"
        done = run(*self.script, "--tables", self.folder, "2x2", file)
        if importlib.util.find_spec("pyarrow"):
            self.assertEqual(done.returncode, 0, done.stderr)
            from pyarrow import parquet
            with pipopipette.Tables(self.folder) as tables:
                self.assertEqual(parquet.read_table(file)["values"].to_pylist(), tables.to_arrays("2x2")[1].tolist())
        else:
            self.assertIn("pyarrow", done.stderr)
            self.assertFalse(file.exists())


if __name__ == "__main__":
    unittest.main()
