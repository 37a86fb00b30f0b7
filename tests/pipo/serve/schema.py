"""Checks values against a JSON schema. Knows only the part of JSON Schema that docs/openapi.json uses.

A keyword that is not known here is an error, so that no rule of the description goes unchecked.
"""

import re

TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}
REMARKS = {"description", "default"}


class Unfit(AssertionError):
    """A value that does not fit its schema, with its place."""


class Unknown(Exception):
    """The schema itself cannot be followed."""


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def is_a(value, name):
    if name in ("number", "integer"):
        return is_number(value) and (name == "number" or value == int(value))
    return isinstance(value, TYPES[name])


class Schemas:
    """The schemas of a document, the `root` that "$ref" points into."""

    def __init__(self, root):
        self.root = root

    def resolved(self, node):
        """Returns the target of a "$ref", or the node itself."""
        while isinstance(node, dict) and "$ref" in node:
            target = node["$ref"]
            node = self.root
            for word in target.removeprefix("#/").split("/"):
                if word not in node:
                    raise Unknown(f"{target} leads nowhere")
                node = node[word]
        return node

    def check(self, value, schema, at="$"):
        """Raises Unfit where the value does not fit, and Unknown where the schema is not understood."""
        for keyword, rule in schema.items():
            if keyword in REMARKS:
                continue
            if not hasattr(self, "on_" + keyword.lstrip("$")):
                raise Unknown(f"{at}: the keyword {keyword!r} is not known")
            if wrong := getattr(self, "on_" + keyword.lstrip("$"))(value, rule, schema, at):
                raise Unfit(f"{at}: {repr(value)[:200]} {wrong}")

    # Each returns what is wrong, or nothing. A keyword about objects accepts every value that is not an object, and
    # so on.

    def on_ref(self, value, _, schema, at):
        self.check(value, self.resolved(schema), at)

    def on_type(self, value, names, *_):
        names = [names] if isinstance(names, str) else names
        return not any(is_a(value, name) for name in names) and f"is not of type {' or '.join(names)}"

    def on_enum(self, value, allowed, *_):
        return (type(value), value) not in [(type(one), one) for one in allowed] and f"is none of {allowed}"

    def on_const(self, value, only, *_):
        return self.on_enum(value, [only])

    def on_anyOf(self, value, schemas, _, at):
        reasons = []
        for one in schemas:
            try:
                return self.check(value, one, at)
            except Unfit as error:
                reasons.append(str(error))
        return "fits none of several: " + "; ".join(reasons)

    def on_allOf(self, value, schemas, _, at):
        for one in schemas:
            self.check(value, one, at)

    def on_required(self, value, names, *_):
        missing = [name for name in names if name not in value] if isinstance(value, dict) else []
        return missing and f"lacks {', '.join(missing)}"

    def on_properties(self, value, schemas, _, at):
        for name in schemas if isinstance(value, dict) else ():
            if name in value:
                self.check(value[name], schemas[name], f"{at}.{name}")

    def on_propertyNames(self, value, rule, _, at):
        for name in value if isinstance(value, dict) else ():
            self.check(name, rule, f"{at}, a name")

    def on_additionalProperties(self, value, rule, schema, at):
        for name in value if isinstance(value, dict) else ():
            if name in schema.get("properties", {}):
                continue
            if rule is False:
                return f"has a member {name!r}, which the schema has not"
            self.check(value[name], rule, f"{at}.{name}")

    def on_items(self, value, rule, _, at):
        for i, item in enumerate(value if isinstance(value, list) else ()):
            self.check(item, rule, f"{at}[{i}]")

    def on_pattern(self, value, pattern, *_):
        return isinstance(value, str) and not re.search(pattern, value) and f"does not match {pattern}"

    def on_minItems(self, value, least, *_):
        return isinstance(value, (list, str)) and len(value) < least and f"is shorter than {least}"

    def on_maxItems(self, value, most, *_):
        return isinstance(value, list) and len(value) > most and f"is longer than {most}"

    def on_minimum(self, value, least, *_):
        return is_number(value) and value < least and f"is less than {least}"

    def on_maximum(self, value, most, *_):
        return is_number(value) and value > most and f"is more than {most}"

    on_minLength = on_minItems
