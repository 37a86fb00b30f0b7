"""Many clients at a time, and faults among them: every request gets its right answer, and nothing is left of it.

    load.py PIPO [SECONDS]     (60)

64 connections ask for values, moves, lines of play, explanations, batches and positions to solve, all of which are
known before; about one in ten does instead what a client should not do (load_faults.py), and a table is damaged. In
the end no request is lost, memory has grown by no more than a margin since the first part of the time, and files
and threads are as many as before.
"""

import collections
import http.client
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import threading
import time

import load_faults
from known_answers import Known
from server import Server, small_tables

CLIENTS = 64
PATIENCE = 60  # seconds until a request counts as lost
FAULTS = 0.1
# The server closes a connection after 15 seconds without a byte. On a busy machine a fault may take that long.
IDLE = 5
BODY_LIMIT = 200_000
# The memory that may remain: the cache of the tables, and freed memory that stays with the process.
MARGIN = 48 << 20
SETTLES = 20


class Client(threading.Thread):
    def __init__(self, number, server, known, damaged, end):
        super().__init__()
        self.host, self.port, self.patience = server.host, server.port, PATIENCE
        self.known, self.damaged, self.end, self.body_limit = known, damaged, end, BODY_LIMIT
        self.chance = random.Random(number)
        self.connection, self.used = None, 0
        self.done = collections.Counter()
        self.wrong = []

    def ask(self, method, path, body=None):
        """On a connection that is kept, and now and then on a new one."""
        if self.connection is None or time.monotonic() > self.used + IDLE or self.chance.random() < 0.02:
            self.hang_up()
            self.connection = http.client.HTTPConnection(self.host, self.port, timeout=PATIENCE)
        self.connection.request(method, path, body)
        response = self.connection.getresponse()
        status, text = response.status, response.read()
        self.used = time.monotonic()
        return status, text

    def hang_up(self):
        if self.connection:
            self.connection.close()
        self.connection = None

    def expect(self, path, position, wanted, method="GET", body=None):
        status, text = self.ask(method, path, body)
        if status != 200 or text.decode().strip() != wanted:
            self.wrong.append(f"{method} {path} {position}: {status} {text[:300]!r} instead of {wanted[:300]!r}")

    def value(self):
        position = self.chance.choice(self.known.positions)
        status, text = self.ask("GET", f"/api/v1/value?position={position}")
        if status != 200 or json.loads(text)["value"] != self.known.value[position]:
            self.wrong.append(f"value of {position}: {status} {text[:300]!r} instead of {self.known.value[position]}")

    def moves(self):
        position = self.chance.choice(self.known.positions)
        self.expect(f"/api/v1/moves?position={position}", position, self.known.moves[position])

    def line(self):
        position = self.chance.choice(list(self.known.played))
        self.expect(f"/api/v1/line?position={position}", position, self.known.played[position])

    def explain(self):
        position = self.chance.choice(self.known.positions)
        self.expect(f"/api/v1/explain?position={position}", position, self.known.explained[position])

    def batch(self):
        chosen = self.chance.choices(self.known.positions, k=self.chance.choice([1, 10, 1000]))
        wanted = "\n".join(self.known.batched[position] for position in chosen)
        body = "\n".join(chosen).encode()
        # In chunks where http.client does not know the length.
        self.expect("/api/v1/batch", f"of {len(chosen)}", wanted, "POST", iter([body]) if len(chosen) == 10 else body)

    def solve(self):
        position = self.chance.choice(self.known.small)
        while True:
            status, text = self.ask("POST", f"/api/v1/solve?position={position}")
            job = json.loads(text)
            if status == 429:
                time.sleep(0.05)  # as it is told to
            elif status in (200, 202) and job["state"] in ("queued", "running"):
                time.sleep(0.01)
            else:
                break
        if status != 200 or job["answer"]["value"] != self.known.value[position]:
            self.wrong.append(f"solving {position}: {status} {text[:300]!r}")

    def run(self):
        usual = [self.value] * 8 + [self.moves] * 4 + [self.explain] * 2 + [self.batch] * 2 + [self.line, self.solve]
        while time.monotonic() < self.end and len(self.wrong) < 3:
            fault = self.chance.choice(load_faults.ALL) if self.chance.random() < FAULTS else None
            one = fault or self.chance.choice(usual)
            try:
                if fault:
                    complaint = fault(self)
                    if complaint:
                        self.wrong.append(complaint)
                else:
                    one()
                self.done[one.__name__] += 1
            except (OSError, http.client.HTTPException, ValueError, KeyError, IndexError) as error:
                self.wrong.append(f"{one.__name__}: lost: {error!r}")
                self.hang_up()
        self.hang_up()


