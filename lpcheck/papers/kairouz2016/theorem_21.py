r"""Theorem 21: no more outputs than inputs, for any convex utility that ignores empty outputs."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from formulations import Information, solve
from formulations.formulation import Array
from lpcheck.claims.claim import Claim, Instance, Outcome, claim
from lpcheck.claims.evidence import at_most
from lpcheck.claims.instances import F, at, explicit
from lpcheck.papers.kairouz2016._forms import fails, printed
from lpcheck.papers.kairouz2016._polytope import corner_points, random_corner_point, random_kernel

_WEIGHTS = np.array([5.0, 3.0, 2.0, 1.0])


def _nuclear(Q: Array) -> float:
    return float(np.linalg.svd(Q, compute_uv=False).sum())


def _largest_gap(Q: Array) -> float:
    """The largest ‖Q_y − Q_y'‖ over pairs of outputs."""
    wide = np.column_stack([Q, np.zeros(len(Q))])
    return float(np.sqrt(((wide[:, :, None] - wide[:, None, :]) ** 2).sum(axis=0)).max())


def _squares(Q: Array) -> float:
    """Σ_y (M0(y) − M1(y))², with two fixed distributions."""
    p = _WEIGHTS[: len(Q)] / _WEIGHTS[: len(Q)].sum()
    return float((((p - p[::-1]) @ Q) ** 2).sum())


def _pairs_of_rows(Q: Array) -> float:
    """The largest total variation between two rows."""
    return float(np.abs(Q[:, None, :] - Q[None, :, :]).sum(axis=2).max() / 2)


_CONVEX: dict[str, Callable[[Array], float]] = {
    "nuclear norm": _nuclear,
    "largest gap of two outputs": _largest_gap,
    "sum of squared differences": _squares,
    "largest total variation of two rows": _pairs_of_rows,
}


def _cases(full: bool) -> Iterator[Instance]:
    for name in _CONVEX:
        for k, epsilon in ((2, 0.5), (2, 3.0), (3, 0.5), (3, 3.0)):
            yield at(f"{name}, k = {k}, ε = {epsilon:g}", utility=name, k=k, epsilon=epsilon,
                     draws=200 if full else 20)  # fmt: skip


@claim(
    id="kairouz2016.theorem-21",
    source="Theorem 21",
    statement=r"If $U(Q)$ is a convex utility that satisfies Assumption 1, then $\max_{Q \in "
    r"D_\varepsilon} U(Q) = \max_{Q \in \cup_{\ell=1}^k D_{\varepsilon,\ell}} U(Q)$.",
    kind="tight",
    conditions="U convex; deleting an all-zero column leaves U as it is (Assumption 1)",
    evidence="Utilities that are no sum over outputs: all corner points with at most k outputs "
    "reach what corner points and random kernels with more outputs reach.",
    instances=_cases,
    slip=1.0,
    control={"utility": "nuclear norm", "k": 3, "epsilon": 3.0, "draws": 20},
    corrects="kairouz2016.theorem-21-input-alphabet",
)
def theorem_21(utility: str, k: int, epsilon: float, draws: int, slip: float = 0.0) -> Outcome:
    """More outputs than k against at most k; `slip` allows one output fewer."""
    U = _CONVEX[utility]
    few = max(
        U(Q) for m in range(1, k + 1 - int(slip)) for Q in corner_points(k, m, epsilon)
    )  # fmt: skip
    generator = np.random.default_rng([21, k])
    many = [random_kernel(generator, k, m, epsilon) for m in range(1, 9) for _ in range(draws // 4)]
    if k == 2:
        many += [Q for m in (3, 4, 5) for Q in corner_points(k, m, epsilon)]
    else:
        many += [random_corner_point(generator, k, k + 2, epsilon) for _ in range(draws // 2)]
        many += list(corner_points(k, k, epsilon))
    return at_most(max(U(Q) for Q in many), few, slack=1e-9)


def _counted(k: int, rewards: tuple[F, ...]) -> Outcome:
    """U(Q) depends on the number ℓ of outputs alone: the best of ℓ ≤ k against the best of all."""
    return at_most(float(max(rewards)), float(max(rewards[:k])))


convex = claim(
    id="kairouz2016.section-2-1-convex",
    source="Section 2.1, below Theorem 2, against Assumption 1 (Section 7)",
    statement=r"Assumption 1 is needed for $|\mathcal Y| \le |\mathcal X|$: there is a utility "
    r"$U(Q)$, convex in $Q$, of which no optimal mechanism has $k$ outputs or fewer.",
    kind="lower",
    conditions="U convex on every D_{ε,ℓ}; the assumption is stated in Section 7 only",
    evidence="U(Q) = 1 if Q has two or more outputs and else 0 is constant, hence convex, on every "
    "D_{ε,ℓ}, and at k = 1 no mechanism with one output has 1. The control falls with ℓ.",
    instances=explicit(at("one input, U = 1[ℓ ≥ 2]", k=1, rewards=(F(0), F(1), F(1)))),
    slip=1.0,
    control={"k": 1, "rewards": (F(1), F(1, 2), F(0))},
    finding="probe",
    weight="detail",
)(fails(_counted))


@printed(
    id="kairouz2016.theorem-21-input-alphabet",
    source="Section 7, below Theorem 21",
    kind="upper",
    conditions="a convex utility that satisfies Assumption 1",
    evidence="With one input I(X;Y) = 0, with two equally "
    "likely inputs and ε = 1 it is positive. Theorem 21 is the true statement.",
    instances=explicit(
        at("one input against a fair coin", "counterexample",
           small=[F(1)], large=[F(1, 2), F(1, 2)], epsilon=1.0),
        at("a letter of probability zero added",
           small=[F(1, 2), F(1, 2)], large=[F(1, 2), F(1, 2), F(0)], epsilon=1.0),
    ),
    quote="enlarging the input alphabet cannot further maximize the utility",
    finding="misprint",
    weight="detail",
    holds="The output alphabet is meant.",
    stands="Theorem 21, which the sentence puts in words, is right.",
)  # fmt: skip
def theorem_21_input_alphabet(
    small: list[F], large: list[F], epsilon: float, slip: float = 0.0
) -> Outcome:
    """The largest mutual information over a larger input alphabet."""
    values = [solve(Information(prior=p, epsilon=epsilon)).value for p in (large, small)]
    return at_most(values[0], values[1])


CLAIMS: tuple[Claim, ...] = (
    convex, theorem_21, theorem_21_input_alphabet,
)  # fmt: skip
