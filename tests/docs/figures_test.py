"""Compares figures that several pages repeat with docs/data: tables.csv (contents of tables) and runs.csv (costs of runs).

A sum, a ratio or a price that a page derives from other figures is computed here. A page may round a figure.
"""

import csv
import json
import math
import re
import unittest

from pages import DATA, PAGES, ROOT, csv_rows, plot_data, prose, table, text_of

TABLES = {row["table"]: row for row in csv_rows("tables.csv")}
RUNS = {(row["run"], row["table"]): row for row in csv_rows("runs.csv")}
UNITS = {"": 1, "s": 1, "min": 60, "h": 3600, "KiB": 2**10, "MiB": 2**20, "GiB": 2**30, "TiB": 2**40}
# Numbers above a million that are on one page only and in no file, and what they count.
SINGLE = {"5,989,466": "blocks of the table of 4x5"}


def parsed(text):
    """'50 min 49 s' as (3049.0, 0.5): the amount in seconds or bytes, and half a unit of its last digit."""
    total, slack = 0.0, 0.0
    for number, unit in re.findall(r"([\d.,e]+) ?([A-Za-z]*)", text):
        number = number.replace(",", "")
        digits, _, power = number.partition("e")
        total += float(number) * UNITS[unit]
        slack = 0.5 * 10.0 ** (int(power or 0) - len(digits.partition(".")[2])) * UNITS[unit]
    return total, slack


def rounds(exact, shown):
    """Returns whether a page shows the exact amount, rounded to its digits. The exact one may be rounded as well."""
    (first, first_slack), (second, second_slack) = parsed(str(exact)), parsed(shown)
    return abs(first - second) <= max(first_slack, second_slack) * (1 + 1e-9)


def number(text):
    return int(text.replace(",", "").strip("*"))


def in_seconds(text):
    """'1490' as '1,490 s'. No page shows an exponent."""
    return f"{int(text):,} s" if text.isdigit() else f"{text} s"


def edges(board):
    rows, columns = map(int, board.split("x"))
    return rows * (columns + 1) + columns * (rows + 1)


def drawn_at_start(name):
    """The number of edges that are drawn when the game begins."""
    board, _, start = name.partition(" ")
    rows, columns = map(int, board.split("x"))
    return {"": 0, "icelandic": rows + columns, "swedish": 2 * (rows + columns)}[start]


class Figures(unittest.TestCase):
    def assertRounds(self, exact, shown, where):
        self.assertTrue(rounds(exact, shown), f"{where}: {shown}, but docs/data has {exact}")


