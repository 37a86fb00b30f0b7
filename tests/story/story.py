"""A game of 5x5 from its first move to its result, with exact values from move 13 on and without tables.

story.cpp, story.c and story.mjs tell the same story in other languages; all print story.txt.
"""

import copy

import numpy as np
import pipopipette
from pipopipette import Game, Position, Solver

START = 13  # the first position that is solved

# The moves of the game, in order of play.
MOVES = """
    v4.2 v2.4 v3.1 v1.3 v3.4 v0.2 v1.2 v3.2 v3.3 v2.1 v2.3 v1.4 v1.1 v2.2 v4.0 h5.3 h3.3 h2.3 h4.3 v2.0
    h1.3 h1.4 h4.0 v0.5 h1.0 v2.5 h2.4 h3.4 v1.5 h1.1 h2.1 h3.1 h4.1 h2.2 h3.2 h4.2 h1.2 v0.1 h0.1 v4.5
    h4.4 v3.5 h0.3 v0.0 h0.0 h5.0 v4.1 h5.1 v0.3 h0.2 h0.4 v0.4 h5.4 v4.3 v4.4 h5.2 h2.0 v1.0 h3.0 v3.0
""".split()

BOARD = "5x5"
NAMES = pipopipette.edge_names(BOARD)


def play():
    """Plays all moves, and reports those that take boxes."""
    game = Game(BOARD)
    for name in MOVES:
        boxes = game.play(name)
        if boxes:
            first, second = game.score
            print(f"move {len(game.moves)} {name} takes {boxes}: score {first}-{second}, player {game.turn} moves")
    return game


def report_result(game):
    margin, winner = game.result
    text = "a tie" if winner is None else f"player {winner} wins by {abs(margin)}"
    print(f"result: {text}, owners {''.join(map(str, game.owners))}")


def back_to(game, moves):
    """Returns the game after this number of its moves."""
    game = copy.copy(game)
    while len(game.moves) > moves:
        game.undo()
    return game


def write_and_read(game):
    """Writes the game in notations of other programs, and reads it back without naming them."""
    for notation in ("moves", "knox", "ccgc"):
        text = game.write(notation)
        print(f"{notation}: {text}")
        read = Game.read(text)
        if read != game:
            raise RuntimeError("another game was read")
        print(f"detected {pipopipette.detect(text).name}, {len(read.moves)} moves")


def first_capture(game):
    """Returns the first move that takes a box; None if there is none."""
    return next((edge for edge in game.legal_moves() if game.completed_by(edge)), None)


def apply_rules(game):
    """Plays on to the first position in which a box can be taken, and takes all that can be taken."""
    print("canonical:", game.position.canonical())
    game = copy.copy(game)
    while first_capture(game) is None:
        game.play(MOVES[len(game.moves)])
    edge = first_capture(game)
    print(f"after {len(game.moves)} moves {NAMES[edge]} completes {len(game.completed_by(edge))}")
    quiet, captured = game.position.settled()
    print(f"settled: {quiet}, {len(captured)} boxes taken")


def later_positions(whole):
    """Returns the positions after 13, 14, ... moves."""
    return [back_to(whole, moves).position for moves in range(START, len(whole.moves) + 1)]


def solve_all(solver, positions):
    """Steps through the game with its exact values. The first position is solved; that answers the rest."""
    for moves, position in enumerate(positions, START):
        solution = solver.solve(position)
        best = " ".join(move.name for move in solution.best) or "-"
        remembered = ", remembered" if solution.remembered else ""
        print(f"{moves}: value {solution.value}, best {best}, by {solution.method}{remembered}")


def show_line(solver, position):
    print("line:", " ".join(move.name for move in solver.line(position)))


def label(solver, positions):
    """Labels for a policy: the value of each move of each position, in an array of positions and edges."""
    drawn = np.array([position.drawn for position in positions], dtype=np.uint64)
    labels = solver.move_values(drawn, BOARD)
    for moves in (13, 30, 50):
        row = labels[moves - START]
        print(f"labels {moves}:", " ".join("." if value == pipopipette.DRAWN else str(value) for value in row))
    known = labels[labels > pipopipette.DRAWN]
    print(f"labels: {known.size} known, sum {known.sum(dtype=int)}")


def exceed_limits(solver, known):
    """A position beyond the limits is an exception with its own type, or has bounds. The solver can be used again."""
    empty = Position.from_mask(BOARD, 0)
    try:
        solver.solve(empty, memory=1 << 20)
    except pipopipette.OutOfMemoryError:
        print("too large: out of memory")
    bounds = solver.try_solve(empty, memory=1 << 20)
    print(f"bounds {bounds.lower} to {bounds.upper}")
    print("again: value", solver.solve(known).value)


def solve_graph():
    """Strings-and-coins on another graph than that of a board: four coins, one of them joined to the ground."""
    graph = pipopipette.Graph([("a", "b"), ("b", "c"), ("c", "a"), ("a", "d"), ("d", "ground")])
    solution = graph.solve()
    best = " ".join("-".join(move.ends) for move in solution.best)
    print(f"graph: value {solution.value}, nim-value {solution.nim_value}, best {best}, line of {len(solution.line)}")


def tell():
    whole = play()
    report_result(whole)
    start = back_to(whole, START)
    legal = len(start.legal_moves())
    print(f"after {len(start.moves)} moves: {start.position}, player {start.turn} moves, {legal} legal moves")
    write_and_read(start)
    apply_rules(start)

    solver = Solver()
    positions = later_positions(whole)
    solve_all(solver, positions)
    show_line(solver, positions[0])
    label(solver, positions)
    exceed_limits(solver, positions[0])
    solve_graph()


if __name__ == "__main__":
    tell()
