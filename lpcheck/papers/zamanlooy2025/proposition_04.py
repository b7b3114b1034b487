r"""Proposition 4 and Appendix A.6: Algorithm 1's kernel attains the lower bound."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from formulations import PublicPrior, solve
from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.divergences import INFINITE_AT_ZERO, read
from lpcheck.claims.evidence import equal
from lpcheck.claims.exact import F, distance, same, transported
from lpcheck.claims.instances import again, at, explicit, joined
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
    slip=1e-6,
)
def proposition_4(prior: Any, t: Fraction, slip: float = 0.0) -> Outcome:
    """The diagonal in exact arithmetic; the slip is added to the claimed K_11."""
    diagonal = [row[i] for i, row in enumerate(algorithm_1(prior, t))]
    claimed = t * prior[0] / (t * prior[0] + 1 - prior[0]) + F(slip)
    if diagonal != sorted(diagonal):
        return Outcome(False, 1.0, "the diagonal does not increase")
    return same([diagonal[0], min(diagonal)], [claimed, claimed])


@claim(
    id="zamanlooy2025.equation-50",
    source="Appendix A.6, eqs 50 and 51",
    statement=r"(50), $\mathsf K_{11} - m \mathsf M_{11} \le 0$, is equivalent to (51) and to "
    r"$e^\varepsilon q_{\min} (1 - q_{\min}) - e^\varepsilon q_2 (1 - q_{\min}) \le 0$.",
    kind="equal",
    conditions="none: identities for any positive q_1, q_2",
    evidence="Each left-hand side is the next one times a positive number, exactly.",
    instances=joined(
        sorted_priors(least=3),
        explicit(at("unsorted", prior=[F(1, 2), F(3, 10), F(1, 5)], t=F(2))),
    ),
    slip=0.001,
)
def equation_50(prior: Any, t: Fraction, slip: float = 0.0) -> Outcome:
    """Both identities, exactly; the slip changes the last expression."""
    q, other = prior[0], prior[1]
    d, share = t * q + 1 - q, other / (1 - q)
    e = t * other + 1 - q - other
    eq50 = t * q / d - (1 - q / d) * t * share / (t * share + 1 - share)
    eq51 = t * q - (t * q + 1 - 2 * q) / e * t * other
    last = t * q * (1 - q) - t * other * (1 - q) + F(slip)
    return same([eq50 * d, eq51 * e], [eq51, last])


_WHERE = explicit(
    at("p = q", "counterexample", p=[F(1, 2), F(1, 2)], prior=[F(1, 2), F(1, 2)], t=F(2)),
    at("p = (1/4, 3/4)", "counterexample", p=[F(1, 4), F(3, 4)], prior=[F(1, 3), F(2, 3)], t=F(2)),
    at("the worst p", p=[F(1), F(0)], prior=[F(1, 3), F(2, 3)], t=F(2)),
)


@claim(
    id="zamanlooy2025.equation-53",
    source="Appendix A.6, eqs 53 and 54",
    statement=r"$D_f(p, p\mathsf K_{q,\varepsilon}) = f(0) + (\mathsf K_{q,\varepsilon})_{11} "
    r"(f(1/(\mathsf K_{q,\varepsilon})_{11}) - f(0))$.",
    kind="equal",
    conditions="none on p",
    expected="refuted",
    evidence="The supremum over p is missing: at p = q the left-hand side is 0. It holds at the "
    "point mass on the first letter.",
    instances=_WHERE,
    slip=None,
)
def equation_53(p: Any, prior: Any, t: Fraction, slip: float = 0.0) -> Outcome:
    """For total variation, exactly."""
    kernel = algorithm_1(prior, t)
    return same(distance(p, transported(p, kernel)), 1 - kernel[0][0])


@claim(
    id="zamanlooy2025.equation-53-corrected",
    source="Appendix A.6, eqs 53 and 54, with the supremum",
    statement=r"$\sup_p D_f(p, p\mathsf K_{q,\varepsilon}) = f(0) + "
    r"(\mathsf K_{q,\varepsilon})_{11} (f(1/(\mathsf K_{q,\varepsilon})_{11}) - f(0))$.",
    kind="equal",
    conditions="q increasing",
    evidence="For total variation, exactly: the largest over point masses is at the first letter, "
    "and no other p exceeds it.",
    instances=joined(
        again(_WHERE),
        explicit(
            at(
                "3 letters",
                p=[F(1, 2), F(1, 2), F(0)],
                prior=[F(1, 10), F(3, 10), F(6, 10)],
                t=F(7),
            )
        ),
    ),
    slip=1e-6,
    corrects="zamanlooy2025.equation-53",
)
def equation_53_corrected(p: Any, prior: Any, t: Fraction, slip: float = 0.0) -> Outcome:
    """Over point masses and the instance's p; the slip is added to the claimed value."""
    kernel = algorithm_1(prior, t)
    n = len(prior)
    inputs = [p, *([F(int(i == j)) for j in range(n)] for i in range(n))]
    worst = max(distance(x, transported(x, kernel)) for x in inputs)
    return same(worst, 1 - kernel[0][0] + F(slip))