class Results(Figures):
    def test_every_cell(self):
        rows = table("docs/results.md", "board", "value", "content hash")
        self.assertEqual([row["board"] for row in rows], list(TABLES))
        for row in rows:
            known = TABLES[row["board"]]
            shown = (int(row["value"]), number(row["quiet positions"]), number(row["stored"]), row["size"], row["time"],
                     row["content hash"], row["made"])
            exact = (int(known["value"]), int(known["quiet"]), int(known["stored"]), known["size"], in_seconds(known["seconds"]),
                     f"`{known['content_hash']}`", known["made"])
            self.assertEqual(shown, exact, row["board"])

    def test_hashes_are_those_of_the_tests(self):
        golden = dict(re.findall(r'\{"(\S+)", 0x([0-9a-f]{16})\}', text_of("tests/generator/run/golden_hashes_test.cpp")))
        both = [name for name in TABLES if name.replace(" ", "-") in golden]
        self.assertGreater(len(both), 15)
        for name in both:
            self.assertEqual(TABLES[name]["content_hash"], golden[name.replace(" ", "-")], name)
        self.assertEqual(re.search(r"content of (\d+) tables with hashes", text_of("docs/trust.md")).group(1), str(len(golden)))

    def test_nim_values(self):
        known = {row["table"]: row for row in csv_rows("nimstring.csv")}
        rows = table("docs/results.md", "board", "empty board", "swedish")
        for row in rows:
            for start, column in ("", "empty board"), (" swedish", "swedish"), (" icelandic", "icelandic"):
                one = known.pop(row["board"] + start)
                self.assertEqual(row[column], f"{one['nim_value']} `{one['content_hash']}`", row["board"])
        self.assertEqual(known, {})
        golden = dict(re.findall(r'\{"(\S+)-nimstring", 0x([0-9a-f]{16})\}',
                                 text_of("tests/generator/run/golden_hashes_test.cpp")))
        self.assertGreater(len(golden), 10)
        for row in csv_rows("nimstring.csv"):
            name = row["table"].replace(" ", "-")
            self.assertEqual(golden.get(name, row["content_hash"]), row["content_hash"], name)

    def test_files_of_layers(self):
        for path in sorted(DATA.glob("[0-9]*x[0-9]*.csv")):
            rows = csv_rows(path.name)
            self.assertEqual(len(rows), edges(path.stem) + 1)
            self.assertEqual(sum(int(row["stored"]) for row in rows), int(TABLES[path.stem]["stored"]), path.name)
            # The manifest, a few KiB, is a file of the table as well.
            whole, slack = parsed(TABLES[path.stem]["size"])
            self.assertLess(abs(sum(int(row["bytes"]) for row in rows) - whole), slack + 2**16, path.name)
            self.assertEqual(rows[0][f"{int(TABLES[path.stem]['value']):+d}".replace("+0", "0")], "1", path.name)

    def test_layers_of_4x5(self):
        shown = [(row["layer"], number(row["stored"]), number(row["bytes"])) for row in table("docs/results.md", "layer", "bytes")]
        self.assertEqual(shown, [(row["layer"], int(row["stored"]), int(row["bytes"])) for row in csv_rows("4x5.csv")])

    def test_first_moves(self):
        rows = table("docs/results.md", "board", "moves that keep the value")
        self.assertEqual([row["board"] for row in rows], list(TABLES))
        for row in rows:
            first = edges(row["board"].split()[0]) - drawn_at_start(row["board"])
            listed = row["moves that keep the value"]
            count = first if listed == "all" else len(set(listed.split()))
            self.assertEqual(row["moves"], f"{count} of {first}", row["board"])


    def test_losing_third_moves_of_5x5(self):
        """Fraser's counts: each row has all replies, and its continuations bracket the mean over the first moves."""
        counts = {}
        for row in table("docs/results.md", "losing third moves", "32"):
            replies = {int(moves): int(shown) for moves, shown in list(row.items())[1:]}
            self.assertEqual(sum(replies.values()), edges("5x5") - 1, row)
            counts[row["losing third moves"].split()[-3]] = sum(moves * number for moves, number in replies.items())
        self.assertEqual(counts, {"strongest": 18, "weakest": 370})
        sentence = "18 losing continuations after the strongest first move and 370 after the weakest"
        text = prose(text_of("docs/results.md"))
        self.assertIn(sentence, text)
        lost = number(re.search(r"three edges ([\d,]+) are lost", text)[1])
        self.assertIn(f"6 x {lost:,} = {6 * lost:,}", text)
        self.assertTrue(18 * edges("5x5") < 6 * lost < 370 * edges("5x5"))


class Readme(Figures):
    def test_the_table(self):
        for row in table("README.md", "board", "positions", "time", "files"):
            board = row["board"]
            run = RUNS.get(("idle", board)) or RUNS["budget", board]
            self.assertEqual(row["positions"], f"2^{edges(board)}")
            self.assertEqual(int(row["value of the empty board"]), int(TABLES[board]["value"]), board)
            time, _, beside = row["time"].partition(", ")
            self.assertRounds(run["time"], time, f"README, {board}")
            for word in beside.split(", ") if beside else []:
                self.assertIn(word, run["conditions"], f"README, {board}")
            self.assertEqual("beside other work" in run["conditions"], "beside other work" in beside, board)
            for size, what in re.findall(r"([\d.]+ [KMG]iB)( of memory)?", row["files"]):
                budget = run["conditions"].partition("G")[0].removeprefix("--memory ") + " GiB"
                self.assertRounds(budget if what else run["files"], size, f"README, {board}")


