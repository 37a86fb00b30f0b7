"""The cases: which call fails, how, during which run, and the required outcome."""

import dataclasses
import shutil

from check_table import check_message, contents, put, require
from journal import crash_states, last_states, read_journal
from scenario import Scenario

DONE, DAMAGED, NO_SPACE = 0, 4, 5  # exit codes
KILLED = -9

GROUPS = {"opening", "creating", "naming", "reading", "writing", "sizing", "syncing", "renaming", "removing",
          "closing", "locking", "asking"}
MAKES_ROOM = {"creating", "naming", "writing", "sizing"}
# The groups of calls that can have each fault, as in layer.cpp.
FITS = {
    "EIO": GROUPS,
    "ENOSPC": MAKES_ROOM | {"syncing", "renaming"},
    "EDQUOT": MAKES_ROOM | {"syncing", "renaming"},
    "EINTR": {"opening", "creating", "reading", "writing", "sizing", "syncing", "closing", "locking"},
    "short": {"reading", "writing"},
    "EIO on": GROUPS,
    "ENOSPC on": MAKES_ROOM,
    "crash": MAKES_ROOM | {"syncing", "renaming", "removing"},  # other calls do not change the disk
}
INVISIBLE = {"EINTR", "short"}
# The text in the lock file is only for the messages of other processes.
SIGNED = "generating.lock"

# A run succeeds without a lock, without reading a file, or without a layer that it makes again.
CAN_DO_WITHOUT = GROUPS - MAKES_ROOM - {"syncing", "renaming"}
READS = {"opening", "reading", "asking"}


@dataclasses.dataclass
class Case:
    name: str
    scenario: Scenario
    fault: str
    number: int
    state: dict = None  # for crash states: the contents of the disk

    def run(self, injector, folder):
        """Raises Wrong if the case fails; the files in `folder` show the details."""
        tables = folder / "tables"
        if self.state is not None:
            put(tables, self.state)
            self.go_on(tables, folder)
            return True
        put(tables, self.scenario.before)
        ended = injector.inject(tables, folder / "report", self.fault, self.number, *self.scenario.arguments)
        (folder / "stderr").write_text(ended.err)
        if self.fault != "crash" and not ended.fault:
            return False
        self.check_end(ended, tables)
        self.go_on(tables, folder)
        return True

    def go_on(self, tables, folder):
        self.scenario.table.check(tables, self.scenario.before, verify=self.scenario.verify)
        shutil.copytree(tables, folder / "before-going-on")
        self.scenario.table.check_goes_on(tables, *self.scenario.arguments)

    def check_end(self, ended, tables):
        where = f"{' '.join(map(str, ended.fault))}: " if ended.fault else ""
        if self.fault == "crash":
            # Another order of the threads may have fewer calls.
            require(ended.code in (KILLED, DONE), f"code {ended.code}: {ended.err}")
            return
        _, group, name, path = ended.fault
        codes = {NO_SPACE}
        if self.fault in INVISIBLE:
            codes = {DONE}
        elif group in CAN_DO_WITHOUT or name == "fallocate" or path.endswith(SIGNED):
            codes.add(DONE)
        # An unreadable file is reported as damaged, even if it is the next one on a broken disk.
        if self.fault == "EIO on" or (self.fault == "EIO" and group in READS):
            codes.add(DAMAGED)
        require(ended.code in codes, f"{where}code {ended.code} instead of {sorted(codes)}: {ended.err}")
        if ended.code == DONE:
            require(ended.err == "", f"{where}code 0 and words on standard error: {ended.err}")
            require(self.scenario.table.manifest in contents(tables), f"{where}code 0 without a manifest")
        else:
            check_message(ended, tables)
        if self.fault != "EIO on" and group != "removing":
            self.scenario.table.check_no_leftovers(tables, self.scenario.before)


class Kept:
    """Layers that a run reported as done must exist after a crash."""

    def __init__(self, scenario, model, state):
        self.name = f"{scenario.name}/done/{model}"
        self.scenario, self.fault, self.state = scenario, f"done: {model}", state

    def run(self, _, folder):
        put(folder / "tables", self.state)
        require(self.scenario.table.check(folder / "tables", {}, verify=False),
                "pipo generate said 0, and after a crash the table is not there")
        return True


def record(injector, scenario, folder):
    """Returns the calls of a run without faults, from the journal."""
    journal = folder / "journal"
    if not journal.exists():
        put(folder / "tables", scenario.before)
        ended = injector.record(folder / "tables", journal, *scenario.arguments)
        require(ended.code == 0, f"{scenario.name} with the layer and without faults: {ended.err}")
    return read_journal(journal)


def points(calls, many, every):
    """Returns every Nth call of each group; reading and writing calls are first thinned evenly to `many`."""
    chosen = []
    for group in GROUPS:
        these = [call for call in calls if call.group == group]
        if group in ("reading", "writing"):
            these = these[::max(1, -(-len(these) // many))]
        chosen += these[::every]
    return sorted(chosen, key=lambda call: call.number)


def fault_cases(scenario, chosen, all_faults):
    """Yields every fault at every call; or a crash at every call that changes the disk, and one fault at each call in turn."""
    turn = 0
    for call in chosen:
        fitting = [fault for fault, groups in FITS.items() if call.group in groups]
        if not all_faults:
            others = [fault for fault in fitting if fault != "crash"]
            turn += 1
            fitting = [others[turn % len(others)]] + ["crash"] * ("crash" in fitting)
        for fault in fitting:
            yield Case(f"{scenario.name}/{fault}/{call.number}", scenario, fault, call.number)


def state_cases(scenario, root, calls, chosen, parts, seed):
    numbers = {call.number for call in chosen}
    for number, model, attempt, state in crash_states(root, scenario.before, calls, numbers, parts, seed):
        yield Case(f"{scenario.name}/disk: {model}/{number}.{attempt}", scenario, f"disk: {model}", number, state)
    for model, state in last_states(root, scenario.before, calls).items():
        yield Kept(scenario, model, state)
