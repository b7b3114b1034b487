r"""Theorem 8 for every pair: letters that share a likelihood ratio are one letter."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from formulations import Staircase
from lpcheck.claims.claim import Claim, Instance, Outcome
from lpcheck.claims.evidence import nudged, optimal
from lpcheck.claims.instances import at, random_pairs
from lpcheck.mechanisms import randomized_response
from lpcheck.papers.kairouz2016._forms import corrected
from lpcheck.papers.kairouz2016.hypothesis import EQUAL_RATIOS, TIE, F, exact, response_threshold
from lpcheck.papers.kairouz2016.theorem_08 import ZEROS, theorem_8


def classes(p0: Any, p1: Any) -> list[int]:
    """The number of each letter's class of equal likelihood ratio; 0/0 joins the first one."""
    pairs = list(zip(*exact(p0, p1), strict=True))
    seen = [(a, b) for a, b in pairs if a or b]
    leaders = [next(j for j, (c, d) in enumerate(seen) if a * d == b * c) for a, b in pairs]
    return [sorted(set(leaders)).index(leader) for leader in leaders]


def merged(p0: Any, p1: Any) -> tuple[list[F], list[F]]:
    """The pair of distributions on the classes."""
    letters, pair = classes(p0, p1), exact(p0, p1)
    sums = [[F(0)] * (max(letters) + 1) for _ in pair]
    for total, p in zip(sums, pair, strict=True):
        for number, x in zip(letters, p, strict=True):
            total[number] += x
    return sums[0], sums[1]


def shared_ratios(full: bool) -> Iterator[Instance]:
    """Pairs with equal ratios, of all kinds, at the threshold of the merged pair and beyond."""
    split = random_pairs(sizes=(2, 3), epsilons=(1.0,), seed=8, full_repeats=5)
    named = {"equal ratios": EQUAL_RATIOS, "equal pair": (TIE[0], TIE[0]), **ZEROS}
    doubled = (
        at(
            f"{i.label.partition(', ε')[0]}, every letter split",
            "random",
            p0=[F(x) * share for x in i.parameters["p0"] for share in (F(1, 3), F(2, 3))],
            p1=[F(x) * share for x in i.parameters["p1"] for share in (F(1, 3), F(2, 3))],
        )
        for i in split(full)
    )
    fixed = (at(name, "degenerate", p0=list(p), p1=list(q)) for name, (p, q) in named.items())
    for instance in (*fixed, *doubled):
        threshold = response_threshold(*merged(**instance.parameters))
        for extra in (1e-6, 2.0):
            label = f"{instance.label}, ε* + {extra:g}"
            yield at(label, instance.kind, **instance.parameters, epsilon=threshold + extra)


@corrected(
    theorem_8,
    r"For any pair $P_0$, $P_1$ there is $\varepsilon^*$ such that for all $\varepsilon "
    r"\ge \varepsilon^*$ randomized response on the classes of equal likelihood ratio (letters "
    r"with $P_0(x) = P_1(x) = 0$ in any class) maximises $D_{kl}(M_0\|M_1)$.",
    "Optimal over all mechanisms on the unmerged alphabet from the threshold of the "
    "merged pair on. A class has one distribution given itself, so that no mechanism on the "
    "letters does better than its average on the classes, whose ratios are distinct.",
    id="kairouz2016.theorem-8-merged",
    source="Theorem 8, for every pair",
    conditions="none: equal ratios, zeros and P_0 = P_1 included",
    instances=shared_ratios,
)
def theorem_8_merged(p0: Any, p1: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """The rows of randomized response on the classes; the slip moves one entry."""
    letters = classes(p0, p1)
    response = randomized_response(max(letters) + 1, epsilon)
    problem = Staircase(p0=p0, p1=p1, epsilon=epsilon)
    return optimal(problem, nudged(response[letters], slip))


CLAIMS: tuple[Claim, ...] = (theorem_8_merged,)
