"""Solver: exact values of any position, without tables too."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Callable, Dict, Iterable, List, NoReturn, Optional, Tuple, TypedDict, Union

import numpy as np
import numpy.typing as npt

from . import _native
from ._arguments import Folder, Way, byte_number, masks_of, scratch_folder, second_number, thread_number, whole_number
from ._native import Position
from ._results import Enclosure, Known, LineMove, Move, SearchProgress, Solution, SweepPlan, SweepProgress
from ._tables import Tables

if TYPE_CHECKING:  # type checkers know it; programs need not have it
    from typing_extensions import Unpack

Progress = Callable[[Union[SweepPlan, SweepProgress, SearchProgress]], object]
Found = Callable[[int, Known], object]

_REPORTS: Dict[str, Callable[..., Union[SweepPlan, SweepProgress, SearchProgress]]] = {
    "plan": SweepPlan,
    "sweep": SweepProgress,
    "search": SearchProgress,
}

_REMEMBERED_BYTES = 2 << 30

_MAXIMUM_VALUE = 400  # all boxes of 20x20


class _Question(TypedDict, total=False):
    """The limits of a question, and its progress, as keyword arguments: see Solver. None is the solver's own limit."""

    seconds: Optional[float]
    memory: Optional[int]
    threads: Optional[int]
    remember: Optional[int]
    scratch: Optional[Folder]
    only: Optional[Way]
    progress: Optional[Progress]


