"""Fisher information: against the program over all patterns, and known optima."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from scipy.optimize import linprog
from scipy.stats import norm

from formulations import Fisher, InputError, solve
from lpcheck.compare import check
from lpcheck.mechanisms import randomized_response


def plain(p, score, epsilon):
    S = np.array(list(product([1.0, math.exp(epsilon)], repeat=len(p)))).T
    best = linprog(-((score @ S) ** 2) / (p @ S), A_eq=S, b_eq=np.ones(len(p)), method="highs")
    return -best.fun


@pytest.mark.parametrize("seed", range(20))
def test_against_the_program_over_patterns(seed):
    rng = np.random.default_rng([3, seed])
    k, epsilon = int(rng.integers(2, 9)), float(rng.choice([0.1, 1.0, 4.0]))
    p = rng.dirichlet(np.ones(k))
    score = np.round(rng.normal(size=k), 3) * p
    score -= p * score.sum()
    stated = Fisher(density=p.tolist(), score=score.tolist(), epsilon=epsilon)
    solution = solve(stated)
    assert solution.status == "optimal", solution.message
    assert solution.value == pytest.approx(plain(p, score, epsilon), rel=1e-7)
    m, moved = p @ solution.mechanism, score @ solution.mechanism
    assert solution.value == pytest.approx((moved**2 / m).sum(), rel=1e-9)


@pytest.mark.full
def test_1000_random_instances():
    rng, wrong = np.random.default_rng(1000), []
    for _ in range(1000):
        k, epsilon = int(rng.integers(2, 8)), float(rng.choice([0.05, 0.5, 1.0, 2.0, 5.0]))
        shares = rng.integers(1, 20, k).tolist()
        p = [Fraction(s, sum(shares)) for s in shares]
        slopes = rng.integers(-3, 4, k).tolist()  # ties, and letters that tell nothing
        mean = sum(s * x for s, x in zip(slopes, p, strict=True))
        score = [(s - mean) * x for s, x in zip(slopes, p, strict=True)]
        solution = solve(Fisher(density=p, score=score, epsilon=epsilon))
        other = plain(np.array(p, dtype=float), np.array(score, dtype=float), epsilon)
        if solution.status != "optimal" or abs(solution.value - other) > 1e-7 * other + 1e-14:
            wrong.append((p, score, epsilon, solution.value, other))
    assert not wrong


def gaussian(k):
    edges = norm.ppf(np.linspace(0, 1, k + 1))
    density, score = np.diff(norm.cdf(edges)), -np.diff(norm.pdf(edges))
    density /= density.sum()
    return density, score - density * score.sum()


def test_the_sign_of_a_gaussian_is_overtaken_near_2():
    density, score = gaussian(1000)
    for epsilon, blocks in ((1.9, 2), (2.1, 3)):
        best = solve(Fisher(density=density.tolist(), score=score.tolist(), epsilon=epsilon))
        assert best.status == "optimal", best.message
        assert best.mechanism.shape[1] == blocks
        sign = (2 / math.pi) * math.tanh(epsilon / 2) ** 2
        assert (best.value > sign * (1 + 1e-6)) == (blocks == 3)


def test_a_coin_and_controls():
    stated = Fisher(density=["1/2", "1/2"], score=[1, -1], epsilon=1)
    assert solve(stated).value == pytest.approx(4 * math.tanh(0.5) ** 2, rel=1e-12)
    assert check(stated, randomized_response(2, 1.0)).verdict == "optimal"
    assert check(stated, randomized_response(2, 0.99)).verdict == "suboptimal"
    assert check(stated, randomized_response(2, 1.01)).verdict == "infeasible"
    still = Fisher(density=["1/2", "1/2"], score=[0, 0], epsilon=1)
    assert solve(still).value == 0.0
    assert solve(Fisher(density=["1/2", "1/2"], score=[1, -1], epsilon=0)).value == 0.0


@pytest.mark.parametrize(
    ("score", "says"),
    [([1, 1], "sums to 2"), ([1], "1 entries"), ([1, "x"], r"score\[1\]"), ([1, -1, 0], "3 ent")],
)
def test_bad_input_is_refused_in_a_line(score, says):
    with pytest.raises(InputError, match=says):
        Fisher(density=["1/2", "1/2"], score=score, epsilon=1)
    with pytest.raises(InputError, match=r"score\[0\]"):
        Fisher(density=[0, 1], score=[1, -1], epsilon=1)
