"""What the README and the documentation show is what runs, and prints what they say it prints."""

from __future__ import annotations

import inspect
import re
import shlex
import shutil
import tomllib
from importlib import import_module
from pathlib import Path

import pytest
import yaml

from lpcheck.cli import main

ROOT = Path(__file__).parents[1]
PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")])
BLOCK = re.compile(r"^```(\S+)\n(.*?)^```$", flags=re.DOTALL | re.MULTILINE)
NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e[-+]?\d+)?")
TAKEN = re.compile(r"(solver +).*|\b[\d.]+ s\b")
"""What differs from machine to machine: the solver's version, and how long it took."""

PLAIN = {"sh", "{toctree}", "{include}", "{eval-rst}"}
"""Shell that installs things, and what Sphinx reads."""


def same(left: str, right: str) -> bool:
    """Equal text, and numbers equal up to what another machine's rounding changes."""
    left, right = (TAKEN.sub(r"\1", text.strip()) for text in (left, right))
    if NUMBER.sub("#", left) != NUMBER.sub("#", right):
        return False
    pairs = zip(NUMBER.findall(left), NUMBER.findall(right), strict=True)
    return all(abs(float(a) - float(b)) <= 1e-12 + 1e-6 * abs(float(a)) for a, b in pairs)


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(ROOT)))
def test_every_block_of_a_page_runs(page, tmp_path, monkeypatch, capsys):
    """From top to bottom in one folder, as a reader does."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    names: dict[str, object] = {}
    for kind, body in BLOCK.findall(page.read_text(encoding="utf-8")):
        if kind == "python":
            exec(compile(body, page.name, "exec"), names)
        elif kind == "toml":
            tomllib.loads(body)
            (tmp_path / "sweep.toml").write_text(body, encoding="utf-8")
        elif kind == "yaml":
            assert isinstance(yaml.safe_load(body), dict)
        elif kind == "console" and body.startswith("$ lpcheck"):
            command, _, output = body.partition("\n")
            capsys.readouterr()
            main(shlex.split(command.removeprefix("$ lpcheck ")))
            printed = capsys.readouterr().out
            assert same(printed, output), f"{command}\nprints\n{printed}"
        elif kind == "console":
            assert all(re.match(r"\$ (pip|pytest|python -m venv) ", x) for x in body.splitlines())
        else:
            assert kind in PLAIN, f"nothing runs blocks of {kind}"


PACKAGES = (
    "formulations", "formulations.divergences", "formulations.estimation", "formulations.notions",
    "lpcheck", "lpcheck.auditing", "lpcheck.certificates", "lpcheck.claims", "lpcheck.continuous",
    "lpcheck.figures", "lpcheck.league", "lpcheck.mechanisms", "lpcheck.proofs", "lpcheck.ranges",
    "lpcheck.rechecker", "lpcheck.regimes", "lpcheck.sweep", "lpcheck.testing",
)  # fmt: skip
SHOWN = re.compile(r"^\.\. automodule:: (\S+)$", flags=re.MULTILINE)


@pytest.mark.parametrize("name", PACKAGES)
def test_the_reference_has_every_public_name(name):
    pages = "\n".join(p.read_text("utf-8") for p in (ROOT / "docs" / "reference").glob("*.md"))
    shown = set(SHOWN.findall(pages))
    package = import_module(name)
    offered = {key for module in shown for key in getattr(import_module(module), "__all__", ())}
    for public in package.__all__:
        found = getattr(package, public)
        if inspect.isclass(found) or inspect.isfunction(found):
            assert {found.__module__, name} & shown or public in offered, public


def test_the_pages_show_commands():
    text = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    assert text.count("\n$ lpcheck ") > 10
    assert text.count("```python") > 8


def test_the_comparison_of_outputs_can_fail():
    assert same("gap 0.0426 at 3", "gap 0.04260000001 at 3")
    assert same("solver HiGHS 1.15, 0.3 s\nvalue 1", "solver Clarabel 2, 1 s\nvalue 1")
    assert not same("gap 0.0426 at 3", "gap 0.0427 at 3")
    assert not same("optimal 1", "suboptimal 1")
