r"""Proposition 4 and Appendix A.6: Algorithm 1's kernel attains the lower bound."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from formulations import PublicPrior, solve
from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.displays import display, displays
from lpcheck.claims.divergences import INFINITE_AT_ZERO, read
from lpcheck.claims.evidence import equal
from lpcheck.claims.exact import F, same, shares
from lpcheck.claims.instances import at, explicit, joined
from lpcheck.papers.zamanlooy2025._exact import algorithm_1, sorted_priors


@claim(
    id="zamanlooy2025.proposition-4",
    source="Proposition 4, eqs 19, 20, 52 (and 12, 13)",
    statement=r"$(\mathsf K_{q,\varepsilon})_{11} \le \dots \le (\mathsf K_{q,\varepsilon})_{nn}$, "
    r"so that $\min_i (\mathsf K_{q,\varepsilon})_{ii} = (\mathsf K_{q,\varepsilon})_{11} = "
    r"\frac{e^\varepsilon q_{\min}}{e^\varepsilon q_{\min} + 1 - q_{\min}}$, which attains (16).",
    kind="equal",
    conditions="q in increasing order (as Algorithm 1 requires), n ≥ 2",
    evidence="Exact on every instance; by Lemma 1 the risk for every f is a function of K_11.",
    instances=sorted_priors(positive=False),
)
def proposition_4(prior: Any, t: Fraction, slip: float = 0.0) -> Outcome:
    """The diagonal in exact arithmetic; the slip is added to the claimed K_11."""
    diagonal = [row[i] for i, row in enumerate(algorithm_1(prior, t))]
    claimed = t * prior[0] / (t * prior[0] + 1 - prior[0]) + F(slip)
    if diagonal != sorted(diagonal):
        return Outcome(False, 1.0, "the diagonal does not increase")
    return same([diagonal[0], min(diagonal)], [claimed, claimed])


@display(
    "eqs 50 and 51",
    r"(50), $\mathsf K_{11} - m \mathsf M_{11} \le 0$, is equivalent to (51) and to "
    r"$e^\varepsilon q_{\min} (1 - q_{\min}) - e^\varepsilon q_2 (1 - q_{\min}) \le 0$.",
    joined(sorted_priors(least=3), explicit(at("unsorted", prior=shares("5 3 2"), t=F(2)))),
)
def _equation_50(prior: Any, t: Fraction, slip: float = 0.0) -> Outcome:
    """Each left-hand side is the next times a positive number; the slip changes the last."""
    q, other = prior[0], prior[1]
    d, share = t * q + 1 - q, other / (1 - q)
    e = t * other + 1 - q - other
    eq50 = t * q / d - (1 - q / d) * t * share / (t * share + 1 - share)
    eq51 = t * q - (t * q + 1 - 2 * q) / e * t * other
    last = t * q * (1 - q) - t * other * (1 - q) + F(slip)
    return same([eq50 * d, eq51 * e], [eq51, last])


@display(
    "first sentence",
    r"If $f(0) = \infty$, then $\Gamma_f(q, \varepsilon) = \infty$ ($n \ge 2$, as with one letter "
    r"the identity is the only kernel).",
    explicit(
        *(
            at(f"n = {len(q)}, ε = {e:g}, {f}", "degenerate", prior=q, epsilon=e, divergence=f)
            for q in (shares("1 3"), shares("0 1"), [F(1, 3)] * 3)
            for e in (0.0, 1.0, 20.0)
            for f in INFINITE_AT_ZERO
        )
    ),
    slip=1.0,
    control={"prior": shares("1 3"), "epsilon": 1.0, "divergence": "alpha:0"},
)
def _infinite(prior: Any, epsilon: float, divergence: str, slip: float = 0.0) -> Outcome:
    """The program's optimum; the slip raises the order of an α-divergence, so that f(0) < ∞."""
    order = float(divergence.partition(":")[2])
    name = f"alpha:{order + slip / 2:g}" if slip else divergence
    problem = PublicPrior(prior=prior, epsilon=epsilon, divergence=read(name))
    return equal(solve(problem).value, math.inf)


proof = displays(
    [_infinite, _equation_50],
    id="zamanlooy2025.proposition-4-proof",
    source="Appendix A.6, first sentence and eqs 50 and 51",
    evidence="A private kernel on two letters or more is not the identity, so that some row has "
    "mass where its point mass has none; (50) to the last line are identities for any positive "
    "q_1, q_2.",
    weight="detail",
)

CLAIMS: tuple[Claim, ...] = (proposition_4, proof)
