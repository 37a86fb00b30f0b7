"""A second reader of tables, written from docs/format.md alone and in plain Python.

Only the zstd program is needed besides. It is slow and made for small boards: it lists every
configuration and decodes whole layers.
"""

import functools
import json
import pathlib
import subprocess

from xxh3 import xxh3


class Damaged(Exception):
    pass


def check(holds, what):
    if not holds:
        raise Damaged(what)


def popcount(bits):
    return bin(bits).count("1")


def number(data, at, size):
    return int.from_bytes(data[at:at + size], "little")


class Board:
    """Edges of a board as bits, and what mirror images do to them."""

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
        """The image on this board, or on the transposed one."""
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

    def outer_groups(self, start):
        """Of boxes with several outer edges: these edges, in the order in which they count as drawn."""
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
        """Section 1: (k, Q, 4 or 8 or None)."""
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


class Space:
    """Sections 2 to 6: which entries there are, and where."""

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
        self.lists = {}
        self.representatives = [s for s in range(1 << len(self.seam_edges))
                                if self.allowed(s) and self.representative(s) == s]

    # Taking positions apart and putting them together.

    def split(self, edges):
        pick = lambda where: sum((edges >> e & 1) << i for i, e in enumerate(where))
        return pick(self.seam_edges), pick(self.half_edges[0]), pick(self.half_edges[1])

    def join(self, seam, lower=0, upper=0):
        put = lambda bits, where: sum(1 << e for i, e in enumerate(where) if bits >> i & 1)
        return put(seam, self.seam_edges) | put(lower, self.half_edges[0]) | \
            put(upper, self.half_edges[1])

    def line(self, seam, side):
        if not self.b:
            return seam
        return seam >> (2 * self.n + 1) if side == 0 else seam & ((1 << self.n) - 1)

    # Configurations.

    def listed(self, side, line):
        """By number of drawn edges: configurations in order."""
        if (side, line) not in self.lists:
            groups = {}
            first = self.n * 2 + 1 if side == 0 and self.b else 0
            line_edges = self.seam_edges[first:first + self.n]
            edges = self.half_edges[side]
            whole = sum(1 << e for e in edges + line_edges)
            near = sum(1 << e for i, e in enumerate(line_edges) if line >> i & 1)
            boxes = [b for b in self.board.boxes if all(whole >> e & 1 for e in b)]
            for bits in range(1 << len(edges)):
                drawn = near | sum(1 << e for i, e in enumerate(edges) if bits >> i & 1)
                own = sum(1 << e for e in edges)
                if self.start & whole & ~drawn or self.board.merge(drawn, self.start) & own != drawn & own:
                    continue
                if any(sum(drawn >> e & 1 for e in b) == 3 for b in boxes):
                    continue
                groups.setdefault(popcount(bits), []).append(bits)
            self.lists[side, line] = groups
        return self.lists[side, line]

    def size(self, seam, side, drawn):
        return len(self.listed(side, self.line(seam, side)).get(drawn, []))

    # Seams.

    def allowed(self, seam):
        edges, own = self.join(seam), self.join(-1 & (1 << len(self.seam_edges)) - 1)
        boxes = [b for b in self.board.boxes if all(own >> e & 1 for e in b)]
        return not (self.start & own & ~edges) and self.board.merge(edges, self.start) & own == edges \
            and all(sum(edges >> e & 1 for e in b) != 3 for b in boxes)

    def image_of_seam(self, seam, image):
        return self.split(self.board.merge(self.board.image(self.join(seam), *image), self.start))[0] \
            if self.b or image[1] else seam

    def representative(self, seam):
        return min(self.image_of_seam(seam, image) for image in self.images)

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
        """The image of a merged quiet position that stands in a stored section, and that section."""
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

    def rank(self, seam, side, configuration):
        return self.listed(side, self.line(seam, side))[popcount(configuration)].index(configuration)

    def mirrored(self, edges):
        return self.board.merge(self.board.image(edges, mirror=True), self.start)

    def kept(self, section):
        """Numbers of the rows kept; None if all are."""
        seam, a, _ = section
        if not self.fixed(seam, (False, True)) or self.n == 1:
            return None
        rows = self.listed(0, self.line(seam, 0))[a]
        return [i for i, c in enumerate(rows) if c <= self.split(self.mirrored(self.join(seam, c)))[1]]

    def halved(self, section):
        seam, a, b = section
        return a == b and self.kept(section) is None and self.fixed(seam, (True, False))

    def halved_twice(self, section):
        """Is it one of the symmetric matrices of kept rows, of which a triangle may be blank?"""
        seam, a, b = section
        return a == b and self.kept(section) is not None and self.fixed(seam, (True, False))

    def key(self, seam, half):
        """The order of a configuration and its mirror image among the rows of such a matrix."""
        image = self.split(self.mirrored(self.join(seam, half)))[1]
        return image == half, min(image, half)

    # Diagonals of square boards.

    def diagonal(self, edges):
        """The image in the diagonal that maps the start onto itself; None if there is none."""
        for other in (False, True) if self.board.rows == self.board.columns else ():
            image = functools.partial(self.board.image, swap=other, mirror=other, transpose=True)
            if image(self.start) == self.start:
                return self.board.merge(image(edges), self.start)
        return None

    def balance(self, edges):
        board = self.board
        inner = [e for e in range(board.edges) if sum(e in box for box in board.boxes) == 2]
        return sum(1 if e < board.first_vertical else -1 for e in inner if edges >> e & 1)

    def place_in_square(self, edges):
        """A position, or its image in the diagonal: the one that has the value."""
        image = self.diagonal(edges)
        check(image is not None, "a square")
        (s, a, b), (t, c, d) = self.canonical(edges)[1], self.canonical(image)[1]
        return image if (-t, min(c, d), self.balance(image)) < (-s, min(a, b), self.balance(edges)) else edges

    def tiles(self, layer):
        """The blocks of a layer: (section, first row, rows, first column, columns)."""
        for section in self.sections(layer):
            kept = self.kept(section)
            rows = len(kept) if kept is not None else self.size(section[0], 0, section[1])
            columns = self.size(section[0], 1, section[2])
            for row in range(0, rows, 256):
                for column in range(0, columns, 256):
                    if not (self.halved(section) and row < column):
                        yield section, row, min(256, rows - row), column, min(256, columns - column)


