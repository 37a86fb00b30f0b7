"""oneTBB is included in parallel/ only: it ends the process where the system refuses it a thread, and its templates take
long to compile."""

import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDERS = ["probe", "theory", "search", "generator", "verify", "solve", "player", "answers", "pipo", "python", "tests"]
INCLUDES = re.compile(r"^\s*#\s*include\s*<(?:tbb|oneapi)/", re.MULTILINE)


class Threads(unittest.TestCase):
    def test_only_parallel_includes_onetbb(self):
        found = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*.[ch]*")
                 if INCLUDES.search(path.read_text(encoding="utf-8", errors="replace"))]
        self.assertEqual(found, [])
        self.assertTrue(INCLUDES.search((ROOT / "parallel" / "threads.cpp").read_text(encoding="utf-8")))


if __name__ == "__main__":
    unittest.main()
