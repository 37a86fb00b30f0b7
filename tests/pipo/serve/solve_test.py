"""Positions that no table covers, solved for clients: submitted, followed, cancelled.

    solve_test.py PIPO     the program; it is started without tables
"""

import json
import random
import socket
import subprocess
import sys
import time
import unittest

from described import Description
from jobs import SANITIZED, events, followed, long_job, random_position, streamed, submitted
from replies import replies, request
from server import Server

PIPO = sys.argv[1]
BIG = "4x6:" + "0" * 58 if SANITIZED else "5x5:" + "0" * 60
SLOW = "5x5:000110010001000000001000110000100010000001100000000000011001"  # ten seconds


class Solve(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server(PIPO, "--time", 300, "--memory", "1G").__enter__()
        cls.addClassCleanup(cls.server.end)
        cls.said = Description()

    def check(self, path, method, answer):
        return self.said.check(self.said.document["paths"][path][method], answer)

    def test_solved(self):
        """5x5 with 22 edges drawn: events to the end, the same answer afterwards, and that of `pipo solve`."""
        position = random_position(random.Random(22), "5x5", 22)
        answer = self.server.request("POST", f"/api/v1/solve?position={position}")
        first = self.check("/api/v1/solve", "post", answer)
        self.assertEqual((answer[0], answer[1]["Location"]), (202, f"/api/v1/jobs/{first['id']}"))
        told = list(followed(self.server, first["id"]))
        for name, _, job in told:
            self.said.fits(job, {"$ref": "#/components/schemas/Job"})
            self.assertEqual(name, job["state"] if job["state"] not in ("queued", "running") else "progress")
        self.assertEqual([name for name, _, _ in told], ["progress"] * (len(told) - 1) + ["done"])
        numbers = [number for _, number, _ in told]
        self.assertEqual(numbers, sorted(set(numbers)))
        last = told[-1][2]
        self.assertEqual(self.check("/api/v1/jobs/{id}", "get", self.server.get(answer[1]["Location"])), last)
        # A client that follows later gets the final event at once.
        self.assertEqual([(name, job) for name, _, job in followed(self.server, first["id"])], [("done", last)])
        again = self.server.request("POST", f"/api/v1/solve?position={position}")
        self.assertEqual((again[0], self.check("/api/v1/solve", "post", again)), (200, last))
        self.assertEqual(again[1]["Location"], answer[1]["Location"])
        listed = self.check("/api/v1/jobs", "get", self.server.get("/api/v1/jobs"))["jobs"]
        self.assertIn(last, listed)

        found = last["answer"]
        self.assertEqual((found["position"], last["by"]), (position, "sweep"))
        self.assertEqual(last["plan"]["values"], last["progress"]["total"])
        self.assertEqual(max(move["value"] for move in found["moves"]), found["value"])
        said = json.loads(subprocess.run([PIPO, "solve", position, "--format", "jsonl"], check=True, capture_output=True, text=True).stdout)
        self.assertEqual((said.pop("by"), said.pop("swept_from")), (last["by"], 22))
        self.assertEqual(said, found)

    def test_cancelled(self):
        running = long_job(self.server)
        waiting = submitted(self.server, random_position(random.Random(5), "5x5", 24))
        self.assertEqual(waiting["state"], "queued")
        for job in (waiting, running):
            following = followed(self.server, job["id"])
            next(following)
            path = f"/api/v1/jobs/{job['id']}"
            told = self.check("/api/v1/jobs/{id}", "delete", self.server.request("DELETE", path))
            self.assertEqual(told["state"], "cancelled")
            self.assertEqual([name for name, _, _ in following][-1], "cancelled")
            self.assertEqual(json.loads(self.server.get(path)[2])["state"], "cancelled")
            # A second one changes nothing.
            self.assertEqual(json.loads(self.server.request("DELETE", path)[2]), told)
        # The position may be asked for again, and the next job begins.
        again = submitted(self.server, waiting["position"])
        self.assertNotEqual(again["id"], waiting["id"])
        self.assertEqual(self.server.wait_for_job(again["id"])["state"], "done")

    def test_too_large(self):
        job = self.server.wait_for_job(submitted(self.server, BIG)["id"])
        self.said.fits(job, {"$ref": "#/components/schemas/Job"})
        self.assertEqual((job["state"], job["problem"]["status"], job["answer"]), ("failed", 422, None))
        self.assertIn("more edges are drawn", job["problem"]["detail"])

    def test_the_work_of_a_client_that_goes_away_stops(self):
        """Otherwise the solver is busy for all of its time, and others wait for too long."""
        path = f"/api/v1/choose?position={SLOW}&time=120"
        position = random_position(random.Random(23), "5x5", 26)
        # Less than the work of the first client takes.
        limit = 30 if SANITIZED else 5
        with Server(PIPO, "--memory", "4G", "--time", 300, "--request-time", limit) as server:
            for close in (socket.socket.close, lambda client: client.shutdown(socket.SHUT_WR)):
                with socket.create_connection((server.host, server.port), timeout=300) as client:
                    client.sendall(request("GET", path))
                    time.sleep(1)
                    close(client)
                    answer = server.get(f"/api/v1/moves?position={position}")
                    self.assertEqual(self.check("/api/v1/moves", "get", answer)["position"], position)
                    if client.fileno() >= 0:  # it still reads
                        reply, = replies(client.recv(1 << 16))
                        self.assertEqual((reply.status, reply.json()["type"]), (503, "urn:pipopipette:problem:busy"))
                        self.assertIn("keep it open", reply.json()["detail"])

    def test_an_analysis(self):
        """All events of a position that is solved; the values are those of a job."""
        position = random_position(random.Random(18), "5x5", 16)
        operation = self.said.document["paths"]["/api/v1/analyse"]["get"]
        answer = self.server.get(f"/api/v1/analyse?position={position}")
        told = events(self.said.check(operation, answer))
        names = [name for name, _, _ in told]
        self.assertEqual(list(dict.fromkeys(names)), ["bounds", "explanation", "guess", "progress", "moves", "done"])
        self.assertEqual(names[-3:], ["moves", "explanation", "done"])
        self.assertEqual([number for _, number, _ in told], sorted({number for _, number, _ in told}))
        solved = json.loads(self.server.request("POST", f"/api/v1/solve?position={position}")[2])
        found = self.server.wait_for_job(solved["id"])["answer"]
        self.assertEqual(told[-3][2], {**found, "by": "sweep", "swept_from": 16})
        # The sweep answers later positions, too.
        later = position.replace("0", "1", 1)
        again = events(self.said.check(operation, self.server.get(f"/api/v1/analyse?position={later}")))
        self.assertEqual([name for name, _, _ in again], ["moves", "explanation", "done"])

    def test_an_analysis_beyond_the_limits(self):
        operation = self.said.document["paths"]["/api/v1/analyse"]["get"]
        told = events(self.said.check(operation, self.server.get(f"/api/v1/analyse?position={BIG}&time=1")))
        unsolved = {name: data for name, _, data in told}["unsolved"]
        self.assertEqual(unsolved["reason"], "beyond-limits")
        self.assertGreater(unsolved["missing_edges"], 0)

    def test_an_analysis_ends_when_its_client_leaves(self):
        with Server(PIPO, "--jobs", 1, "--memory", "4G") as server:
            following = streamed(server, f"/api/v1/analyse?position={SLOW}&time=300")
            while next(following)[0] != "progress":
                pass
            self.assertEqual(json.loads(server.get("/health")[2])["jobs"], 1)
            self.assertEqual(server.request("POST", f"/api/v1/solve?position={SLOW}")[0], 429)
            following.close()
            while json.loads(server.get("/health")[2])["jobs"] > 0:
                time.sleep(0.02)
            self.assertEqual(server.request("POST", f"/api/v1/solve?position={SLOW}")[0], 202)

    def test_the_end_of_the_server(self):
        with Server(PIPO, "--memory", "1G") as server:
            following = followed(server, long_job(server)["id"])
            next(following)
            self.assertEqual(server.stop(), 0)
            self.assertEqual([name for name, _, _ in following][-1], "cancelled")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
