"""Tests of packaging/help_texts.py: parsing, and refusal of every text that it does not understand.

    help_texts_test.py FOLDER     the folder of help_texts.py
"""

import sys
import unittest

sys.path.insert(0, sys.argv[1])
import help_texts  # noqa: E402: its folder is known only now

HELP = """Does a thing
Usage: pipo do [OPTIONS] BOARD

Positionals:
  BOARD REQUIRED              Rows and columns

Options:
  -h,--help                   Print this
  --very-long-name-of-option FILE|-=here ...
                              What it is, told on
                              two lines
  --format FORMAT=text        How to write: text, json or csv

Words: a paragraph.

  --help  an entry
          of a list

Examples:
  pipo do 1x1
"""


class HelpTexts(unittest.TestCase):
    def test_parsing(self):
        found = help_texts.parse("do", HELP)
        self.assertEqual(found.summary, "Does a thing")
        self.assertEqual([(one.name, one.required, one.takes) for one in found.arguments], [("BOARD", True, "table")])
        asked, long, form = found.options
        self.assertEqual((asked.names, asked.value, asked.words), (["-h", "--help"], "", []))
        self.assertEqual((long.name, long.value, long.default, long.repeated, long.takes, long.text),
                         ("--very-long-name-of-option", "FILE|-", "here", True, "file", "What it is, told on two lines"))
        self.assertEqual((form.default, form.takes, form.words), ("text", "words", ["text", "json", "csv"]))
        self.assertEqual(found.paragraphs, [["Words: a paragraph."], ["  --help  an entry", "          of a list"]])
        self.assertEqual(found.examples, ["pipo do 1x1"])

    def test_words(self):
        def words(text):
            return help_texts.Option(["--start"], "START", "", False, False, text).words

        self.assertEqual(words("first, second, a position such as 1x1:0111"), ["first", "second"])
        self.assertEqual(words("one: red or green"), ["red", "green"])
        self.assertEqual(words("one: red, dark-green or blue"), ["red", "dark-green", "blue"])
        self.assertEqual(words("At most (default: all)"), [])
        self.assertEqual(words("All of it: everything"), [])

    def test_exit_codes(self):
        self.assertEqual(help_texts.exit_codes(["  0 done   1 not done", "  2 bad usage"]),
                         {0: "done", 1: "not done", 2: "bad usage"})

    def test_refused(self):
        for old, new in [("  -h,--help ", "-h,--help "), ("                   Print this", ""), ("FORMAT=text", "FORMAT TEXT"),
                         ("Usage:", "Use:"), ("Options:", "Switches:"), ("  BOARD REQUIRED ", "  BOARD OF BOXES ")]:
            with self.assertRaises(help_texts.HelpError, msg=new):
                help_texts.parse("do", HELP.replace(old, new))
        with self.assertRaises(help_texts.HelpError):
            help_texts.exit_codes(["  zero done"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
