r"""Section 5: the clip is pointwise best. Propositions 5.2 and D.2, and in what sense it is so."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from scipy.optimize import linprog

from formulations import MinimaxSampler, Mollifier
from lpcheck.claims.claim import Claim, Instance, Outcome, claim
from lpcheck.claims.covers import sets_of_mass
from lpcheck.claims.divergences import read as f_named
from lpcheck.claims.evidence import at_most, both, equal, optimal
from lpcheck.claims.exact import no_more
from lpcheck.claims.instances import at, explicit
from lpcheck.mechanisms.clipped_sampler import clipped_sampler
from lpcheck.papers.ghoukasian2025.samplers import inside, local_problem
from lpcheck.papers.ghoukasian2025.theorem_51 import printed_band

F = Fraction
_FS = ("kl", "tv", "hellinger", "chi2", "hockey-stick:11/10", "hockey-stick:3/2", "reversed:4/5")


def _range(k: int, alpha: Fraction, t: float) -> list[tuple[float, float]]:
    """The least and the largest q(y)/μ(y) over all answers q of minimax-optimal samplers.

    A linear program over the answers Q_A to the P with c2 μ on A and c1 μ off it, for all A of
    measure α, and q: Q_A(A) is at least the right side of (19), and all are ε-LDP with one another.
    """
    sets = list(sets_of_mass([F(1, k)] * k, alpha))
    answers, width = len(sets) + 1, (len(sets) + 2) * k  # q, the Q_A, and a lower envelope
    least = float(alpha * F(t) / (alpha * F(t) + 1 - alpha))
    rows, right = [], []
    for i, y in itertools.product(range(answers), range(k)):
        above, below = np.zeros(width), np.zeros(width)
        above[[i * k + y, answers * k + y]] = 1.0, -t
        below[[i * k + y, answers * k + y]] = -1.0, 1.0
        rows += [above, below]
        right += [0.0, 0.0]
    for i, chosen in enumerate(sets, 1):
        row = np.zeros(width)
        row[[i * k + y for y in chosen]] = -1.0
        rows.append(row)
        right.append(-least)
    total = np.kron(np.eye(answers, answers + 1), np.ones(k))

    def end(y: int, sign: float) -> float:
        cost = sign * np.eye(width)[y]
        found = linprog(cost, np.array(rows), right, total, np.ones(answers))
        return sign * k * float(found.fun)

    return [(end(y, 1.0), end(y, -1.0)) for y in range(k)]


@claim(
    id="ghoukasian2025.section-5-instance-optimal",
    source="Section 5, above Proposition 5.2",
    statement=r"For each $P \in N_\gamma(P_0)$ the clip minimizes $D_f(P\|\mathbf Q(P))$ over all "
    r"minimax-optimal $\varepsilon$-LDP samplers $\mathbf Q$: every one of them has its values in "
    r"$M_\varepsilon$.",
    kind="equal",
    conditions="γ ≥ 2, P0 uniform on [k] with k/(γ + 1) whole; KL, TV, squared Hellinger, χ²",
    quote=r"it is not only worst-case optimal but also instance-optimal: for each input "
    r"distribution $P$ in our distribution class and any $f$-divergence $D_{f}$, it minimizes "
    r"$D_{f}(P||\mathbf{Q})$ over all admissible $\mathbf{Q}$ satisfying $\varepsilon$-LDP (see "
    r"Proposition D.2)",
    evidence="Read with the minimax-optimal samplers as the admissible ones (one that ignores its "
    "input is ε-LDP and returns one P unchanged). Where D_f falls strictly, optimality is "
    "Q_A(A) ≥ (19) for every A; the least and the largest q(y)/P0(y) that ε-LDP then allows are "
    "the ends of M_ε, by linear programs; within M_ε the clip is nearest by Proposition D.2. The "
    "same argument serves a density.",
    instances=explicit(
        *(
            at(f"k = {k}, γ = {1 / a - 1}, e^ε = {t}", k=k, alpha=a, t=t)
            for k, a in ((3, F(1, 3)), (4, F(1, 4)), (6, F(1, 3)), (8, F(1, 4)))
            for t in (1.25, 2.0, 3.5)
        )
    ),
)
def section_5_instance_optimal(k: int, alpha: Any, t: float, slip: float = 0.0) -> Outcome:
    """The ends of all letters, up to 1e-8; the control has the e^ε of M_ε off by 1e-6."""
    band = printed_band(float(1 / alpha - 1), t + slip)
    found = _range(k, alpha, t)
    return both(
        *(equal(x, b, slack=1e-8) for ends in found for x, b in zip(ends, band, strict=True))
    )


def _class_tv(
    mu: Sequence[Fraction], c1: Fraction, c2: Fraction, low: Sequence[Fraction], t: Fraction
) -> Fraction:
    """The worst TV over the class of the nearest distribution in [low, t low], exactly."""
    worst, letters = F(0), range(len(mu))
    for free in letters:
        for levels in itertools.product((c1, c2), repeat=len(mu)):
            p = [level * m for level, m in zip(levels, mu, strict=True)]
            p[free] += 1 - sum(p)
            if c1 * mu[free] <= p[free] <= c2 * mu[free]:
                worst = max(worst, _tv_to_band(p, low, t))
    return worst


def _tv_to_band(p: Sequence[Fraction], low: Sequence[Fraction], t: Fraction) -> Fraction:
    lacking = sum((max(a - x, F(0)) for a, x in zip(low, p, strict=True)), F(0))
    beyond = sum((max(x - t * a, F(0)) for a, x in zip(low, p, strict=True)), F(0))
    return max(lacking, beyond)


_HALF, _THIRD = [F(1, 2), F(1, 4), F(1, 4)], [F(1, 3), F(1, 3), F(1, 6), F(1, 6)]


@claim(
    id="ghoukasian2025.section-5-instance-optimal-tv",
    source="Section 5, on alphabets that are not uniform, by us",
    statement=r"On an uneven alphabet the clip need not be pointwise best among the samplers with "
    r"its worst case: under TV another $\varepsilon$-LDP sampler has the same worst case and is "
    r"nearer to some $P$.",
    kind="upper",
    conditions="TV; μ decomposable, two or more letters in a set of measure α",
    finding="probe",
    stands="For densities, for uniform alphabets, and for strictly convex f it is best.",
    evidence="μ = (1/2, 1/4, 1/4), c1 = 0, c2 = 2, e^ε = 2: the nearest distribution in [ℓ, 2ℓ], "
    "ℓ = (1/3, 1/4, 1/12), has the clip's worst case 1/3, and P = (1/2, 1/2, 0) is 1/12 away where "
    "the clip has 1/6. In N_2(1/3, 1/3, 1/6, 1/6): 1/12 against 1/8. All rational.",
    instances=explicit(
        at("three letters, all P ≤ 2μ", mu=_HALF, c1=F(0), c2=F(2), moved=(1, 2),
           shift=F(1, 12), p=[F(1, 2), F(1, 2), F(0)]),
        at("four letters, N_2", mu=_THIRD, c1=F(1, 2), c2=F(2), moved=(2, 3), shift=F(1, 24),
           p=[F(5, 12), F(1, 6), F(1, 3), F(1, 12)]),
    ),
)  # fmt: skip
def section_5_instance_optimal_tv(
    mu: Any, c1: Any, c2: Any, moved: tuple[int, int], shift: Any, p: Any, slip: float = 0.0
) -> Outcome:
    """Worst cases and the P, at e^ε = 2; the control shifts the band by 1e-6 more."""
    t = F(2)
    b = (c2 - c1) / ((t - 1) * (1 - c1) + c2 - c1)
    clip = [b * m for m in mu]
    other = list(clip)
    other[moved[0]] += shift + F(slip)
    other[moved[1]] -= shift + F(slip)
    ours, theirs = _tv_to_band(p, other, t), _tv_to_band(p, clip, t)
    return both(
        no_more(_class_tv(mu, c1, c2, other, t), _class_tv(mu, c1, c2, clip, t)),
        Outcome(ours < theirs, float(ours - theirs), f"{ours} against the clip's {theirs}"),
    )


def _references(full: bool) -> Iterator[Instance]:
    references = {
        "three letters": [F(1, 3)] * 3,
        "not decomposable": [F(1, 2), F(3, 10), F(1, 5)],
        "a small letter": [F(9, 10), F(9, 100), F(1, 100)],
    }
    for label, reference in references.items():
        for gamma, epsilon in ((2, 0.1), (2, 1.0), (3, 1.5), (F(3, 2), 0.5), (2, 1.5), (2, 0.0)):
            parameters = {"reference": reference, "gamma": gamma, "epsilon": epsilon}
            yield Instance(f"{label}, γ = {gamma}, ε = {epsilon}", parameters)


@claim(
    id="ghoukasian2025.proposition-5-2",
    source="Proposition 5.2, and the display of Section 5 for any ε ≥ 0",
    statement=r"For all $P \in N_\gamma(P_0)$: $D_f(P\|Q^\star_{\varepsilon,N_\gamma(P_0)}(P)) \le "
    r"D_f(P\|Q^\star_{g_\varepsilon,N_\gamma(P_0)}(P))$.",
    kind="upper",
    conditions="γ > 1, any ε ≥ 0",
    weight="headline",
    evidence="On extreme points and 200 random P inside, seven f, decomposable P0 or not. Equal on "
    "the extreme points of a decomposable P0. Above 2 log γ the clip is the identity; the linear "
    "one then has λ* > 1, and is still a distribution in the band.",
    instances=_references,
)
def proposition_5_2(reference: Any, gamma: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """Pointwise; the control lowers the linear sampler's divergence by 1e-6 of it."""
    stated = local_problem({"epsilon": epsilon}, reference, gamma, "kl")
    p0, g, t = stated.reference.array, float(gamma), math.exp(epsilon)
    P = inside(stated.extreme_points, 200, 52)
    clipped = np.asarray(clipped_sampler(P, p0, *printed_band(g, t)))
    weight = g * (t - 1.0) / ((g - 1.0) * (t + g))
    linear = weight * P + (1.0 - weight) * p0
    outcomes = []
    for name in _FS:
        f = f_named(name)
        left = f.terms(P, clipped).sum(axis=1)
        right = f.terms(P, linear).sum(axis=1) * (1.0 - slip)
        worst = int(np.argmax(left - right - 1e-9 * right))
        outcomes.append(at_most(float(left[worst]), float(right[worst]), scale=10.0))
    return both(*outcomes)


