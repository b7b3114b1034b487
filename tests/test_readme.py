"""What the README shows is what runs."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from lpcheck.cli import main

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
NUMBER = re.compile(r"\d+(?:\.\d+)?(?:e[-+]?\d+)?")


def shown() -> list[tuple[str, str]]:
    blocks = re.findall(r"```console\n(.*?)```", TEXT, flags=re.DOTALL)
    commands = [block.partition("\n") for block in blocks if block.startswith("$ lpcheck")]
    return [(command.removeprefix("$ lpcheck "), output) for command, _, output in commands]


def same(left: str, right: str) -> bool:
    """Equal text, and numbers equal up to what another machine's rounding changes."""
    if NUMBER.sub("#", left) != NUMBER.sub("#", right):
        return False
    pairs = zip(NUMBER.findall(left), NUMBER.findall(right), strict=True)
    return all(abs(float(a) - float(b)) <= 1e-12 + 1e-6 * abs(float(a)) for a, b in pairs)


def test_the_readme_shows_commands():
    assert len(shown()) >= 3


@pytest.mark.parametrize(("command", "output"), shown())
def test_commands_print_what_is_shown(command, output, capsys, monkeypatch):
    monkeypatch.chdir(ROOT)
    main(shlex.split(command))
    assert same(capsys.readouterr().out, output)


def test_the_comparison_of_outputs_can_fail():
    assert same("gap 0.0426 at 3", "gap 0.04260000001 at 3")
    assert not same("gap 0.0426 at 3", "gap 0.0427 at 3")
    assert not same("optimal 1", "suboptimal 1")


@pytest.mark.parametrize("code", re.findall(r"```python\n(.*?)```", TEXT, flags=re.DOTALL))
def test_python_blocks_run(code):
    exec(compile(code, "README.md", "exec"), {})
