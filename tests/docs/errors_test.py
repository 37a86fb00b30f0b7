"""The table of errors in probe/base/error_kinds.hpp, with the classes in python/errors.cpp, is what the pages, the types of Python and openapi.json say."""

import ast
import builtins
import json
import re
import unittest

from pages import ROOT, table, text_of

ROW = re.compile(r'ErrorKind\{ErrorCode::(\w+), "(\w+)", (\d+), (\d+), (\d+), "([\w-]+)", "[^"]+"\}')


def python_types():
    """Returns the class of Python of each kind, by the switch in python/errors.cpp."""
    types, cases = {}, []
    lines = text_of("python/errors.cpp").partition("const char* type_name(ErrorCode code) {")[2].partition("\n}\n")[0]
    for code, name in re.findall(r'case ErrorCode::(\w+):|return "(\w+)";', lines):
        if code:
            cases.append(code)
        else:
            types.update((case, name) for case in cases)
            cases = []
    return types


TYPES = python_types()
KINDS = [(*kind, TYPES[kind[0]]) for kind in ROW.findall(text_of("probe/base/error_kinds.hpp"))]


class Errors(unittest.TestCase):
    def test_kinds(self):
        header = text_of("probe/include/pipopipette/error.hpp")
        enum = re.search(r"enum class ErrorCode : [^{]*\{(.*?)\};", header, re.DOTALL)[1]
        codes = re.findall(r"^ *(\w+),? *//", enum, re.MULTILINE)
        self.assertEqual([kind[0] for kind in KINDS], codes)
        self.assertEqual([kind[1] for kind in KINDS], codes)

    def test_library_page(self):
        rows = table("docs/library.md", "code", "type", "Python")
        said = [(row["code"], row["exit status"], row["code in C"], row["HTTP status, problem"], row["Python"]) for row in rows]
        self.assertEqual(said, [(f"`{name}`", status, code, f"{http} `{problem}`", f"`{python}`")
                                for _, name, status, code, http, problem, python in KINDS])
        header = text_of("probe/include/pipopipette/error.hpp")
        for row in rows:
            for name in re.findall(r"`(\w+)`", row["type"]):
                self.assertIn(f"class PIPOPIPETTE_API {name} : public ", header)

    def test_exit_statuses(self):
        listed = {row["code"] for row in table("docs/commands.md", "code", "meaning")}
        self.assertEqual(listed, {"0", "1"} | {kind[2] for kind in KINDS})

    def test_codes_of_c(self):
        names = re.findall(r"^  PIPO_(\w+) = (\d+)", text_of("probe/include/pipopipette/pipopipette.h"), re.MULTILINE)
        self.assertEqual(sorted(names), sorted([("OK", "0")] + [(kind[1].upper(), kind[3]) for kind in KINDS]))
        self.assertEqual(len({code for _, code in names}), len(names))

    def test_problems(self):
        page = table("docs/api.md", "type `urn:pipopipette:problem:`", "status")
        listed = {(row["type `urn:pipopipette:problem:`"], row["status"]) for row in page}
        schema = json.loads(text_of("docs/openapi.json"))["components"]["schemas"]["Problem"]["properties"]
        self.assertEqual({problem for problem, _ in listed},
                         {f"`{problem.rsplit(':', 1)[1]}`" for problem in schema["type"]["enum"]})
        for _, name, _, _, http, problem, _ in KINDS:
            self.assertIn((f"`{problem}`", http), listed, name)

    def test_python(self):
        tree = ast.parse(text_of("python/pipopipette/_errors.py"))
        types = {node.name for node in tree.body if isinstance(node, ast.ClassDef)}
        page = {re.match(r"`(\w+)`", row["exception"])[1] for row in table("docs/python.md", "exception", "when")}
        self.assertEqual(page, types)
        for kind in KINDS:
            self.assertTrue(kind[6] in types or hasattr(builtins, kind[6]), kind[6])
        # Python alone knows that tables were closed.
        self.assertEqual(types - {kind[6] for kind in KINDS}, {"ClosedError"})


if __name__ == "__main__":
    unittest.main()
