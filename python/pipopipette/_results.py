"""The results of lookups, as named tuples."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple


class Move(NamedTuple):
    """A move and its value.

    edge      index of the edge, on the position's own board
    name      its name, "h2.3" or "v0.4": row and column, from zero at the top left
    captures  boxes it completes: 0, 1 or 2
    value     margin for the player who draws it, captures included
    """

    edge: int
    name: str
    captures: int
    value: int


class LineMove(NamedTuple):
    """A move of a line of play.

    edge, name, captures, value  as in a Move
    player                       0 is the player to move in the first position, 1 the other
    """

    edge: int
    name: str
    captures: int
    value: int
    player: int


class FoundTable(NamedTuple):
    """A table found on disk.

    name    the name of the table, usually also of its folder: "3x4", "3x4-swedish"
    board   "3x4", never "4x3"
    start   "american" (the empty board), "swedish", "icelandic", or a set of edges, "0x1f"
    folder  the path of its folder
    """

    name: str
    board: str
    start: str
    folder: Path


class TableProblem(NamedTuple):
    """The reason why a table, or a folder of tables, is not used or only partly used."""

    folder: Path
    message: str
