"""What a verdict means: it is about the entries given, and no two are accepted for the same ones.

The fuzzer knows the format: for entries near and far from the optimum it writes every file that
an opponent could (neighbours of their choice, any tolerance, every place where something may be
broken), with the numbers that the re-checker itself proves, so that only the verdict is at stake.
"""

import copy
import random
from fractions import Fraction

import numpy as np
import pytest

from formulations import (
    ApproximateBinary,
    Information,
    LocalMinimax,
    MinimaxSampler,
    Mollifier,
    PublicPrior,
    RelativeMollifier,
    Staircase,
)
from lpcheck.certificates import certify
from lpcheck.certificates.maker import maker_of
from lpcheck.rechecker import enclose, recheck

P0, P1, Q = ["1/2", "3/10", "1/5"], ["1/10", "3/10", "3/5"], ["1/2", "1/3", "1/6"]
ANY = {"lower": "-inf", "upper": "inf"}
TOLERANCES = ("0", "1e-15", "1e-12", "1e-9", "1e-6", "1", "1e30")

PROBLEMS = [
    Staircase(p0=P0, p1=P1, epsilon=1, divergence="tv"),
    Staircase(p0=P0, p1=P1, epsilon="1/100", divergence="kl"),
    Information(prior=Q, epsilon=2),
    ApproximateBinary(p0=["3/4", "1/4"], p1=["1/4", "3/4"], epsilon=1, delta="1/10"),
    PublicPrior(prior=Q, epsilon=1, divergence="tv"),
    Mollifier(target=P0, lower=["0", "0", "1/4"], upper=["1", "1", "1"]),
    RelativeMollifier(target=P0, reference=P1, epsilon=1, divergence="tv"),
    MinimaxSampler(k=2, epsilon=1, divergence="tv"),
    MinimaxSampler(k=2, epsilon=1, delta="1/20", divergence="hellinger"),
    MinimaxSampler(k=2, nu=1, divergence="tv"),
    LocalMinimax(reference=Q, gamma=6, epsilon=1, divergence="kl"),
]


def text(rows):
    return [[str(x) for x in row] for row in rows]


def mixture(rows, others, weight):
    return [
        [(1 - weight) * x + weight * b for x, b in zip(row, other, strict=True)]
        for row, other in zip(rows, others, strict=True)
    ]


def best_rows(problem, data):
    """The optimum of a certificate as a mechanism, in full digits."""
    rows = [[Fraction(x) for x in row] for row in data["primal"]]
    if "points" not in (data.get("mechanism") or {}):
        return rows
    cells = problem.cells.of_rows.tolist()
    flat = [x for row in rows for x in row]
    return [[flat[c] if c >= 0 else Fraction(0) for c in row] for row in cells]


def start(problem):
    """A certificate's data, the optimum, and a constant mechanism."""
    sampler = "reference" in problem.parameters and hasattr(problem, "cells")
    shape = (len(problem.extreme_points), problem.k) if sampler else None
    asked = np.full(shape, 1 / problem.k) if sampler else None
    data = copy.deepcopy(dict(certify(problem, asked).data))
    best = best_rows(problem, data)
    base = [sum(column) / len(best) for column in zip(*best, strict=True)]
    if "prior" in problem.parameters and len(best[0]) == len(best) and not sampler:
        base = list(problem.parameters["prior"].exact)
    return data, best, [base] * len(best)


def disturbed(rng, rows):
    """Entries near the optimum: rounded, a little off, with a zero that was none, or negative."""
    size = Fraction(rng.choice([1, 3])) / 10 ** rng.choice([0, 3, 6, 8, 10, 12, 17])
    rows = [list(row) for row in rows]
    kind = rng.choice(["rounded", "sum", "shift", "zero", "negative", "mixed"])
    i, j = rng.randrange(len(rows)), rng.randrange(len(rows[0]))
    other = (j + 1) % len(rows[0])
    if kind == "rounded":
        rows = [[Fraction(float(x)) for x in row] for row in rows]
    elif kind == "sum":
        rows[i][j] += size
    elif kind == "shift":
        rows[i][j], rows[i][other] = rows[i][j] + size, rows[i][other] - size
    elif kind == "zero":
        rows[i][other], rows[i][j] = rows[i][other] + rows[i][j], Fraction(0)
    elif kind == "negative":
        rows[i][j], rows[i][other] = -size, rows[i][other] + rows[i][j] + size
    else:
        mean = [sum(column) / len(rows) for column in zip(*rows, strict=True)]
        rows = [[(1 - size) * x + size * b for x, b in zip(row, mean, strict=True)] for row in rows]
    return rows


