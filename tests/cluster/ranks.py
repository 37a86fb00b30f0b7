"""Checks that several ranks make the same files as one process, even after kills and faults.

    ranks.py PIPO PIPO_MPI LIBRARY [--mpirun mpirun] [--kills 20] [--disks 20] [--short] [--seed N]

- 1, 2, 3 and 5 ranks give the same bytes, with unlimited memory and within a budget.
- After kill -9 of a random rank at a random moment, the same command with another number of ranks completes the table.
- Each fault that can be detected at the start gives one line and its exit code, and leaves no file.
"""

import argparse
import contextlib
import errno
import json
import pathlib
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import os

from job import Launcher, Wrong, catches_sigterm, leftovers, most_memory, ranks_of, require, table_bytes, wait_until_gone

BOARDS = [("3x3", None), ("3x4", None), ("2x6", None), ("3x3", "swedish"), ("3x4", "icelandic"), ("4x4", "swedish")]


class Checks:
    def __init__(self, pipo, program, mpirun, work, chance):
        self.pipo = pipo
        self.launcher = Launcher(mpirun, program)
        self.work = work
        self.chance = chance
        self.alone = {}
        self.first_file = 0  # when the last job began its first file

    @staticmethod
    def arguments(board, start):
        return ["generate", board, "--threads", "1"] + (["--start", start] if start else [])

    @staticmethod
    def folder(board, start):
        return f"{board}-{start}" if start else board

    def wanted(self, board, start):
        """Returns the table that one process makes."""
        name = self.folder(board, start)
        if name not in self.alone:
            tables = self.work / "alone"
            subprocess.run([self.pipo, "--tables", tables, *self.arguments(board, start)], check=True,
                           capture_output=True)
            self.alone[name] = table_bytes(tables / name)
        return self.alone[name]

    def budget(self, board, start):
        """Returns slightly more than the least memory."""
        plan = [self.pipo, "plan", board, "--threads", "1", "--format", "json"] + (["--start", start] if start else [])
        out = subprocess.run(plan, check=True, capture_output=True, text=True).stdout
        return str(int(1.02 * json.loads(out)["least_memory_bytes"]))

    def check_made(self, tables, board, start, what):
        folder = tables / self.folder(board, start)
        require(leftovers(folder) == [], f"{what}: left over: {leftovers(folder)}")
        require(table_bytes(folder) == self.wanted(board, start), f"{what}: other bytes")

    def same_bytes(self, boards, numbers):
        for board, start in boards:
            for ranks in numbers:
                for memory in (None, self.budget(board, start)):
                    tables = self.work / "ranks"
                    extra = ["--memory", memory] if memory else []
                    ended = self.launcher.run(ranks, "--tables", str(tables), *self.arguments(board, start), *extra)
                    what = f"{self.folder(board, start)}, {ranks} ranks, memory {memory}"
                    require(ended.code == 0, f"{what}: code {ended.code}: {ended.err}")
                    self.check_made(tables, board, start, what)
                    shutil.rmtree(tables)
            print(f"same bytes: {self.folder(board, start)} by {numbers} ranks, with and without a budget", flush=True)

    def memory_is_kept(self, board, asked):
        """Checks that each rank's memory exceeds --memory by at most a tenth and 24 MiB. Libraries such as MPI take 18 MiB of
        these; rank 0's global bookkeeping takes some. Memory that MPI shares between ranks is not counted."""
        tables = self.work / "memory"
        process = self.launcher.start([(2, ["--tables", str(tables), *self.arguments(board, None), "--memory",
                                            f"{asked}M"], [])])
        most = most_memory(process)
        ended = self.launcher.wait(process)
        require(ended.code == 0, f"{board} with {asked} MiB: code {ended.code}: {ended.err}")
        self.check_made(tables, board, None, f"{board} with {asked} MiB")
        shutil.rmtree(tables)
        print(f"memory: {board} by 2 ranks with {asked} MiB each: at most {most >> 20} MiB", flush=True)
        require(most <= 1.1 * (asked << 20) + (24 << 20), f"{board}: {most >> 20} MiB instead of {asked}")

    def start_and_wait_for_files(self, ranks, tables, board, start, extra):
        """Starts a job and returns when it has begun its first file or has ended."""
        process = self.launcher.start([(ranks, ["--tables", str(tables), *self.arguments(board, start), *extra], [])])
        while process.poll() is None and not list((tables / self.folder(board, start)).glob("layer-*")):
            time.sleep(0.002)
        self.first_file = time.monotonic()
        return process

    def kills(self, count, board, start):
        """Kills one rank each time; another number of ranks completes the remaining files."""
        tables = self.work / "killed"
        ended = self.launcher.wait(self.start_and_wait_for_files(3, tables, board, start, []))
        seconds = time.monotonic() - self.first_file
        require(ended.code == 0, f"undisturbed: code {ended.code}: {ended.err}")
        self.check_made(tables, board, start, "undisturbed")
        in_time = kept = 0
        for number in range(count):
            shutil.rmtree(tables)
            extra = self.chance.choice([[], ["--memory", self.budget(board, start)]])
            process = self.start_and_wait_for_files(self.chance.choice([2, 3, 5]), tables, board, start, extra)
            time.sleep(self.chance.uniform(0, 0.9) * seconds)
            pids = ranks_of(process)
            if pids:
                with contextlib.suppress(ProcessLookupError):  # the job may have ended by itself
                    os.kill(self.chance.choice(pids), signal.SIGKILL)
            ended = self.launcher.wait(process)
            wait_until_gone(pids)
            if ended.code != 0:
                in_time += 1
                said = ended.out + ended.err  # Open MPI and MPICH name the signal, in different streams
                require("signal 9" in said or "same command" in said, f"no clear message: {said}")
            folder = tables / self.folder(board, start)
            kept += len(list(folder.glob("*.pipo"))) if folder.exists() else 0
            ranks = self.chance.choice([1, 2, 3, 4])
            ended = self.launcher.run(ranks, "--tables", str(tables), *self.arguments(board, start))
            require(ended.code == 0, f"after kill {number}: code {ended.code}: {ended.err}")
            self.check_made(tables, board, start, f"after kill {number}")
        require(in_time > 0, "no kill came in time")
        print(f"kills: {in_time} of {count} came in time; {kept} finished layers were kept in total", flush=True)

    def asked_to_stop(self, board):
        """Interrupts one rank other than rank 0; all ranks stop, and rank 0 reports it."""
        tables = self.work / "stopped"
        process = self.start_and_wait_for_files(3, tables, board, None, ["--memory", self.budget(board, None)])
        os.kill(ranks_of(process)[-1], signal.SIGTERM)
        lines = self.stopped(process, "asked to stop")
        require("rank " in lines[0], f"asked to stop: {lines}")
        ended = self.launcher.run(2, "--tables", str(tables), *self.arguments(board, None))
        require(ended.code == 0, f"after a stop: code {ended.code}: {ended.err}")
        self.check_made(tables, board, None, "after a stop")
        print(f"stopped: {lines[0]}", flush=True)

    def stopped(self, process, what):
        ended = self.launcher.wait(process)
        require(ended.code == 130, f"{what}: code {ended.code}: {ended.err}")
        lines = ended.ours()
        require(len(lines) == 1 and "stopped" in lines[0], f"{what}: {ended.err}")
        return lines

    def hangs(self, board):
        """Stops one process, as a debugger or a broken machine would. The job ends, and names it."""
        tables = self.work / "hangs"
        extra = ["--memory", self.budget(board, None), "--patience", "10"]
        process = self.start_and_wait_for_files(3, tables, board, None, extra)
        os.kill(ranks_of(process)[-1], signal.SIGSTOP)
        ended = self.launcher.wait(process)
        lines = [line for line in ended.ours() if "no sign of life from rank" in line]
        require(ended.code != 0 and lines, f"a rank hangs: code {ended.code}: {ended.err}")
        require(socket.gethostname() in lines[0], f"a rank hangs: the machine is not named: {lines[0]}")
        ended = self.launcher.run(2, "--tables", str(tables), *self.arguments(board, None))
        require(ended.code == 0, f"after a rank has hung: code {ended.code}: {ended.err}")
        self.check_made(tables, board, None, "after a rank has hung")
        print(f"hangs: {lines[0]}", flush=True)

    def asked_early(self, board):
        """Interrupts a rank before MPI has started."""
        tables = self.work / "early"
        for rank in (0, -1):
            process = self.launcher.start([(3, ["--tables", str(tables), *self.arguments(board, None)], [])])
            while len(ranks_of(process)) < 3 or not all(catches_sigterm(pid) for pid in ranks_of(process)):
                require(process.poll() is None, "ended before it was asked")
            os.kill(ranks_of(process)[rank], signal.SIGTERM)
            self.stopped(process, f"rank {rank} asked early")
            require(not list(tables.rglob("*.pipo")), "asked early: a layer was made")

    def asked_late(self, board):
        """Checks that a rank that catches the signal does so until it ends."""
        tables = self.work / "late"
        process = self.launcher.start([(2, ["--tables", str(tables), *self.arguments(board, None)], [])])
        caught = set()
        while process.poll() is None:
            for pid in ranks_of(process):
                catches = catches_sigterm(pid)
                require(catches is not False or pid not in caught, "a rank no longer catches SIGTERM")
                caught |= {pid} if catches else set()
        require(self.launcher.wait(process).code == 0 and len(caught) == 2, "was not made, or not seen")

    def refused(self, what, code, words, *groups, tables, by="pipo: "):
        ended = self.launcher.run_groups(*groups)
        lines = ended.ours()
        require(ended.code == code, f"{what}: code {ended.code}: {ended.err}")
        require(len(lines) == 1 and words in lines[0], f"{what}: not one line that says {words!r}: {ended.err}")
        require("finished so far" not in lines[0], f"{what}: nothing was made: {lines[0]}")
        require(not tables.exists(), f"{what}: left over: {[str(path) for path in (tables, *tables.rglob('*'))]}")
        print(f"refused: {what}: {lines[0]}", flush=True)

    def full_disk(self, library, count, board):
        """Fills the disk for rank 0, which writes, from some call on. Expects a message, and that finished layers stay."""
        reached = kept = 0
        for _ in range(count):
            tables = self.work / "full"
            arguments = ["--tables", str(tables), *self.arguments(board, None)]
            report = self.work / "report"
            report.unlink(missing_ok=True)
            failing = ["env", f"LD_PRELOAD={library}", f"PIPO_FAULTS_FOLDER={tables}", f"PIPO_FAULTS_REPORT={report}",
                       f"PIPO_FAULTS_CALL={self.chance.randrange(20, 120)}", "PIPO_FAULTS_FAULT=ENOSPC",
                       "PIPO_FAULTS_STICKY=1"]
            ended = self.launcher.run_groups((1, arguments, failing), (1, arguments, []))
            if report.exists() and "fault" in report.read_text():
                reached += 1
                lines = ended.ours()
                require(ended.code == 5, f"full disk: code {ended.code}: {ended.err}")
                require(len(lines) == 1, f"full disk: not one line: {ended.err}")
                require(os.strerror(errno.ENOSPC) in lines[0], f"full disk: does not say so: {lines[0]}")
            else:
                require(ended.code == 0, f"no full disk: code {ended.code}: {ended.err}")
            folder = tables / self.folder(board, None)
            kept += len(list(folder.glob("*.pipo")))
            ended = self.launcher.run(2, *arguments)
            require(ended.code == 0, f"after a full disk: code {ended.code}: {ended.err}")
            self.check_made(tables, board, None, "after a full disk")
            shutil.rmtree(tables)
        require(reached > 0, "no disk was full")
        print(f"full disk: {reached} of {count} during a run; {kept} finished layers were kept in total", flush=True)

    def faults(self):
        tables = self.work / "faults"
        elsewhere = self.work / "elsewhere"
        good = ["--tables", str(tables), *self.arguments("3x3", None)]

        def with_tables(*arguments):
            return ["--tables", str(tables), *arguments]

        self.refused("another board", 2, "has the table 3x4", (1, good, []),
                     (1, with_tables("generate", "3x4"), []), tables=tables)
        self.refused("a bad board on one rank", 2, "rank 1", (1, good, []),
                     (1, with_tables("generate", "3y4"), []), tables=tables)
        self.refused("folders that are not shared", 5, "not the folder that rank 0", (1, good, []),
                     (1, ["--tables", str(elsewhere), *self.arguments("3x3", None)], []), tables=tables)
        require(not elsewhere.exists(), "a folder was made elsewhere")
        self.refused("a budget too small on one rank", 5, "rank 2", (2, good, []),
                     (1, [*good, "--memory", "1M"], []), tables=tables)
        if self.launcher.open_mpi:  # MPICH makes larger files itself when it starts
            limited = ["bash", "-c", 'ulimit -f 1; exec "$@"', "bash"]
            self.refused("no room for one rank's files", 5, "rank 1", (1, with_tables("generate", "3x4"), []),
                         (1, with_tables("generate", "3x4"), limited), tables=tables)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pipo")
    parser.add_argument("pipo_mpi")
    parser.add_argument("library", help="the library that makes calls fail (tests/faults)")
    parser.add_argument("--mpirun", default="mpirun", help="the mpirun of the MPI library that pipo-mpi uses")
    parser.add_argument("--kills", type=int, default=20, help="how many jobs have a rank killed")
    parser.add_argument("--disks", type=int, default=20, help="how many jobs meet a full disk")
    parser.add_argument("--short", action="store_true", help="all boards but the first by 2 and 5 ranks only")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    with tempfile.TemporaryDirectory() as work:
        checks = Checks(options.pipo, options.pipo_mpi, options.mpirun, pathlib.Path(work), random.Random(options.seed))
        try:
            checks.faults()
            checks.full_disk(options.library, options.disks, "3x3")
            checks.asked_to_stop("3x5")
            checks.hangs("3x5")
            checks.asked_early("3x5")
            checks.asked_late("3x3")
            checks.memory_is_kept("3x5", 100)
            checks.same_bytes(BOARDS[:1], (1, 2, 3, 5))
            checks.same_bytes(BOARDS[1:], (2, 5) if options.short else (1, 2, 3, 5))
            checks.kills(options.kills, "3x4", None)
        except Wrong as wrong:
            print(f"WRONG: {wrong}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
