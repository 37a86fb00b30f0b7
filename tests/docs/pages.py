"""The pages of the project and the files of figures in docs/data, read for the tests in this folder."""

import csv
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
DATA = ROOT / "docs" / "data"
PAGES = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"] + sorted(
    page.relative_to(ROOT).as_posix() for page in (ROOT / "docs").glob("*.md"))

sys.path.insert(0, str(ROOT / "scripts"))
import plot_data  # noqa: E402: only now is it found


def text_of(page):
    return (ROOT / page).read_text(encoding="utf-8")


def prose(text):
    """The words of a page: no tables, no examples; a line break is a space."""
    text = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    return re.sub(r"\s+", " ", re.sub(r"^(\||    ).*$", "", text, flags=re.MULTILINE))


def table(page, *columns):
    """The rows of the one table of a page that has these columns, each row as a dict."""
    tables = plot_data.markdown_tables(text_of(page).replace(r"\|", "/"))
    found = [rows for rows in tables if rows and set(columns) <= rows[0].keys()]
    if len(found) != 1:
        raise AssertionError(f"{page} has {len(found)} tables with the columns {', '.join(columns)}")
    return found[0]


def csv_rows(name):
    with open(DATA / name, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))