def candidates(rng, problem, data, entries, best, base):
    """Mechanism parts of files about these entries, one for each verdict and trick."""
    common = {"entries": text(entries), "tolerance": "0", "breach": None}
    if (data.get("mechanism") or {}).get("points"):
        common["points"] = data["mechanism"]["points"]
    near = [entries, best, maker_of(problem).repair(problem, [list(row) for row in entries])]
    for weight in (Fraction(1, 10**7), Fraction(9, 10**7)):
        near.append(mixture(near[2], base, weight))
    for feasible in near:
        part = {**common, "feasible_entries": text(feasible), "distance": "1e-6"}
        for verdict in ("optimal", "suboptimal"):
            yield {**part, "verdict": verdict, "value": ANY, "gap": {"lower": "0", "upper": "inf"}}
    doubles = np.array([[float(x) for x in row] for row in entries])
    flat = len(entries) == 1
    none = dict.fromkeys(("feasible_entries", "distance", "value", "gap"))
    for violation in problem.violations(doubles[0] if flat else doubles, 0.0):
        where = {{"entry": "column"}.get(k, k): int(v) for k, v in violation.where.items()}
        breach = {"constraint": violation.constraint, "where": where, "amount": "1"}
        if "nu" in problem.parameters and violation.constraint == "privacy":
            breach["beta"] = rng.choice(["0", "1/2", "1"])
        yield {**common, **none, "verdict": "infeasible", "breach": breach}


def accepted_verdicts(rng, data, parts):
    found = set()
    for part in parts:
        document = {**data, "bounds": ANY, "mechanism": part}
        proved = enclose(document)
        if not proved:
            continue
        if part["verdict"] == "infeasible":
            part["breach"] = {**part["breach"], "amount": proved.amount}
        else:
            part["value"] = dict(zip(("lower", "upper"), proved.value, strict=True))
            part["gap"] = dict(zip(("lower", "upper"), proved.gap, strict=True))
        for tolerance in rng.sample(TOLERANCES, 3):
            part["tolerance"] = tolerance
            if recheck(document):
                found.add(part["verdict"])
    return found


@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda p: f"{p.slug}-{len(p.parameters)}")
def test_no_two_verdicts_and_none_that_is_false(problem):
    rng = random.Random(f"verdicts of {problem.slug}")
    data, best, base = start(problem)
    optimum = float(Fraction(data["bounds"]["lower"]))
    said = set()
    for _ in range(8):
        entries = disturbed(rng, best)
        found = accepted_verdicts(rng, data, candidates(rng, problem, data, entries, best, base))
        assert len(found) <= 1, (text(entries), found)
        said |= found
        rows = [[float(x) for x in row] for row in entries]
        doubles = np.maximum(np.array(rows[0] if len(rows) == 1 else rows), 0.0)
        # The model's own words, which share no code with the re-checker.
        worse = problem.value(doubles) - optimum
        worse = -worse if problem.sense == "maximize" else worse
        if "optimal" in found:
            assert abs(worse) <= 1e-9 * optimum + 1e-14
            assert not problem.violations(doubles, 2e-9)
        if "suboptimal" in found:
            assert worse >= 1e-9 * optimum - 1e-14
        if "infeasible" in found:
            assert problem.violations(np.array(rows[0] if len(rows) == 1 else rows), 0.9e-9)
    assert len(said) >= 2  # the opponent is not idle


def suboptimal_file():
    problem = Staircase(p0=P0, p1=P1, epsilon=1, divergence="tv")
    data = dict(certify(problem, [["1/2", "1/2"]] * 3).data)
    assert recheck(data)
    return data


@pytest.mark.parametrize("tolerance", ["1", "1e9", "0.1", "1e-3"])
def test_no_tolerance_makes_a_constant_mechanism_optimal(tolerance):
    data = suboptimal_file()
    part = {**data["mechanism"], "verdict": "optimal", "tolerance": tolerance}
    assert "not proved to be within" in recheck({**data, "mechanism": part}).reason