def resident(server):
    status = pathlib.Path(f"/proc/{server.process.pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) << 10


def counts(server):
    """Descriptors and threads."""
    folder = pathlib.Path(f"/proc/{server.process.pid}")
    return len(os.listdir(folder / "fd")), len(os.listdir(folder / "task"))


def damaged_table(pipo, folder):
    """Makes a separate table, damages all of its files, and returns one of its positions."""
    subprocess.run([pipo, "--tables", folder, "generate", "2x3"], check=True, capture_output=True)
    for file in (folder / "2x3").glob("*.pipo"):
        content = bytearray(file.read_bytes())
        content[len(content) // 2:] = bytes(byte ^ 0x55 for byte in content[len(content) // 2:])
        file.write_bytes(content)
    return "2x3:" + "0" * 17


def warm_up(server, known):
    """Makes the server allocate what it makes at the first use."""
    for position in known.small[:3]:
        job = json.loads(server.request("POST", f"/api/v1/solve?position={position}")[2])
        server.wait_for_job(job["id"])
    server.request("POST", "/api/v1/batch", "\n".join(known.positions * 10))
    time.sleep(0.5)


def under_load(server, known, damaged, seconds):
    """(the clients, memory after the first part of the time)"""
    end = time.monotonic() + seconds
    clients = [Client(number, server, known, damaged, end) for number in range(CLIENTS)]
    for client in clients:
        client.start()
    time.sleep(min(10, seconds / 3))
    memory = resident(server)
    for client in clients:
        client.join()
    return clients, memory


def settled(server, wanted):
    end = time.monotonic() + SETTLES
    while (now := counts(server)) != wanted and time.monotonic() < end:
        time.sleep(0.2)
    return now


def check(pipo, seconds, folder):
    good = small_tables(pipo, folder / "good")
    damaged = damaged_table(pipo, folder / "damaged")
    known = Known(pipo, good)
    with Server(pipo, "--body", str(BODY_LIMIT), "--cache", "16M", tables=[good, folder / "damaged"]) as server:
        warm_up(server, known)
        before = counts(server)
        began = time.monotonic()
        clients, memory = under_load(server, known, damaged, seconds)
        took = time.monotonic() - began
        at_end = resident(server)
        after = settled(server, before)
        done = sum((client.done for client in clients), collections.Counter())
        wrong = [words for client in clients for words in client.wrong]
        print(f"{sum(done.values())} requests in {took:.1f} s on {CLIENTS} connections: "
              + ", ".join(f"{count} {name}" for name, count in sorted(done.items())))
        print(f"memory {memory / (1 << 20):.1f} MiB, at the end {at_end / (1 << 20):.1f} MiB; "
              f"files and threads {before}, at the end {after}")
        if at_end > memory + MARGIN:
            wrong.append(f"memory has grown by {(at_end - memory) / (1 << 20):.1f} MiB")
        if after != before:
            wrong.append("files or threads have leaked, or are missing")
        if missing := {one.__name__ for one in load_faults.ALL} | {"value", "moves", "batch", "solve"}:
            if seconds >= 30 and (missing := missing - set(done)):
                wrong.append(f"never done: {', '.join(sorted(missing))}")
        if server.process.poll() is not None:
            wrong.append(f"the server has ended with code {server.process.returncode}")
        elif (code := server.stop()) != 0:
            wrong.append(f"asked to end, the server ends with code {code}")
        if server.errors():
            wrong.append(f"it says {server.errors()}")
    return wrong


def main():
    pipo, seconds = sys.argv[1], float(sys.argv[2]) if len(sys.argv) > 2 else 60
    with tempfile.TemporaryDirectory() as folder:
        wrong = check(pipo, seconds, pathlib.Path(folder))
    for words in wrong[:10]:
        print(f"FAILED {words}")
    sys.exit(f"{len(wrong)} failures" if wrong else 0)


if __name__ == "__main__":
    main()
