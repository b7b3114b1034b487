r"""Closed forms against the optimum over a range of ε, as inline SVG.

A few headline claims have a figure: the line is the optimum over all mechanisms, solved at each ε,
the circles are the closed form. They are drawn from computation at build time, a second or so.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape

import numpy as np

from formulations import Formulation, Information, MinimaxSampler, PublicPrior, Staircase, solve
from formulations.formulation import Array
from lpcheck.claims.claim import Claim
from lpcheck.mechanisms import (
    binary_hypothesis,
    public_prior_kernel,
    randomized_response,
)
from lpcheck.report._text import number

_WIDTH, _HEIGHT = 640, 330
_LEFT, _RIGHT, _TOP, _BOTTOM = 62, 14, 34, 46
_EPSILONS = tuple(0.25 * i for i in range(1, 25))


@dataclass(frozen=True)
class Figure:
    """What is drawn: an instance of a problem at each ε, the closed form, and words for both."""

    problem: Callable[[float], Formulation]
    mechanism: Callable[[Formulation, float], Array]
    caption: str
    quantity: str


_P0, _P1 = ["1/2", "1/4", "1/8", "1/8"], ["1/8", "1/8", "1/4", "1/2"]

FIGURES: dict[str, Figure] = {
    "kairouz2016.theorem-6": Figure(
        lambda epsilon: Staircase(p0=_P0, p1=_P1, epsilon=epsilon, divergence="tv"),
        lambda problem, epsilon: binary_hypothesis(
            problem.parameters["p0"].array, problem.parameters["p1"].array, epsilon
        ),
        "Binary mechanism, P0 = (1/2, 1/4, 1/8, 1/8), P1 = (1/8, 1/8, 1/4, 1/2).",
        "total variation of the outputs",
    ),
    "kairouz2016.theorem-8-corrected": Figure(
        lambda epsilon: Staircase(p0=_P0, p1=_P1, epsilon=epsilon, divergence="kl"),
        lambda problem, epsilon: randomized_response(4, epsilon),
        "Randomized response, P0 = (1/2, 1/4, 1/8, 1/8), P1 = (1/8, 1/8, 1/4, 1/2): "
        "below the optimum at small ε.",
        "KL divergence of the outputs (nats)",
    ),
    "kairouz2016.theorem-14": Figure(
        lambda epsilon: Information(prior=_P0, epsilon=epsilon),
        lambda problem, epsilon: randomized_response(4, epsilon),
        "Randomized response, prior (1/2, 1/4, 1/8, 1/8): below the optimum at small ε.",
        "mutual information (nats)",
    ),
    "zamanlooy2025.theorem-1": Figure(
        lambda epsilon: PublicPrior(
            prior=["1/10", "1/5", "3/10", "2/5"], epsilon=epsilon, divergence="tv"
        ),
        lambda problem, epsilon: public_prior_kernel(problem.parameters["prior"].array, epsilon),
        "Algorithm 1 for the prior (1/10, 1/5, 3/10, 2/5).",
        "largest total variation",
    ),
    "park2024.theorem-3-1": Figure(
        lambda epsilon: MinimaxSampler(k=4, epsilon=epsilon, divergence="kl"),
        lambda problem, epsilon: randomized_response(4, epsilon),
        "The minimax sampler of all distributions on 4 letters.",
        "largest KL divergence (nats)",
    ),
}


def plot_of(claim: Claim) -> str:
    """The figure of a claim as HTML, or nothing."""
    figure = FIGURES.get(claim.id)
    if figure is None:
        return ""
    optima, forms = [], []
    for epsilon in _EPSILONS:
        problem = figure.problem(epsilon)
        optima.append(solve(problem).value)
        forms.append(problem.value(np.asarray(figure.mechanism(problem, epsilon))))
    rows = "".join(
        f"<tr><td>{number(x)}</td><td>{number(a)}</td><td>{number(b)}</td></tr>"
        for x, a, b in zip(_EPSILONS, optima, forms, strict=True)
    )
    return (
        "<h2>Closed form against optimum</h2>\n"
        f"<figure>{_svg(figure, optima, forms)}"
        f"<figcaption>Line: the optimum over all mechanisms. Circles: the closed form. "
        f"{escape(figure.caption)}</figcaption></figure>\n"
        f"<details><summary>The numbers</summary><table><thead><tr>"
        f'<th scope="col">ε</th><th scope="col">optimum</th><th scope="col">closed form</th>'
        f"</tr></thead><tbody>{rows}</tbody></table></details>"
    )


def _svg(figure: Figure, optima: Sequence[float], forms: Sequence[float]) -> str:
    top = nice_ceiling(max(*optima, *forms))
    right = max(_EPSILONS)

    def at(x: float, y: float) -> tuple[str, str]:
        across = _LEFT + (_WIDTH - _LEFT - _RIGHT) * x / right
        down = _HEIGHT - _BOTTOM - (_HEIGHT - _TOP - _BOTTOM) * y / top
        return f"{across:.1f}", f"{down:.1f}"

    parts = []
    for i in range(6):
        y = top * i / 5
        (x1, down), (x2, _) = at(0, y), at(right, y)
        parts.append(f'<path class="grid" d="M{x1} {down}H{x2}"/>')
        parts.append(
            f'<text x="{_LEFT - 8}" y="{down}" dy=".35em" text-anchor="end">{y:.3g}</text>'
        )
    for tick in range(int(right) + 1):
        across, down = at(tick, 0)
        parts.append(f'<path class="axis" d="M{across} {down}v5"/>')
        parts.append(f'<text x="{across}" y="{down}" dy="20" text-anchor="middle">{tick}</text>')
    line = " ".join(",".join(at(x, y)) for x, y in zip(_EPSILONS, optima, strict=True))
    parts.append(f'<polyline class="optimum" points="{line}"/>')
    for x, y in zip(_EPSILONS, forms, strict=True):
        across, down = at(x, y)
        parts.append(f'<circle class="form" cx="{across}" cy="{down}" r="3.5"/>')
    (x1, down), (x2, _) = at(0, 0), at(right, 0)
    parts.append(f'<path class="axis" d="M{x1} {down}H{x2}"/>')
    middle = (_LEFT + _WIDTH - _RIGHT) / 2
    parts.append(
        f'<text x="{middle:.0f}" y="{_HEIGHT - 6}" text-anchor="middle">ε (nats)</text>'
        f'<text x="{_LEFT - 8}" y="16">{escape(figure.quantity)}</text>'
    )
    worst = max(abs(a - b) for a, b in zip(optima, forms, strict=True))
    label = (
        f"{figure.quantity} for ε from {_EPSILONS[0]:g} to {right:g}: closed form and optimum "
        f"differ by at most {worst:.2g}"
    )
    return (
        f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{escape(label)}">'
        + "".join(parts)
        + "</svg>"
    )


def nice_ceiling(x: float) -> float:
    """A round number that is at least x > 0, and not much more."""
    power = 10.0 ** math.floor(math.log10(x))
    steps = (1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0)
    return next(m * power for m in steps if m * power >= x * (1 - 1e-12))
