"""Running the program, with the layer (layer.hpp) below it or without."""

import dataclasses
import os
import pathlib
import re
import subprocess

SECONDS = 120  # whoever takes longer hangs

PROGRESS = re.compile(r"^pipo: [^\n:]*: (checked )?layer \d+, [^\n]*\n", re.MULTILINE)


@dataclasses.dataclass
class Ended:
    code: int  # minus the signal's number for those ended by one
    out: str
    err: str
    fault: tuple = ()  # (number, group, name, path) of the first call that was made to fail

    def __post_init__(self):
        # A machine at its limits takes seconds for a small board, and then its progress is told.
        self.err = PROGRESS.sub("", self.err)


class Injector:
    def __init__(self, pipo, library):
        self.pipo = str(pathlib.Path(pipo).resolve())
        self.library = str(pathlib.Path(library).resolve())

    def command(self, tables, *arguments):
        """Arguments like NAME=VALUE before all others go into the environment."""
        arguments = list(arguments)
        extra = {}
        while arguments and "=" in arguments[0] and not arguments[0].startswith("-"):
            name, _, value = arguments.pop(0).partition("=")
            extra[name] = value
        return [self.pipo, "--tables", str(tables), *arguments], extra

    def run(self, tables, *arguments, **layer):
        command, extra = self.command(tables, *arguments)
        environment = {**os.environ, **extra, **layer}
        try:
            ended = subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, capture_output=True,
                                   text=True, errors="replace", timeout=SECONDS)
        except subprocess.TimeoutExpired:
            return Ended(code=124, out="", err=f"not done after {SECONDS} seconds")
        return Ended(ended.returncode, ended.stdout, ended.stderr)

    def layer(self, tables, **settings):
        return {"LD_PRELOAD": self.library, "PIPO_FAULTS_FOLDER": str(tables),
                **{f"PIPO_FAULTS_{name.upper()}": str(value) for name, value in settings.items()}}

    def record(self, tables, journal, *arguments):
        """A run without faults, its calls in `journal`."""
        return self.run(tables, *arguments, **self.layer(tables, journal=journal))

    def inject(self, tables, report, fault, number, *arguments):
        """A run in which that call fails so; a fault "EIO on" stays from there on."""
        kind, _, sticky = fault.partition(" ")
        ended = self.run(tables, *arguments, **self.layer(
            tables, report=report, fault=kind, call=number, sticky=1 if sticky else 0))
        for line in report.read_text().splitlines() if report.exists() else ():
            word, *rest = line.split(" ", 4)
            if word == "fault":
                ended.fault = (int(rest[0]), *rest[1:])
                break
        return ended
