"""The league: against kernels written down, and what no mechanism may be."""

from __future__ import annotations

import json

import numpy as np
import pytest

from formulations import LIP, Estimation, InputError
from formulations.estimation import risk
from lpcheck import mechanisms as m
from lpcheck.cli import main
from lpcheck.league import estimation_league

ZIPF = ["60/137", "30/137", "20/137", "15/137", "12/137"]


@pytest.mark.parametrize("epsilon", [0.2, 1.0, 3.0])
@pytest.mark.parametrize("k", [2, 5, 7])
def test_closed_forms_are_the_kernels(k, epsilon):
    league = estimation_league(Estimation(k=k, epsilon=epsilon))
    found = {s.name: s.risk for s in league.standings}
    uniform = np.full(k, 1 / k)
    kernels = {
        "randomized response": m.randomized_response(k, epsilon),
        "SUE (RAPPOR)": m.symmetric_unary_encoding(k, epsilon),
        "OUE": m.optimized_unary_encoding(k, epsilon),
        "OLH": m.local_hashing(k, epsilon),
        "BLH": m.local_hashing(k, epsilon, 2),
        "Hadamard response": m.hadamard_response(k, epsilon),
    }
    for name, kernel in kernels.items():
        assert found[name] == pytest.approx(risk(kernel, uniform), rel=1e-9), name
    assert ("block design" in found) == (k == 7)


@pytest.mark.parametrize("prior", [None, ZIPF])
def test_nobody_beats_the_optimum_nor_the_best_estimator(prior):
    for epsilon in (0.1, 1.0, 2.5, 6.0):
        stated = {"k": 5} if prior is None else {"prior": prior}
        league = estimation_league(Estimation(**stated, epsilon=epsilon))
        assert league.solution.status == "optimal"
        for s in league.standings:
            assert s.ratio >= 1 - 1e-9
            assert s.counting is None or s.counting >= s.risk * (1 - 1e-9)


def test_oue_is_far_from_the_optimum_at_small_alphabets():
    ratios = []
    for k in (2, 3, 4, 5, 6):
        for epsilon in (0.5, 1.0, 2.0, 3.0):
            league = estimation_league(Estimation(k=k, epsilon=epsilon))
            ratios += [s.ratio for s in league.standings if s.name == "OUE"]
    assert min(ratios) > 1.1
    assert max(ratios) > 1.5


def test_on_the_command_line(tmp_path, capsys):
    out, drawing = tmp_path / "league.json", tmp_path / "league.svg"
    assert main(["league", "estimation", "--k", "1000000", "--epsilon", "1", "--json", str(out),
                 "--figure", str(drawing)]) == 0  # fmt: skip
    assert "subset selection" in capsys.readouterr().out
    found = json.loads(out.read_text())
    assert found["optimum"] == pytest.approx(3682687.01, rel=1e-8)
    assert found["mechanisms"][0]["name"] == "subset selection"
    assert drawing.read_text().startswith("<?xml")
    assert main(["league", "estimation", "--prior", ",".join(ZIPF), "--epsilon", "1"]) == 0
    assert "1.0080" in capsys.readouterr().out  # randomized response, of the optimum


@pytest.mark.parametrize(
    "words",
    [
        ["information", "--k", "3", "--epsilon", "1"],
        ["loss", "--epsilon", "1"],
        ["loss", "--counts", "1", "--epsilon", "1"],
        ["loss", "--counts", "3", "--epsilon", "1", "--loss", "cubic"],
        ["estimation", "--k", "3"],
        ["estimation", "--epsilon", "1"],
        ["estimation", "--k", "3", "--epsilon", "0"],
        ["estimation", "--k", "1", "--epsilon", "1"],
        ["estimation", "--k", "3", "--epsilon", "1", "--figure", "league.txt"],
    ],
)
def test_bad_input_is_refused_in_a_line(words, capsys):
    assert main(["league", *words]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_other_notions_are_refused():
    with pytest.raises(InputError, match="lip"):
        estimation_league(Estimation(prior=ZIPF, privacy=LIP(1, ZIPF)))
