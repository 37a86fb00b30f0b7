"""Tests of scripts/plots.py: reading files and documents, refusals, and that the same figures give the same pictures.

Also compares the figures that several files of the project repeat.
"""

import contextlib
import importlib.util
import io
import pathlib
import re
import sys
import tempfile
import unittest
import unittest.mock

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
sys.path.insert(0, str(ROOT / "scripts"))
import plot_data  # noqa: E402: its folder is on the path only now
import plots  # noqa: E402

# Output of 'pipo info 1x1 --format csv'.
LAYERS = """board,start,layer,stored,bytes,-1,0,+1
1x1,american,0,1,682,1,0,0
1x1,american,1,1,682,0,0,1
1x1,american,2,1,682,1,0,0
1x1,american,3,0,656,0,0,0
1x1,american,4,1,682,0,1,0
"""
RESULTS = """Words.

| board | value | stored | size | time |
| --- | ---: | ---: | ---: | ---: |
| 1x1 | -1 | 4 | 3.5 KiB | 0.5 s |
| 4x5 | 0 | 298,505,330,761 | 44 GiB | 5.86e03 s |
| 2x6 icelandic | +2 | 151,338 | 77 KiB | 0.0169 s |

| layer | stored |
| ---: | ---: |
| 0 | 1 |
"""
PUBLISHED = """solver,board,task,figure,seconds,bytes,hardware,source
Wilson,4x5,complete table,estimated,100,8e12,a machine,a paper
Wilson,1x1,complete table,measured,1.5,,a machine,"a paper, with a comma"
"""


def command(*arguments):
    said = io.StringIO()
    with contextlib.redirect_stderr(said):
        code = plots.main([str(argument) for argument in arguments])
    return code, said.getvalue()


