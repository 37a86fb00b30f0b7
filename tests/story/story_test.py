"""Runs a program that tells the story, and compares what it prints with story.txt.

    story_test.py PROGRAM [ARGUMENT...]
"""

import difflib
import pathlib
import subprocess
import sys

EXPECTED = (pathlib.Path(__file__).parent / "story.txt").read_text()

done = subprocess.run(sys.argv[1:], stdout=subprocess.PIPE, text=True)
sys.stdout.writelines(difflib.unified_diff(EXPECTED.splitlines(True), done.stdout.splitlines(True), "story.txt", "printed"))
sys.exit(done.returncode != 0 or done.stdout != EXPECTED)
