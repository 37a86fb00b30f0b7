"""Checks that the man pages contain everything in the program's help, and that troff reads them without a warning.

    man_pages_test.py PIPO FOLDER     the program, and the folder of its man pages
"""

import pathlib
import re
import shutil
import subprocess
import sys
import unittest

PIPO, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2])


def help_of(*command):
    return subprocess.run([PIPO, *command, "--help"], check=True, capture_output=True, text=True).stdout


COMMANDS = re.findall(r"^  ([a-z]+) {3,}", help_of().split("Subcommands:")[1].split("\n\n")[0], re.MULTILINE)


def page(*command):
    return FOLDER / ("-".join(["pipo", *command]) + ".1")


def words(path):
    """Returns a page's text without troff markup, with single spaces."""
    text = re.sub(r"(?m)^\.\\\".*$|^\.(TH|nr|ad|TP|PP|EX|EE|SY|YS)\b", "", path.read_text())
    text = re.sub(r"(?m)^\.(SH|I|BR) ", "", text)
    for mark, plain in {r"\(aq": "'", r"\(dq": '"', r"\-": "-", r"\(ha": "^", r"\(ti": "~", r"\&": "", "\\ ": " ",
                        r"\fB": "", r"\fI": "", r"\fR": "", r"\e": "\\"}.items():
        text = text.replace(mark, plain)
    return " ".join(text.split())


class ManPages(unittest.TestCase):
    def test_one_for_each_command(self):
        self.assertEqual({path.name for path in FOLDER.iterdir()},
                         {"pipo.1"} | {f"pipo-{command}.1" for command in COMMANDS})

    def test_sections(self):
        for command in [[]] + [[command] for command in COMMANDS]:
            sections = re.findall(r"^\.SH (.*)", page(*command).read_text(), re.MULTILINE)
            self.assertEqual([one for one in sections if one not in ("COMMANDS", "ARGUMENTS")],
                             ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXIT STATUS", "ENVIRONMENT", "EXAMPLES", "SEE ALSO"])

    def test_every_line_of_the_help_is_on_the_page(self):
        for command in [[]] + [[command] for command in COMMANDS]:
            said = words(page(*command))
            synopsis = said.split("SYNOPSIS")[1].split("DESCRIPTION")[0]
            for line in help_of(*command).splitlines():
                if re.match(r"Usage:|[\w ]+:$", line) or "see 'pipo --help'" in line or "pipo COMMAND --help" in line:
                    continue
                for part in re.split(r"\s{2,}", line.strip()):
                    # In the lists: "-h,--help", "--start START=american", "BOARD REQUIRED", "POSITION ...".
                    name = re.sub(r",", ", ", part) if re.match(r"-\w,", part) else part
                    name = re.sub(r"=[\w.-]+$| REQUIRED$| \.\.\.$", "", name)
                    # In running text, bold replaces the quotes.
                    name = re.sub(r'"(pipo [a-z]+)"', r"\1", name)
                    # A list of exit codes begins its entries with capitals.
                    self.assertIn(name.lower(), said.lower(), (command, line))
                    option = re.match(r"--[a-z-]+ [A-Z|,-]+(?=\s|=|$)|--[a-z-]+", part)
                    if line.startswith("  --") and option and option[0] != "--version":
                        self.assertIn(f"[{option[0]}]", synopsis, (command, line))

    @unittest.skipUnless(shutil.which("groff"), "groff is not installed")
    def test_troff_accepts_them(self):
        for path in FOLDER.iterdir():
            run = subprocess.run(["groff", "-ww", "-man", "-Tutf8", path], capture_output=True, text=True)
            self.assertEqual((run.returncode, run.stderr), (0, ""), path)

    @unittest.skipUnless(shutil.which("mandoc"), "mandoc is not installed")
    def test_mandoc_accepts_them(self):
        for path in FOLDER.iterdir():
            run = subprocess.run(["mandoc", "-T", "lint", "-W", "style", path], capture_output=True, text=True)
            self.assertEqual((run.returncode, run.stdout), (0, ""), path)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
