"""Figures 4 and 7: the better of two, where it is worst."""

from __future__ import annotations

import pytest

from lpcheck.figures import Series, find
from lpcheck.papers.kairouz2016.experiment import INFORMATION, TESTING
from lpcheck.papers.kairouz2016.figures.better import SIZES, Sample, better, numbers

EXPERIMENTS = {"kairouz2016.figure-4": TESTING, "kairouz2016.figure-7": INFORMATION}


@pytest.fixture(scope="module", params=EXPERIMENTS)
def pair(request):
    samples = {k: Sample(4 if k < 12 else 2, 2 if k < 12 else 1) for k in SIZES}
    return find(request.param), numbers(EXPERIMENTS[request.param], samples)()


def test_both_are_equally_good_at_the_crossing_and_it_is_the_worst(pair):
    figure, _ = pair
    experiment = EXPERIMENTS[figure.name]
    for k, number in ((4, 0), (6, 1), (6, 3)):
        instance = experiment.instances(k)[number]
        at = experiment.crossing(instance)
        binary, response = experiment.shares(instance, at)
        assert binary == pytest.approx(response, rel=1e-5)

        def share(epsilon, instance=instance):
            return max(experiment.shares(instance, epsilon))

        assert share(at) < share(0.9 * at)
        assert share(at) < share(1.1 * at)


def test_rows_and_note(pair):
    _, series = pair
    assert series.values("k") == list(SIZES)
    assert {len(series.where(k=k).values("draw")) for k in (3, 4, 6)} == {4}
    assert "the first 4, 4, 4, 2 instances" in series.note
    assert ((better(series) > 0.4) & (better(series) <= 1 + 1e-9)).all()


def test_an_instance_without_a_crossing_is_shown_at_the_ends():
    lone = next(i for i, one in enumerate(TESTING.instances(3)) if TESTING.crossing(one) is None)
    samples = {k: Sample(lone + 1 if k == 3 else 1, 1) for k in SIZES}
    series = numbers(TESTING, samples)().where(k=3, draw=lone)
    assert series.column("epsilon").tolist() == [0.1, 10.0]


def test_statements_and_their_control(pair, perturbed):
    figure, series = pair
    *shares, insensitive = figure.statements
    worse = perturbed(series, "optimum_upper", lambda v: 2 * v)
    assert [s.check(worse).agrees for s in shares] == [False] * 3
    higher = perturbed(series, "optimum_upper", lambda v: v / 2)
    assert [s.check(higher).agrees for s in shares] == [True] * 3
    assert insensitive.check(series).agrees is None
    assert all(s.check(worse).off > 0.05 for s in shares)


def test_drawings_have_labels(pair):
    figure, series = pair
    drawing = figure.plot(Series.from_csv(series.to_csv(), series.note))
    assert [axes.get_title(loc="left") for axes in drawing.axes] == [f"k = {k}" for k in SIZES]
    assert drawing.axes[2].get_xlabel() == "ε (nats)"
    assert drawing._supylabel.get_text().startswith("better of the two")
    assert figure.image(series).startswith(b"\x89PNG")
