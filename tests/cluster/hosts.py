"""Rehearses a cluster: pipo-mpi on hosts that are namespaces of this machine (network.py), by TCP over shaped links.

    hosts.py PIPO PIPO_MPI [--full]

- 2 and 4 hosts make the same bytes as one process, at 1 Gbit/s and 0.2 ms, and at 100 Mbit/s and 20 ms. Their traffic
  and waiting are printed beside the plan.
- A link that is down for 30 seconds, a slow host, a wrong clock, files that are seen late: the job goes on.
- A host that is gone, a process that hangs, two hosts that do not reach each other, a file that never shows: the job
  ends with a message that names the host, and the same command continues.

--full makes 3x5, 4x4 and 2x8 at both speeds, which takes an hour. Exits with 77 if this machine has no such hosts.
"""

import argparse
import datetime
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from job import Launcher, Wrong, environment, leftovers, require, table_bytes
from network import Network, enter, inside, signal_all, why_not

SKIPPED = 77
FAST, SLOW = (1e9, 0.0002), (1e8, 0.02)  # bits a second, seconds from one host to another
MEMORY = "1G"  # of each host
FAULTY = "3x5"  # the board that is made while something fails
# Without this, mpirun waits for ever for a daemon that has started but cannot reach it.
ATTACHED = {"orte_leave_session_attached": 1}
PATIENCE = 15
LONGEST = 3600  # seconds for the largest board at the slower speed
# Open MPI's daemons notice a host that is gone after eight minutes; with these, within seconds.
NOTICE = {"oob_tcp_keepalive_time": 5, "oob_tcp_keepalive_intvl": 2, "oob_tcp_keepalive_probes": 3}


