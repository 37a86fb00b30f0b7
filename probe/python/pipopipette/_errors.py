"""The exceptions of pipopipette, one for each thing a caller may want to do about them.

Every message is one line that says what is wrong, where, and what to do about it. Beside these
there are, as usual in Python, TypeError for arguments of a wrong kind, ValueError for a number
of threads or bytes that is out of range or a path with a null byte in it, and MemoryError.
"""

from __future__ import annotations

from pathlib import Path
from typing import Iterable, Optional, Tuple


class Error(Exception):
    """Base of all exceptions that pipopipette raises on purpose."""


class PositionError(Error, ValueError):
    """A board, position, edge, layer or array that cannot be read or is out of range."""


class ClosedError(Error, ValueError):
    """Tables are asked after they were closed."""


class NoSpaceError(Error):
    """Memory or open files do not suffice."""


class MissingTableError(Error, LookupError):
    """No table covers what was asked for, or a file or folder is not there.

    table     the name of the table that would do, "3x4"; None where a file or folder is missing
    searched  the folders in which it was looked for
    file      the file or folder that is missing or may not be read; None where it is a table
    """

    def __init__(
        self,
        message: str = "",
        table: Optional[str] = None,
        searched: Iterable[str] = (),
        file: Optional[str] = None,
    ) -> None:
        super().__init__(message)
        self.table: Optional[str] = table
        self.searched: Tuple[Path, ...] = tuple(Path(folder) for folder in searched)
        self.file: Optional[Path] = None if file is None else Path(file)


class UnreadableTableError(MissingTableError):
    """It may well be there, but this process may not read the file or folder."""


class DamagedTableError(Error):
    """A file of a table is truncated, altered, unfinished or none of ours.

    file    the file, or the table's folder where no single file is to blame
    offset  the byte from which on it is not what it should be, where that is known; else None
    """

    def __init__(self, message: str = "", file: Optional[str] = None, offset: Optional[int] = None) -> None:
        super().__init__(message)
        self.file: Optional[Path] = None if file is None else Path(file)
        self.offset: Optional[int] = offset


class NewerTableError(DamagedTableError):
    """The table was made by a newer version."""
