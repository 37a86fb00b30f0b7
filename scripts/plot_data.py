"""Reads the data of plots.py: files of layers, tables in the documents, times published by others.

Uses only the standard library. Raises a PlotError of one line for missing or malformed data.
"""

import csv
import re
from typing import NamedTuple

UNITS = {"B": 1, "KiB": 2**10, "MiB": 2**20, "GiB": 2**30}
BEFORE_MARGINS = ["board", "start", "layer", "stored", "bytes"]


class PlotError(Exception):
    pass


class Layers(NamedTuple):
    """A table layer by layer; counts[layer][i] values are margins[i]."""
    board: str
    start: str
    stored: list
    margins: list
    counts: list

    @property
    def name(self):
        return self.board if self.start == "american" else f"{self.board} {self.start}"


class Made(NamedTuple):
    """A table that this project made: a row of docs/results.md."""
    board: str
    start: str
    stored: int
    bytes: float
    seconds: float


class Published(NamedTuple):
    """A time published by others, measured or estimated; bytes is None if they do not give a size."""
    solver: str
    board: str
    task: str
    estimated: bool
    seconds: float
    bytes: float
    hardware: str


def read(path, remedy):
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise PlotError(f"{path} does not exist: {remedy}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise PlotError(f"{path} cannot be read: {error}") from None


def layers(path):
    """Reads the output of `pipo info BOARD --format csv`: one table, its layers in order from 0."""
    remedy = f"write it with 'pipo info BOARD --format csv > {path}'"
    head, *rows = list(csv.reader(read(path, remedy).splitlines())) or [[]]
    if head[:5] != BEFORE_MARGINS or not rows:
        raise PlotError(f"{path} has no layers with their margins: {remedy}")
    try:
        found = Layers(rows[0][0], rows[0][1], [], [int(margin) for margin in head[5:]], [])
        for layer, row in enumerate(rows):
            stored, counts = int(row[3]), [int(count) for count in row[5:]]
            if (row[0], row[1], int(row[2])) != (found.board, found.start, layer):
                raise PlotError(f"{path}, line {layer + 2}: expected layer {layer} of {found.board} {found.start}")
            if len(counts) != len(found.margins) or sum(counts) != stored:
                raise PlotError(f"{path}, line {layer + 2}: the margins of layer {layer} do not add up to its number of stored values")
            found.stored.append(stored)
            found.counts.append(counts)
    except (ValueError, IndexError):
        raise PlotError(f"{path} has a cell that is not a number: {remedy}") from None
    return found


def markdown_tables(text):
    """Returns every table of a document as a list of rows, keyed by column name; ValueError if cells are missing."""
    found, columns = [], None
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip()[1:-1].split("|")] if line.startswith("|") else None
        if cells is None:
            columns = None
        elif columns is None:
            columns = cells
            found.append([])
        elif len(cells) != len(columns):
            raise ValueError(line)
        elif not re.fullmatch(r"[-: |]+", line):
            found[-1].append(dict(zip(columns, cells)))
    return found


def amount(text):
    """Parses '1,170', '44 GiB' or '5.86e03 s' as a number, in bytes or seconds."""
    number, _, unit = text.replace(",", "").partition(" ")
    if unit not in ("", "s", *UNITS):
        raise ValueError(unit)
    return float(number) * UNITS.get(unit, 1)


def made(path):
    """Returns the tables of docs/results.md, in its order."""
    found = []
    text = read(path, "name the folder of the documents with --docs")
    try:
        for table in markdown_tables(text):
            if table and {"board", "stored", "size", "time"} <= table[0].keys():
                for row in table:
                    board, _, start = row["board"].partition(" ")
                    found.append(Made(board, start or "american", int(amount(row["stored"])), amount(row["size"]), amount(row["time"])))
    except (KeyError, ValueError) as error:
        raise PlotError(f"{path}: malformed row in a table of values: {error}") from None
    if not found:
        raise PlotError(f"{path} has no table with the columns board, stored, size and time")
    return found


def published(path):
    found = []
    try:
        for row in csv.DictReader(read(path, "it comes with the sources, in docs/data").splitlines()):
            if row["figure"] not in ("measured", "estimated") or not row["source"]:
                raise PlotError(f"{path}: {row['solver']}, {row['board']}: expected 'measured' or 'estimated', and a source")
            found.append(Published(row["solver"], row["board"], row["task"], row["figure"] == "estimated", float(row["seconds"]),
                                   float(row["bytes"]) if row["bytes"] else None, row["hardware"]))
    except (KeyError, TypeError, ValueError) as error:
        raise PlotError(f"{path}: a line does not fit the header: {error}") from None
    return found
