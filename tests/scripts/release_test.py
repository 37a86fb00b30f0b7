"""scripts/release.py: what a release has, its sums, and what is refused. The sources are a repository with one commit.

    release_test.py
"""

import hashlib
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
FILES = ("scripts/release.py", "probe/include/pipopipette/version.h", "packaging/homebrew/pipopipette.rb.in", "CHANGELOG.md",
         "pipo/commit.txt", ".gitattributes", "reference/labels/5x5.txt.xz")
VERSION = re.search(r'PIPOPIPETTE_VERSION "(.*)"', (ROOT / FILES[1]).read_text()).group(1)


@unittest.skipUnless(shutil.which("git"), "git is not installed")
class Release(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.sources = self.folder / "sources"
        for name in FILES:
            (self.sources / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, self.sources / name)
        self.git("init", "--quiet")
        self.git("add", "--all")
        self.git("-c", "user.name=Test", "-c", "user.email=test@example.org", "commit", "--quiet", "--message=Sources")

    def git(self, *words):
        return subprocess.run(["git", "-C", self.sources, *words], check=True, capture_output=True, text=True).stdout.strip()

    def release(self, name="release", *arguments):
        command = [sys.executable, "-B", self.sources / "scripts/release.py", self.folder / name, *arguments]
        return subprocess.run(command, capture_output=True, text=True)

    @unittest.skipUnless(shutil.which("dpkg-query"), "the versions of the parts are those of Debian's packages")
    def test_the_files(self):
        parts = self.folder / "parts"
        parts.mkdir()
        for name in ("one.deb", "two.tgz"):
            (parts / name).write_bytes(b"a package")
        (parts / "notes.txt").write_text("no part")
        done = self.release("release", "--tag", f"v{VERSION}", "--parts", parts, "--home", "https://home.invalid", "--url",
                            "https://home.invalid/files")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        made = self.folder / "release"
        source = f"pipopipette-{VERSION}.tar.gz"
        names = {path.name for path in made.iterdir()}
        self.assertEqual(names, {source, "one.deb", "two.tgz", "labels-5x5.txt.xz", "pipopipette.rb", "sbom.spdx.json", "NOTES.md",
                                 "SHA256SUMS"})
        sums = dict(reversed(line.split("  ")) for line in (made / "SHA256SUMS").read_text().splitlines())
        self.assertEqual(sums, {name: hashlib.sha256((made / name).read_bytes()).hexdigest() for name in names - {"SHA256SUMS"}})
        with tarfile.open(made / source) as archive:
            commit = archive.extractfile(f"pipopipette-{VERSION}/pipo/commit.txt").read().decode().strip()
        self.assertEqual(commit, self.git("rev-parse", "HEAD"))
        formula = (made / "pipopipette.rb").read_text()
        self.assertIn(f'url "https://home.invalid/files/{source}"', formula)
        self.assertIn(f'sha256 "{sums[source]}"', formula)
        self.assertNotIn("@HOME@", formula)
        bill = json.loads((made / "sbom.spdx.json").read_text())
        self.assertEqual(bill["packages"][0]["versionInfo"], VERSION)
        self.assertEqual(bill["packages"][0]["checksums"][0]["checksumValue"], sums[source])
        self.assertEqual({one["relatedSpdxElement"] for one in bill["relationships"]}, {one["SPDXID"] for one in bill["packages"]})
        # The same commit gives the same files.
        self.release("again", "--parts", parts, "--home", "https://home.invalid", "--url", "https://home.invalid/files")
        self.assertEqual((made / "SHA256SUMS").read_text(), (self.folder / "again/SHA256SUMS").read_text())

    def test_refusals(self):
        self.assertIn(f"is not v{VERSION}", self.release("release", "--tag", "v0.0.1").stderr)
        (self.sources / "CHANGELOG.md").write_text("changed")
        self.assertIn("files were changed", self.release().stderr)
        self.git("-c", "user.name=Test", "-c", "user.email=test@example.org", "commit", "--quiet", "--all", "--message=More")
        self.assertIn(f"no section on {VERSION}", self.release().stderr)
        self.assertFalse((self.folder / "release").exists())


if __name__ == "__main__":
    unittest.main()
