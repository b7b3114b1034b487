r"""Section 5.2, Figure 4: Gaussian mixtures on [−4, 4]; and Section 3.2's remark on such classes.

The baseline here is the exact projection on the relative mollifier of the standard Gaussian
(Section 2.3). The paper draws MBDE, which approximates it by training and is not reproduced.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from scipy.special import ndtr

from formulations.formulation import Array
from lpcheck.claims.claim import Claim, Instance, Outcome, claim
from lpcheck.claims.evidence import at_most, both, equal
from lpcheck.claims.instances import at, explicit
from lpcheck.continuous import (
    Density,
    clipped_sampler,
    gaussian_clients,
    gaussian_envelope,
    gaussian_mixture,
    mollified,
)

FS, LEVELS, INTERVAL = ("kl", "tv", "hellinger"), (0.1, 0.5, 1.0, 2.0, 5.0), (-4.0, 4.0)
CLIENTS, FIRST = 100, 1
"""How many the figure has, and the seed of ours."""


def proposed(target: Density, reference: Density, c2: float, epsilon: float) -> list[float]:
    """KL, TV and squared Hellinger of the mechanism of Theorem 3.3, c1 = 0."""
    return clipped_sampler(target, reference, 0, c2, epsilon).divergences(FS)


def baseline(target: Density, normal: Density, epsilon: float) -> list[float]:
    """The divergences of the projection on the mollifier of a Gaussian."""
    return mollified(target, normal, epsilon).divergences(FS)


def below(first: Array, second: Array) -> Outcome:
    """The first is strictly below the second for each f; the gap is the relative excess."""
    excess = first / second - 1.0
    worst = int(np.argmax(excess))
    detail = f"{FS[worst]}: {first[worst]:.6g} against {second[worst]:.6g}"
    return Outcome(bool(excess[worst] < 0), float(excess[worst]), detail)


def _drawn(seed: int, epsilon: float, kept: int, slip: float) -> Outcome:
    """Maxima over the clients, of 100, whose means are farthest from 0."""
    x = np.linspace(*INTERVAL, 401)
    clients = gaussian_clients(CLIENTS, seed)
    away = [-abs(float(x @ c.target.at(x))) for c in clients]
    chosen = [clients[i] for i in np.argsort(away)[:kept]]
    normal = gaussian_mixture([0.0], interval=INTERVAL)
    ours = [proposed(c.target, c.reference, c.c2, epsilon) for c in chosen]
    theirs = [baseline(c.target, normal, epsilon + slip) for c in chosen]
    return below(np.max(ours, axis=0), np.max(theirs, axis=0))


def _draws(full: bool) -> Iterator[Instance]:
    """More seeds where the two are close; every client in the full run."""
    for epsilon in LEVELS:
        draws = 40 if full else 12 if epsilon == LEVELS[0] else 1
        seeds = range(FIRST, FIRST + draws)
        kept = CLIENTS if full else 5
        label = f"ε = {epsilon:g}, seeds {FIRST} to {seeds[-1]}"
        yield at(label, "random", seeds=seeds, epsilon=epsilon, kept=kept)


@claim(
    id="park2024.figure-4",
    source="Section 5.2, Figure 4",
    statement=r"Over 100 random mixtures the largest $D_f(P_j\|\mathbf Q(P_j))$ of the proposed "
    r"mechanism is lower than that of the baseline for all three $f$ and all $\varepsilon$.",
    kind="upper",
    conditions="K = 10, k0 = 2, truncated to [−4, 4]; ε ∈ {0.1, 0.5, 1, 2, 5}; the exact "
    "projection in place of MBDE",
    expected="undecided",
    evidence="Lower in our draw of the figure (seed 1) and in most others: of the seeds 1 to 40, "
    "in 36 at ε = 0.1 (not for 11, 12, 22 and 25, the four in which no client has its mean beyond "
    "±0.9; by 8 % at the most), in 39 at ε = 0.5 and in all from ε = 1 on, where it is lower by "
    "up to a factor of ten. The default run has seeds 1 to 12 at ε = 0.1 and seed 1 elsewhere, "
    "and of the 100 clients the 5 whose means are farthest from 0, where the maxima are; the full "
    "run has all.",
    instances=_draws,
    slip=0.2,
    quote="We can see that the proposed mechanism has much lower worst-case f-divergence than the "
    "baseline for all choices of f-divergences and […].",
    finding="undecided",
    ours="agrees",
)
def figure_4(seeds: Sequence[int], epsilon: float, kept: int, slip: float = 0.0) -> Outcome:
    """The figure's draw and most others; the control gives the baseline 0.2 more of ε."""
    found = [_drawn(seed, epsilon, kept, slip) for seed in seeds]
    good = sum(bool(outcome.holds) for outcome in found)
    detail = f"lower in {good} of {len(found)} draws; seed {seeds[0]}, {found[0].detail}"
    return Outcome(bool(found[0].holds) and 2 * good > len(found), found[0].gap, detail)


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


