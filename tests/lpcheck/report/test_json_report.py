"""JSON reports: strict, exact, and enough to state the same problem again."""

from __future__ import annotations

import json
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from formulations import (
    LDP,
    LIP,
    PML,
    ULDP,
    ApproximateLDP,
    Bounds,
    Loss,
    MetricPrivacy,
    Solution,
)
from formulations.parameters import read_distribution
from lpcheck.problems import known, problem_class
from lpcheck.report import json_report

EPSILONS = st.one_of(
    st.floats(0, 700), st.fractions(0, 700, max_denominator=10**9), st.sampled_from(["1/3", "1e-9"])
)
DIVERGENCES = st.one_of(
    st.sampled_from(["kl", "tv", "hellinger", "chi2", "js", "alpha:1/3", "hockey-stick:4/3"]),
    st.floats(1, 1e6).map(lambda g: f"hockey-stick:{g}"),
    st.floats(-5, 5).map(lambda a: f"alpha:{a}"),
)


@st.composite
def distributions(draw, size):
    weights = draw(st.lists(st.integers(0, 10**6), min_size=size, max_size=size).filter(any))
    exact = [Fraction(w, sum(weights)) for w in weights]
    # Floats are off by rounding, so that they are divided by their sum.
    return draw(st.sampled_from([exact, [str(x) for x in exact], [float(x) for x in exact]]))


@st.composite
def samplers(draw, slug, size):
    unit = st.fractions(0, 1, max_denominator=10**6)
    multiple = draw(unit) + draw(st.integers(1, 9))
    local = slug == "local-minimax"
    given_ = {"gamma": multiple} if local else {"c1": draw(unit), "c2": multiple}
    if draw(st.booleans()):
        given_ |= {"epsilon": draw(EPSILONS), "delta": draw(st.none() | unit)}
    else:
        given_ |= {"nu": draw(unit.filter(bool))}
    reference, divergence = draw(distributions(size)), draw(DIVERGENCES)
    home = problem_class(slug)
    return home(reference=reference, divergence=divergence, **given_)


@st.composite
def problems(draw):
    size = draw(st.integers(1, 6))
    slug = draw(st.sampled_from(sorted(known())))
    if slug == "approximate-binary":
        size = 2
    if slug in ("minimax-sampler", "local-minimax"):
        return draw(samplers(slug, size))
    given_ = {}
    for parameter in problem_class(slug).inputs:
        if parameter.name in ("lower", "upper"):
            given_[parameter.name] = ["0" if parameter.name == "lower" else "4/3"] * size
        elif parameter.name == "score":  # sums to 0, and is 0 where the density is
            p = read_distribution("density", given_["density"]).exact
            mean = sum(i * x for i, x in enumerate(p))
            given_["score"] = [str(x * (i - mean)) for i, x in enumerate(p)]
        elif parameter.kind == "vector":
            given_[parameter.name] = draw(distributions(size))
        elif parameter.kind == "matrix":
            given_[parameter.name] = draw(
                st.lists(st.lists(EPSILONS, min_size=2, max_size=2), min_size=size, max_size=size)
            )
        elif not parameter.required and parameter.name in ("privacy", "k"):
            continue
        elif parameter.kind == "function":
            given_[parameter.name] = "max(c)/k"
        elif parameter.name == "k":
            given_["k"] = size
        elif parameter.kind == "name":
            given_[parameter.name] = draw(DIVERGENCES)
        else:
            unit = st.fractions(0, 1, max_denominator=10**6)
            given_[parameter.name] = draw(unit if parameter.name == "delta" else EPSILONS)
    return problem_class(slug)(**given_)


@given(problems())
def test_parameters_read_back_state_the_same_problem(problem):
    solution = Solution("optimal", 0.0, Bounds(0.0, 0.0), None)
    data = json.loads(json_report.dumps(json_report.of_solution(problem, solution)))
    again = problem_class(data["problem"])(**data["parameters"])
    assert again.parameters == problem.parameters


@pytest.mark.parametrize(
    "notion",
    [
        LDP("1/2"), ApproximateLDP("1/2", "1/10"), MetricPrivacy([[0, 1], [1, 0]]),
        PML("1/2", ["1/3", "2/3"]), LIP("1/2", ["1/3", "2/3"]), ULDP("1/2", [1], 2),
    ],
    ids=lambda notion: notion.name,
)  # fmt: skip
def test_a_notion_reads_back(notion):
    problem = Loss(loss=[[0, 1], ["1/2", 0]], prior=[["1/2", "1/2"], ["1/3", "2/3"]],
                   privacy=notion)  # fmt: skip
    solution = Solution("optimal", 0.0, Bounds(0.0, 0.0), None)
    data = json.loads(json_report.dumps(json_report.of_solution(problem, solution)))
    again = Loss(**data["parameters"])
    assert again.parameters == problem.parameters


@given(
    st.recursive(
        st.floats() | st.fractions() | st.text() | st.integers() | st.none() | st.booleans(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
        max_leaves=10,
    )
)
def test_json_is_strict_whatever_is_in_it(value):
    text = json_report.dumps({"value": value})
    json.loads(text, parse_constant=pytest.fail)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (math.inf, "inf"),
        (-math.inf, "-inf"),
        (math.nan, None),
        (np.float64(math.inf), "inf"),
        (Fraction(1, 3), "1/3"),
        (np.int64(3), 3),
        (np.bool_(True), True),
        (np.array([[0.1, math.inf]]), [[0.1, "inf"]]),
        ((1, Fraction(1, 2)), [1, "1/2"]),
        (math.exp, "exp"),
    ],
)
def test_single_values(value, expected):
    assert json.loads(json_report.dumps({"x": value}))["x"] == expected


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_floats_keep_every_digit(x):
    assert json.loads(json_report.dumps({"x": np.array([x])}))["x"] == [x]
