r"""Section 3.2: the class (9), its normalisation (10), and the trivial cases."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from scipy.integrate import quad

from formulations import MinimaxSampler
from formulations.gate import solve
from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.displays import display, displays
from lpcheck.claims.divergences import read
from lpcheck.claims.evidence import at_most, both, equal
from lpcheck.claims.exact import F, no_more, odds, same, shares
from lpcheck.claims.instances import at, explicit
from lpcheck.papers.park2024.sampler import Band, members


def _ranges(
    h: Sequence[Fraction], c1: Fraction, c2: Fraction
) -> list[tuple[Fraction, Fraction]] | None:
    """The range of each coordinate over {c1 h ≤ P ≤ c2 h, ΣP = 1}; None if that is empty."""
    total = sum(h, F(0))
    if not c1 * total <= 1 <= c2 * total:
        return None
    return [(max(c1 * x, 1 - c2 * (total - x)), min(c2 * x, 1 - c1 * (total - x))) for x in h]


@display(
    "below eq. 10",
    r"If any of $\int h > 0$, $c_1\int h < 1$, $c_2\int h > 1$ fails, the class (9) is empty or "
    r"the single distribution $c_1h$ or $c_2h$.",
    explicit(
        at("c1 ∫h = 1", h=[F(1, 2), F(1, 3)], c1=F(6, 5), c2=F(3)),
        at("h = 0", h=[F(0), F(0)], c1=F(1, 2), c2=F(3)),
        at("c1 ∫h > 1", h=[F(2), F(1)], c1=F(1, 2), c2=F(3)),
        at("c2 ∫h = 1", h=[F(1, 5), F(1, 5), F(1, 10)], c1=F(0), c2=F(2)),
        at("c2 ∫h < 1", h=[F(1, 5), F(1, 10)], c1=F(1, 2), c2=F(2)),
    ),
)
def _normalisation(h: list[Fraction], c1: Fraction, c2: Fraction, slip: float = 0.0) -> Outcome:
    """The range of every coordinate, exactly; the slip lowers c1 by that share."""
    ranges = _ranges(h, c1 * (1 - F(slip)), c2)
    if ranges is None:
        return Outcome(True, 0.0, "the class is empty")
    lows, highs = [low for low, _ in ranges], [high for _, high in ranges]
    single = [c1 * x for x in h], [c2 * x for x in h]
    return both(same(lows, highs), Outcome(lows in single, 0.0, f"the member is {lows}"))


@display(
    "eq. 10",
    r"With $h' = h/\int h$, $c_i' = c_i\int h$ the class is the same, $\int h' = 1$ and "
    r"$c_1' < 1 < c_2'$.",
    explicit(
        at("generic", h=[F(1, 2), F(1, 3), F(2)], c1=F(1, 10), c2=F(3)),
        at("c1 = 0", h=[F(3), F(4)], c1=F(0), c2=F(1, 2)),
    ),
)
def _rescaling(h: list[Fraction], c1: Fraction, c2: Fraction, slip: float = 0.0) -> Outcome:
    """Bounds before and after; the slip changes ∫h."""
    total = sum(h, F(0)) + F(slip)
    scaled, low, high = [x / total for x in h], c1 * total, c2 * total
    return both(
        same(sum(scaled, F(0)), F(1)),
        same([low * x for x in scaled], [c1 * x for x in h]),
        same([high * x for x in scaled], [c2 * x for x in h]),
        Outcome(low < 1 < high, 0.0, f"c1' = {low}, c2' = {high}"),
    )


@display(
    "trivial case",
    r"If $c_2 \le e^\varepsilon c_1$, $\mathbf Q(P) = P$ is $\varepsilon$-LDP and "
    r"$\mathcal R = 0$.",
    explicit(
        at("c2 = e^ε c1", "degenerate", mu=[F(1, 4)] * 4, c1=F(3, 4), c2=F(3, 2), t=F(2)),
        at("c2 < e^ε c1", mu=shares("3 2 1"), c1=F(1, 2), c2=F(3, 2), t=F(4)),
        at("large ε", mu=[F(1, 3)] * 3, c1=F(1, 100), c2=F(5, 2), t=F(10**6)),
    ),
)
def _trivial(
    mu: list[Fraction], c1: Fraction, c2: Fraction, t: Fraction, slip: float = 0.0
) -> Outcome:
    """The identity's ratios, at most c2/c1, and the program's value; the slip raises c2."""
    band = Band(tuple(mu), c1, c2 * (1 + F(slip)), t)
    problem = MinimaxSampler(
        reference=mu, c1=band.c1, c2=band.c2, epsilon=math.log(t) + 1e-13, divergence="kl"
    )
    return both(no_more(odds(members(band, 8)), t), equal(solve(problem).value, 0.0))


@display(
    "below eq. 9",
    r"Mixtures of $\mathcal N(\mu_i, I_n)$, $\|\mu_i\| \le 1$, lie in $\mathcal P_{0,1,h}$ with "
    r"$h(x) = (2\pi)^{-n/2} \exp(-[\max(0, \|x\|-1)]^2/2)$, and $\int h < \infty$.",
    explicit(*(at(f"n = {n}", n=n) for n in (1, 2, 5))),
)
def _gaussian(n: int, slip: float = 0.0) -> Outcome:
    """Densities at random means and points, h attained, ∫h; the slip lowers h by that share."""
    generator = np.random.default_rng(n)
    points = generator.normal(size=(200, n)) * 2
    means = generator.normal(size=(400, n))
    means *= generator.uniform(0, 1, (400, 1)) ** (1 / n) / np.linalg.norm(means, axis=1)[:, None]
    radius = np.linalg.norm(points, axis=1)
    # The nearest mean of the ball to each point, where h must be attained.
    nearest = points / np.maximum(radius, 1.0)[:, None]
    height = (2 * math.pi) ** (-n / 2)
    h = height * np.exp(-(np.maximum(0, radius - 1) ** 2) / 2) * (1 - slip)
    squares = ((points[:, None, :] - means[None]) ** 2).sum(axis=2)
    own = height * np.exp(-((points - nearest) ** 2).sum(axis=1) / 2)
    shell = 2 * math.pi ** (n / 2) / math.gamma(n / 2)
    mass, _ = quad(
        lambda r: shell * r ** (n - 1) * height * math.exp(-(max(0, r - 1) ** 2) / 2),
        0,
        60,
        points=[1],
    )
    # ∫h from the moments of a folded Gaussian: 1 + ∫ (1 + s)^{n-1} φ(s), in closed form for n = 1.
    known = equal(mass, 1 + 2 * height, relative=1e-8) if n == 1 else at_most(mass, 1e3)
    return both(
        at_most(float((height * np.exp(-squares / 2) / h[:, None]).max()), 1.0),
        at_most(float(np.abs(own / h - 1).max()), 1e-9),
        known,
    )


setup = displays(
    [_gaussian, _normalisation, _rescaling, _trivial],
    id="park2024.section-3-2-setup",
    source="Section 3.2, around eqs 9 and 10",
    conditions="c2 > c1 ≥ 0",
    evidence="Exactly on finite alphabets; the mixtures by the nearest mean in the unit ball, and "
    "∫h by quadrature in polar coordinates.",
)


def _infinite(mu: list[Fraction], c2: Fraction, divergence: str) -> bool:
    problem = MinimaxSampler(reference=mu, c2=c2, epsilon=1, divergence=read(divergence))
    return math.isinf(solve(problem).value)


@claim(
    id="park2024.theorem-3-3-infinite-support",
    source="Behavior of the optimal mechanism, Section 3.2, with a finite alphabet in place of R^n",
    statement=r"If $c_1 = 0$, $f(0) = \infty$ and $f'(\infty) < \infty$: $\mathcal R = \infty$ if "
    r"and only if $c_2(1-\mu(x)) \ge 1$ for every letter $x$ (each is missed by some $P$). Without "
    r"atoms that always holds; for $\mu = (\frac12, \frac12)$, $c_2 = \frac32$ it does not.",
    kind="equal",
    conditions="finite alphabet, ε > 0",
    evidence="If a letter is in every support, answering with it alone costs a finite amount; if "
    "none is, ε-LDP forces mass where some P has none. Two singular members are sufficient but not "
    "needed: pairs of three letters overlap.",
    instances=explicit(
        at("pairs of three letters", mu=[F(1, 3)] * 3, c2=F(3, 2)),
        at("all of two letters", mu=[F(1, 2)] * 2, c2=F(2)),
        at("uneven μ", mu=shares("3 2 1"), c2=F(2)),
        at("two letters, c2 = 3/2", mu=[F(1, 2)] * 2, c2=F(3, 2)),
        at("a heavy letter", mu=shares("3 1 1"), c2=F(2)),
        at("just missed", "degenerate", mu=shares("2 1 1"), c2=F(2)),
        at("just held", "degenerate", mu=shares("2 1 1"), c2=F(199, 100)),
    ),
    finding="probe",
    stands="Printed for R^n, where it holds (theorem-3-3-behaviour).",
)
def infinite_support(mu: list[Fraction], c2: Fraction, slip: float = 0.0) -> Outcome:
    """The condition, the optimum, and its growth along f with f(0) = 1/a; slip lowers c2 in one."""
    condition = all(c2 * (1 - F(slip)) * (1 - m) >= 1 for m in mu)
    values = [
        solve(MinimaxSampler(reference=mu, c2=c2, epsilon=1, divergence=f"alpha:{a}")).value
        for a in (1e-2, 1e-3)
    ]
    growing = values[1] > 5.0 * values[0]
    found = _infinite(mu, c2, "alpha:0")
    detail = f"condition {condition}, infinite {found}, growing {growing}"
    return Outcome(condition == found == growing, 0.0, detail)


CLAIMS: tuple[Claim, ...] = (setup, infinite_support)
