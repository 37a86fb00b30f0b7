"""Tables in a child of fork(), the default of multiprocessing."""

import multiprocessing
import threading
import unittest

import numpy as np
import pipopipette
from support import in_child, tables_of, values_by_rules

MASKS = np.arange(4096, dtype=np.uint64)
EXPECTED = np.array(values_by_rules(2, 2), np.int8)
EMPTY = "2x2:" + "0" * 12


def right(tables):
    return bool((tables.values(MASKS, "2x2", threads=2) == EXPECTED).all()) and tables.value(EMPTY) == EXPECTED[0]


class Forked(unittest.TestCase):
    def while_others(self, work):
        """Calls work() repeatedly in other threads. Returns a function that stops them."""
        done = threading.Event()

        def repeat():
            while not done.is_set():
                work()

        threads = [threading.Thread(target=repeat) for _ in range(2)]

        def end():
            done.set()
            for thread in threads:
                thread.join()

        for thread in threads:
            thread.start()
        self.addCleanup(end)

    def test_a_pool_of_processes(self):
        with pipopipette.Tables(tables_of("2x2")) as tables:
            global shared
            shared = tables
            with multiprocessing.get_context("fork").Pool(2) as pool:
                self.assertEqual(pool.map(value_of, range(0, 4096, 7)), EXPECTED[::7].tolist())

    def test_while_other_threads_ask(self):
        with pipopipette.Tables(tables_of("2x2"), cache_bytes=0) as tables:
            self.while_others(lambda: right(tables))

            def ask_and_close():
                if not right(tables) or tables.closed:
                    return False
                tables.add(tables_of("1x2"))
                answered = right(tables) and tables.value("1x2:" + "1" * 7) == 0
                tables.close()
                return answered and tables.closed

            for _ in range(10):
                self.assertEqual(in_child(ask_and_close), 0)
            self.assertTrue(right(tables))
            self.doCleanups()

    def test_while_other_threads_change_them(self):
        """The child has the parent's tables, and can change and close them."""
        folder = tables_of("2x2")
        tables = pipopipette.Tables(folder)
        self.while_others(lambda: tables.add(folder))

        def ask():
            answered = right(tables)
            tables.add(folder)
            answered = answered and right(tables)
            tables.close()
            with pipopipette.Tables(folder) as own:
                return answered and right(own)

        for _ in range(10):
            self.assertEqual(in_child(ask), 0)
        self.doCleanups()
        tables.close()


def value_of(drawn):
    return shared.value(str(pipopipette.Position.from_mask("2x2", drawn)))


if __name__ == "__main__":
    unittest.main()
