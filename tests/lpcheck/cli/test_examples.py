"""The files of examples/ are what their script writes, and show what their README says."""

from __future__ import annotations

import re
import runpy
import shlex
from pathlib import Path

import numpy as np
import pytest

from formulations.parameters import read_vector
from lpcheck.cli import main
from lpcheck.inputs import read_vector_text

EXAMPLES = Path(__file__).parents[3] / "examples"
README = (EXAMPLES / "README.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^\$ lpcheck (.*)$", README, re.MULTILINE)
NUMBER = re.compile(r"\d+(?:\.\d+)?(?:e[-+]?\d+)?")
VERDICTS = ["optimal", "infeasible", "suboptimal", "suboptimal", "optimal"]


def test_the_files_are_those_of_the_script():
    made = runpy.run_path(str(EXAMPLES / "make_examples.py"))["make"]()
    assert {path.name for path in EXAMPLES.glob("*.csv")} == set(made)
    for name, text in made.items():
        there = (EXAMPLES / name).read_text(encoding="utf-8")
        assert NUMBER.sub("#", there) == NUMBER.sub("#", text), name
        found, due = (np.array(NUMBER.findall(t), dtype=float) for t in (there, text))
        np.testing.assert_allclose(found, due, rtol=1e-12, atol=0, err_msg=name)


def test_the_frequencies_sum_to_exactly_one():
    vector = read_vector_text("prior", f"@{EXAMPLES}/english-letters.csv")
    assert "".join(vector.rows or ()) == "abcdefghijklmnopqrstuvwxyz"
    assert sum(read_vector("prior", vector.numbers)) == 1


@pytest.mark.parametrize(("command", "verdict"), list(zip(COMMANDS, VERDICTS, strict=True)))
def test_the_commands_give_the_verdicts(command, verdict, monkeypatch, capsys):
    monkeypatch.chdir(EXAMPLES.parent)
    assert main(shlex.split(command)) == (0 if verdict == "optimal" else 1)
    assert capsys.readouterr().out.startswith(f"{verdict}: ")


def test_the_broken_kernel_is_named_by_its_letters(monkeypatch, capsys):
    monkeypatch.chdir(EXAMPLES.parent)
    main(shlex.split(COMMANDS[1]))
    out = capsys.readouterr().out
    assert "other row 16 is 'q', column 4 is 'e'" in out
    assert "column 25 is 'z'" in out
