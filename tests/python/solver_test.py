"""Solver: values by every method, limits, callbacks, Ctrl-C, threads, forks."""

import copy
import math
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
import unittest

import pipopipette
from pipopipette import Position, Solver
from support import every_move, in_child, new_folder, tables_of, text_of, values_by_rules

# The position of docs/commands.md.
LATE = "5x5:011100001010001100000011100101010001000000000110000100010000"
LATE_BEST = ["h5.1", "h5.3", "v1.1", "v1.5", "v3.1", "v4.4", "v4.5"]
EMPTY = "5x5:" + "0" * 60
# A sweep of it takes 43 million bytes, or 40 million with scratch files.
WIDE = "4x4:0000000010100000001000100001000000010000"
# A search of it takes minutes.
LONG = "4x4:" + "0" * 40


class Values(unittest.TestCase):
    def test_every_method_agrees_with_the_rules(self):
        values = values_by_rules(2, 3)
        solvers = {only: Solver(pipopipette.Tables(tables_of("2x3"))) for only in ("table", "sweep", "search")}
        for drawn in (0, 0x3, 0x41, 0x1204, 0x1FFFE, 0x1FFFF):
            for only, solver in solvers.items():
                solution = solver.solve(text_of(2, 3, drawn), only=only, threads=1)
                self.assertEqual((solution.value, solution.method), (values[drawn], only))
                moves = [(move.edge, move.captures, move.value) for move in solution.moves]
                self.assertEqual(moves, every_move(2, 3, drawn))
                self.assertEqual(solution.best, [move for move in solution.moves if move.value == solution.value])
                self.assertEqual(solution.remembered, only == "sweep" and drawn != 0)

    def test_a_game_is_solved_once(self):
        solver = Solver()
        first = solver.solve(Position(LATE))
        self.assertEqual((first.value, [move.name for move in first.best]), (1, LATE_BEST))
        self.assertEqual((first.method, first.remembered), ("sweep", False))
        line = solver.line(LATE)
        self.assertEqual(len(line), LATE.count("0"))
        position, margin, player = Position(LATE), 0, 0
        for move in line:
            solution = solver.solve(position)
            self.assertTrue(solution.remembered)
            self.assertEqual(move.player, player)
            self.assertEqual((-1) ** player * solution.value, first.value - margin)
            self.assertIn(move._replace(player=0), solution.best)
            margin += (-1) ** player * move.captures
            player = player if move.captures else 1 - player
            position = position.draw(move.edge)
        self.assertEqual(margin, first.value)
        # Without room for its table a sweep is forgotten.
        forgetful = Solver(remember=0)
        self.assertFalse(forgetful.solve(LATE).remembered or forgetful.solve(LATE).remembered)

    def test_tables_answer(self):
        with pipopipette.Tables(tables_of("3x3")) as tables:
            solver = Solver(tables)
        # The solver keeps them open.
        self.assertTrue(tables.closed)
        solution = solver.solve("3x3:" + "0" * 24)
        self.assertEqual((solution.value, solution.method), (-3, "table"))
        self.assertEqual(solver.try_solve("3x3:" + "0" * 24).solution.value, -3)

    def test_bounds(self):
        known = Solver(seconds=0.5).try_solve(EMPTY)
        self.assertEqual(known[:3], (-25, 25, None))
        self.assertIsInstance(known.why_not, pipopipette.OutOfResourcesError)
        self.assertIn("5x5 with 0 edges drawn", str(known.why_not))
        known = Solver().try_solve(LATE)
        self.assertEqual((known.lower, known.upper, known.solution.value, known.why_not), (1, 1, 1, None))
        missing = Solver().try_solve(EMPTY, only="table")
        self.assertIsInstance(missing.why_not, pipopipette.MissingTableError)

    def test_windows(self):
        solver = Solver()
        for low, high in ((1, 1), (-25, 25)):
            found = solver.bound(LATE, low, high)
            self.assertEqual((found.lower, found.upper, found.in_time), (1, 1, True))
        small = text_of(2, 3, 0)
        value = values_by_rules(2, 3)[0]
        self.assertLess(solver.bound(small, value + 2, value + 1, only="search").upper, value + 2)
        soon = solver.bound(EMPTY, 1, 1, seconds=0.3, memory=1 << 28)
        self.assertFalse(soon.in_time)
        with self.assertRaisesRegex(pipopipette.PositionError, "window"):
            solver.bound(LATE, 3, 1)
        self.assertTrue(solver.bound(small, -400, 400).in_time)
        with self.assertRaisesRegex(ValueError, "-400 to 400"):
            solver.bound(small, 401, 401)

    def test_windows_of_large_boards(self):
        # Its value is settled long before those of its moves.
        text = "6x6:100100010001100110001111010011101100010010001011000100010110001110000010010000010000"
        for low, high in ((1, 0), (-2, -2), (-36, -4), (0, 36)):
            found = Solver().bound(text, low, high)
            self.assertTrue(found.in_time)
            self.assertTrue(found.lower <= -2 <= found.upper)
            self.assertTrue(found.upper < low or found.lower > high or found.lower == found.upper)
            self.assertEqual(found.edge is None, found.lower < low)
        early = Solver().bound("6x6:" + "0" * 84, 37, 400)
        self.assertEqual((early.lower, early.upper, early.in_time), (-36, 36, True))


