"""Figures: of what the test compared, inside their frame, with words for who does not see them."""

from __future__ import annotations

import re
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

from lpcheck.atlas.plots import plot_of
from lpcheck.claims import find
from lpcheck.claims.curve import Curve, Drawing, Point
from lpcheck.claims.trace import Remainder
from lpcheck.report.svg import linear, logarithmic, nice_ceiling
from lpcheck.runner import run_claim


def points(*gaps, holds=True):
    return tuple(Point(0.5 * i, 1.0 + i, 1.0 + i - g, g, holds) for i, g in enumerate(gaps, 1))


def drawn(drawing: Drawing) -> str:
    return plot_of(replace(run_claim(find("kairouz2016.theorem-8")), drawing=drawing))


def svg_of(html: str) -> ET.Element:
    return ET.fromstring(re.search(r"<svg.*?</svg>", html, re.DOTALL)[0])


CASES = {
    "curve": Drawing(Curve("an instance", "optimum", "staircase, tv", points(0, 1e-16, -1e-17))),
    "refuted": Drawing(Curve("x", "=", "", points(0.1, 0.2, holds=False), of=2)),
    "inequality": Drawing(Curve("x", "≤", "", points(-0.5, -1e-9, 1e-12))),
    "instances": Drawing(Curve("", "=", "", points(1e-16, 0.0)), outside=3),
    "one value": Drawing(Curve("x", "=", "", (Point(1, 2, 2, 0, True), Point(2, 2, 2, 0, True)))),
    "negative": Drawing(
        Curve("x", "≤", "", (Point(1, -3, -2, -1, True), Point(2, -30, 0, -30, True)))
    ),
    "far apart": Drawing(
        Curve("x", "=", "", (Point(1, 1e-200, 1e-200, 0, True), Point(2, 1, 1, 0, True)))
    ),
    "remainder": Drawing(remainder=Remainder((1e-1, 1e-2, 1e-3), (1e-3, 1e-6, 1e-9), 3.0)),
}


@pytest.mark.parametrize("case", CASES)
def test_every_mark_is_inside_and_the_figure_is_named(case):
    image = svg_of(drawn(CASES[case]))
    width, height = map(float, image.get("viewBox").split()[2:])
    assert image.get("role") == "img"
    assert len(image.get("aria-label")) > 40
    for element in image.iter():
        for name, limit in (("cx", width), ("cy", height), ("x", width), ("y", height)):
            if element.get(name) is not None:
                assert 0 <= float(element.get(name)) <= limit, (case, element.attrib)
        for place in (element.get("points") or "").split():
            x, y = map(float, place.split(","))
            assert 0 <= x <= width
            assert 0 <= y <= height


def test_both_curves_are_drawn_where_they_coincide():
    image = svg_of(drawn(CASES["curve"]))
    assert len([e for e in image.iter("polyline") if e.get("class") == "optimum"]) == 1
    assert len([e for e in image.iter("circle")]) == 3 * 2 + 1  # two panels and the legend


def test_what_fails_is_crossed_and_counted():
    html = drawn(CASES["refuted"])
    assert len([e for e in svg_of(html).iter("path") if e.get("class") == "no"]) == 2 * 2
    assert "Crosses: the test does not hold, at 2 of 2 points." in html
    assert "differ by at most 0.2" in html
    assert 'class="no"' not in drawn(CASES["curve"])


def test_the_numbers_are_there_with_all_digits():
    odd = Point(1, 0.1 + 0.2, 0.3, 5.6e-17, True)
    html = drawn(Drawing(Curve("x", "=", "", (odd, replace(odd, at=2.0)))))
    assert "<td>0.30000000000000004</td><td>0.3</td><td>5.6e-17</td><td>yes</td>" in html


def test_what_is_not_drawn_is_said():
    assert "Not drawn along ε: at 3 of the levels" in drawn(CASES["instances"])
    assert drawn(Drawing()).startswith('<p class="quiet">No figure:')


def test_a_remainder_states_its_measured_order():
    html = drawn(CASES["remainder"])
    assert "measured order at the end 3.000" in html


def test_a_real_claim_that_fails_shows_it():
    html = plot_of(run_claim(find("kairouz2016.theorem-8"), drawings=True))
    differ = float(re.search(r"differ by at most ([-\d.e]+)", html)[1])
    assert differ > 0.01
    assert "the test does not hold at 25 of 25 points" in html


def test_scales():
    assert [nice_ceiling(x) for x in (1.0, 1.01, 0.07, 9.0, 340)] == [1.0, 1.2, 0.08, 10.0, 400.0]
    up = linear([0.2, 0.9], 100.0, 0.0)
    assert (up(0.0), up(1.0)) == (100.0, 0.0)
    assert logarithmic([3e-3, 0.2], 0.0, 1.0).ticks() == [1e-3, 1e-2, 1e-1, 1.0]
    assert len(logarithmic([3e-18, 0.2], 0.0, 1.0).ticks()) <= 5
