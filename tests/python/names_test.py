"""The public names of the module, their docstrings, and types that agree with the stub of the compiled part."""

import ast
import importlib.util
import inspect
import subprocess
import sys
import unittest
from pathlib import Path

import pipopipette
from pipopipette import _native

PACKAGE = Path(pipopipette.__file__).parent


class Names(unittest.TestCase):
    def test_all_exist_and_have_docstrings(self):
        for name in pipopipette.__all__:
            thing = getattr(pipopipette, name)
            if not (inspect.isclass(thing) or callable(thing)):
                continue
            self.assertTrue(inspect.getdoc(thing), name)
            self.assertEqual(thing.__module__, "pipopipette", name)
            for member, what in vars(thing).items() if inspect.isclass(thing) else ():
                if not member.startswith("_") and (callable(what) or isinstance(what, (property, classmethod))):
                    self.assertTrue(inspect.getdoc(what), f"{name}.{member}")

    def test_nothing_else_is_public(self):
        public = {name for name, thing in vars(pipopipette).items() if not name.startswith("_") and not inspect.ismodule(thing)}
        self.assertEqual(public | {"__version__"}, set(pipopipette.__all__))

    def test_exceptions(self):
        for name in pipopipette.__all__:
            if name.endswith("Error"):
                self.assertTrue(issubclass(getattr(pipopipette, name), pipopipette.Error))
        self.assertTrue(issubclass(pipopipette.PositionError, ValueError))
        self.assertTrue(issubclass(pipopipette.MissingTableError, LookupError))
        self.assertTrue(issubclass(pipopipette.UnreadableTableError, pipopipette.MissingTableError))
        self.assertTrue(issubclass(pipopipette.NewerTableError, pipopipette.DamagedTableError))

    def test_the_stub_agrees_with_the_compiled_part(self):
        stub = ast.parse((PACKAGE / "_native.pyi").read_text())
        said = {}
        for node in stub.body:
            if isinstance(node, ast.ClassDef):
                if not node.name.startswith("_"):
                    said[node.name] = {member.name for member in node.body}
            elif isinstance(node, ast.FunctionDef):
                said[node.name] = None
            elif isinstance(node, ast.AnnAssign) and not node.target.id.startswith("_"):
                said[node.target.id] = None
        there = {name for name in vars(_native) if not name.startswith("_")}
        self.assertEqual(set(said), there)
        for name, members in said.items():
            if members is not None:
                public = {member for member in vars(getattr(_native, name)) if not member.startswith("_")}
                self.assertEqual({member for member in members if not member.startswith("_")}, public, name)

    def test_no_type_is_left_open(self):
        for file in [*PACKAGE.glob("*.py"), *PACKAGE.glob("*.pyi")]:
            names = {node.id for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, ast.Name)}
            self.assertNotIn("Any", names, file.name)

    def test_types_are_marked(self):
        self.assertTrue((PACKAGE / "py.typed").exists())

    @unittest.skipUnless(importlib.util.find_spec("mypy"), "mypy is not installed")
    def test_types(self):
        run = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--cache-dir=/dev/null", str(PACKAGE)],
                             capture_output=True, text=True)
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)


if __name__ == "__main__":
    unittest.main()
