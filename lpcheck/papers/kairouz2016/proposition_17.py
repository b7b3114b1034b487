r"""Proposition 17: sums of sublinear functions obey the data processing inequality."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from lpcheck.claims.claim import Claim, Instance, Outcome, claim
from lpcheck.claims.evidence import at_most
from lpcheck.claims.instances import at
from lpcheck.papers.kairouz2016._columns import UTILITIES, Array, total, utility


def _chains(full: bool) -> Iterator[Instance]:
    for name in UTILITIES:
        yield at(f"{name}, a permutation", "degenerate", name=name, k=3, ell=3, m=0)
        for k, ell, m in ((1, 2, 3), (2, 4, 2), (3, 3, 6), (5, 2, 2)):
            label = f"{name}, {k} × {ell} then {ell} × {m}"
            yield at(label, "random", name=name, k=k, ell=ell, m=m, draws=50 if full else 5)


def _stages(generator: np.random.Generator, k: int, ell: int, m: int) -> tuple[Array, Array]:
    """A random Q and W, both with zeros; m = 0 stands for a permutation."""
    Q = generator.dirichlet(np.full(ell, 0.7), k)
    W = generator.dirichlet(np.full(m, 0.3), ell) if m else np.eye(ell)[::-1]
    return Q, W


@claim(
    id="kairouz2016.proposition-17",
    source="Proposition 17, eq. 80",
    statement=r"If $U(Q) = \sum_y \mu(Q_y)$ with $\mu$ sublinear, then $U(QW) \le U(Q)$ for every "
    r"mechanism $Q$ and stochastic mapping $W$.",
    kind="upper",
    evidence="Random pairs for nine sublinear functions, with no privacy asked for; equality for "
    "permutations.",
    instances=_chains,
)
def proposition_17(
    name: str, k: int, ell: int, m: int, draws: int = 1, slip: float = 0.0
) -> Outcome:
    """U(QW) against U(Q); `slip` scales U(Q) (the control is a permutation)."""
    generator, worst = np.random.default_rng([17, k, ell, m]), []
    for _ in range(draws):
        p0, p1 = generator.dirichlet(np.ones(k), 2)
        mu, (Q, W) = utility(name, p0, p1), _stages(generator, k, ell, m)
        bound = total(mu, Q)
        worst.append(at_most(total(mu, Q @ W), bound - slip * abs(bound), scale=100.0))
    return max(worst, key=lambda outcome: (outcome.holds is False, outcome.gap))


CLAIMS: tuple[Claim, ...] = (proposition_17,)
