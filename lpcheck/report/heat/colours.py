"""Lines in the colours of a terminal: a background on one scale, and an ink that is read on it."""

from __future__ import annotations

import io
from typing import Literal, TypeAlias

Colours: TypeAlias = Literal["256", "truecolor"] | None
"""What a terminal has; None where there are none."""

Piece: TypeAlias = tuple[str, float | None]
"""Text, and where on the scale from 0 to 1 its background is."""

Line: TypeAlias = list[Piece]

_VIRIDIS = ((68, 1, 84), (59, 82, 139), (33, 145, 140), (94, 201, 98), (253, 231, 37))


def painted(line: Line, colours: Colours) -> str:
    """A line as text, with the terminal's codes for its colours."""
    if colours is None:
        return "".join(text for text, _ in line).rstrip()
    from rich.color import Color  # noqa: PLC0415  what is piped needs no rich
    from rich.console import Console  # noqa: PLC0415
    from rich.style import Style  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    drawn = Text(end="")
    for text, share in line:
        style = Style()
        if share is not None:
            red, green, blue = _colour(min(share, 1.0))
            ink = "black" if 0.3 * red + 0.59 * green + 0.11 * blue > 110 else "bright_white"
            style = Style(color=ink, bgcolor=Color.from_rgb(red, green, blue).name)
        drawn.append(text, style)
    drawn.rstrip()
    console = Console(
        file=io.StringIO(),
        force_terminal=True,
        color_system=colours,
        width=10_000,
        legacy_windows=False,
    )
    with console.capture() as captured:
        console.print(drawn, soft_wrap=True, end="")
    return captured.get()


def _colour(share: float) -> tuple[int, int, int]:
    place = share * (len(_VIRIDIS) - 1)
    n = min(int(place), len(_VIRIDIS) - 2)
    low, high = _VIRIDIS[n], _VIRIDIS[n + 1]
    red, green, blue = (round(a + (b - a) * (place - n)) for a, b in zip(low, high, strict=True))
    return red, green, blue
