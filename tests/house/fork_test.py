"""The library may be used in a child of fork(), so no variable of it may be half made there.

A static variable of a function is made at the first call. If another thread is doing that at the fork(), the child waits
for it for ever. Variables outside of functions are made before the first thread begins.
"""

import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
# The folders whose code a child of fork() may run (docs/library.md).
FOLDERS = ["probe", "theory", "search"]
STATIC = re.compile(r"^[ \t]+static (?!constexpr\b|constinit\b|thread_local\b|std::atomic<)[^(;{]*?\w\s*(?:=|\{|;)", re.MULTILINE)


def static_variables(text):
    code = re.sub(r"//.*|/\*.*?\*/", "", text)
    return [found.strip() for found in STATIC.findall(code)]


class Fork(unittest.TestCase):
    def test_no_function_makes_a_variable_at_its_first_call(self):
        found = {}
        for folder in FOLDERS:
            for path in (ROOT / folder).rglob("*.[ch]*"):
                if variables := static_variables(path.read_text(encoding="utf-8")):
                    found[path.relative_to(ROOT).as_posix()] = variables
        self.assertEqual(found, {})

    def test_it_finds_them(self):
        for line in ("  static const auto available = tables();", "  static const Kernels& widest = *first();",
                     "  static std::vector<int> list{1};", "  static Cache cache;"):
            self.assertTrue(static_variables("void f() {\n" + line), line)
        for line in ("  static constexpr int kMost = 3;", "  static thread_local std::vector<int> bytes;",
                     "  static std::atomic<int> count = 0;", "  static Bounds only(int value) { return {value, value}; }",
                     "  static bool is_kept(BlockKey key);", "const auto available = tables();"):
            self.assertFalse(static_variables("void f() {\n" + line), line)


if __name__ == "__main__":
    unittest.main()