@claim(
    id="park2024.section-5-2-supremum",
    source="Section 3.2, below Theorem 3.3, for the mixtures of Section 5.2",
    statement=r"Over all mixtures of $\mathcal N(m, 1)$, $|m| \le 1$, on $[-4, 4]$, "
    r"$\sup_P D_f(P\|\mathbf Q(P))$ of the proposed mechanism is below the baseline's.",
    kind="upper",
    conditions="ε ∈ {0.1, 0.5, 1, 2, 5}; KL, TV, squared Hellinger",
    evidence="Both answers are projections on convex sets, so that the divergence is convex in P "
    "and its supremum is at single Gaussians; over a grid of means it is at |m| = 1 for both.",
    instances=lambda full: [
        at(f"ε = {e:g}", means=np.linspace(0, 1, 21 if full else 5).tolist(), epsilon=e)
        for e in LEVELS
    ],
    slip=0.2,
    quote="in Section 5, we numerically show that this proposed mechanism is better than "
    "previously proposed mechanism […] in terms of the worst-case f-divergence.",
)
def section_5_2_supremum(means: list[float], epsilon: float, slip: float = 0.0) -> Outcome:
    """Single Gaussians, the last at m = 1; the control gives the baseline 0.2 more of ε."""
    ours, theirs = worst(means, epsilon, slip, plane=False)
    last = (ours.argmax(axis=0) == len(means) - 1).all()
    return both(Outcome(bool(last), 0.0, "largest at m = 1"), below(ours[-1], theirs[-1]))


def _plane(full: bool) -> Iterator[Instance]:
    means = np.linspace(0.1, 1, 10).tolist() if full else [0.5, 1.0]
    for epsilon in LEVELS if full else (LEVELS[0], LEVELS[2]):
        ahead = FS if epsilon >= 1 else FS[:1]
        yield at(f"n = 2, ε = {epsilon:g}", epsilon=epsilon, means=means, ahead=ahead)


@claim(
    id="park2024.section-3-2-better-plane",
    source="Section 3.2, below Theorem 3.3, in the plane in place of the line",
    statement=r"The dimension matters: for $n = 2$ and $\varepsilon \in \{0.1, 0.5\}$ the baseline "
    r"has the smaller worst case for TV and squared Hellinger, the proposed mechanism for KL; for "
    r"$\varepsilon \in \{1, 2, 5\}$ the proposed mechanism has it for all three.",
    kind="upper",
    conditions="mixtures of N(m, I), |m| ≤ 1, Q0 = N(0, I)",
    evidence="n = 2, ε = 0.1: at N((1, 0), I) the squared Hellinger of the proposed mechanism is "
    "0.244, and TV 0.376; the baseline has at most 0.219 and 0.368, its largest values over single "
    "Gaussians and so, by convexity, over mixtures. The closest are 4 % apart (ε = 1, Hellinger).",
    instances=_plane,
    slip=0.2,
    control={"means": [1.0], "epsilon": 1.0, "ahead": FS},
    finding="probe",
    stands="Theorem 3.3 stands: its class is larger than the mixtures. Section 5.2 compares on a "
    "line, where the proposed mechanism is the better one at every ε (section-5-2-supremum).",
)
def section_3_2_better_plane(
    means: list[float], epsilon: float, ahead: Sequence[str], slip: float = 0.0
) -> Outcome:
    """Who has the smaller supremum for each f; the control gives the baseline 0.2 more of ε."""
    ours, theirs = (x.max(axis=0) for x in worst(means, epsilon, slip, plane=True))
    found = tuple(f for f, a, b in zip(FS, ours, theirs, strict=True) if a < b)
    return Outcome(found == tuple(ahead), 0.0, f"{below(ours, theirs).detail}; ahead for {found}")


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
    statement=r"Truncation moves the class: on $[-4, 4]$ the mixtures lie in "
    r"$\mathcal P_{0,1,h/a}$, $a = 0.99865$ the least mass of the interval under "
    r"$\mathcal N(m, 1)$, $|m| \le 1$, and in no smaller one.",
    kind="equal",
    conditions="an interval that holds [−1, 1], the mixtures renormalised on it",
    evidence="p/h ≤ 1/a on grids, and equal at the end of the ball that leaves the least mass; a "
    "is log-concave in m, so that its least value is at an end. N(1, 1) at x = 1: p/h = "
    "1/(Φ(3) − Φ(−5)) = 1.00135 on [−4, 4], 1.19 on [−2, 2].",
    instances=explicit(
        at("[−4, 4]", low=-4.0, high=4.0),
        at("[−2, 2]", low=-2.0, high=2.0),
        at("[−3/2, 3]", low=-1.5, high=3.0),
    ),
    finding="probe",
    weight="detail",
    stands="The paper says of the untruncated mixtures that they are in P_{0,1,h}, and they are.",
)
def section_5_2_truncation(low: float, high: float, slip: float = 0.0) -> Outcome:
    """p/h on a grid against 1/a; the slip tightens the bound."""
    least = min(float(ndtr(high - m) - ndtr(low - m)) for m in (-1.0, 1.0))
    found = _largest(low, high)
    return both(at_most(found, (1.0 - slip) / least), equal(found, 1.0 / least))


CLAIMS: tuple[Claim, ...] = (
    section_5_2_supremum,
    section_3_2_better_plane,
    section_5_2_truncation,
    figure_4,
)
