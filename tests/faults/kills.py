"""Kills `pipo generate` at random moments and continues the run.

    kills.py PIPO [--board 3x4] [--kills 100] [--signals 20] [--seed N]

kill -9, each in a new folder, and many in one folder: the table is complete and right, or recognised as
unfinished, and the same command completes it with the bytes of an undisturbed run. SIGTERM and SIGINT: in
addition, one line names the kept files and how to continue, and no other file is left.
"""

import argparse
import pathlib
import random
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time

from check_table import Table, Wrong, contents, require
from injector import SECONDS, Ended, Injector
from scenario import memory_for_a_budget, scenario


class Killer:
    def __init__(self, injector, which, chance):
        self.injector = injector
        self.which = which
        self.table = which.table
        self.chance = chance
        self.seconds = 0
        self.in_time = 0  # signals that came during a run

    def time_runs(self, work):
        seconds = []
        for _ in range(3):
            began = time.monotonic()
            require(self.injector.run(work / "timed", *self.which.arguments).code == 0, "fails undisturbed")
            seconds.append(time.monotonic() - began)
            shutil.rmtree(work / "timed")
        self.seconds = statistics.median(seconds)

    def end_at_random(self, tables, number):
        """Runs the program and sends the signal at that fraction of its time."""
        command = self.injector.command(tables, *self.which.arguments)
        moment = self.chance.uniform(0, 1.05 * self.seconds)
        # A shell makes its background processes ignore SIGINT.
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                   preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
        time.sleep(moment)
        process.send_signal(number)
        try:
            out, err = process.communicate(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            raise Wrong(f"still there {SECONDS} seconds after {signal.Signals(number).name}")
        self.in_time += process.returncode != 0
        return moment, Ended(process.returncode, out, err)

    def check_killed(self, ended, tables):
        require(ended.code in (0, -signal.SIGKILL), f"code {ended.code}: {ended.err}")
        return self.table.check(tables, {}, verify=False)

    def check_asked_to_end(self, ended, tables, number):
        complete = self.table.check(tables, {}, verify=False)
        if ended.code == 0:
            require(complete and ended.err == "", f"code 0, complete: {complete}: {ended.err!r}")
        else:
            require(ended.code in (-number, 128 + number), f"code {ended.code}: {ended.err!r}")
            # A run that ends before it begins, or after all is done, need not name the kept files.
            require(ended.err != "" or complete or not contents(tables), "ended without a word on what is kept")
            require(ended.err == "" or self.says_how_to_go_on(ended.err), f"not one clear line: {ended.err!r}")
        self.table.check_no_leftovers(tables, {})

    @staticmethod
    def says_how_to_go_on(line):
        return (line.count("\n") == 1 and line.startswith("pipo: ")
                and ("same command" in line or "pipo generate" in line))

    def kill_once(self, tables):
        tables.mkdir()
        moment, ended = self.end_at_random(tables, signal.SIGKILL)
        yield moment
        self.check_killed(ended, tables)
        self.table.check_goes_on(tables, *self.which.arguments)

    def kill_again_and_again(self, tables, kills):
        tables.mkdir()
        for _ in range(kills):
            moment, ended = self.end_at_random(tables, signal.SIGKILL)
            yield moment
            # SHA256SUMS is the last file, and is written under the lock after all others are complete.
            if self.check_killed(ended, tables) and self.table.has_all_files(tables):
                self.table.check_nothing_else(tables)
                shutil.rmtree(tables)
                tables.mkdir()
        self.table.check_goes_on(tables, *self.which.arguments)

    def ask_to_end(self, tables, number):
        tables.mkdir()
        moment, ended = self.end_at_random(tables, number)
        yield moment
        self.check_asked_to_end(ended, tables, number)
        self.table.check_goes_on(tables, *self.which.arguments)


def attempts(killer, kills, signals):
    """Yields (kind, name, function that sends the signals in a folder and yields their moments)."""
    for index in range(kills // 2):
        yield "SIGKILL", f"kill-{index}", killer.kill_once
    yield "SIGKILL, a chain", "chain", lambda tables: killer.kill_again_and_again(tables, kills - kills // 2)
    for number in (signal.SIGTERM, signal.SIGINT):
        for index in range(signals):
            yield (number.name, f"{number.name}-{index}",
                   lambda tables, number=number: killer.ask_to_end(tables, number))


def try_all(killer, work, kills, signals):
    """Prints one line for each kind; returns the number of failures."""
    failures = []
    counts = {}
    for kind, name, attempt in attempts(killer, kills, signals):
        tables = work / killer.which.name.replace(" ", "-") / name
        tables.parent.mkdir(exist_ok=True)
        tried, failed = counts.get(kind, (0, 0))
        moments = []
        try:
            for moment in attempt(tables):
                moments.append(moment)
        except Wrong as wrong:
            failures.append((kind, tables, moments[-1] if moments else 0, str(wrong)))
            failed += 1
        else:
            shutil.rmtree(tables)
        counts[kind] = (tried + max(1, len(moments)), failed)
    for kind, (tried, failed) in counts.items():
        print(f"  {kind:20}{tried:5} signals, {failed} failed")
    print(f"  {killer.in_time} came during a run")
    for kind, tables, moment, why in failures[:10]:
        print(f"  FAILED {kind} after {moment:.4f} s: {why.strip()}\n    kept: {tables}")
    return len(failures)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pipo")
    parser.add_argument("--board", default="3x4")
    parser.add_argument("--kills", type=int, default=100, help="in all, half of them in memory")
    parser.add_argument("--signals", type=int, default=20, help="of SIGTERM and of SIGINT, in each way")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    in_memory = pathlib.Path("/dev/shm")
    work = pathlib.Path(tempfile.mkdtemp(prefix="pipo-kills-", dir=in_memory if in_memory.is_dir() else None))
    injector = Injector(options.pipo, "/dev/null")
    failed = 0
    try:
        table = Table(injector, options.board, work / "right")
        budget = memory_for_a_budget(injector, work, options.board, 0.5)
        for name, arguments in (("in memory", []), ("within a budget", budget)):
            killer = Killer(injector, scenario(table, name, arguments, {}),
                            random.Random(f"{options.seed} {name}"))
            killer.time_runs(work)
            print(f"{killer.which.name}: {killer.seconds:.2f} s undisturbed, seed {options.seed}", flush=True)
            failed += try_all(killer, work, options.kills // 2, options.signals)
    except Wrong as wrong:
        sys.exit(str(wrong))
    if not failed:
        shutil.rmtree(work)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
