"""Public prior without the model: the closed form, judged like a solver's answer."""

import math
from fractions import Fraction

import numpy as np
import pytest

from formulations import InputError, PublicPrior, solve
from formulations.formulation import Proposal
from formulations.privacy import true_epsilon
from formulations.public_prior.dual import diagonal_bound, keep_or_redraw, rarest_letter_bound

F = Fraction
NAMES = ["kl", "tv", "hellinger", "chi2", "js", "hockey-stick:1.5", "hockey-stick:3",
         "alpha:0.5", "alpha:2", "alpha:3"]  # fmt: skip


def priors(n):
    """Uniform, ties, power law, non-integer ratios, and two Dirichlet ones."""
    generator = np.random.default_rng(n)
    return {
        "uniform": [F(1, n)] * n,
        "ties": [F(x, sum(1 + i % 3 for i in range(n))) for x in (1 + i % 3 for i in range(n))],
        "power law": _normalised([F(1, 1 + i) for i in range(n)]),
        "non-integer ratios": _normalised([F(7 + 2 * i, 3 + i) for i in range(n)]),
        "Dirichlet(1)": generator.dirichlet(np.ones(n)).tolist(),
        "Dirichlet(0.1)": generator.dirichlet(np.full(n, 0.1)).tolist(),
    }


def _normalised(weights):
    total = sum(weights)
    return [w / total for w in weights]


def optimum(exact, name, q, epsilon):
    """The risk at K_ii = q_min / (q_min + u (1 − q_min)), in 60 digits."""
    rare, u = min(F(x) for x in q), F(math.exp(-epsilon))
    diagonal = rare / (rare + u * (1 - rare))
    return exact(name, [1, 0], [diagonal, 1 - diagonal])


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kind", priors(3))
def test_300_letters_to_two_sided_bounds(exact, name, kind):
    q = priors(300)[kind]
    for epsilon in (0.1, 1.0, 4.0):
        problem = PublicPrior(prior=q, epsilon=epsilon, divergence=name)
        solution = solve(problem)
        assert solution.status == "optimal"
        assert solution.bounds.width <= 1e-12 * abs(solution.value)
        expected = optimum(exact, name, problem.prior.exact, epsilon)
        assert solution.value == pytest.approx(expected, rel=1e-12)
        if "Dirichlet" not in kind:  # where 1 − K_ii is 1 to nine digits whatever ε is
            wrong = optimum(exact, name, problem.prior.exact, epsilon + 0.01)
            assert solution.value != pytest.approx(wrong, rel=1e-9)


@pytest.mark.parametrize("name", ["tv", "kl", "chi2", "hellinger"])
@pytest.mark.parametrize("n", [2, 9, 31, 60])
def test_the_model_and_the_closed_form_agree(name, n):
    for q in priors(n).values():
        for epsilon in (0.1, 1.0, 4.0):
            problem = PublicPrior(prior=q, epsilon=epsilon, divergence=name)
            solution = solve(problem)
            assert "closed form" not in solution.solver  # what follows is independent of it
            proposal = problem.closed_form()
            assert not problem.violations(proposal.mechanism, 1e-12)
            value = problem.value(proposal.mechanism)
            assert value == pytest.approx(solution.value, rel=1e-9)
            bound = problem.dual_bound(proposal.duals, {})
            assert bound == pytest.approx(solution.bounds.lower, rel=1e-9)
            looser = PublicPrior(prior=q, epsilon=epsilon + 0.01, divergence=name).closed_form()
            assert problem.violations(looser.mechanism, 1e-9)


@pytest.mark.parametrize("name", ["tv", "kl"])
def test_the_model_agrees_at_100_letters(name, monkeypatch):
    monkeypatch.setattr(PublicPrior, "proposal", lambda _: None)
    for kind in ("ties", "Dirichlet(1)"):
        problem = PublicPrior(prior=priors(100)[kind], epsilon=1, divergence=name)
        solution = solve(problem)
        assert solution.status == "optimal"
        assert "Clarabel" in solution.solver
        value = problem.value(problem.closed_form().mechanism)
        assert solution.value == pytest.approx(value, rel=1e-9)


