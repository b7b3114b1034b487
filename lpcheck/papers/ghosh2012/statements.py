r"""Geometric noise on a count, then a remap, against all private kernels."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from formulations import Loss, MetricPrivacy
from formulations.formulation import Array
from lpcheck.claims.claim import Claim, Instance, Outcome, claim
from lpcheck.claims.evidence import optimal
from lpcheck.claims.instances import at, explicit
from lpcheck.compare import check
from lpcheck.mechanisms.metric import geometric_with_remap


def apart(n: int) -> Array:
    """|x − y| for counts 0 to n − 1."""
    return np.asarray(np.abs(np.arange(n)[:, None] - np.arange(n)), dtype=float)


def problem(prior: list[float], epsilon: float, loss: list[list[float]]) -> Loss:
    """The expected loss under ε-differential privacy of a count: a path whose steps are ε."""
    notion = MetricPrivacy((epsilon * apart(len(prior))).tolist())
    return Loss(loss=loss, prior=prior, privacy=notion)


def _drawn(full: bool) -> Iterator[Instance]:
    rng = np.random.default_rng(2012)
    for repeat in range(500 if full else 12):
        n, epsilon = int(rng.integers(2, 8)), float(rng.choice([0.1, 0.5, 1.0, 3.0]))
        rises = np.cumsum(np.r_[0.0, rng.exponential(size=n) * rng.integers(0, 2, n)])
        loss = rises[apart(n).astype(int)] if repeat % 4 else apart(n) ** (1 + repeat // 4 % 2)
        prior = rng.dirichlet(np.full(n, 0.5 if repeat % 2 else 5.0))
        label = f"n = {n}, ε = {epsilon}, draw {repeat}"
        yield at(label, "random", prior=prior.tolist(), epsilon=epsilon, loss=loss.tolist())


def _ends(full: bool) -> Iterator[Instance]:
    del full
    for name, prior in (
        ("uniform", [0.25] * 4),
        ("a point", [1.0, 0, 0, 0]),
        ("ends", [0.5, 0, 0, 0.5]),
    ):
        for epsilon in (0.0, 1e-3, 10.0):
            label = f"{name}, ε = {epsilon:g}"
            loss = apart(4).tolist()
            yield at(label, "degenerate", prior=prior, epsilon=epsilon, loss=loss)


def _instances(full: bool) -> Iterator[Instance]:
    yield from _drawn(full)
    yield from _ends(full)


@claim(
    id="ghosh2012.geometric-remap",
    source="main theorem",
    statement=r"For a count, the truncated geometric mechanism followed by a remap is optimal for "
    r"every prior and every loss that is monotone in $|x - y|$.",
    kind="tight",
    conditions="loss monotone in |x − y|; the text was not at hand",
    weight="headline",
    evidence="The expected loss of geometric noise, clamped to 0, …, n − 1, with the best answer "
    "to each output, against the linear program over all private kernels: random priors and "
    "monotone losses with flat parts, priors with zeros, ε from 0 to 10.",
    instances=_instances,
    control={"prior": [0.25] * 4, "epsilon": 1.0, "loss": apart(4).tolist()},
)
def geometric_remap(
    prior: list[float], epsilon: float, loss: list[list[float]], slip: float = 0.0
) -> Outcome:
    """Against all kernels; the control answers at random with probability 1e-6."""
    weights = np.array(prior) / np.sum(prior)
    kernel = geometric_with_remap(len(prior), epsilon, loss, weights)
    mixed = (1.0 - slip) * kernel + slip / kernel.shape[1]
    return optimal(problem(prior, epsilon, loss), mixed)


_PARITY = [[float((x + y) % 2) for y in range(2)] for x in range(5)]


@claim(
    id="ghosh2012.monotone-needed",
    source="its condition, varied by us",
    statement=r"Without monotonicity it can fail: for counts 0 to 4, guessing whether the count is "
    r"odd has less loss with another private kernel.",
    kind="lower",
    conditions="prior (0.1, 0.2, 0.4, 0.2, 0.1)",
    finding="probe",
    stands="The theorem asks for monotone losses.",
    evidence="The linear program has less; for |x − y|, the control, it has not.",
    instances=explicit(*(at(f"ε = {e}", epsilon=e, loss=_PARITY) for e in (0.7, 1.5, 3.0))),
    slip=1.0,
    control={"epsilon": 0.7, "loss": apart(5).tolist()},
)
def monotone_needed(epsilon: float, loss: Any, slip: float = 0.0) -> Outcome:
    """Whether another kernel is better."""
    del slip
    prior = [0.1, 0.2, 0.4, 0.2, 0.1]
    found = check(
        problem(prior, epsilon, loss),
        geometric_with_remap(5, epsilon, loss, np.array(prior) / np.sum(prior)),
    )
    holds = {"suboptimal": True, "inconclusive": None}.get(found.verdict, False)
    return Outcome(holds, float(found.gap), found.explanation)


CLAIMS: tuple[Claim, ...] = (geometric_remap, monotone_needed)
