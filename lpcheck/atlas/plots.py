r"""A claim's figure, drawn from what its test compared (`lpcheck.claims.levels`).

Above, the optimum (or the computed side) as a line and the closed form (or the claimed side) as
circles, so that both are seen where they coincide; below, how far apart they are, on a log scale
with a place for exact zeros. Asymptotic claims show the remainder against its claimed order.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from statistics import median

from lpcheck.atlas.mathematics import typeset
from lpcheck.claims.claim import ClaimResult
from lpcheck.claims.curve import Curve, Meaning, Point
from lpcheck.claims.trace import Remainder
from lpcheck.report.svg import (
    LEFT,
    RIGHT,
    WIDTH,
    Scale,
    bottom,
    drawing,
    grid,
    ground_line,
    line,
    linear,
    logarithmic,
    mark,
    text,
)
from lpcheck.report.text import exact, number, small

_TOP, _PANEL, _BETWEEN, _GAPS, _FOOT = 44, 230, 44, 132, 48

_TITLES: dict[Meaning, str] = {
    "optimum": "Closed form against optimum",
    "=": "Computed against claimed",
    "≤": "Both sides of the inequality",
}
_NAMES: dict[Meaning, tuple[str, str]] = {
    "optimum": ("optimum", "closed form"),
    "=": ("computed", "claimed"),
    "≤": ("left side", "right side"),
}


def plot_of(result: ClaimResult) -> str:
    """The figure of a claim as HTML, or one sentence on why there is none."""
    drawn = result.drawing
    if drawn is None:
        return ""
    if drawn.curve is not None:
        return _curve(drawn.curve, drawn.outside)
    if drawn.remainder is not None:
        return _remainder(drawn.remainder)
    return (
        '<p class="quiet">No figure: the test does not compare two finite numbers that differ from '
        "instance to instance. What it found at each is listed below.</p>"
    )


def _curve(curve: Curve, outside: int) -> str:
    first, second = _NAMES[curve.meaning]
    place = "ε" if curve.instance else "instance"
    rows = "".join(
        f"<tr><td>{number(p.at)}</td><td>{exact(p.computed)}</td><td>{exact(p.claimed)}</td>"
        f"<td>{small(p.gap)}</td><td>{_WORDS[p.holds]}</td></tr>"
        for p in curve.points
    )
    heads = "".join(
        f'<th scope="col">{h}</th>' for h in (place, first, second, "gap", "the test says")
    )
    return (
        f"<h2>{_TITLES[curve.meaning]}</h2>\n"
        f"<figure>{_panels(curve)}<figcaption>{_caption(curve, outside)}</figcaption></figure>\n"
        f"<details><summary>The numbers of the figure</summary>"
        f'<div class="wide"><table class="numbers"><thead><tr>{heads}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div></details>"
    )


_WORDS = {True: "yes", False: "no", None: "undecided"}


def _caption(curve: Curve, outside: int) -> str:
    sentences = []
    if curve.meaning == "optimum":
        name = f" (<code>{escape(curve.problem)}</code>)" if curve.instance else ""
        sentences.append(
            f"The optimum over all mechanisms{name}, solved at each point, and the value of the "
            "closed form."
        )
    elif curve.meaning == "=":
        sentences.append("The two numbers that the test asks to be equal.")
    else:
        sentences.append("The test asks that the left side is at most the right side.")
    if curve.of > 1:
        sentences.append(
            f"The test makes {curve.of} such comparisons; the first with the largest gap is drawn."
        )
    if curve.instance:
        sentences.append(f"All but ε as at the instance: {typeset(curve.instance)}.")
    else:
        sentences.append("One point an instance, in the order of the list below.")
    if outside:
        sentences.append(
            f"Not drawn along ε: at {outside} of the levels tried the test says no, since the "
            "statement is about particular levels or its conditions end there."
        )
    if curve.refusals:
        where = f"{curve.refusals} of {len(curve.points)} points"
        sentences.append(f"Crosses: the test does not hold, at {where}.")
    gap = "how much larger the left side is" if curve.meaning == "≤" else "how far apart they are"
    sentences.append(f"Below: {gap}, on a log scale" + _legend(curve) + ".")
    return " ".join(sentences)


def _legend(curve: Curve) -> str:
    words = ""
    if all(p.allowed for p in curve.points):
        words += "; the dashed line is what the comparison allows"
    if any(p.gap < 0 for p in curve.points):
        words += "; rings are " + (
            "room to spare" if curve.meaning == "≤" else "beyond the optimum, by rounding"
        )
    return words


def _panels(curve: Curve) -> str:
    points = curve.points
    first, second = _NAMES[curve.meaning]
    across = _across(curve)
    values = [v for p in points for v in (p.computed, p.claimed)]
    wide = min(values) > 0 and max(values) > 30 * median(values)
    scale = logarithmic if wide else linear
    up = scale(values, _TOP + _PANEL, _TOP)
    parts = [grid(across, up), ground_line(across, up.start)]
    if curve.instance:
        parts.append(line([(across(p.at), up(p.computed)) for p in points], "optimum"))
    else:
        parts += [mark(across(p.at), up(p.computed), "bar") for p in points]
    parts += [mark(across(p.at), up(p.claimed), _style(p)) for p in points]
    parts += [mark(LEFT + 12, 16, "bar"), text(LEFT + 28, 16, first, middle=True)]
    parts += [mark(LEFT + 200, 16, "form"), text(LEFT + 212, 16, second, middle=True)]
    ground = _TOP + _PANEL + _BETWEEN + _GAPS
    parts += _gaps(points, across, ground)
    parts.append(bottom(across, ground, "ε (nats)" if curve.instance else "instance"))
    return drawing(ground + _FOOT, _label(curve), parts)


def _across(curve: Curve) -> Scale:
    low, high = curve.points[0].at, curve.points[-1].at
    if not curve.instance:
        return Scale(0.0, high + 1.0, LEFT, WIDTH - RIGHT, whole=True)
    if low < 0.2 * high:
        low = 0.0
    return Scale(low, high, LEFT, WIDTH - RIGHT)


def _gaps(points: Sequence[Point], across: Scale, ground: float) -> list[str]:
    """The lower panel; its lowest place is for gaps that are exactly 0."""
    sizes = [abs(p.gap) for p in points if p.gap != 0.0]
    allowed = [p.allowed for p in points if p.allowed]
    up = logarithmic([*sizes, *allowed] or [1e-16, 1e-15], ground - 30, ground - _GAPS)
    parts = [text(LEFT, ground - _GAPS - 14, "gap")]
    parts += [grid(across, up), text(LEFT - 8, ground - 6, "0", "end", middle=True)]
    if all(p.allowed for p in points):
        limit = [(across(p.at), up(p.allowed)) for p in points if p.allowed]
        parts.append(line(limit, "allowed"))
    for p in points:
        down = up(abs(p.gap)) if p.gap else ground - 6
        style = _style(p)
        parts.append(mark(across(p.at), down, "gap" if style == "form" and p.gap >= 0 else style))
    parts.append(ground_line(across, ground))
    return parts


def _style(p: Point) -> str:
    return "form" if p.holds else "no"


def _label(curve: Curve) -> str:
    """The figure in one sentence."""
    first, second = _NAMES[curve.meaning]
    points = curve.points
    worst = max(points, key=lambda p: p.gap)
    where = (
        f"for ε from {points[0].at:.3g} to {points[-1].at:.3g}"
        if curve.instance
        else f"at {len(points)} instances"
    )
    place = f"ε = {worst.at:.3g}" if curve.instance else f"instance {worst.at:g}"
    if curve.meaning == "≤":
        extreme = "exceeds the right" if worst.gap > 0 else "stays below the right, nearest"
        found = f"the left side {extreme} by {abs(worst.gap):.2g}, at {place}"
    else:
        found = f"{first} and {second} differ by at most {worst.gap:.2g}"
        found += f", at {place}" if worst.gap else ""
    refused = curve.refusals
    last = f"the test does not hold at {refused} of {len(points)} points" if refused else ""
    return f"{_TITLES[curve.meaning]} {where}: {found}" + (f"; {last}" if last else "")


def _remainder(found: Remainder) -> str:
    steps, sizes = found.steps, found.sizes
    ground = _TOP + _PANEL
    across = logarithmic(steps, LEFT, WIDTH - RIGHT)
    # The claimed order, through the first point: what is O(h^order) stays below such a line.
    anchor = [sizes[0] * (h / steps[0]) ** found.order for h in steps]
    anchor = [max(y, 1e-300) for y in anchor]
    up = logarithmic([*sizes, *anchor], ground, _TOP)
    parts = [
        grid(across, up),
        ground_line(across, up.start),
        bottom(across, ground, "h, the small quantity"),
    ]
    parts.append(line([(across(h), up(y)) for h, y in zip(steps, anchor, strict=True)], "allowed"))
    parts += [mark(across(h), up(y), "form") for h, y in zip(steps, sizes, strict=True)]
    parts += [mark(LEFT + 12, 16, "form"), text(LEFT + 24, 16, "remainder", middle=True)]
    parts.append(line([(LEFT + 188, 16), (LEFT + 212, 16)], "allowed"))
    parts.append(text(LEFT + 220, 16, f"slope {found.order:g}, claimed", middle=True))
    rate = math.log(sizes[-2] / sizes[-1]) / math.log(steps[-2] / steps[-1])
    label = (
        f"Remainder against h from {steps[0]:.3g} to {steps[-1]:.3g}: its order is measured as "
        f"{rate:.3f} at the end, claimed {found.order:g}"
    )
    rows = "".join(
        f"<tr><td>{small(h)}</td><td>{exact(y)}</td></tr>"
        for h, y in zip(steps, sizes, strict=True)
    )
    return (
        "<h2>Remainder against its order</h2>\n"
        f"<figure>{drawing(ground + _FOOT, label, parts)}<figcaption>What is left after the "
        f"printed terms, as h falls, on log scales; measured order at the end {rate:.3f}."
        "</figcaption></figure>\n"
        "<details><summary>The numbers of the figure</summary>"
        '<div class="wide"><table class="numbers"><thead><tr><th scope="col">h</th>'
        f'<th scope="col">remainder</th></tr></thead><tbody>{rows}</tbody></table></div></details>'
    )
