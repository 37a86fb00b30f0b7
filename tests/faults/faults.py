"""Makes small tables with a fault at each call for files, and after a crash at each call.

    faults.py PIPO LIBRARY [--every N] ...

PIPO is the program, LIBRARY the layer between it and the C library (layer.hpp). cases.py and
check_table.py define the faults and the required outcomes; journal.py models a disk after a crash.
"""

import argparse
import os
import pathlib
import shutil
import sys
import tempfile
import time

from cases import fault_cases, points, record, state_cases
from check_table import Table, Wrong
from injector import Injector
from intercepted import not_intercepted
from pool import Tally, print_failures, print_table, run_cases
from scenario import half_made, memory_for_a_budget, scenario

SEED = 1
LOCK = "generating.lock"


def scenarios(injector, work, tables):
    """Returns (scenario, settings): which part of the calls of each scenario is tried."""
    lock = LOCK if made_with_lock(injector, work, tables["2x2"]) else None
    dense = {"many": 60, "all_faults": True, "parts": 2}
    once = {"many": 30, "all_faults": False, "parts": 1}
    yield scenario(tables["2x2"], "in memory", [], {}), dense
    yield scenario(tables["2x2"], "in memory, half made", [], half_made(tables["2x2"], lock)), once
    # The smallest board that needs less than all of its memory.
    least = memory_for_a_budget(injector, work, "2x4", 0)
    yield scenario(tables["2x4"], "within a budget", least, {}), dense
    yield scenario(tables["2x4"], "within a budget, half made", least, half_made(tables["2x4"], lock)), once
    yield scenario(tables["3x3"], "within a budget", memory_for_a_budget(injector, work, "3x3", 0.5), {}), once
    yield scenario(tables["3x3"], "in memory", [], {}), once


def made_with_lock(injector, work, table):
    calls = record(injector, scenario(table, "in memory", [], {}), work / "journals" / f"{table.board} in memory")
    return any(call.path.endswith(LOCK) for call in calls)


def cases_of(injector, work, which, settings, every):
    folder = work / "journals" / which.name
    calls = record(injector, which, folder)
    chosen = points(calls, settings["many"], every)
    yield from fault_cases(which, chosen, settings["all_faults"])
    yield from state_cases(which, str(folder / "tables"), calls, chosen, settings["parts"], SEED)


def processor_seconds():
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def arguments_of_command_line():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pipo")
    parser.add_argument("library")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="try every Nth call of each kind only")
    parser.add_argument("--only", default="", metavar="NAME", help="the cases whose names begin so")
    parser.add_argument("--work", type=pathlib.Path, help="folder to work in; kept where a case fails")
    parser.add_argument("--jobs", type=int, default=3)
    return parser.parse_args()


def main():
    options = arguments_of_command_line()
    began = time.monotonic()
    # The layer makes the faults, so a folder in memory suffices and is faster.
    in_memory = pathlib.Path("/dev/shm")
    work = options.work or pathlib.Path(
        tempfile.mkdtemp(prefix="pipo-faults-", dir=in_memory if in_memory.is_dir() else None))
    missed = not_intercepted(options.pipo, options.library)
    if missed:
        sys.exit(f"the layer does not see these calls of the program: {', '.join(missed)}")
    injector = Injector(options.pipo, options.library)
    every = options.every
    tally = Tally()
    try:
        tables = {}
        for board in ("2x2", "2x4", "3x3"):
            shutil.rmtree(work / "right" / board, ignore_errors=True)
            tables[board] = Table(injector, board, work / "right" / board)
        for which, settings in scenarios(injector, work, tables):
            if options.only and not options.only.startswith(which.name) and not which.name.startswith(options.only):
                continue
            start = time.monotonic(), processor_seconds(), tally.tried.total()
            run_cases(injector, [case for case in cases_of(injector, work, which, settings, every)
                                 if case.name.startswith(options.only)], work, options.jobs, tally)
            print(f"{which.name}: {tally.tried.total() - start[2]} cases in {time.monotonic() - start[0]:.0f} s, "
                  f"{processor_seconds() - start[1]:.0f} s of processors", flush=True)
    except Wrong as wrong:
        sys.exit(str(wrong))
    print(f"\nAll in {time.monotonic() - began:.0f} s:\n")
    print_table(tally)
    print_failures(tally, [sys.executable, "-B", *sys.argv[:3], "--every", str(every), "--work", work])
    if not tally.failures and not options.work:
        shutil.rmtree(work)
    sys.exit(1 if tally.failures else 0)


if __name__ == "__main__":
    main()
