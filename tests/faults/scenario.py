"""The ways to make a table: in memory or within a budget, from nothing or from what a run has left."""

import dataclasses
import json


@dataclasses.dataclass
class Scenario:
    """One way to make one table: its name, the arguments, and what the folder holds before."""
    name: str
    table: object
    arguments: list
    before: dict
    verify: bool = True  # whether pipo verify is asked about complete tables, too


def scenario(table, name, arguments, before):
    words = [word for word in arguments if "=" in word and not word.startswith("-")]
    others = [word for word in arguments if word not in words]
    return Scenario(f"{table.board} {name}", table, [*words, "generate", table.board, *others], before,
                    verify=table.board != "3x3")


def memory_for_a_budget(injector, work, board, share):
    """Arguments with which a table is made within a budget; None where all that is needed is needed at once."""
    plan = json.loads(injector.run(work, "plan", board, "--format", "json").out)
    least, full = plan["least_memory_bytes"], plan["memory_bytes"]
    if least == full:
        return None
    return ["--memory", str(least + int((full - 1 - least) * share))]


def half_made(table, lock):
    """What an interrupted run may have left: the later layers, of which one is missing and one is cut off,
    a part of the next one, and the lock of a process that is no more."""
    later = table.layers[len(table.layers) // 2:]
    state = {table.board: None, **{name: table.files[name] for name in later}}
    state[later[0]] = table.files[later[0]][:-20]
    del state[later[len(later) // 2]]
    state[table.layers[len(table.layers) // 2 - 1] + ".part"] = b"PIPO" * 300
    if lock:
        state[f"{table.board}/{lock}"] = b""
    return state
