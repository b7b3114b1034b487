"""The sequence of optimal partitions, searched for, then proved interval by interval."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from formulations.divergences import read_divergence
from formulations.errors import InputError
from formulations.formulation import Bounds
from formulations.parameters import read_distribution, read_epsilon, same_length
from lpcheck.regimes.curvature import curvature
from lpcheck.regimes.enclosures import total
from lpcheck.regimes.linear import by_closed_form, order
from lpcheck.regimes.patterns import MOST_LETTERS, Patterns
from lpcheck.regimes.prices import Frame
from lpcheck.regimes.proof import Proof, prove
from lpcheck.regimes.regime import Change, Interval, Regimes
from lpcheck.regimes.search import Crossing, Cuts, Search

_ROUNDS = 40
_ALL_PATTERNS = "dual vectors for all 2^n patterns, in outward-rounded arithmetic, by subdivision"


def regimes(
    p0: Any, p1: Any, divergence: Any = "kl", *, least: Any = 0, most: Any = math.inf
) -> Regimes:
    """The sequence of optimal partitions for ε in [least, most], and where they change.

    Args:
        p0: distribution over k inputs.
        p1: distribution over the same inputs.
        divergence: a name, a Divergence, or a convex f.
        least: nats; 0 is a limit, no level.
        most: the same; ∞ (or `"inf"`) is a limit.

    Returns:
        partitions, enclosures of the changes between them, and for which ε all is proved: total
        variation and hockey-sticks always; KL, χ², squared Hellinger and orders −2, −1, 0, 1/2, 2
        and 3 with up to 10 different likelihood ratios. Else bounds on the regret stand in.

    Raises :class:`~formulations.errors.InputError` for priors that state no problem, or an empty
    range.
    """
    first, second = read_distribution("p0", p0), read_distribution("p1", p1)
    same_length(("p0", first), ("p1", second))
    low, high = _range(least, most)
    f = read_divergence(divergence)
    gamma = order(divergence if isinstance(divergence, str) else f.name)
    if gamma is not None:
        return by_closed_form(first, second, gamma, low, high)
    search = Search(first, second, f)
    if search.n == 1:
        one = Interval(Bounds(low, high), search.blocks((0, 1)), (), 0.0)
        return Regimes((one,), (), low, high, len(first), trivial=True, how="the optimum is 0")
    return _searched(search, low, high)


def _range(least: Any, most: Any) -> tuple[float, float]:
    endless = str(most).strip().lower() in ("inf", "+inf", "infinity", "∞")
    low = float(read_epsilon(least, "least"))
    high = math.inf if endless else float(read_epsilon(most, "most"))
    if not low < high:
        raise InputError("least", "is not below most", "give 0 ≤ least < most")
    return low, high


def _searched(search: Search, least: float, most: float) -> Regimes:
    known = curvature(search.divergence.name)
    patterns = None
    if known is not None and search.n <= MOST_LETTERS:
        patterns = Patterns(*search.letters(), known)
    start, stop = search.ends(least, most)
    crossings = search.changes(start, stop)
    proofs: dict[tuple[float, float, Cuts], Proof] = {}
    for _ in range(_ROUNDS):
        parts = _parts(search, crossings, least, most, start)
        better = None
        for i, part in enumerate(parts):
            if part in proofs:
                continue
            near = [parts[j][2] for j in (i + 1, i - 1) if 0 <= j < len(parts)]
            better = _prove(search, patterns, part, near, proofs)
            if better is not None:
                low, high = part[0] or min(start, better / 2.0), min(part[1], max(stop, 2 * better))
                more = search.between(low, better, 0) + search.between(better, high, 0)
                crossings = sorted([*crossings, *more])
                break
        if better is None:
            break
    parts = _parts(search, crossings, least, most, start)
    intervals = tuple(
        _interval(search, part, proofs.get(part, Proof((Bounds(part[0], part[1]),), 0)))
        for part in parts
    )
    changes = tuple(
        _change(search, patterns, c, before, after)
        for c, before, after in zip(crossings, intervals, intervals[1:], strict=False)
    )
    how = _ALL_PATTERNS if any(i.proved for i in intervals) else ""
    return Regimes(intervals, changes, least, most, len(search.p0), how=how)


def _parts(
    search: Search, crossings: list[Crossing], least: float, most: float, start: float
) -> list[tuple[float, float, Cuts]]:
    lows = [least, *(c[1] for c in crossings)]
    highs = [*(c[0] for c in crossings), most]
    cuts = [search.best(start) if not crossings else crossings[0][2], *(c[3] for c in crossings)]
    return list(zip(lows, highs, cuts, strict=True))


def _prove(
    search: Search,
    patterns: Patterns | None,
    part: tuple[float, float, Cuts],
    near: list[Cuts],
    proofs: dict[tuple[float, float, Cuts], Proof],
) -> float | None:
    """Note what is proved of an interval, or return a level at which its partition is beaten."""
    low, high, cuts = part
    if patterns is None:
        proofs[part] = Proof((Bounds(low, high),), 0)
        return None
    proof = prove(patterns, low, high, cuts, near, lambda e: search.beaten(e, cuts))
    if proof.better_at is None:
        proofs[part] = proof
    return proof.better_at


def _interval(search: Search, part: tuple[float, float, Cuts], proof: Proof) -> Interval:
    low, high, cuts = part
    regret = max((search.regret(hole, cuts) for hole in proof.holes), default=0.0)
    return Interval(Bounds(low, high), search.blocks(cuts), proof.holes, regret, proof.within)


def _change(
    search: Search,
    patterns: Patterns | None,
    crossing: Crossing,
    before: Interval,
    after: Interval,
) -> Change:
    low, high, old, new = crossing
    margin = _margin(search, patterns, high, old, new)
    proved = _holds_at(before, low) and _holds_at(after, high)
    certified = margin > 0 and (proved or (search.optimal(low, old) and search.optimal(high, new)))
    return Change(Bounds(low, high), before.partition, after.partition, certified, margin)


def _holds_at(interval: Interval, epsilon: float) -> bool:
    return all(not hole.lower <= epsilon <= hole.upper for hole in interval.holes)


def _margin(
    search: Search, patterns: Patterns | None, epsilon: float, old: Cuts, new: Cuts
) -> float:
    """The share by which the new partition is better, at least: proved, where patterns are."""
    if patterns is None:
        lead, value = search.lead(epsilon, old, new), search.value(epsilon, old)
        return lead / (value * (1.0 + (len(new) - 2) * math.exp(-epsilon)))
    with np.errstate(all="ignore"):
        at = patterns.over(epsilon, epsilon)
        prescribed = Frame(patterns, old, (new,)).at(at)
        # Blocks that both have cancel: what the others lack in sum is the difference of the values.
        ahead = -total(prescribed.slacks)
        return float((ahead / (prescribed.value * (1.0 + float(len(new) - 2) * at.u))).lo)