class Performance(Figures):
    def test_the_conditions_of_the_picture(self):
        """The sentence on tables made beside other work agrees with runs.csv."""
        text = prose(text_of("docs/performance.md"))
        for board, words, conditions in (("3x6", "within a budget of memory, 2x9 beside other work", "idle; on an AMD EPYC of family 25"),
                                         ("4x5", "4x5 partly so", "partly beside other work"),
                                         ("2x9", "A later run of 2x9 on an idle machine took 10 min 2 s", "on an idle machine")):
            self.assertIn(words, text)
            self.assertTrue(RUNS["budget", board]["conditions"].endswith(conditions), board)
        self.assertEqual(RUNS["budget", "2x9"]["time"], "10 min 2 s")

    def test_making_tables(self):
        rows = table("docs/performance.md", "board", "wall", "values computed")
        self.assertEqual([row["board"] for row in rows], [name for run, name in RUNS if run == "idle"])
        for row in rows:
            run = RUNS["idle", row["board"]]
            self.assertEqual((row["wall"], row["user + system"], row["memory"], row["files"]),
                             (run["time"], run["processor"], run["memory"], run["files"]), row["board"])
            if row["CPU a value"]:
                shown, slack = float(row["CPU a value"].removesuffix(" ns")), 0.05
                computed, half = parsed(row["values computed"])
                spent, unsure = parsed(run["processor"])
                least, most = (spent - unsure) / (computed + half) * 1e9, (spent + unsure) / (computed - half) * 1e9
                self.assertTrue(least - slack <= shown <= most + slack, row["board"])
            # The tables of the results leave out up to a tenth of the values.
            self.assertTrue(1 <= parsed(row["files"])[0] / parsed(TABLES[row["board"]]["size"])[0] < 1.09, row["board"])

    def test_the_same_boards_elsewhere(self):
        for row in table("docs/performance.md", "Wilson", "here"):
            self.assertRounds(RUNS["idle", row["board"]]["time"], row["here"], row["board"])

    def test_plans(self):
        """Reads the table by hand, since three of its columns are called "took": each follows the column of a plan."""
        lines = text_of("docs/performance.md").split("| board | disk: plan |")[1].split("\n\n")[0].splitlines()[2:]
        self.assertGreater(len(lines), 5)
        for line in lines:
            board, _, disk, _, time, _, memory = [cell.strip() for cell in line.strip("|").split("|")]
            if ("idle", board) in RUNS:
                run = RUNS["idle", board]
                for exact, shown in ((run["time"], time), (run["memory"], memory), (run["files"], disk)):
                    # Two series of runs: files of one board differ by less than 2%.
                    self.assertLess(abs(parsed(exact)[0] / parsed(shown)[0] - 1), 0.02, f"{board}: {shown} and {exact}")

    def test_file_sizes(self):
        """The sizes of today's files are in a table of their own, and in a column of the formats tried."""
        today = table("docs/performance.md", "", "table")
        tried = table("docs/lab-notebook.md", "triangles left out", "`--square`")
        board = ""
        for row, same in zip(today, tried, strict=True):
            self.assertEqual((row["board"], row[""]), (same["board"], same[""]))
            self.assertLess(abs(parsed(row["table"])[0] / parsed(same["codec 2, references"])[0] - 1), 0.01, row)
            board = row["board"] or board
            if row[""] == "values":
                self.assertRounds(TABLES[board]["stored"], same["triangles left out"], board)
            elif row[""] == "bytes":
                self.assertRounds(TABLES[board]["size"], same["triangles left out"], board)
                self.assertRounds(RUNS["idle", board]["files"], row["table"], board)

    def test_solving(self):
        median, = [row["median"] for row in table("docs/performance.md", "edges drawn", "way") if row["edges drawn"] == "18"]
        self.assertIn("18 of 60 edges drawn in a quarter of a second (median)", prose(text_of("README.md")))
        self.assertLess(abs(parsed(median)[0] - 0.25), 0.05)
        self.assertIn(f"the median of ten positions with 18 drawn edges is {median} ", prose(text_of("docs/commands.md")))
        after, = [row["median"] for row in table("docs/performance.md", "edges drawn", "all ten") if row["edges drawn"] == "12"]
        said = re.search(r"with 12 about (\w+) seconds", text_of("pipo/command/solve.cpp"))
        self.assertIsNotNone(said)
        self.assertLess(abs(math.log({"ten": 10}[said[1]] / parsed(after)[0])), math.log(1.25))

    def test_read_back(self):
        run = RUNS["budget", "3x6"]
        row, = [row for row in table("docs/performance.md", "board, `--memory`", "read back") if row["read back"].count(",")]
        self.assertEqual((row["board, `--memory`"], number(row["read back"])), ("3x6, 14G", int(run["read_back"])))
        self.assertEqual((row["memory"], row["processor time"], row["time"]), (run["memory"], run["processor"], run["time"]))


