"""`solve` and `check` in this process: verdicts, exit status, and where output goes."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

import formulations
from formulations import Bounds
from lpcheck.cli import main
from lpcheck.mechanisms import quaternary, randomized_response, relative_mollifier

PAIR = ["--p0", "1/3,2/3", "--p1", "3/4,1/4", "--epsilon", "1"]
SOLVED = {
    "staircase": [*PAIR, "--divergence", "tv"],
    "information": ["--prior", "1/3,2/3", "--epsilon", "1"],
    "approximate-binary": [*PAIR, "--delta", "0.1"],
    "public-prior": ["--prior", "0.25,0.75", "--epsilon", "1", "--divergence", "tv"],
    "relative-mollifier": ["--target", "0,1", "--reference", "0.5,0.5", "--epsilon", "1"],
    "mollifier": ["--target", "0,1", "--lower", "0.25,0", "--upper", "1,1"],
}
OPTIMA = {
    "staircase": np.tanh(0.5) * 5 / 12,
    "public-prior": 1 - 0.25 * np.e / (0.25 * np.e + 0.75),
    "relative-mollifier": -np.log(1 - 0.5 * np.exp(-0.5)),
    "mollifier": -np.log(0.75),
}


@pytest.mark.parametrize("slug", SOLVED)
def test_solve_finds_the_optimum_of_every_problem(slug, capsys):
    assert main(["solve", slug, *SOLVED[slug], "--json"]) == 0
    out, err = capsys.readouterr()
    found = json.loads(out)
    assert set(found) >= {
        "problem", "parameters", "status", "value", "bounds", "mechanism", "solver"
    }  # fmt: skip
    assert (found["problem"], found["status"]) == (slug, "optimal")
    assert found["bounds"]["lower"] <= found["bounds"]["upper"]
    if slug in OPTIMA:
        assert found["value"] == pytest.approx(OPTIMA[slug], rel=1e-9)
    assert err == ""


@pytest.mark.parametrize("slug", SOLVED)
def test_what_solve_prints_is_optimal_for_check(slug, tmp_path, capsys):
    path = tmp_path / "found.json"
    assert main(["solve", slug, *SOLVED[slug], "--json", str(path)]) == 0
    assert capsys.readouterr().out.startswith(f"optimal: {slug}")
    assert main(["check", slug, *SOLVED[slug], "--mechanism", str(path)]) == 0
    assert capsys.readouterr().out.startswith("optimal: ")
    assert [p.name for p in tmp_path.iterdir()] == ["found.json"]


def save(path, mechanism):
    np.save(path, mechanism)
    return ["--mechanism", str(path)]


def test_a_suboptimal_kernel_comes_with_a_better_one(tmp_path, capsys):
    kernel = save(tmp_path / "k.npy", randomized_response(2, 0.5))
    assert main(["check", "staircase", *SOLVED["staircase"], *kernel, "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert set(found) >= {
        "problem", "parameters", "verdict", "rigor", "value", "bounds", "gap", "violations",
        "improved_mechanism", "true_epsilon", "tolerance", "explanation",
    }  # fmt: skip
    assert found["verdict"] == "suboptimal"
    assert found["true_epsilon"] == pytest.approx(0.5)
    assert found["gap"] == pytest.approx(OPTIMA["staircase"] - found["value"])
    better = save(tmp_path / "better.npy", np.array(found["improved_mechanism"]))
    assert main(["check", "staircase", *SOLVED["staircase"], *better]) == 0


def test_an_infeasible_kernel_says_where_and_by_how_much(tmp_path, capsys):
    path = tmp_path / "k.csv"
    np.savetxt(path, randomized_response(2, 1.1), delimiter=",")
    arguments = ["check", "staircase", *SOLVED["staircase"], "--mechanism", str(path)]
    assert main([*arguments, "--json"]) == 1
    out, err = capsys.readouterr()
    found = json.loads(out)
    assert found["verdict"] == "infeasible"
    assert found["true_epsilon"] == pytest.approx(1.1)
    (violation,) = found["violations"]
    assert violation["constraint"] == "privacy"
    assert set(violation["where"]) == {"row", "other_row", "column"}
    assert violation["amount"] == pytest.approx(0.1)
    assert "3.0041" in violation["explanation"]  # e^1.1, the factor it really has
    assert err == ""


def test_a_tolerance_is_taken(tmp_path, capsys):
    kernel = save(tmp_path / "k.npy", randomized_response(2, 1.0 - 1e-4))
    arguments = ["check", "staircase", *SOLVED["staircase"], *kernel]
    assert main(arguments) == 1
    assert main([*arguments, "--tolerance", "1e-3"]) == 0
    capsys.readouterr()


def test_closed_forms_through_files(tmp_path, capsys):
    four = save(tmp_path / "four.npy", quaternary(1.0, 0.1))
    assert main(["check", "approximate-binary", *SOLVED["approximate-binary"], *four]) == 0
    mollified = save(
        tmp_path / "m.npy", relative_mollifier([0.0, 1.0], [0.5, 0.5], 1.0).distribution
    )
    assert main(["check", "relative-mollifier", *SOLVED["relative-mollifier"], *mollified]) == 0
    capsys.readouterr()


def test_infinite_values_are_strings(tmp_path, capsys):
    arguments = ["public-prior", "--prior", "0.5,0.5", "--epsilon", "1", "--divergence", "alpha:0"]
    assert main(["solve", *arguments, "--json"]) == 0
    found = json.loads(capsys.readouterr().out, parse_constant=pytest.fail)
    assert found["value"] == "inf"
    assert found["bounds"] == {"lower": "inf", "upper": "inf"}
    kernel = save(tmp_path / "k.npy", np.full((2, 2), 0.5))
    assert main(["check", *arguments, *kernel, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["value"] == "inf"


def test_negative_entries_have_no_value(tmp_path, capsys):
    kernel = save(tmp_path / "k.npy", np.array([[1.5, -0.5], [0.5, 0.5]]))
    assert main(["check", "staircase", *SOLVED["staircase"], *kernel, "--json"]) == 1
    found = json.loads(capsys.readouterr().out, parse_constant=pytest.fail)
    assert found["value"] is None
    assert {v["constraint"] for v in found["violations"]} >= {"nonnegative"}


def test_a_failed_solver_is_inconclusive(tmp_path, monkeypatch, capsys):
    solve = formulations.gate.solve

    def fail(problem):
        return replace(
            solve(problem), status="inconclusive", bounds=Bounds(0.0, 1.0), message="it stopped"
        )

    monkeypatch.setattr("formulations.gate.solve", fail)
    monkeypatch.setattr("lpcheck.compare.solve", fail)
    assert main(["solve", "staircase", *SOLVED["staircase"]]) == 3
    assert "it stopped" in capsys.readouterr().out
    kernel = save(tmp_path / "k.npy", randomized_response(2, 1.0))
    assert main(["check", "staircase", *SOLVED["staircase"], *kernel]) == 3
    assert capsys.readouterr().out.startswith("inconclusive: ")


def test_letters_label_rows(tmp_path, capsys):
    (tmp_path / "p0.csv").write_text("yes,1/3\nno,2/3\n")
    (tmp_path / "k.csv").write_text(",Y,N\nyes,0.9,0.1\nno,0.1,0.9\n")
    arguments = ["--p0", f"@{tmp_path}/p0.csv", "--p1", "3/4,1/4", "--epsilon", "1"]
    assert main(["solve", "staircase", *arguments]) == 0
    lines = capsys.readouterr().out.splitlines()
    after = lines[lines.index("mechanism (2 × 2):") + 2 :]
    assert [line.split()[0] for line in after[:2]] == ["yes", "no"]
    assert main(["check", "staircase", *arguments, "--mechanism", f"{tmp_path}/k.csv"]) == 1
    out = capsys.readouterr().out
    assert "row 0 is 'yes', other row 1 is 'no', column 0 is 'Y'" in out