class Reports(unittest.TestCase):
    def test_progress(self):
        reports, threads = [], set()

        def progress(report):
            reports.append(report)
            threads.add(threading.current_thread())

        solution = Solver().solve(LATE, progress=progress)
        self.assertEqual(threads, {threading.current_thread()})
        plan, *sweeps = reports
        self.assertIsInstance(plan, pipopipette.SweepPlan)
        self.assertEqual(plan.values, solution.looked_at)
        self.assertEqual(plan.start.drawn & ~Position(LATE).drawn, 0)
        self.assertTrue(all(isinstance(sweep, pipopipette.SweepProgress) for sweep in sweeps))
        self.assertEqual((sweeps[-1].done, sweeps[-1].total), (plan.values, plan.values))
        del reports[:]
        # This search does not end within its limit.
        self.assertFalse(Solver().bound(EMPTY, -25, 25, only="search", seconds=0.5, progress=progress).in_time)
        self.assertTrue(reports)
        self.assertTrue(all(isinstance(report, pipopipette.SearchProgress) for report in reports))

    def test_its_exceptions_stop_the_work(self):
        solver = Solver()

        def fail(report):
            raise KeyError(type(report).__name__)

        with self.assertRaisesRegex(KeyError, "SweepPlan"):
            solver.solve(LATE, progress=fail)
        self.assertEqual(solver.solve(LATE).value, 1)
        with self.assertRaises(TypeError):
            solver.solve(LATE, progress=1)

    def test_a_fork_in_it(self):
        """The parent continues; the child, which has no thread that solves, raises an exception."""
        children = []

        def fork(report):
            if not children:
                children.append(os.fork())

        parent = os.getpid()
        try:
            value = Solver().solve(LATE, progress=fork).value
        except pipopipette.OutOfResourcesError:
            os._exit(3 if os.getpid() != parent else 4)
        except BaseException:
            if os.getpid() != parent:
                os._exit(5)
            raise
        if os.getpid() != parent:
            os._exit(6)
        self.assertEqual(value, 1)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(children[0], 0)[1]), 3)


class Interrupted(unittest.TestCase):
    def interrupted_after(self, seconds, call):
        timer = threading.Timer(seconds, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        self.addCleanup(timer.cancel)
        with self.assertRaises(KeyboardInterrupt):
            call()

    def test_by_ctrl_c(self):
        solver = Solver()
        begin = time.monotonic()
        self.interrupted_after(0.3, lambda: solver.solve(LONG, only="search"))
        self.interrupted_after(0.3, lambda: solver.bound(EMPTY, 1, 1, memory=1 << 28))
        self.interrupted_after(0.3, lambda: solver.line(LONG, only="search"))
        self.assertLess(time.monotonic() - begin, 300)

        def interrupt(report):
            if isinstance(report, pipopipette.SweepProgress):
                os.kill(os.getpid(), signal.SIGINT)

        with self.assertRaises(KeyboardInterrupt):
            solver.solve(LATE, progress=interrupt)
        self.assertEqual(solver.solve(LATE).value, 1)

    def test_by_a_handler(self):
        def handler(number, frame):
            raise ZeroDivisionError

        before = signal.signal(signal.SIGUSR1, handler)
        self.addCleanup(signal.signal, signal.SIGUSR1, before)
        threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGUSR1)).start()
        with self.assertRaises(ZeroDivisionError):
            Solver().solve(LONG, only="search")

    def test_at_the_end_of_the_interpreter(self):
        program = ("import pipopipette, threading, time\n"
                   f"solve = lambda: pipopipette.Solver().solve('{LONG}', only='search')\n"
                   "threading.Thread(target=solve, daemon=True).start()\n"
                   "time.sleep(0.3)\n")
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=300)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))


