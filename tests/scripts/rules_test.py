"""Makes the files of reference/rules again and compares every byte.

    rules_test.py PIPO        the program, which counts
"""

import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PIPO = sys.argv.pop(1) if len(sys.argv) > 1 and not sys.argv[1].startswith("-") else "pipo"


class Rules(unittest.TestCase):
    def test_files_are_made_again(self):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([sys.executable, "-B", ROOT / "scripts/make_rules.py", "--pipo", PIPO, "--to", folder], check=True)
            made = sorted(path.name for path in pathlib.Path(folder).iterdir())
            kept = sorted(path.name for path in (ROOT / "reference/rules").iterdir() if path.name != "README.md")
            self.assertEqual(made, kept)
            for name in made:
                self.assertTrue((pathlib.Path(folder) / name).read_bytes() == (ROOT / "reference/rules" / name).read_bytes(), name)


if __name__ == "__main__":
    unittest.main()
