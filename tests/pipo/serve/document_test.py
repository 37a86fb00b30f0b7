"""Compares the examples of docs/api.md, its table of errors, and the limits in docs/commands.md with the program.

    document_test.py PIPO     the program; it is started with the tables that the document makes
"""

import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import unittest
from urllib.parse import quote

from described import Description
from server import Server

PIPO = sys.argv[1]
DOCS = pathlib.Path(__file__).resolve().parents[3] / "docs"
DOCUMENT = (DOCS / "api.md").read_text(encoding="utf-8")
ADDRESS = "http://127.0.0.1:8765"


def sessions():
    """(command, what it writes) of each indented block; blocks that make tables or start the server are others."""
    for block in re.findall(r"(?:^    .*\n)+", DOCUMENT, re.MULTILINE):
        lines = [line[4:] for line in block.splitlines()]
        if lines[0].startswith("$ curl"):
            yield lines[0][2:], "\n".join(lines[1:]) + "\n"


def asked(server, command):
    """Sends the request of a curl command, and returns the answer. It knows the options that the document uses."""
    words = shlex.split(command)[1:]
    method, body, query, url = "GET", None, [], None
    while words:
        word = words.pop(0)
        if word == "-X":
            method = words.pop(0)
        elif word == "--data-binary":
            method, body = "POST", words.pop(0)
        elif word == "--data-urlencode":
            name, value = words.pop(0).split("=", 1)
            query.append(f"{name}={quote(value, safe='')}")
        elif word != "-G":
            url = word
    if "-G" in command:
        method, body = "GET", None
    if not url.startswith(ADDRESS + "/"):
        raise AssertionError(f"{command} goes elsewhere")
    path = url.removeprefix(ADDRESS)
    path += ("&" if "?" in path else "?") + "&".join(query) if query else ""
    return server.request(method, path, body)[2].decode("utf-8")


class Document(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        scratch = tempfile.TemporaryDirectory()
        cls.addClassCleanup(scratch.cleanup)
        for board in re.findall(r"^    \$ pipo generate (\S+)$", DOCUMENT, re.MULTILINE):
            subprocess.run([PIPO, "--tables", scratch.name, "generate", board], check=True, capture_output=True)
        cls.server = Server(PIPO, tables=scratch.name).__enter__()
        cls.addClassCleanup(cls.server.end)

    def test_examples(self):
        count = 0
        for command, shown in sessions():
            if re.search("jobs/[0-9]+$", command):
                self.server.wait_for_job(command.rsplit("/", 1)[1])
            with self.subTest(command=command):
                said = asked(self.server, command)
                # Three dots stand for anything.
                self.assertRegex(said, "^" + re.escape(shown.strip()).replace(r"\.\.\.", r"[\s\S]*") + r"\s*$")
                count += 1
        self.assertGreater(count, 10)

    def test_the_beginning(self):
        shown = re.search(r"\$ pipo serve\n    (.*)\n", DOCUMENT).group(1)
        self.assertEqual(self.server.said, shown.replace("8765", str(self.server.port)) + "\n")

    def test_the_client_in_python(self):
        text = re.search(r"```python\n([\s\S]*?)```", DOCUMENT).group(1).replace("8765", str(self.server.port))
        run = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, timeout=120)
        self.assertEqual(run.stderr, "")
        self.assertRegex(run.stdout, r"^3\ndone 2( [hv][0-9]\.[0-9])+\n$")

    def test_errors_and_paths(self):
        """The tables of errors and of paths have what the description has."""
        said = Description()
        listed = {(f"urn:pipopipette:problem:{name}", int(status))
                  for name, status in re.findall(r"^\| `([a-z-]+)` \| ([0-9]{3}) \|", DOCUMENT, re.MULTILINE)}
        described = set()
        for response in said.document["components"]["responses"].values():
            for media in response.get("content", {}).values():
                rule = media["schema"]["allOf"][1]["properties"]
                described |= {(name, rule["status"]["const"]) for name in rule["type"]["enum"]}
        self.assertEqual(listed, described)
        problem = said.document["components"]["schemas"]["Problem"]["properties"]
        self.assertEqual({name for name, _ in listed}, set(problem["type"]["enum"]))
        self.assertEqual({status for _, status in listed}, set(problem["status"]["enum"]))
        head = DOCUMENT.split("| path |")[1].split("\n\n")[0]
        for path in said.document["paths"]:
            if path != "/":
                short = path.replace("{id}", "ID").replace("{table}", "TABLE")
                self.assertIn(f"`{short.removeprefix('/api/v1') if short.endswith(('health', 'metrics')) else short}`", head)

    def test_limits(self):
        limits = json.loads(self.server.get("/api/v1/tables")[2])["limits"]
        section = (DOCS / "commands.md").read_text(encoding="utf-8").split("\n## serve\n")[1].split("\n## ")[0]
        self.assertEqual((limits["job_seconds"], limits["jobs"], limits["body_bytes"], limits["batch_lines"]), (300, 8, 16 << 20, 100_000))
        for option, default in (("time", 300), ("jobs", 8), ("body", "16M"), ("batch-lines", 100000), ("connections", 256), ("cache", "1G")):
            self.assertRegex(section, rf"\| `--{option} \w+` \| .*\(default: `{default}`\)")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
