"""Positions with exact values, from files written by `pipo sample`, for tests without tables.

    from pipopipette.reference import reference, read_positions

    for known in reference("3x3"):                  # 250 positions that come with this package
        known.position, known.value, known.best
    read_positions("positions.txt")                 # your own: pipo sample 4x4 > positions.txt
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Dict, List, NamedTuple, Tuple, Union

from ._errors import PositionError
from ._native import Position, edge_index

__all__ = ["KnownPosition", "read_positions", "reference", "reference_boards"]

_FOLDER = Path(__file__).absolute().parent / "reference_data"


class KnownPosition(NamedTuple):
    """A position and its value.

    position  the Position; str(position) is its text
    value     the margin for the player to move
    best      the names of all best moves; none on the full board
    moves     the value of each move, by name; empty if the file does not have them
    """

    position: Position
    value: int
    best: Tuple[str, ...]
    moves: Dict[str, int]

    def __str__(self) -> str:
        return str(self.position)


def reference_boards() -> List[str]:
    """Returns the boards that have reference positions: "3x3", ..."""
    return sorted(file.stem for file in _FOLDER.glob("*.txt"))


def reference(board: str) -> List[KnownPosition]:
    """Returns random positions of the board with exact values, equally many of each layer.

    Raises PositionError if the board has no reference positions.
    """
    if board not in reference_boards():
        raise PositionError(
            f"no reference positions of {board!r}, only of {', '.join(reference_boards())}; "
            "make others with 'pipo sample', for read_positions"
        )
    return read_positions(_FOLDER / f"{board}.txt")


def read_positions(file: Union[str, "os.PathLike[str]"]) -> List[KnownPosition]:
    """Reads a file of `pipo sample` in its text form.

    Raises PositionError, naming file and line, if it is malformed.
    """
    found = []
    with open(file, encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            fields = line.split()
            if not fields or fields[0].startswith("#"):
                continue
            try:
                found.append(_known(fields))
            except ValueError as error:
                raise PositionError(f"{os.fspath(file)}, line {number}: {error}") from None
    return found


def _known(fields: List[str]) -> KnownPosition:
    if not 2 <= len(fields) <= 4:
        raise ValueError("a line must have a position, its value, optionally the best moves and the values of moves")
    position = Position(fields[0])
    best: Tuple[str, ...] = ()
    moves: Dict[str, int] = {}
    for field in fields[2:]:
        names = field.split(",")
        if "=" in field:
            pairs = [name.partition("=") for name in names]
            names = [name for name, _, _ in pairs]
            moves = {name: int(value) for name, _, value in pairs}
        else:
            best = tuple(names)
        for name in names:
            if not position.open >> edge_index(position.board, name) & 1:
                raise ValueError(f"{name} is drawn already")
    return KnownPosition(position, int(fields[1]), best, moves)
