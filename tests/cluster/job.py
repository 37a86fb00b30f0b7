"""Runs jobs of pipo-mpi on this machine, with any number of cores, and compares the files that they leave."""

import hashlib
import json
import os
import pathlib
import signal
import subprocess
import time

SECONDS = 300  # more than any job takes


class Wrong(Exception):
    """An expectation that failed."""


def require(holds, what):
    if not holds:
        raise Wrong(what)


class Ended:
    def __init__(self, code, out, err):
        self.code = code
        self.out = out
        self.err = err

    def ours(self):
        """The messages of pipo-mpi, without those of mpirun and without progress."""
        lines = [line for line in self.err.splitlines() if line.startswith("pipo: ")]
        return [line for line in lines if "%" not in line]


def environment():
    # Allows root, as in containers, and more ranks than cores.
    return {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
            "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_hwloc_base_binding_policy": "none"}


class Launcher:
    def __init__(self, mpirun, program):
        version = subprocess.run([mpirun, "--version"], check=True, capture_output=True, text=True).stdout
        self.open_mpi = "Open MPI" in version
        self.mpirun = [mpirun, "--oversubscribe"] if self.open_mpi else [mpirun]
        self.program = program

    def start(self, groups):
        """`groups`: (ranks, arguments, words before the program) each."""
        command = list(self.mpirun)
        for index, (ranks, arguments, before) in enumerate(groups):
            command += [":"] if index > 0 else []
            command += ["-n", str(ranks), *before, self.program, *arguments]
        return subprocess.Popen(command, env=environment(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True, start_new_session=True)

    @staticmethod
    def wait(process, seconds=SECONDS):
        try:
            out, err = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            raise Wrong(f"a job is still there after {seconds} seconds")
        return Ended(process.returncode, out, err)

    def run(self, ranks, *arguments):
        return self.wait(self.start([(ranks, arguments, [])]))

    def run_groups(self, *groups):
        return self.wait(self.start(list(groups)))


def ranks_of(process):
    """Returns the process ids of the ranks that run. Between mpirun and a rank there may be another process."""
    parents, ranks = {}, []
    for entry in pathlib.Path("/proc").iterdir():
        try:
            stat = (entry / "stat").read_text() if entry.name.isdigit() else ""
        except OSError:
            continue
        if not stat:
            continue
        name, rest = stat[stat.find("(") + 1:stat.rfind(")")], stat[stat.rfind(")") + 2:].split()
        parents[int(entry.name)] = int(rest[1])
        ranks += [int(entry.name)] if name == "pipo-mpi" else []
    return sorted(pid for pid in ranks if process.pid in (parents[pid], parents.get(parents[pid])))


def catches_sigterm(pid):
    """Returns whether the process has a handler; None if the process has ended."""
    try:
        lines = pathlib.Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return None
    fields = dict(line.split(":", 1) for line in lines)
    if fields["State"].split()[0] in "ZX":
        return None
    return bool(int(fields["SigCgt"], 16) >> (signal.SIGTERM - 1) & 1)


def most_memory(process):
    """Watches the job until it ends. Returns the largest unshared memory of any rank, in bytes."""
    most = 0
    while process.poll() is None:
        for pid in ranks_of(process):
            try:
                lines = dict(line.split(":", 1) for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines())
                held = sum(int(lines[part].split()[0]) for part in ("RssAnon", "RssFile"))
            except (OSError, KeyError):
                continue
            most = max(most, 1024 * held)
        time.sleep(0.005)
    return most


def wait_until_gone(pids):
    end = time.monotonic() + 30
    while time.monotonic() < end and any(pathlib.Path(f"/proc/{pid}").exists() for pid in pids):
        time.sleep(0.02)


def table_bytes(folder):
    """Returns the parts of two tables that must be equal: the layers' bytes, and the manifest without the data of the run."""
    files = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.glob("*.pipo")}
    manifest = json.loads((folder / "manifest.json").read_text())
    for how in ("seconds", "threads", "date", "checksum"):
        manifest.pop(how, None)
    return files, manifest


def leftovers(folder):
    return sorted(path.name for path in folder.iterdir()
                  if path.name not in ("manifest.json", "SHA256SUMS") and path.suffix != ".pipo")