_LETTERS = [
    at(f"n = {len(q)}, ε = {e:g}, {f}", "degenerate", prior=q, epsilon=e, divergence=f)
    for q in ([F(1, 4), F(3, 4)], [F(1, 3)] * 3, [F(1), F(0)])
    for e in (1.0, 20.0)
    for f in INFINITE_AT_ZERO
]


@claim(
    id="zamanlooy2025.proposition-4-infinite",
    source="Appendix A.6, first sentence",
    statement=r"If $f(0) = \infty$, then $\Gamma_f(q, \varepsilon) = \infty$.",
    kind="equal",
    conditions="none",
    expected="refuted",
    evidence="With one letter there is one kernel, the identity, and the risk is 0.",
    instances=explicit(
        at("one letter", "counterexample", prior=[F(1)], epsilon=1.0, divergence="alpha:0"),
        *_LETTERS,
    ),
    slip=None,
)
def proposition_4_infinite(
    prior: Any, epsilon: float, divergence: str, slip: float = 0.0
) -> Outcome:
    """The program's optimum."""
    problem = PublicPrior(prior=prior, epsilon=epsilon, divergence=read(divergence))
    return equal(solve(problem).value, math.inf)


@claim(
    id="zamanlooy2025.proposition-4-infinite-corrected",
    source="Appendix A.6, first sentence, with n ≥ 2",
    statement=r"If $f(0) = \infty$ and $n \ge 2$, then $\Gamma_f(q, \varepsilon) = \infty$ for "
    r"every $\varepsilon < \infty$.",
    kind="equal",
    conditions="n ≥ 2",
    evidence="A private kernel on two letters or more is not the identity, so that some row "
    "has mass where its point mass has none. A finite f(0) gives a finite value, where f'(∞) is "
    "finite.",
    instances=explicit(*_LETTERS),
    slip=1.0,
    control={"prior": [F(1, 4), F(3, 4)], "epsilon": 1.0, "divergence": "alpha:0"},
    corrects="zamanlooy2025.proposition-4-infinite",
)
def proposition_4_infinite_corrected(
    prior: Any, epsilon: float, divergence: str, slip: float = 0.0
) -> Outcome:
    """The program's optimum; the slip raises the order of an α-divergence, so that f(0) < ∞."""
    order = float(divergence.partition(":")[2])
    name = divergence if slip == 0 else f"alpha:{order + slip / 2:g}"
    problem = PublicPrior(prior=prior, epsilon=epsilon, divergence=read(name))
    return equal(solve(problem).value, math.inf)


CLAIMS: tuple[Claim, ...] = (
    proposition_4,
    equation_50,
    equation_53,
    equation_53_corrected,
    proposition_4_infinite,
    proposition_4_infinite_corrected,
)
