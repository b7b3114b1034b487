r"""Bounds on ε from draws, for code whose branches cannot be enumerated.

The first half of the draws chooses events, the second half tests them. With c hits in n draws a
probability is between the Clopper–Pearson bounds L and U; over all inputs and events they hold at
once with confidence 1 − α, each at α/(2·k·m) (Bonferroni). So

.. math:: \varepsilon \ge \max_{x,x',E} \log \frac{L_{x}(E)}{U_{x'}(E)}.

Draws never show that an ε is kept.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from formulations.errors import InputError
from lpcheck.auditing.errors import UnsupportedError
from lpcheck.auditing.outputs import letter, ordered, shown

MOST_EVENTS = 64
"""Events that are tested; each costs confidence."""

FEWEST_DRAWS = 100

_QUANTILES = 16


@dataclass(frozen=True)
class Sampled:
    """What draws show.

    Attributes:
        events: the sets of outputs that were counted.
        frequencies: of the events in the second half, shape (k, m).
        epsilon: ε at least, in nats.
        where: the event and the inputs that show it.
        confidence: that all bounds hold.
        bounds: how many of them there are.
        runs: calls of the client.
    """

    events: tuple[Any, ...]
    frequencies: NDArray[np.float64]
    epsilon: float
    where: str
    confidence: float
    bounds: int
    runs: int


@dataclass(frozen=True, order=True)
class Below:
    """The event that a number is at most, or above, a threshold."""

    threshold: float
    above: bool

    def __str__(self) -> str:
        return f"{'>' if self.above else '≤'} {self.threshold:.6g}"

    def __contains__(self, x: float) -> bool:
        return (x > self.threshold) == self.above


def sample(
    client: Callable[[Any], Any],
    inputs: Sequence[Any],
    draws: int,
    confidence: float,
    seconds: float,
) -> Sampled:
    """Call the client `draws` times for each input, and bound ε from below.

    Raises:
        InputError: the client raises or is too slow, or the numbers are out of range.
    """
    if draws < FEWEST_DRAWS:
        raise InputError("draws", f"{draws} are too few", f"give at least {FEWEST_DRAWS}")
    if not 0.5 <= confidence < 1:
        raise InputError("confidence", f"{confidence} is outside [0.5, 1)", "give 0.99, say")
    end = time.monotonic() + seconds
    half = draws // 2
    first = [_draw(client, x, half, end) for x in inputs]
    events, numeric = _events(first)
    second = [_draw(client, x, draws - half, end) for x in inputs]
    n = draws - half
    counts = np.array(
        [[_hits(seen, event, numeric) for event in events] for seen in second], dtype=np.int64
    )
    size = 2 * counts.size
    low, high = _clopper_pearson(counts, n, (1 - confidence) / size)
    with np.errstate(divide="ignore"):
        ratio = np.log(low.max(axis=0)) - np.log(high.min(axis=0))
    y = int(np.argmax(ratio))
    x, other = int(np.argmax(low[:, y])), int(np.argmin(high[:, y]))
    where = (
        f"output {shown(events[y])} came {counts[x, y]} times of {n} from input {shown(inputs[x])} "
        f"and {counts[other, y]} times from input {shown(inputs[other])}"
    )
    found = max(float(ratio[y]), 0.0)
    return Sampled(events, counts / n, found, where, confidence, size, draws * len(inputs))


def _draw(client: Callable[[Any], Any], x: Any, n: int, end: float) -> Counter[Any]:
    seen: Counter[Any] = Counter()
    for i in range(n):
        if time.monotonic() > end:
            what = f"made {i} of {n} draws for input {x!r} in its time"
            raise InputError("client", what, "give fewer draws, or more seconds")
        try:
            seen[letter(client(x))] += 1
        except (Exception, UnsupportedError) as error:
            text = " ".join(str(error).split())[:120]
            what = f"raised {type(error).__name__} for input {x!r}: {text}"
            raise InputError("client", what, "mend it") from None
    return seen


def _events(first: Sequence[Counter[Any]]) -> tuple[tuple[Any, ...], bool]:
    """Single outputs where there are few, the likeliest of them; thresholds for many numbers."""
    total: Counter[Any] = sum(first, Counter())
    if len(total) > MOST_EVENTS and all(isinstance(y, (int, float)) for y in total):
        values = np.sort(np.array(list(total.elements()), dtype=float))
        at = np.linspace(0, len(values) - 1, _QUANTILES + 2).astype(int)[1:-1]
        cuts = sorted(set(values[at].tolist()))
        return tuple(Below(c, above) for c in cuts for above in (False, True)), True
    return ordered(y for y, _ in total.most_common(MOST_EVENTS)), False


def _hits(seen: Counter[Any], event: Any, numeric: bool) -> int:
    return sum(c for y, c in seen.items() if y in event) if numeric else seen[event]


def _clopper_pearson(
    counts: NDArray[np.int64], n: int, alpha: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """One-sided bounds, each wrong with probability at most alpha."""
    from scipy.stats import beta  # noqa: PLC0415  slow to load

    low = np.where(counts > 0, beta.ppf(alpha, np.maximum(counts, 1), n - counts + 1), 0.0)
    high = np.where(counts < n, beta.isf(alpha, counts + 1, np.maximum(n - counts, 1)), 1.0)
    return low, high
