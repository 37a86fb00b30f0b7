"""Hosts that are namespaces of this machine, with a switch between them (switch.py) and a shared folder (host.sh).

They need a kernel that permits namespaces, without root also those for users. Everything ends with the process that made them, which runs as the
first process of a namespace for processes: `enter()` starts it there.
"""

import contextlib
import os
import pathlib
import signal
import subprocess
import sys
import threading
import time

from job import require

HERE = pathlib.Path(__file__).resolve().parent
OURS = ["--net", "--mount", "--uts", "--ipc"]
AS_ROOT = [] if os.geteuid() == 0 else ["--user", "--map-root-user"]


# Returns once host1 refuses a connection: nothing listens there.
REACH_HOST1 = """
import socket, time
end = time.monotonic() + 60
while time.monotonic() < end:
    try:
        socket.create_connection(("host1", 9), 1)
    except ConnectionRefusedError:
        raise SystemExit(0)
    except OSError:
        time.sleep(0.1)
raise SystemExit("host1 is not reached")
"""


def why_not():
    """Returns why this machine has no such hosts; empty if it has."""
    tried = subprocess.run(["unshare", *AS_ROOT, "--fork", "--pid", *OURS, "sh", "-c", "mount --make-rprivate / && mount -t tmpfs try "
                            "/mnt && ip link add try0 type veth peer name try1"], capture_output=True, text=True)
    return tried.stderr.strip()


def enter():
    """Runs this program again in a namespace for processes, and returns its exit code. None: this is that program."""
    if os.environ.get("PIPO_HOSTS_INSIDE"):
        return None
    return subprocess.run(["unshare", *AS_ROOT, "--fork", "--kill-child", "--pid", "--mount", "--mount-proc", sys.executable, "-B",
                           *sys.argv], env={**os.environ, "PIPO_HOSTS_INSIDE": "1"}).returncode


def inside(pid):
    """Returns the words before a command that runs it on the host of this process."""
    return ["nsenter", f"--target={pid}", *OURS, "--root", "--wd"]


