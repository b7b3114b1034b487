"""Results are objects that people can look at: text, HTML, LaTeX and data frames."""

from __future__ import annotations

import random
import sys
from html.parser import HTMLParser

import pandas
import pytest

import lpcheck
from formulations import Estimation, Information, Staircase
from formulations.shown import Shown
from lpcheck.league import estimation_league
from lpcheck.mechanisms import randomized_response, subset_mechanism
from lpcheck.ranges import prove_whole
from lpcheck.regimes import regimes
from lpcheck.report import audit, catalogue, console, league, ranges
from lpcheck.report import regimes as regimes_report
from lpcheck.report.latex import escaped

P0 = ["5/15", "4/15", "3/15", "2/15", "1/15"]
PROBLEM = Staircase(p0=P0, p1=P0[::-1], epsilon=1, divergence="kl")


def client(x):
    return x if random.random() < 0.75 else 1 - x


@pytest.fixture(scope="module")
def results():
    even = Information(prior=["1/6"] * 6, epsilon=1)
    pair = Staircase(p0=["1/4", "3/4"], p1=["3/4", "1/4"], epsilon="1.1", divergence="kl")
    (change,) = lpcheck.thresholds(even, randomized_response, least=1, most=3, levels=3)
    return {
        "solution": lpcheck.solve(PROBLEM),
        "suboptimal": lpcheck.check(PROBLEM, subset_mechanism(5, 1.0, 2)),
        "infeasible": lpcheck.check(PROBLEM, randomized_response(5, 1.2)),
        "grid": lpcheck.check_grid(PROBLEM, randomized_response, ["1/2", 3, 5]),
        "threshold": change,
        "hunt": lpcheck.hunt(Information, randomized_response, sizes=(3, 3), tries=10),
        "nothing": lpcheck.hunt(Information, randomized_response, sizes=(2, 2), tries=3),
        "league": estimation_league(Estimation(k=5, epsilon=1)),
        "regimes": regimes(P0, P0[::-1], "kl", least=1, most=4),
        "audit": lpcheck.audit(client, [0, 1], "1.1", pair),
        "whole": prove_whole(pair, "(1 if x == y else e^-ε)/(1 + e^-ε)", 1, "1.1"),
        "verify": lpcheck.verify(["kairouz2016.theorem-5"], jobs=1),
    }


NAMES = (
    "solution", "suboptimal", "infeasible", "grid", "threshold", "hunt", "nothing", "league",
    "regimes", "audit", "whole", "verify",
)  # fmt: skip


def test_print_is_the_report_of_the_command_line(results):
    assert str(results["solution"]) == console.of_solution(PROBLEM, results["solution"])
    assert str(results["suboptimal"]) == console.of_comparison(results["suboptimal"])
    assert str(results["grid"]) == ranges.table(ranges.grid_rows(results["grid"]))
    assert str(results["league"]) == league.as_text(results["league"])
    assert str(results["audit"]) == audit.of_audit(results["audit"])
    assert str(results["regimes"]) == regimes_report.as_text(results["regimes"])
    assert "optimal from ε = 1.71027" in str(results["threshold"])
    assert str(results["hunt"]).startswith("suboptimal: the formula loses")
    assert str(results["nothing"]).startswith("no counterexample")
    assert str(results["whole"]).startswith("proved optimal for ε from 1 to 1.1")
    assert str(results["verify"]) == catalogue.of_report(results["verify"])


def test_a_recheck_is_a_line():
    certificate = lpcheck.certify(PROBLEM)
    found = lpcheck.recheck(dict(certificate.data))
    assert str(found) == f"accepted: {found.reason}"
    assert str(lpcheck.recheck({})).startswith("REJECTED: ")


class Balance(HTMLParser):
    """Whether every element ends where it should."""

    def __init__(self):
        super().__init__()
        self.open = []

    def handle_starttag(self, tag, attrs):
        if tag not in ("meta", "link", "path", "circle", "polyline", "wbr"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag not in ("path", "circle", "polyline"):
            assert self.open.pop() == tag


@pytest.mark.parametrize("name", NAMES)
def test_html(results, name):
    page, part = results[name].to_html(), results[name]._repr_html_()
    for text in (page, part):
        parser = Balance()
        parser.feed(text)
        assert parser.open == []
    assert page.startswith("<!DOCTYPE html>")
    assert "<html" not in part
    # The style of a notebook is left alone: all of ours is inside one class.
    sheet = part.split("<style>")[1].split("</style>")[0]
    assert sheet.startswith(".lpcheck {")
    assert ":root" not in sheet
    assert "\nbody {" not in sheet
    assert page.split("<main")[1].count("<h1>") == 1 + (name == "audit")


@pytest.mark.parametrize("name", NAMES)
def test_latex(results, name):
    found = results[name].to_latex()
    assert found.count(r"\begin{") == found.count(r"\end{") >= 1
    assert found.count("{") == found.count("}")
    assert found.isascii()


def test_latex_has_closed_forms(results):
    assert r"\frac{e^{\varepsilon}}{e^{\varepsilon} + 1}" in results["solution"].to_latex()
    assert r"\frac" not in results["infeasible"].to_latex()


@pytest.mark.parametrize("name", NAMES)
def test_frames(results, name):
    found = results[name].to_frame()
    assert isinstance(found, pandas.DataFrame)
    rows = {"grid": 3, "threshold": 2, "league": 7, "regimes": len(results["regimes"].intervals)}
    assert len(found) == rows.get(name, 1)


def test_frames_hold_the_numbers(results):
    grid = results["grid"].to_frame()
    assert grid["epsilon"].tolist() == [0.5, 3.0, 5.0]
    assert grid["verdict"].tolist() == ["suboptimal", "suboptimal", "optimal"]
    finding = results["suboptimal"]
    assert finding.to_frame()["gap"].tolist() == [finding.gap]


def test_no_pandas(results, monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(lpcheck.InputError, match=r"pandas is not installed"):
        results["grid"].to_frame()


def test_latex_of_texts():
    assert escaped("50 % of e^ε, a_b") == r"50 \% of $e^{\varepsilon}$, a\_b"


def test_without_a_reporter_there_are_the_fields(monkeypatch):
    class Result(Shown):
        def __repr__(self):
            return "Result()"

    monkeypatch.setattr("formulations.shown.reporter", lambda: None)
    assert str(Result()) == "Result()"
    assert Result()._repr_html_() is None
    with pytest.raises(ImportError, match="not installed"):
        Result().to_latex()


def test_a_map_is_a_grid_of_cells():
    found = lpcheck.check_map(
        lambda k: Information(prior=[f"1/{k}"] * k, epsilon=1),
        randomized_response,
        "k",
        [2, 6],
        [1],
    )
    assert found.verdict == "suboptimal"
    assert str(found).splitlines()[0].split()[:2] == ["k", "ε"]
    assert found.to_frame()["verdict"].tolist() == ["optimal", "suboptimal"]
    assert "k \\ ε" in found.to_html()
