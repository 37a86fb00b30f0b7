"""The description of the server in docs/openapi.json, and a check of answers against it."""

import json
import pathlib
import re
from urllib.parse import quote

import jsonschema

from jobs import events

Validator = jsonschema.Draft202012Validator
# jsonschema ignores keywords that it does not know. Those of which check_keywords() follows the schemas, and others.
KEYWORDS = {"items", "additionalProperties", "propertyNames", "anyOf", "allOf", "properties",
            "$ref", "const", "default", "description", "enum", "exclusiveMinimum", "maxItems", "maximum", "minItems",
            "minLength", "minimum", "pattern", "required", "type"}

FILE = pathlib.Path(__file__).resolve().parents[3] / "docs" / "openapi.json"
METHODS = ("get", "post", "delete")


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


def check_keywords(schema, at):
    """Refuses unknown keywords, so that no rule of the description goes unchecked."""
    if isinstance(schema, bool):
        return
    if unknown := schema.keys() - KEYWORDS:
        raise ValueError(f"{at}: unknown keywords {unknown}")
    for name in ("items", "additionalProperties", "propertyNames"):
        check_keywords(schema.get(name, True), f"{at}.{name}")
    for i, one in enumerate(schema.get("anyOf", []) + schema.get("allOf", [])):
        check_keywords(one, f"{at}[{i}]")
    for name, one in schema.get("properties", {}).items():
        check_keywords(one, f"{at}.{name}")


class Description:
    def __init__(self, text=None):
        self.document = json.loads(text or FILE.read_text(encoding="utf-8"))
        self.components = {**self.document["components"], "schemas": closed(self.document["components"]["schemas"])}
        for name, schema in self.components["schemas"].items():
            check_keywords(schema, name)

    def resolved(self, node):
        """Returns the target of a "$ref", or the node itself."""
        while "$ref" in node:
            kind, name = node["$ref"].removeprefix("#/components/").split("/")
            node = self.components[kind][name]
        return node

    def fits(self, value, schema, at="the value"):
        """Raises AssertionError where the value does not fit."""
        check_keywords(schema, at)
        # References lead to the components.
        found = Validator({**schema, "components": self.components}).iter_errors(value)
        if error := jsonschema.exceptions.best_match(found):
            raise AssertionError(f"{at}, {error.json_path}: {error.message[:300]}")

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
                self.fits(headers[name], header["schema"], f"the header {name} of {status}")
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
        self.fits(data, media["schema"], at)
        for line in data.splitlines() if "x-line-schema" in media else ():
            self.fits(json.loads(line), media["x-line-schema"], f"{at}, a line")
        for name, _, told in events(data) if "x-event-schemas" in media else ():
            if name not in media["x-event-schemas"]:
                raise AssertionError(f"{at}: the event {name} is not described")
            self.fits(told, media["x-event-schemas"][name], f"{at}, the event {name}")