class Solver:
    """Exact values of any position and of each of its moves, by tables, a sweep in memory or a search.

    >>> solver = Solver(seconds=60)
    >>> solver.solve("2x3:10010000100000000").value
    2

    tables    Tables to take values from, if they cover the position; they stay open for the solver, even after
              close(), and no folder can be added to them while the solver exists
    seconds   the time limit of a question; math.inf: none
    memory    the memory limit of a question in bytes; 0: what the machine has
    threads   the threads of a sweep; 0: all of the machine
    remember  the limit in bytes of the tables of sweeps that the solver keeps for later questions
    scratch   a folder for scratch files of sweeps that exceed `memory`; they have no names, and nothing of them is
              left when the sweep or the process ends

    Every question may have its own limits, as keyword arguments of the same names, and these arguments:

    only      "table", "sweep" or "search": the only method to use; by default the solver chooses one
    progress  a function that is called now and then with a SweepPlan, SweepProgress or SearchProgress, in the thread
              that asks

    A solver remembers. A sweep computes the values of all positions that contain its start, so stepping through a
    game solves once.

    A position is its text, "3x3:0101...", or a Position. Questions raise

    - OutOfMemoryError or OutOfTimeError if solving would exceed the limits; both are OutOfResourcesErrors;
    - OutOfResourcesError if the system permits no more threads, in a child of fork() whose parent has run sweeps, or if
      scratch files do not fit on the disk; Error if they cannot be written;
    - MissingTableError if `only` is "table" and no table covers the position;
    - what `progress` raises, and KeyboardInterrupt after Ctrl-C: the work stops first;
    - PositionError if the position is malformed, and what lookups in Tables raise.

    After any of them the solver can be used as before. Several threads may use it at once: tables and remembered
    sweeps answer at once; other sweeps and searches run one after the other. Other Python threads can run meanwhile.
    """

    def __init__(
        self,
        tables: Optional[Tables] = None,
        *,
        seconds: float = math.inf,
        memory: int = 0,
        threads: int = 0,
        remember: int = _REMEMBERED_BYTES,
        scratch: Optional[Folder] = None,
    ) -> None:
        if tables is not None and not isinstance(tables, Tables):
            raise TypeError(f"tables must be Tables or None, not {type(tables).__name__}")
        self._limits = _native.Limits(
            second_number(seconds),
            byte_number(memory, "memory"),
            thread_number(threads),
            byte_number(remember, "remember"),
            b"" if scratch is None else scratch_folder(scratch),
            None,
        )
        self._native = _native.HeldSolver(None if tables is None else tables._native)

    def __reduce__(self) -> NoReturn:
        raise TypeError("a Solver cannot be copied or pickled; make one in each process")

    def solve(self, position: Union[str, Position], **question: Unpack[_Question]) -> Solution:
        """Returns the values of the position and of each of its moves."""
        limits, progress = self._asked(question)
        return _solution(self._native.solve(position, limits, progress))

    def know(self, position: Union[str, Position], **question: Unpack[_Question]) -> Known:
        """Returns bounds of the value, and the solution or else the exception of solve() that prevents it.

        Raises what solve() raises, except OutOfResourcesError and MissingTableError.
        """
        limits, progress = self._asked(question)
        return _known(self._native.know(position, limits, progress))

    def know_all(
        self,
        positions: Iterable[Union[str, Position]],
        *,
        found: Optional[Found] = None,
        **question: Unpack[_Question],
    ) -> List[Known]:
        """Returns what know() returns for each of many positions, of any boards, in their order.

        They are solved in the order that costs least: one sweep answers all positions that contain its start, and
        short sweeps and searches run at the same time. The limits are those of each position.

        found  a function that is called once for each position as soon as it is known, in any order, with its number
               (from 0) and what is known; so nothing is lost if the work is stopped

        An error of one position, such as a damaged table, is the `why_not` of that position alone. A malformed
        position, an exception of `progress` or `found`, and Ctrl-C end the work.
        """
        limits, progress = self._asked(question)
        return [_known(known) for known in self._native.know_all(list(positions), limits, progress, _finder(found))]

    def move_values(
        self,
        positions: npt.NDArray[np.generic],
        board: str,
        **question: Unpack[_Question],
    ) -> npt.NDArray[np.int8]:
        """Returns the value of each move of many positions of one board: int8, of shape (positions, edges).

        positions  masks, or zeros and ones, as for Tables.values(); they must not change during the call

        The value of an edge that is drawn already is DRAWN. A position that cannot be answered within the limits,
        which are those of each position, affects no other: the values of its moves that no table has are NOT_COVERED,
        or DAMAGED if tables cover them but none of them can be used. know() has the reason.
        """
        limits, progress = self._asked(question)
        return self._native.move_values(masks_of(positions, board), board, limits, progress)

    def line(self, position: Union[str, Position], **question: Unpack[_Question]) -> List[LineMove]:
        """Returns a line of best play to the end of the game, as Tables.line(). The limits are those of the line."""
        limits, progress = self._asked(question)
        return [LineMove(*move) for move in self._native.line(position, limits, progress)]

    def enclose(
        self,
        position: Union[str, Position],
        low: int,
        high: int,
        **question: Unpack[_Question],
    ) -> Enclosure:
        """Finds out whether the value is below `low`, above `high`, or which value from `low` to `high`.

        This is for positions that are too large to solve. At the time limit it returns the bounds known by then.
        With high = low - 1 it asks only whether the value is at least `low`.
        """
        least, most = (whole_number(bound, "a bound", -_MAXIMUM_VALUE, _MAXIMUM_VALUE) for bound in (low, high))
        limits, progress = self._asked(question)
        return Enclosure(*self._native.enclose(position, least, most, limits, progress))

    def _asked(self, question: _Question) -> Tuple[_native.Limits, Optional[_native.Reporter]]:
        """Returns the limits of a question, which are the solver's unless it gives its own, and its progress."""
        for name in question:
            if name not in _Question.__annotations__:
                known = ", ".join(_Question.__annotations__)
                raise TypeError(f"{name!r} is not an argument of a question; there are {known}")
        own = self._limits
        seconds, memory, threads = question.get("seconds"), question.get("memory"), question.get("threads")
        remember, scratch = question.get("remember"), question.get("scratch")
        limits = _native.Limits(
            own.seconds if seconds is None else second_number(seconds),
            own.memory if memory is None else byte_number(memory, "memory"),
            own.threads if threads is None else thread_number(threads),
            own.remember if remember is None else byte_number(remember, "remember"),
            own.scratch if scratch is None else scratch_folder(scratch),
            question.get("only"),
        )
        return limits, _reporter(question.get("progress"))


def _check_callable(function: object, name: str) -> None:
    if not callable(function):
        raise TypeError(f"{name} must be a function, not {type(function).__name__}")


def _reporter(progress: Optional[Progress]) -> Optional[_native.Reporter]:
    if progress is None:
        return None
    _check_callable(progress, "progress")
    called = progress
    return lambda kind, *numbers: called(_REPORTS[kind](*numbers))


def _finder(found: Optional[Found]) -> Optional[_native.Finder]:
    if found is None:
        return None
    _check_callable(found, "found")
    called = found
    return lambda number, known: called(number, _known(known))


def _known(native: _native.KnownTuple) -> Known:
    lower, upper, solution, why_not = native
    return Known(lower, upper, None if solution is None else _solution(solution), why_not)


def _solution(native: _native.SolutionTuple) -> Solution:
    value, moves, *others = native
    return Solution(value, [Move(*move) for move in moves], *others)