class Cluster(Figures):
    # USD per core-hour, by the GiB of a machine with 16 cores.
    PRICES = {64: 0.05, 128: 0.07}

    def test_prices(self):
        text = prose(text_of("docs/cluster.md"))
        self.assertEqual(re.findall(r"(\d\.\d+) USD", text), [f"{price:.2f}" for price in self.PRICES.values()])
        for row in table("docs/cluster.md", "machines", "core-hours", "cost"):
            machines, memory = map(int, re.fullmatch(r"(\d+) x (\d+) GiB", row["machines"]).groups())
            time, slack = parsed(row["time"])
            hours = number(row["core-hours"])
            self.assertLessEqual(abs(hours - machines * 16 * time / 3600), machines * 16 * slack / 3600 + 0.5, row)
            self.assertEqual(row["cost"], f"{hours * self.PRICES[memory]:,.0f} USD", row)

    def test_runs_of_plans(self):
        """The runs that plans are compared with are those of the page's first table."""
        made = table("docs/cluster.md", "1 rank", "2 ranks")
        for row in table("docs/cluster.md", "ranks", "plan", "took"):
            run, = [run for run in made if run["board"].startswith(row["board, memory a rank"])]
            shown, exact = row["took"].split(", "), run["1 rank" if row["ranks"] == "1" else "2 ranks"].split(", ")
            self.assertEqual(len(shown), len(exact))
            for one, other in zip(shown, exact):
                self.assertRounds(other, one, row)
        for row in made:
            alone, both = (cell.split(", ") for cell in (row["1 rank"], row["2 ranks"]))
            for one, two, told in zip(alone, both, row["efficiency"].split(", ")):
                exact, slack = parsed(one)[0] / parsed(two)[0] / 2 * 100, parsed(one)[1] / parsed(two)[0] * 50 + 0.5
                self.assertLessEqual(abs(exact - int(told.rstrip("%"))), slack + parsed(two)[1] / parsed(two)[0] * exact, row)


