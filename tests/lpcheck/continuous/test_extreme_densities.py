"""Narrow and distant components, far below what a double holds, against mpmath.

The oracle shares nothing with the library: densities, crossings and integrals are its own, in 30
digits.
"""

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from formulations import InputError
from formulations.trade_off import read_privacy
from lpcheck.continuous import (
    Density,
    clipped_sampler,
    gaussian_mixture,
    laplace_mixture,
    linear_sampler,
    mollified,
    normaliser_proof,
)

mpmath = pytest.importorskip("mpmath")
mp = mpmath.mp
NORMAL = gaussian_mixture([0.0], interval=(-4, 4))
WHOLE = gaussian_mixture([0.0])


class Oracle:
    """A Gaussian mixture of one σ against N(0, 1), both on [−end, end]."""

    def __init__(self, means, weights, sigma, end):
        self.parts = [(mp.mpf(m), mp.mpf(w)) for m, w in zip(means, weights, strict=True) if w > 0]
        self.sigma, self.end = mp.mpf(sigma), mp.mpf(end)
        self.mass = self.gaussian(-self.end, self.end)
        self.h_mass = self.normal(0, 1, -self.end, self.end)

    def normal(self, m, s, a, b):
        low, high = (a - m) / s / mp.sqrt(2), (b - m) / s / mp.sqrt(2)
        if low > 0:
            return (mp.erfc(low) - mp.erfc(high)) / 2
        return (mp.erfc(-high) - mp.erfc(-low)) / 2

    def gaussian(self, a, b):
        return sum(w * self.normal(m, self.sigma, a, b) for m, w in self.parts)

    def log_ratio(self, x):
        logs = [mp.log(w) - (x - m) ** 2 / (2 * self.sigma**2) + x**2 / 2 for m, w in self.parts]
        top = max(logs)
        logs = top + mp.log(sum(mp.exp(t - top) for t in logs))
        return logs - mp.log(self.sigma * self.mass / self.h_mass)

    def crossings(self, level):
        """Where log p/h passes a level: bracketed on a fine grid, then halved in 30 digits."""
        end, level_ = float(self.end), float(level)
        grid = [np.linspace(-end, end, 40_001)]
        for m, _ in self.parts:
            near = float(m) + float(self.sigma) * np.linspace(-60, 60, 6_001)
            grid.append(near[np.abs(near) < end])
        x = np.unique(np.concatenate(grid))
        logs = [
            math.log(w) - (x - float(m)) ** 2 / (2 * float(self.sigma) ** 2) for m, w in self.parts
        ]
        log_ratio = np.logaddexp.reduce(logs) + x**2 / 2
        log_ratio -= float(mp.log(self.sigma * self.mass / self.h_mass))
        found = []
        for i in np.flatnonzero(np.diff(log_ratio > level_)):
            low, high = mp.mpf(x[i]), mp.mpf(x[i + 1])
            above = log_ratio[i] > level_
            for _ in range(60):
                middle = (low + high) / 2
                same = (self.log_ratio(middle) > level) == above
                low, high = (middle, high) if same else (low, middle)
            found.append(low)
        return found

    def total(self, log_r, lower, upper):
        """The integral of clip(p/r; lower h, upper h)."""
        log_r = mp.mpf(log_r)
        low, high = log_r + mp.log(lower), log_r + mp.log(upper)
        ends = sorted([-self.end, *self.crossings(low), *self.crossings(high), self.end])
        total = mp.mpf(0)
        for a, b in pairwise(ends):
            level = self.log_ratio((a + b) / 2)
            if level <= low or level >= high:
                share = lower if level <= low else upper
                total += share * self.normal(0, 1, a, b) / self.h_mass
            else:
                total += self.gaussian(a, b) / self.mass * mp.exp(-log_r)
        return total


@pytest.fixture(autouse=True)
def _digits():
    before, mp.dps = mp.dps, 30
    yield
    mp.dps = before


def checked(means, weights, sigma, epsilon, end=4.0):
    target = gaussian_mixture(means, weights, sigma, (-end, end))
    reference = gaussian_mixture([0.0], interval=(-end, end))
    answer = mollified(target, reference, epsilon)
    oracle, root = Oracle(means, weights, sigma, end), mp.exp(mp.mpf(epsilon) / 2)
    slack = 1e-9 + 1e-14 * abs(answer.log_normaliser)  # of the double that holds log r
    assert abs(oracle.total(answer.log_normaliser, 1 / root, root) - 1) < slack
    off = 0.01 * max(1, abs(answer.log_normaliser))
    wrong = oracle.total(answer.log_normaliser + off, 1 / root, root)
    assert abs(wrong - 1) > 1e-5 * min(1, epsilon)
    assert answer.cdf(np.array([end]))[0] == pytest.approx(1, abs=1e-9)
    # q is within its band everywhere, and privacy spends ε at most.
    x = np.linspace(-end, end, 4001)
    ratio = answer.at(x) / reference.at(x)
    assert math.log(ratio.max() / ratio.min()) <= epsilon + 1e-12
    assert normaliser_proof(target, reference, epsilon).exists
    return answer


