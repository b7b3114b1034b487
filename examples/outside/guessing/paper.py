"""A made-up paper with two statements, one of which needs a condition that it does not state."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from guessing.problem import Guess
from lpcheck.claims import Claim, Outcome, Paper, claim
from lpcheck.claims.evidence import nudged, optimal
from lpcheck.claims.instances import at, explicit
from lpcheck.mechanisms import randomized_response

F = Fraction
TWO_LIKELY = [F(2, 5), F(2, 5), F(1, 5)]


@claim(
    id="example2026.theorem-1",
    source="Theorem 1",
    quote="For a uniform input randomized response is guessed best.",
    statement=r"For uniform $P$ the $k$-ary randomized response maximises "
    r"$\sum_y \max_x P(x) Q(y|x)$.",
    kind="tight",
    conditions="P uniform",
    evidence="Every column attains e^ε/(e^ε + k − 1) of its mass.",
    weight="headline",
    instances=explicit(
        *(at(f"k = {k}, ε = {e}", prior=[F(1, k)] * k, epsilon=e) for k in (2, 4) for e in (0.1, 2))
    ),
)
def theorem_1(prior: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """Against all kernels; the control has one entry off by `slip`."""
    kernel = nudged(randomized_response(len(prior), epsilon), slip)
    return optimal(Guess(prior=prior, epsilon=epsilon), kernel)


@claim(
    id="example2026.corollary-2",
    source="Corollary 2",
    quote="The same holds for every input distribution.",
    statement=r"For every $P$ the $k$-ary randomized response maximises "
    r"$\sum_y \max_x P(x) Q(y|x)$.",
    kind="tight",
    conditions="none",
    expected="refuted",
    finding="condition",
    evidence="P = (2/5, 2/5, 1/5), e^ε = 2: with two outputs a guess is right in 8 of 15 cases, "
    "with randomized response in 1 of 2.",
    holds="It does for P uniform.",
    stands="Theorem 1 does not use it.",
    weight="headline",
    instances=explicit(
        at(
            "(2/5, 2/5, 1/5), ε = ln 2",
            "counterexample",
            prior=TWO_LIKELY,
            epsilon=0.6931471805599453,
        ),
        at("uniform", prior=[F(1, 3)] * 3, epsilon=1),
    ),
    slip=None,
)
def corollary_2(prior: Any, epsilon: float) -> Outcome:
    """The same check for a skewed input."""
    return optimal(Guess(prior=prior, epsilon=epsilon), randomized_response(len(prior), epsilon))


CLAIMS: tuple[Claim, ...] = (theorem_1, corollary_2)

PAPER = Paper(
    key="example2026",
    title="Notes on guessing",
    authors=("Nobody Nowhere",),
    year=2026,
    venue="made up, as an example",
    statements=CLAIMS,
    text="there is no such paper",
)