class Prose(Figures):
    def test_sentences(self):
        """Sentences that repeat a figure: each is on its page, with the figures of docs/data."""
        stored = {name: f"{int(row['stored']):,}" for name, row in TABLES.items()}
        ends = {name: f"{int(row['endgames']):,}" for name, row in TABLES.items() if row["endgames"]}
        three, nine, five = (RUNS["budget", board] for board in ("3x6", "2x9", "4x5"))
        self.assertRounds(five["time"], "51 min", "docs/comparison.md")
        eight = RUNS["idle", "2x8"]
        five_read = int(five["read_back"])
        expected = {
            "docs/tutorial.md": [f"4x4 takes some ten seconds and {RUNS['idle', '4x4']['files']} of disk"],
            "docs/comparison.md": [f"Here 4x4 takes {RUNS['idle', '4x4']['time']} and 4x5 took 51 min",
                                   f"Here they are {int(TABLES['4x5 icelandic']['value']):+d} and {int(TABLES['5x5 swedish']['value']):+d}"],
            "CHANGELOG.md": [f"4x5 ({stored['4x5']} values, {TABLES['4x5']['size']})"],
            "docs/results.md": [
                f"{three['processor']} of CPU time, {three['memory']} of memory", f"it takes {eight['memory']} (",
                f"it took {nine['time']} (", f"{nine['processor']} of processor time, {nine['memory']} of memory, {int(nine['read_back']):,} values",
                f"{five['time']}, 75 minutes of processor time (64 min 57 s user, 10 min 16 s system), {five['memory']} of memory, {five_read:,} values",
                f"{five_read / int(TABLES['4x5']['stored']):.1f} for each value stored", f"4x5 has {stored['4x5']} values",
                f"{ends['2x8']} endgames among the {stored['2x8']} stored positions of 2x8, and {ends['3x6']} among the {stored['3x6']} of 3x6",
                f"{ends['2x10 icelandic']} of 2x10, {ends['3x7 icelandic']} of 3x7 and {ends['4x5 icelandic']} of 4x5", f"{ends['4x5']} endgames among all",
                f"the {math.comb(edges('5x5'), 3):,} openings with three edges"],
        }
        for page, sentences in expected.items():
            text = prose(text_of(page))
            for sentence in sentences:
                self.assertIn(sentence, text, page)

    def test_large_numbers(self):
        """Every number above a million in the words of these pages is in docs/data."""
        known = set(SINGLE) | {f"{math.comb(60, 3):,}"}
        for rows in (csv_rows(path.name) for path in DATA.glob("*.csv")):
            known |= {f"{int(cell):,}" for row in rows for cell in row.values() if cell and cell.isdigit()}
        for page in set(PAGES) - {"docs/theory.md", "docs/performance.md", "docs/lab-notebook.md", "docs/python.md"}:
            for shown in re.findall(r"(?<![\d,])\d{1,3}(?:,\d{3}){2,}", prose(text_of(page))):
                self.assertIn(shown, known, page)


class Theory(Figures):
    def test_sums(self):
        page = text_of("docs/theory.md")
        rows = table("docs/theory.md", "statement", "3x3", "4x4")
        boards = list(rows[0])[1:]
        named = {row["statement"]: row for row in rows}
        stored, endgames = named["*positions stored*"], named["*of them endgames*"]
        for board in boards:
            self.assertEqual((number(stored[board]), number(endgames[board])),
                             (int(TABLES[board]["stored"]), int(TABLES[board]["endgames"])), board)
        short = re.search(r"\*\*In short:\*\* (.*?)\n\n", page, re.DOTALL).group(1)
        sums = [sum(number(row[board]) for board in boards) for row in (stored, endgames)]
        self.assertEqual([number(shown) for shown in re.findall(r"\d+(?:,\d{3})+", short)], sums)
        statements = [name for name in named if not name.startswith("*")]
        for where in PAGES:
            for told in re.findall(r"(\d+) statements", text_of(where)):
                self.assertEqual(told, str(len(statements)), where)


