"""Answers as they come over a socket, read by hand."""

import http.client
import io
import json


class _Bytes:
    def __init__(self, stream):
        self.stream = stream

    def makefile(self, _):
        return self.stream


class Reply:
    """`whole` is False where the answer breaks off."""

    def __init__(self, stream, method):
        response = http.client.HTTPResponse(_Bytes(stream), method=method)
        response.begin()
        # One that does not end with the connection must not take what follows.
        stream.close = lambda: None
        self.status, self.headers, self.version = response.status, response.headers, response.version
        try:
            self.body = response.read()
            self.whole = True
        except http.client.IncompleteRead as broken:
            self.body = broken.partial
            self.whole = False

    def json(self):
        return json.loads(self.body)


def replies(received, method="GET"):
    """Returns all answers in the received bytes, as a list. Raises an exception if the rest is not an answer."""
    stream = io.BytesIO(received)
    answers = []
    while stream.tell() < len(received):
        answers.append(Reply(stream, method))
    return answers


def request(method, target, *fields, body=b"", version="HTTP/1.1", host="localhost", last=True):
    """A request as bytes; all that is text is Latin-1, and nothing is corrected."""
    lines = [f"{method} {target} {version}"] + ([f"Host: {host}"] if host else []) + list(fields)
    lines += ["Connection: close"] if last else []
    return "\r\n".join(lines + ["", ""]).encode("latin-1") + body


def ask(server, method, target, *fields, **others):
    """Sends one request, and returns the one answer."""
    answers = replies(server.raw(request(method, target, *fields, **others)), method)
    if len(answers) != 1:
        raise AssertionError(f"{len(answers)} answers to {method} {target}")
    return answers[0]


class Problems:
    """For test cases: what a refusal has to look like."""

    def assert_problem(self, reply, status, words=""):
        self.assertEqual(reply.status, status, reply.body)
        self.assertEqual(reply.headers["Content-Type"], "application/problem+json")
        problem = reply.json()
        self.assertEqual(set(problem), {"type", "title", "status", "detail"})
        self.assertEqual(problem["status"], status)
        self.assertTrue(problem["type"].startswith("urn:pipopipette:problem:"))
        self.assertIn(words, problem["detail"])
        self.assertNotIn("\n", problem["detail"])
