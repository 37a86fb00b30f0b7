"""Runs cases in parallel, counts them, and keeps the folders of failed cases."""

import collections
import concurrent.futures
import re
import shlex
import shutil

from check_table import Wrong

SHOWN = 10


class Tally:
    def __init__(self):
        self.tried = collections.Counter()
        self.failed = collections.Counter()
        self.not_met = collections.Counter()  # the run did not make the call
        self.failures = []  # (case, folder, reason)


def run_case(injector, case, work):
    folder = work / "cases" / re.sub(r"[^\w.]+", "-", case.name)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    try:
        met = case.run(injector, folder)
    except Wrong as wrong:
        why = str(wrong).replace(str(folder), "")
        (folder / "why").write_text(f"{case.name}: {why}\n")
        return folder, True, why
    shutil.rmtree(folder)
    return folder, met, None


def run_cases(injector, cases, work, jobs, tally):
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for case, (folder, met, why) in zip(cases, pool.map(lambda case: run_case(injector, case, work), cases)):
            key = (case.scenario.name, case.fault)
            (tally.tried if met else tally.not_met)[key] += 1
            if why:
                tally.failed[key] += 1
                tally.failures.append((case, folder, why))


def print_table(tally):
    """Prints a line for each fault with a column for each scenario: cases tried and failed."""
    keys = list(tally.tried | tally.not_met)
    scenarios = list(dict.fromkeys(scenario for scenario, _ in keys))
    faults = list(dict.fromkeys(fault for _, fault in keys))
    for index, scenario in enumerate(scenarios):
        print(f"  {chr(ord('A') + index)}  {scenario}")
    print(f"\n{'':20}" + "".join(f"{chr(ord('A') + i):>18}" for i in range(len(scenarios))))
    for fault in faults:
        cells = []
        for scenario in scenarios:
            tried, failed = tally.tried[scenario, fault], tally.failed[scenario, fault]
            cells.append(f"{tried} ({failed} wrong)" if failed else str(tried or "-"))
        print(f"{fault:20}" + "".join(f"{cell:>18}" for cell in cells))
    print(f"\n{tally.tried.total()} cases, {tally.failed.total()} failed"
          + (f"; {tally.not_met.total()} not met by their run" if tally.not_met else ""))


def kind_of(case, why):
    """Returns the common part of the messages of one kind of failure."""
    brief = why.strip().split(": pipo:")[0].replace("/tables/", "")
    return re.sub(r"\d+", "N", f"{case.fault}: {brief}")[:110]


def print_failures(tally, repeat):
    """Prints the first failure of each kind. `repeat`: the command that runs one case, without the case's name."""
    kinds = collections.Counter(kind_of(case, why) for case, _, why in tally.failures)
    if not kinds:
        return
    print("\nThe first failure of each kind:")
    for kind, count in kinds.most_common():
        print(f"{count:7}  {kind}")
    firsts = {}
    for failure in tally.failures:
        firsts.setdefault(kind_of(failure[0], failure[2]), failure)
    for case, folder, why in list(firsts.values())[:SHOWN]:
        print(f"\nFAILED {case.name}\n  {why.strip()}\n  kept: {folder}")
        print(f"  again: {shlex.join([*map(str, repeat), '--only', case.name])}")
