"""Noise on counts and on lines: against the optimum, and who takes part."""

from __future__ import annotations

import json

import numpy as np
import pytest

from formulations import InputError, Loss, MetricPrivacy
from lpcheck.cli import main
from lpcheck.league import counts, loss_league
from lpcheck.mechanisms import geometric_with_remap, laplace_binned

BINOMIAL = ["1/16", "1/4", "3/8", "1/4", "1/16"]


@pytest.mark.parametrize("loss", ["absolute", "squared", "zero-one"])
@pytest.mark.parametrize("prior", [None, BINOMIAL])
@pytest.mark.parametrize("epsilon", ["1/5", "1", "3"])
def test_geometric_noise_is_optimal_after_a_remap_and_laplace_noise_is_not(loss, prior, epsilon):
    problem = counts(5, epsilon, loss, prior)
    found = {s.name: s for s in loss_league(problem).standings}
    geometric = found["geometric noise"]
    assert geometric.ratio == pytest.approx(1, abs=1e-9)
    same = geometric_with_remap(5, float(problem.privacy.array[0, 1]), problem.costs,
                                problem.priors[0].array)  # fmt: skip
    assert geometric.risk == pytest.approx(problem.value(same), rel=1e-12)
    for s in found.values():
        assert s.ratio >= 1 - 1e-9
        assert s.counting >= s.risk * (1 - 1e-12)
        assert problem.privacy.array.any()
    if epsilon != "1/5":
        assert found["Laplace noise, binned"].ratio > 1 + 1e-3


def test_points_on_a_line_in_any_order():
    points = np.array([2.0, 0.0, 5.0, 1.0])
    apart = np.abs(np.subtract.outer(points, points))
    problem = Loss(loss=apart.tolist(), prior=["1/4"] * 4, privacy=MetricPrivacy(apart.tolist()))
    found = {s.name: s for s in loss_league(problem).standings}
    assert set(found) == {"exponential mechanism", "Laplace noise, binned"}
    kernel = laplace_binned(np.sort(points), 1.0)
    order = np.argsort(np.argsort(points))
    value = problem.value(kernel[np.ix_(order, order)])
    assert found["Laplace noise, binned"].counting == pytest.approx(value, rel=1e-12)


def test_places_in_a_plane_have_no_line():
    places = np.array([(i, j) for i in range(2) for j in range(2)], dtype=float)
    d = np.linalg.norm(places[:, None] - places, axis=2)
    problem = Loss(loss=d.tolist(), prior=["1/4"] * 4, privacy=MetricPrivacy(d.tolist()))
    assert [s.name for s in loss_league(problem).standings] == ["exponential mechanism"]


def test_what_takes_no_part_is_refused():
    square = [[0, 1], [1, 0]]
    with pytest.raises(InputError, match="no metric"):
        loss_league(Loss(loss=square, prior=["1/2", "1/2"], epsilon=1))
    with pytest.raises(InputError, match="one prior"):
        loss_league(Loss(loss=square, privacy=MetricPrivacy([[0, 1], [1, 0]])))


def test_on_the_command_line(capsys, tmp_path):
    out = tmp_path / "league.json"
    given = ["--counts", "6", "--epsilon", "ln 2", "--loss", "squared", "--json", str(out)]
    assert main(["league", "loss", *given, "--figure", str(tmp_path / "l.svg")]) == 0
    assert "expected loss:" in capsys.readouterr().out
    first, *rest = json.loads(out.read_text())["mechanisms"]
    assert first["name"] == "geometric noise"
    assert len(rest) == 2
