"""Checks and converts arguments for the compiled module, and arrays of positions for users."""

from __future__ import annotations

import math
import operator
import os
from typing import List, SupportsIndex, Union

import numpy as np
import numpy.typing as npt

from . import _native
from ._errors import PositionError

Folder = Union[str, bytes, "os.PathLike[str]", "os.PathLike[bytes]"]

_MOST_THREADS = 4096
_MOST_BYTES = 2**63 - 1


def folder_bytes(folder: Folder) -> bytes:
    path = os.fsencode(folder)
    if b"\0" in path:
        raise ValueError(f"a folder's name must not contain a null byte: {folder!r}")
    return path


def scratch_folder(folder: Folder) -> bytes:
    path = folder_bytes(folder)
    if not path:
        raise ValueError("scratch must name a folder, not be empty")
    return path


def default_folders() -> List[bytes]:
    """Returns the folders of PIPO_TABLES, separated by colons; without it "tables"."""
    text = os.environb.get(b"PIPO_TABLES") or b"tables"
    folders = text.split(b":")
    if b"" in folders:
        raise PositionError(
            f"PIPO_TABLES, {os.fsdecode(text)!r}, has an empty entry; separate folders by single colons"
        )
    return folders


def whole_number(value: SupportsIndex, what: str, least: int, most: int) -> int:
    if isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{what} must be a whole number, not bool")
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{what} must be a whole number, not {type(value).__name__}") from None
    if not least <= number <= most:
        raise ValueError(f"{what} must be from {least} to {most}, not {number}")
    return number


def byte_number(value: SupportsIndex, what: str) -> int:
    return whole_number(value, what, 0, _MOST_BYTES)


def second_number(seconds: float) -> float:
    """Returns a time limit in seconds for the compiled part, where 0 means none."""
    if isinstance(seconds, (bool, np.bool_, str, bytes)):
        raise TypeError(f"seconds must be a number, not {type(seconds).__name__}")
    number = float(seconds)
    if not number > 0:
        raise ValueError(f"seconds must be more than 0, not {seconds}; math.inf sets no limit")
    return 0.0 if math.isinf(number) else number


def thread_number(threads: SupportsIndex) -> int:
    return whole_number(threads, "threads", 0, _MOST_THREADS)


def masks_of(positions: npt.NDArray[np.generic], board: str) -> npt.NDArray[np.uint64]:
    """Returns positions as contiguous masks: the array itself if it is suitable, else a converted copy."""
    if not isinstance(positions, np.ndarray) or isinstance(positions, np.ma.MaskedArray):
        raise TypeError(f"positions must be a numpy array, not {type(positions).__name__}")
    if positions.ndim == 1:
        # Smaller numbers are refused, since they might be the zeros and ones of a single position.
        if positions.dtype.kind != "u" or positions.dtype.itemsize != 8:
            raise TypeError(
                f"an array of one dimension holds masks, as uint64, not {positions.dtype}; "
                "zeros and ones must have the shape (positions, edges)"
            )
        return np.require(positions, dtype=np.uint64, requirements=["C", "A"])
    if positions.ndim == 2:
        return _native.to_masks(_bytes_of(positions), board)
    raise PositionError(
        f"positions are an array of one dimension (masks) or two (zeros and ones), not {positions.ndim}"
    )


def _bytes_of(bits: npt.NDArray[np.generic]) -> npt.NDArray[np.uint8]:
    if bits.dtype.kind not in "biu":
        raise TypeError(f"zeros and ones must have dtype bool or an integer dtype, not {bits.dtype}")
    if bits.dtype.itemsize > 1:
        # Converting to bytes first would turn 256 into 0.
        wrong = (bits != 0) & (bits != 1)
        if wrong.any():
            position, edge = np.argwhere(wrong)[0]
            raise PositionError(f"position {position}, edge {edge}: neither 0 (open) nor 1 (drawn)")
        bits = bits.astype(np.uint8)
    return np.ascontiguousarray(bits).view(np.uint8)


def to_masks(bits: npt.NDArray[np.generic], board: str) -> npt.NDArray[np.uint64]:
    """Converts zeros and ones, an array of shape (positions, edges), to masks: bit i for edge i.

    The dtype is bool or any whole number. Raises PositionError for numbers other than 0 and 1.
    """
    if isinstance(bits, np.ndarray) and bits.ndim == 1:
        raise TypeError("zeros and ones must have the shape (positions, edges)")
    return masks_of(bits, board)


def to_bits(masks: npt.NDArray[np.uint64], board: str) -> npt.NDArray[np.uint8]:
    """Converts masks to zeros and ones, an array of uint8 of shape (positions, edges)."""
    if isinstance(masks, np.ndarray) and masks.ndim != 1:
        raise TypeError("masks must be an array of one dimension")
    return _native.to_bits(masks_of(masks, board), board)
