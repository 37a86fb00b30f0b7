"""oneTBB ends the process where the system refuses it a thread, so all its loops get their threads from parallel/."""

import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDERS = ["probe", "theory", "search", "graph", "generator", "verify", "solve", "player", "answers", "pipo", "python"]
# Starts threads, apart from a task_arena for one thread, a task_group and what runs in call_in_parallel().
STARTS = re.compile(r"\btbb::(parallel_\w+|task_arena \w+(?!\(1\))\b|global_control|flow::\w+|task_group)")
# These run in call_in_parallel().
INSIDE = {"generator/writer/layer_encoder.cpp": {"parallel_pipeline"}, "generator/sweep/sweep.cpp": {"task_group"}}


def starts(text):
    code = re.sub(r"//.*|/\*.*?\*/", "", text)
    return set(STARTS.findall(code))


class Threads(unittest.TestCase):
    def test_loops_are_those_of_parallel(self):
        found, inside = {}, {}
        for folder in FOLDERS:
            for path in (ROOT / folder).rglob("*.[ch]*"):
                name = path.relative_to(ROOT).as_posix()
                text = path.read_text(encoding="utf-8")
                allowed = INSIDE.get(name, set())
                if allowed:
                    inside[name] = starts(text) & allowed
                    self.assertIn("call_in_parallel", text)
                if left := starts(text) - allowed:
                    found[name] = left
        self.assertEqual(inside, INSIDE)
        self.assertEqual(found, {})

    def test_it_finds_them(self):
        self.assertEqual(starts("tbb::parallel_for(0, 3, f);\ntbb::task_group group;  // tbb::flow::graph\n"),
                         {"parallel_for", "task_group"})
        self.assertEqual(starts("tbb::task_arena alone(1);\ntbb::this_task_arena::isolate(f);\n"), set())
        self.assertEqual(starts("tbb::task_arena arena(4);\n"), {"task_arena arena"})


if __name__ == "__main__":
    unittest.main()