def unzstd(frame):
    """One zstd frame."""
    return subprocess.run(["zstd", "-dc"], input=frame, stdout=subprocess.PIPE, check=True).stdout


def fields(data, bits, count):
    """The first `count` numbers of so many bits, lowest first."""
    return [number(data, 0, len(data)) >> i * bits & (1 << bits) - 1 for i in range(count)]


def packed(body, lines, length, bits):
    """Section 7: lines of numbers of so many bits."""
    size = -(-length * bits // 8)
    check(len(body) == lines * size, "size of a block")
    return [fields(body[k * size:(k + 1) * size], bits, length) for k in range(lines)]


def referenced(body, lines, length, greatest):
    """Section 7: lines that refer to lines before them."""
    body = memoryview(body)

    def take(size):
        nonlocal body
        check(size <= len(body), "size of a block")
        taken, body = bytes(body[:size]), body[size:]
        return taken

    references = take(lines - 1)
    list_size = (greatest + 2) // 2
    lists = [fields(take(list_size), 4, greatest + 1) for _ in range(greatest + 1)]
    line_size = -(-length // 4)
    codes = [fields(take(line_size), 2, length) for _ in range(lines)]
    escapes = sum(line.count(3) for line in codes)
    seconds = fields(take(-(-escapes // 4)), 2, escapes)
    rest = iter(bytes(body))
    beyond = iter([x if x < 3 else 3 + next(rest) for x in seconds])
    numbers = []
    for i, line in enumerate(codes):
        above = numbers[i - 1 - references[i - 1]] if i else [0] * length
        numbers.append([lists[a][code if code < 3 else 3 + next(beyond)] for a, code in zip(above, line)])
    check(next(rest, None) is None, "size of a block")
    return numbers


class Layer:
    """Sections 7 and 8: a file, decoded whole."""

    def __init__(self, path, rows, columns, start, number_of_layer, space):
        self.data = data = path.read_bytes()
        check(data[:8] == b"PIPOLAYR", f"{path}: not a layer file")
        self.codec, self.thinning = number(data, 20, 1), number(data, 21, 1)
        check(number(data, 8, 4) == (2 if self.thinning else 1), f"{path}: unknown version")
        check(self.codec in (1, 2) and self.thinning in (0, 1, 2), f"{path}: unknown codec or thinning")
        check(data[96:104] == b"FINISHED", f"{path}: not finished")
        check(number(data, 648, 8) == xxh3(data[:648]), f"{path}: header checksum")
        check(tuple(data[16:20]) == (rows, columns, number_of_layer, 1) and
              number(data, 24, 8) == start, f"{path}: another file")
        check(number(data, 72, 8) == len(data), f"{path}: size")
        self.identity = xxh3(data[:40])
        self.content_hash = number(data, 88, 8)
        index_at = number(data, 64, 8)
        check(number(data, 80, 8) == xxh3(data[index_at:], self.identity), f"{path}: index checksum")
        self.tiles = list(space.tiles(number_of_layer))
        check(number(data, 48, 8) == len(self.tiles), f"{path}: number of blocks")
        self.decode(path, index_at)

    def decode(self, path, index_at):
        self.blocks = {}
        for i, (section, row, rows, column, columns) in enumerate(self.tiles):
            at = index_at + 24 * i
            offset, size = number(self.data, at, 8), number(self.data, at + 8, 4)
            block = self.data[offset:offset + size]
            check(number(self.data, at + 12, 4) == rows * columns, f"{path}: block {i}: values")
            check(number(self.data, at + 16, 8) == xxh3(block, self.identity + i & (1 << 64) - 1),
                  f"{path}: block {i}: checksum")
            kind, by_columns = block[0] & 63, bool(block[0] & 64)
            check(kind in (0, 1, 2, 4, 8) or kind == 3 and self.codec == 2, f"{path}: kind of block {i}")
            head = 3 if kind == 3 else 2
            body = block[head:] if block[0] & 128 else unzstd(block[head:])
            shape = (columns, rows) if by_columns else (rows, columns)
            lines = referenced(body, *shape, block[2]) if kind == 3 else packed(body, *shape, kind)
            least = block[1] - 256 if block[1] > 127 else block[1]
            halves = [[least + x for x in line] for line in lines]
            self.blocks[section, row // 256, column // 256] = \
                [list(x) for x in zip(*halves)] if by_columns else halves


class Table:
    def __init__(self, folder):
        folder = pathlib.Path(folder)
        manifest = json.loads((folder / "manifest.json").read_text())
        checksum = manifest.pop("checksum")
        text = json.dumps(manifest, separators=(",", ":")).encode()
        check(checksum == f"{xxh3(text):016x}", "manifest checksum")
        name, bits = manifest["position"].split(":")
        rows, columns = map(int, name.split("x"))
        start = sum(1 << i for i, bit in enumerate(bits) if bit == "1")
        self.manifest, self.named = manifest, Board(rows, columns)
        self.transpose = rows < columns
        turned = Board(columns, rows) if self.transpose else self.named
        self.space = Space(turned, self.turn(start))
        self.thinning = 0 if manifest["format"] == 1 else ("rows", "triangles", "square").index(manifest["thinning"])
        self.layers = {entry["layer"]: Layer(folder / entry["file"], rows, columns, start,
                                             entry["layer"], self.space)
                       for entry in manifest["layers"]}
        check(all(layer.thinning == self.thinning for layer in self.layers.values()), "thinning")

    def turn(self, edges):
        return self.named.image(edges, transpose=True) if self.transpose else edges

    def value(self, edges):
        """Margin of a position of the board of the folder's name; it must contain the start."""
        space = self.space
        captured, quiet, handout = space.board.settle(self.turn(edges))
        value = self.quiet_value(space.board.merge(quiet, space.start))
        return captured + (value if handout is None else max(value, -handout - value))

    def quiet_value(self, edges):
        if self.thinning == 2:
            edges = self.space.place_in_square(edges)
        seen, section = self.space.canonical(edges)
        return 2 * self.half(seen, section) + self.space.board.boxes_left(seen) % 2

    def half(self, seen, section):
        space = self.space
        kept = space.kept(section)
        seam, lower, upper = space.split(seen)
        if self.thinning and space.halved_twice(section) and space.key(seam, upper) < space.key(seam, lower):
            seen = space.join(seam, upper, lower)
            seam, lower, upper = space.split(seen)
        row = space.rank(seam, 0, lower)
        if kept is not None:
            if row not in kept:
                seam, lower, upper = space.split(space.mirrored(seen))
                row = space.rank(seam, 0, lower)
            row = kept.index(row)
        column = space.rank(seam, 1, upper)
        if space.halved(section) and row // 256 < column // 256:
            row, column = column, row
        layer = self.layers[popcount(seam) + section[1] + section[2]]
        return layer.blocks[section, row // 256, column // 256][row % 256][column % 256]

    def content_hash(self, layer):
        """Section 9, from the values as this reader finds them."""
        space, hashes = self.space, b""
        for seam, a, b in space.sections(layer):
            lowers = space.listed(0, space.line(seam, 0))[a]
            uppers = space.listed(1, space.line(seam, 1))[b]
            dense = bytes(self.quiet_value(space.join(seam, c, u)) & 255 for c in lowers for u in uppers)
            hashes += xxh3(dense, seam + (a << 32) + (b << 40)).to_bytes(8, "little")
        return xxh3(hashes)
