"""Game: what Python adds to the compiled game, the checks of arguments, copies and pickles."""

from __future__ import annotations

from typing import Iterable, List, Optional, Sequence, Tuple, Type, TypeVar, Union

from . import _native
from ._arguments import whole_number
from ._native import Position

_G = TypeVar("_G", bound="Game")

_MOST = 2**31 - 1


class Game(_native.Game):
    """A game, followed move by move: whose turn it is, the score, the owners of the boxes, undo, and the result.

    >>> game = Game("1x2")
    >>> [game.play(edge) for edge in ("h0.0", "h1.0", "v0.0", "v0.1")]
    [0, 0, 0, 1]
    >>> game.turn, game.score, game.owners
    (1, (0, 1), [1, None])

    start   a board, "3x3": the empty board, with player 0 to move. Or a position, as text or a Position, and the
            known facts about it:
    turn    the player to move, 0 or 1
    score   the boxes of player 0 and of player 1; they may be fewer than the complete boxes
    owners  for each box the player who took it, or None
    listed  the drawn edges, by name or index, in the order in which the source lists them
    last_move_cost  points that the last move costs its player; its values need Tables or a Solver of the same cost

    Player 0 makes the first move of a game that begins on an empty board. Boxes are numbered row by row from the top,
    from 0; edges have names, "h0.0", and indices (edge_names). Without facts a position leaves turn, score, owners and
    result unknown: None. If the turn is known and no box is complete, or all owners are known, the others follow.

    Raises PositionError if the facts contradict the position or each other.

    Games can be compared, copied and pickled. They are equal if all that is known about them is equal, moves
    included. They cannot be hashed.
    """

    def __init__(
        self,
        start: Union[str, Position],
        *,
        turn: Optional[int] = None,
        score: Optional[Tuple[int, int]] = None,
        owners: Optional[Sequence[Optional[int]]] = None,
        listed: Iterable[Union[str, int]] = (),
        last_move_cost: int = 0,
    ) -> None:
        super().__init__(
            start,
            None if turn is None else _whole(turn, "turn"),
            None if score is None else _pair(score),
            None if owners is None else [None if owner is None else _whole(owner, "an owner") for owner in owners],
            list(listed),
            whole_number(last_move_cost, "last_move_cost", 0, _MOST),
        )

    @classmethod
    def read(cls: Type[_G], text: str, notation: str = "auto") -> _G:
        """Reads a game or position in a notation of another program (see notations()).

        "auto" detects the notation. Raises PositionError, naming line, column and reason, if the text is malformed,
        if several notations read different games, or if there is no such notation. Nothing is guessed.
        """
        return _made(cls, _native.read_game(text, notation))

    def __repr__(self) -> str:
        turn, score = self.turn, self.score
        facts = [f"player {turn} to move"] if turn is not None and not self.over else []
        facts += [f"score {score[0]}-{score[1]}"] if score is not None else []
        return f"<Game at {', '.join([str(self.position), *facts])}>"

    def __reduce__(self) -> Tuple[object, ...]:
        start = _native.Game(self)
        for _ in self.moves:
            start.undo()
        facts = (start.turn, start.score, start.owners, start.edges, start.last_move_cost)
        whole = self.in_order and not self.last_move_cost
        arguments = (type(self), start.position, None if whole else facts, self.moves)
        return _replayed, arguments, vars(self) or None  # attributes that a subclass has added


_Facts = Tuple[Optional[int], Optional[Tuple[int, int]], Optional[List[Optional[int]]], List[int], int]


def _made(cls: Type[_G], game: _native.Game) -> _G:
    made = cls.__new__(cls)
    _native.Game.__init__(made, game)
    return made


def _replayed(cls: Type[_G], start: Position, facts: Optional[_Facts], moves: List[int]) -> _G:
    game = _native.Game(start, *facts) if facts else _native.Game(start.board)
    for move in moves:
        game.play(move)
    return _made(cls, game)


def _whole(value: int, what: str) -> int:
    return whole_number(value, what, -_MOST, _MOST)


def _pair(score: Tuple[int, int]) -> Tuple[int, int]:
    if not isinstance(score, Iterable) or isinstance(score, (str, bytes)):
        raise TypeError(f"a score must be the boxes of player 0 and of player 1, such as (0, 1), not {score!r}")
    both = list(score)
    if len(both) != 2:
        raise ValueError(f"a score must be the boxes of player 0 and of player 1, such as (0, 1), not {score!r}")
    first, second = both
    return _whole(first, "a score"), _whole(second, "a score")
