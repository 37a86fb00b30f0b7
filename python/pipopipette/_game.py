"""Game: plays and takes back moves; reads and writes the notations of other programs."""

from __future__ import annotations

from typing import Iterable, List, Optional, Sequence, Tuple, Type, TypeVar, Union

from . import _native
from ._arguments import whole_number
from ._arrays import edge_names
from ._native import Position
from ._results import GameResult, Notation

_G = TypeVar("_G", bound="Game")

_MOST = 2**31 - 1


class Game:
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

    Player 0 makes the first move of a game that begins on an empty board. Boxes are numbered row by row from the top,
    from 0; edges have names, "h0.0", and indices (edge_names). Without facts a position leaves turn, score, owners and
    result unknown: None. If the turn is known and no box is complete, or all owners are known, the others follow.

    Raises PositionError if the facts contradict the position or each other.

    Games can be compared, copied and pickled. They are equal if all that is known about them is equal, moves
    included.
    """

    _native: _native.HeldGame

    def __init__(
        self,
        start: Union[str, Position],
        *,
        turn: Optional[int] = None,
        score: Optional[Tuple[int, int]] = None,
        owners: Optional[Sequence[Optional[int]]] = None,
        listed: Iterable[Union[str, int]] = (),
    ) -> None:
        edges = list(listed)
        known = edges or any(fact is not None for fact in (turn, score, owners))
        if isinstance(start, str) and ":" not in start:
            if not known:
                self._native = _native.HeldGame(start)
                return
            start = Position.from_mask(start, 0)
        self._native = _native.HeldGame.from_position(
            start,
            None if turn is None else _whole(turn, "turn"),
            None if score is None else _pair(score),
            None if owners is None else [-1 if owner is None else _whole(owner, "an owner") for owner in owners],
            edges,
        )

    @classmethod
    def read(cls: Type[_G], text: str, notation: str = "auto") -> _G:
        """Reads a game or position in a notation of another program (see notations()).

        "auto" detects the notation. Raises PositionError, naming line, column and reason, if the text is malformed,
        if several notations read different games, or if there is no such notation. Nothing is guessed.
        """
        return _holding(cls, _native.HeldGame.read(notation, text))

    def write(self, notation: str) -> str:
        """Returns the game in a notation: a line without a newline, or a whole file.

        Raises PositionError if the notation cannot express it: it is for other boards, or the game lacks the order
        of play, the turn or the owners.
        """
        return self._native.write(notation)

    @property
    def board(self) -> str:
        """The board, "3x3"."""
        return self.position.board

    @property
    def position(self) -> Position:
        """The position now."""
        return self._native.position

    @property
    def moves(self) -> List[int]:
        """The moves since the start, in order of play, as indices of edges."""
        return self._native.moves

    @property
    def edges(self) -> List[int]:
        """All drawn edges, as indices: those of the start as listed, or else ascending, then the moves."""
        return self._native.edges

    @property
    def in_order(self) -> bool:
        """True if player 0 began on an empty board, so that `moves` are all moves of the game."""
        return self._native.in_order

    @property
    def turn(self) -> Optional[int]:
        """The player to move, 0 or 1, or at the end the player who moved last; None if unknown."""
        return self._native.turn

    @property
    def score(self) -> Optional[Tuple[int, int]]:
        """The boxes of player 0 and of player 1; None if unknown."""
        score = self._native.score
        return None if score is None else (score[0], score[1])

    @property
    def owners(self) -> Optional[List[Optional[int]]]:
        """For each box, by number, the player who took it, or None; None in place of the list if no owner is known."""
        owners = self._native.owners
        return None if owners is None else [None if owner < 0 else owner for owner in owners]

    @property
    def over(self) -> bool:
        """True if every edge is drawn."""
        return self._native.over

    @property
    def result(self) -> Optional[GameResult]:
        """The result; None if the game is not over or the score is unknown."""
        result = self._native.result
        return None if result is None else GameResult(*result)

    def legal_moves(self) -> List[int]:
        """Returns the indices of the open edges, ascending."""
        return self.position.legal_moves()

    def completed_by(self, edge: Union[str, int]) -> List[int]:
        """Returns the numbers of the boxes that drawing an open edge completes: none, one or two."""
        return self.position.completed_by(edge)

    def play(self, edge: Union[str, int]) -> int:
        """Draws an edge, given by name or index, and returns how many boxes the player takes: 0, 1 or 2.

        Raises PositionError if it is drawn already or not on the board; the game is then unchanged.
        """
        return self._native.play(edge)

    def undo(self) -> None:
        """Takes back the last move since the start. Raises PositionError if there is none."""
        self._native.undo()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self._native == other._native

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        turn, score = self.turn, self.score
        facts = [f"player {turn} to move"] if turn is not None and not self.over else []
        facts += [f"score {score[0]}-{score[1]}"] if score is not None else []
        return f"<Game at {', '.join([str(self.position), *facts])}>"

    def __reduce__(self) -> Tuple[object, ...]:
        start = self._native.copy()
        for _ in self.moves:
            start.undo()
        facts = (start.turn, start.score, start.owners, start.edges)
        # Attributes that a subclass has added.
        added = {name: value for name, value in vars(self).items() if name != "_native"}
        arguments = (type(self), start.position, None if self.in_order else facts, self.moves)
        return _replayed, arguments, added or None


def notations() -> List[Notation]:
    """Returns the notations that Game.read() and Game.write() know, in the order of docs/notations.md."""
    return [Notation(*notation) for notation in _native.notations()]


def detect(text: str) -> Notation:
    """Returns the notation in which Game.read() reads a text if none is given.

    Raises PositionError if no notation fits, or if several read different games; the message names them.
    """
    return Notation(*_native.detect(text))


_Facts = Tuple[Optional[int], Optional[Sequence[int]], Optional[List[int]], List[int]]


def _holding(cls: Type[_G], native: _native.HeldGame) -> _G:
    game = cls.__new__(cls)
    game._native = native
    return game


def _replayed(cls: Type[_G], start: Position, facts: Optional[_Facts], moves: List[int]) -> _G:
    native = _native.HeldGame.from_position(start, *facts) if facts else _native.HeldGame(start.board)
    for move in moves:
        native.play(move)
    return _holding(cls, native)


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
