"""Parses the output of `pipo --help` and `pipo COMMAND --help`.

The man pages and the completions are made from the result, so they agree with the program. A line that the
parser does not understand is an error that stops the build.
"""

import dataclasses
import re
import subprocess


class HelpError(Exception):
    pass


@dataclasses.dataclass
class Option:
    names: list  # ["-h", "--help"], or ["BOARD"] for a positional argument
    value: str  # the name of its value in the help, "FILE|-"; empty if it takes none
    default: str  # empty if the help names none
    required: bool
    repeated: bool
    text: str

    @property
    def name(self):
        """The long name."""
        return self.names[-1]

    @property
    def words(self):
        """The possible values that the text lists: at its end after a colon, or at its beginning."""
        if not self.value:
            return []
        found = []
        for item in re.split(r", | or ", self.text.rsplit(": ", 1)[-1]):
            if not re.fullmatch(r"[a-z]+(-[a-z]+)*", item):
                break
            found.append(item)
        return found if len(found) > 1 else []

    @property
    def takes(self):
        """The kind of its value: "folder", "file", "table", "words", or empty if unknown."""
        kinds = {"DIR": "folder", "FILE": "file", "FILE|-": "file", "BOARD": "table"}
        if self.words:
            return "words"
        return kinds.get(self.value or self.name, "")


@dataclasses.dataclass
class Help:
    name: str  # "generate"; empty for the program itself
    summary: str
    arguments: list = dataclasses.field(default_factory=list)
    options: list = dataclasses.field(default_factory=list)
    commands: dict = dataclasses.field(default_factory=dict)  # name: summary
    paragraphs: list = dataclasses.field(default_factory=list)  # each a list of lines
    examples: list = dataclasses.field(default_factory=list)
    exit_codes: dict = dataclasses.field(default_factory=dict)  # number: meaning

    def all_options(self, program):
        """A command's options, then the program's options, which are also allowed there."""
        known = {name for option in self.options for name in option.names} | {"--version"}
        return self.options + [option for option in program.options if not known & set(option.names)]


# "  --start START=american      american, swedish, ...", in two columns.
ENTRY = re.compile(r"  (?P<left>\S.*?)(?:\s{2,}(?P<text>\S.*))?")
HEADINGS = {"Positionals:": "arguments", "Options:": "options", "Subcommands:": "commands"}


def entries(lines):
    """Returns the entries of a list in two columns as pairs; a long left side has its text on the next line."""
    found = []
    for line in lines:
        if line.startswith(" " * 10) and found:
            found[-1][1] = (found[-1][1] + " " + line.strip()).strip()
            continue
        match = ENTRY.fullmatch(line)
        if not match:
            raise HelpError(f"not an entry of a list: {line!r}")
        found.append([match["left"], match["text"] or ""])
    for left, text in found:
        if not text:
            raise HelpError(f"no text for {left!r}")
    return found


def option(left, text):
    match = re.fullmatch(r"(?P<names>[^ ]+)(?: (?!REQUIRED|\.\.\.)(?P<value>[^ =]+)(?:=(?P<default>[^ ]+))?)?"
                         r"(?P<required> REQUIRED)?(?P<repeated> \.\.\.)?", left)
    if not match:
        raise HelpError(f"no option: {left!r}")
    return Option(match["names"].split(","), match["value"] or "", match["default"] or "",
                  bool(match["required"]), bool(match["repeated"]), text)


def exit_codes(lines):
    """Parses lines such as "  0 done   1 a mismatch"."""
    codes = {}
    for item in re.split(r"\s{3,}|\n", "\n".join(line.strip() for line in lines)):
        match = re.fullmatch(r"(\d+) (.+)", item)
        if not match:
            raise HelpError(f"not an exit code: {item!r}")
        codes[int(match[1])] = match[2]
    return codes


def parse(name, text):
    """Parses one help text."""
    blocks = [block.split("\n") for block in re.split(r"\n{2,}", text.strip("\n"))]
    opening = blocks.pop(0)
    if len(opening) < 2 or not opening[-1].startswith("Usage: "):
        raise HelpError(f"the help of 'pipo {name}' does not begin with a summary and its usage")
    found = Help(name, " ".join(opening[:-1]).strip().rstrip("."))
    for block in blocks:
        heading = HEADINGS.get(block[0])
        if heading == "commands":
            found.commands = dict(entries(block[1:]))
        elif heading:
            setattr(found, heading, [option(*entry) for entry in entries(block[1:])])
        elif block[0] == "Examples:":
            found.examples = [line.strip() for line in block[1:]]
        elif block[0] == "Exit codes:":
            found.exit_codes = exit_codes(block[1:])
        else:
            found.paragraphs.append(block)
    if not found.options:
        raise HelpError(f"the help of 'pipo {name}' lists no options")
    return found


def read(program):
    """Returns the help of the program, under "", and of its commands, by name."""
    def asked(*command):
        return subprocess.run([program, *command, "--help"], check=True, capture_output=True, text=True,
                              stdin=subprocess.DEVNULL).stdout

    own = parse("", asked())
    if not own.commands:
        raise HelpError("the help of the program lists no commands")
    return {"": own, **{name: parse(name, asked(name)) for name in own.commands}}


def version(program):
    return subprocess.run([program, "--version"], check=True, capture_output=True, text=True).stdout.split()[1]
