"""A claim along ε: what is read off is what the test compares, and a wrong claim shows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lpcheck.claims import evidence, find, trace
from lpcheck.claims.claim import Claim, Outcome
from lpcheck.claims.evidence import at_most, equal
from lpcheck.claims.instances import at, explicit
from lpcheck.claims.levels import POINTS, drawing, traced
from lpcheck.claims.trace import Sides
from lpcheck.runner import run_claim


def along(claim: Claim):
    return run_claim(claim, drawings=True).drawing


def made(test, *instances, expected="verified") -> Claim:
    claim = find("kairouz2016.theorem-6")
    return replace(claim, test=test, instances=explicit(*instances), expected=expected, slip=None)


def test_a_true_closed_form_meets_the_optimum_along_epsilon():
    curve = along(find("kairouz2016.theorem-6")).curve
    assert (curve.meaning, curve.problem, curve.refusals) == ("optimum", "staircase, tv", 0)
    assert len(curve.points) == POINTS
    levels = [p.at for p in curve.points]
    assert levels == sorted(levels)
    assert all(abs(p.gap) <= p.allowed for p in curve.points)
    # More ε, more utility: the curve is no constant.
    values = [p.computed for p in curve.points]
    assert values == sorted(values)
    assert values[-1] > 10 * values[0]


def test_a_false_one_is_seen_to_fail():
    curve = along(find("kairouz2016.theorem-8")).curve
    assert curve.refusals == len(curve.points)
    assert max(p.gap for p in curve.points) > 0.01
    assert all(p.claimed < p.computed for p in curve.points)


def test_the_slip_of_a_negative_control_shows_in_the_curve():
    claim = find("kairouz2016.theorem-6")

    def slipped(**parameters):
        return claim.test(**parameters, slip=1e-3)

    curve = along(replace(claim, test=slipped, expected="refuted", slip=None)).curve
    assert curve.refusals == len(curve.points)


def test_the_span_is_that_of_the_levels_tested_at_the_instance():
    def test(epsilon, k):
        return equal(epsilon, epsilon)

    curve = along(made(test, at("a", epsilon=0.5, k=2), at("b", epsilon=2.0, k=2))).curve
    assert (curve.points[0].at, curve.points[-1].at) == (0.5, 2.0)
    alone = along(made(test, at("a", epsilon=0.5, k=2))).curve
    assert alone.points[0].at < 0.5 < alone.points[-1].at


def test_sides_of_an_inequality():
    curve = along(made(lambda epsilon: at_most(epsilon, 2.0), at("a", epsilon=1.0))).curve
    assert curve is None  # it fails beyond 2, which a verified claim cannot mean
    claim = made(lambda epsilon: at_most(epsilon, 2.0), at("a", epsilon=1.0), expected="refuted")
    curve = along(claim).curve
    assert curve.meaning == "≤"
    assert [p.holds for p in curve.points] == [p.at <= 2.0 for p in curve.points]


def test_levels_outside_the_conditions_are_counted_and_the_instances_drawn():
    def test(epsilon):
        return equal(epsilon, 1.0 if epsilon < 1.5 else 2.0)

    found = along(made(test, at("one", epsilon=1.0), at("two", epsilon=2.0)))
    assert found.curve.instance == ""
    assert [p.at for p in found.curve.points] == [1.0, 2.0]
    assert found.outside == POINTS - 2


def test_a_level_that_the_test_was_not_written_for_is_left_out():
    def test(epsilon):
        if epsilon > 2.0:
            raise ZeroDivisionError
        return equal(epsilon, epsilon)

    curve = along(made(test, at("a", epsilon=1.0))).curve
    assert 5 <= len(curve.points) < POINTS


def test_nothing_to_draw():
    found = along(made(lambda k: Outcome(True, 0.0), at("a", k=1)))
    assert (found.curve, found.remainder, found.outside) == (None, None, 0)


def test_a_remainder():
    def test(h0):
        return evidence.vanishes(lambda h: h**3, (h0, h0 / 10), 3.0)

    found = along(made(test, at("a", h0=0.1)))
    assert found.remainder.sizes == pytest.approx((1e-3, 1e-6))
    assert found.remainder.order == 3.0


def test_nobody_watches_outside_the_block():
    with trace.watched() as seen:
        equal(1.0, 2.0)
    at_most(1.0, 2.0)
    assert seen == [Sides(1.0, 2.0, "=")]
    with traced() as inside:
        at_most(1.0, 2.0)
    assert inside == [Sides(1.0, 2.0, "≤")]


def test_the_counterexample_is_tried_first():
    claim = made(
        lambda epsilon, k: equal(epsilon, float(k)),
        at("tame", epsilon=1.0, k=1),
        at("wild", "counterexample", epsilon=1.0, k=3),
        expected="refuted",
    )
    instances = list(claim.instances(False))
    outcomes = [claim.test(**i.parameters) for i in instances]
    traces = [[Sides(1.0, 1.0, "=")], [Sides(1.0, 3.0, "=")]]
    assert drawing(claim, instances, outcomes, traces).curve.instance == "wild"
