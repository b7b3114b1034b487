r"""Proposition C.2: the minimax sampler under (ε, δ)-LDP, and the steps of its proof."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np

from formulations.gate import solve
from formulations.privacy import true_delta
from lpcheck.claims.claim import Claim, Instance, Outcome, claim
from lpcheck.claims.displays import display, displays
from lpcheck.claims.divergences import below_chord
from lpcheck.claims.divergences import read as f_named
from lpcheck.claims.evidence import at_most, both, equal, optimal, optimum_equals
from lpcheck.claims.instances import at, explicit, joined, labelled
from lpcheck.papers.ghoukasian2025.samplers import (
    decomposable,
    draws,
    mix,
    two_points,
)
from lpcheck.papers.ghoukasian2025.trade_off import problem

F = Fraction
_FS = ("kl", "tv", "hellinger", "chi2", "hockey-stick:3/2", "reversed:1/2")
_LEVELS = (
    {"epsilon": 0.25, "delta": F(1, 10)},
    {"epsilon": 0, "delta": F(1, 5)},
    {"epsilon": 0.5, "delta": F(1, 1000)},
)


def _weight(t: Any, delta: Any, c1: Any, c2: Any) -> Any:
    return (t + (c2 - c1) / (1 - c1) * delta - 1) / ((1 - c1) * t + c2 - 1)


def _ratios(t: Any, delta: Any, c1: Any, c2: Any) -> tuple[Any, Any]:
    base = ((1 - c1) * t + c2 - 1) / (c2 - c1)
    return c1 * base / (1 - delta), c2 * base / (t + (c2 - 1) / (1 - c1) * delta)


@claim(
    id="ghoukasian2025.proposition-c-2",
    source="Proposition C.2, eqs. 17 and 18",
    statement=r"Under (14), (15) and decomposability $\lambda^*_{\varepsilon,\delta} P + "
    r"(1-\lambda^*_{\varepsilon,\delta})\mu$, $\lambda^*_{\varepsilon,\delta} = "
    r"\frac{e^\varepsilon + \frac{c_2-c_1}{1-c_1}\delta - 1}{(1-c_1)e^\varepsilon + c_2 - 1}$, "
    r"is $(\varepsilon, \delta)$-LDP and minimax-optimal for every $f$, with value (17).",
    kind="tight",
    conditions="(14), (15), (c2 − c1)/(1 − c1) ∈ ℕ, μ decomposable",
    evidence="Optimal over all samplers, six f. At equality in (15) λ* = 1 and (17) is 0/0; it is "
    "read as its limit 0.",
    instances=joined(
        decomposable(*_LEVELS, divergences=("kl", "tv", "hellinger", "chi2", "hockey-stick:3/2",
                                            "reversed:1/2")),
        explicit(
            at("equality in (15)", "degenerate", level={"epsilon": 0, "delta": F(1, 2)}, k=2,
               c1=F(1, 2), c2=F(3, 2), divergence="kl"),
        ),
    ),
)  # fmt: skip
def proposition_c_2(
    level: dict[str, Any], c1: Any, c2: Any, divergence: str, slip: float = 0.0, **of_class: Any
) -> Outcome:
    """Against all samplers; the control has λ off by 1e-6."""
    f = f_named(divergence)
    t, delta = math.exp(level["epsilon"]), float(level["delta"])
    stated = problem(level, c1=c1, c2=c2, divergence=f, **of_class)
    weight = _weight(t, delta, float(c1), float(c2))
    claimed = two_points(*_ratios(t, delta, float(c1), float(c2)), f) if weight < 1 else 0.0
    return optimal(stated, mix(weight + slip, stated.reference.array), value=claimed)


@display(
    "step 3, eq. 19",
    r"$\min_i Q_i(A_i) \le \frac{\alpha e^\varepsilon + (1-\alpha)\delta}"
    r"{\alpha e^\varepsilon + 1 - \alpha}$ for every $(\varepsilon, \delta)$-LDP sampler, and one "
    r"has equality.",
    explicit(
        *(
            at(f"k = {k}, ε = {e}, δ = {d}", k=k, epsilon=e, delta=d)
            for k in (2, 3, 6)
            for e, d in ((1, 0), (0.5, F(1, 10)), (0, F(1, 3)), (3, F(1, 100)))
        )
    ),
)
def equation_19(k: int, epsilon: float, delta: Any, slip: float = 0.0) -> Outcome:
    """The bound against the program; the control lowers it by 1e-6."""
    stated = problem({"epsilon": epsilon, "delta": delta}, k=k, divergence="tv")
    alpha, t, d = 1.0 / k, math.exp(epsilon), float(delta)
    bound = (alpha * t + (1 - alpha) * d) / (alpha * t + 1 - alpha) * (1.0 - slip)
    return optimum_equals(stated, solve(stated), 1.0 - bound)


def _grid(full: bool) -> Iterator[Instance]:
    generator = np.random.default_rng(20)
    for _ in range(100 if full else 15):
        c1 = F(int(generator.integers(0, 10)), 10)
        c2 = c1 + int(generator.integers(2, 6)) * (1 - c1)
        top = c2 / c1 if c1 else F(20)
        t = 1 + (min(top, F(20)) - 1) * F(int(generator.integers(0, 10)), 10)
        room = (c2 - c1 * t) * (1 - c1) / (c2 - c1)
        delta = min(room, F(1)) * F(int(generator.integers(0, 10)), 10)
        label = f"c1 = {c1}, c2 = {c2}, e^ε = {t}, δ = {delta}"
        yield Instance(label, {"t": t, "delta": delta, "c1": c1, "c2": c2}, "random")


@display(
    "steps 1 to 4",
    r"$\lambda^*_{\varepsilon,\delta} \le 1$; step 1's last bound is 1; step 2's two expressions "
    r"are $\delta - \frac{c_2-c_1}{1-c_1}\delta\mu(A)$ and 0; (19) is at most $c_2\alpha$; "
    r"$1-r_1$, $r_2-1$ and the two weights are as printed; (20) gives $r_1, r_2$; $r_1 = \frac{c_1}"
    r"{1-(1-c_1)\lambda^*}$, $r_2 = \frac{c_2}{(c_2-1)\lambda^*+1}$.",
    _grid,
)
def proposition_c_2_steps(t: Any, delta: Any, c1: Any, c2: Any, slip: float = 0.0) -> Outcome:
    """All displays exactly; the control has δ of the weight off by 1e-6."""
    ratio, base = (c2 - c1) / (1 - c1), (1 - c1) * t + c2 - 1
    alpha, w = 1 / ratio, _weight(t, delta + F(slip), c1, c2)
    r1, r2 = _ratios(t, delta, c1, c2)
    room = c2 - c1 * t - ratio * delta
    first = (c2 - c1) * (1 - delta) / base + ((1 - c1) * t + (c2 - c1) * delta - (1 - c1)) / base
    second = (t - 1) * (1 - (1 - c1) * w) * alpha - w * (1 - c1) + delta
    bound = (alpha * t + (1 - alpha) * delta) / (alpha * t + 1 - alpha)
    shares = ((1 - c1) * t + (c2 - 1) * delta) / base, (c2 - 1) * (1 - delta) / base
    checks = {
        "λ ≤ 1": w <= 1,
        "step 1": first == 1,
        "step 2, first": w * (t * c1 - t - c2 + 1) + t - 1 == -ratio * delta,
        "step 2, second": second == 0,
        "(19) ≤ c2 α": bound <= c2 * alpha,
        "1 − r1": 1 - r1 == (1 - c1) * room / ((c2 - c1) * (1 - delta)),
        "r2 − 1": r2 - 1 == (c2 - 1) * room / ((c2 - c1) * (t + (c2 - 1) / (1 - c1) * delta)),
        "weights": room == 0 or shares == ((1 - r1) / (r2 - r1), (r2 - 1) / (r2 - r1)),
        "Bernoulli ratios": (c2 * alpha / bound, c1 * (1 - alpha) / (1 - bound)) == (r2, r1),
        "(20)": (c1 / (w * c1 + 1 - w), c2 / (w * c2 + 1 - w)) == (r1, r2),
        "step 3 of D.2": (c1 / (1 - (1 - c1) * w), c2 / ((c2 - 1) * w + 1)) == (r1, r2),
    }
    wrong = [name for name, true in checks.items() if not true]
    return Outcome(not wrong, float(len(wrong)), ", ".join(wrong) or "all displays hold")


@display(
    "step 3",
    r"$D_f^B(\lambda_1\|\lambda_2)$ is decreasing in $\lambda_2 \in [0, \lambda_1]$, and at "
    r"$(c_2\alpha, \text{(19)})$ it is (17).",
    explicit(
        at("pure, c1 = 0", t=F(2), delta=F(0), c1=F(0), c2=F(3)),
        at("δ = 1/10", t=F(3, 2), delta=F(1, 10), c1=F(1, 3), c2=F(5, 3)),
    ),
)
def proposition_c_2_bernoulli(t: Any, delta: Any, c1: Any, c2: Any, slip: float = 0.0) -> Outcome:
    """Values on a grid, and at the bound; the control moves the bound by 1e-6."""
    alpha = (1 - c1) / (c2 - c1)
    bound = float((alpha * t + (1 - alpha) * delta) / (alpha * t + 1 - alpha)) * (1.0 - slip)
    top, outcomes = float(c2 * alpha), []
    for name in _FS:
        f = f_named(name)
        values = [f.between([top, 1 - top], [x, 1 - x]) for x in np.linspace(0.01, top, 50)]
        rise = float(np.max(np.diff(values)))
        outcomes.append(Outcome(rise <= 1e-12, rise, f"{name} rises by {rise:.3g}"))
        found = f.between([top, 1 - top], [bound, 1 - bound])
        r1, r2 = (float(r) for r in _ratios(t, delta, c1, c2))
        outcomes.append(equal(found, two_points(r1, r2, f)))
    return both(*outcomes)


@display(
    "Lemma C.1",
    r"If $\lambda_1 P + (1-\lambda_1)\mu$ is $(\varepsilon, \delta)$-LDP, so is $\lambda_2 P + "
    r"(1-\lambda_2)\mu$ for every $\lambda_2 \in [0, \lambda_1]$.",
    joined(draws(1, 2, 4), explicit(at("a point mass", "degenerate", k=3, seed=-1))),
    slip=-1e-6,
)
def lemma_c_1(k: int, seed: int, slip: float = 0.0) -> Outcome:
    """δ at λ2 ≤ λ1, on the point masses; the control compares λ1 with λ1 + 1e-6 instead."""
    generator = np.random.default_rng(max(seed, 0))
    mu = np.eye(k)[0] if seed < 0 else generator.dirichlet(np.ones(k))
    rows = np.eye(k)
    outcomes = []
    for epsilon in (0.0, 0.3, 1.0):
        for first in (0.2, 0.6, 0.9):
            for second in (0.0, first / 3, first):
                smaller = second - slip
                deltas = [true_delta(w * rows + (1 - w) * mu, epsilon) for w in (first, smaller)]
                outcomes.append(at_most(deltas[1], deltas[0], scale=k))
    return both(*outcomes)


def _pairs(full: bool) -> Iterator[Instance]:
    yield at("two letters: equality", p=[F(3, 4), F(1, 4)], q=[F(1, 2), F(1, 2)])
    generator = np.random.default_rng(30)
    for n in range(60 if full else 9):
        p, q = ([F(int(x), int(sum(row))) for x in row]
                for row in generator.integers(1, 30, (2, (2, 3, 6)[n % 3])))  # fmt: skip
        yield Instance(f"random {n}", {"p": p, "q": q}, "random")


lemma_c_3 = display(
    "Lemma C.3",
    r"If $r_1 \le p/q \le r_2$ with $0 \le r_1 < 1 < r_2$ then $D_f(P\|Q) \le "
    r"\frac{1-r_1}{r_2-r_1} f(r_2) + \frac{r_2-1}{r_2-r_1} f(r_1)$.",
    labelled(_pairs, _FS),
)(below_chord)


proposition_c_2_proof = displays(
    (lemma_c_1, proposition_c_2_steps, equation_19, proposition_c_2_bernoulli, lemma_c_3),
    id="ghoukasian2025.proposition-c-2-proof",
    source="proof of Proposition C.2, with Lemmas C.1 and C.3",
    conditions="(14), (15); disjoint A_1, ..., A_{1/α} of measure α",
    evidence="The displays in rational arithmetic up to the boundary of (15). The largest "
    "min Q_i(A_i) over all samplers is exactly (19): 1 − it is the TV program for point masses on "
    "k = 1/α letters. The exact δ falls with λ; D_f^B does not rise, for six f (constant on a part "
    "for hockey-sticks); the chord at the exact extreme ratios bounds D_f, with equality where the "
    "ratio takes two values.",
    weight="detail",
)

CLAIMS: tuple[Claim, ...] = (proposition_c_2, proposition_c_2_proof)
