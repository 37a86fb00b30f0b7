"""The stored positions of a layer, in blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, Iterator, Tuple, TypeVar, cast

import numpy as np
import numpy.typing as npt

from . import _native
from ._arguments import folder_bytes
from ._errors import ClosedError, DamagedTableError, MissingTableError

if TYPE_CHECKING:
    from ._results import FoundTable
    from ._tables import Tables


Block = Tuple["npt.NDArray[np.uint64]", "npt.NDArray[np.int8]"]
BestBlock = Tuple["npt.NDArray[np.uint64]", "npt.NDArray[np.int8]", "npt.NDArray[np.uint64]"]
_Block = TypeVar("_Block", Block, BestBlock)


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

    def __init__(self, tables: "Tables", found: "FoundTable", layer: int, best: bool, threads: int) -> None:
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


def open_layer(tables: "Tables", table: str, layer: int, best: bool, threads: int) -> Layer[_Block]:
    """Opens a layer in the first folder in which this table can be read."""
    first = None
    for found in tables.found:
        if found.name == table:
            try:
                return Layer(tables, found, layer, best, threads)
            except (MissingTableError, DamagedTableError) as error:
                first = first or error
    if first is not None:
        raise first
    folders = [str(folder) for folder in tables.folders]
    raise MissingTableError(
        f"no table {table} in {', '.join(folders) or 'no folder'}", table=table, searched=folders
    )