def test_no_neighbour_hides_an_infinite_epsilon():
    """Row 0 alone has a new output: any observer who sees it knows the input."""
    problem = Staircase(p0=P0, p1=P1, epsilon=1, divergence="tv")
    data = dict(certify(problem).data)
    small = Fraction(1, 10**8)
    best = [[*map(Fraction, row), Fraction(0)] for row in data["primal"]]
    entries = [list(row) for row in best]
    entries[0][0], entries[0][-1] = entries[0][0] - small, small
    part = {
        "entries": text(entries),
        "feasible_entries": text(best),
        "distance": "1e-6",
        "verdict": "optimal",
        "value": ANY,
        "gap": {"lower": "0", "upper": "1"},
        "tolerance": "1",
        "breach": None,
    }
    assert "breaks privacy" in recheck({**data, "bounds": ANY, "mechanism": part}).reason
    assert certify(problem, entries).verdict == "infeasible"


def test_no_neighbour_makes_the_rounded_optimum_suboptimal():
    problem = Staircase(p0=P0, p1=P1, epsilon=1, divergence="tv")
    data = dict(certify(problem).data)
    best = [[Fraction(x) for x in row] for row in data["primal"]]
    entries = [[Fraction(float(x)) for x in row] for row in best]  # do not sum to exactly 1
    entries[0][0] += Fraction(1, 10**17)
    weight = Fraction(9, 10**7)
    mean = [sum(column) / 3 for column in zip(*best, strict=True)]
    worse = [
        [(1 - weight) * x + weight * b for x, b in zip(row, mean, strict=True)] for row in best
    ]
    part = {
        "entries": text(entries),
        "feasible_entries": text(worse),
        "distance": "1e-6",
        "verdict": "suboptimal",
        "value": ANY,
        "gap": ANY,
        "tolerance": "1e-12",
        "breach": None,
    }
    document = {**data, "bounds": ANY, "mechanism": part}
    part["gap"] = dict(zip(("lower", "upper"), enclose(document).gap, strict=True))
    assert Fraction(part["gap"]["lower"]) > Fraction(1, 10**8)  # the neighbour is
    assert "not proved to be above" in recheck(document).reason  # the entries are not
    assert certify(problem, entries).verdict == "optimal"


def test_the_words_say_which_mechanism_and_to_within_what():
    problem = Staircase(p0=P0, p1=P1, epsilon=1, divergence="tv")
    exact = [[Fraction(x) for x in row] for row in certify(problem).data["primal"]]
    reason = recheck(certify(problem, exact).data).reason
    assert "the mechanism is optimal to within 1.849e-10" in reason
    off = [[*map(float, row)] for row in exact]
    off[0][0] += 1e-15
    reason = recheck(certify(problem, off).data).reason
    assert (
        "breaks no constraint by more than 1e-9 of its level; its value, and a feasible mechanism"
        in reason
    )
    assert "are optimal to within" in reason
    assert "suboptimal by more than" in recheck(suboptimal_file()).reason


def test_a_breach_within_the_slack_is_none():
    data = dict(certify(Staircase(p0=P0, p1=P1, epsilon=1), [[0.5, 0.6]] * 3).data)
    assert data["mechanism"]["verdict"] == "infeasible"
    for over, accepted in (("1e-10", False), ("1e-9", False), ("1.1e-9", True)):
        entries = [[str(Fraction("0.5") + Fraction(over)), "0.5"]] * 3
        breach = {**data["mechanism"]["breach"], "amount": over}
        part = {**data["mechanism"], "entries": entries, "breach": breach}
        assert bool(recheck({**data, "mechanism": part})) == accepted


def test_a_tolerance_between_the_format_s_and_the_user_s_is_inconclusive():
    problem = Staircase(p0=P0, p1=P1, epsilon=1, divergence="tv")
    exact = [[Fraction(x) for x in row] for row in certify(problem).data["primal"]]
    mean = [sum(column) / 3 for column in zip(*exact, strict=True)]
    weight = Fraction(1, 10**5)
    near = [
        [(1 - weight) * x + weight * b for x, b in zip(row, mean, strict=True)] for row in exact
    ]
    assert certify(problem, near).verdict == "suboptimal"
    found = certify(problem, near, tolerance=1e-3)
    assert found.verdict == "inconclusive"
    assert found.data["mechanism"] is None
