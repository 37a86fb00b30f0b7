"""The exceptions of pipopipette. Each type calls for a different reaction of the caller.

Every message is one line that says what is wrong, where, and what to do about it. As usual in
Python there are also TypeError for arguments of a wrong type, MemoryError, and ValueError for a
number of threads, bytes or seconds that is out of range or a path that contains a null byte.
"""

from __future__ import annotations

from pathlib import Path
from typing import Iterable, Optional, Tuple


class Error(Exception):
    """The base class of all exceptions that pipopipette raises on purpose."""


class PositionError(Error, ValueError):
    """A board, position, edge, layer or array is malformed or out of range."""


class ClosedError(Error, ValueError):
    """The tables were used after close()."""


class OutOfResourcesError(Error):
    """Memory, time, the disk, open files or threads do not suffice."""


class OutOfMemoryError(OutOfResourcesError, MemoryError):
    """The work takes more memory than there is or than the caller allows."""


class OutOfTimeError(OutOfResourcesError):
    """The work takes more time than the caller allows."""


class MissingTableError(Error, LookupError):
    """No table covers the position, or a file or folder of a table is missing.

    table          the name of the table that would cover it, "3x4"; None if a file or folder is missing
    searched       the folders that were searched for the table
    file           the file or folder that is missing or unreadable; None if a table is missing
    omitted_layer  the layer of the settled position, if `table` covers it but omits this layer, and too many of the
                   next layers to compute its value; otherwise None
    """

    def __init__(
        self,
        message: str = "",
        table: Optional[str] = None,
        searched: Iterable[str] = (),
        file: Optional[str] = None,
        omitted_layer: Optional[int] = None,
    ) -> None:
        super().__init__(message)
        self.table: Optional[str] = table
        self.searched: Tuple[Path, ...] = tuple(Path(folder) for folder in searched)
        self.file: Optional[Path] = None if file is None else Path(file)
        self.omitted_layer: Optional[int] = omitted_layer


class UnreadableTableError(MissingTableError):
    """The file or folder may exist, but this process is not permitted to read it."""


class DamagedTableError(Error):
    """A file of a table is truncated, altered, unfinished, or not a file of pipopipette.

    file    the damaged file, or the table's folder if no single file is at fault
    offset  the offset in bytes of the damaged part, or None if it is unknown
    """

    def __init__(self, message: str = "", file: Optional[str] = None, offset: Optional[int] = None) -> None:
        super().__init__(message)
        self.file: Optional[Path] = None if file is None else Path(file)
        self.offset: Optional[int] = offset


class NewerTableError(DamagedTableError):
    """A newer version of Pipopipette made the table."""