def test_underflow_inside_the_support():
    """p is below every double 0.12 from its mean; r is e^−1352."""
    answer = checked([0.3], [1.0], 0.003, 4.0)
    assert answer.log_normaliser == pytest.approx(-1352, abs=40)
    assert answer.normaliser == 0.0
    points, _ = answer.sample(20_000, np.random.default_rng(1))
    inside = np.abs(points - 0.3) < 0.05
    expected = answer.cdf(np.array([0.35]))[0] - answer.cdf(np.array([0.25]))[0]
    assert inside.mean() == pytest.approx(expected, abs=0.015)
    # A density that only has a pdf is zero where that is: another density, and it says so.
    bare = Density("bare", answer.target.pdf, answer.target.support, ((0.3,),))
    other = mollified(bare, NORMAL, 4.0)
    assert other.normaliser is None
    x = (np.arange(400_000) + 0.5) / 50_000 - 4
    assert other.at(x).mean() * 8 == pytest.approx(1, abs=1e-4)


PHASES = (Phase.explicit, Phase.reuse, Phase.generate)  # the oracle is too slow to shrink with
components = st.lists(st.tuples(st.floats(-3.5, 3.5), st.floats(1e-9, 1.0)), min_size=1, max_size=3)
widths = st.sampled_from([1e-4, 3e-3, 0.05, 0.3, 1.0, 3.0])


@settings(deadline=None, max_examples=6, derandomize=True, phases=PHASES)
@given(components, widths, st.sampled_from([0.5, 1.0, 4.0, 30.0]))
def test_narrow_mixtures(parts, sigma, epsilon):
    means, weights = zip(*parts, strict=True)
    checked(means, np.array(weights) / sum(weights), sigma, epsilon)


@pytest.mark.full
@settings(deadline=None, max_examples=150, phases=PHASES)
@given(components, widths, st.sampled_from([0.01, 0.5, 1.0, 4.0, 30.0, 200.0]))
def test_more_narrow_mixtures(parts, sigma, epsilon):
    means, weights = zip(*parts, strict=True)
    checked(means, np.array(weights) / sum(weights), sigma, epsilon)


@settings(deadline=None, max_examples=3, derandomize=True, phases=PHASES)
@given(st.floats(-18, 18), st.sampled_from([0.05, 0.3, 1.0]), st.floats(0.2, 3.0))
def test_distant_components(mean, sigma, epsilon):
    """KL and χ² of a component in the tail of h, each an integral of mpmath."""
    answer = mollified(gaussian_mixture([mean], None, sigma), WHOLE, epsilon)
    root, log_r = mp.exp(mp.mpf(epsilon) / 2), mp.mpf(answer.log_normaliser)
    m, s = mp.mpf(mean), mp.mpf(sigma)

    def log_p(x):
        return -((x - m) ** 2) / (2 * s * s) - mp.log(s)

    def log_q(x):
        level = log_p(x) + x * x / 2 - log_r
        return -x * x / 2 + min(max(level, -mp.log(root)), mp.log(root))

    # (1 − 1/s²)x² + 2mx/s² + c = 0 at each of the levels
    kinks = []
    for level in (log_r - mp.log(root), log_r + mp.log(root)):
        a, b, c = (1 - 1 / s**2) / 2, m / s**2, -m * m / (2 * s * s) - mp.log(s) - level
        if a == 0:
            kinks += [-c / b] if b else []
        elif b * b >= 4 * a * c:
            wide = mp.sqrt(b * b - 4 * a * c)
            kinks += [(-b - wide) / (2 * a), (-b + wide) / (2 * a)]
    # p²/h has its peak at 2m/(2 − s²), and a width near s.
    for centre, name in ((m, "kl"), (2 * m / (2 - s * s), "chi2")):
        ends = sorted(
            {centre + k * s for k in (-12, -8, -5, -3, -1, 0, 1, 3, 5, 8, 12)}
            | {k for k in kinks if abs(k - centre) < 12 * s}
        )
        term = (
            (lambda x: mp.exp(log_p(x)) * (log_p(x) - log_q(x)))
            if name == "kl"
            else (lambda x: mp.exp(2 * log_p(x) - log_q(x)))
        )
        slow = mp.quad(term, ends) / mp.sqrt(2 * mp.pi) - (name == "chi2")
        value = answer.divergences([name])[0]
        assert value == pytest.approx(float(slow), rel=1e-8, abs=1e-9)
    other = mollified(gaussian_mixture([mean], None, sigma), WHOLE, epsilon + 0.01)
    assert abs(other.divergences(["kl"])[0] - answer.divergences(["kl"])[0]) > 1e-6


