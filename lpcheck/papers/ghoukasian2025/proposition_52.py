r"""Propositions 5.2 and D.2, and the sentence on instance-optimality between them."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np

from formulations import MinimaxSampler, Mollifier
from lpcheck.claims.claim import Claim, Instance, Outcome, claim
from lpcheck.claims.evidence import at_most, both, optimal
from lpcheck.claims.instances import at, explicit
from lpcheck.mechanisms.clipped_sampler import clipped_sampler
from lpcheck.papers.ghoukasian2025._local import inside, local_problem
from lpcheck.papers.ghoukasian2025._samplers import f_named
from lpcheck.papers.ghoukasian2025.theorem_51 import printed_band

F = Fraction
_FS = ("kl", "tv", "hellinger", "chi2", "hockey-stick:11/10", "hockey-stick:3/2", "low:4/5")


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
    evidence="On extreme points and 200 random P inside, seven f, decomposable P0 or not. Equal on "
    "the extreme points of a decomposable P0. Above 2 log γ the clip is the identity; the linear "
    "one then has λ* > 1, and is still a distribution in the band.",
    instances=_references,
    slip=0.01,
)
def proposition_5_2(reference: Any, gamma: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """Pointwise; the control lowers the linear sampler's divergence by 1 %."""
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


@claim(
    id="ghoukasian2025.proposition-5-2-band",
    source="proof of Proposition 5.2 (D.9)",
    statement=r"$\lambda^*_{g_\varepsilon} = \frac{\gamma(e^\varepsilon-1)}{(\gamma-1)"
    r"(e^\varepsilon+\gamma)}$ and $\frac{\gamma+1}{e^\varepsilon+\gamma} \le "
    r"\frac{dQ^\star_{g_\varepsilon}}{dP_0} \le \frac{(\gamma+1)e^\varepsilon}"
    r"{e^\varepsilon+\gamma}$, with equality at $dP/dP_0 = 1/\gamma, \gamma$.",
    kind="equal",
    conditions="γ > 1",
    evidence="Every display holds in rational arithmetic.",
    instances=explicit(
        *(
            at(f"γ = {g}, e^ε = {t}", gamma=g, t=t)
            for g in (F(11, 10), F(2), F(9))
            for t in (F(1), F(6, 5), F(3))
        )
    ),
)
def proposition_5_2_band(gamma: Any, t: Any, slip: float = 0.0) -> Outcome:
    """Exact; the control has λ off by 1e-6."""
    weight = gamma * (t - 1) / ((gamma - 1) * (t + gamma)) + F(slip)
    middle = (gamma - 1) * (t + gamma)
    checks = (
        weight == (t - 1) / ((1 - 1 / gamma) * t + gamma - 1),
        1 - weight == (gamma**2 - t) / middle,
        weight / gamma + 1 - weight == (gamma**2 - 1) / middle == (gamma + 1) / (t + gamma),
        gamma * weight + 1 - weight == (gamma + 1) * t / (t + gamma),
    )
    return Outcome(all(checks), float(checks.count(False)), f"displays {checks}")


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
    corrects="ghoukasian2025.section-5-instance-optimal",
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


@claim(
    id="ghoukasian2025.section-5-instance-optimal",
    source="Section 5, above Proposition 5.2",
    statement=r"For each $P$ and any $f$ the non-linear sampler minimizes $D_f(P\|Q)$ over all "
    r"admissible $Q$ satisfying $\varepsilon$-LDP.",
    kind="tight",
    conditions="P in N_γ(P0)",
    expected="refuted",
    evidence="Three fair letters, γ = 2, e^ε = 2: P = (2/3, 1/6, 1/6) is answered by (1/2, 1/4, "
    "1/4), but the constant sampler Q ≡ P is 0-LDP and has D_f = 0 there. What holds is "
    "Proposition D.2: nearest in M_ε.",
    instances=explicit(
        at("P = (2/3, 1/6, 1/6)", "counterexample", p=[F(2, 3), F(1, 6), F(1, 6)], gamma=2),
        at("P = P0", p=[F(1, 3)] * 3, gamma=2),
    ),
    slip=None,
)
def section_5_instance_optimal(p: Any, gamma: int) -> Outcome:
    """The clip's TV at P against the constant sampler's, which is 0, at e^ε = 2."""
    target = np.array([float(x) for x in p])
    k = len(target)
    q = np.asarray(clipped_sampler(target, np.full(k, 1.0 / k), *printed_band(gamma, 2.0)))
    return at_most(f_named("tv").between(target, q), 0.0, scale=10.0)


CLAIMS: tuple[Claim, ...] = (
    section_5_instance_optimal,
    proposition_5_2,
    proposition_5_2_band,
    proposition_d_2,
)
