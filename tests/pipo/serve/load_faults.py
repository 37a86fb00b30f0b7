"""Clients that misbehave under load. Each function acts as one of them and returns the wrong answers that it got.

None of them may disturb another client.
"""

import json
import socket
import time

from replies import replies, request


def _connect(client):
    return socket.create_connection((client.host, client.port), timeout=client.patience)


def _refused(client, status, asked, *others):
    with _connect(client) as one:
        received = b""
        try:
            one.sendall(asked)
            while piece := one.recv(1 << 16):
                received += piece
        except ConnectionError:
            pass
    answers = replies(received)
    if len(answers) != 1 or answers[0].status not in (status, *others):
        return f"{[answer.status for answer in answers]} instead of {status} for {asked[:80]!r}"
    problem = answers[0].json()
    return None if problem["status"] == answers[0].status and problem["detail"] else f"no problem details: {problem}"


def bad_position(client):
    return _refused(client, 400, request("GET", "/api/v1/value?position=" + client.chance.choice(["x", "2x2:0", "3x3:%ff", "%zz"])))


# 503 if jobs keep the solver busy for as long as the request may wait.
def no_table(client):
    return _refused(client, 422, request("GET", "/api/v1/value?position=5x5:" + "0" * 60), 503)


def too_large(client):
    return _refused(client, 413, request("POST", "/api/v1/batch", f"Content-Length: {client.body_limit + 1}"))


def too_large_in_chunks(client):
    body = b"%x\r\n" % (client.body_limit + 1) + b"x" * (client.body_limit + 1)
    return _refused(client, 413, request("POST", "/api/v1/batch", "Transfer-Encoding: chunked", body=body))


def broken_chunks(client):
    return _refused(client, 400, request("POST", "/api/v1/batch", "Transfer-Encoding: chunked", body=b"5\r\nabcdefgh\r\n0\r\n\r\n"))


def other_page(client):
    return _refused(client, 403, request("POST", "/api/v1/batch", "Origin: http://a.example"))


def long_head(client):
    return _refused(client, 413, request("GET", "/health", *["X: " + "x" * 1000] * 20))


def damaged(client):
    return _refused(client, 500, request("GET", f"/api/v1/value?position={client.damaged}"))


def vanishes(client):
    """In the middle of a head, of a body, of a batch that is answered, of the events of a job."""
    body = "\n".join(client.known.positions * 10).encode()
    head = request("POST", "/api/v1/batch", f"Content-Length: {len(body)}")
    sent, read = client.chance.choice([
        (b"", 0), (b"GET /api", 0), (head + body[:100], 0), (head + body, 0), (head + body, 500),
        (request("GET", f"/api/v1/moves?position={client.known.positions[0]}"), 0),
        (request("GET", "/api/v1/jobs/1/events"), 100)])
    with _connect(client) as one:
        one.sendall(sent)
        if read:
            one.recv(read)
    return None


def slow(client):
    """Slow, but in time: it is answered."""
    position = client.chance.choice(client.known.positions)
    asked = request("GET", f"/api/v1/value?position={position}")
    received = b""
    with _connect(client) as one:
        for i in range(0, len(asked), 20):
            one.sendall(asked[i:i + 20])
            time.sleep(0.05)
        while piece := one.recv(20):
            received += piece
    value = json.loads(replies(received)[0].body)["value"]
    return None if value == client.known.value[position] else f"{position}: {value}"


ALL = (bad_position, no_table, too_large, too_large_in_chunks, broken_chunks, other_page, long_head, damaged, vanishes,
       vanishes, slow)
