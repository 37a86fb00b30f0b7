"""Runs every fuzzing target for a while and reports the results: run.py BUILD [SECONDS].

Uses copies of the seeds. Inputs on which a target fails are kept in BUILD/finds.
"""

import concurrent.futures
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
AT_ONCE = 2
LIMITS = ["-rss_limit_mb=1024", "-timeout=10"]
# The length that input needs to reach all code; longer input is only slower.
LONGEST = {"notation": 256, "games": 2048, "picture": 2048, "manifest": 8192, "layer_file": 2048, "batch": 4096, "claims": 4096, "graph": 1024}
COLUMNS = "{:<12} {:>12} {:>8} {:>8} {:>8} {:>6}"


class Outcome:
    """Returns the statistics that libFuzzer prints at the end."""

    def __init__(self, target, code, text, finds):
        self.target, self.code, self.text, self.finds = target, code, text, finds
        status = re.findall(r"cov: (\d+) ft: (\d+) corp: (\d+)/", text)
        self.coverage, self.features, self.corpus = status[-1] if status else ("-", "-", "-")
        runs = re.search(r"stat::number_of_executed_units:\s*(\d+)", text)
        self.runs = runs[1] if runs else "-"

    def failed(self):
        return self.code != 0 or self.finds

    def row(self):
        return COLUMNS.format(self.target, self.runs, self.coverage, self.features, self.corpus, len(self.finds))


def run(build, target, seconds):
    kept = build / "finds" / target
    kept.mkdir(parents=True, exist_ok=True)
    before = set(kept.iterdir())
    with tempfile.TemporaryDirectory(prefix="pipo-fuzz-") as folder:
        corpus = pathlib.Path(folder) / "corpus"
        shutil.copytree(HERE / "corpus" / target, corpus)
        command = [build / f"fuzz_{target}", *LIMITS, f"-max_len={LONGEST[target]}", f"-max_total_time={seconds}",
                   "-print_final_stats=1", f"-artifact_prefix={kept}/"]
        dictionary = HERE / f"{target}.dict"
        if dictionary.exists():
            command.append(f"-dict={dictionary}")
        ended = subprocess.run([*command, corpus], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               errors="replace", check=False)
    return Outcome(target, ended.returncode, ended.stdout, sorted(set(kept.iterdir()) - before))


def tell(build, outcome):
    """Prints the failure of a target and how to reproduce it."""
    print(f"\n{outcome.target} failed:")
    lines = outcome.text.splitlines()
    telling = re.compile("ERROR:|does not hold:|runtime error:|terminate called")
    words = [i for i, line in enumerate(lines) if telling.search(line)]
    begin = words[0] if words else max(0, len(lines) - 20)
    print("\n".join(lines[begin:begin + 30]))
    for find in outcome.finds:
        print(f"again: {shlex.join([str(build / f'fuzz_{outcome.target}'), *LIMITS, str(find)])}")


def main(arguments):
    if len(arguments) not in (1, 2) or (len(arguments) == 2 and not re.fullmatch("[1-9][0-9]*", arguments[1])):
        sys.exit("usage: run.py BUILD [SECONDS]")
    build = pathlib.Path(arguments[0]).resolve()
    seconds = int(arguments[1]) if len(arguments) == 2 else 60
    targets = sorted(path.stem.removeprefix("fuzz_") for path in HERE.glob("fuzz_*.cpp"))
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        outcomes = list(pool.map(lambda target: run(build, target, seconds), targets))
    print(COLUMNS.format("target", "executions", "cov", "ft", "corpus", "finds"))
    for outcome in outcomes:
        print(outcome.row())
    failed = [outcome for outcome in outcomes if outcome.failed()]
    for outcome in failed:
        tell(build, outcome)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main(sys.argv[1:])