class Statements(Figures):
    """docs/statements.md: each cell is filled, and the tests, statements and numbers of positions exist."""

    def setUp(self):
        self.page = text_of("docs/statements.md")

    def test_no_cell_is_empty(self):
        rows = [line for line in self.page.splitlines() if line.startswith("|")]
        self.assertGreater(len(rows), 80)
        for row in rows:
            cells = [cell.strip() for cell in row.strip("|").split("|")]
            self.assertEqual(len(cells), 4, row)
            self.assertNotIn("", cells, row)

    def test_positions_are_those_of_the_theory(self):
        rows = table("docs/theory.md", "statement", "3x3", "4x4")
        sums = {row["statement"]: sum(0 if row[board] == "none" else number(row[board]) for board in list(row)[1:])
                for row in rows if not row["statement"].startswith("*")}
        told = re.findall(r"(`[a-z0-9.-]+`) \(([\d,]+)\)", self.page)
        self.assertGreater(len(told), 30)
        for statement, positions in told:
            self.assertEqual(number(positions), sums[statement], statement)

    def test_named_tests_exist(self):
        sources = "".join(path.read_text() for folder in ("theory", "papers", "search")
                          for path in (ROOT / "tests" / folder).glob("*_test.cpp"))
        tests = set(re.findall(r"TEST(?:_F)?\((\w+), (\w+)\)", sources))
        suites = {suite for suite, _ in tests}
        names = re.findall(r"(?<!\*)\*(\w+)(?:\.(\w+))?(?:\.\.\.)?\*(?!\*)", self.page)
        names.remove(("Suite", "Test"))
        self.assertGreater(len(names), 60)
        for suite, name in names:
            if name:
                known = any(one == suite and other.startswith(name) for one, other in tests)
            else:
                known = suite in suites or any(other == suite for _, other in tests)
            self.assertTrue(known, f"{suite}.{name}")


class Published(unittest.TestCase):
    """The records of tables in docs/data/published."""

    def test_records(self):
        folders = sorted((DATA / "published").iterdir())
        self.assertGreater(len(folders), 20)
        for folder in folders:
            record = json.loads((folder / "record.json").read_text())
            self.assertTrue(any("seed" in check for check in record["checks"]), folder)
            if not (folder / "positions.csv").exists():
                self.check_uncounted(folder.name, record)
                continue
            rows = list(csv.DictReader((folder / "positions.csv").read_text().splitlines()))
            name = folder.name.replace("-", " ")
            drawn, left = drawn_at_start(name), len(rows) - 1
            self.assertEqual(drawn + left, edges(record["board"]), folder)
            for more, row in enumerate(rows):
                counts = [int(row[margin]) for margin in list(row)[5:]]
                self.assertEqual((int(row["layer"]), sum(counts)), (drawn + more, math.comb(left, more)), folder)
            self.assertEqual(rows[0][f"{record['value']:+d}" if record["value"] else "0"], "1", folder)
            sums = (folder / "SHA256SUMS").read_text().splitlines()
            self.assertEqual(len(sums), left + 2, folder)
            known = TABLES.get(name)
            if known:
                self.assertEqual((record["content_hash"], record["stored"]), (known["content_hash"], int(known["stored"])), folder)

    def check_uncounted(self, name, record):
        """Only a table that omits layers may be too large to count."""
        self.assertEqual(record["content_hash"], TABLES[name]["content_hash"])
        self.assertLess(record["stored"], int(TABLES[name]["stored"]))


class Comparison(unittest.TestCase):
    """Tests rounds() and prose(), which the other tests use."""

    def test_rounds(self):
        for exact, shown in (("39.6 s", "40 s"), ("50 min 49 s", "51 min"), ("8.95 GiB", "9 GiB"), ("1.09e03 s", "18 min"), ("9.2 s", "9 s")):
            self.assertTrue(rounds(exact, shown), (exact, shown))
        for exact, shown in (("39.4 s", "40 s"), ("50 min 29 s", "51 min"), ("264 MiB", "264 GiB"), ("264 MiB", "265 MiB"), ("9.2 s", "9.1 s")):
            self.assertFalse(rounds(exact, shown), (exact, shown))

    def test_prose(self):
        self.assertEqual(prose("A\nline\n| 1 |\n    $ pipo 2\n```\n3\n```\nend").split(), ["A", "line", "end"])


if __name__ == "__main__":
    unittest.main()