@pytest.mark.parametrize("epsilon", [0.0, 1e-9, 1e-4, 1.0, 30.0, 700.0])
def test_the_kernel_is_private_and_keeps_every_prior(epsilon):
    for n in (2, 61):
        for prior in ([1e-300] + [1 / (n - 1)] * (n - 1), *priors(n).values()):
            q = np.array([float(x) for x in prior])
            kernel = keep_or_redraw(q, epsilon)
            assert (kernel > 0).all()
            assert true_epsilon(kernel) <= epsilon + 1e-14 * max(1, epsilon)
            assert np.allclose(kernel.sum(axis=1), 1, rtol=0, atol=1e-14)
            assert np.allclose(q @ kernel, q, rtol=1e-13, atol=0)
            assert kernel.diagonal().min() == pytest.approx(
                rarest_letter_bound(q, math.exp(-epsilon))[0], rel=1e-14
            )


def test_the_bound_holds_for_any_multipliers():
    """Random weights and prices never promise less than the best min_i K_ii."""
    generator = np.random.default_rng(3)
    for n in (2, 5, 40):
        for u in (0.9, 0.3, 1e-3):
            q = generator.dirichlet(np.ones(n))
            best = rarest_letter_bound(q, u)[0]
            for size in (0, 1e-3, 1):
                weights = generator.dirichlet(np.full(n, 0.2))
                prices = size * generator.normal(size=n)
                assert diagonal_bound(weights, prices, q, u) >= best
            rarest = (q == q.min()).astype(float)
            assert diagonal_bound(rarest, 0 * q, q, u) == pytest.approx(best, rel=1e-12)


def test_a_wrong_proposal_is_not_believed(monkeypatch):
    """Above the model's limit nothing else is asked, so that the answer must be in doubt."""
    q = priors(301)["Dirichlet(1)"]
    problem, looser = (PublicPrior(prior=q, epsilon=e, divergence="kl") for e in (1.0, 1.01))
    right, constant = problem.closed_form(), np.tile(problem.prior.array, (301, 1))
    assert solve(problem).status == "optimal"
    for wrong in (
        looser.closed_form(),  # not private
        Proposal(right.mechanism[:, ::-1], right.duals, "reversed"),  # does not keep q
        Proposal(right.mechanism * (1 + 1e-6), right.duals, "scaled"),
        Proposal(constant, right.duals, "constant"),  # feasible, not optimal
    ):
        monkeypatch.setattr(PublicPrior, "closed_form", lambda _, w=wrong: w)
        assert solve(problem).status == "inconclusive"


def test_the_model_is_asked_where_the_proposal_fails(monkeypatch):
    problem = PublicPrior(prior=priors(61)["ties"], epsilon=1, divergence="tv")
    expected = solve(problem)
    assert expected.solver == "closed form"
    looser = PublicPrior(prior=problem.prior, epsilon=1.01, divergence="tv").closed_form()
    monkeypatch.setattr(PublicPrior, "closed_form", lambda _: looser)
    solution = solve(problem)
    assert solution.status == "optimal"
    assert "Clarabel" in solution.solver
    assert solution.value == pytest.approx(expected.value, rel=1e-9)


def test_the_largest_alphabet_and_one_letter_more():
    solution = solve(PublicPrior(prior=[F(1, 2000)] * 2000, epsilon=1))
    assert solution.status == "optimal"
    assert solution.bounds.width <= 1e-12 * solution.value
    for n in (2001, 100_000):
        with pytest.raises(InputError, match="give at most 2000") as caught:
            PublicPrior(prior=[F(1, n)] * n, epsilon=1)
        assert "\n" not in str(caught.value)
    with pytest.raises(InputError, match="give at most 300"):
        PublicPrior(prior=[F(1, 301)] * 301, epsilon=1).program()
    # A prior with a zero is settled without a model, at any size that has a kernel.
    assert solve(PublicPrior(prior=[0, *[F(1, 1999)] * 1999], epsilon=1, divergence="tv")).value
