"""The required state of a folder of tables after any fault: the checks of all cases."""

import json

MANIFEST = "manifest.json"
NOT_THERE = 3  # the program's exit code for a missing table
MAY_DIFFER = ("date", "seconds", "threads", "checksum")


class Wrong(Exception):
    """An error in a folder or a run."""


def require(holds, what):
    if not holds:
        raise Wrong(what)


def contents(folder):
    """Returns {path below the folder: bytes, or None for a folder}."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() if path.is_file() else None
            for path in sorted(folder.rglob("*"))}


def put(folder, state):
    folder.mkdir(parents=True)
    for name, content in sorted(state.items()):
        if content is None:
            (folder / name).mkdir()
        else:
            (folder / name).write_bytes(content)


def manifest_of(content):
    return {name: value for name, value in json.loads(content).items() if name not in MAY_DIFFER}


def is_leftover(name):
    return name.endswith((".part", ".lock"))


class Table:
    """The right table of a board, made without faults."""

    def __init__(self, injector, board, tables):
        self.injector = injector
        self.board = board
        made = injector.run(tables, "generate", board)
        require(made.code == 0, f"pipo generate {board} fails without any fault: {made.err}")
        self.files = contents(tables)
        self.manifest = f"{board}/{MANIFEST}"
        self.layers = sorted(name for name in self.files if name.endswith(".pipo"))
        rows, columns = map(int, board.split("x"))
        self.position = f"{board}:{'0' * (2 * rows * columns + rows + columns)}"
        self.answer = self.probe(tables).out

    def probe(self, tables):
        return self.injector.run(tables, "probe", "--format", "jsonl", self.position)

    def check(self, tables, before, verify):
        """Checks that the table is complete and right, or recognised as unfinished. Returns whether it is complete."""
        state = contents(tables)
        complete = self.manifest in state
        for name in self.layers:
            right = (self.files[name],) if complete else (None, self.files[name], before.get(name))
            require(state.get(name) in right, f"{name} bears its name, but not its bytes"
                    if name in state else f"complete, but {name} is missing")
        answer = self.probe(tables)
        if not complete:
            require(answer.code == NOT_THERE and '"value"' not in answer.out,
                    f"unfinished, but pipo probe says code {answer.code}: {answer.out}{answer.err}")
            return False
        try:
            same = manifest_of(state[self.manifest]) == manifest_of(self.files[self.manifest])
        except ValueError:
            raise Wrong(f"{self.manifest} bears its name, but is no JSON ({len(state[self.manifest])} bytes)")
        require(same, "the manifest differs")
        require(answer.code == 0 and answer.out == self.answer,
                f"pipo probe says code {answer.code}: {answer.out}{answer.err}")
        if verify:
            verified = self.injector.run(tables, "verify", self.board)
            require(verified.code == 0, f"pipo verify says code {verified.code}: {verified.err}")
        return True

    def has_all_files(self, tables):
        return set(self.files) <= set(contents(tables))

    def check_nothing_else(self, tables):
        others = sorted(set(contents(tables)) - set(self.files))
        require(not others, f"left over: {', '.join(others)}")

    def check_no_leftovers(self, tables, before):
        others = sorted(name for name in contents(tables) if is_leftover(name) and name not in before)
        require(not others, f"left over: {', '.join(others)}")

    def check_goes_on(self, tables, *arguments):
        """Checks that the same command without faults completes the table and leaves no other file."""
        ended = self.injector.run(tables, *arguments)
        require(ended.code == 0 and ended.err == "",
                f"going on without faults: code {ended.code}: {ended.err}")
        require(self.check(tables, {}, verify=False), "going on without faults says 0, but there is no manifest")
        self.check_nothing_else(tables)


def check_message(ended, tables):
    """Checks that standard error has one clear line."""
    require(ended.err.count("\n") == 1 and ended.err.startswith("pipo: ") and str(tables) in ended.err,
            f"not one line that names what fails: {ended.err!r}")
