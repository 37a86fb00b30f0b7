"""The report of scripts/judge.py: means of regret by number of drawn edges, and differences between engines."""

import math
from typing import NamedTuple, Optional

from engine_process import KINDS, Failure

ALL = "all"  # the kind of a row that has all kinds of positions


class Answer(NamedTuple):
    move: Optional[str] = None
    regret: Optional[int] = None  # None if the engine failed
    seconds: float = 0.0
    failure: Optional[Failure] = None


class Mean(NamedTuple):
    count: int
    mean: float
    error: float  # standard error; not a number for fewer than two values

    @classmethod
    def of(cls, values):
        if not values:
            return cls(0, math.nan, math.nan)
        mean = sum(values) / len(values)
        squares = sum((value - mean) ** 2 for value in values)
        return cls(len(values), mean, math.sqrt(squares / (len(values) - 1) / len(values)) if len(values) > 1 else math.nan)


def groups(positions):
    """Returns (drawn edges, kind, indices of positions) for each row of the tables."""
    found = []
    for drawn in sorted({one.drawn for one in positions}, reverse=True):
        here = [index for index, one in enumerate(positions) if one.drawn == drawn]
        kinds = list(dict.fromkeys(positions[index].kind for index in here))
        if len(kinds) > 1:
            found += [(drawn, kind, [index for index in here if positions[index].kind == kind]) for kind in kinds]
        found.append((drawn, ALL if len(kinds) > 1 else kinds[0], here))
    return found


def regrets(answers, indices):
    return [answers[index].regret for index in indices if answers[index].regret is not None]


def differences(answers, first, indices):
    both = [index for index in indices if answers[index].regret is not None and first[index].regret is not None]
    return [answers[index].regret - first[index].regret for index in both]


def share_of_perfect(values):
    return values.count(0) / len(values) if values else math.nan


def summaries(engines, positions, answers, options):
    """Returns what the tables show, as dictionaries."""
    found = []
    for drawn, kind, indices in groups(positions):
        for engine, own in zip(engines, answers):
            values = regrets(own, indices)
            told = {"engine": engine, "drawn": drawn, "kind": kind, "positions": len(indices), **named(Mean.of(values), "regret"),
                    "perfect": share_of_perfect(values)}
            if own is not answers[0]:
                told["difference"] = named(Mean.of(differences(own, answers[0], indices)), "mean")
            found.append({"summary": {key: None if value != value else value for key, value in told.items()}})
    for engine, own in zip(engines, answers):
        seconds = [answer.seconds for answer in own if answer.regret is not None]
        found.append({"engine": engine, "failures": failures(own), "seconds": {
            "mean": sum(seconds) / len(seconds) if seconds else None, "longest": max(seconds, default=None),
            "over_time": None if options.time is None else sum(one > options.time for one in seconds)}})
    return found


def named(mean, name):
    return {"moves": mean.count, name: None if mean.mean != mean.mean else mean.mean,
            "standard_error": None if mean.error != mean.error else mean.error}


def failures(answers):
    kinds = [answer.failure.kind for answer in answers if answer.failure]
    return {kind: kinds.count(kind) for kind in KINDS if kind in kinds}


def shown(mean, sign=""):
    if not mean.count:
        return "-"
    return f"{mean.mean:{sign}.2f}" + (f" ± {mean.error:.2f}" if mean.count > 1 else "")


def print_table(rows):
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        print("  ".join(cell.ljust(width) if column == 1 else cell.rjust(width)
                        for column, (cell, width) in enumerate(zip(row, widths))).rstrip())
    print()


def print_text(engines, positions, answers, options):
    letters = [chr(ord("A") + number) for number in range(len(engines))]
    for letter, engine, own in zip(letters, engines, answers):
        seconds = [answer.seconds for answer in own if answer.regret is not None]
        print(f"{letter}: {engine}")
        if seconds:
            over = sum(one > options.time for one in seconds) if options.time is not None else 0
            print(f"   {sum(seconds) / len(seconds):.3g} s a move, at most {max(seconds):.3g} s" + (f"; over time: {over}" if over else ""))
        if failures(own):
            print("   failed: " + ", ".join(f"{kind} {count}" for kind, count in failures(own).items()))
    print("\nRegret: boxes of margin lost per move, ± standard error; perfect moves")
    rows = groups(positions)
    print_table([["drawn", "kind", "positions", *[cell for letter in letters for cell in (letter, "perfect")]]] + [
        [str(drawn), kind, str(len(indices)), *[cell for own in answers for cell in cells(regrets(own, indices))]]
        for drawn, kind, indices in rows])
    if len(engines) > 1:
        print("Differences of regret on the same positions")
        print_table([["drawn", "kind", "positions", *[f"{letter} - A" for letter in letters[1:]]]] + [
            [str(drawn), kind, str(len(indices)), *[shown(Mean.of(differences(own, answers[0], indices)), "+") for own in answers[1:]]]
            for drawn, kind, indices in rows])


def cells(values):
    return shown(Mean.of(values)), f"{100 * share_of_perfect(values):.0f} %" if values else "-"


def told(engine, position, answer):
    """Returns an answer as a line of jsonl."""
    line = {"engine": engine, "position": position.text, "drawn": position.drawn, "kind": position.kind}
    if answer.failure:
        return line | {"failure": answer.failure.kind, "message": str(answer.failure)}
    return line | {"move": answer.move, "regret": answer.regret, "seconds": round(answer.seconds, 4)}
