"""Tables: opens folders and looks up values."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Iterable, List, Literal, NoReturn, Optional, Tuple, TypeVar, Union, overload

import numpy as np
import numpy.typing as npt

from . import _native
from ._arguments import Folder, cache_size, default_folders, folder_bytes, masks_of, thread_number, whole_number
from ._errors import PositionError
from ._layers import BestBlock, Block, Layer, open_layer
from ._native import Position
from ._results import Answer, FoundTable, LineMove, Move, TableProblem

_T = TypeVar("_T")


class _Raise:
    """The default value that means: raise an error."""

    def __repr__(self) -> str:
        return "<raise MissingTableError>"


_RAISE = _Raise()

DEFAULT_CACHE_BYTES = 1 << 30


class Tables:
    """The tables in some folders.

    >>> with Tables("tables") as tables:
    ...     tables.value("3x3:000000000000000000000000")
    -3

    Tables(folder, ..., cache_bytes=2**30) lists the tables in each folder. Without a folder these are
    the folders of the environment variable PIPO_TABLES, separated by colons, or else "tables". A
    folder contains a folder for each table ("tables/3x3"). Each table is opened when it is first needed. A broken table does
    not disable the others; `problems` has its error. A missing folder is also a problem. If all
    folders are missing or unreadable, MissingTableError or UnreadableTableError is raised.

    A position is its text, "3x3:0101...", or a Position. A value is a margin: the boxes that the
    player to move will still take, minus those of the opponent, under best play by both.

    Unless stated otherwise, lookups raise

    - MissingTableError if no table covers the position;
    - DamagedTableError or UnreadableTableError if no table that covers it can be used;
    - PositionError if the position is malformed;
    - ClosedError after close().

    Several threads may use the same Tables at once. Other Python threads can run during a lookup.
    """

    def __init__(self, *folders: Folder, cache_bytes: int = DEFAULT_CACHE_BYTES) -> None:
        paths = [folder_bytes(folder) for folder in folders or default_folders()]
        self._native = _native.OpenTables(paths, cache_size(cache_bytes))
        self._folders = [Path(os.fsdecode(path)) for path in paths]

    @classmethod
    def only(cls, table_folder: Folder, cache_bytes: int = DEFAULT_CACHE_BYTES) -> "Tables":
        """Opens a single table at once, given its own folder ("tables/3x3").

        Raises MissingTableError, UnreadableTableError or DamagedTableError if it cannot be opened.
        """
        path = folder_bytes(table_folder)
        tables = cls.__new__(cls)
        tables._native = _native.OpenTables.only(path, cache_size(cache_bytes))
        tables._folders = [Path(os.fsdecode(path))]
        return tables

    def add(self, folder: Folder) -> None:
        """Adds the tables in one more folder.

        Raises MissingTableError if there is no such folder, UnreadableTableError if it cannot be
        read.
        """
        path = folder_bytes(folder)
        self._native.add(path)
        self._folders.append(Path(os.fsdecode(path)))

    def close(self) -> None:
        """Closes the files and frees the memory.

        Running lookups of other threads complete, except that arrays of more than four million positions (262,144
        for best_moves and move_values) may end with ClosedError. Every later lookup raises ClosedError, and so do
        `found` and `problems`.
        """
        self._native.close()

    @property
    def closed(self) -> bool:
        """True after close()."""
        return self._native.closed

    def __enter__(self) -> "Tables":
        self._native.found()
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def __reduce__(self) -> NoReturn:
        raise TypeError("Tables cannot be copied or pickled; open the folders in each process")

    def __repr__(self) -> str:
        if self.closed:
            return "<Tables, closed>"
        return f"<Tables in {', '.join(map(str, self._folders)) or 'no folder'}: {len(self.found)} found>"

    @property
    def folders(self) -> Tuple[Path, ...]:
        """The folders given."""
        return tuple(self._folders)

    @property
    def found(self) -> List[FoundTable]:
        """The tables found, whether or not they can be opened: the folders in order, the tables of each by name."""
        return [FoundTable(name, board, start, Path(folder)) for name, board, start, folder in self._native.found()]

    @property
    def problems(self) -> List[TableProblem]:
        """The problems met so far, each once. Any lookup may add problems."""
        return [TableProblem(Path(folder), message) for folder, message in self._native.problems()]

    def __contains__(self, position: Union[str, Position]) -> bool:
        """True if some table that covers this position can be opened."""
        return self._native.covers(position)

    @overload
    def value(self, position: Union[str, Position]) -> int: ...

    @overload
    def value(self, position: Union[str, Position], default: _T) -> Union[int, _T]: ...

    def value(self, position: Union[str, Position], default: Union[_T, _Raise] = _RAISE) -> Union[int, _T]:
        """Returns the margin for the player to move.

        If no table covers the position, returns `default` if it is given, else raises MissingTableError.
        """
        if isinstance(default, _Raise):
            return self._native.value(position)
        value = self._native.find_value(position)
        return default if value is None else value

    def answer(self, position: Union[str, Position]) -> Answer:
        """Returns the values of the position and of every move, and whether the table omits the layer of one."""
        value, moves, computed = self._native.answer(position)
        return Answer(value, [Move(*move) for move in moves], computed)

    def moves(self, position: Union[str, Position]) -> List[Move]:
        """Returns every move with its value, by index of the edge; none on the full board."""
        return self.answer(position).moves

    def best(self, position: Union[str, Position]) -> List[Move]:
        """Returns the moves whose value equals that of the position; none on the full board."""
        return self.answer(position).best

    def line(self, position: Union[str, Position]) -> List[LineMove]:
        """Returns a line of best play to the end of the game.

        Each move is a best move that captures the most boxes; of several such moves it is the first by index.
        """
        return [LineMove(*move) for move in self._native.line(position)]

    def values(
        self,
        positions: npt.NDArray[np.generic],
        board: str,
        threads: int = 0,
        default: Union[int, _Raise] = _RAISE,
        marked: bool = False,
    ) -> npt.NDArray[np.int8]:
        """Returns the values of many positions of one board, as an array of int8.

        positions  masks, a one-dimensional array of uint64, bit i for edge i; or zeros and ones,
                   bool or any whole numbers, of shape (positions, edges). Contiguous masks are
                   used in place; anything else is converted once.
        board      "3x3"
        threads    0: as many as the machine has
        default    the value of positions that no table covers, from -128 to 127; without it such
                   positions raise MissingTableError
        marked     True: a position that cannot be answered raises nothing; its value is NOT_COVERED (unless `default`
                   is given) or DAMAGED. `problems` has the errors of the tables

        Raises TypeError for a wrong kind of array. Raises PositionError for a wrong shape, for
        numbers other than 0 and 1, and for edges beyond the board. Positions are sorted by their
        place in the files, so large arrays are faster per position than small ones. The arrays must
        not change during the call.
        """
        instead = None if isinstance(default, _Raise) else whole_number(default, "default", -128, 127)
        masks = masks_of(positions, board)
        return self._native.values(masks, board, thread_number(threads), instead, bool(marked))

    def move_values(
        self, positions: npt.NDArray[np.generic], board: str, threads: int = 0, marked: bool = False
    ) -> npt.NDArray[np.int8]:
        """Returns the value of each move of many positions of one board: int8, of shape (positions, edges).

        The value of an edge that is drawn already is DRAWN. The arguments are those of values(): with marked=True
        a move whose value is not known has NOT_COVERED or DAMAGED.
        """
        return self._native.move_values(masks_of(positions, board), board, thread_number(threads), bool(marked))

    def best_moves(
        self, positions: npt.NDArray[np.generic], board: str, threads: int = 0, marked: bool = False
    ) -> npt.NDArray[np.uint64]:
        """Returns the best moves of many positions of one board, as masks; 0 for the full board.

        The arguments are those of values(): with marked=True a position whose moves cannot all be valued has 0.
        """
        return self._native.best_moves(masks_of(positions, board), board, thread_number(threads), bool(marked))

    @overload
    def layer(self, table: str, layer: int, best: Literal[False] = False, threads: int = 0) -> Layer[Block]: ...

    @overload
    def layer(self, table: str, layer: int, best: Literal[True], threads: int = 0) -> Layer[BestBlock]: ...

    def layer(
        self, table: str, layer: int, best: bool = False, threads: int = 0
    ) -> Union[Layer[Block], Layer[BestBlock]]:
        """Returns the stored positions with `layer` edges drawn, with their values, in blocks (see Layer).

            for drawn, values in tables.layer("3x3", 12): ...
            for drawn, values, best in tables.layer("3x3", 12, best=True): ...

        `table` is the name of a table, "3x4" or "3x4-swedish". Raises PositionError if it has no such layer.
        """
        _, edges, first = _native.table_named(table)
        number = whole_number(layer, "layer", -(2**63), 2**63)
        if not first <= number <= edges:
            raise PositionError(f"layer {number}: {table} has layers {first} to {edges}")
        return open_layer(self, table, number, bool(best), thread_number(threads))

    def layers(self, table: str) -> range:
        """Returns the layers of a table, as numbers of drawn edges: from its start to the full board."""
        _, edges, first = _native.table_named(table)
        return range(first, edges + 1)

    @overload
    def to_arrays(
        self, table: str, layers: Optional[Iterable[int]] = None, best: Literal[False] = False, threads: int = 0
    ) -> Block: ...

    @overload
    def to_arrays(
        self, table: str, layers: Optional[Iterable[int]] = None, *, best: Literal[True], threads: int = 0
    ) -> BestBlock: ...

    def to_arrays(
        self, table: str, layers: Optional[Iterable[int]] = None, best: bool = False, threads: int = 0
    ) -> Union[Block, BestBlock]:
        """Returns the stored positions of some layers, or of all, as single arrays: (drawn, values[, best])."""
        wanted = self.layers(table) if layers is None else layers
        if best:
            return self._joined([block for layer in wanted for block in self.layer(table, layer, True, threads)])
        drawn, values, _ = self._joined(
            [(*block, np.empty(0, np.uint64)) for layer in wanted for block in self.layer(table, layer, False, threads)]
        )
        return drawn, values

    @staticmethod
    def _joined(blocks: List[BestBlock]) -> BestBlock:
        empty = (np.empty(0, np.uint64), np.empty(0, np.int8), np.empty(0, np.uint64))
        drawn, values, best = zip(empty, *blocks)
        return np.concatenate(drawn), np.concatenate(values), np.concatenate(best)
