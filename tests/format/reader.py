"""A second reader of tables, written from docs/format.md alone and in plain Python.

It needs only the zstd program in addition. It is slow and meant for small boards: it lists every
configuration and decodes whole layers.
"""

import json
import pathlib
import re
import subprocess

from board import Board, popcount
from space import Space, check
from xxh3 import xxh3


def number(data, at, size):
    return int.from_bytes(data[at:at + size], "little")


def unzstd(frame):
    """Decompresses one zstd frame."""
    return subprocess.run(["zstd", "-dc"], input=frame, stdout=subprocess.PIPE, check=True).stdout


def fields(data, bits, count):
    """Returns the first `count` numbers of that many bits, lowest bits first."""
    return [number(data, 0, len(data)) >> i * bits & (1 << bits) - 1 for i in range(count)]


def packed(body, lines, length, bits):
    """Section 7: lines of numbers of this many bits."""
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
        self.meaning, self.cost = data[19], data[22]
        check(number(data, 8, 4) == (6 if self.cost else 5 if self.meaning == 2 else 3), f"{path}: unknown version")
        check((data[20], data[21], data[23]) == (2, 0, 0), f"{path}: unknown codec")
        check(data[96:104] == b"FINISHED", f"{path}: not finished")
        check(number(data, 648, 8) == xxh3(data[:648]), f"{path}: header checksum")
        check(tuple(data[16:19]) == (rows, columns, number_of_layer) and self.meaning in (1, 2) and
              number(data, 24, 8) == start, f"{path}: another file")
        check(number(data, 72, 8) == len(data), f"{path}: size")
        self.identity = xxh3(data[:40])
        self.content_hash = number(data, 88, 8)
        index_at = number(data, 64, 8)
        check(number(data, 80, 8) == xxh3(data[index_at:], self.identity), f"{path}: index checksum")
        self.places = list(space.blocks(number_of_layer))
        check(number(data, 48, 8) == len(self.places), f"{path}: number of blocks")
        self.decode(path, index_at)

    def decode(self, path, index_at):
        self.blocks = {}
        ends = [(number(self.data, at, 8), number(self.data, at, 8) + number(self.data, at + 8, 4))
                for at in range(index_at, len(self.data), 24)]
        ends.sort()
        check([656] + [end for _, end in ends] == [offset for offset, _ in ends] + [index_at],
              f"{path}: blocks that do not follow each other")
        for i, (section, row, rows, column, columns) in enumerate(self.places):
            at = index_at + 24 * i
            offset, size = number(self.data, at, 8), number(self.data, at + 8, 4)
            block = self.data[offset:offset + size]
            check(number(self.data, at + 12, 4) == rows * columns, f"{path}: block {i}: values")
            check(number(self.data, at + 16, 8) == xxh3(block, self.identity + i & (1 << 64) - 1),
                  f"{path}: block {i}: checksum")
            kind, by_columns = block[0] & 63, bool(block[0] & 64)
            check(kind in (0, 1, 2, 3, 4, 8), f"{path}: kind of block {i}")
            head = 3 if kind == 3 else 2
            body = block[head:] if block[0] & 128 else unzstd(block[head:])
            shape = (columns, rows) if by_columns else (rows, columns)
            lines = referenced(body, *shape, block[2]) if kind == 3 else packed(body, *shape, kind)
            least = block[1] - 256 if block[1] > 127 else block[1]
            halved = [[least + x for x in line] for line in lines]
            self.blocks[section, row // 256, column // 256] = \
                [list(x) for x in zip(*halved)] if by_columns else halved


def load_manifest(text):
    # The checksum covers the characters, because JSON libraries write fractions differently.
    bare, _, last = re.sub(r"\s", "", text).rpartition(',"checksum":')
    check(last == f'"{xxh3((bare + "}").encode()):016x}"}}', "manifest checksum")
    return json.loads(text)


class Table:
    def __init__(self, folder):
        folder = pathlib.Path(folder)
        manifest = load_manifest((folder / "manifest.json").read_text())
        name, bits = manifest["position"].split(":")
        rows, columns = map(int, name.split("x"))
        start = sum(1 << i for i, bit in enumerate(bits) if bit == "1")
        self.manifest, self.named, self.computed = manifest, Board(rows, columns), {}
        self.transpose = rows < columns
        turned = Board(columns, rows) if self.transpose else self.named
        self.space = Space(turned, self.turn(start))
        check(manifest["format"] in (3, 4, 5, 6), "manifest version")
        check(manifest["thinning"] == "rows", "thinning")
        self.nimstring = manifest["format"] == 5
        check(manifest.get("game") == ("nimstring" if self.nimstring else None), "game")
        self.cost = manifest["last_move_cost"] if manifest["format"] == 6 else 0
        check(self.cost > 0 or manifest["format"] != 6, "last_move_cost")
        check(manifest["format"] in (4, 6) or all("file" in entry for entry in manifest["layers"]), "a layer has no file")
        self.layers = {entry["layer"]: Layer(folder / entry["file"], rows, columns, start,
                                             entry["layer"], self.space)
                       for entry in manifest["layers"] if "file" in entry}
        check(all((layer.meaning, layer.cost) == (2 if self.nimstring else 1, self.cost)
                  for layer in self.layers.values()), "meaning")

    def turn(self, edges):
        return self.named.image(edges, transpose=True) if self.transpose else edges

    def value(self, edges):
        """Returns the value of a position of the board named by the folder; it must contain the start. In Nimstring it
        is None if the position is loony."""
        space = self.space
        captured, quiet, handout = space.board.settle(self.turn(edges))
        value = self.quiet_value(space.board.merge(quiet, space.start))
        if self.nimstring:
            return value if handout is None else None
        return captured + (value if handout is None else max(value, -handout - value))

    def quiet_value(self, edges):
        """The value of a quiet position with merged outer edges: section 11 if its layer is omitted."""
        if popcount(edges) in self.layers:
            return self.stored_value(edges)
        if edges not in self.computed:
            self.computed[edges] = self.value_by_moves(edges)
        return self.computed[edges]

    def value_by_moves(self, edges):
        board, best = self.space.board, None
        for e in range(board.edges):
            if not edges >> e & 1:
                captured, quiet, handout = board.settle(edges | 1 << e)
                value = self.quiet_value(board.merge(quiet, self.space.start))
                after = captured + (value if handout is None else max(value, -handout - value))
                best = -after if best is None else max(best, -after)
        return -self.cost if best is None else best

    def stored_value(self, edges):
        seen, section = self.space.canonical(edges)
        number = self.half(seen, section)
        return number if self.nimstring else 2 * number + (self.space.board.boxes_left(seen) + self.cost) % 2

    def half(self, seen, section):
        space = self.space
        kept = space.kept(section)
        seam, lower, upper = space.split(seen)
        row = space.number_of(seam, 0, lower)
        if kept is not None:
            if row not in kept:
                seam, lower, upper = space.split(space.mirrored(seen))
                row = space.number_of(seam, 0, lower)
            row = kept.index(row)
        column = space.number_of(seam, 1, upper)
        if space.triangular(section) and row // 256 < column // 256:
            row, column = column, row
        layer = self.layers[popcount(seam) + section[1] + section[2]]
        return layer.blocks[section, row // 256, column // 256][row % 256][column % 256]

    def content_hash(self, layer):
        """Section 9, from the values that this reader decodes."""
        space, hashes = self.space, b""
        for seam, a, b in space.sections(layer):
            lowers = space.listed(0, space.border(seam, 0))[a]
            uppers = space.listed(1, space.border(seam, 1))[b]
            dense = bytes(self.quiet_value(space.join(seam, c, u)) & 255 for c in lowers for u in uppers)
            hashes += xxh3(dense, seam + (a << 32) + (b << 40)).to_bytes(8, "little")
        return xxh3(hashes)
