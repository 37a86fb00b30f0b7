"""The ways to make a table: in memory or within a budget, from nothing or from the files of an interrupted run."""

import dataclasses
import json

from check_table import Wrong


@dataclasses.dataclass
class Scenario:
    """One way to make one table: its name, the arguments, and the files in the folder before the run."""
    name: str
    table: object
    arguments: list
    before: dict
    verify: bool = True  # whether pipo verify also checks complete tables


def scenario(table, name, arguments, before):
    return Scenario(f"{table.board} {name}", table, ["generate", table.board, *arguments], before,
                    verify=table.board != "3x3")


def memory_for_a_budget(injector, work, board, share):
    """Returns arguments that limit the memory of a run."""
    plan = json.loads(injector.run(work, "plan", board, "--format", "json").out)
    least, full = plan["least_memory_bytes"], plan["memory_bytes"]
    if least == full:
        raise Wrong(f"{board} needs all of its memory at once: choose a larger board")
    return ["--memory", str(least + int((full - 1 - least) * share))]


def half_made(table, lock):
    """Returns files that an interrupted run may leave: the later layers, one of them missing and one truncated, a part of
    the next layer, and the lock of a process that has ended."""
    later = table.layers[len(table.layers) // 2:]
    state = {table.board: None, **{name: table.files[name] for name in later}}
    state[later[0]] = table.files[later[0]][:-20]
    del state[later[len(later) // 2]]
    state[table.layers[len(table.layers) // 2 - 1] + ".part"] = b"PIPO" * 300
    if lock:
        state[f"{table.board}/{lock}"] = b""
    return state
