"""Boards and positions of docs/format.md, sections 1 and 2: edges as bits, images, merging, settling."""

import functools


def popcount(bits):
    return bin(bits).count("1")


class Board:
    """Edges of a board as bits, and their mirror images."""

    def __init__(self, rows, columns):
        self.rows, self.columns = rows, columns
        self.first_vertical = (rows + 1) * columns
        self.edges = self.first_vertical + rows * (columns + 1)
        self.boxes = [(self.h(r, c), self.h(r + 1, c), self.v(r, c), self.v(r, c + 1))
                      for r in range(rows) for c in range(columns)]

    def h(self, r, c):
        return r * self.columns + c

    def v(self, r, c):
        return self.first_vertical + r * (self.columns + 1) + c

    def image(self, edges, swap=False, mirror=False, transpose=False):
        """Returns the image on this board, or on the transposed one."""
        to = Board(self.columns, self.rows) if transpose else self
        result = 0
        for edge in range(self.edges):
            if not edges >> edge & 1:
                continue
            horizontal = edge < self.first_vertical
            r, c = divmod(edge, self.columns) if horizontal else \
                divmod(edge - self.first_vertical, self.columns + 1)
            if transpose:
                r, c, horizontal = c, r, not horizontal
            last_r = to.rows if horizontal else to.rows - 1
            last_c = to.columns - 1 if horizontal else to.columns
            r, c = last_r - r if swap else r, last_c - c if mirror else c
            result |= 1 << (to.h(r, c) if horizontal else to.v(r, c))
        return result

    @functools.lru_cache(None)
    def outer_groups(self, start):
        """Returns the outer edges of each box with several of them, in the order in which they count as drawn."""
        border = [e for e in range(self.edges) if sum(e in box for box in self.boxes) == 1]
        groups = [[e for e in border if e in box] for box in self.boxes]
        return [sorted(g, key=lambda e: (not start >> e & 1, e)) for g in groups if len(g) > 1]

    def merge(self, edges, start):
        for group in self.outer_groups(start):
            drawn = sum(edges >> e & 1 for e in group)
            for i, e in enumerate(group):
                edges = edges & ~(1 << e) | (i < drawn) << e
        return edges

    def boxes_left(self, edges):
        return sum(any(not edges >> e & 1 for e in box) for box in self.boxes)

    def settle(self, edges):
        """Section 1: returns (k, Q, 4 or 8 or None)."""
        before, taken = edges, []
        while True:
            ready = [b for b in self.boxes if sum(edges >> e & 1 for e in b) == 3]
            if not ready:
                break
            for e in ready[0]:
                edges |= 1 << e
        taken = [b for b in self.boxes if all(edges >> e & 1 for e in b)
                 and not all(before >> e & 1 for e in b)]
        opened = {e for b in taken for e in b if not before >> e & 1}
        handout = None
        for component in self.components(taken, opened):
            own = [e for b in component for e in b if e in opened]
            if any(own.count(e) == 1 for e in own):
                handout = 4 if len(component) >= 2 else handout
            elif handout is None and self.longest_path(component, opened) >= 4:
                handout = 8
        return len(taken), edges, handout

    @staticmethod
    def components(boxes, opened):
        rest, found = list(boxes), []
        while rest:
            component, grown = [rest.pop()], True
            while grown:
                grown = [b for b in rest if any(set(b) & set(c) & opened for c in component)]
                component += grown
                rest = [b for b in rest if b not in grown]
            found.append(component)
        return found

    @staticmethod
    def longest_path(component, opened):
        def walk(box, seen):
            return 1 + max((walk(b, seen + [b]) for b in component
                            if b not in seen and set(b) & set(box) & opened), default=0)
        return max(walk(b, [b]) for b in component)
