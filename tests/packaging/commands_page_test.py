"""Checks that docs/commands.md has the usage and the options of the program's help, and tests how they are written.

    commands_page_test.py PIPO FOLDER PAGE     the program, the folder of commands_page.py, and the page
"""

import pathlib
import sys
import unittest

PIPO, PAGE = sys.argv[1], pathlib.Path(sys.argv[3])
sys.path.insert(0, sys.argv[2])
import commands_page  # noqa: E402: its folder is known only now
import help_texts  # noqa: E402

PROGRAM = """Does things.
Usage: pipo [OPTIONS] SUBCOMMAND

Options:
  -h,--help                   Print this help
  --tables DIR ...            Folders

Subcommands:
"""
COMMAND = """Does {0}
Usage: pipo {0} [OPTIONS] BOARD

Positionals:
  BOARD REQUIRED              Rows and columns

Options:
  -h,--help                   Print this help
  --file FILE|-               A file, - for none
"""
OWN = "  --{0} N=3 REQUIRED         Own | number\n"
PARTS = ("commands", "options", "one", "two", "three")


def helps():
    """A program of three commands that share an option; one has another of its own."""
    made = {"": help_texts.parse("", PROGRAM + "".join(f"  {name}         Does {name}\n" for name in PARTS[2:]))}
    return made | {name: help_texts.parse(name, COMMAND.format(name) + OWN.format("own") * (name == "one")) for name in PARTS[2:]}


def page(names):
    return "# Page\n" + "".join(f"\nText.\n\n<!-- from --help: {name} -->\nold\n<!-- end -->\n" for name in names)


class CommandsPage(unittest.TestCase):
    def test_is_that_of_the_help(self):
        now = PAGE.read_text(encoding="utf-8")
        if commands_page.rewritten(now, help_texts.read(PIPO)) != now:
            self.fail("the help has changed: run packaging/commands_page.py build/release/pipo docs/commands.md")

    def test_every_option_is_there(self):
        made = commands_page.parts(help_texts.read(PIPO))
        for name, one in help_texts.read(PIPO).items():
            for option in one.options:
                if option.name not in ("--help", "--version"):
                    self.assertIn(option.name, "\n".join(made[name or "commands"]), name)
                    lists = "\n".join(made.get(name, []) + made["options"])
                    self.assertIn(f"| `{option.name}", lists, name)

    def test_parts(self):
        made = commands_page.rewritten(page(PARTS), helps())
        self.assertEqual(commands_page.rewritten(made, helps()), made)
        self.assertNotIn("\nold\n", made)
        self.assertEqual(made.count("Text."), len(PARTS))
        parts = dict(zip(PARTS, made.split("<!-- from --help: ")[1:]))
        self.assertIn("\n    pipo [--tables DIR]... COMMAND ...\n", parts["commands"])
        self.assertIn("\n| [`two`](#two) | Does two |\n", parts["commands"])
        self.assertIn("| `--file FILE\\|-` | A file, - for none |\n", parts["options"])
        self.assertIn("\n    pipo one BOARD [--file FILE|-] --own N\n", parts["one"])
        self.assertIn("| `--own N` | Own \\| number (default: `3`) |\n", parts["one"])
        self.assertNotIn("| `--file", parts["one"])
        self.assertNotIn("--own", parts["two"])

    def test_long_usage(self):
        long = help_texts.parse("one", COMMAND.format("one") + "".join(OWN.format("o" * length) for length in range(10, 20)))
        lines = commands_page.usage(long)
        self.assertGreater(len(lines), 1)
        for line in lines:
            self.assertLessEqual(len(line), 120)
            self.assertRegex(line, r"^ {4}pipo one .* N$|^ {8}--.* N$")

    def test_refused(self):
        for names in (PARTS[1:], PARTS + ("four",), PARTS + ("one",)):
            with self.assertRaisesRegex(help_texts.HelpError, "needs one part"):
                commands_page.rewritten(page(names), helps())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