class Files(unittest.TestCase):
    """Gives each test its own documents in a temporary folder."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.docs = pathlib.Path(folder.name)
        (self.docs / "data").mkdir()
        self.layers = self.docs / "data/1x1.csv"
        self.results, self.published = self.docs / "results.md", self.docs / "data/published.csv"
        for path, text in ((self.layers, LAYERS), (self.results, RESULTS), (self.published, PUBLISHED)):
            path.write_text(text)


class Reading(Files):
    def test_layers(self):
        found = plot_data.layers(self.layers)
        self.assertEqual((found.name, found.stored, found.margins), ("1x1", [1, 1, 1, 0, 1], [-1, 0, 1]))
        self.assertEqual(found.counts[1], [0, 0, 1])
        self.layers.write_text(LAYERS.replace("american", "swedish"))
        self.assertEqual(plot_data.layers(self.layers).name, "1x1 swedish")

    def test_layers_refused(self):
        for old, new, words in (("1,682,0,1,0", "2,682,0,1,0", "line 6: the margins of layer 4 do not add up"),
                                ("american,2,", "american,3,", "line 4: expected layer 2"), ("1x1,american,1", "1x2,american,1", "line 3"),
                                ("682,0,0,1", "682,0,x,1", "not a number"), ("682,0,0,1", "682,0,1", "line 3"),
                                ("stored", "sorted", "has no layers"),
                                (LAYERS, "", "has no layers"), (LAYERS, PUBLISHED, "has no layers")):
            self.layers.write_text(LAYERS.replace(old, new))
            with self.assertRaisesRegex(plot_data.PlotError, words, msg=new):
                plot_data.layers(self.layers)

    def test_made(self):
        whole, large, part = plot_data.made(self.results)
        self.assertEqual(whole, ("1x1", "american", 4, 3584, 0.5))
        self.assertEqual(large, ("4x5", "american", 298505330761, 44 * 2**30, 5860))
        self.assertEqual((part.board, part.start), ("2x6", "icelandic"))

    def test_made_refused(self):
        for old, new, words in (("0.5 s", "0.5 h", "malformed row"), ("| 0.5 s |", "|", "malformed row"),
                                ("stored", "kept", "no table")):
            self.results.write_text(RESULTS.replace(old, new))
            with self.assertRaisesRegex(plot_data.PlotError, words, msg=new):
                plot_data.made(self.results)

    def test_published(self):
        estimate, measured = plot_data.published(self.published)
        self.assertEqual(estimate, ("Wilson", "4x5", "complete table", True, 100, 8e12, "a machine"))
        self.assertEqual((measured.estimated, measured.seconds, measured.bytes), (False, 1.5, None))
        for old, new in (("estimated", "guessed"), ("a paper\n", "\n"), (",1.5,", ",soon,"), ("seconds", "time")):
            self.published.write_text(PUBLISHED.replace(old, new))
            with self.assertRaises(plot_data.PlotError, msg=new):
                plot_data.published(self.published)


class Documents(unittest.TestCase):
    results = plot_data.made(DOCS / "results.md")

    def test_layers_agree_with_the_results(self):
        stored = {table.board: table.stored for table in self.results if table.start == "american"}
        files = sorted((DOCS / "data").glob("[0-9]*x[0-9]*.csv"))
        self.assertGreater(len(files), 3)
        for path in files:
            found = plot_data.layers(path)
            self.assertEqual((found.name, sum(found.stored)), (path.stem, stored[path.stem]))

    def test_layers_of_4x5(self):
        tables = plot_data.markdown_tables((DOCS / "results.md").read_text())
        told, = [table for table in tables if "layer" in table[0]]
        self.assertEqual([plot_data.amount(row["stored"]) for row in told], plot_data.layers(DOCS / "data/4x5.csv").stored)

    def test_published_times_agree_with_performance(self):
        times = {(one.solver, one.board): one.seconds for one in plot_data.published(DOCS / "data/published.csv")}
        compared = 0
        for table in plot_data.markdown_tables((DOCS / "performance.md").read_text()):
            for row in table:
                for solver in {"Wilson", "Barker and Korf"} & row.keys():
                    text = row[solver].removesuffix(" s").replace(",", "")
                    places = len(text.partition(".")[2])
                    self.assertEqual(f"{times[solver, row['board']]:.{places}f}", text, (solver, row["board"]))
                    compared += 1
        self.assertGreater(compared, 20)

    def test_every_picture_has_a_description(self):
        text = (DOCS / "results.md").read_text() + (DOCS / "performance.md").read_text()
        for picture in ("layers.svg", "margins.svg", "time-size.svg"):
            self.assertTrue((DOCS / picture).is_file(), picture)
            self.assertRegex(text, rf"!\[[^\]]{{40,}}\]\({picture}\)")
            self.assertIn(f"  {picture}", plots.__doc__)


class Command(Files):
    def test_missing_files(self):
        for path, words in ((self.layers, "pipo info BOARD --format csv"), (self.results, "--docs"), (self.published, "docs/data")):
            whole = path.read_text()
            path.unlink()
            code, said = command("--docs", self.docs, self.layers)
            self.assertEqual((code, said.count("\n")), (2, 1), said)
            self.assertIn(f"plots: {path} does not exist: ", said)
            self.assertIn(words, said)
            path.write_text(whole)
        self.assertIn("--margins", command("--docs", self.docs)[1])
        self.assertIn("at most 7", command("--docs", self.docs, *[self.layers] * 8)[1])

    def test_without_matplotlib(self):
        with unittest.mock.patch.dict(sys.modules, {"matplotlib": None}):
            code, said = command("--docs", self.docs, self.layers)
        self.assertEqual((code, said.count("\n")), (2, 1), said)
        self.assertIn("python3-matplotlib", said)

    @unittest.skipUnless(importlib.util.find_spec("matplotlib"), "scripts/install-packages.sh plots installs matplotlib")
    def test_pictures(self):
        drawn = []
        for name in ("first", "second"):
            out = self.docs / name
            self.assertIn("is not a folder", command("--docs", self.docs, "--out", out, self.layers)[1])
            out.mkdir()
            self.assertEqual(command("--docs", self.docs, "--out", out, self.layers), (0, ""))
            drawn.append({path.name: path.read_bytes() for path in out.iterdir()})
        self.assertEqual(drawn[0], drawn[1])
        self.assertEqual(sorted(drawn[0]), ["layers.svg", "margins.svg", "time-size.svg"])
        for name, picture in drawn[0].items():
            self.assertNotRegex(picture.decode(), r"<dc:date>", name)
        self.assertIn(">1x1: 4 values</text>", drawn[0]["layers.svg"].decode())
        # Each of four layers has one margin only: four cells of one colour, and the cell of the key.
        darkest = re.findall(r'<path d="([^"]*)"[^>]*style="fill: #440154', drawn[0]["margins.svg"].decode())
        self.assertEqual([cells.count("z") for cells in darkest], [4, 1])
        self.assertIn("published estimate", drawn[0]["time-size.svg"].decode())


if __name__ == "__main__":
    unittest.main()
