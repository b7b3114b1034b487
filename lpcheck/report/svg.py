"""Axes and marks as inline SVG: a panel with a linear or a logarithmic scale up its side."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

WIDTH = 640
LEFT, RIGHT = 76, 28
SIZE = 4.0
"""Half the width of a mark."""


@dataclass(frozen=True)
class Scale:
    """From numbers to places: `low` at `start`, `high` at `end`, in pixels."""

    low: float
    high: float
    start: float
    end: float
    logarithmic: bool = False
    whole: bool = False

    def __call__(self, x: float) -> float:
        """The place of a number."""
        low, high, x = (
            map(math.log10, (self.low, self.high, x))
            if self.logarithmic
            else (self.low, self.high, x)
        )
        return self.start + (self.end - self.start) * (x - low) / (high - low)

    def ticks(self) -> list[float]:
        """Round numbers from `low` to `high`."""
        if not self.logarithmic:
            step = nice_ceiling((self.high - self.low) / 6)
            step = float(math.ceil(step)) if self.whole else step
            first = math.ceil(self.low / step - 1e-9)
            return [i * step for i in range(first, math.floor(self.high / step + 1e-9) + 1)]
        low, high = round(math.log10(self.low)), round(math.log10(self.high))
        stride = max(1, math.ceil((high - low) / 4))
        return [10.0**i for i in range(low, high + 1, stride)]


def linear(values: Sequence[float], start: float, end: float) -> Scale:
    """A scale over values, which begins at 0 where that leaves the values room."""
    low, high = min(values), max(values)
    if low >= 0.0 and low < 0.6 * high:
        return Scale(0.0, nice_ceiling(high), start, end)
    if high <= 0.0 and high > 0.6 * low:
        return Scale(-nice_ceiling(-low), 0.0, start, end)
    room = 0.1 * (high - low) if high - low > 1e-9 * abs(high) else 0.1 * abs(high) or 1.0
    step = nice_ceiling((high - low + 2 * room) / 6)
    return Scale(
        math.floor((low - room) / step) * step, math.ceil((high + room) / step) * step, start, end
    )


def logarithmic(values: Sequence[float], start: float, end: float) -> Scale:
    """A scale from one power of ten to another, over positive values."""
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    return Scale(10.0**low, 10.0 ** max(high, low + 1), start, end, logarithmic=True)


def grid(across: Scale, up: Scale) -> str:
    """Grid lines with their numbers at the left."""
    parts = []
    for y in up.ticks():
        parts.append(f'<path class="grid" d="M{across.start} {up(y):.1f}H{across.end}"/>')
        parts.append(text(across.start - 8, up(y), _tick(y, up), "end", middle=True))
    return "".join(parts)


def ground_line(across: Scale, down: float) -> str:
    """The line that a panel stands on."""
    return f'<path class="axis" d="M{across.start} {down:.1f}H{across.end}"/>'


def bottom(across: Scale, down: float, title: str) -> str:
    """Numbers below the ground line, and what they are."""
    parts = []
    for x in across.ticks():
        parts.append(f'<path class="axis" d="M{across(x):.1f} {down}v5"/>')
        parts.append(text(across(x), down + 20, _tick(x, across), "middle"))
    parts.append(text((across.start + across.end) / 2, down + 40, title, "middle"))
    return "".join(parts)


def text(x: float, y: float, words: str, anchor: str = "start", *, middle: bool = False) -> str:
    """Words at a place."""
    shift = ' dy=".35em"' if middle else ""
    return f'<text x="{x:.1f}" y="{y:.1f}"{shift} text-anchor="{anchor}">{escape(words)}</text>'


def line(points: Sequence[tuple[float, float]], style: str) -> str:
    """A line through places."""
    return f'<polyline class="{style}" points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in points)}"/>'


def mark(x: float, y: float, style: str) -> str:
    """A circle; a cross where the style is `no`, a dash where it is `bar`."""
    if style == "no":
        d = 2.0 * SIZE
        place = f"M{x - d / 2:.1f} {y - d / 2:.1f}"
        return f'<path class="no" d="{place}l{d:g} {d:g}m0 {-d:g}l{-d:g} {d:g}"/>'
    if style == "bar":
        return f'<path class="optimum" d="M{x - 2 * SIZE:.1f} {y:.1f}h{4 * SIZE}"/>'
    return f'<circle class="{style}" cx="{x:.1f}" cy="{y:.1f}" r="{SIZE}"/>'


def drawing(height: float, label: str, parts: Sequence[str]) -> str:
    """The whole image, with words for those who do not see it."""
    return (
        f'<svg viewBox="0 0 {WIDTH} {height:g}" role="img" aria-label="{escape(label)}">'
        + "".join(parts)
        + "</svg>"
    )


def nice_ceiling(x: float) -> float:
    """A round number that is at least x > 0, and not much more."""
    power = 10.0 ** math.floor(math.log10(x))
    steps = (1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0)
    return next(m * power for m in steps if m * power >= x * (1 - 1e-12))


def _tick(x: float, scale: Scale) -> str:
    if scale.logarithmic:
        exponent = round(math.log10(x))
        return f"{x:g}" if -3 <= exponent <= 4 else f"1e{exponent}".replace("-", "−")
    return f"{x:.10g}".replace("-", "−")
