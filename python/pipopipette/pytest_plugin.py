"""Fixtures for tests with pytest. Put this into the conftest.py of the tests:

    pytest_plugins = ["pipopipette.pytest_plugin"]

pipo_reference  reference positions with exact values, which need no table: pipo_reference("3x3")
pipo_tables     the tables of `--pipo-tables=DIR`, which may be given several times, or else of the environment
                variable PIPO_TABLES; if neither is given, tests that use this fixture are skipped
"""

from __future__ import annotations

import os
from typing import Callable, Iterator, List

import pytest

from ._tables import Tables
from .reference import KnownPosition, reference

_OPTION = "--pipo-tables"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.getgroup("pipopipette").addoption(
        _OPTION,
        action="append",
        metavar="DIR",
        help="folder of Dots-and-Boxes tables, may be given several times (default: those of PIPO_TABLES)",
    )


@pytest.fixture(scope="session")
def pipo_tables(request: pytest.FixtureRequest) -> Iterator[Tables]:
    """Open Tables. A given folder that does not exist is an error, not a reason to skip."""
    # The option is missing if the plugin was loaded after pytest had read the options.
    folders = request.config.getoption(_OPTION, default=None) or []
    if not folders and not os.environ.get("PIPO_TABLES"):
        pytest.skip(f"no tables: give {_OPTION}=DIR or set PIPO_TABLES")
    with Tables(*folders) as tables:
        yield tables


@pytest.fixture(scope="session")
def pipo_reference() -> Callable[[str], List[KnownPosition]]:
    """A function: pipo_reference("3x3") returns a list of (position, value, best, moves)."""
    return reference
