r"""The largest gain over all 2^k subsets of letters, from O(k²) of them, in exact integers.

A letter x is a generator :math:`g_x = (a_x, b_x, c_x)` with a, b ≥ 0; a set T of letters has the
sum g(T). Sought is the maximum over all T of :math:`G(T) = \Phi(a(T), b(T)) - c(T)`, where Φ is
convex and finite on a neighbourhood of the (a, b) that occur.

**Lemma.** In the plane of points (s, t), let :math:`\ell_x = s a_x + t b_x - c_x`. The lines
ℓ_x = 0 of the letters with (a_x, b_x) ≠ 0 cut the plane into open cells. Some T that consists of
the letters with ℓ_x > 0 in a cell (one T a cell) has the largest G of all subsets.

*Proof.* Let T* have the largest G, and let (s, t) be a subgradient of Φ at (a(T*), b(T*)), which
exists as Φ is finite around it. Write ℓ(T) = Σ_{x ∈ T} ℓ_x. For every T,

.. math:: G(T) \ge \Phi(a(T^*), b(T^*)) + s (a(T) - a(T^*)) + t (b(T) - b(T^*)) - c(T)
               = G(T^*) + \ell(T) - \ell(T^*).

As G(T) ≤ G(T*), T* maximises ℓ; and every T that does so has G(T) ≥ G(T*), hence the largest G. The
maximisers of ℓ are the T with {ℓ_x > 0} ⊆ T ⊆ {ℓ_x ≥ 0}. The cells are dense, so that (s, t) is in
the closure of one; by continuity its letters with ℓ_x > 0 are such a T. (A letter with a = b = 0
has the constant ℓ_x = −c_x; where that is 0, it changes no sum.) ∎

That holds for ties, zeros, proportional letters and generators of any rank alike: no general
position is assumed. In terms of bodies, the sums g(T) of the cells are the vertices of the
zonotope Σ [0, g_x] on its lower side, seen along c.

*All cells.* If there is any line, every cell is a convex polygon other than the plane, hence has
an edge: an open interval of some line L_x between two crossings with others that follow each
other (or beyond the last). So it is enough to walk along every line, and to note the two cells on
either side of each such interval. They differ by the letters whose line is L_x itself, which are
on one side together, for their (a, b, c) are positive multiples of one another.

*The walk.* With m = a + b > 0, the points of L_x are
:math:`(s, t) = (c_x, c_x)/m_x + \tau (b_x, -a_x)/m_x`, and there

.. math:: m_x \ell_y = c_x m_y - c_y m_x + \tau (a_y b_x - b_y a_x) = A + \tau B,

so that y enters (B > 0) or leaves (B < 0) at τ = −A/B. Two such places that differ do so by at
least :math:`1/|B B'|`, so that with :math:`2^S \ge |B B'|` the integers
:math:`\lfloor -2^S A/B \rfloor` are equal where the places are, and in their order where not.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from lpcheck.rechecker.refusal import Refusal

LARGEST_K = 400
_MOST_BITS = 750_000
"""Of the widest integer, times k: seconds grow as its square."""

Point = tuple[int, int, int]


def whole(values: Sequence[Fraction], name: str) -> tuple[list[int], int]:
    """Numerators over one denominator, refused where they are too wide to work with."""
    common, most = 1, _MOST_BITS // len(values)
    for x in values:
        common = math.lcm(common, x.denominator)
        if common.bit_length() + x.numerator.bit_length() > most:
            raise Refusal(f"{name}: over one denominator, too long for {len(values)} inputs")
    return [x.numerator * (common // x.denominator) for x in values], common


def lower_vertices(generators: Sequence[Point]) -> set[Point]:
    """The sums g(T) of the letters of every cell; that of the empty set may be among them.

    Args:
        generators: integers (a, b, c) of each letter, a and b ≥ 0.

    Returns:
        at most 1 + k + k(k − 1)/2 sums.
    """
    lines = [g for g in generators if g[0] or g[1]]
    below = sum(c for a, b, c in generators if a == b == 0 and c < 0)
    if not lines:
        return {(0, 0, below)}
    widest = max(max(a, b) for a, b, _ in lines)
    shift = 4 * widest.bit_length()  # |B| ≤ widest²
    return set().union(*(_along(line, lines, shift, below) for line in lines))


def _along(line: Point, lines: Sequence[Point], shift: int, below: int) -> set[Point]:
    """The sums of the cells on both sides of each interval of one line."""
    a, b, c = line
    mass, sums, own = a + b, (0, 0, below), (0, 0, 0)
    steps: dict[int, Point] = {}
    for other in lines:
        x, y, z = other
        height, turn = c * (x + y) - z * mass, x * b - y * a
        if turn == 0 and height == 0:
            own = _plus(own, other)
        if turn < 0 or (turn == 0 and height > 0):  # inside at τ = −∞
            sums = _plus(sums, other)
        if turn != 0:
            place = (-height << shift) // turn
            change = other if turn > 0 else (-x, -y, -z)
            steps[place] = _plus(steps[place], change) if place in steps else change
    found = {sums, _plus(sums, own)}
    for place in sorted(steps):
        sums = _plus(sums, steps[place])
        found |= {sums, _plus(sums, own)}
    return found


def _plus(one: Point, other: Point) -> Point:
    return one[0] + other[0], one[1] + other[1], one[2] + other[2]
