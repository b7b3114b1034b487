r"""Piecewise-linear trade-off functions, exactly: conjugates, inverses, T(P, Q).

A function is the list of its nodes (x, g(x)) from x = 0 to x = 1. With rational nodes everything
here is rational. On two piecewise-linear profiles privacy is decided at the nodes alone.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np

from formulations import MinimaxSampler
from formulations.trade_off import PrivacyLevel, Profile, read_privacy

Nodes: TypeAlias = Sequence[tuple[Any, Any]]

F = Fraction

HALF_LINE: Nodes = ((F(0), F(1, 2)), (F(1), F(0)))
"""g(x) = (1 − x)/2, not symmetric: in both orders it asks for log 2 of pure LDP."""

STEEP: Nodes = ((F(0), F(3, 4)), (F(1, 4), F(0)), (F(1), F(0)))
"""g(x) = max(3/4 − 3x, 0), not symmetric, with its steep part first: the one the paper reads."""

BENT: Nodes = (
    (F(0), F(4, 5)),
    (F(1, 10), F(1, 2)),
    (F(1, 2), F(1, 10)),
    (F(4, 5), F(0)),
    (F(1), F(0)),
)
"""A symmetric trade-off function with slopes −3, −1, −1/3, 0."""


def hockey_stick(p: Any, q: Any, gamma: Any) -> Any:
    """E_γ(P‖Q), exact for fractions."""
    return sum(max(a - gamma * b, 0 * a) for a, b in zip(p, q, strict=True))


def approximate(t: Any, delta: Any) -> Nodes:
    """The nodes of g_{ε,δ} at t = e^ε."""
    zero, one = 0 * delta, 1 + 0 * delta
    corner = (1 - delta) / (t + 1)
    nodes = [(zero, 1 - delta), (corner, corner), (1 - delta, zero), (one, zero)]
    return [node for i, node in enumerate(nodes) if i == 0 or node[0] > nodes[i - 1][0]]


def value(nodes: Nodes, x: Any) -> Any:
    """g(x), by linear interpolation."""
    for (a, ga), (b, gb) in itertools.pairwise(nodes):
        if a <= x <= b and a < b:
            return ga + (gb - ga) * (x - a) / (b - a)
    return nodes[-1][1]


def conjugate(nodes: Nodes, y: Any) -> Any:
    """g*(y), the largest of x y − g(x), which is at a node."""
    return max(x * y - g for x, g in nodes)


def inverse(nodes: Nodes) -> Nodes:
    """g⁻¹(y) = inf{x : g(x) ≤ y}, the trade-off function of the pair in the other order."""
    falling = [nodes[0]]
    for x, g in nodes[1:]:
        if g < falling[-1][1]:
            falling.append((x, g))
    turned = [(g, x) for x, g in reversed(falling)]
    return turned if turned[-1][0] == 1 else [*turned, (1 + 0 * turned[0][0], 0 * turned[0][0])]


def symmetrised(nodes: Nodes) -> Nodes:
    """max(g, g⁻¹): what g asks for when it is asked of both orders."""
    other = inverse(nodes)
    xs = sorted({x for x, _ in nodes} | {x for x, _ in other})
    crossings = []
    for a, b in itertools.pairwise(xs):
        left, right = (value(nodes, x) - value(other, x) for x in (a, b))
        if left * right < 0:
            crossings.append(a + (b - a) * left / (left - right))
    return [(x, max(value(nodes, x), value(other, x))) for x in sorted([*xs, *crossings])]


def levels(nodes: Nodes) -> list[Any]:
    """The t ≥ 1 at which the profile 1 + g*(−t) bends; with t = 1 they decide privacy."""
    slopes = [(ga - gb) / (b - a) for (a, ga), (b, gb) in itertools.pairwise(nodes)]
    return sorted({s for s in slopes if s > 1} | {1 + 0 * nodes[0][0]})


def error_curve(p: Sequence[Any], q: Sequence[Any]) -> Nodes:
    """The nodes of T(p, q): reject by falling likelihood ratio q/p (Neyman and Pearson)."""
    free = sum(b for a, b in zip(p, q, strict=True) if a == 0)
    pairs = [(a, b) for a, b in zip(p, q, strict=True) if a > 0]
    nodes = [(0 * free, 1 - free)]
    for a, b in sorted(pairs, key=lambda pair: pair[1] / pair[0], reverse=True):
        nodes.append((nodes[-1][0] + a, nodes[-1][1] - b))
    return nodes


def margin(upper: Nodes, lower: Nodes) -> Any:
    """The least of upper − lower on [0, 1]: both are linear between the nodes of the two."""
    xs = {x for x, _ in upper} | {x for x, _ in lower}
    return min(value(upper, x) - value(lower, x) for x in xs)


def private_margin(rows: Sequence[Sequence[Any]], nodes: Nodes) -> Any:
    """The least of T(Q, Q') − g over all ordered pairs of rows; private where it is ≥ 0."""
    return min(
        margin(error_curve(p, q), nodes)
        for i, p in enumerate(rows)
        for j, q in enumerate(rows)
        if i != j
    )


def privacy(nodes: Nodes) -> PrivacyLevel:
    r"""g-FLDP for a symmetric g, as (log t, 1 + g*(−t))-LDP at the finitely many t that decide.

    E_t is convex in t and the profile is linear between them. (For g that is not symmetric this is
    what the paper reads into it, which is less.)
    """
    x, g = np.array([[float(a), float(b)] for a, b in nodes]).T

    def delta(beta: float) -> float:
        return max(1.0 + float(np.max(-math.exp(beta) * x - g)), 0.0)

    profiles = tuple(_at(delta, math.log(t)) for t in levels(nodes))
    return PrivacyLevel("functional", {"trade_off_function": delta}, profiles)


def _at(delta: Any, level: float) -> Profile:
    return Profile(delta, level, lambda A, *_: np.full(A.shape, level), level)


def read(level: dict[str, Any]) -> PrivacyLevel:
    """A requirement from `epsilon` (with `delta`), `nu`, or `nodes` of a symmetric g."""
    if "nodes" in level:
        return privacy(level["nodes"])
    return read_privacy(level.get("epsilon"), level.get("delta"), level.get("nu"), None)


def problem(level: dict[str, Any], **of_class: Any) -> MinimaxSampler:
    """The program over all samplers of a class, at such a requirement."""
    found = MinimaxSampler(epsilon=0, **of_class)
    found.privacy = read(level)
    return found
