"""Likelihood ratios equal, mirrored, or apart by rounding only: the bounds meet all the same."""

from __future__ import annotations

import numpy as np
import pytest

from formulations import Staircase, solve
from formulations.staircase_path import best_partition, dual, value_of
from formulations.staircase_path.ties import near_ties

DIVERGENCES = ("kl", "tv", "hellinger", "chi2", "js", "hockey-stick:1.3", "alpha:0.5", "alpha:3")
BUILT = ("duplicate", "nearly", "merge", "mirror", "quantile", "symmetric")


def quantile_bins(k: int, step: float = 0.1) -> tuple[np.ndarray, np.ndarray]:
    """N(0, 1) in k bins of one mass, and the same moved along the score: mirrored ratios."""
    from scipy.stats import norm

    score = -np.diff(norm.pdf(norm.ppf(np.linspace(0, 1, k + 1))))
    even = np.full(k, 1 / k)
    return even + step * (score - score[::-1]) / 2, even


def built(kind: str, generator: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Priors whose ratios tie on purpose."""
    k = int(generator.choice([12, 20, 30, 46, 70, 100, 160]))
    if kind == "quantile":
        return quantile_bins(k, float(generator.choice([0.01, 0.1, 0.3])))
    if kind == "mirror":
        p = generator.dirichlet(np.full(k, generator.choice([0.5, 1.0, 5.0])))
        return p, p[::-1].copy()
    m = int(generator.integers(2, k // 2))
    letter = np.append(np.arange(m), generator.integers(0, m, k - m))
    share = np.ones(k) if kind == "duplicate" else generator.dirichlet(np.ones(k))
    share = share / np.bincount(letter, weights=share)[letter]
    p0, p1 = (generator.dirichlet(np.ones(m))[letter] * share for _ in range(2))
    if kind == "nearly":
        size = 10.0 ** generator.uniform(-16, -6)
        p0, p1 = (p * (1 + size * generator.standard_normal(k)) for p in (p0, p1))
    if kind == "symmetric":
        p0, p1 = ((p + p[::-1]) / 2 for p in (p0, p1))
    return p0 / p0.sum(), p1 / p1.sum()


def assert_closed(problem: Staircase) -> None:
    found = solve(problem)
    assert found.status == "optimal", found.message
    assert found.bounds.width <= 1e-9 * found.value
    assert not problem.violations(found.mechanism, 1e-9)


@pytest.mark.parametrize("k", [30, 60, 100, 200, 400])
@pytest.mark.parametrize("epsilon", [2.2, 2.5, 3, 3.5, 4])
def test_mirrored_quantile_bins_close(k, epsilon):
    p0, p1 = quantile_bins(k)
    assert_closed(Staircase(p0=p0, p1=p1, epsilon=epsilon, divergence="chi2"))


@pytest.mark.parametrize("divergence", DIVERGENCES)
@pytest.mark.parametrize("kind", BUILT)
def test_ties_that_are_built_close(kind, divergence):
    generator = np.random.default_rng([BUILT.index(kind), DIVERGENCES.index(divergence)])
    p0, p1 = built(kind, generator)
    epsilon = round(float(generator.uniform(0.1, 6)), 2)
    assert_closed(Staircase(p0=p0, p1=p1, epsilon=epsilon, divergence=divergence))


@pytest.mark.full
@pytest.mark.parametrize("seed", range(2000))
def test_two_thousand_ties_close(seed):
    generator = np.random.default_rng([14, seed])
    p0, p1 = built(BUILT[seed % len(BUILT)], generator)
    epsilon = round(float(generator.uniform(0.1, 6)), 2)
    divergence = DIVERGENCES[seed % len(DIVERGENCES)]
    assert_closed(Staircase(p0=p0, p1=p1, epsilon=epsilon, divergence=divergence))


def tied_partitions():
    p0, p1 = quantile_bins(100)
    return best_partition(Staircase(p0=p0, p1=p1, epsilon=3, divergence="chi2").letters)


def test_a_mirrored_partition_is_found_beside_its_twin():
    partition = tied_partitions()
    twin = len(partition.letters) - partition.cuts[::-1]
    assert not np.array_equal(twin, partition.cuts)
    exact, *_, wide = near_ties(partition, (1e-13, 1e-4))
    assert set(exact.cuts) == {*partition.cuts, *twin}
    assert value_of(partition.letters, twin) == pytest.approx(partition.value, rel=1e-15)
    assert set(exact.cuts) <= set(wide.cuts)


def test_without_its_twin_the_bounds_stay_open(monkeypatch):
    """The control: what the ties are for."""
    monkeypatch.setattr(dual, "near_ties", lambda *_: iter(()))
    monkeypatch.setattr(dual, "_HATS", ())
    p0, p1 = quantile_bins(100)
    found = solve(Staircase(p0=p0, p1=p1, epsilon=3, divergence="chi2"))
    assert found.status == "inconclusive"
    assert found.bounds.width > 1e-4 * found.value


def test_a_last_digit_moved_is_no_tie():
    p0, p1 = quantile_bins(100)
    p0 = p0 * (1 + 1e-5 * np.random.default_rng(0).standard_normal(100))
    letters = Staircase(p0=p0 / p0.sum(), p1=p1, epsilon=3, divergence="chi2").letters
    partition = best_partition(letters)
    (exact,) = near_ties(partition, (1e-13,))
    assert np.array_equal(exact.cuts, partition.cuts)
