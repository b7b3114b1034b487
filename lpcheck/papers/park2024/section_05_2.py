r"""Section 5.2, Figure 4: Gaussian mixtures on [−4, 4].

The baseline is the exact projection on the relative mollifier of the standard Gaussian (Section
2.3), which MBDE approximates by training; an approximation is not tested here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr

from lpcheck.claims.claim import Claim, Instance, Outcome, claim
from lpcheck.claims.evidence import at_most, both
from lpcheck.claims.instances import at, explicit, joined
from lpcheck.continuous import (
    Density,
    clipped_sampler,
    gaussian_clients,
    gaussian_envelope,
    gaussian_mixture,
    mollified,
)

Array = NDArray[np.float64]
FS, LEVELS, INTERVAL = ("kl", "tv", "hellinger"), (0.1, 0.5, 1.0, 2.0, 5.0), (-4.0, 4.0)


def proposed(target: Density, reference: Density, c2: float, epsilon: float) -> list[float]:
    """KL, TV and squared Hellinger of the mechanism of Theorem 3.3, c1 = 0."""
    return clipped_sampler(target, reference, 0, c2, epsilon).divergences(FS)


def baseline(target: Density, normal: Density, epsilon: float) -> list[float]:
    """The same of the projection on the mollifier of a Gaussian."""
    return mollified(target, normal, epsilon).divergences(FS)


def below(first: Array, second: Array, names: Sequence[str] = FS) -> Outcome:
    """The first is strictly below the second for each f; the gap is the relative excess."""
    kept = [FS.index(name) for name in names]
    excess = first[kept] / second[kept] - 1.0
    worst = int(np.argmax(excess))
    detail = f"{names[worst]}: {first[kept][worst]:.6g} against {second[kept][worst]:.6g}"
    return Outcome(bool(excess[worst] < 0), float(excess[worst]), detail)


def _draws(*seeds: int, levels: Sequence[float], kept: int) -> Any:
    def instances(full: bool) -> Iterator[Instance]:
        for seed in seeds:
            for epsilon in levels:
                parameters = {"seed": seed, "epsilon": epsilon, "kept": 100 if full else kept}
                yield Instance(f"seed {seed}, ε = {epsilon:g}", parameters, "random")

    return instances


def _figure(seed: int, epsilon: float, kept: int, slip: float) -> Outcome:
    """Maxima over the clients, of 100, whose means are farthest from 0."""
    x = np.linspace(*INTERVAL, 401)
    clients = gaussian_clients(100, seed)
    away = [-abs(float(x @ c.target.at(x))) for c in clients]
    chosen = [clients[i] for i in np.argsort(away)[:kept]]
    normal = gaussian_mixture([0.0], interval=INTERVAL)
    ours = [proposed(c.target, c.reference, c.c2, epsilon) for c in chosen]
    theirs = [baseline(c.target, normal, epsilon + slip) for c in chosen]
    return below(np.max(ours, axis=0), np.max(theirs, axis=0))


@claim(
    id="park2024.figure-4",
    source="Section 5.2, Figure 4",
    statement=r"Over 100 random mixtures the largest $D_f(P_j\|\mathbf Q(P_j))$ of the proposed "
    r"mechanism is below that of the baseline for all three $f$ and all $\varepsilon$.",
    kind="upper",
    conditions="K = 10, k0 = 2, truncated to [−4, 4]; ε ∈ {0.1, 0.5, 1, 2, 5}; these draws: seeds "
    "1 to 3",
    evidence="Below at every point, by 3 % (squared Hellinger, ε = 0.1) to a factor of ten "
    "(ε = 5). The default run takes the 5 clients of 100 whose means are farthest from 0, where "
    "the maxima are; the full run takes all. Client by client it is not so: at ε = 0.1 the "
    "baseline is closer for 76 to 88 of the 100 of seed 1.",
    instances=_draws(1, 2, 3, levels=LEVELS, kept=5),
    slip=0.2,
)
def figure_4(seed: int, epsilon: float, kept: int, slip: float = 0.0) -> Outcome:
    """Both maxima; the control gives the baseline 0.2 more of ε."""
    return _figure(seed, epsilon, kept, slip)


@claim(
    id="park2024.figure-4-any-draw",
    source="Section 5.2, Figure 4",
    statement=r"The same, whatever the 100 mixtures drawn by these rules.",
    kind="upper",
    conditions="as Figure 4; the sentence of Section 5.2 read as a statement on the experiment",
    expected="refuted",
    evidence="Seed 12, ε = 0.1: 0.163 for squared Hellinger where the baseline has 0.151. No "
    "client of that draw is near N(±1, 1), where the worst case of both is. Seed 11 fails too, by "
    "1 %.",
    instances=joined(
        explicit(at("seed 12, ε = 0.1", "counterexample", seed=12, epsilon=0.1, kept=8)),
        _draws(11, 1, levels=(0.1,), kept=8),
    ),
    slip=None,
)
def figure_4_any_draw(seed: int, epsilon: float, kept: int) -> Outcome:
    """Both maxima."""
    return _figure(seed, epsilon, kept, 0.0)


def worst(means: Sequence[float], epsilon: float, slip: float, plane: bool) -> tuple[Array, Array]:
    """Divergences at single Gaussians N(m, I), shape (means, 3): proposed, and baseline."""
    if plane:
        reference, c2 = gaussian_envelope(dimension=2)
        centres = [gaussian_mixture([(m, 0.0)]) for m in (0.0, *means)]
    else:
        reference, c2 = gaussian_envelope(interval=INTERVAL)
        centres = [gaussian_mixture([m], interval=INTERVAL) for m in (0.0, *means)]
    normal, targets = centres[0], centres[1:]
    ours = np.array([proposed(p, reference, c2, epsilon) for p in targets])
    return ours, np.array([baseline(p, normal, epsilon + slip) for p in targets])


def _supremum(full: bool) -> Iterator[Instance]:
    means = np.linspace(0, 1, 21 if full else 5).tolist()
    for epsilon in LEVELS:
        yield at(f"ε = {epsilon:g}", means=means, epsilon=epsilon)


@claim(
    id="park2024.section-5-2-supremum",
    source="Section 5.2",
    statement=r"The same over all mixtures of $\mathcal N(m, 1)$, $|m| \le 1$, on $[-4, 4]$, not "
    r"100 of them: $\sup_P D_f(P\|\mathbf Q(P))$ of the proposed mechanism is the smaller one.",
    kind="upper",
    conditions="ε ∈ {0.1, 0.5, 1, 2, 5}; KL, TV, squared Hellinger",
    evidence="Both answers are projections on convex sets, so that the divergence is convex in P "
    "and its supremum is at single Gaussians; over a grid of means it is at |m| = 1 for both.",
    instances=_supremum,
    slip=0.2,
    corrects="park2024.figure-4-any-draw",
)
def section_5_2_supremum(means: list[float], epsilon: float, slip: float = 0.0) -> Outcome:
    """Single Gaussians, the last at m = 1; the control gives the baseline 0.2 more of ε."""
    ours, theirs = worst(means, epsilon, slip, plane=False)
    last = (ours.argmax(axis=0) == len(means) - 1).all()
    return both(Outcome(bool(last), 0.0, "largest at m = 1"), below(ours[-1], theirs[-1]))


_INTERVALS = [
    at("[−4, 4]", "counterexample", low=-4.0, high=4.0),
    at("[−2, 2]", "counterexample", low=-2.0, high=2.0),
]


def _largest(low: float, high: float) -> float:
    """The largest p/h over Gaussians truncated to [low, high], h that of Section 3.2."""
    x = np.union1d(np.linspace(low, high, 801), [-1.0, 1.0])
    log_h = -0.5 * np.maximum(0.0, np.abs(x) - 1.0) ** 2
    ratios = [
        float(np.exp(-0.5 * (x - m) ** 2 - log_h).max()) / float(ndtr(high - m) - ndtr(low - m))
        for m in np.linspace(-1, 1, 41)
    ]
    return max(ratios)


@claim(
    id="park2024.section-5-2-truncation",
    source="Section 5.2, with the h of Section 3.2",
    statement=r"The mixtures truncated to $[-4, 4]$ lie in $\mathcal P_{0,1,h}$.",
    kind="upper",
    conditions="h as in Section 3.2, the mixtures renormalised on the interval",
    expected="refuted",
    evidence="N(1, 1) at x = 1: p/h = 1/(Φ(3) − Φ(−5)) = 1.00135 on [−4, 4], 1.19 on [−2, 2].",
    instances=explicit(*_INTERVALS, at("[−40, 40]", low=-40.0, high=40.0)),
    slip=None,
)
def section_5_2_truncation(low: float, high: float) -> Outcome:
    """p/h on a grid of points and means."""
    return at_most(_largest(low, high), 1.0)


@claim(
    id="park2024.section-5-2-truncation-corrected",
    source="Section 5.2, with the h of Section 3.2",
    statement=r"They lie in $\mathcal P_{0,1,h/a}$, $a$ the least mass of the interval under "
    r"$\mathcal N(m, 1)$, $|m| \le 1$.",
    kind="upper",
    conditions="an interval that holds [−1, 1]",
    evidence="p/h ≤ 1/a on grids, and equal at the end of the ball that leaves the least mass; a "
    "is log-concave in m, so that its least value is at an end.",
    instances=explicit(*_INTERVALS, at("[−3/2, 3]", low=-1.5, high=3.0)),
    corrects="park2024.section-5-2-truncation",
)
def section_5_2_truncation_corrected(low: float, high: float, slip: float = 0.0) -> Outcome:
    """p/h on a grid; the slip tightens the bound."""
    least = min(float(ndtr(high - m) - ndtr(low - m)) for m in (-1.0, 1.0))
    return at_most(_largest(low, high), (1.0 - slip) / least)


CLAIMS: tuple[Claim, ...] = (
    section_5_2_truncation,
    section_5_2_truncation_corrected,
    figure_4,
    figure_4_any_draw,
    section_5_2_supremum,
)
