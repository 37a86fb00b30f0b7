"""Tables: open folders, ask for values."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Iterable, List, NoReturn, Optional, Tuple, TypeVar, Union, overload

import numpy as np
import numpy.typing as npt

from . import _native
from ._arguments import Folder, cache_size, folder_bytes, masks_of, thread_number, whole_number
from ._errors import PositionError
from ._layers import Layer, open_layer
from ._native import Position
from ._results import FoundTable, LineMove, Move, TableProblem

_T = TypeVar("_T")


class _Raise:
    """In place of a default where there is none."""

    def __repr__(self) -> str:
        return "<raise MissingTableError>"


_RAISE = _Raise()

DEFAULT_CACHE_BYTES = 1 << 30


class Tables:
    """The tables in some folders.

    >>> with Tables("tables") as tables:
    ...     tables.value("3x3:000000000000000000000000")
    -3

    Tables(folder, ..., cache_bytes=2**30) takes the tables in each folder, which hold a folder for
    each table ("tables/3x3"). Each table is opened when it is first needed. One that is broken does
    not disable the others: what is wrong with it is noted in `problems`. A folder that is not there
    is a problem, too; MissingTableError is raised where none is.

    A position is its text, "3x3:0101...", or a Position. A value is a margin: the boxes that the
    player to move will still take less those of the opponent, under best play of both.

    Where no more is said, what asks for values raises MissingTableError where no table covers the
    position, DamagedTableError or UnreadableTableError where the one that does cannot be used,
    PositionError where the position is none, and ClosedError after close(). All of it may be used
    by several threads at once, and lets other threads of Python run meanwhile.
    """

    def __init__(self, *folders: Folder, cache_bytes: int = DEFAULT_CACHE_BYTES) -> None:
        paths = [folder_bytes(folder) for folder in folders]
        self._native = _native.OpenTables(paths, cache_size(cache_bytes))
        self._folders = [Path(os.fsdecode(path)) for path in paths]

    @classmethod
    def only(cls, table_folder: Folder, cache_bytes: int = DEFAULT_CACHE_BYTES) -> "Tables":
        """Opens a single table, given its own folder ("tables/3x3"), at once.

        Raises MissingTableError, UnreadableTableError or DamagedTableError if that cannot be.
        """
        path = folder_bytes(table_folder)
        tables = cls.__new__(cls)
        tables._native = _native.OpenTables.only(path, cache_size(cache_bytes))
        tables._folders = [Path(os.fsdecode(path))]
        return tables

    def add(self, folder: Folder) -> None:
        """Takes the tables in one more folder, too.

        Raises MissingTableError or UnreadableTableError if there is no such folder or it cannot
        be read.
        """
        path = folder_bytes(folder)
        self._native.add(path)
        self._folders.append(Path(os.fsdecode(path)))

    def close(self) -> None:
        """Closes the files and frees the memory.

        Another thread's question is still answered, but for arrays of more than four million positions (of best
        moves 262,144), which may end with ClosedError. So does every later question for a position or the tables found.
        """
        self._native.close()

    @property
    def closed(self) -> bool:
        """Was close() called?"""
        return self._native.closed

    def __enter__(self) -> "Tables":
        self._native.found()
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def __reduce__(self) -> NoReturn:
        raise TypeError("Tables cannot be copied or pickled: open the folders where they are needed")

    def __repr__(self) -> str:
        if self.closed:
            return "<Tables, closed>"
        return f"<Tables in {', '.join(map(str, self._folders)) or 'no folder'}: {len(self.boards)} found>"

    @property
    def folders(self) -> Tuple[Path, ...]:
        """The folders given."""
        return tuple(self._folders)

    @property
    def boards(self) -> List[FoundTable]:
        """The tables found, by folder, whether they can be opened or not."""
        return [FoundTable(name, board, start, Path(folder)) for name, board, start, folder in self._native.found()]

    @property
    def problems(self) -> List[TableProblem]:
        """What was found wrong so far, each thing once; it may grow with every question."""
        return [TableProblem(Path(folder), message) for folder, message in self._native.problems()]

    def __contains__(self, position: Union[str, Position]) -> bool:
        """Is there a table that answers this position, and can it be opened?"""
        return self._native.covers(position)

    @overload
    def value(self, position: Union[str, Position]) -> int: ...

    @overload
    def value(self, position: Union[str, Position], default: _T) -> Union[int, _T]: ...

    def value(self, position: Union[str, Position], default: Any = _RAISE) -> Any:
        """Margin for the player to move.

        Where no table covers the position: `default`, if given; else MissingTableError.
        """
        if default is _RAISE:
            return self._native.value(position)
        value = self._native.find_value(position)
        return default if value is None else value

    def moves(self, position: Union[str, Position]) -> List[Move]:
        """Every move, by index of the edge, with what it is worth; none on the full board."""
        return [Move(*move) for move in self._native.moves(position)[1]]

    def best(self, position: Union[str, Position]) -> List[Move]:
        """The moves whose value is that of the position; none on the full board."""
        value, moves = self._native.moves(position)
        return [Move(*move) for move in moves if move[3] == value]

    def line(self, position: Union[str, Position]) -> List[LineMove]:
        """Best play to the end: of the best moves one that captures most boxes, of those the first."""
        return [LineMove(*move) for move in self._native.line(position)]

    def values(
        self, positions: npt.NDArray[Any], board: str, threads: int = 0, default: Any = _RAISE
    ) -> npt.NDArray[np.int8]:
        """The values of many positions of one board at once, as an array of int8.

        positions  masks, an array of uint64 of one dimension, bit i for edge i; or zeros and ones,
                   bool or any whole numbers, of the shape (positions, edges). Masks that lie
                   one behind the other are used in place, anything else is converted once.
        board      "3x3"
        threads    0: as many as the machine has
        default    what stands where no table covers a position, from -128 to 127; without it that
                   raises MissingTableError

        A wrong kind of array is a TypeError; a wrong shape, numbers other than 0 and 1, and edges
        beyond the board are a PositionError. Positions are sorted by where they stand in the files,
        so large arrays are answered faster than small ones. Arrays must not change meanwhile.
        """
        instead = None if default is _RAISE else whole_number(default, "default", -128, 127)
        return self._native.values(masks_of(positions, board), board, thread_number(threads), instead)

    def best_moves(self, positions: npt.NDArray[Any], board: str, threads: int = 0) -> npt.NDArray[np.uint64]:
        """The best moves of many positions of one board, as masks; 0 for the full board.

        The arguments are those of values().
        """
        return self._native.best_moves(masks_of(positions, board), board, thread_number(threads))

    def layer(self, table: str, layer: int, best: bool = False, threads: int = 0) -> Layer:
        """All stored positions with so many edges drawn, in blocks, with values (see Layer).

            for drawn, values in tables.layer("3x3", 12): ...
            for drawn, values, best in tables.layer("3x3", 12, best=True): ...

        `table` is the name of a table, "3x4" or "3x4-swedish". PositionError if it has no such layer.
        """
        _, edges, first = _native.table_named(table)
        number = whole_number(layer, "layer", -(2**63), 2**63)
        if not first <= number <= edges:
            raise PositionError(f"layer {number}: {table} has layers {first} to {edges}")
        return open_layer(self, table, number, bool(best), thread_number(threads))

    def layers(self, table: str) -> range:
        """The layers that a table has, by number of drawn edges: from its start to the full board."""
        _, edges, first = _native.table_named(table)
        return range(first, edges + 1)

    def to_arrays(
        self, table: str, layers: Optional[Iterable[int]] = None, best: bool = False, threads: int = 0
    ) -> Tuple[npt.NDArray[Any], ...]:
        """The stored positions of some layers, or of all, in one go: (drawn, values[, best])."""
        wanted = self.layers(table) if layers is None else layers
        blocks = [block for layer in wanted for block in self.layer(table, layer, best, threads)]
        if not blocks:
            empty = np.empty(0, np.uint64)
            return (empty, np.empty(0, np.int8), empty.copy())[: 3 if best else 2]
        return tuple(np.concatenate(column) for column in zip(*blocks))
