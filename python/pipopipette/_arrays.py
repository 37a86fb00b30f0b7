"""Arrays of positions, as masks or as zeros and ones."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from . import _native
from ._arguments import masks_of


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
