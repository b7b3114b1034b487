"""Certificates do not depend on the hints being right: bad ones cost width, never truth."""

import random
from decimal import Decimal, localcontext
from fractions import Fraction

import numpy as np
import pytest

from formulations import (
    ApproximateBinary,
    Information,
    LocalMinimax,
    MinimaxSampler,
    PublicPrior,
    RelativeMollifier,
    Staircase,
    solve,
)
from lpcheck.certificates import approximate_binary, certify, public_prior
from lpcheck.certificates.exact.simplex import Vertex
from lpcheck.certificates.projections import box
from lpcheck.certificates.samplers import program as sampler_program
from lpcheck.certificates.samplers import propose as sampler
from lpcheck.certificates.staircase import patterns
from lpcheck.rechecker import recheck

P0, P1 = ["1/2", "3/10", "1/5", "0"], ["1/10", "3/10", "1/5", "2/5"]


def assert_true(problem):
    certificate = certify(problem)
    lower, upper = (Decimal(x) for x in certificate.bounds)
    optimum = solve(problem).value
    assert float(lower) <= optimum + 1e-9
    assert float(upper) >= optimum - 1e-9
    assert recheck(certificate.data)
    return float(upper) - float(lower)


def random_vertex(rng, rows, columns):
    return Vertex(
        rng.sample(range(columns), min(rows, columns)),
        [Decimal(rng.uniform(-0.5, 1)) for _ in range(rows)],
        [Decimal(rng.uniform(-0.5, 1)) for _ in range(rows)],
    )


@pytest.mark.parametrize("seed", range(6))
def test_random_vertices_of_pattern_programs(monkeypatch, seed):
    rng = random.Random(seed)
    monkeypatch.setattr(patterns, "best_vertex", lambda *_: random_vertex(rng, 4, 16))
    widths = [
        assert_true(Staircase(p0=P0, p1=P1, epsilon="1/2", divergence=name))
        for name in ("kl", "tv", "chi2")
    ]
    widths.append(assert_true(Information(prior=P1, epsilon=5)))
    assert min(widths) > 1e-6


@pytest.mark.parametrize("seed", range(6))
def test_random_vertices_of_the_binary_program(monkeypatch, seed):
    rng = random.Random(seed)
    monkeypatch.setattr(approximate_binary, "maximise", lambda *args: random_vertex(rng, 4, 6))
    problem = ApproximateBinary(p0=["3/4", "1/4"], p1=["1/3", "2/3"], epsilon=1, delta="1/10")
    assert assert_true(problem) > 1e-6


@pytest.mark.parametrize("seed", range(6))
def test_a_wrong_algorithm_1(monkeypatch, seed):
    rng = random.Random(seed)
    monkeypatch.setattr(
        public_prior, "_off_diagonal", lambda q, u: [Decimal(rng.uniform(0, 2)) for _ in q[1:]]
    )
    assert_true(PublicPrior(prior=["1/2", "1/3", "1/6"], epsilon=1, divergence="tv"))


@pytest.mark.parametrize("seed", range(6))
def test_a_wrong_normaliser(monkeypatch, seed):
    rng = random.Random(seed)
    wrong = Fraction(rng.randint(1, 100), 50) if seed else None
    monkeypatch.setattr(box, "_normaliser", lambda *args: wrong)
    assert_true(RelativeMollifier(target=P1, reference=["1/4"] * 4, epsilon=1, divergence="kl"))


@pytest.mark.parametrize("seed", range(6))
def test_random_solutions_of_sampler_programs(monkeypatch, seed):
    rng = random.Random(seed)

    def wrong(program, rounds=0):
        return (
            [Decimal(rng.uniform(-0.2, 1)) for _ in program.cost],
            [Decimal(rng.uniform(-0.2, 1)) for _ in program.rows],
        )

    monkeypatch.setattr(sampler_program, "refine", wrong)
    assert_true(MinimaxSampler(k=3, epsilon=1, divergence="tv"))
    assert_true(LocalMinimax(reference=["1/5", "4/5"], gamma=2, epsilon="1/5", divergence="kl"))
    assert_true(MinimaxSampler(k=3, epsilon=1, delta="1/10", divergence="tv"))


@pytest.mark.parametrize("seed", range(4))
def test_random_answers_of_the_solver(monkeypatch, seed):
    rng = np.random.default_rng(seed)

    def wrong(problem):
        solution = solve(problem)
        noise = rng.uniform(0, 1, solution.mechanism.shape)
        duals = {name: rng.uniform(-0.2, 1, np.shape(d)) for name, d in solution.duals.items()}
        from dataclasses import replace

        return replace(solution, mechanism=noise / noise.sum(axis=1, keepdims=True), duals=duals)

    monkeypatch.setattr(sampler, "solve", wrong)
    assert_true(MinimaxSampler(k=3, epsilon=1, divergence="js"))
    assert_true(LocalMinimax(reference=["1/5", "4/5"], gamma=2, nu="1/2", divergence="chi2"))


@pytest.mark.parametrize("nothing", [np.nan, np.inf, -1.0])
def test_a_solver_that_lost_its_way(monkeypatch, nothing):
    from dataclasses import replace

    def lost(problem):
        solution = solve(problem)
        duals = {name: np.full(np.shape(d), nothing) for name, d in solution.duals.items()}
        return replace(solution, duals=duals)

    monkeypatch.setattr(sampler, "solve", lost)
    assert_true(MinimaxSampler(k=3, epsilon=1, divergence="js"))


def test_both_arithmetics_agree():
    pytest.importorskip("flint")
    for problem in (
        Staircase(p0=P0, p1=P1, epsilon="1/2", divergence="js"),
        Information(prior=P1, epsilon="1e-4"),
        PublicPrior(prior=["1/2", "1/3", "1/6"], epsilon=1, divergence="alpha:0.5"),
        MinimaxSampler(k=3, nu=1, divergence="tv"),
    ):
        certificate = certify(problem)
        # Each path rounds outwards in its own way: the last digits differ.
        with localcontext(prec=100):
            slack = Decimal("1e-30")
            lower = max(Decimal(certificate.bounds.lower) - slack, Decimal(0))
            upper = Decimal(certificate.bounds.upper) + slack
        wider = {"lower": str(lower), "upper": str(upper)}
        data = {**certificate.data, "bounds": wider}
        exact, balls = recheck(data, "decimal"), recheck(data, "flint")
        assert exact
        assert balls, balls.reason
        for a, b in zip(exact.bounds, balls.bounds, strict=True):
            assert abs(Decimal(a) - Decimal(b)) < Decimal("1e-25")
