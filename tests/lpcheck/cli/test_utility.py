"""`--mu`: a formula, or a function of the user's own."""

from __future__ import annotations

import numpy as np
import pytest

from lpcheck.cli import main

STATED = ["--k", "3", "--epsilon", "1"]


def test_a_formula_and_what_was_not_proved_of_it(capsys):
    assert main(["solve", "utility", "--mu", "max(c)/k", *STATED]) == 0
    shown = capsys.readouterr().out
    assert "0.5761168848" in shown
    assert "not proved" in shown


def test_a_mechanism_is_checked(tmp_path, capsys):
    path = tmp_path / "kernel.csv"
    path.write_text("0.5,0.5\n" * 3)
    asked = ["--mu", "max(c)/k", *STATED, "--mechanism", str(path)]
    assert main(["check", "utility", *asked]) == 1
    shown = capsys.readouterr().out
    assert shown.startswith("suboptimal")
    assert "not proved" in shown
    t = np.e
    rows = (np.ones((3, 3)) + (t - 1) * np.eye(3)) / (t + 2)
    path.write_text("\n".join(",".join(map(repr, row)) for row in rows.tolist()))
    assert main(["check", "utility", *asked]) == 0


def test_a_function_from_a_module(tmp_path, monkeypatch, capsys):
    (tmp_path / "own_utility.py").write_text(
        "def mu(c):\n    print('noise')\n    return max(c) / 3\ndef least(c):\n    return min(c)\n"
    )
    monkeypatch.chdir(tmp_path)
    assert main(["solve", "utility", "--mu", "own_utility:mu", *STATED]) == 0
    shown = capsys.readouterr().out
    assert "0.5761168848" in shown
    assert "noise" not in shown
    assert main(["solve", "utility", "--mu", "own_utility:least", *STATED]) == 2
    assert "not subadditive" in capsys.readouterr().err


@pytest.mark.parametrize("mu", ["min(c)", "max(c) + 1", "c", "no_such_module:mu", "max(c"])
def test_bad_ones_are_refused_in_a_line(mu, capsys):
    assert main(["solve", "utility", "--mu", mu, *STATED]) == 2
    said = capsys.readouterr().err
    assert said.startswith("lpcheck: mu: ")
    assert said.count("\n") == 1


def test_no_certificate_is_made_of_it(tmp_path, capsys):
    path = tmp_path / "kernel.csv"
    path.write_text("0.5,0.5\n" * 3)
    asked = ["--mu", "max(c)/k", *STATED, "--mechanism", str(path)]
    assert main(["check", "utility", *asked, "--certificate", str(tmp_path / "no.json")]) == 2
    assert "re-checker does not know it" in capsys.readouterr().err
    assert not (tmp_path / "no.json").exists()
