"""What the two packages promise to those who install them."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
OWN = ("formulations", "lpcheck")
OF_AN_EXTRA = {
    "matplotlib": "figures", "pandas": "frames", "distributed": "cluster", "latex2mathml": "atlas",
    "starlette": "explore", "uvicorn": "explore",
}  # fmt: skip
"""Imported only where it is needed; `pytest` only by its plugin and `lpcheck.testing`."""


def names(requirements):
    return {re.split(r"[<>=\[;]", text)[0] for text in requirements}


def imported(package):
    """The modules of others that a package imports, by their first name."""
    found = set()
    for path in (ROOT / package).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                found |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                found.add(node.module.partition(".")[0])
    return found - set(sys.stdlib_module_names) - set(OWN)


@pytest.mark.parametrize("package", OWN)
def test_its_annotations_are_for_others_too(package):
    assert (ROOT / package / "py.typed").is_file()


def test_what_is_imported_is_required():
    extras = PROJECT["optional-dependencies"]
    for name in set().union(*map(imported, OWN)) - {"pytest"}:
        where = extras[OF_AN_EXTRA[name]] if name in OF_AN_EXTRA else PROJECT["dependencies"]
        assert name in names(where), name
    # CVXPY loads Clarabel, by name.
    assert names(PROJECT["dependencies"]) - {"clarabel"} <= set().union(*map(imported, OWN))
