"""The results of lookups, of solving and of games, as named tuples."""

from __future__ import annotations

from pathlib import Path
from typing import List, NamedTuple, Optional, Tuple

from ._errors import Error
from ._native import Position


class Move(NamedTuple):
    """A move and its value.

    edge      index of the edge, on the position's own board
    name      its name, "h2.3" or "v0.4": row and column, from zero at the top left
    captures  boxes it completes: 0, 1 or 2
    value     margin for the player who draws it, captures included
    player    who draws it: 0 is the player to move in the position, or in the first position of a line of play
    """

    edge: int
    name: str
    captures: int
    value: int
    player: int = 0


def _best_of(moves: List[Move], value: int) -> List[Move]:
    return [move for move in moves if move.value == value]


class Answer(NamedTuple):
    """The values of a position and of its moves, as found in tables.

    value     margin for the player to move
    moves     every move with its value, by index of the edge; none on the full board
    computed  whether some value is of a layer that the table omits, and was computed from later layers
    atlas     whether the table is of the atlas
    """

    value: int
    moves: List[Move]
    computed: bool
    atlas: bool

    @property
    def best(self) -> List[Move]:
        """The moves whose value equals that of the position; none on the full board."""
        return _best_of(self.moves, self.value)


class Solution(NamedTuple):
    """The values of a position and of its moves, as found by a Solver.

    value       margin for the player to move
    moves       every move with its value, by index of the edge; none on the full board
    method      "table", "sweep" or "search": the method that found the values
    remembered  whether a sweep for an earlier question had computed them
    looked_at   number of values computed by a sweep, or of positions searched
    seconds     time taken
    computed    as in an Answer
    atlas       as in an Answer
    swept_from  number of drawn edges of the position with which the sweep began; None without a sweep
    """

    value: int
    moves: List[Move]
    method: str
    remembered: bool
    looked_at: int
    seconds: float
    computed: bool
    atlas: bool
    swept_from: Optional[int]

    @property
    def best(self) -> List[Move]:
        """The moves whose value equals that of the position; none on the full board."""
        return _best_of(self.moves, self.value)


class GraphMove(NamedTuple):
    """A move on a Graph and its value.

    string    number of the string, in the order in which the graph was made
    ends      its two names
    captures  coins that it takes: 0, 1 or 2
    value     margin for the player who cuts it, captures included
    player    who cuts it: 0 is the player to move in the graph
    """

    string: int
    ends: Tuple[str, str]
    captures: int
    value: int
    player: int = 0


class GraphSolution(NamedTuple):
    """The values of a Graph and of its moves.

    value      margin for the player to move, in coins
    moves      every string with its value
    nim_value  the value in Nimstring; None if coins are on offer that may be taken or handed back
    line       a line of best play to the end
    looked_at  number of positions searched
    seconds    time taken
    """

    value: int
    moves: List[GraphMove]
    nim_value: Optional[int]
    line: List[GraphMove]
    looked_at: int
    seconds: float

    @property
    def best(self) -> List[GraphMove]:
        """The moves whose value equals that of the graph; none if all strings are cut."""
        return [move for move in self.moves if move.value == self.value]


class Attempt(NamedTuple):
    """The knowledge of a Solver about a position, within its limits.

    lower, upper  bounds of the value, both inclusive
    solution      the Solution, or None if solving would exceed the limits or if a table is missing
    why_not       the exception that Solver.solve() would raise; None if there is a solution
    """

    lower: int
    upper: int
    solution: Optional[Solution]
    why_not: Optional[Error]


class ValueBounds(NamedTuple):
    """The bounds of a value that a Solver found.

    lower, upper  bounds of the value, both inclusive
    edge, name    a move worth at least the lower bound; None if no such move is known
    method        "table", "sweep" or "search"; a search may also use tables and sweeps
    looked_at     number of positions searched
    helped        number of positions of the search that were answered by tables and sweeps
    seconds       time taken
    in_time       False if the time limit ended the search before the question was answered
    """

    lower: int
    upper: int
    edge: Optional[int]
    name: Optional[str]
    method: str
    looked_at: int
    helped: int
    seconds: float
    in_time: bool


class SweepPlan(NamedTuple):
    """The cost of a sweep, estimated before it begins.

    start    the sweep computes all positions that contain this one and have no box with three sides drawn
    values   number of values
    memory   peak, in bytes
    seconds  approximate
    disk     bytes of scratch files, approximate
    """

    start: Position
    values: int
    memory: int
    seconds: float
    disk: int = 0


class SweepProgress(NamedTuple):
    """The progress of a sweep: the layer, the values done and in all, and the seconds since it began."""

    layer: int
    done: int
    total: int
    seconds: float


class SearchProgress(NamedTuple):
    """The progress of a search for bounds: the bounds so far, the positions searched, the seconds since it began."""

    lower: int
    upper: int
    positions: int
    seconds: float


class GameResult(NamedTuple):
    """The result of a Game that is over.

    margin  boxes of player 0 less those of player 1
    winner  0 or 1; None for a tie
    """

    margin: int
    winner: Optional[int]


class Notation(NamedTuple):
    """A notation in which games or positions are read and written.

    name         "moves"
    description  one line
    form         "line", "json" or "file": one line, a JSON object, or several lines
    lists        whether it lists the edges one by one; otherwise it gives them as a set

    The others say what a text in this notation contains:

    order        the order of play from the empty board on; a game is written only if it is known
    turn         whose turn it is
    score        the boxes of each player
    """

    name: str
    description: str
    form: str
    lists: bool
    order: bool
    turn: bool
    score: bool


class FoundTable(NamedTuple):
    """A table found on disk.

    name    the name of the table, usually also of its folder: "3x4", "3x4-swedish"
    board   "3x4", never "4x3"
    start   "american" (the empty board), "swedish", "icelandic", or a set of edges, "0x1f"
    folder  the path of its folder
    atlas   whether it is of the atlas, not in a folder that was named
    last_move_cost  points that the last move costs its player
    """

    name: str
    board: str
    start: str
    folder: Path
    atlas: bool
    last_move_cost: int = 0


class TableProblem(NamedTuple):
    """The reason why a table, or a folder of tables, is not used or only partly used."""

    folder: Path
    message: str
