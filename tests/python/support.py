"""Tables for tests, made by the program once per process, and values computed from the rules of the game alone."""

import atexit
import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
import unittest
from functools import lru_cache
from pathlib import Path

# A job in the background of a shell ignores Ctrl-C, and tests of it would wait for ever.
signal.signal(signal.SIGINT, signal.default_int_handler)

PIPO = os.environ["PIPO_BINARY"]
ROOT = Path(__file__).resolve().parents[2]


@lru_cache(maxsize=None)
def scratch():
    folder = Path(tempfile.mkdtemp(prefix="pipo-python-"))
    folder.chmod(0o755)
    atexit.register(shutil.rmtree, folder, True)
    return folder


def new_folder():
    folder = Path(tempfile.mkdtemp(dir=scratch()))
    folder.chmod(0o755)
    return folder


@contextlib.contextmanager
def as_nobody():
    """Acts as a user without permission to read everything, inside of the block."""
    root = os.geteuid() == 0
    if root:
        try:
            os.seteuid(65534)
        except OSError as error:
            raise unittest.SkipTest("root cannot become another user here") from error
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


@contextlib.contextmanager
def in_environment(tables):
    """Sets PIPO_TABLES inside of the block; None removes it."""
    before = os.environ.pop("PIPO_TABLES", None)
    try:
        if tables is not None:
            os.environ["PIPO_TABLES"] = tables
        yield
    finally:
        os.environ.pop("PIPO_TABLES", None)
        if before is not None:
            os.environ["PIPO_TABLES"] = before


@lru_cache(maxsize=None)
def tables_of(*boards):
    """Returns a folder with the tables of these boards, which tests must not change; "2x2-swedish" has a start."""
    folder = new_folder()
    for name in boards:
        subprocess.run([PIPO, "--tables", folder, "generate", name], check=True, capture_output=True)
    return folder


def copy_of(folder):
    copy = new_folder() / "tables"
    shutil.copytree(folder, copy)
    return copy


def box_sides(rows, columns):
    """Returns the four edges of each box as a mask; horizontals row by row, then verticals row by row."""
    horizontals = (rows + 1) * columns
    boxes = []
    for r in range(rows):
        for c in range(columns):
            left = horizontals + r * (columns + 1) + c
            boxes.append(1 << r * columns + c | 1 << (r + 1) * columns + c | 1 << left | 1 << left + 1)
    return boxes


@lru_cache(maxsize=None)
def values_by_rules(rows, columns, last_move_cost=0):
    """Returns the value V of every position, by mask: the maximum over the open edges of c + V(after) if the edge
    completes c > 0 boxes, else -V(after). The full board has what the last move costs."""
    boxes = box_sides(rows, columns)
    edges = (rows + 1) * columns + rows * (columns + 1)
    around = [[box for box in boxes if box >> edge & 1] for edge in range(edges)]
    values = [-last_move_cost] * (1 << edges)
    for drawn in range((1 << edges) - 2, -1, -1):
        values[drawn] = max(value for _, _, value in moves_by_rules(drawn, edges, around, values))
    return values


def moves_by_rules(drawn, edges, around, values):
    moves = []
    for edge in range(edges):
        if not drawn >> edge & 1:
            after = drawn | 1 << edge
            captures = sum(after & box == box for box in around[edge])
            moves.append((edge, captures, captures + values[after] if captures else -values[after]))
    return moves


def every_move(rows, columns, drawn):
    """Returns (edge, captures, value) for each open edge, by the rules."""
    boxes = box_sides(rows, columns)
    edges = (rows + 1) * columns + rows * (columns + 1)
    around = [[box for box in boxes if box >> edge & 1] for edge in range(edges)]
    return moves_by_rules(drawn, edges, around, values_by_rules(rows, columns))


def text_of(rows, columns, drawn):
    edges = (rows + 1) * columns + rows * (columns + 1)
    return f"{rows}x{columns}:" + "".join(str(drawn >> edge & 1) for edge in range(edges))


def in_child(work):
    """Calls work() in a child. Returns the child's exit code: 0 if work() is true; a signal ends it if it hangs."""
    child = os.fork()
    if child == 0:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(30)
        code = 1
        try:
            code = 0 if work() else 2
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
