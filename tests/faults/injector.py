"""Runs the program with or without the layer (layer.hpp)."""

import dataclasses
import os
import pathlib
import re
import subprocess

SECONDS = 120  # a run that takes longer hangs

PROGRESS = re.compile(r"^pipo: [^\n:]*: (checked )?layer \d+, [^\n]*\n", re.MULTILINE)


@dataclasses.dataclass
class Ended:
    code: int  # minus the signal's number if a signal ended the run
    out: str
    err: str
    fault: tuple = ()  # (number, group, name, path) of the first call that was made to fail

    def __post_init__(self):
        # On a busy machine a small board takes seconds, and then the program reports progress.
        self.err = PROGRESS.sub("", self.err)


class Injector:
    def __init__(self, pipo, library):
        self.pipo = str(pathlib.Path(pipo).resolve())
        self.library = str(pathlib.Path(library).resolve())

    def command(self, tables, *arguments):
        return [self.pipo, "--tables", str(tables), *arguments]

    def run(self, tables, *arguments, **layer):
        try:
            ended = subprocess.run(self.command(tables, *arguments), env={**os.environ, **layer},
                                   stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace",
                                   timeout=SECONDS)
        except subprocess.TimeoutExpired:
            return Ended(code=124, out="", err=f"not done after {SECONDS} seconds")
        return Ended(ended.returncode, ended.stdout, ended.stderr)

    def layer(self, tables, **settings):
        return {"LD_PRELOAD": self.library, "PIPO_FAULTS_FOLDER": str(tables),
                **{f"PIPO_FAULTS_{name.upper()}": str(value) for name, value in settings.items()}}

    def record(self, tables, journal, *arguments):
        """Runs without faults and records the calls in `journal`."""
        return self.run(tables, *arguments, **self.layer(tables, journal=journal))

    def inject(self, tables, report, fault, number, *arguments):
        """Runs with that fault at that call; with a fault like "EIO on", all later calls fail, too."""
        kind, _, sticky = fault.partition(" ")
        ended = self.run(tables, *arguments, **self.layer(
            tables, report=report, fault=kind, call=number, sticky=1 if sticky else 0))
        for line in report.read_text().splitlines() if report.exists() else ():
            word, *rest = line.split(" ", 4)
            if word == "fault":
                ended.fault = (int(rest[0]), *rest[1:])
                break
        return ended
