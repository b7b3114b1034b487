"""The interior point method by outputs: against the model, and a grid of 100 places."""

from __future__ import annotations

import numpy as np
import pytest

from formulations import LDP, LIP, PML, Loss, MetricPrivacy, loss, solve
from lpcheck.compare import check
from lpcheck.mechanisms import exponential_mechanism


def grid(side, scale=1.0):
    places = np.array([(i, j) for i in range(side) for j in range(side)], dtype=float)
    return scale * np.linalg.norm(places[:, None] - places, axis=2)


@pytest.mark.parametrize("name", ["ldp", "metric", "pml", "lip"])
@pytest.mark.parametrize("seed", range(3))
def test_against_the_model(monkeypatch, name, seed):
    rng = np.random.default_rng([seed, 5])
    n, m = int(rng.integers(2, 7)), int(rng.integers(2, 7))
    prior = (rng.dirichlet(np.ones(n)) * 0.9 + 0.1 / n).tolist()
    points = rng.normal(size=(n, 2))
    notion = {
        "ldp": LDP("1/2"),
        "metric": MetricPrivacy(np.linalg.norm(points[:, None] - points, axis=2).round(6)),
        "pml": PML("1/2", prior),
        "lip": LIP("1/2", prior),
    }[name]
    stated = {"loss": rng.normal(size=(n, m)).tolist(), "prior": prior, "privacy": notion}
    model = solve(Loss(**stated))
    monkeypatch.setattr(loss, "_MANY", 0)
    own = solve(Loss(**stated))
    assert own.status == "optimal", own.message
    assert "interior point by outputs" in own.solver
    assert own.value == pytest.approx(model.value, rel=1e-8, abs=1e-9)
    assert own.bounds.width <= 1e-8 * (1 + abs(own.value))


def test_places_at_no_distance_are_left_to_the_model(monkeypatch):
    monkeypatch.setattr(loss, "_MANY", 0)
    near = [[0, 0, 1], [0, 0, 1], [1, 1, 0]]
    stated = Loss(loss=near, prior=["1/4", "1/4", "1/2"], privacy=MetricPrivacy(near))
    assert solve(stated).status == "optimal"


@pytest.mark.full
def test_a_grid_of_100_places():
    d = grid(10)
    stated = Loss(loss=d.tolist(), prior=["1/100"] * 100, privacy=MetricPrivacy(d.tolist()))
    best = solve(stated)
    assert best.status == "optimal", best.message
    assert best.value == pytest.approx(1.53030153, abs=1e-7)
    assert best.bounds.width < 1e-8
    assert stated.violations(best.mechanism, 1e-9) == ()
    plain = check(stated, exponential_mechanism(d), solution=best)
    assert plain.verdict == "suboptimal"
    assert plain.value == pytest.approx(2.7809, abs=1e-4)
    mixed = 0.999 * best.mechanism + 0.001 / 100
    assert check(stated, mixed, solution=best).verdict == "suboptimal"
