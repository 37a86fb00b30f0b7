"""Machines on which the programs would not run are refused when the build is configured, with the reason.

    machines_test.py CMAKE

clang compiles for other machines without their libraries, g++ for x86 with 32 bits.
"""

import pathlib
import platform
import shutil
import subprocess
import sys
import tempfile
import unittest

CMAKE, = sys.argv[1:]
ROOT = pathlib.Path(__file__).resolve().parents[2]


class Machines(unittest.TestCase):
    def assert_refused(self, words, *options):
        with tempfile.TemporaryDirectory() as folder:
            # Nothing can be linked.
            done = subprocess.run([CMAKE, "-G", "Ninja", "-S", ROOT, "-B", folder,
                                   "-DCMAKE_TRY_COMPILE_TARGET_TYPE=STATIC_LIBRARY", *options],
                                  capture_output=True, text=True)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn(words, " ".join(done.stderr.split()))

    @unittest.skipUnless(shutil.which("clang++"), "clang is not installed")
    def test_big_endian(self):
        self.assert_refused("does not run on big-endian processors", "-DCMAKE_CXX_COMPILER=clang++",
                            "-DCMAKE_CXX_COMPILER_TARGET=s390x-linux-gnu")

    @unittest.skipUnless(platform.machine() == "x86_64" and shutil.which("g++"), "for g++ on x86-64")
    def test_32_bits(self):
        self.assert_refused("needs a 64-bit system", "-DCMAKE_CXX_COMPILER=g++", "-DCMAKE_CXX_FLAGS=-m32")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
