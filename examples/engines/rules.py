"""The rules of Dots-and-Boxes: the edges and boxes of a board, and a position that moves can be made in."""

import re


class Board:
    """The edges and boxes of a board. Edges are numbered as in a DBN string."""

    def __init__(self, rows, columns):
        self.rows, self.columns = rows, columns
        self.names = [f"h{row}.{column}" for row in range(rows + 1) for column in range(columns)]
        self.names += [f"v{row}.{column}" for row in range(rows) for column in range(columns + 1)]
        number = {name: edge for edge, name in enumerate(self.names)}
        self.edges_of = [[number[name] for name in (f"h{row}.{column}", f"h{row + 1}.{column}", f"v{row}.{column}", f"v{row}.{column + 1}")]
                         for row in range(rows) for column in range(columns)]
        self.boxes_of = [[box for box, edges in enumerate(self.edges_of) if edge in edges] for edge in range(len(self.names))]

    def edge(self, name):
        """Returns the number of an edge that is given by name or by number. Raises ValueError."""
        if name in self.names:
            return self.names.index(name)
        if name.isdecimal() and int(name) < len(self.names):
            return int(name)
        raise ValueError(f"{name} is not an edge of {self.rows}x{self.columns}")


class Position:
    """The drawn edges of a board, and the number of drawn sides of each box."""

    def __init__(self, board):
        self.board = board
        self.drawn = [False] * len(board.names)
        self.sides = [0] * len(board.edges_of)

    @classmethod
    def from_dbn(cls, text):
        """Reads a DBN string such as 1x1:0111. Raises ValueError."""
        found = re.fullmatch(r"([1-9]\d?)x([1-9]\d?):([01]+)", text)
        if not found:
            raise ValueError(f"{text} is not a position")
        position = cls(Board(int(found[1]), int(found[2])))
        if len(found[3]) != len(position.drawn):
            raise ValueError(f"{text} has {len(found[3])} digits, its board has {len(position.drawn)} edges")
        for edge, digit in enumerate(found[3]):
            if digit == "1":
                position.draw(edge)
        return position

    def dbn(self):
        return f"{self.board.rows}x{self.board.columns}:" + "".join("01"[drawn] for drawn in self.drawn)

    def copy(self):
        other = Position.__new__(Position)
        other.board, other.drawn, other.sides = self.board, self.drawn[:], self.sides[:]
        return other

    def draw(self, edge):
        """Draws an open edge. Returns the number of boxes it completes."""
        self.drawn[edge] = True
        completed = 0
        for box in self.board.boxes_of[edge]:
            self.sides[box] += 1
            completed += self.sides[box] == 4
        return completed

    def open_edges(self):
        return [edge for edge, drawn in enumerate(self.drawn) if not drawn]

    def captures(self):
        """Returns the open edges that complete a box."""
        return [edge for edge in self.open_edges() if any(self.sides[box] == 3 for box in self.board.boxes_of[edge])]

    def safe_edges(self):
        """Returns the open edges that complete no box and offer none."""
        unsafe = {edge for edges, sides in zip(self.board.edges_of, self.sides) if sides > 1 for edge in edges}
        return [edge for edge, drawn in enumerate(self.drawn) if not drawn and edge not in unsafe]
