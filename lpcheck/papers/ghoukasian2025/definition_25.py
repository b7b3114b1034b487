r"""Definition 2.5, decomposability: where it holds, and what is left of Theorem 3.6 without it.

With (α, t, u)-decomposability, u > 1 and α = u/t, t sets of measure α cover each letter u times:
that is what Theorem C.4 of Park et al. asks for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np

from lpcheck.claims.claim import Claim, Instance, Outcome, claim
from lpcheck.claims.covers import evenly_covered, sets_of_mass
from lpcheck.claims.displays import display, displays
from lpcheck.claims.evidence import both
from lpcheck.claims.instances import at, explicit, grid, joined
from lpcheck.papers.ghoukasian2025.samplers import (
    APPROXIMATE,
    FUNCTIONAL,
    GAUSSIAN,
    PURE,
    linear_is_beaten,
    linear_is_optimal,
    linear_stays_below,
)

F = Fraction
_ONE = {"epsilon": 1}
_HALVES, _THIRDS = [F(1, 2), F(1, 2)], [F(1, 3), F(2, 3)]
_SEVENTHS = [F(2, 7), F(2, 7), F(1, 7), F(1, 7), F(1, 7)]
_FIFTHS, _UNIFORM = [F(2, 5), F(1, 5), F(1, 5), F(1, 5)], [F(1, 5)] * 5


def _splits(k: int, t: int) -> bool:
    sets = [s for n in range(1, k + 1) for s in combinations(range(k), n) if F(n, k) == F(1, t)]

    def search(left: int, used: frozenset[int]) -> bool:
        if left == 0:
            return True
        return any(search(left - 1, used | set(s)) for s in sets if not used & set(s))

    return search(t, frozenset())


@claim(
    id="ghoukasian2025.section-2-decomposable",
    source="Section 2, below Definition 2.5",
    statement=r"$(\alpha, t, 1)$-decomposability holds naturally for the uniform reference "
    r"measure in the finite case.",
    kind="feasible",
    conditions="uniform μ on [k]; α = 1/t",
    expected="refuted",
    quote=r"We note that this mild condition holds naturally for absolutely continuous "
    r"distributions and for the uniform reference measure in the finite case.",
    finding="imprecise",
    weight="detail",
    stands="Where the paper uses it, for P([k]) with α = 1/k and in the figures with α = 2/k, k "
    "even, it holds.",
    holds="It holds if and only if t divides k (αk is whole).",
    evidence="On three letters no set has uniform measure 1/2.",
    instances=explicit(
        at("k = 3, α = 1/2", "counterexample", k=3, t=2),
        at("k = 4, α = 1/2", k=4, t=2),
    ),
    slip=None,
)
def section_2_decomposable(k: int, t: int) -> Outcome:
    """Disjoint sets of measure 1/t, found by looking through all of them."""
    found = _splits(k, t)
    return Outcome(found, float(not found), f"{t} disjoint sets of measure 1/{t}, {k} letters")


@claim(
    id="ghoukasian2025.section-2-decomposable-corrected",
    source="Section 2, below Definition 2.5",
    statement=r"Uniform $\mu_k$ is $(1/t, t, 1)$-decomposable if and only if $t$ divides $k$.",
    kind="equal",
    conditions="2 ≤ t ≤ k",
    weight="detail",
    evidence="By looking through all families of sets.",
    instances=grid(k=range(2, 8), t=(2, 3)),
    slip=1,
    corrects="ghoukasian2025.section-2-decomposable",
)
def section_2_decomposable_corrected(k: int, t: int, slip: int = 0) -> Outcome:
    """Divisibility against a search; the control divides k + 1 instead."""
    agree = _splits(k, t) == ((k + slip) % t == 0)
    return Outcome(agree, 0.0 if agree else 1.0, f"k = {k}, t = {t}")


def needed(
    level: dict[str, Any], c1: Any, c2: Any, divergence: str, slip: float = 0.0, **of_class: Any
) -> Outcome:
    """The linear sampler is beaten; the control of each row meets the hypothesis."""
    del slip
    return linear_is_beaten(level, c1, c2, divergence, **of_class)


def _covered(level: dict[str, Any], alpha: Any, slip: float = 0.0) -> Outcome:
    """The level that is needed where sets of measure α cover evenly."""
    found = Outcome(evenly_covered(_SEVENTHS, alpha), 0.0, "an even cover")
    return both(found, needed(level, F(0), 1 / alpha, "tv", slip, reference=_SEVENTHS))


_HYPOTHESES = (
    display(
        "decomposability",
        r"For a $\mu$ that does not split the linear sampler may not be minimax-optimal.",
        explicit(
            at("μ = (1/3, 2/3)", level=_ONE, reference=_THIRDS, c1=F(0), c2=F(2), divergence="kl"),
            at("the same, Gaussian", level={"nu": 1}, reference=_THIRDS, c1=F(0), c2=F(2),
               divergence="tv"),
        ),
        slip=1.0,
        control={"level": _ONE, "reference": _HALVES, "c1": F(0), "c2": F(2), "divergence": "kl"},
    )(needed),
    display(
        "Assumption 3.2",
        r"With $\frac{c_2-c_1}{1-c_1} \notin \mathbb{N}$, uniform $\mu_k$ and $\alpha k \in "
        r"\mathbb{N}$, it may not be.",
        explicit(
            at("k = 3, c2 = 3/2, (1/2, 1/10)", level=APPROXIMATE, k=3, c1=F(0), c2=F(3, 2),
               divergence="tv"),
            at("k = 3, c2 = 3/2, pure: eq. 29", level=_ONE, k=3, c1=F(0), c2=F(3, 2),
               divergence="kl"),
        ),
        slip=1.0,
        control={"level": APPROXIMATE, "k": 5, "c1": F(0), "c2": F(5, 2), "divergence": "kl"},
    )(needed),
    display(
        "u = 1 in Definition 2.5",
        r"For $(\alpha, t, u)$-decomposable $\mu$, $\alpha = \frac ut$, which suffice in Theorem "
        r"C.4 of [17] for pure LDP, it may not be under $(\varepsilon, \delta)$-LDP.",
        explicit(
            at("(0, 1/5)-LDP, TV", level={"epsilon": 0, "delta": F(1, 5)}, alpha=F(3, 7)),
            at("α = 4/7", level=APPROXIMATE, alpha=F(4, 7)),
        ),
        slip=1.0,
        control={"level": {"epsilon": 0.5}, "alpha": F(3, 7)},
    )(_covered),
)  # fmt: skip

theorem_3_6_hypotheses = displays(
    _HYPOTHESES,
    id="ghoukasian2025.theorem-3-6-hypotheses",
    source="Theorem 3.6, its hypotheses dropped one by one by us",
    kind="lower",
    conditions="all the others",
    finding="probe",
    stands="The paper assumes them, and its theorem stands.",
    holds="Weaker ones suffice: theorem-3-6-upper, assumption-3-2-corrected, "
    "assumption-3-2-covers-corrected.",
    evidence="μ = (1/3, 2/3), c2 = 2, KL, ε = 1: the optimum is 0.155, the linear sampler's 0.198, "
    "(5) says 0.313. k = 3, c2 = 3/2, TV, (1/2, 1/10)-LDP: 0.2265 against 0.1862; for c1 + c2 < 2 "
    "no two sets of measure α are disjoint, and (4), like the first case of (29), guards against "
    "pairs that do not exist. μ = (2, 2, 1, 1, 1)/7, α = 3/7, (0, 1/5)-LDP, TV: 16/35 against "
    "31/70; {1, i}, {2, j} and {3, 4, 5} cover evenly, but what is off {1, 3} has no even cover, "
    "and no reference of sevenths or less on fewer letters will do.",
)


def _references(full: bool) -> Iterator[Instance]:
    generator = np.random.default_rng(36)
    for n in range(10 if full else 3):
        k = int(generator.integers(2, 5))
        reference = generator.dirichlet(np.ones(k)).tolist()
        for level in (PURE, APPROXIMATE, GAUSSIAN, FUNCTIONAL):
            for c1, c2, f in ((F(0), F(2), "kl"), (F(1, 2), F(2), "tv")):
                parameters = {
                    "level": level, "reference": reference, "c1": c1, "c2": c2, "divergence": f
                }  # fmt: skip
                label = f"random μ {n}, k = {k}, c1 = {c1}, {', '.join(level)}"
                yield Instance(label, parameters, "random")


@claim(
    id="ghoukasian2025.theorem-3-6-upper",
    source="Theorem 3.6, its condition on μ dropped by us",
    statement=r"For any $\mu$ the linear sampler is $g$-FLDP and its risk is at most (5): an upper "
    r"bound on the minimax risk.",
    kind="upper",
    conditions="Assumption 3.2, (3), g symmetric; any μ",
    finding="probe",
    evidence="Private for every pair of extreme points, and at most (5), on random μ; equal where "
    "μ splits.",
    instances=joined(
        explicit(
            at("μ splits: equality", level=_ONE, reference=_HALVES, c1=F(0), c2=F(2),
               divergence="kl"),
            at("μ = (1/3, 2/3)", level=_ONE, reference=_THIRDS, c1=F(0), c2=F(2),
               divergence="kl"),
        ),
        _references,
    ),
)  # fmt: skip
def theorem_3_6_upper(
    level: dict[str, Any], reference: Any, c1: Any, c2: Any, divergence: str, slip: float = 0.0
) -> Outcome:
    """Privacy and risk of the linear sampler; the control lowers the bound by 1e-6."""
    of_class = {"reference": reference, "designed_for": c2}
    return linear_stays_below(level, c1, c2, divergence, slip, **of_class)[0]


def rest_is_covered(mu: Sequence[Fraction], alpha: Fraction) -> bool:
    """Whether some B of measure α has a complement that sets of measure α cover evenly.

    For α > 1/2: whether some set of measure α is evenly covered by sets of measure 1 − α.
    """
    part, size = max(alpha, 1 - alpha), min(alpha, 1 - alpha)
    return any(
        evenly_covered([mu[x] / part if x in chosen else F(0) for x in range(len(mu))], size / part)
        for chosen in sets_of_mass(mu, part)
    )


@claim(
    id="ghoukasian2025.assumption-3-2-covers-corrected",
    source="Theorem 3.6, read by us with Definition 2.5 for u > 1",
    statement=r"The linear sampler is minimax-optimal if some $B$ of measure $\alpha \le "
    r"\frac12$ has a complement that sets of measure $\alpha$ cover evenly (for $\alpha > "
    r"\frac12$: some set of measure $\alpha$ is covered by sets of measure $1-\alpha$); for pure "
    r"LDP without that.",
    kind="tight",
    conditions="g symmetric; any c1 < 1 < c2; (4) read as in assumption-3-2-corrected",
    finding="probe",
    evidence="Q_A(A) ≤ e^ε Q_B(A) + δ, averaged over the A that cover B^c, is (19). The cover is "
    "found, then the sampler is optimal over all samplers. 1/α disjoint sets, and uniform μ with "
    "αk ∈ ℕ, are cases of it. (For TV also only if, measured on all references of eighths.)",
    instances=explicit(
        *(
            at(f"{name}, α = {alpha}; {', '.join(level)}; {f}", level=level, reference=mu,
               alpha=alpha, c1=c1, divergence=f)
            for name, mu, alpha, c1, f in (
                ("(2, 1, 1, 1)/5", _FIFTHS, F(2, 5), F(1, 3), "tv"),
                ("(2, 1, 1, 1)/5", _FIFTHS, F(3, 5), F(0), "kl"),
                ("(2, 2, 1, 1, 1)/7", _SEVENTHS, F(2, 7), F(0), "hellinger"),
                ("(1, 1, 2, 2)/6", [F(1, 6), F(1, 6), F(1, 3), F(1, 3)], F(2, 3), F(1, 4), "tv"),
                ("five fair letters", _UNIFORM, F(2, 5), F(2, 3), "kl"),
            )
            for level in (APPROXIMATE, GAUSSIAN, FUNCTIONAL)
        ),
        at("(2, 2, 1, 1, 1)/7, α = 3/7; pure", level={"epsilon": 0.2}, reference=_SEVENTHS,
           alpha=F(3, 7), c1=F(0), divergence="kl"),
    ),
)  # fmt: skip
def assumption_3_2_covers_corrected(
    level: dict[str, Any], reference: Any, alpha: Any, c1: Any, divergence: str, slip: float = 0.0
) -> Outcome:
    """The condition, and the linear sampler against all samplers; the control has λ + 1e-6."""
    pure = set(level) == {"epsilon"}
    found = (evenly_covered if pure else rest_is_covered)(reference, alpha)
    c2 = c1 + (1 - c1) / alpha
    return both(
        Outcome(found, 0.0, "the cover exists"),
        linear_is_optimal(level, c1, c2, divergence, slip, reference=reference),
    )


CLAIMS: tuple[Claim, ...] = (
    section_2_decomposable,
    section_2_decomposable_corrected,
    theorem_3_6_hypotheses,
    theorem_3_6_upper,
    assumption_3_2_covers_corrected,
)
