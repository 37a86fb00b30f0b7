"""Checks the places of all files that `cmake --install` installs, and runs the installed program.

    install_test.py CMAKE BUILD_FOLDER
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "docs"))
from links_test import wrong_links  # noqa: E402: only now is it found

CMAKE, BUILD = sys.argv[1:]


class Install(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        scratch = tempfile.TemporaryDirectory()
        cls.addClassCleanup(scratch.cleanup)
        cls.root = pathlib.Path(scratch.name)
        for component in ("program", "atlas", "documentation"):
            # The list of what somebody has installed must not be lost.
            note = pathlib.Path(BUILD) / f"install_manifest_{component}.txt"
            before = note.read_bytes() if note.exists() else None
            subprocess.run([CMAKE, "--install", BUILD, "--prefix", cls.root, "--component", component], check=True,
                           stdout=subprocess.DEVNULL)
            note.unlink()
            if before is not None:
                note.write_bytes(before)

    def test_the_program(self):
        files = {path.relative_to(self.root).as_posix() for path in self.root.rglob("*") if path.is_file()}
        helped = subprocess.run([self.root / "bin/pipo", "--help"], check=True, capture_output=True, text=True).stdout
        commands = [line.split()[0] for line in helped.split("Subcommands:\n")[1].split("\n\n")[0].splitlines()]
        self.assertIn("generate", commands)
        pages = {f"share/man/man1/pipo{end}.1" for end in [""] + [f"-{command}" for command in commands]}
        docs = {f"share/doc/pipopipette/{name}" for name in
                ("README.md", "LICENSE", "CHANGELOG.md", "CITATION.cff", "CONTRIBUTING.md", "docs/commands.md",
                 "docs/install.md", "docs/format.md", "examples/python/train_value_model.py", "examples/story/story.cpp")}
        shells = {"share/bash-completion/completions/pipo", "share/zsh/site-functions/_pipo",
                  "share/fish/vendor_completions.d/pipo.fish"}
        positions = {f"share/pipopipette/reference/{name}" for name in
                     ("3x3.txt", "3x4.txt", "2x7.txt", "4x4.txt", "judge/5x5.txt", "judge/6x6.txt", "judge/7x7.txt",
                      "judge/10x10.txt", "rules/games.jsonl", "rules/perft.csv", "rules/positions.jsonl")}
        units = {f"lib/systemd/system/pipo-serve.{end}" for end in ("service", "socket")}
        self.assertEqual((pages | docs | shells | positions | units | {"bin/pipo"}) - files, set())
        rest = files - pages - shells - positions - units - {"bin/pipo"}
        others = {name for name in rest if not name.startswith(("share/doc/pipopipette/", "share/pipopipette/atlas/"))}
        self.assertEqual(others, set())

    def test_the_atlas(self):
        """The installed program finds its own atlas, in whatever folder it runs."""
        atlas = (self.root / "share/pipopipette/atlas").resolve()
        environment = {name: value for name, value in os.environ.items() if name not in ("PIPO_ATLAS", "PIPO_TABLES")}
        listed = subprocess.run([self.root / "bin/pipo", "info"], check=True, capture_output=True, text=True, cwd=self.root,
                                env=environment).stdout
        self.assertIn(f"in {atlas}\n", listed)
        tables = [path.parent.name for path in atlas.glob("*/manifest.json")]
        self.assertGreater(len(tables), 40)
        self.assertIn(f"The atlas: {len(tables)} tables, ", listed)
        self.assertLess(sum(path.stat().st_size for path in atlas.rglob("*")), 12e6)
        probed = subprocess.run([self.root / "bin/pipo", "probe", "--format", "jsonl", f"4x5:{49 * '0'}"], check=True,
                                capture_output=True, text=True, cwd=self.root, env=environment).stdout
        answer = json.loads(probed)
        self.assertEqual((answer["value"], len(answer["moves"]), answer["atlas"]), (0, 49, True))

    def test_the_unit(self):
        """The unit starts the installed program, with options that it knows, and leaves it hardly any rights."""
        unit = self.root / "lib/systemd/system/pipo-serve.service"
        program, *arguments = re.search("^ExecStart=(.*)", unit.read_text(), re.MULTILINE).group(1).split()
        self.assertTrue(program.endswith("/bin/pipo"), program)
        helped = subprocess.run([self.root / "bin/pipo", *arguments[:1], "--help"], check=True, capture_output=True, text=True).stdout
        for option in arguments[1::2]:
            self.assertIn(f"  {option} ", helped)
        if shutil.which("systemd-analyze"):
            # Exposures are ten times the printed ones, which go from 0 to 10.
            done = subprocess.run(["systemd-analyze", "security", "--offline=yes", "--threshold=8", "--no-pager", unit],
                                  capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_links(self):
        """Every link of the installed pages leads to a file that is installed, and to a heading of it."""
        docs = self.root / "share/doc/pipopipette"
        pages = sorted(page.relative_to(self.root).as_posix() for page in docs.rglob("*.md"))
        found = [wrong_links(self.root, page) for page in pages]
        self.assertEqual([link for wrong, _ in found for link in wrong], [])
        self.assertGreater(sum(count for _, count in found), 150)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
