"""The journal of a run (layer.hpp), and the possible contents of a disk after a crash at any point of the run."""

import dataclasses
import random

SECTOR = 512  # an unfinished write may have reached the disk in any of its sectors


@dataclasses.dataclass
class Call:
    number: int
    group: str
    name: str
    result: int
    handle: int
    path: str
    other: str
    offset: int
    created: bool
    truncated: bool
    data: bytes


def read_journal(file):
    text = file.read_bytes()
    calls = []
    at = 0
    while at < len(text):
        end = text.index(b"\n", at)
        number, group, name, result, handle, path, other, offset, created, truncated, length = (
            text[at:end].decode().split("\t"))
        at = end + 1 + int(length)
        calls.append(Call(int(number), group, name, int(result), int(handle), path, other, int(offset),
                          created == "1", truncated == "1", text[end + 1:at]))
    return calls


class File:
    """A file's bytes as the program sees them, as last synced, and the changes in between."""

    def __init__(self):
        self.bytes = b""
        self.synced = b""
        self.pending = []  # ("write", offset, bytes) or ("resize", length, b"")

    def do(self, *step):
        self.bytes = changed(self.bytes, step)
        self.pending.append(step)

    def sync(self):
        self.synced = self.bytes
        self.pending = []


def changed(old, step):
    kind, offset, data = step
    if kind == "resize":
        return old[:offset].ljust(offset, b"\0")
    return old[:offset].ljust(offset, b"\0") + data + old[offset + len(data):]


FOLDER = object()  # the object of a folder's name


def renamed(names, step):
    """Returns the names after one change: ("set", name, object, removed name or None) or ("gone", name)."""
    names = dict(names)
    if step[0] == "gone":
        names.pop(step[1], None)
    else:
        _, name, what, gone = step
        names.pop(gone, None)
        names[name] = what
    return names


class Disk:
    """Files and folders below a root, call by call. Files from before the run are on the disk."""

    def __init__(self, root, before):
        """`before`: {path below the root: bytes, or None for a folder}."""
        self.root = root
        self.names = {}
        for name, content in before.items():
            self.names[name] = FOLDER if content is None else File()
            if content is not None:
                self.names[name].bytes = self.names[name].synced = content
        self.kept = dict(self.names)  # the names that are on the disk
        self.pending = []  # (folder, change of a name), not yet synced with the folder
        self.open = {}

    def below(self, path):
        assert path == self.root or path.startswith(self.root + "/"), path
        return path[len(self.root) + 1:]

    def rename(self, step):
        self.names = renamed(self.names, step)
        self.pending.append((parent(step[1]), step))

    def do(self, call):
        """Applies a call. Returns whether the possible states of the disk may have changed."""
        if call.result < 0:
            return False
        name = self.below(call.path) if call.path else None
        if call.group in ("opening", "creating"):
            if call.created:
                self.rename(("set", name, File(), None))
            self.open[call.handle] = self.names.get(name, FOLDER) if name else FOLDER
            if call.truncated and not call.created:
                self.open[call.handle].do("resize", 0, b"")
            return call.created or call.truncated
        if call.group == "writing":
            self.open[call.handle].do("write", call.offset, call.data)
        elif call.name == "ftruncate":
            self.open[call.handle].do("resize", call.offset, b"")
        elif call.name == "fallocate":
            file = self.open[call.handle]
            file.do("resize", max(call.offset, len(file.bytes)), b"")
        elif call.group == "syncing":
            self.sync(call.handle, name)
        elif call.group == "renaming":
            self.rename(("set", self.below(call.other), self.names[name], name))
        elif call.name == "link":
            self.rename(("set", self.below(call.other), self.names[name], None))
        elif call.name == "mkdir":
            self.rename(("set", name, FOLDER, None))
        elif call.group == "removing":
            self.rename(("gone", name))
        else:
            return False
        return True

    def sync(self, handle, name):
        if self.open[handle] is not FOLDER:
            self.open[handle].sync()
            return
        for folder, step in self.pending:
            if folder == name:
                self.kept = renamed(self.kept, step)
        self.pending = [(folder, step) for folder, step in self.pending if folder != name]

    def folders_kept(self):
        """Returns the names on the disk, including new folders."""
        names = dict(self.kept)
        for _, step in self.pending:
            if step[0] == "set" and step[2] is FOLDER:
                names[step[1]] = FOLDER
        return names

    def state(self, names, content):
        """Returns {path: bytes, or None for a folder}; the files of a deleted folder are deleted."""
        state = {}
        for name, what in sorted(names.items()):
            folder = parent(name)
            if folder == "" or folder in state:
                state[name] = None if what is FOLDER else content(what)
        return state


def parent(name):
    return name.rpartition("/")[0]


def everything(disk, _):
    return disk.state(disk.names, lambda file: file.bytes)


def only_synced(disk, _):
    """Names without a sync of their folder are undone (new folders stay), data without a sync is lost."""
    return disk.state(disk.folders_kept(), lambda file: file.synced)


def folders_too(disk, _):
    """The same, but a new folder exists only after a sync of its parent."""
    return disk.state(disk.kept, lambda file: file.synced)


def names_without_data(disk, _):
    """A journalling disk that writes names at once and data late: files stay empty."""
    return disk.state(disk.names, lambda file: file.synced)


def names_and_zeros(disk, _):
    """The same where lengths are written with the names."""
    return disk.state(disk.names, lambda file: file.synced[:len(file.bytes)].ljust(len(file.bytes), b"\0"))


def newest_name(disk, _):
    """Names may reach the disk in any order: here only the last change of one name has, and synced changes."""
    names = disk.folders_kept()
    for _, step in disk.pending[-1:]:
        names = renamed(names, step)
    return disk.state(names, lambda file: file.synced)


def a_part(disk, chance):
    """Some changes without a sync have reached the disk, and only some sectors of some writes."""
    names = disk.kept
    for _, step in disk.pending:
        if chance.random() < 0.5 or (step[0] == "set" and step[2] is FOLDER):
            names = renamed(names, step)
    contents = {}

    def content(file):
        if id(file) not in contents:
            now = file.synced
            for kind, offset, data in file.pending:
                share = chance.choice((0, 0, 1, 1, 2))
                sectors = chance.randrange(len(data) // SECTOR + 1) if share == 2 else 0
                if share == 1 or sectors:
                    now = changed(now, (kind, offset, data[:sectors * SECTOR] if share == 2 else data))
            contents[id(file)] = now
        return contents[id(file)]

    return disk.state(names, content)


MODELS = {
    "everything": everything,
    "only synced": only_synced,
    "folders too": folders_too,
    "names, no data": names_without_data,
    "names, zeros": names_and_zeros,
    "newest name": newest_name,
    "a part": a_part,
}


def crash_states(root, before, calls, chosen, parts, seed):
    """Yields (call number, model, try, state) after each of the chosen calls, if the state is new. `parts` is the number of
    tries for "a part"."""
    disk = Disk(root, before)
    seen = set()
    for call in calls:
        if not disk.do(call) or call.number not in chosen:
            continue
        for model, state_of in MODELS.items():
            for attempt in range(parts if model == "a part" else 1):
                state = state_of(disk, random.Random(f"{seed} {call.number} {attempt}"))
                key = hash(tuple(state.items()))
                if key not in seen:
                    seen.add(key)
                    yield call.number, model, attempt, state


def last_states(root, before, calls):
    """Returns the possible contents of the disk after a successful run: {model: state}."""
    disk = Disk(root, before)
    for call in calls:
        disk.do(call)
    return {model: state_of(disk, random.Random(0)) for model, state_of in MODELS.items()}
