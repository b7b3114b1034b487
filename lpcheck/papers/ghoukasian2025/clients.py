"""The experiments on random Laplace mixtures of Figures 4, 10 and 11, for claims and figures alike.

The paper gives the seeds 1 to 4 of another program's generator; ours are those of NumPy's. Where
not all of the 100 clients of a level are kept, it is those farthest from P0 in total variation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from lpcheck.claims.claim import Outcome
from lpcheck.continuous import Density, clipped_sampler, laplace_clients, linear_sampler
from lpcheck.continuous import Instance as Client
from lpcheck.continuous.mesh import Mesh
from lpcheck.figures.comparison import LETTERS, below
from lpcheck.figures.series import Series
from lpcheck.figures.statement import Reading, holds
from lpcheck.papers.ghoukasian2025.trade_off import read

FS = ("kl", "tv", "hellinger")
LEVELS = (0.1, 0.5, 1.0, 2.0)
LOCAL, GLOBAL = 3.0, 9.0
CLIENTS = 100
LABELS = {"local": "local minimax", "global": "global minimax"}


def answer(
    target: Density, reference: Density, gamma: float, level: Mapping[str, float], linear: bool
) -> list[float]:
    """KL, TV and squared Hellinger from p to its answer, for the class 1/γ ≤ p/h ≤ γ."""
    if linear:
        private = linear_sampler(target, reference, 1 / gamma, gamma, read(dict(level)))
    else:
        private = clipped_sampler(target, reference, 1 / gamma, gamma, level["epsilon"])
    return private.divergences(FS)


@lru_cache(maxsize=16)
def farthest(kept: int, seed: int, dimension: int) -> tuple[tuple[int, Client], ...]:
    """Numbers and clients: those of 100 farthest from P0 in total variation, on a grid."""
    axis = np.linspace(-5.0, 5.0, 401 if dimension == 1 else 61)
    grid = np.meshgrid(*[axis] * dimension)
    clients = laplace_clients(CLIENTS, seed, dimension)
    away = [-float(np.abs(c.target.pdf(*grid) - c.reference.pdf(*grid)).sum()) for c in clients]
    return tuple((int(i), clients[i]) for i in sorted(np.argsort(away)[:kept]))


@dataclass(frozen=True)
class Experiment:
    """What is compared: the clip, or under ν-Gaussian LDP the linear sampler, of two classes.

    Attributes:
        level: `epsilon` or `nu`.
        dimension: of the mixtures.
        labels: what the legend calls `local`, `global` and, where it is drawn, `local_linear`.
    """

    level: str
    dimension: int
    labels: Mapping[str, str] = field(default_factory=lambda: LABELS, hash=False)

    def rows(self, n: int, levels: Sequence[float] = LEVELS, slip: float = 0.0) -> Series:
        """The n farthest of 100 clients at each level; level i has seed i, as in Appendix F.3.

        `least` and `most` are the ends of p/h.

        Args:
            n: how many of the 100 clients.
            levels: some of LEVELS.
            slip: what the global sampler has more of ε or ν, for negative controls.
        """
        found = [row for value in levels for row in _rows(self, n, value, slip)]
        columns = ("divergence", self.level, "seed", "client", *self.labels, "least", "most")
        which = f"the {n} of {CLIENTS} farthest from P₀" if n < CLIENTS else f"{CLIENTS}"
        note = (
            f"clients a level: {which}; seeds 1 to 4 of NumPy's default generator (the paper has "
            "the seeds 1 to 4 of another program), K = 10, k₀ = 2, b = 1; faint: each client, "
            "bold: the largest"
        )
        return Series.of(columns, found, note)


@lru_cache(maxsize=64)
def _rows(
    what: Experiment, n: int, value: float, slip: float
) -> list[tuple[str | float, ...]]:  # fmt: skip
    seed, found = LEVELS.index(value) + 1, []
    for i, c in farthest(n, seed, what.dimension):
        ratio = Mesh(c.target, c.reference).cells.ratio
        losses = [
            answer(
                c.target, c.reference, GLOBAL if name == "global" else LOCAL,
                {what.level: value + slip * (name == "global")},
                what.level == "nu" or name == "local_linear",
            )
            for name in what.labels
        ]  # fmt: skip
        ends = float(ratio.min()), float(ratio.max())
        found += [(f, value, seed, i, *row, *ends) for f, *row in zip(FS, *losses, strict=True)]
    return found


LINE, LINE_GAUSSIAN = Experiment("epsilon", 1), Experiment("nu", 1)
PLANE = Experiment(
    "epsilon", 2,
    {"local": "local minimax (clip)", "global": "global minimax (clip)",
     "local_linear": "local minimax (linear)"},
)  # fmt: skip


def all_below(series: Series, level: str, local: str) -> Reading:
    """The local maxima are below the global ones for all f at all levels; clients in the remark."""
    found = below(series, level, local, "global")
    ahead = int((series.column(local) <= series.column("global")).sum())
    return found.remarked(f"{found.remark}; client by client in {ahead} of {len(series)} cases")


def nearly_all_below(series: Series, level: str, local: str) -> Reading:
    """The local maxima are below the global ones at all levels but at most one."""
    found = below(series, level, local, "global")
    levels = series.values(level)
    each = {v: below(series.where(**{level: v}), level, local, "global").agrees for v in levels}
    behind = [v for v, agrees in each.items() if not agrees]
    measured = f"at {len(levels) - len(behind)} of {len(levels)} {LETTERS[level]}"
    # Where one level may fail, the excess that counts is that of the others.
    off = found.off if len(behind) > 1 else 0.0
    return holds(len(behind) <= 1, measured, "at nearly all", off, found.remark)


def outcome(reading: Reading) -> Outcome:
    """What a figure's reading says to a claim."""
    return Outcome(reading.agrees, reading.off, f"{reading.measured}: {reading.remark}")