def started(command, **options):
    """Starts a process that prints "ready" and stays."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, **options)
    require(process.stdout.readline() == "ready\n", f"{command[0]} has not started")
    return process


def processes_on(host):
    """Returns the ids of the processes on the host of this process, with their names."""
    def network(pid):
        return os.stat(f"/proc/{pid}/ns/net").st_ino

    found = {}
    for entry in pathlib.Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            if entry.name.isdigit() and network(entry.name) == network(host):
                found[int(entry.name)] = (entry / "comm").read_text().strip()
    return found


def signal_all(pids, number):
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, number)


class Network:
    def __init__(self, count, work, program):
        self.work = work
        self.shared = work / "shared"
        self.shared.mkdir()
        self.names = [f"host{number}" for number in range(1, count + 1)]
        addresses = [f"10.77.0.{number}" for number in range(1, count + 1)]
        hosts = work / "hosts"
        hosts.write_text("127.0.0.1 localhost\n" + "".join(map("{} {}\n".format, addresses, self.names)))
        self.hosts = {}
        for name in self.names:
            (work / name).mkdir()
            command = ["unshare", *OURS, HERE / "host.sh", name, work / name, self.shared, program, hosts]
            self.hosts[name] = started(command).pid
        self.switch = self.start_switch(dict(zip(self.names, addresses)))
        self.agent = self.write_agent()

    def start_switch(self, addresses):
        place = started(["unshare", "--net", "sh", "-c", "echo ready; exec sleep infinity"])
        self.switch_pid = place.pid
        for name, address in addresses.items():
            self.on_switch("ip", "link", "add", name, "type", "veth", "peer", "name", "eth0", "netns", str(self.hosts[name]))
            self.on_switch("ip", "link", "set", name, "up")
            self.on(name, "ip", "address", "add", f"{address}/24", "dev", "eth0")
            self.on(name, "ip", "link", "set", "eth0", "up")
        return started(["nsenter", f"--target={place.pid}", "--net", sys.executable, "-B", HERE / "switch.py", *addresses],
                       stdin=subprocess.PIPE)

    def write_agent(self):
        """Writes what mpirun calls in place of ssh: AGENT HOST COMMAND..."""
        cases = "".join(f"  {name}) pid={pid} ;;\n" for name, pid in self.hosts.items())
        text = f'#!/bin/sh\nname=$1\nshift\ncase $name in\n{cases}esac\nexec {" ".join(inside("$pid"))} sh -c "$*"\n'
        for name in self.names:  # each daemon of Open MPI looks for it
            self.on(name, "sh", "-c", "cat > /agent && chmod +x /agent", stdin=text)
        return "/agent"

    def on(self, name, *command, stdin=None):
        return subprocess.run([*inside(self.hosts[name]), *command], check=True, capture_output=True, text=True,
                              input=stdin).stdout

    def on_switch(self, *command):
        subprocess.run(["nsenter", f"--target={self.switch_pid}", "--net", *command], check=True)

    def tell_switch(self, words):
        self.switch.stdin.write(words + "\n")
        self.switch.stdin.flush()

    def shape(self, bits_a_second, seconds):
        self.tell_switch(f"shape {bits_a_second} {seconds}")

    def traffic(self):
        """Returns the bytes that each host has received since the last call."""
        self.tell_switch("traffic")
        return [int(word) for word in self.switch.stdout.readline().split()]

    def set_link(self, name, state):
        """Pulls the cable of a host out of the switch ("down"), or puts it back ("up") and waits until it works."""
        self.on_switch("ip", "link", "set", name, state)
        if state == "up":
            self.on(name, "/usr/bin/python3", "-c", REACH_HOST1)

    def part(self, one, other):
        """Lets the switch drop what these two hosts send each other."""
        self.tell_switch(f"part {one} {other}")

    def join(self):
        self.tell_switch("join")

    def ranks(self, name):
        return [pid for pid, program in processes_on(self.hosts[name]).items() if program == "pipo-mpi"]

    def kill_all(self, name):
        """Ends everything on a host but the host."""
        signal_all([pid for pid in processes_on(self.hosts[name]) if pid != self.hosts[name]], signal.SIGKILL)

    @contextlib.contextmanager
    def slowed(self, name, factor):
        """Lets the ranks of a host run for a part of the time only."""
        done = threading.Event()

        def stop_and_go():
            while not done.is_set():
                signal_all(self.ranks(name), signal.SIGSTOP)
                time.sleep(0.05 * (factor - 1))
                signal_all(self.ranks(name), signal.SIGCONT)
                done.wait(0.05)

        thread = threading.Thread(target=stop_and_go)
        thread.start()
        yield
        done.set()
        thread.join()

    @contextlib.contextmanager
    def wrong_clock(self, name, offset):
        """Lets the ranks of a host see another time, such as "+26h". Their monotonic clocks stay right."""
        script = f'#!/bin/sh\nFAKETIME_DONT_FAKE_MONOTONIC=1 exec faketime -f {offset} /opt/pipo-mpi.right "$@"\n'
        self.on(name, "mv", "/opt/pipo-mpi", "/opt/pipo-mpi.right")
        self.on(name, "sh", "-c", "cat > /opt/pipo-mpi && chmod +x /opt/pipo-mpi", stdin=script)
        yield
        self.on(name, "mv", "/opt/pipo-mpi.right", "/opt/pipo-mpi")

    @contextlib.contextmanager
    def late_files(self, name, seconds):
        """Lets a host see late what the others write into the shared folder."""
        mount = started(["nsenter", f"--target={self.hosts[name]}", "--mount", "/usr/bin/python3", "-B",
                         HERE / "late_files.py", self.shared, self.work / name / "shared", str(seconds)])
        yield
        self.on(name, "umount", "--lazy", "/shared")
        mount.wait()
