"""Positions to solve, and following their jobs."""

import json
import os
import random
import time

# Whether the program is built with sanitizers. It then takes seconds to count the halves of 5x5.
SANITIZED = "PIPO_SANITIZED" in os.environ


def random_position(generator, board, drawn, also=()):
    """Returns a position with this many random edges drawn, and those of `also`."""
    rows, columns = map(int, board.split("x"))
    count = rows * (columns + 1) + columns * (rows + 1)
    edges = set(generator.sample(range(count), drawn)) | set(also)
    return f"{board}:" + "".join("1" if edge in edges else "0" for edge in range(count))


def submitted(server, position):
    return json.loads(server.request("POST", f"/api/v1/solve?position={position}")[2])


def events(text):
    """(name, id, data) of each event of a stream; comments are skipped."""
    found = []
    for block in text.split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.split("\n") if line and not line.startswith(":"))
        if fields:
            found.append((fields["event"], int(fields["id"]), json.loads(fields["data"])))
    return found


def followed(server, number):
    """The events of a job one by one, as they come: (name, id, job)."""
    return streamed(server, f"/api/v1/jobs/{number}/events")


def streamed(server, target):
    """The events of a stream one by one, as they come. Closing the generator closes the connection."""
    connection = server.connection()
    connection.request("GET", target)
    response = connection.getresponse()
    block = b""
    try:
        while line := response.readline():
            block += line
            if line == b"\n":
                yield from events(block.decode())
                block = b""
    finally:
        response.close()
        connection.close()


def long_job(server):
    """A job that will not be over soon, however fast the machine is: it is being solved, and its plan is made."""
    for drawn in range(3, 8) if SANITIZED else range(12, 17):
        job = submitted(server, random_position(random.Random(drawn), "4x4" if SANITIZED else "5x5", drawn))
        while job["state"] in ("queued", "running"):
            if job["plan"]:
                return job
            time.sleep(0.02)
            job = json.loads(server.get(f"/api/v1/jobs/{job['id']}")[2])
    raise AssertionError(f"no position keeps the server busy: {job}")