class Cluster(Launcher):
    """Starts jobs on the hosts of a network, by mpirun on the first one."""

    def __init__(self, network):
        self.network = network

    def start(self, names, arguments, more=None):
        parameters = {"plm_rsh_agent": "/agent", "plm_rsh_no_tree_spawn": 1, "btl": "tcp,self",
                      "btl_tcp_if_include": "10.77.0.0/24", "oob_tcp_if_include": "10.77.0.0/24", **(more or {})}
        command = [*inside(self.network.hosts["host1"]), "mpirun", "--host", ",".join(names), "-n", str(len(names))]
        for name, value in parameters.items():
            command += ["--mca", name, str(value)]
        command += ["/opt/pipo-mpi", "--tables", "/shared/tables", *arguments]
        return subprocess.Popen(command, env=environment(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True, start_new_session=True)


class Checks:
    def __init__(self, pipo, network, work):
        self.pipo = pipo
        self.network = network
        self.cluster = Cluster(network)
        self.tables = network.shared / "tables"
        self.alone = work / "alone"

    def arguments(self, board):
        return ["generate", board, "--threads", "1", "--memory", MEMORY]

    def wanted(self, board):
        """Returns the table that one process makes."""
        subprocess.run([self.pipo, "--tables", self.alone, "generate", board], check=True, capture_output=True)
        return table_bytes(self.alone / board)

    def check_made(self, ended, board, what):
        require(ended.code == 0, f"{what}: code {ended.code}: {ended.err}")
        folder = self.tables / board
        require(leftovers(folder) == [], f"{what}: left over: {leftovers(folder)}")
        require(table_bytes(folder) == self.wanted(board), f"{what}: other bytes")
        shutil.rmtree(self.tables)

    def plan(self, board, hosts):
        out = subprocess.run([self.pipo, "plan", board, "--ranks", str(hosts), "--memory", MEMORY, "--threads", "1",
                              "--format", "json"], check=True, capture_output=True, text=True).stdout
        return json.loads(out)["ranks"]

    def same_bytes(self, board, hosts, shape):
        self.network.shape(*shape)
        self.network.traffic()
        began = time.monotonic()
        ended = self.cluster.wait(self.cluster.start(self.network.names[:hosts], self.arguments(board)), LONGEST)
        seconds = time.monotonic() - began
        received = self.network.traffic()[:hosts]
        link = f"{shape[0] / 1e6:.0f} Mbit/s, {1000 * shape[1]:g} ms"
        self.check_made(ended, board, f"{board} by {hosts} hosts, {link}")
        plan = self.plan(board, hosts)
        shares = re.findall(r"pipo: rank \d+: .* (\d+)% fetching and reading, (\d+)% waiting", ended.err)
        fetching, waiting = ([int(share) for share in of_all] for of_all in zip(*shares, strict=True))
        planned = sum(rank["values_fetched"] for rank in plan["each"])
        planned += sum(rank["bytes_written"] for rank in plan["each"][1:])
        print(f"{board} by {hosts} hosts, {link}: {seconds:.1f} s (plan {plan['seconds']:.1f} s), "
              f"fetching {sum(fetching) // hosts}%, waiting {sum(waiting) // hosts}% (plan {100 * plan['waiting']:.0f}%), "
              f"received {sum(received) >> 20} MiB (plan {planned >> 20} MiB)", flush=True)

    def started(self, names, *more, parameters=None):
        """Starts a job, and returns when it has written something."""
        process = self.cluster.start(names, [*self.arguments(FAULTY), *more], parameters)
        while not list(self.tables.rglob("layer-*")):
            require(process.poll() is None, "a job has ended before its first layer")
            time.sleep(0.02)
        time.sleep(0.5)
        require(process.poll() is None, "a job has ended before the fault")
        return process

    def goes_on(self, what, process, before=False):
        """Checks that the job completes the table. `before`: dated more than a day ago, as the clock of host1 says."""
        ended = self.cluster.wait(process)
        if before and ended.code == 0:
            made = json.loads((self.tables / FAULTY / "manifest.json").read_text())["date"]
            now = datetime.datetime.now(datetime.timezone.utc)
            require(datetime.datetime.fromisoformat(made) < now - datetime.timedelta(days=1), f"{what}: made {made}")
        self.check_made(ended, FAULTY, what)
        print(f"{what}: the job goes on, and makes the same bytes", flush=True)

    def ends(self, what, process, words, names, code=None):
        """Checks that the job ends with a message, and that these hosts then complete the table."""
        began = time.monotonic()
        ended = self.cluster.wait(process)
        said = ended.out + ended.err
        require(ended.code != 0 and code in (None, ended.code), f"{what}: code {ended.code}: {said}")
        found = re.search(words, said)
        require(found, f"{what}: no message with {words!r}: {said}")
        print(f"{what}: the job ends after {time.monotonic() - began:.0f} s with {ended.code}: {found[0]}", flush=True)
        return self.cluster.start(names, self.arguments(FAULTY))

    def continued(self, what, process):
        self.check_made(self.cluster.wait(process), FAULTY, f"{what}, continued")

    def faults_that_pass(self):
        network, three = self.network, self.network.names[:3]
        process = self.started(three)
        network.set_link("host3", "down")
        time.sleep(30)
        require(process.poll() is None, "a link that is down has ended the job")
        network.set_link("host3", "up")
        self.goes_on("a link that is down for 30 s", process)
        process = self.started(three)
        with network.slowed("host2", 5):
            self.goes_on("a host that is slow by a factor of five", process)
        for name, offset in (("host1", "-26h"), ("host2", "+26h")):
            with network.wrong_clock(name, offset):
                process = self.started(three)
                self.goes_on(f"the clock of {name} off by {offset}", process, before=name == "host1")

    def faults_that_end(self):
        network, three = self.network, self.network.names[:3]
        patience = ["--patience", str(PATIENCE)]
        what = "a process that hangs"
        process = self.started(three, *patience)
        signal_all(network.ranks("host3"), signal.SIGSTOP)
        self.continued(what, self.ends(what, process, "rank 0 on host1: no sign of life from rank 2 on host3.*", three, 5))
        what = "two hosts that do not reach each other"
        process = self.started(three, *patience)
        network.part("host2", "host3")
        again = self.ends(what, process, "no sign of life from rank [12] on host[23].*", network.names[:2], 5)
        network.join()
        self.continued(what, again)
        what = "a host whose processes are killed"
        process = self.started(three)
        network.kill_all("host3")
        self.continued(what, self.ends(what, process, r"Remote daemon: .* on node host3", three))
        what = "a host that nobody reaches at the start"
        network.set_link("host3", "down")
        process = self.cluster.start(three, self.arguments(FAULTY), ATTACHED)
        self.continued(what, self.ends(what, process, "unable to reliably start one or more daemons", network.names[:2]))
        network.set_link("host3", "up")
        what = "a link that stays down"
        process = self.started(three, parameters=NOTICE)
        network.set_link("host3", "down")
        self.continued(what, self.ends(what, process, r"Remote daemon: .* on node host3", network.names[:2]))
        network.set_link("host3", "up")

    def late_files(self):
        network, three = self.network, self.network.names[:3]
        if not pathlib.Path("/dev/fuse").exists():
            print("SKIPPED: files that are seen late: this machine has no /dev/fuse", flush=True)
            return
        with network.late_files("host3", 1):
            self.goes_on("files that host3 sees 1 s late", self.started(three))
        what = "files that host3 never sees grow"
        self.tables.mkdir()
        with network.late_files("host3", 1e6):
            process = self.cluster.start(three, [*self.arguments(FAULTY), "--patience", str(PATIENCE)])
            self.continued(what, self.ends(what, process, "pipo: rank 2 on host3: .* does not see what rank 0 .*",
                                           network.names[:2], 5))


def skipped(why):
    print(f"SKIPPED: {why}", flush=True)
    return SKIPPED


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pipo")
    parser.add_argument("pipo_mpi")
    parser.add_argument("--full", action="store_true", help="make all boards, at both speeds")
    parser.add_argument("--only", choices=["bytes", "pass", "end", "late"], help="one part")
    options = parser.parse_args()
    why = why_not()
    if why:
        return skipped(f"no hosts can be made here: {why}")
    code = enter()
    if code is not None:
        return code
    boards = {FAST: ["3x5"], SLOW: ["3x4"]}
    if options.full:
        boards = {FAST: ["3x5", "4x4", "2x8"], SLOW: ["3x5", "4x4", "2x8"]}
    with tempfile.TemporaryDirectory() as work:
        work = pathlib.Path(work)
        network = Network(4, work, options.pipo_mpi)
        checks = Checks(options.pipo, network, work)
        parts = {"bytes": lambda: [checks.same_bytes(board, hosts, shape)
                                   for shape in boards for board in boards[shape] for hosts in (2, 4)],
                 "pass": checks.faults_that_pass, "end": checks.faults_that_end, "late": checks.late_files}
        try:
            for name, part in parts.items():
                network.shape(*FAST)
                if options.only in (None, name):
                    part()
        except Wrong as wrong:
            print(f"WRONG: {wrong}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
