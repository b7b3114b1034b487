"""Figures 4, 10 and 11: the largest loss over random Laplace mixtures, γ = 3 within γ = 9."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from lpcheck.continuous import laplace_clients
from lpcheck.continuous.mesh import Mesh
from lpcheck.figures import comparison
from lpcheck.figures.series import Series
from lpcheck.figures.statement import Reading, Statement, holds
from lpcheck.papers.ghoukasian2025._clients import FS, GLOBAL, LEVELS, LOCAL, answer

CLIENTS = 100
ACCURACY = 1e-6
"""Of an integral in the plane (`lpcheck.continuous.PrivateDensity.divergences`)."""
LABELS = {"local": "local minimax", "global": "global minimax"}


@dataclass(frozen=True)
class Experiment:
    """What is drawn.

    Attributes:
        level: `epsilon` or `nu`.
        dimension: of the mixtures.
        labels: what the legend calls `local`, `global` and, where it is drawn, `local_linear`;
            under ν-Gaussian LDP all are linear.
    """

    level: str
    dimension: int
    labels: Mapping[str, str] = field(default_factory=lambda: LABELS)

    def rows(self, n: int, levels: Sequence[float] = LEVELS) -> Series:
        """The first n clients at each level; level i has seed i, as in Appendix F.3.

        `least` and `most` are the ends of p/h.
        """
        found = []
        for value in levels:
            seed = LEVELS.index(value) + 1
            for i, c in enumerate(laplace_clients(n, seed, self.dimension)):
                ratio = Mesh(c.target, c.reference).cells.ratio
                losses = [
                    answer(
                        c.target, c.reference, GLOBAL if name == "global" else LOCAL,
                        {self.level: value}, self.level == "nu" or name == "local_linear",
                    )
                    for name in self.labels
                ]  # fmt: skip
                found += [
                    (f, value, seed, i, *row, ratio.min(), ratio.max())
                    for f, *row in zip(FS, *losses, strict=True)
                ]
        columns = ("divergence", self.level, "seed", "client", *self.labels, "least", "most")
        few = "" if n >= CLIENTS else f" (the paper has {CLIENTS}: --full)"
        note = (
            f"{n} clients a level{few}, seeds 1 to 4 of NumPy's default generator (the paper has "
            "the seeds 1 to 4 of another program), K = 10, k₀ = 2, b = 1; faint: each client, "
            "bold: the largest"
        )
        return Series.of(columns, found, note)

    def numbers(self, few: int) -> Callable[..., Series]:
        """`few` clients in the short run, and 100 in the full one."""
        return lambda full=False: self.rows(CLIENTS if full else few)

    def outperforms(self, source: str, text: str, claim: str, local: str = "local") -> Statement:
        """The local maxima are below the global ones; client by client in the remark."""

        def check(series: Series) -> Reading:
            found = comparison.below(series, self.level, local, "global")
            ahead = int((series.column(local) <= series.column("global")).sum())
            remark = f"{found.remark}; client by client in {ahead} of {len(series)} cases"
            return found.remarked(remark)

        return Statement(source, text, check, drawn=True, claim=claim)

    def pointwise(self, source: str, text: str, claim: str) -> Statement:
        """No client is served worse by the clip than by the linear sampler."""

        def check(series: Series) -> Reading:
            excess = series.column("local") - series.column("local_linear")
            good = int((excess <= ACCURACY).sum())
            measured = f"in {good} of {len(series)} cases"
            remark = f"to the accuracy of the integrals, {ACCURACY:g}"
            return holds(good == len(series), measured, "in all", float(excess.max()), remark)

        return Statement(source, text, check, claim=claim)

    def nearly_all(self, source: str, text: str, claim: str, local: str) -> Statement:
        """The same for all f, at all levels but at most one."""

        def check(series: Series) -> Reading:
            found = comparison.below(series, self.level, local, "global")
            behind = {
                value
                for value in series.values(self.level)
                if not comparison.below(
                    series.where(**{self.level: value}), self.level, local, "global"
                ).agrees
            }
            count = len(series.values(self.level))
            measured = f"at {count - len(behind)} of {count} {comparison.LETTERS[self.level]}"
            # Where one level may fail, the excess that counts is that of the others.
            off = found.off if len(behind) > 1 else 0.0
            return holds(len(behind) <= 1, measured, "at nearly all", off, found.remark)

        return Statement(source, text, check, drawn=True, claim=claim)


def _in_class(series: Series) -> Reading:
    least, most = float(series.column("least").min()), float(series.column("most").max())
    off = max(1.0 / LOCAL - least, most - LOCAL)
    inner = np.exp(-1.0) * (1 - 1e-9) <= least and most <= np.exp(1.0) * (1 + 1e-9)
    remark = f"even within [1/e, e]: {'yes' if inner else 'no'}"
    return holds(off <= 0, f"{least:.4g} to {most:.4g}", "in [1/3, 3]", off, remark)


IN_CLASS = Statement(
    "Section 6.2, Appendix E.4",
    "Every client is in the local universe: 1/3 ≤ p/h ≤ 3, and so in the global one.",
    _in_class,
    drawn=True,
)