class Threads(unittest.TestCase):
    def test_several_use_one(self):
        solver = Solver(pipopipette.Tables(tables_of("2x3")))
        values = values_by_rules(2, 3)
        wrong = []

        def ask(first):
            for drawn in range(first, 1 << 17, 9973):
                for only in (None, "sweep", "search"):
                    if solver.solve(text_of(2, 3, drawn), only=only).value != values[drawn]:
                        wrong.append((drawn, only))

        threads = [threading.Thread(target=ask, args=(first,)) for first in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    def test_other_threads_run_meanwhile(self):
        ticks = []

        def tick():
            while not done.is_set():
                ticks.append(1)
                time.sleep(0.01)

        done = threading.Event()
        thread = threading.Thread(target=tick)
        thread.start()
        with self.assertRaises(pipopipette.OutOfTimeError):
            Solver(seconds=0.5).solve(LONG, only="search")
        done.set()
        thread.join()
        self.assertGreater(len(ticks), 10)

    def test_forks(self):
        solver = Solver()
        solver.solve(LATE)
        later = Position(LATE).draw(LATE_BEST[0])

        def remembered_and_searched():
            if not solver.solve(later).remembered:
                return False
            if solver.solve("2x3:" + "0" * 17, only="search").method != "search":
                return False
            try:
                solver.solve("4x4:" + "1" * 15 + "0" * 25, only="sweep")
            except pipopipette.OutOfResourcesError as error:
                return "forked" in str(error)
            return False

        self.assertEqual(in_child(remembered_and_searched), 0)
        # While another thread solves.
        thread = threading.Thread(target=lambda: solver.try_solve(LONG, only="search", seconds=2))
        thread.start()
        time.sleep(0.2)
        self.assertEqual(in_child(remembered_and_searched), 0)
        thread.join()


class Refused(unittest.TestCase):
    def test_limits(self):
        with self.assertRaises(pipopipette.OutOfMemoryError) as raised:
            Solver(memory=1 << 24).solve("5x5:" + "1" * 16 + "0" * 44)
        self.assertIsInstance(raised.exception, MemoryError)
        self.assertIsInstance(raised.exception, pipopipette.OutOfResourcesError)
        for solver, limits in ((Solver(seconds=0.1), {}), (Solver(), {"seconds": 0.1})):
            with self.assertRaises(pipopipette.OutOfTimeError):
                solver.solve(LONG, only="search", **limits)
            self.assertEqual(solver.solve("2x3:" + "1" * 16 + "0", seconds=math.inf).value, 1)

    def test_arguments(self):
        for wrong in ({"seconds": 0}, {"seconds": -1}, {"seconds": math.nan}, {"memory": -1}, {"threads": -1},
                      {"threads": 5000}, {"remember": 1 << 64}):
            with self.assertRaises(ValueError):
                Solver(**wrong)
            with self.assertRaises(ValueError):
                Solver().solve(LATE, **wrong)
        for wrong in ({"seconds": "1"}, {"memory": 1.5}, {"threads": True}, {"tables": "tables"}):
            with self.assertRaises(TypeError):
                Solver(**wrong)
        with self.assertRaisesRegex(pipopipette.PositionError, "only"):
            Solver().solve(LATE, only="guess")
        for wrong in ("2x3:01", "?"):
            with self.assertRaises(pipopipette.PositionError):
                Solver().solve(wrong)
        with self.assertRaises(TypeError):
            Solver().solve(None)
        for ask in (Solver().solve, Solver().try_solve, Solver().line):
            with self.assertRaisesRegex(TypeError, "'second' is not an argument of a question; there are seconds, memory"):
                ask(LATE, second=5)
        with self.assertRaisesRegex(ValueError, "scratch must name a folder"):
            Solver(scratch="")
        self.assertEqual(Solver().solve("1x1:0000", seconds=None, scratch=None).value, -1)

    def test_scratch_files(self):
        folder = new_folder()
        limits = {"memory": 40_000_000, "threads": 2, "remember": 0}
        with self.assertRaises(pipopipette.OutOfMemoryError):
            Solver(**limits).solve(WIDE)
        expected = Solver().solve(WIDE)
        plans = []
        progress = lambda report: plans.append(report) if isinstance(report, pipopipette.SweepPlan) else None
        for solver, own in ((Solver(scratch=folder, **limits), {}), (Solver(**limits), {"scratch": str(folder)})):
            solution = solver.solve(WIDE, progress=progress, **own)
            self.assertEqual((solution.value, solution.moves), (expected.value, expected.moves))
            self.assertEqual(list(folder.iterdir()), [])
        self.assertEqual(len(plans), 2)
        self.assertGreater(plans[0].disk, 0)
        with self.assertRaisesRegex(pipopipette.Error, "none: cannot be written"):
            Solver(**limits).solve(WIDE, scratch=folder / "none")

    def test_pickles_and_copies(self):
        for use in (pickle.dumps, copy.copy, copy.deepcopy):
            with self.assertRaisesRegex(TypeError, "in each process"):
                use(Solver())

    def test_adding_folders_to_its_tables(self):
        tables = pipopipette.Tables(tables_of("2x3"))
        solver = Solver(tables)
        with self.assertRaisesRegex(pipopipette.PositionError, "Solver"):
            tables.add(tables_of("3x3"))
        del solver
        tables.add(tables_of("3x3"))
        self.assertEqual(tables.value("3x3:" + "0" * 24), -3)
        tables.close()
        with self.assertRaises(pipopipette.ClosedError):
            Solver(tables)


if __name__ == "__main__":
    unittest.main()
