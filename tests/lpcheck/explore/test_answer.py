"""What the page shows is what `check`, `solve` and `regimes` find."""

from __future__ import annotations

from dataclasses import replace

import pytest

import lpcheck
from formulations.errors import InputError
from lpcheck.explore.answer import answer
from lpcheck.explore.curve import LEVELS, curve
from lpcheck.explore.form import fitting, form, start
from lpcheck.explore.regimes import regimes
from lpcheck.explore.state import mechanism, pose, read
from lpcheck.problems import known
from lpcheck.report.text import exact

PAIR = "problem=staircase&p0=zipf&p1=zipf-reversed&epsilon=1&shape-letters=4&shape-skew=1"
BINARY = f"{PAIR}&mechanism=lpcheck.mechanisms:binary_hypothesis"
RESPONSE = f"{PAIR}&mechanism=lpcheck.mechanisms:randomized_response"


def whole(query: str) -> dict:
    for _ in range(LEVELS):
        found = curve(read(query))
        if found["done"] == found["of"]:
            return found
    raise AssertionError("it does not end")


@pytest.mark.parametrize("query", [BINARY, RESPONSE])
def test_a_comparison(query):
    posed = pose(read(query))
    finding = lpcheck.check(posed.problem, mechanism(read(query), posed).numbers)
    found = answer(read(query))
    assert found["verdict"] == finding.verdict
    assert found["numbers"] == {
        "value": exact(finding.value),
        "lower": exact(finding.bounds.lower),
        "upper": exact(finding.bounds.upper),
        "gap": exact(finding.gap),
        "true_epsilon": exact(finding.true_epsilon),
    }
    assert found["figure"].count("<table") == 2
    assert bool(found["changed"]) is (finding.verdict == "suboptimal")


def test_an_optimum_alone_is_drawn_once():
    found = answer(read(PAIR))
    assert found["verdict"] == "solved"
    assert found["figure"].count("<table") == 1
    assert found["numbers"]["upper"] == exact(lpcheck.solve(pose(read(PAIR)).problem).bounds.upper)


def test_closed_forms_are_named_and_what_is_near_one_is_not():
    assert ("mechanism", "randomized response on 2 blocks {0, 1} {2, 3}") in [
        tuple(pair) for pair in answer(read(BINARY))["closed"]["pairs"]
    ]
    near = ";".join(["0.731058,0.268942"] * 2 + ["0.268942,0.731058"] * 2)
    found = answer(read(f"{PAIR}&mechanism=pasted&pasted-matrix={near}"))
    assert found["verdict"] == "suboptimal"
    pasted = answer(read(f"{PAIR}&mechanism=pasted&pasted-matrix={near.replace('8', '9')}"))
    assert pasted["verdict"] == "infeasible"
    assert pasted["closed"]["pairs"] == []


def test_letters_are_text_and_no_markup():
    letters = ["<img src=x onerror=alert(1)>", "</table><script>", "' onclick=alert(1) '", "&amp;"]
    rows = "\n".join(
        f"{x},{p},{1 - p}" for x, p in zip(letters, (0.75, 0.5, 0.5, 0.125), strict=True)
    )
    state = replace(read(PAIR), mechanism="pasted", matrix=f"input,<b>u</b>,v\n{rows}")
    found = answer(state)
    assert found["verdict"] == "infeasible"
    for markup in ("<img", "<script", "<b>", "' onclick"):
        assert markup not in found["figure"]
    assert "&lt;img src=x onerror=alert(1)&gt;" in found["figure"]


def test_the_curve_of_a_formula():
    found = whole(RESPONSE)
    assert [row[0] for row in found["rows"]] == [f"{i / 8:g}" for i in range(1, LEVELS + 1)]
    verdicts = {row[0]: row[2] for row in found["rows"]}
    assert verdicts["1"] == answer(read(RESPONSE))["verdict"] == "suboptimal"
    assert all(float(row[3]) <= float(row[1]) for row in found["rows"])


def test_the_curve_of_a_matrix_says_where_it_is_not_private():
    rows = ";".join(["0.7310585786,0.2689414214"] * 2 + ["0.2689414214,0.7310585786"] * 2)
    found = whole(f"{PAIR}&mechanism=pasted&pasted-matrix={rows}")
    assert {row[2] for row in found["rows"] if float(row[0]) < 1} == {"infeasible"}
    assert {row[2] for row in found["rows"] if float(row[0]) > 1} == {"suboptimal"}
    assert len({row[3] for row in found["rows"]}) == 1
    assert all(row[4] == "" for row in found["rows"] if row[2] == "infeasible")
    assert found["svg"].count('class="no"') == 7 + 1  # the legend has one


@pytest.mark.parametrize("epsilon", ["0.1", "3.3", "20"])
def test_the_curve_goes_beyond_the_level_of_the_page(epsilon):
    found = curve(read(PAIR.replace("epsilon=1", f"epsilon={epsilon}")))
    assert max(float(row[0]) for row in found["rows"]) >= float(epsilon)


@pytest.mark.parametrize("privacy", ["pml", "lip", "uldp:0"])
def test_the_curve_under_another_notion(privacy):
    query = "problem=information&prior=1/2,1/4,1/4&epsilon=1&privacy="
    found = whole(f"{query}{privacy}")
    at_one = next(row for row in found["rows"] if row[0] == "1")
    known = lpcheck.solve(pose(read(f"{query}{privacy}")).problem)
    assert float(at_one[1]) == pytest.approx(known.value, rel=1e-9)
    # The control: under LDP it is another.
    assert float(at_one[1]) != pytest.approx(lpcheck.solve(pose(read(query)).problem).value)


def test_a_problem_without_a_level_has_no_curve():
    with pytest.raises(InputError):
        curve(start("mollifier"))


def test_regimes_are_those_of_the_search_and_a_closed_form_is_proved_at_once():
    found = regimes(read(PAIR))
    assert not found["proved"]
    assert (found["rows"][0][1], found["rows"][-1][1]) == ("2", "4")
    by_rule = regimes(read(f"{PAIR}&divergence=tv"))
    assert by_rule["proved"]
    assert [row[1] for row in by_rule["rows"]] == ["2"]
    alike = regimes(read(PAIR.replace("zipf-reversed", "zipf")))
    assert [row[1] for row in alike["rows"]] == ["1"]


def test_regimes_of_another_problem():
    with pytest.raises(InputError):
        regimes(start("information"))


def test_every_problem_begins_with_a_state_and_its_mechanisms_fit():
    offered = {p["slug"]: p for p in form(["mine:half"])["problems"]}
    assert set(offered) == set(known())
    assert all("mine:half" in p["mechanisms"] for p in offered.values())
    for slug, p in offered.items():
        assert answer(read(p["start"]))["verdict"] == "solved", slug
    names = [name.partition(":")[2] for name in fitting("staircase")]
    assert {"binary_hypothesis", "randomized_response"} <= set(names)
    # What gives a number, a mask, or asks for what the problem lacks does not fit.
    assert not {"global_risk", "most_balanced_subset", "quaternary"} & set(names)
