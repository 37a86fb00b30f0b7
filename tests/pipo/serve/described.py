"""The description of the server in docs/openapi.json, and a check of answers against it."""

import json
import pathlib
import re
from urllib.parse import quote

from schema import Schemas

FILE = pathlib.Path(__file__).resolve().parents[3] / "docs" / "openapi.json"
METHODS = ("get", "post", "delete")


def events(text):
    """(name, id, data) of each event of a stream; comments are skipped."""
    found = []
    for block in text.split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.split("\n") if line and not line.startswith(":"))
        if fields:
            found.append((fields["event"], int(fields["id"]), json.loads(fields["data"])))
    return found


def closed(node):
    """The node with objects that have no other members than those described. To clients they are open: members may be added."""
    if isinstance(node, list):
        return [closed(one) for one in node]
    if not isinstance(node, dict):
        return node
    result = {name: closed(one) for name, one in node.items()}
    if result.get("type") == "object" and "properties" in result:
        result.setdefault("additionalProperties", False)
    return result


class Description:
    def __init__(self, text=None):
        self.document = json.loads(text or FILE.read_text(encoding="utf-8"))
        components = self.document["components"]
        self.schemas = Schemas({**self.document, "components": {**components, "schemas": closed(components["schemas"])}})
        self.resolved = self.schemas.resolved

    def operations(self):
        """(path, method, operation) of each; methods in capitals, as in requests."""
        for path, item in self.document["paths"].items():
            for method in METHODS:
                if method in item:
                    yield path, method.upper(), item[method]

    def methods(self, path):
        return {method.upper() for method in METHODS if method in self.document["paths"][path]}

    def parameters(self, operation, where):
        resolved = [self.resolved(one) for one in operation.get("parameters", [])]
        return {one["name"]: one for one in resolved if one["in"] == where}

    def target(self, path, operation, **given):
        """The path with the examples of its parameters, or with what is given in their place."""
        values = {name: one["example"] for where in ("path", "query")
                  for name, one in self.parameters(operation, where).items() if "example" in one}
        values.update({name.rstrip("_"): value for name, value in given.items()})
        for name in self.parameters(operation, "path"):
            path = path.replace("{%s}" % name, quote(str(values.pop(name)), safe=""))
        return path + ("?" + "&".join(f"{name}={quote(str(value))}" for name, value in values.items()) if values else "")

    def check(self, operation, answer, method="GET"):
        """Checks that the answer, (status, headers, body), is described. Returns its body, as data if it is JSON."""
        status, headers, body = answer
        if str(status) not in operation["responses"]:
            raise AssertionError(f"the status {status} is not described: {body[:300]}")
        response = self.resolved(operation["responses"][str(status)])
        for name, header in response.get("headers", {}).items():
            header = self.resolved(header)
            if headers[name] is None and header["required"]:
                raise AssertionError(f"{status} has no header {name}")
            if headers[name] is not None:
                self.schemas.check(headers[name], header["schema"], f"the header {name} of {status}")
        content = response.get("content", {})
        kind = headers["Content-Type"]
        if kind is None:
            if content or body:
                raise AssertionError(f"{status} has no Content-Type, but {body[:100]}")
            return None
        if kind not in content:
            raise AssertionError(f"the media type {kind} of {status} is not described")
        if method == "HEAD":
            return None
        text = body.decode("utf-8")
        data = json.loads(text) if re.fullmatch(r"application/(problem\+)?json", kind) else text
        self.check_content(data, content[kind], f"{status}")
        return data

    def check_content(self, data, media, at):
        """A body, or the example of one."""
        self.schemas.check(data, media["schema"], at)
        for line in data.splitlines() if "x-line-schema" in media else ():
            self.schemas.check(json.loads(line), media["x-line-schema"], f"{at}, a line")
        for name, _, job in events(data) if "x-event-schema" in media else ():
            if name not in media["x-event-names"]:
                raise AssertionError(f"{at}: the event {name} is not described")
            self.schemas.check(job, media["x-event-schema"], f"{at}, an event")
