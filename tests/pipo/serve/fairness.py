"""A server for everybody: twenty polite clients keep their rate while a greedy one takes what it can.

    fairness.py PIPO [SECONDS]     (30)

Each client has an address of its own on this machine. A polite one asks five times a second for values that are known,
of which every tenth has to be solved in a moment. The greedy one has 64 connections that ask without a pause for
positions that take as long as a request may, submit jobs and follow analyses. The polite ones must get at least 90% of
the answers that they get without it.
"""

import http.client
import itertools
import pathlib
import random
import sys
import tempfile
import threading
import time

from server import Server, small_tables

POLITE = 20
PAUSE = 0.2
GREEDY_CONNECTIONS = 64
KEPT = 0.9
PATIENCE = 60  # seconds, for a hang
EDGES = 60  # of 5x5


def with_drawn(chance, count):
    drawn = set(chance.sample(range(EDGES), count))
    return "5x5:" + "".join(str(int(edge in drawn)) for edge in range(EDGES))


class Client(threading.Thread):
    """Asks from an address of its own until the end."""

    def __init__(self, server, address, number, end):
        super().__init__(daemon=True)
        self.server, self.address, self.end = server, address, end
        self.chance = random.Random(number)
        self.connection = None
        self.answered, self.refused = 0, 0

    def ask(self, method, path):
        try:
            if not self.connection:
                self.connection = http.client.HTTPConnection(
                    self.server.host, self.server.port, timeout=PATIENCE, source_address=(self.address, 0))
            self.connection.request(method, path)
            reply = self.connection.getresponse()
            reply.read()
            return reply.status
        except (OSError, http.client.HTTPException):
            self.connection = None
            return None

    def count(self, status):
        if status in (200, 202):
            self.answered += 1
        else:
            self.refused += 1


class Polite(Client):
    def run(self):
        begin = time.monotonic() + self.chance.random() * PAUSE
        for turn in itertools.count():
            due = begin + turn * PAUSE
            if due >= self.end:
                return
            now = time.monotonic()
            if due > now:
                time.sleep(due - now)
            elif now > due + PAUSE:
                continue  # too late: this question is not asked any more
            position = with_drawn(self.chance, 45) if turn % 10 == 9 else f"3x3:{self.chance.getrandbits(24):024b}"
            self.count(self.ask("GET", f"/api/v1/value?position={position}"))


class Greedy(Client):
    def run(self):
        while time.monotonic() < self.end:
            kind = self.chance.randrange(8)
            if kind == 0:
                self.count(self.ask("POST", f"/api/v1/solve?position={with_drawn(self.chance, 18)}"))
            elif kind == 1:
                self.count(self.ask("GET", f"/api/v1/analyse?position={with_drawn(self.chance, 18)}&time=5"))
            else:
                self.count(self.ask("GET", f"/api/v1/value?position={with_drawn(self.chance, 20)}"))


def run(server, seconds, greedy):
    end = time.monotonic() + seconds
    polite = [Polite(server, f"127.0.1.{number + 1}", number, end) for number in range(POLITE)]
    others = [Greedy(server, "127.0.2.1", 1000 + number, end) for number in range(GREEDY_CONNECTIONS * greedy)]
    for client in polite + others:
        client.start()
    for client in polite + others:
        client.join(seconds + 2 * PATIENCE)
        assert not client.is_alive(), "a client hangs"
    counts = [sum(client.answered for client in group) for group in (polite, others)]
    refused = [sum(client.refused for client in group) for group in (polite, others)]
    worst = min(client.answered for client in polite)
    print(f"{'with' if greedy else 'without'} the greedy client: the polite ones got {counts[0]} answers and "
          f"{refused[0]} refusals, the worst of them {worst}" +
          (f"; the greedy one {counts[1]} and {refused[1]}" if greedy else ""), flush=True)
    return counts[0], worst


def main():
    pipo = pathlib.Path(sys.argv[1])
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 30
    with tempfile.TemporaryDirectory(prefix="pipo-fairness-") as folder:
        tables = small_tables(pipo, pathlib.Path(folder))
        options = ["--client-requests", "600", "--client-seconds", "10"]
        with Server(pipo, *options, tables=tables) as server:
            alone, alone_worst = run(server, seconds, False)
            beside, beside_worst = run(server, seconds, True)
    share, worst = beside / alone, beside_worst / alone_worst
    print(f"The polite clients kept {share:.0%} of their rate, the worst of them {worst:.0%}.")
    return 0 if share >= KEPT else 1


if __name__ == "__main__":
    sys.exit(main())
