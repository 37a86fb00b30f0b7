"""The language of the pages and of the code: words that are not used, the openings of comments, and the width of lines.

A comment begins with what the thing is or does. Programs, files and threads are "it", players are "they" or "the player to move". The words below have a plain equivalent.
"""

import re
import unittest

from links_test import FOLDERS
from pages import PAGES, ROOT, text_of

WIDTH = 120
# Words that are refused, and their plain equivalents.
WORDS = {
    r"held (?:against|up to)": "checked against, compared with",
    r"at hand": "available",
    r"(?:is|are|was|were|be) wanted|wanted (?:last|first|latest|soonest)": "is needed, needed latest",
    r"tak(?:es?|en) leave of": "joined",
    r"in good order": "cleanly",
    r"what there is": "the existing files, the reference",
    r"passing reply": "no-store reply",
    r"Crew": "ThreadGroup",
    r"[Aa]llowance": "budget",
    r"room (?:to|for [\w ]+ to) err": "reply count",
    r"may err by": "handicap",
    r"knows? of all": "has the global bookkeeping",
    r"course of (?:a|the) (?:run|sweep)": "schedule",
    r"never unlucky": "without an error",
    r"[Ww]hoever": "the player, the process, or the thing that acts",
    r"(?:he|his|him|himself)(?!%)": "they, the player to move, it",
    r"stands? (?:in|on|at|there|off)": "is",
    r"is spoken": "the server speaks",
}
PATTERN = re.compile(r"\b(?:" + "|".join(WORDS) + r")\b")
# First words that a comment or docstring must not have.
OPENING = re.compile(r'\s*(?://|#|/?\*\*?|""")\s*(?:Who|What|Whatever|Of|So many|For what)\b')
CODE = ("*.cpp", "*.hpp", "*.h", "*.c", "*.py", "*.js", "*.mjs", "*.sh", "*.cmake", "CMakeLists.txt", "*.html")


def flowing(text):
    """The text without blocks: those show what a program writes."""
    text = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    return re.sub(r"^    .*$", "", text, flags=re.MULTILINE)


def found(text):
    return [match.group() for match in PATTERN.finditer(re.sub(r"\s+(?:(?://|#|\*) )?", " ", text))]


def openings(text):
    """The comments that begin with such a word. A line that continues a comment may begin with any word."""
    lines = text.split("\n")
    continued = re.compile(r"\s*(?://|#|\*)\s*\S")
    return [line.strip() for before, line in zip([""] + lines, lines)
            if OPENING.match(line) and not continued.match(before)]


def too_wide(text):
    """The numbers of the lines that could be broken: blocks, tables, pictures and links that are one word cannot."""
    text = re.sub(r"^```.*?^```$", lambda block: "\n" * block.group().count("\n"), text, flags=re.MULTILINE | re.DOTALL)
    return [number for number, line in enumerate(text.split("\n"), 1)
            if len(line) > WIDTH and not re.match(r"    |\||!\[|\[!\[|\S*$", line)]


def code():
    paths = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*"))]
    return [path.relative_to(ROOT).as_posix() for path in paths
            if any(path.match(name) for name in CODE) and path.name != "language_test.py"]


class Language(unittest.TestCase):
    def test_words_of_the_pages(self):
        used = {page: found(flowing(text_of(page))) for page in PAGES if page != "CHANGELOG.md"}
        self.assertEqual({page: words for page, words in used.items() if words}, {})

    def test_words_of_the_code(self):
        paths = code()
        self.assertGreater(len(paths), 800)
        self.assertEqual([(path, found(text_of(path))) for path in paths if found(text_of(path))], [])

    def test_openings(self):
        self.assertEqual({path: openings(text_of(path)) for path in code() if openings(text_of(path))}, {})

    def test_width(self):
        self.assertEqual([(page, too_wide(text_of(page))) for page in PAGES if too_wide(text_of(page))], [])

    def test_made_up(self):
        self.assertEqual(openings("// What it does.\nf();\n  # Of all, one.\nx = 1\n// The half\n// Of a board"),
                         ["// What it does.", "# Of all, one."])
        self.assertEqual(found("// Whoever has it at\n// hand stands in for the heir in this allowance."),
                         ["Whoever", "at hand", "stands in", "allowance"])
        self.assertEqual(flowing("he\n```\nhe\n```\n    he\n").split(), ["he"])
        self.assertEqual(too_wide(f"{'a ' * 61}\n| {'a' * 130} |\n```\n{'a ' * 61}\n```\n{'a ' * 61}"), [1, 6])


if __name__ == "__main__":
    unittest.main()
