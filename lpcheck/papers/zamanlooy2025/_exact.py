r"""Algorithm 1 and its proofs in rational arithmetic: t = e^ε is a Fraction, nothing is rounded."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from lpcheck.claims.claim import Instance, InstanceKind
from lpcheck.claims.exact import F, Kernel, shares


def binary(alpha: Fraction, t: Fraction) -> Kernel:
    """The kernel of Proposition 1, eq. 7, as printed, for any alpha in [0, 1]."""
    d = t * alpha + 1 - alpha
    return [[t * alpha / d, (1 - alpha) / d], [alpha / d, ((t - 1) * alpha + 1 - alpha) / d]]


def algorithm_1(q: Sequence[Fraction], t: Fraction, *, smallest: bool = True) -> Kernel:
    """Algorithm 1 line by line; `smallest` reads q_min as the minimum, else as the first entry."""
    n = len(q)
    if n == 2:
        return binary(q[0], t)
    least = min(q) if smallest else q[0]
    d = t * least + 1 - least
    scale = 1 / sum(q[1:], F(0))
    inner = algorithm_1([scale * x for x in q[1:]], t, smallest=smallest)
    m = 1 - least / d
    first = [t * least / d, *(x / d for x in q[1:])]
    return [first, *([least / d, *(m * x for x in row)] for row in inner)]


_SORTED = [
    ("generic", shares("1 3 6")),
    ("two letters", shares("1 3")),
    ("fair coin", shares("1 1")),
    ("uniform", [F(1, 4)] * 4),
    ("ties", shares("1 1 2 4")),
    ("tie at the end", shares("1 2 2")),
    ("nearly a point", shares("1 1 998")),
    ("six letters", [F(i, 21) for i in range(1, 7)]),
    ("a zero", shares("0 1 2")),
    ("point mass", shares("0 0 1")),
]


def sorted_priors(
    odds: Sequence[Fraction] = (F(3, 2), F(1), F(7), F(10**9)),
    *,
    positive: bool = True,
    least: int = 2,
    **fixed: Any,
) -> Callable[[bool], Iterator[Instance]]:
    """Priors in increasing order, of at least `least` letters, for each t = e^ε."""

    def instances(full: bool) -> Iterator[Instance]:
        for t in odds:
            for label, q in _SORTED:
                if len(q) >= least and (q[0] > 0 or not positive):
                    kind: InstanceKind = "fixed" if label == "generic" else "degenerate"
                    parameters = {"prior": q, "t": t, **fixed}
                    yield Instance(f"{label}, e^ε = {t}", parameters, kind)

    return instances
