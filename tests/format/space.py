"""Sections 2 to 6 of docs/format.md: the entries of a table and their places."""

import functools

from board import popcount


class Damaged(Exception):
    pass


def check(holds, what):
    if not holds:
        raise Damaged(what)


class Space:
    """The entries of a table of the turned board."""

    def __init__(self, turned, start):
        self.board, self.start = turned, start
        self.n, self.r, self.b = turned.columns, turned.rows // 2, turned.rows % 2
        n, r, last = self.n, self.r, turned.rows
        self.half_edges = [[], []]  # lower, upper
        for i in range(r):
            self.half_edges[1] += [turned.v(i, c) for c in range(n + 1)]
            self.half_edges[1] += [turned.h(i, c) for c in range(n)]
            self.half_edges[0] += [turned.v(last - 1 - i, c) for c in range(n + 1)]
            self.half_edges[0] += [turned.h(last - i, c) for c in range(n)]
        self.seam_edges = [turned.h(r, c) for c in range(n)]
        if self.b:
            self.seam_edges += [turned.v(r, c) for c in range(n + 1)]
            self.seam_edges += [turned.h(r + 1, c) for c in range(n)]
        self.images = [(s, m) for m in (False, True) for s in (False, True)
                       if turned.image(start, s, m) == start]
        if (True, False) not in self.images and (True, True) in self.images:
            self.images.remove((True, True))
        self.lists = {}
        self.representatives = [s for s in range(1 << len(self.seam_edges))
                                if self.allowed(s) and self.representative(s) == s]

    # Splitting positions into halves and seam, and joining them.

    def split(self, edges):
        pick = lambda where: sum((edges >> e & 1) << i for i, e in enumerate(where))
        return pick(self.seam_edges), pick(self.half_edges[0]), pick(self.half_edges[1])

    def join(self, seam, lower=0, upper=0):
        put = lambda bits, where: sum(1 << e for i, e in enumerate(where) if bits >> i & 1)
        return put(seam, self.seam_edges) | put(lower, self.half_edges[0]) | \
            put(upper, self.half_edges[1])

    def border(self, seam, side):
        if not self.b:
            return seam
        return seam >> (2 * self.n + 1) if side == 0 else seam & ((1 << self.n) - 1)

    # Configurations.

    def listed(self, side, border):
        """Returns the configurations in order, by number of drawn edges."""
        if (side, border) not in self.lists:
            groups = {}
            first = self.n * 2 + 1 if side == 0 and self.b else 0
            border_edges = self.seam_edges[first:first + self.n]
            edges = self.half_edges[side]
            whole = sum(1 << e for e in edges + border_edges)
            near = sum(1 << e for i, e in enumerate(border_edges) if border >> i & 1)
            boxes = [b for b in self.board.boxes if all(whole >> e & 1 for e in b)]
            for bits in range(1 << len(edges)):
                drawn = near | sum(1 << e for i, e in enumerate(edges) if bits >> i & 1)
                own = sum(1 << e for e in edges)
                if self.start & whole & ~drawn or self.board.merge(drawn, self.start) & own != drawn & own:
                    continue
                if any(sum(drawn >> e & 1 for e in b) == 3 for b in boxes):
                    continue
                groups.setdefault(popcount(bits), []).append(bits)
            self.lists[side, border] = groups
        return self.lists[side, border]

    def size(self, seam, side, drawn):
        return len(self.listed(side, self.border(seam, side)).get(drawn, []))

    # Seams.

    def allowed(self, seam):
        edges, own = self.join(seam), self.join(-1 & (1 << len(self.seam_edges)) - 1)
        boxes = [b for b in self.board.boxes if all(own >> e & 1 for e in b)]
        return not (self.start & own & ~edges) and self.board.merge(edges, self.start) & own == edges \
            and all(sum(edges >> e & 1 for e in b) != 3 for b in boxes)

    @functools.lru_cache(None)
    def image_of_seam(self, seam, image):
        return self.split(self.board.merge(self.board.image(self.join(seam), *image), self.start))[0] \
            if self.b or image[1] else seam

    @functools.lru_cache(None)
    def representative(self, seam):
        return min(self.image_of_seam(seam, image) for image in self.images)

    @functools.lru_cache(None)
    def fixed(self, seam, image):
        return image in self.images and self.image_of_seam(seam, image) == seam

    # Sections.

    def sections(self, layer):
        for a in range(len(self.half_edges[0]) + 1):
            for seam in self.representatives:
                b = layer - popcount(seam) - a
                if not (self.fixed(seam, (True, False)) and a > b) and \
                        self.size(seam, 0, a) and self.size(seam, 1, b):
                    yield seam, a, b

    def canonical(self, edges):
        """Returns the image of a merged quiet position that is in a stored section, and that section."""
        seam = self.split(edges)[0]
        for image in sorted(self.images, key=lambda i: (i[1], i[0])):
            if self.image_of_seam(seam, image) != self.representative(seam):
                continue
            seen = self.board.merge(self.board.image(edges, *image), self.start)
            parts = self.split(seen)
            a, b = popcount(parts[1]), popcount(parts[2])
            if not (self.fixed(parts[0], (True, False)) and a > b):
                return seen, (parts[0], a, b)
        raise AssertionError("no image is canonical")

    def number_of(self, seam, side, configuration):
        return self.listed(side, self.border(seam, side))[popcount(configuration)].index(configuration)

    def mirrored(self, edges):
        return self.board.merge(self.board.image(edges, mirror=True), self.start)

    @functools.lru_cache(None)
    def kept(self, section):
        """Returns the numbers of the kept rows; None if all are kept."""
        seam, a, _ = section
        if not self.fixed(seam, (False, True)) or self.n == 1:
            return None
        rows = self.listed(0, self.border(seam, 0))[a]
        return [i for i, c in enumerate(rows) if c <= self.split(self.mirrored(self.join(seam, c)))[1]]

    def triangular(self, section):
        seam, a, b = section
        return a == b and self.kept(section) is None and self.fixed(seam, (True, False))

    def blocks(self, layer):
        """Yields the blocks of a layer: (section, first row, rows, first column, columns)."""
        for section in self.sections(layer):
            kept = self.kept(section)
            rows = len(kept) if kept is not None else self.size(section[0], 0, section[1])
            columns = self.size(section[0], 1, section[2])
            for row in range(0, rows, 256):
                for column in range(0, columns, 256):
                    if not (self.triangular(section) and row < column):
                        yield section, row, min(256, rows - row), column, min(256, columns - column)
