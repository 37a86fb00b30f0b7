#!/usr/bin/env python3
"""Makes the files of positions that scripts/judge.py plays through: positions of a board with the exact value of every move.

Half of the positions of each number of drawn edges are random: any edges drawn one after the other, none of which
gives a box a third side. The other half are snapshots of sensible games: both players are the greedy player of
examples/engines, which avoids third sides and prefers moves after which its opponent will have to open the first long
chain. No position occurs twice. The same seed draws the same positions; a greater number begins with the same ones.

'pipo solve --batch' computes the values. Its answers are added to the file --answers, and positions that are in it
already are not solved again, so an interrupted run continues. Positions without an answer are left out of the file.
"""

import argparse
import json
import pathlib
import random
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "examples/engines"))
import players  # noqa: E402: its folder is on the path only now
import rules  # noqa: E402

# For each board, the number of positions for each number of drawn edges.
COUNTS = {
    "5x5": {24: 200, 20: 200, 16: 200, 14: 50, 12: 20},
    "6x6": {36: 100, 34: 50, 32: 20},
    "7x7": {52: 40, 50: 40, 48: 40},
    "10x10": {104: 20},
}
EXAMPLES = """examples:
  scripts/make_judge_positions.py --pipo build/release/pipo > positions.txt
  scripts/make_judge_positions.py --pipo build/release/pipo --drawn 16,14 --memory 6G > positions.txt
  scripts/make_judge_positions.py --pipo build/release/pipo --board 7x7 --time 60 > positions.txt
  scripts/make_judge_positions.py --draw-only --drawn 12"""


def random_move(position, source):
    safe = position.safe_edges()
    return players.pick(source, safe) if safe else None


KINDS = {"random": random_move, "sensible": players.greedy}


def played_on(position, move, drawn, source):
    """Returns the position after the moves of a player up to that many drawn edges; None if the player has no move before."""
    after = position.copy()
    for _ in range(drawn - sum(after.drawn)):
        edge = move(after, source)
        if edge is None:
            return None
        after.draw(edge)
    return after


def draw(board, kind, drawn, count, seed):
    """Returns positions of the board ("5x5") with that many drawn edges, each from a different game."""
    source = random.Random(f"{seed} {kind} {drawn}").random
    empty = rules.Position(rules.Board(*map(int, board.split("x"))))
    found = {}
    while len(found) < count:
        if position := played_on(empty, KINDS[kind], drawn, source):
            found[position.dbn()] = True
    return list(found)


def read_answers(path):
    if not path.exists():
        return {}
    answers = {}
    for line in path.read_text().splitlines():
        try:
            answer = json.loads(line)
        except json.JSONDecodeError:
            continue  # an interrupted run may have left the beginning of a line
        if "moves" in answer:
            answers[answer["position"]] = answer
    return answers


def solve(batches, options):
    """Solves the positions that have no answer yet, batch by batch. Each answer is in the file as soon as it is known."""
    known = set(read_answers(options.answers))
    for positions in batches:
        if missing := [position for position in positions if position not in known]:
            solve_batch(missing, options)


def solve_batch(missing, options):
    command = [options.pipo, "solve", "--batch", "-", "--format", "jsonl", "--threads", str(options.threads)]
    for option in "memory", "time":
        if value := getattr(options, option):
            command += [f"--{option}", value]
    with options.answers.open("a") as file:
        done = subprocess.run(command, input="\n".join(missing) + "\n", stdout=file, text=True, check=False)
    print(f"{len(missing)} positions tried" + (f", exit code {done.returncode}" if done.returncode else ""), file=sys.stderr, flush=True)


def text_of(answer):
    moves = ",".join(f"{move['edge']}={move['value']}" for move in answer["moves"])
    return f"{answer['position']} {answer['value']} {moves}"


def write(groups, options):
    answers = read_answers(options.answers)
    command = "scripts/make_judge_positions.py" + (f" --board {options.board}" if options.board != "5x5" else "")
    print(f"# Positions of Dots-and-Boxes on {options.board} with the exact value of every move: {command} --seed {options.seed}")
    print("# Each line: the position, the margin for the player to move, the margin of every move")
    for (drawn, kind), positions in groups.items():
        solved = [answers[position] for position in positions if position in answers]
        print(f"# drawn {drawn}, {kind}: {len(solved)} positions")
        for answer in solved:
            print(text_of(answer))
        if len(solved) < len(positions):
            print(f"make_judge_positions: {len(positions) - len(solved)} of {len(positions)} {kind} positions with {drawn} drawn edges"
                  " have no answer; run the command again", file=sys.stderr)


def main():
    parser = argparse.ArgumentParser(description=__doc__, epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pipo", default="pipo", help="the program (default: pipo)")
    parser.add_argument("--board", choices=COUNTS, default="5x5", help="the board (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--drawn", metavar="N,..", help="numbers of drawn edges (default: " +
                        "; ".join(f"{board}: {','.join(map(str, counts))}" for board, counts in COUNTS.items()) + ")")
    parser.add_argument("--answers", type=pathlib.Path, default="judge-answers.jsonl", metavar="FILE", help="answers of pipo (default: %(default)s)")
    parser.add_argument("--memory", help="memory limit of pipo, for example 12G (5x5 with 12 drawn edges needs up to 13 GB)")
    parser.add_argument("--time", help="time limit of pipo for each position, in seconds")
    parser.add_argument("--threads", type=int, default=0, help="threads of pipo, 0 for all cores (default)")
    parser.add_argument("--draw-only", action="store_true", help="print the positions without values, and solve nothing")
    options = parser.parse_args()
    counts = COUNTS[options.board]
    numbers = [int(number) for number in options.drawn.split(",")] if options.drawn else list(counts)
    if not set(numbers) <= set(counts):
        parser.error(f"--drawn: known numbers for {options.board} are {', '.join(map(str, counts))}")
    groups = {(drawn, kind): draw(options.board, kind, drawn, counts[drawn] // 2, options.seed) for drawn in numbers for kind in KINDS}
    if options.draw_only:
        for positions in groups.values():
            print("\n".join(positions))
        return
    solve(groups.values(), options)
    write(groups, options)


if __name__ == "__main__":
    main()
