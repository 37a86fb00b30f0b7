"""The words that exist only in this project: each is in docs/glossary.md, and each page links there where it first uses one."""

import re
import unittest

from links_test import anchors
from pages import PAGES, text_of

# Each word by its heading in the glossary, as pages write it; and pages where the same word means something else.
WORDS = {
    "quiet-position": (r"quiet\b", ()),
    "settling": (r"settl(?:es?|ed|ing)\b", ()),
    "merged-outer-edges": (r"merged outer edges|outer edges merged|merging of outer edges|merging \(C\)", ()),
    "layer": (r"layers?\b", ("CONTRIBUTING.md",)),
    "start": (r"(?:the|its|that|its own) start\b(?! of)|starts\b(?= with random|, and| of 5x5)",
              ("docs/cluster.md", "docs/engine.md", "docs/python.md", "docs/tutorial.md")),
    "content-hash": (r"content hash(?:es)?\b", ()),
    "sweep": (r"sweeps?\b", ()),
    "block": (r"blocks?\b", ("docs/theory.md", "docs/notations.md")),
    "reference-line": (r"reference line|line to refer to", ()),
    "band": (r"bands?\b", ("docs/theory.md",)),
    "task": (r"tasks?\b", ("docs/library.md", "docs/python.md", "docs/tutorial.md", "README.md")),
    "floor": (r"floors?\b", ()),
    "overlay": (r"overlays?\b", ()),
    "half-seam-border": (r"seams?\b|halves\b|(?:upper|lower) half\b", ("docs/api.md",)),
    "section": (r"sections?\b(?! \d|s \d)",
                ("README.md", "CONTRIBUTING.md", "docs/commands.md", "docs/comparison.md", "docs/theory.md", "docs/results.md")),
    "configuration-group-number": (r"configurations?\b", ("CONTRIBUTING.md", "docs/install.md")),
    "class": (r"class(?:es)?\b", ("docs/performance.md", "docs/library.md", "docs/commands.md")),
    "closure": (r"closure\b", ()),
    "schedule": (r"schedules?\b", ("README.md",)),
    "column-map": (r"column map\b|patch(?:es)?\b|straight segments?\b", ()),
    "orbit-folded-drops-rows": (r"orbits?\b", ()),
    "twin": (r"twins?\b", ()),
}
# Pages that explain their words themselves, and the list of past changes.
OWN_WORDS = {"docs/glossary.md", "docs/format.md", "CHANGELOG.md"}


def flowing(text):
    """The text without blocks, tables, headings and pictures; the words between backticks are blanked."""
    text = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r"^(    |\||#|!\[|\[!\[).*$", "", text, flags=re.MULTILINE)
    return re.sub(r"`[^`]*`", lambda code: "`" * len(code.group()), text)


def first_use(text, pattern):
    """The link that the first use of a word is part of, "" if it is in none, None if there is no use."""
    found = re.search(r"(?<![\w-])(?:" + pattern + ")", text, re.IGNORECASE)
    if not found:
        return None
    for link in re.finditer(r"\[([^\]]*)\]\(([^)]*)\)", text):
        if link.start(1) <= found.start() and found.end() <= link.end(1):
            return link.group(2)
        if link.start(2) <= found.start() < link.end(2):
            return first_use(text[link.end():], pattern)
    return ""


class Glossary(unittest.TestCase):
    def test_every_word_is_explained(self):
        known = anchors(text_of("docs/glossary.md"))
        self.assertEqual(len(known), len(set(known)))
        for word in WORDS:
            self.assertIn(word, known)

    def test_first_uses(self):
        unlinked, count = [], 0
        for page in sorted(set(PAGES) - OWN_WORDS):
            text = flowing(text_of(page))
            for word, (pattern, elsewhere) in WORDS.items():
                link = first_use(text, pattern) if page not in elsewhere else None
                if link is not None:
                    count += 1
                    if not link.endswith(f"glossary.md#{word}"):
                        unlinked.append(f"{page}: {word}")
        self.assertEqual(unlinked, [])
        self.assertGreater(count, 40)

    def test_made_up_pages(self):
        for text, link in (("A band.", ""), ("A [band](g#band), a band.", "g#band"),
                           ("[x](band.md) a [band](g)", "g"), ("A husband.", None)):
            self.assertEqual(first_use(text, r"bands?\b"), link)
        self.assertEqual(flowing("# band\n| band |\n    band\n`band` x\n```\nband\n```\n").split(), ["``````", "x"])


if __name__ == "__main__":
    unittest.main()
