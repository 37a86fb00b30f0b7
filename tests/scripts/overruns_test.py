"""A test of scripts/overruns.py with an engine that sleeps beyond the time of its moves."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "scripts/overruns.py"
SLEEPER = """
import sys, time
bits = ["0"] * 4
names = ["h0.0", "h1.0", "v0.0", "v0.1"]
for line in sys.stdin:
    name, *words = line.split()
    reply = ""
    if name == "genmove":
        time.sleep(float(sys.argv[1]))
        reply = names[bits.index("0")]
        bits[bits.index("0")] = "1"
    elif name == "play":
        bits[names.index(words[0])] = "1"
    elif name == "position":
        reply = "1x1:" + "".join(bits)
    elif name == "turn":
        reply = str(1 + bits.count("1") % 2)
    print("= " + reply + "\\n", flush=True)
"""


class Overruns(unittest.TestCase):
    def row(self, sleep, *arguments):
        """The numbers of the row of 1x1: moves, late ones, longest overrun, processor time, reply to a move."""
        with tempfile.TemporaryDirectory() as folder:
            engine = pathlib.Path(folder) / "sleeper.py"
            engine.write_text(SLEEPER)
            text = subprocess.run([sys.executable, "-B", SCRIPT, "--boards", "1x1", "--games", "2", *arguments,
                                   f"{sys.executable} -B {engine} {sleep}"],
                                  check=True, capture_output=True, text=True, timeout=120).stdout
        words = text.splitlines()[1].split()
        self.assertEqual(words[0], "1x1")
        return [float(word) for word in words[1:] if word.replace(".", "").isdigit()]

    def test_late_moves_are_counted(self):
        moves, late, longest, processor, _ = self.row(0.5, "--time", "0.1", "--late", "0.3", "--clock")
        self.assertEqual((moves, late), (4, 4))
        self.assertGreaterEqual(longest, 0.35)
        self.assertLess(processor, 0.3)  # it sleeps

    def test_moves_in_time_are_not(self):
        moves, late, longest, processor, _ = self.row(0, "--time", "60")
        self.assertEqual((moves, late, longest, processor), (4, 0, 0, 0))


if __name__ == "__main__":
    unittest.main()
