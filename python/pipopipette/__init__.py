"""Exact values of Dots-and-Boxes positions, from tables on disk and without.

    import pipopipette

    with pipopipette.Tables("tables") as tables:
        tables.value("3x3:000000000000000000000000")    # -3: the player to move loses by 3
        tables.best("3x3:110001000011101010101000")     # the best moves
        tables.values(masks, board="3x3")               # a numpy array of values

    game = pipopipette.Game("3x3")
    game.play("h0.0")                                   # 0: it takes no box
    pipopipette.Solver().solve(game.position).value     # 3: the player to move wins by 3

The names:

- Tables looks up positions, one by one and as numpy arrays, and iterates over whole layers.
- Solver finds exact values of positions that no table covers, or bounds, one by one and for many at once.
- Graph finds exact values of strings-and-coins on any graph, a GraphSolution with GraphMoves.
- Position is a board with the set of its drawn edges, with the rules of the game.
- Game plays and takes back moves, and reads and writes the notations of other programs.
- notations lists these notations; detect finds that of a text.
- NOT_COVERED, DAMAGED and DRAWN are written in place of values in arrays.
- edge_names, edge_index, to_masks and to_bits convert edges and sets of edges.
- Move, Answer, FoundTable, TableProblem, Solution, Attempt, ValueBounds, GameResult and Notation are the results.
- SweepPlan, SweepProgress and SearchProgress describe the progress of a Solver.
- Error is the base class of all exceptions.

The program `pipo` makes the tables.
"""

from ._arguments import to_bits, to_masks
from ._errors import (
    ClosedError,
    DamagedTableError,
    Error,
    MissingTableError,
    NewerTableError,
    OutOfResourcesError,
    OutOfMemoryError,
    OutOfTimeError,
    PositionError,
    UnreadableTableError,
)
from ._game import Game
from ._native import (
    DAMAGED,
    DRAWN,
    NOT_COVERED,
    Graph,
    Position,
    Solver,
    __version__,
    detect,
    edge_index,
    edge_names,
    notations,
)
from ._results import (
    Answer,
    ValueBounds,
    FoundTable,
    GameResult,
    GraphMove,
    GraphSolution,
    Attempt,
    Move,
    Notation,
    SearchProgress,
    Solution,
    SweepPlan,
    SweepProgress,
    TableProblem,
)
from ._tables import DEFAULT_CACHE_BYTES, Layer, Tables

__all__ = [
    "Answer",
    "ClosedError",
    "DAMAGED",
    "DEFAULT_CACHE_BYTES",
    "DRAWN",
    "DamagedTableError",
    "ValueBounds",
    "Error",
    "FoundTable",
    "Game",
    "GameResult",
    "Graph",
    "GraphMove",
    "GraphSolution",
    "Attempt",
    "Layer",
    "MissingTableError",
    "Move",
    "NOT_COVERED",
    "NewerTableError",
    "OutOfResourcesError",
    "Notation",
    "OutOfMemoryError",
    "OutOfTimeError",
    "Position",
    "PositionError",
    "SearchProgress",
    "Solution",
    "Solver",
    "SweepPlan",
    "SweepProgress",
    "TableProblem",
    "Tables",
    "UnreadableTableError",
    "__version__",
    "detect",
    "edge_index",
    "edge_names",
    "notations",
    "to_bits",
    "to_masks",
]

# Tracebacks and help() thereby show the name of the package.
for _name in __all__:
    _thing = globals()[_name]
    if isinstance(_thing, type) or callable(_thing):
        _thing.__module__ = __name__
del _name, _thing
