r"""When sets of mass α cover a finite alphabet evenly: the condition of Theorem C.4.

Subsets :math:`A_1, \dots, A_t` (repetition allowed), each of mass α, cover each letter u times, for
some t and u: then u/t = α. Equivalently α·1 is a convex combination of their indicators.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations

import numpy as np
from scipy.optimize import linprog


def sets_of_mass(mu: Sequence[Fraction], alpha: Fraction) -> Iterator[tuple[int, ...]]:
    """The subsets of supp μ whose mass is exactly α, the smallest first."""
    letters = [i for i, m in enumerate(mu) if m > 0]
    return (
        chosen
        for size in range(1, len(letters) + 1)
        for chosen in combinations(letters, size)
        if sum((mu[i] for i in chosen), Fraction(0)) == alpha
    )


def evenly_covered(mu: Sequence[Fraction], alpha: Fraction) -> bool:
    """Whether α·1 is a convex combination of indicators of sets of mass α, on supp μ."""
    letters = [i for i, m in enumerate(mu) if m > 0]
    sets = list(sets_of_mass(mu, alpha))
    if not sets:
        return False
    columns = np.array([[float(i in chosen) for i in letters] for chosen in sets]).T
    rows = np.vstack([columns, np.ones(len(sets))])
    target = [*([float(alpha)] * len(letters)), 1.0]
    return bool(linprog(np.zeros(len(sets)), A_eq=rows, b_eq=target).status == 0)