def test_infinite_where_the_tails_say_so():
    wide, narrow = (gaussian_mixture([0.0], None, s) for s in (2.0, 0.5))
    chi2, kl, tv = mollified(wide, WHOLE, 1.0).divergences(["chi2", "kl", "tv"])
    assert chi2 == math.inf
    assert 0 < tv < kl < math.inf
    # ∫ p^a h^(1−a) is finite up to a = 4/3, and from −1/3.
    assert mollified(wide, WHOLE, 1.0).divergences(["alpha:1.25"])[0] < math.inf
    assert mollified(wide, WHOLE, 1.0).divergences(["alpha:1.34"]) == [math.inf]
    assert mollified(narrow, WHOLE, 1.0).divergences(["alpha:-0.25"])[0] < math.inf
    assert mollified(narrow, WHOLE, 1.0).divergences(["alpha:-0.34"]) == [math.inf]
    laplace = laplace_mixture([0.0])
    assert mollified(laplace, WHOLE, 1.0).divergences(["chi2"]) == [math.inf]
    assert mollified(WHOLE, laplace, 1.0).divergences(["chi2"])[0] < math.inf
    double = laplace_mixture([0.0], b=2.0)  # p²/h is a constant
    assert mollified(double, laplace, 1.0).divergences(["chi2"]) == [math.inf]


def test_large_values_and_budgets():
    value = mollified(gaussian_mixture([6.0]), WHOLE, 1.0).divergences(["chi2"])[0]
    assert value == pytest.approx(math.exp(36 - 0.5) - 1, rel=1e-9)
    far = mollified(gaussian_mixture([50.0]), WHOLE, 1.0)
    assert far.divergences(["tv"]) == [pytest.approx(1, abs=1e-12)]
    with pytest.raises(InputError, match="no double holds"):
        far.divergences(["kl"])
    noise = Density("noise", lambda x: 1 + 0.5 * np.sin(1e9 * x), ((0.0, 1.0),))
    flat = Density("flat", np.ones_like, ((0.0, 1.0),))
    with pytest.raises(InputError, match="not smooth near"):
        mollified(noise, flat, 1.0)
    steep = gaussian_mixture([0.3], None, 1e-7, (-4, 4))  # its logarithm has no digits left
    with pytest.raises(InputError, match="answer integrates to 0"):
        mollified(steep, NORMAL, 1.0)


def test_the_class_far_out_and_in_a_bump():
    level = read_privacy(0.5, None, None, None)
    h = laplace_mixture([0.0])
    with pytest.raises(InputError, match="exceeds c2"):
        linear_sampler(laplace_mixture([0.0], b=1.03), h, 0.5, 2, level)
    with pytest.raises(InputError, match="falls below c1"):
        linear_sampler(laplace_mixture([0.0], b=0.97), h, 0.5, 2, level)
    bump = gaussian_mixture([0.0, 0.731], [1 - 5e-9, 5e-9], 1e-3, (-4, 4))
    local = gaussian_mixture([0.0], None, 1e-3, (-4, 4))
    with pytest.raises(InputError, match="exceeds c2"):
        linear_sampler(bump, local, 0.5, 2, level)
    # What has no peaks named may hide one: the class is the caller's word, and is quoted.
    answer = linear_sampler(laplace_mixture([0.1]), h, 0.5, 2, level)
    assert "caller's word" in answer.premise
    assert clipped_sampler(laplace_mixture([0.1]), h, 0.5, 2, 0.5).premise == ""
    assert "caller's word" in clipped_sampler(laplace_mixture([0.1]), h, 0.5, 2, 5).premise


def test_a_bump_that_no_point_saw_is_not_drawn_from():
    flat = Density("flat", np.ones_like, ((0.0, 1.0),), draw=lambda n, rng: rng.uniform(size=n))
    bump = Density("bump", lambda x: 1 + 1e3 * (np.abs(x - 0.7123) < 1e-12), ((0.0, 1.0),))
    answer = linear_sampler(bump, flat, 0.5, 2, read_privacy(0.5, None, None, None))
    assert answer.at(np.array([0.7123]))[0] > 2
    there = Density("there", np.ones_like, ((0.0, 1.0),), draw=lambda n, rng: np.full(n, 0.7123))
    answer = linear_sampler(bump, there, 0.5, 2, read_privacy(0.5, None, None, None))
    with pytest.raises(InputError, match="its answer is"):
        answer.sample(3, np.random.default_rng(0))


def test_truncation_far_from_the_mean():
    far = gaussian_mixture([-10.0, -9.0], [0.5, 0.5], 1.0, (-4, 4))
    x = (np.arange(800_000) + 0.5) / 100_000 - 4
    assert far.at(x).mean() * 8 == pytest.approx(1, abs=1e-9)
    assert far.cdf(np.array([4.0]))[0] == pytest.approx(1, abs=1e-14)
    points = far.draw(50_000, np.random.default_rng(2))
    assert np.quantile(points, 0.5) == pytest.approx(np.interp(0.5, far.cdf(x), x), abs=0.01)
    with pytest.raises(InputError, match="interval"):
        gaussian_mixture([-100.0], None, 1.0, (-4, 4))