def _classes(full: bool) -> Iterator[Instance]:
    generator = np.random.default_rng(82)
    for n in range(20 if full else 5):
        k = int(generator.integers(2, 6))
        reference = generator.dirichlet(np.ones(k)).tolist()
        c1, c2 = float(generator.uniform(0, 0.8)), float(generator.uniform(1.3, 4))
        for f in ("kl", "tv", "hellinger", "chi2"):
            parameters = {
                "reference": reference, "c1": c1, "c2": c2, "epsilon": 0.4, "divergence": f
            }  # fmt: skip
            yield Instance(f"random class {n}, k = {k}, {f}", parameters, "random")
    for f in ("kl", "hockey-stick:11/10"):
        parameters = {
            "reference": [F(1, 3)] * 3, "c1": 0, "c2": 3, "epsilon": 1.0, "divergence": f
        }  # fmt: skip
        yield Instance(f"all of Δ_3, {f}", parameters, "degenerate")


@claim(
    id="ghoukasian2025.proposition-d-2",
    source="Proposition D.2",
    statement=r"$D_f(P\|Q^\star_{c_1,c_2,\mu,\varepsilon}(P)) = \inf_{Q \in "
    r"\tilde{\mathcal{P}}_{b, be^\varepsilon, \mu}} D_f(P\|Q)$, $b = \frac{c_2-c_1}"
    r"{(e^\varepsilon-1)(1-c_1)+c_2-c_1}$.",
    kind="tight",
    conditions="P in the class, any μ",
    evidence="The clip is optimal for the projection program on random classes.",
    instances=_classes,
)
def proposition_d_2(
    reference: Any, c1: float, c2: float, epsilon: float, divergence: str, slip: float = 0.0
) -> Outcome:
    """Two P of the class against the projection program; one entry off by 1e-6 in the control."""
    stated = MinimaxSampler(reference=reference, c1=c1, c2=c2, epsilon=epsilon)
    mu, points, t = stated.reference.array, stated.extreme_points, math.exp(epsilon)
    b = (c2 - c1) / ((t - 1.0) * (1.0 - c1) + c2 - c1)
    outcomes = []
    for point in (points[0], points.mean(axis=0) * 0.4 + points[-1] * 0.6):
        p = point / point.sum()
        q = np.asarray(clipped_sampler(p, mu, b, b * t))
        band = {"lower": (b * mu).tolist(), "upper": (b * t * mu).tolist()}
        projection = Mollifier(target=p.tolist(), divergence=f_named(divergence), **band)
        q = q.copy()
        q[0] += slip
        outcomes.append(optimal(projection, q))
    return both(*outcomes)


CLAIMS: tuple[Claim, ...] = (
    section_5_instance_optimal,
    section_5_instance_optimal_tv,
    proposition_5_2,
    proposition_d_2,
)
