"""Three simple players: random moves, random safe moves, and a greedy player that counts long chains.

A player is a function of a position and a source of random numbers in [0, 1); it returns an open edge.
"""

import functools

CANDIDATES, FILLS = 8, 4  # safe moves that the greedy player compares, and how often it tries the rest of the game for each


def pick(random, items):
    return items[int(random() * len(items))]


def random_safe(position, random):
    """Takes a box if it can, else draws any edge that offers none, else any edge."""
    return pick(random, position.captures() or position.safe_edges() or position.open_edges())


def uniform(position, random):
    """Draws any edge."""
    return pick(random, position.open_edges())


def greedy(position, random):
    """Takes boxes, but keeps control if that gains; avoids third sides and counts long chains; opens the least."""
    captures = position.captures()
    if captures:
        return handout(position) if keeps_control(position) else shortest_capture(position, captures)
    safe = position.safe_edges()
    return best_safe(position, safe, random) if safe else cheapest_opening(position, random)


def take_all(position):
    """Takes every box that can be taken. Returns their number."""
    taken = 0
    while True:
        captures = position.captures()
        if not captures:
            return taken
        taken += position.draw(captures[0])


def taken_after(position, edge):
    after = position.copy()
    return after.draw(edge) + take_all(after)


def components(position):
    """Returns (boxes, whether it is a loop) of each connected group of boxes with two open sides."""
    board, found, seen = position.board, [], set()
    for first, sides in enumerate(position.sides):
        if sides != 2 or first in seen:
            continue
        group, edges, waiting = 0, set(), [first]
        seen.add(first)
        while waiting:
            box = waiting.pop()
            group += 1
            for edge in board.edges_of[box]:
                if position.drawn[edge]:
                    continue
                edges.add(edge)
                for other in board.boxes_of[edge]:
                    if position.sides[other] == 2 and other not in seen:
                        seen.add(other)
                        waiting.append(other)
        found.append((group, len(edges) == group))
    return found


@functools.lru_cache(maxsize=None)
def margin_of_replying(parts):
    """Returns the margin of the player whose opponent must open one of these chains and loops, under best play."""
    best = None
    for place, (size, loop) in enumerate(parts):
        if place and parts[place - 1] == parts[place]:
            continue
        rest = margin_of_replying(parts[:place] + parts[place + 1:])
        margin = size - rest
        if size > 2:
            margin = max(margin, size - (8 if loop else 4) + rest)
        best = margin if best is None else min(best, margin)
    return best or 0


def handout(position):
    """Returns the move that leaves the last two boxes of a chain or four of a loop to the opponent; None if there is none."""
    rest = position.copy()
    left = take_all(rest)
    if left not in (2, 4):
        return None
    for edge in position.open_edges():
        after = position.copy()
        if after.draw(edge):
            continue
        pairs = [one for one in after.captures() if all(after.sides[box] == 3 for box in position.board.boxes_of[one])
                 and len(position.board.boxes_of[one]) == 2]
        if len(pairs) * 2 == left and len(after.captures()) == len(pairs):
            return edge
    return None


def keeps_control(position):
    """Returns whether the handout gains more than it costs."""
    if handout(position) is None:
        return False
    rest = position.copy()
    cost = take_all(rest)
    # With safe moves left, the opponent need not open anything after the handout.
    return not rest.safe_edges() and margin_of_replying(tuple(sorted(components(rest)))) > cost


def shortest_capture(position, captures):
    """Returns a capture in the shortest run of boxes, so that the longest is left for a handout."""
    def run(edge):
        after, taken = position.copy(), 0
        while edge is not None:
            taken += after.draw(edge)
            edge = next((one for box in position.board.boxes_of[edge] if after.sides[box] == 3
                         for one in position.board.edges_of[box] if not after.drawn[one]), None)
        return taken
    return min(captures, key=run)


def player_opens(position, random):
    """Plays safe moves to the end. Returns 1 if the player to move must then open the first long chain, 0 if the opponent must,
    and 0.5 if there is none."""
    turns = 0
    while True:
        safe = position.safe_edges()
        if not safe:
            break
        position.draw(pick(random, safe))
        turns += 1
    parts = components(position)
    if all(size < 3 for size, _ in parts):
        return 0.5
    # Each chain of one or two boxes is opened, taken, and passes the turn.
    return float((turns + sum(size < 3 for size, _ in parts)) % 2 == 0)


def best_safe(position, safe, random):
    """Returns the move of several after which the opponent most often has to open the first long chain."""
    safe = list(safe)
    candidates = [safe.pop(int(random() * len(safe))) for _ in range(min(CANDIDATES, len(safe)))]
    if len(candidates) == 1:
        return candidates[0]

    def score(edge):
        total = 0
        for _ in range(FILLS):
            after = position.copy()
            after.draw(edge)
            total += player_opens(after, random)
        return total
    return max(candidates, key=score)


def cheapest_opening(position, random):
    """Returns a move that gives as few boxes as possible, in a chain of two the one that allows no handout."""
    given = {edge: taken_after(position, edge) for edge in position.open_edges()}
    least = [edge for edge, boxes in given.items() if boxes == min(given.values())]

    def allows_handout(edge):
        after = position.copy()
        after.draw(edge)
        return handout(after) is not None
    return pick(random, [edge for edge in least if not allows_handout(edge)] or least)
