"""Games, the rules on positions, and notations, compared with the rules as written here."""

import copy
import itertools
import pickle
import random
import unittest

import pipopipette
from pipopipette import Game, GameResult, Position, PositionError
from support import box_sides, text_of

BOARDS = ((1, 1), (1, 4), (2, 2), (3, 2), (3, 4), (5, 5), (1, 21), (6, 7))


def edge_count(rows, columns):
    return (rows + 1) * columns + rows * (columns + 1)


class NamedGame(Game):
    players = None


class PlainGame:
    """A game by the rules alone: boxes are sets of sides, and undo plays all other moves again."""

    def __init__(self, rows, columns):
        self.sides, self.edges = box_sides(rows, columns), edge_count(rows, columns)
        self.moves, self.drawn, self.turn, self.owners = [], 0, 0, [None] * rows * columns

    def completed_by(self, edge):
        after = self.drawn | 1 << edge
        return [box for box, sides in enumerate(self.sides) if sides >> edge & 1 and after & sides == sides]

    def play(self, edge):
        boxes = self.completed_by(edge)
        for box in boxes:
            self.owners[box] = self.turn
        self.drawn |= 1 << edge
        self.moves.append(edge)
        self.turn = self.turn if boxes else 1 - self.turn
        return len(boxes)

    def undo(self):
        moves = self.moves[:-1]
        self.moves, self.drawn, self.turn, self.owners = [], 0, 0, [None] * len(self.owners)
        for move in moves:
            self.play(move)

    @property
    def score(self):
        return self.owners.count(0), self.owners.count(1)


def random_order(rows, columns, seed):
    order = list(range(edge_count(rows, columns)))
    random.Random(seed).shuffle(order)
    return order


def mirror_images(rows, columns, drawn):
    """Yields the board and edges of each image, from the end points of the edges."""
    ends = []
    for r, c in itertools.product(range(rows + 1), range(columns)):
        ends.append(((r, c), (r, c + 1)))
    for r, c in itertools.product(range(rows), range(columns + 1)):
        ends.append(((r, c), (r + 1, c)))
    for across, down, turned in itertools.product((False, True), repeat=3):
        height, width = (columns, rows) if turned else (rows, columns)

        def image(dot):
            r, c = rows - dot[0] if down else dot[0], columns - dot[1] if across else dot[1]
            return (c, r) if turned else (r, c)

        mask = 0
        for edge, (a, b) in enumerate(ends):
            if drawn >> edge & 1:
                (r, c), (r2, _) = sorted((image(a), image(b)))
                mask |= 1 << (r * width + c if r == r2 else (height + 1) * width + r * (width + 1) + c)
        yield height, width, mask


class Play(unittest.TestCase):
    def assert_same(self, game, plain):
        self.assertEqual((game.position.drawn, game.moves, game.edges), (plain.drawn, plain.moves, plain.moves))
        self.assertEqual((game.turn, game.score, game.owners), (plain.turn, plain.score, plain.owners))
        self.assertEqual(game.legal_moves(), [edge for edge in range(plain.edges) if not plain.drawn >> edge & 1])
        self.assertEqual(game.over, len(plain.moves) == plain.edges)
        margin = plain.score[0] - plain.score[1]
        winner = None if margin == 0 else 0 if margin > 0 else 1
        self.assertEqual(game.result, GameResult(margin, winner) if game.over else None)

    def test_whole_games_equal_the_rules(self):
        for (rows, columns), seed in itertools.product(BOARDS, range(4)):
            board = f"{rows}x{columns}"
            game, plain, names = Game(board), PlainGame(rows, columns), pipopipette.edge_names(board)
            self.assertEqual((game.board, game.in_order), (board, True))
            chance = random.Random(seed)
            for edge in random_order(rows, columns, seed):
                self.assert_same(game, plain)
                self.assertEqual(game.completed_by(edge), plain.completed_by(edge))
                self.assertEqual(game.play(chance.choice((edge, names[edge]))), plain.play(edge))
            self.assert_same(game, plain)
            for _ in range(plain.edges):
                game.undo()
                plain.undo()
                self.assert_same(game, plain)
            with self.assertRaisesRegex(PositionError, "take back"):
                game.undo()

    def test_refused_moves_change_nothing(self):
        game = Game("2x2")
        game.play("h0.0")
        before = copy.copy(game)
        for edge in ("h0.0", 0, "h3.0", 12, -1, "", "x"):
            for use in (game.play, game.completed_by):
                with self.assertRaises(PositionError):
                    use(edge)
        for edge in (None, 1.5, b"h0.1"):
            with self.assertRaisesRegex(TypeError, "an edge must be"):
                game.play(edge)
        self.assertEqual(game, before)
        whole = Game("1x1:1111")
        with self.assertRaisesRegex(PositionError, "over"):
            whole.play(0)


