"""What the optimal partitions are as ε grows: the answer as data."""

from __future__ import annotations

from dataclasses import dataclass, field

from formulations.formulation import Bounds
from formulations.shown import Shown

Blocks = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Change:
    """The optimal partition changes between `epsilon.lower` and `epsilon.upper` (nats).

    Attributes:
        epsilon: at most 1e-10 wide. At the lower end `before` is optimal, at the upper end `after`.
        before, after: partitions.
        certified: whether that was proved, or else bounds from both sides met (relative gap ≤
            1e-11), and at the upper end `after` is strictly better.
        margin: by which share `before` is worse than `after` at the upper end, at least.
    """

    epsilon: Bounds
    before: Blocks
    after: Blocks
    certified: bool
    margin: float


@dataclass(frozen=True)
class Interval:
    """One partition is optimal for ε from `epsilon.lower` to `epsilon.upper`.

    Attributes:
        epsilon: 0 and ∞ stand for arbitrarily small and large ε.
        partition: blocks of 0-based inputs by rising P0/P1.
        holes: the parts of it for which this is not proved, only computed at single levels.
        regret: what another mechanism may be better by at most, anywhere in the holes; 0 if there
            are none.
        within: the same outside the holes, relative to the value: 0, but where likelihood ratios
            are equal or mirrored up to rounding, and partitions tie up to rounding then.
    """

    epsilon: Bounds
    partition: Blocks
    holes: tuple[Bounds, ...]
    regret: float
    within: float = 0.0

    @property
    def proved(self) -> bool:
        """Whether the partition is proved optimal, or `within` of it, among all mechanisms."""
        return not self.holes


@dataclass(frozen=True)
class Regimes(Shown):
    """The optimal partitions as ε grows from `least` to `most`.

    Attributes:
        intervals: in order; between two of them is a change.
        changes: between the intervals.
        least, most: the range of ε; 0 and ∞ are limits.
        inputs: k.
        trivial: whether nothing can be told apart (P0 = P1), so that every mechanism is optimal.
        how: by which argument the intervals are proved.
    """

    intervals: tuple[Interval, ...]
    changes: tuple[Change, ...]
    least: float
    most: float
    inputs: int
    trivial: bool = field(default=False)
    how: str = field(default="")

    @property
    def partitions(self) -> tuple[Blocks, ...]:
        """The optimal partitions in order; one may come back."""
        return tuple(i.partition for i in self.intervals)

    @property
    def proved(self) -> bool:
        """Whether every interval is."""
        return all(i.proved for i in self.intervals)

    @property
    def certified(self) -> bool:
        """Whether every change is."""
        return all(c.certified for c in self.changes)

    @property
    def binary_until(self) -> Bounds | None:
        """The largest ε up to which a mechanism with two outputs is optimal at *all* ε.

        `most` on both sides if it always is, None if it is not at `least`. Beyond this level it may
        become optimal again (for order 3 it does). Proved if the intervals before it are.
        """
        if len(self.partitions[0]) > 2:
            return None
        lost = (c.epsilon for c in self.changes if len(c.after) > 2)
        return next(lost, Bounds(self.most, self.most))

    @property
    def response_from(self) -> Bounds | None:
        """The smallest ε from which randomized response over the k inputs is optimal at all ε.

        `least` on both sides if it always is, None if it is not at `most` (with tied likelihood
        ratios it never is).
        """
        if self.trivial:
            return Bounds(self.least, self.least)
        if len(self.partitions[-1]) < self.inputs:
            return None
        before = (c.epsilon for c in reversed(self.changes) if len(c.before) < self.inputs)
        return next(before, Bounds(self.least, self.least))
