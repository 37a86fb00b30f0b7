"""Tests Graph: strings-and-coins on any graph, compared with the rules."""

import functools
import itertools
import unittest

import pipopipette
from pipopipette import Graph


def value(strings):
    """The margin of the player to move, by the rules alone."""

    @functools.lru_cache(None)
    def of(left):
        best = None
        for string in left:
            after = left - {string}
            taken = sum(end != "ground" and not any(end in strings[other] for other in after) for end in strings[string])
            margin = taken + of(after) if taken else -of(after)
            best = margin if best is None else max(best, margin)
        return best or 0

    return of(frozenset(range(len(strings))))


class Graphs(unittest.TestCase):
    def test_values(self):
        for strings in ([("a", "b")], [("a", "b"), ("b", "a")], list(itertools.combinations("abcd", 2)),
                        [("a", "b"), ("b", "c"), ("c", "a"), ("a", "d"), ("d", "ground"), ("b", "ground")]):
            graph = Graph(strings)
            self.assertEqual(graph.strings, strings)
            solution = graph.solve()
            self.assertEqual(solution.value, value(strings))
            self.assertEqual([move.ends for move in solution.moves], strings)
            self.assertTrue(solution.best)
            self.assertEqual(sorted(move.string for move in solution.line), list(range(len(strings))))

    def test_text(self):
        graph = Graph("a b\n1 a # a comment\n")
        self.assertEqual((graph.coins, graph.strings), (["a", "b", "1"], [("a", "b"), ("1", "a")]))
        self.assertEqual(Graph([(1, 2), [2, "ground"]]).strings, [("1", "2"), ("2", "ground")])

    def test_loony(self):
        self.assertIsNone(Graph("a b\nb c\nc ground").solve().nim_value)
        self.assertEqual(Graph("a ground\na ground").solve().nim_value, 1)

    def test_mistakes(self):
        for strings, words in (("a b c", "line 1: a string has two ends, not 3"), ([("a", "a")], "string 0: a string joins 'a' to itself"),
                               ([("a", "b"), ("a",)], "string 1: a string has two ends, not 1"), ([("a b", "c")], "string 0: the name 'a b'")):
            with self.assertRaisesRegex(pipopipette.PositionError, words):
                Graph(strings)
        with self.assertRaises(TypeError):
            Graph(3)
        with self.assertRaises(ValueError):
            Graph("a b").solve(seconds=-1)
        with self.assertRaises(pipopipette.OutOfTimeError):
            Graph(list(itertools.combinations(map(str, range(11)), 2))).solve(seconds=0.05)


if __name__ == "__main__":
    unittest.main()