class Starts(unittest.TestCase):
    def test_a_position_of_which_no_more_is_known(self):
        game = Game("2x2:110100000000")
        self.assertEqual((game.in_order, game.moves, game.edges), (False, [], [0, 1, 3]))
        self.assertEqual((game.turn, game.score, game.owners, game.result), (None, None, None, None))
        self.assertEqual(game, Game(Position("2x2:110100000000")))
        game.play("h1.0")
        self.assertEqual((game.moves, game.edges, game.turn), ([2], [0, 1, 3, 2], None))

    def test_facts(self):
        # Box 0 of 1x2 is complete.
        start = "1x2:1010110"
        game = Game(start, turn=1, score=(0, 1), listed=["v0.1", "h0.0", 2, "v0.0"])
        self.assertEqual((game.turn, game.score, game.owners, game.edges), (1, (0, 1), None, [5, 0, 2, 4]))
        game = Game(start, turn=1, owners=[1, None])
        self.assertEqual((game.score, game.owners), ((0, 1), [1, None]))
        for edge in ("h0.1", "h1.1", "v0.2"):
            game.play(edge)
        self.assertEqual((game.turn, game.score, game.owners), (1, (0, 2), [1, 1]))
        self.assertEqual(game.result, GameResult(margin=-2, winner=1))
        # If no box is complete, score and owners follow from the turn.
        game = Game("1x2", turn=1)
        self.assertEqual((game.turn, game.score, game.owners, game.in_order), (1, (0, 0), [None, None], False))
        tie = Game("1x2:1111111", owners=[0, 1])
        self.assertEqual(tie.result, GameResult(0, None))

    def test_contradictions(self):
        start = "1x2:1010110"
        for wrong in ({"turn": 2}, {"turn": -1}, {"score": (1, 1)}, {"score": (-1, 1)}, {"owners": [0]},
                      {"owners": [None, 0]}, {"owners": [2, None]}, {"owners": [0, None], "score": (0, 1)},
                      {"listed": [0, 2, 4]}, {"listed": [0, 2, 4, 4]}, {"listed": ["h9.9"]}):
            with self.assertRaises(PositionError, msg=wrong):
                Game(start, **wrong)
        for wrong in ({"turn": "0"}, {"turn": True}, {"score": 1}, {"score": (0.5, 0.5)}, {"owners": 1}, {"owners": ["0", "1"]},
                      {"listed": 1}, {"listed": [None]}):
            with self.assertRaises(TypeError, msg=wrong):
                Game(start, **wrong)
        for wrong in ({"score": (1,)}, {"score": (0, 0, 1)}, {"turn": 2**40}):
            with self.assertRaises(ValueError, msg=wrong):
                Game(start, **wrong)
        for wrong in ("", "x", "3", "21x9", "1x1:0", "\ud800"):
            with self.assertRaises(PositionError):
                Game(wrong)
        for wrong in (None, 3, b"3x3"):
            with self.assertRaises(TypeError):
                Game(wrong)

    def test_copies_and_pickles(self):
        played = Game("3x3")
        for edge in random_order(3, 3, 1)[:15]:
            played.play(edge)
        late = Game("1x2:1010110", turn=1, owners=[1, None], listed=[5, 0, 2, 4])
        partly = Game("1x2:1010110", turn=0, score=(0, 0))
        unknown = Game("2x2:110100000000")
        reread = Game.read(played.write("moves"))
        for game in (played, late, partly, unknown, reread, Game("1x1:1111"), Game("1x2:1010110", owners=[1, None])):
            for move in game.legal_moves()[:2]:
                for same in (copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
                    self.assertEqual(same, game)
                    self.assertEqual((same.edges, same.in_order, same.score), (game.edges, game.in_order, game.score))
                    same.play(move)
                    self.assertNotEqual(same, game)
                    same.undo()
                    self.assertEqual(same, game)
                game.play(move)

    def test_copies_keep_the_attributes_of_a_subclass(self):
        game = NamedGame("1x2")
        game.players = ["Ann", "Bob"]
        game.play(0)
        for same in (copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
            self.assertIs(type(same), NamedGame)
            self.assertEqual((same, same.players), (game, ["Ann", "Bob"]))
        self.assertIs(copy.copy(game).players, game.players)
        self.assertIsNot(copy.deepcopy(game).players, game.players)

    def test_bad_edges_and_scores(self):
        game = Game("1x2")
        for wrong in (True, False):
            with self.assertRaisesRegex(TypeError, "an edge must be its name.*not bool"):
                game.play(wrong)
        for wrong in ((1,), (), (0, 1, 0)):
            with self.assertRaisesRegex(ValueError, r"a score must be the boxes of player 0 and of player 1, such as"):
                Game("1x2:1010110", turn=1, score=wrong)
        for wrong in (1, "01"):
            with self.assertRaisesRegex(TypeError, "a score must be the boxes"):
                Game("1x2:1010110", turn=1, score=wrong)
        self.assertEqual(Game("1x2:1010110", turn=1, score=iter([0, 1])).score, (0, 1))

    def test_equality(self):
        self.assertNotEqual(Game("2x2"), Game("2x2:000000000000"))
        self.assertNotEqual(Game("1x2"), Game("2x1"))
        self.assertNotEqual(Game("1x1"), Position("1x1:0000"))
        with self.assertRaisesRegex(TypeError, "unhashable"):
            hash(Game("1x1"))

    def test_repr(self):
        game = Game("1x2")
        game.play(0)
        self.assertEqual(repr(game), "<Game at 1x2:1000000, player 1 to move, score 0-0>")
        self.assertEqual(repr(Game("1x1:1111", score=(1, 0))), "<Game at 1x1:1111, score 1-0>")
        self.assertEqual(repr(Game("1x1:0111")), "<Game at 1x1:0111>")


class Rules(unittest.TestCase):
    def positions(self):
        for (rows, columns), seed in itertools.product(BOARDS, range(12)):
            edges = edge_count(rows, columns)
            mask = random.Random(seed).getrandbits(edges) | random.Random(seed + 99).getrandbits(edges) * (seed % 2)
            yield rows, columns, edges, mask, Position(text_of(rows, columns, mask))

    def test_moves_and_boxes(self):
        for rows, columns, edges, mask, position in self.positions():
            plain = PlainGame(rows, columns)
            plain.drawn = mask
            self.assertEqual(position.complete_boxes(), [b for b, sides in enumerate(plain.sides) if mask & sides == sides])
            self.assertEqual(position.legal_moves(), [edge for edge in range(edges) if not mask >> edge & 1])
            for edge, name in enumerate(pipopipette.edge_names(position.board)):
                if mask >> edge & 1:
                    with self.assertRaises(PositionError):
                        position.completed_by(edge)
                else:
                    self.assertEqual(position.completed_by(edge), plain.completed_by(edge))
                    self.assertEqual(position.completed_by(name), plain.completed_by(edge))

    def test_settled(self):
        taken = 0
        for rows, columns, edges, mask, position in self.positions():
            sides = box_sides(rows, columns)
            quiet = mask
            while ready := [box & ~quiet for box in sides if bin(box & ~quiet).count("1") == 1]:
                quiet |= random.Random(quiet).choice(ready)
            captured = [box for box, all_four in enumerate(sides) if quiet & all_four == all_four != mask & all_four]
            self.assertEqual(position.settled(), (Position(text_of(rows, columns, quiet)), captured))
            taken += len(captured)
        self.assertGreater(taken, 50)

    def test_canonical(self):
        for rows, columns, _, mask, position in self.positions():
            images = [image for image in mirror_images(rows, columns, mask) if image[0] <= image[1]]
            self.assertEqual(position.canonical(), Position(text_of(*min(images))))

    def test_order(self):
        generator = random.Random(5)
        keys = [(rows, columns, generator.getrandbits(edge_count(rows, columns)))
                for rows, columns in ((2, 2), (1, 12), (1, 2), (2, 1), (12, 1)) for _ in range(4)]
        for a, b in itertools.product(keys, repeat=2):
            first, second = Position(text_of(*a)), Position(text_of(*b))
            self.assertEqual((first < second, first <= second, first > second, first >= second, first == second),
                             (a < b, a <= b, a > b, a >= b, a == b))
        with self.assertRaises(TypeError):
            Position("1x1:0000") < "1x1:1000"


class Notations(unittest.TestCase):
    def test_their_facts(self):
        found = {notation.name: notation for notation in pipopipette.notations()}
        self.assertEqual(len(found), len(pipopipette.notations()))
        knox, picture, wilson = found["knox"], found["picture"], found["wilson-problem"]
        self.assertEqual((knox.form, knox.lists, knox.order, knox.turn, knox.score), ("line", True, True, True, True))
        self.assertEqual((picture.form, picture.lists, picture.order, picture.turn, picture.score),
                         ("file", False, False, False, False))
        self.assertEqual((wilson.turn, wilson.score), (True, False))
        self.assertEqual({notation.form for notation in found.values()}, {"line", "json", "file"})
        self.assertTrue(all(notation.description for notation in found.values()))

    def test_every_notation_keeps_what_it_says(self):
        """Games of 3x3, or of the board that a notation is for."""
        boards = {"mathpuzzle": "2x2", "qdab": "5x5", "ccgc": "5x5", "sau": "5x5", "botzone": "5x5", "columns": "5x5"}
        kept = 0
        for notation in pipopipette.notations():
            game = Game(boards.get(notation.name, "3x3"))
            rows, columns = map(int, game.board.split("x"))
            for edge in random_order(rows, columns, 3)[:9]:
                game.play(edge)
            try:
                text = game.write(notation.name)
            except PositionError:
                continue
            kept += 1
            back = Game.read(text, notation.name)
            self.assertEqual(back.position, game.position, notation.name)
            if notation.order:
                self.assertEqual(back, game, notation.name)
            if notation.turn:
                self.assertEqual(back.turn, game.turn, notation.name)
            if notation.score:
                self.assertEqual(back.score, game.score, notation.name)
        self.assertGreater(kept, 12)

    def test_detecting(self):
        # These texts are written by hand.
        text = "2x2 1. a1-a2; 2. b1-b2; 3. a1-b1"
        game = Game.read(text)
        self.assertEqual((pipopipette.detect(text).name, len(game.moves), game.in_order), ("knox", 3, True))
        self.assertEqual(game, Game.read(text, "knox"))
        self.assertEqual(game.write("knox"), text)
        self.assertEqual(pipopipette.detect("1x1:0110").name, "dbn")
        for refused in (pipopipette.detect, Game.read):
            with self.assertRaisesRegex(PositionError, "ksquares-line"):
                refused("3x3 13; 4")
            for wrong in ("", "nonsense", "\ud800", "2x2 1. a1-a2; 2. b1-"):
                with self.assertRaises(PositionError):
                    refused(wrong)
            with self.assertRaisesRegex(TypeError, "a game must be text"):
                refused(None)

    def test_refusals(self):
        with self.assertRaisesRegex(PositionError, "knox"):
            Game("2x2").write("nonsense")
        with self.assertRaisesRegex(PositionError, "knox"):
            Game.read("2x2", "nonsense")
        with self.assertRaisesRegex(PositionError, "order"):
            Game("2x2:110000000000").write("moves")
        with self.assertRaisesRegex(TypeError, "a notation must be"):
            Game("2x2").write(None)

    def test_a_subclass(self):
        class Mine(Game):
            pass

        game = Mine.read("2x2 h0.0; v0.1", "moves")
        self.assertIs(type(game), Mine)
        self.assertEqual(game, Game.read("2x2 h0.0; v0.1", "moves"))


if __name__ == "__main__":
    unittest.main()
