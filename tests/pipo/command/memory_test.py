"""Checks that the program stays within `--memory`, and that the need named by a refusal suffices.

memory_test.py PIPO [RUNS [SEED]]

Runs the program on random starts with budgets near their needs. Each run must use at most its budget
plus a tenth of it plus 4 MiB, or exit with 5 and name the need; with that need as `--memory` it must
succeed. With RUNS the test makes that many runs and prints the largest excess.
"""

import os
import random
import re
import subprocess
import sys
import tempfile

MIB = 1 << 20
UNITS = {"B": 1, "KiB": 1 << 10, "MiB": MIB, "GiB": 1 << 30}
NEED = re.compile(r"(?:would take about|needs at least) "
                  r"([0-9.]+) ([KMG]?i?B)")
BOARDS = ["3x4", "3x5", "4x4", "4x5", "5x5", "2x8", "2x6", "3x6", "4x6", "1x12"]


def edges(board):
    rows, columns = map(int, board.split("x"))
    return rows * (columns + 1) + columns * (rows + 1)


def start(rng, board, most_open):
    drawn = max(0, edges(board) - most_open)
    bits = ["1"] * drawn + ["0"] * (edges(board) - drawn)
    rng.shuffle(bits)
    return board + ":" + "".join(bits)


class Runner:
    """Runs the program and measures its largest memory use."""

    def __init__(self, pipo):
        self.pipo = pipo
        self.runs = 0
        self.worst = 0.0

    def run(self, arguments, memory):
        """Returns exit code and output; fails if the run exceeds its memory."""
        with tempfile.TemporaryDirectory() as folder, open(folder + "/out", "w+") as out:
            command = [self.pipo, "--tables", folder + "/tables", *arguments, "--memory", memory]
            child = subprocess.Popen(command, stdout=out, stderr=out, stdin=subprocess.DEVNULL)
            _, status, usage = os.wait4(child.pid, 0)
            child.returncode = code = os.waitstatus_to_exitcode(status)
            out.seek(0)
            text = out.read()
        self.runs += 1
        assert code in (0, 5), f"{command}: exit code {code}\n{text}"
        if code == 0:
            allowed = size(memory)
            taken = usage.ru_maxrss * 1024
            self.worst = max(self.worst, (taken - 4 * MIB) / allowed)
            assert taken <= 1.1 * allowed + 4 * MIB, (
                f"{command}: takes {taken / MIB:.1f} MiB of the {allowed / MIB:.1f} allowed\n{text}")
        return code, text

    def least(self, arguments):
        """Returns the need named by a refusal, in bytes, and checks that it suffices; None if no budget is refused."""
        code, text = self.run(arguments, "2M")
        assert code == 5, f"{arguments}: 2 MiB are enough?\n{text}"
        need = NEED.search(text)
        assert need, f"{arguments}: no need is stated\n{text}"
        stated = f"{need[1]} {need[2]}"
        if size(stated) > 300 * MIB:
            return None
        code, text = self.run(arguments, stated)
        assert code == 0, f"{arguments}: {stated} were said to be enough\n{text}"
        # A much smaller budget is refused.
        code, again = self.run(arguments, str(size(stated) * 9 // 10))
        assert code == 5, f"{arguments}: {stated} were said to be needed, and nine tenths will do"
        need = NEED.search(again)
        assert f"{need[1]} {need[2]}" == stated, f"{arguments}: {stated} are needed, or {need[0]}?"
        return size(stated)


def size(text):
    number, unit = re.fullmatch(r"([0-9.]+) ?([A-Za-z]*)", text).groups()
    return float(number) * {"": 1, "M": MIB, **UNITS}[unit]


def checks(rng, runner):
    """Yields runs without end, of each kind in turn."""
    while True:
        threads = ["--threads", rng.choice(["1", "2", "4"])]
        sweep = ["solve", "--by", "sweep", *threads, start(rng, rng.choice(BOARDS), rng.randint(24, 36))]
        least = runner.least(sweep)
        yield
        if least:
            runner.run(sweep, str(int(least * rng.uniform(1, 1.5))))
            yield
        board = rng.choice(["3x3-0x1", "3x4", "2x6", "3x4-icelandic", "4x4-swedish", "4x5-swedish", "5x5-swedish"])
        name, _, named = board.partition("-")
        table = ["generate", name, *(["--start", named] if named else []), *threads]
        least = runner.least(table)
        yield
        if least:
            runner.run(table, str(int(least * rng.uniform(1, 1.5))))
            yield
        runner.run(["solve", "--by", "search", start(rng, rng.choice(["3x4", "4x4", "5x5"]), 28)], rng.choice(["13M", "20M", "30M", "49M"]))
        yield
        runner.run(["solve", "--bound", "0", *threads, "--time", "10", start(rng, rng.choice(["4x4", "4x5", "5x5"]), rng.randint(30, 33))],
                   rng.choice(["26M", "40M", "60M", "100M"]))
        yield


def main():
    runner = Runner(sys.argv[1])
    wanted = int(sys.argv[2]) if len(sys.argv) > 2 else 12
    rng = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    for _ in checks(rng, runner):
        if runner.runs >= wanted:
            break
    print(f"{runner.runs} runs; without 4 MiB, at most {runner.worst:.2f} of the allowed memory")


if __name__ == "__main__":
    main()
