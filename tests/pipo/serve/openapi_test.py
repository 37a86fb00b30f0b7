"""Compares docs/openapi.json with the program: what is described is answered, and what is answered is described.

    openapi_test.py PIPO     the program; it is started with small tables, on free ports of this machine
"""

import contextlib
import functools
import json
import pathlib
import random
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import unittest

from described import Description
from jobs import SANITIZED, followed, long_job, random_position
from replies import replies
from server import Server, small_tables

PIPO = sys.argv[1]
BIG = "4x6:" + "0" * 58
DAY = "public, max-age=86400"
JOB = "1x2:1110110"


def damage(layer):
    """Alters the blocks of a layer: docs/format.md says where they are."""
    content = bytearray(layer.read_bytes())
    for at in range(656, int.from_bytes(content[64:72], "little")):
        content[at] ^= 255
    layer.write_bytes(content)


class OpenApi(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        stack = contextlib.ExitStack()
        cls.addClassCleanup(stack.close)
        folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory()))
        cls.tables = small_tables(PIPO, folder / "tables")
        shutil.copytree(cls.tables, folder / "damaged")
        for layer in (folder / "damaged" / "2x2").glob("layer-*"):
            damage(layer)
        cls.server = stack.enter_context(Server(PIPO, tables=cls.tables))
        cls.damaged = stack.enter_context(Server(PIPO, tables=folder / "damaged"))
        # One job with four followers, and one connection at a time.
        cls.strict = stack.enter_context(Server(PIPO, "--jobs", 1, "--connections", 8, "--memory", "1G"))
        cls.tables_only = stack.enter_context(Server(PIPO, "--request-time", 0, "--jobs", 0))
        cls.stingy = stack.enter_context(Server(PIPO, "--client-requests", 1))
        cls.full = stack.enter_context(Server(PIPO, "--connections", 1))
        cls.server.wait_for_job(json.loads(cls.server.request("POST", f"/api/v1/solve?position={JOB}")[2])["id"])
        cls.said = Description()
        # Half a head, which is answered after its time limit.
        cls.late = stack.enter_context(socket.create_connection((cls.server.host, cls.server.port), timeout=300))
        cls.late.sendall(b"GET /health HT")

    def ask(self, path, method, *, server=None, headers={}, body=None, more="", **given):
        """An answer to a request that the description has examples for, checked; (status, headers, data)."""
        operation = self.said.document["paths"][path][method.lower()]
        target = self.said.target(path, operation, **({"id": 1} if "{id}" in path else {}), **given)
        if more:
            target += ("&" if "?" in target else "?") + more
        if body is None and "requestBody" in operation:
            body = operation["requestBody"]["content"]["text/plain"]["example"]
        answer = (server or self.server).request(method, target, body, headers)
        return answer[0], answer[1], self.said.check(operation, answer)

    def run_pipo(self, *words, given=None):
        run = subprocess.run([PIPO, "--tables", self.tables, *words], input=given, capture_output=True, text=True)
        return run.stdout

    # Ways to bring about each status, by path and method.

    def provoked(self, status, path, method):
        if status == 200:
            if (path, method) == ("/api/v1/solve", "POST"):
                self.server.wait_for_job(self.ask(path, method, position=JOB)[2]["id"])
                return self.ask(path, method, position=JOB)
            if path == "/api/v1/review":
                self.server.wait_for_job(self.ask(path, method)[2]["id"])
            return self.ask(path, method)
        if status == 202:
            if path == "/api/v1/review":
                return self.ask(path, method, body="3x3 " + "; ".join(random.sample(["h0.0", "h1.1", "v0.1", "v2.3", "h3.2"], 5)))
            return self.ask(path, method, position=random_position(random.Random(), "4x4", 28))
        if status == 304:
            etag = self.ask(path, method)[1]["ETag"]
            self.assertEqual(self.ask(path, method, headers={"If-None-Match": 'W/"other"'})[0], 200)
            return self.ask(path, method, headers={"If-None-Match": f'"other", W/{etag}'})
        if status == 400:
            return self.ask(path, method, headers={"Content-Length": "1x"} if method == "GET" else {}, more="unknown=1")
        if status == 403:
            # Any of these may lead to this machine; "127.example.org" is not a number.
            for host in ("pipo.example", "127.example.org:80", "localhost.example.org"):
                self.assertEqual(self.ask(path, method, headers={"Host": host})[0], 403, host)
            return self.ask(path, method, headers={"Host": f"127.0.0.2:{self.server.port}", "Origin": "http://pipo.example"}
                            if method != "GET" else {"Host": "pipo.example"})
        if status == 404:
            if "{id}" in path:
                return self.missing_job(path, method)
            if "{table}" in path:
                return self.ask(path, method, table="9x9")
            return self.ask(path, method, server=self.tables_only, position=BIG)
        if status == 422:
            return self.ask(path, method, position=BIG)
        if status == 405:
            operation = self.said.document["paths"][path][method.lower()]
            for other in {"GET", "POST", "DELETE", "PATCH"} - self.said.methods(path):
                answer = self.server.request(other, self.said.target(path, operation, **({"id": 1} if "{id}" in path else {})))
                methods = self.said.methods(path)
                wanted = methods | {"OPTIONS"} | ({"HEAD"} if "GET" in methods else set())
                self.assertEqual((answer[0], set((answer[1]["Allow"] or "").split(", "))), (405, wanted), other)
            return answer[0], answer[1], self.said.check(operation, answer)
        if status == 408:
            answer = self.too_late()
            return answer[0], answer[1], self.said.check(self.said.document["paths"][path][method.lower()], answer)
        if status == 413:
            return self.ask(path, method, more="x=" + "y" * 8000)
        if status == 415:
            if method == "POST" and path != "/api/v1/solve":
                for kind in ("application/json", "multipart/form-data; boundary=x", "image/png"):
                    self.assertEqual(self.ask(path, method, headers={"Content-Type": kind})[0], 415, kind)
                for kind in ("text/plain; charset=utf-8", "Text/Plain", "application/x-www-form-urlencoded", "application/octet-stream"):
                    self.assertIn(self.ask(path, method, headers={"Content-Type": kind})[0], (200, 202), kind)
            return self.ask(path, method, headers={"Content-Encoding": "gzip"})
        self.assertIn(status, (500, 503))
        return self.unwell(status, path, method)

    def missing_job(self, path, method):
        operation = self.said.document["paths"][path][method.lower()]
        answer = self.server.request(method, path.replace("{id}", "999999"))
        return answer[0], answer[1], self.said.check(operation, answer)

    @classmethod
    @functools.cache
    def too_late(cls):
        received = b""
        while piece := cls.late.recv(1 << 16):
            received += piece
        reply, = replies(received)
        return reply.status, reply.headers, reply.body

    def refused_for_now(self, path, method, job):
        if method == "POST" or path.endswith("analyse"):
            return self.ask(path, method, server=self.strict)
        if path.endswith("choose"):
            self.assertEqual(self.ask(path, method, server=self.strict, time=0.1)[0], 200)
            return self.ask(path, method, server=self.strict, time=2)
        operation = self.said.document["paths"][path]["get"]
        answer = self.strict.get(path.replace("{id}", job["id"]))
        return answer[0], answer[1], self.said.check(operation, answer)

    def unwell(self, status, path, method):
        operation = self.said.document["paths"][path][method.lower()]
        if status == 500:
            if "/api/v1/tables" in path or "position" not in self.said.parameters(operation, "query") or method == "POST":
                return None  # it reads no table, or reports errors line by line or job by job
            return None if path.endswith(("choose", "analyse")) else self.ask(path, method, server=self.damaged)
        held = self.full.connection()
        try:
            for _ in range(500):
                held.request("GET", "/health")
                response = held.getresponse()
                response.read()
                if response.status == 200:
                    return self.ask(path, method, server=self.full)
                time.sleep(0.02)  # the previous connection is not closed yet
        finally:
            held.close()
        raise AssertionError("not even one connection is taken")

    def test_every_status(self):
        for path, method, operation in self.said.operations():
            for status in sorted(set(operation["responses"]) - {"429"}):
                with self.subTest(path=path, method=method, status=status):
                    answer = self.provoked(int(status), path, method)
                    if answer is not None:
                        self.assertEqual(answer[0], int(status), answer[2])
                    if answer is not None and answer[0] >= 400:
                        self.assertEqual(answer[2]["status"], answer[0])

    def test_status_429(self):
        job = long_job(self.strict)
        following = [followed(self.strict, job["id"]) for _ in range(4)]
        try:
            for one in following:
                next(one)
            for path, method, operation in self.said.operations():
                if not operation["responses"]["429"]["$ref"].endswith("TooManyRequests"):
                    with self.subTest(path=path, method=method):
                        answer = self.refused_for_now(path, method, job)
                        self.assertEqual((answer[0], answer[2]["status"]), (429, 429), answer[2])
        finally:
            self.assertEqual(self.strict.request("DELETE", f"/api/v1/jobs/{job['id']}")[0], 200)
            for one in following:
                one.close()

    def test_status_429_of_a_client_that_asks_too_much(self):
        for path, method, _ in self.said.operations():
            with self.subTest(path=path, method=method):
                while self.stingy.get("/health")[0] != 429:
                    pass
                answer = self.ask(path, method, server=self.stingy)
                self.assertEqual((answer[0], answer[2]["status"]), (429, 429), answer[2])

    def test_no_jobs(self):
        for path in ("/api/v1/solve", "/api/v1/review"):
            status, _, problem = self.ask(path, "POST", server=self.tables_only)
            self.assertEqual((status, problem["type"]), (403, "urn:pipopipette:problem:no-jobs"), path)

    def test_what_is_not_described(self):
        for path in ("/nothing", "/api", "/api/v1/", "/api/v2/value", "/api/v1/values", "/api/v1/value/", "/openapi.json",
                     "/health/", "//", "/../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/api/v1/openapi.yaml", "/page"):
            with self.subTest(path=path):
                status, headers, body = self.server.get(path)
                self.said.check({"responses": {"404": {"$ref": "#/components/responses/NotFound"}}}, (status, headers, body))

    def test_parameters(self):
        """The described parameters are the only ones, and values that they do not allow are refused."""
        for path, method, operation in self.said.operations():
            described = self.said.parameters(operation, "query")
            if path in ("/", "/api/v1/openapi.json"):
                continue
            with self.subTest(path=path, method=method):
                detail = self.ask(path, method, more="unknown=1")[2]["detail"]
                names = detail.rsplit("there are ", 1)[1].split(", ") if "there are" in detail else []
                # The text of a game is asked for once: in the body, or as a parameter.
                self.assertEqual(set(names) - {"text"}, set(described) - {"text"})
                for name, one in described.items():
                    if "enum" in one["schema"] and name != "to":
                        self.assertEqual(self.ask(path, method, **{name + "_": "nonsense"})[0], 400, name)
                    if one.get("required") and method == "GET":
                        self.assertEqual(self.ask(path, method, **{name: ""})[0], 400, name)

    def test_notations(self):
        listed = json.loads(self.server.get("/api/v1/tables")[2])["notations"]
        names = [one["name"] for one in listed]
        schemas = self.said.document["components"]["schemas"]
        parameters = self.said.document["components"]["parameters"]
        self.assertEqual(schemas["Notation"]["properties"]["name"]["enum"], names)
        self.assertEqual(schemas["Converted"]["properties"]["notation"]["enum"], names)
        self.assertEqual(parameters["to"]["schema"]["enum"], names)
        self.assertEqual(parameters["from"]["schema"]["enum"], ["auto"] + names)
        self.assertEqual(parameters["game_notation"]["schema"]["enum"], ["auto"] + names)
        lines = [one["name"] for one in listed if one["form"] != "file"]
        self.assertEqual(parameters["notation"]["schema"]["enum"], ["auto"] + lines)
        for name in set(names) - set(lines):
            self.assertIn("/api/v1/convert", self.ask("/api/v1/value", "GET", notation=name)[2]["detail"])
            self.assertEqual(self.ask("/api/v1/batch", "POST", notation=name)[0], 400)

    def test_answers_may_grow(self):
        """A client that checks answers against the description accepts members of later versions."""
        schemas = json.dumps(self.said.document["components"]["schemas"])
        self.assertNotIn('"additionalProperties": false', schemas)
        self.assertIs(self.said.resolved({"$ref": "#/components/schemas/Answer"})["additionalProperties"], False)

    def test_head(self):
        for path, method, operation in self.said.operations():
            if method == "GET" and not path.endswith("/events"):
                with self.subTest(path=path):
                    target = self.said.target(path, operation, **({"id": 1} if "{id}" in path else {}))
                    answer = self.server.request("HEAD", target)
                    self.assertEqual((answer[0], answer[2]), (200, b""))
                    self.said.check(operation, answer, "HEAD")

    def test_index(self):
        """It lists the paths that are described, but for the files of the page."""
        listed = {one["path"]: set(one["methods"]) for one in self.ask("/api/v1", "GET")[2]["paths"]}
        self.assertEqual(set(listed), set(self.said.document["paths"]) - {"/", "/api/v1/openapi.json"})
        for path, methods in listed.items():
            self.assertEqual(methods - {"HEAD", "OPTIONS"}, self.said.methods(path), path)

    def test_turn_and_score(self):
        game = {"position": "2x2 h0.0; h1.0; v0.0; v0.1; h0.1", "notation": "moves"}
        for path in ("value", "moves", "line", "explain"):
            with self.subTest(path=path):
                data = self.ask(f"/api/v1/{path}", "GET", **game)[2]
                self.assertEqual((data["turn"], data["mover_score"]), (1, [0, 1]))
                self.assertEqual(sum(data["final_mover_score"]), 4)
                position = data["position"]
                data = self.ask(f"/api/v1/{path}", "GET", position=position, mover_score="1-0")[2]
                self.assertEqual((data.get("turn"), data["mover_score"]), (None, [1, 0]))
                self.assertEqual(self.ask(f"/api/v1/{path}", "GET", position=position, mover_score="3-0")[0], 400)
        data = self.ask("/api/v1/convert", "GET", text=game["position"], to="knox")[2]
        self.assertEqual((data["turn"], data["score"], data["owners"]), (1, [0, 1], [2, 0, 0, 0]))
        self.assertEqual(data["text"], "2x2 1. a3-b3; 2. a2-b2; 3. a2-a3; 4. b2-b3, b3-c3")

    def test_orders_of_moves(self):
        position = random_position(random.Random(4), "3x3", 9)
        usual = self.ask("/api/v1/moves", "GET", position=position)[2]
        best = self.ask("/api/v1/moves", "GET", position=position, order="best")[2]
        self.assertEqual([move["index"] for move in usual["moves"]], sorted(move["index"] for move in usual["moves"]))
        wanted = sorted(usual["moves"], key=lambda move: (-move["value"], move["index"]))
        self.assertNotEqual(wanted, usual["moves"])
        self.assertEqual(best, {**usual, "moves": wanted})
        lines = [json.loads(self.ask("/api/v1/batch", "POST", body=position, **order)[2])["moves"] for order in ({"order": "best"}, {})]
        self.assertEqual(lines, [wanted, usual["moves"]])
        self.assertEqual(self.ask("/api/v1/moves", "GET", order="worst")[0], 400)

    def test_a_review_is_an_analysis(self):
        """A whole game, also one from a position on: the same as `pipo analyse` says."""
        names = [f"h{i}.{j}" for i in range(4) for j in range(3)] + [f"v{i}.{j}" for i in range(3) for j in range(4)]
        random.Random(8).shuffle(names)

        def reviewed(**given):
            job = self.ask("/api/v1/review", "POST", **given)[2]
            self.server.wait_for_job(job["id"])
            return json.loads(self.server.get(f"/api/v1/jobs/{job['id']}")[2])

        job = reviewed(body="3x3 " + "; ".join(names))
        lines = [json.loads(line) for line in self.run_pipo("analyse", "3x3 " + "; ".join(names), "--format", "jsonl").splitlines()]
        summary = lines.pop()["summary"]
        self.assertEqual(job["review"]["moves"], lines)
        for one in (summary, job["review"]["summary"]):
            for stretch in one["solved"]:
                stretch["seconds"] = 0
        self.assertEqual(job["review"]["summary"], summary)
        self.assertGreater(sum(lost["margin"] for lost in summary["lost"]), 0)
        self.assertEqual(job["game"]["moves"], names)
        # The same moves from their seventh position on, which no box of either player precedes.
        start = lines[6]["position"]
        self.assertEqual([line["captures"] for line in lines[:6]], [0] * 6)
        later = reviewed(body="3x3 " + "; ".join(names[6:]), start=start)["review"]["moves"]
        ours = [{**line, "move": line["move"] - 6} for line in lines[6:]]
        self.assertEqual(later, ours)

    def test_reviews_that_are_none(self):
        refused = {"body": "3x3:" + "01" * 12}, {"body": "2x2 h0.0; h0.0"}, {"body": "2x2 h0.0", "start": "3x3:" + "0" * 24}, \
            {"body": "2x2 h0.0", "start": "2x2:100000000000"}, {"body": "2x2 h0.0", "game": "2x2 h0.0"}, {"body": ""}, \
            {"body": "2x2 h0.0", "time": 301}, {"body": "2x2 h0.0", "time": 0}, {"body": "2x2 h0.0", "time": "1s"}
        for given in refused:
            with self.subTest(given=given):
                self.assertEqual(self.ask("/api/v1/review", "POST", **given)[0], 400)

    def test_texts_for_people(self):
        text = self.ask("/api/v1/explain", "GET", format="text")[2]
        position = self.said.document["components"]["parameters"]["position"]["example"]
        self.assertEqual(text, self.run_pipo("explain", position))
        self.assertIn("# TYPE pipo_http_requests_total counter\n", self.ask("/metrics", "GET")[2])
        self.assertEqual(self.ask("/api/v1/openapi.json", "GET")[2], self.said.document)

    def test_examples(self):
        """The examples of the description fit their schemas, and those of answers equal the answers."""
        never_twice = {"/api/v1/solve", "/api/v1/jobs", "/api/v1/jobs/{id}", "/api/v1/jobs/{id}/events", "/health", "/api/v1/health"}
        count = 0
        for path, method, operation in self.said.operations():
            for name, one in (self.said.parameters(operation, "query") | self.said.parameters(operation, "path")).items():
                if "example" in one:
                    self.said.fits(one["example"], one["schema"], f"{path}: {name}")
            for status, response in operation["responses"].items():
                for media in self.said.resolved(response).get("content", {}).values():
                    if "example" not in media:
                        continue
                    with self.subTest(path=path, method=method, status=status):
                        self.said.check_content(media["example"], media, "the example")
                        count += 1
                        if status == "200" and path not in never_twice:
                            self.assertEqual(self.ask(path, method)[2], media["example"])
        self.assertGreater(count, 20)

    def test_answers_are_those_of_the_commands(self):
        generator = random.Random(11)
        swedish = [i for i, bit in enumerate("1111000000001111100011000110001") if bit == "1"]
        positions = [random_position(generator, board, drawn, also) for board, most, also in
                     (("2x2", 12, ()), ("3x3", 24, ()), ("3x4", 17, swedish))
                     for drawn in range(0, most + 1, 4 if SANITIZED else 1)]
        lines = self.run_pipo("probe", "--batch", "-", "--format", "jsonl", given="\n".join(positions)).splitlines()
        theory = self.run_pipo("explain", "--batch", "-", "--format", "jsonl", given="\n".join(positions)).splitlines()
        self.assertEqual(len(lines), len(positions))
        self.assertEqual(self.ask("/api/v1/batch", "POST", body="\n".join(positions))[2].splitlines(), lines)
        for position, line, explained in zip(positions, lines, theory, strict=True):
            with self.subTest(position=position):
                line = json.loads(line)
                self.assertEqual(self.ask("/api/v1/moves", "GET", position=position)[2], {**line, "by": "table"})
                value = self.ask("/api/v1/value", "GET", position=position)
                self.assertEqual(value[2], {**{name: line[name] for name in ("position", "layer", "value")}, "by": "table"})
                self.assertEqual(value[1]["Cache-Control"], DAY)
                self.assertEqual(self.ask("/api/v1/explain", "GET", position=position)[2], json.loads(explained))
                best = self.ask("/api/v1/line", "GET", position=position, all="true")[2]
                self.assertEqual(best, json.loads(self.run_pipo("line", position, "--all", "--format", "jsonl")))
                if line["best"]:
                    choice = self.ask("/api/v1/choose", "GET", position=position)[2]
                    self.assertEqual((choice["value"], choice["by"]), (line["value"], "table"))
                    self.assertIn(choice["edge"], line["best"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
