"""Tables: what Python adds to the compiled tables, the default folders and whole layers, in blocks."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Generic, Iterable, Iterator, List, Literal, NoReturn, Optional, Tuple, TypeVar, Union, cast, overload

import numpy as np
import numpy.typing as npt

from . import _native
from ._arguments import Folder, byte_number, default_folders, folder_bytes, thread_number, whole_number
from ._errors import ClosedError, DamagedTableError, MissingTableError, PositionError
from ._results import FoundTable

Block = Tuple["npt.NDArray[np.uint64]", "npt.NDArray[np.int8]"]
BestBlock = Tuple["npt.NDArray[np.uint64]", "npt.NDArray[np.int8]", "npt.NDArray[np.uint64]"]
_Block = TypeVar("_Block", Block, BestBlock)

DEFAULT_CACHE_BYTES = 1 << 30


class Layer(Generic[_Block]):
    """All stored positions of a layer, as returned by Tables.layer().

    Iterating yields a tuple of arrays for each block of positions: (drawn, values), or with
    best=True (drawn, values, best). `drawn` and `best` are masks, uint64; `values` are margins for
    the player to move, int8. Every block except the last has 65,536 to 131,071 positions. The
    caller owns the arrays. A layer can be iterated several times.

    A table stores the quiet positions (no box has three sides drawn) that contain its start. Of
    several mirror images it mostly stores one. Of the two outer edges of a corner box the
    horizontal one is always drawn first.
    """

    def __init__(self, tables: Tables, found: FoundTable, layer: int, best: bool, threads: int) -> None:
        self._tables = tables
        self._folder = folder_bytes(found.folder)
        self._best = best
        self._threads = threads
        self.table: str = found.name
        "The name of the table, \"3x4\" or \"3x4-swedish\"."
        self.board: str = found.board
        "The board of the masks."
        self.layer: int = layer
        "The number of drawn edges in each position."
        self.size: int = self._open().size
        "The number of stored positions."

    def __repr__(self) -> str:
        return f"<layer {self.layer} of {self.table}: {self.size} positions>"

    def __iter__(self) -> Iterator[_Block]:
        reader = self._open()
        while True:
            if self._tables.closed:
                raise ClosedError("the tables are closed")
            block = reader.next()
            if block is None:
                return
            drawn, values = block
            if self._best:
                yield cast(_Block, (drawn, values, self._tables.best_moves(drawn, self.board, self._threads)))
            else:
                yield cast(_Block, (drawn, values))

    def _open(self) -> _native.LayerReader:
        return _native.LayerReader(self._folder, self.layer)


class Tables(_native.Tables):
    """The tables in some folders.

    >>> with Tables("tables") as tables:
    ...     tables.value("3x3:000000000000000000000000")
    -3

    Tables(folder, ..., cache_bytes=2**30) lists the tables in each folder. Without a folder these are
    the folders of the environment variable PIPO_TABLES, separated by colons, or else "tables", if it
    exists. Where no table of theirs covers a position, the atlas answers, the tables that are
    installed with this package: they have the first positions of every solved board, and a Solver
    finds the values of the later ones. atlas=False leaves it out. last_move_cost=c uses only tables
    in which the player who draws the last edge loses c points ("tables/3x3-last2"). A
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

    def __init__(self, *folders: Folder, cache_bytes: int = DEFAULT_CACHE_BYTES, atlas: bool = True,
                 last_move_cost: int = 0) -> None:
        paths = [folder_bytes(folder) for folder in folders or default_folders()]
        cache = byte_number(cache_bytes, "cache_bytes")
        cost = byte_number(last_move_cost, "last_move_cost")
        try:
            super().__init__(paths, cache, atlas, cost)
        except MissingTableError:
            if folders or not atlas or os.environ.get("PIPO_TABLES"):
                raise
            super().__init__([], cache, True, cost)
            if not self.found:
                raise
            paths = []
        self._folders = [Path(os.fsdecode(path)) for path in paths]

    @classmethod
    def only(cls, table_folder: Folder, cache_bytes: int = DEFAULT_CACHE_BYTES,
             last_move_cost: int = 0) -> "Tables":
        """Opens a single table at once, given its own folder ("tables/3x3").

        Raises MissingTableError, UnreadableTableError or DamagedTableError if it cannot be opened.
        """
        path = folder_bytes(table_folder)
        tables = cls.__new__(cls)
        _native.Tables.__init__(tables, path, byte_number(cache_bytes, "cache_bytes"),
                                byte_number(last_move_cost, "last_move_cost"))
        tables._folders = [Path(os.fsdecode(path))]
        return tables

    def add(self, folder: Folder) -> None:
        """Adds the tables in one more folder.

        Raises MissingTableError if there is no such folder, UnreadableTableError if it cannot be
        read.
        """
        path = folder_bytes(folder)
        self._add(path)
        self._folders.append(Path(os.fsdecode(path)))

    def __enter__(self) -> "Tables":
        self.found  # raises ClosedError after close()
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
        thread_count = thread_number(threads)
        # The layer is of the first folder in which it can be read.
        failed = None
        for found in self.found:
            if found.name == table:
                try:
                    return Layer(self, found, number, bool(best), thread_count)
                except (MissingTableError, DamagedTableError) as error:
                    failed = failed or error
        if failed is not None:
            raise failed
        folders = [str(folder) for folder in self.folders]
        raise MissingTableError(
            f"no table {table} in {', '.join(folders) or 'no folder'}", table=table, searched=folders
        )

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
