"""One look for all figures: colour-blind-safe, and told apart in grey by dash and marker."""

from __future__ import annotations

import io
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from formulations.errors import InputError

_SETTINGS: dict[str, Any] = {
    "figure.dpi": 150,
    "savefig.dpi": 150,
    "font.size": 9.5,
    "axes.titlesize": 9.5,
    "axes.titlelocation": "left",
    "axes.labelsize": 9.5,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": "#555555",
    "axes.linewidth": 0.8,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#e4e4e4",
    "grid.linewidth": 0.6,
    "xtick.color": "#333333",
    "ytick.color": "#333333",
    "xtick.labelsize": 8.5,
    "ytick.labelsize": 8.5,
    "lines.linewidth": 1.6,
    "lines.markersize": 4.0,
    "legend.frameon": False,
    "legend.fontsize": 8.5,
    "mathtext.fontset": "dejavusans",
    "svg.hashsalt": "lpcheck",
    "svg.fonttype": "none",
}

BLACK, BLUE, ORANGE, GREEN, PURPLE, SKY = (
    "#000000", "#0072B2", "#D55E00", "#009E73", "#AA4499", "#56B4E9",
)  # fmt: skip
"""Okabe and Ito's colours, and a purple of Tol's, which is darker than theirs."""

LINES: tuple[dict[str, Any], ...] = (
    {"color": BLACK, "linestyle": "-"},
    {"color": BLUE, "linestyle": "--"},
    {"color": ORANGE, "linestyle": "-."},
    {"color": GREEN, "linestyle": ":"},
    {"color": PURPLE, "linestyle": (0, (5, 1, 1, 1, 1, 1))},
    {"color": SKY, "linestyle": (0, (8, 2))},
)
"""Lines in the order in which they are used; the optimum, where there is one, is the first."""

MARKERS = ("o", "s", "^", "D", "v", "P")


@contextmanager
def applied() -> Iterator[None]:
    """The style, for what is drawn and saved inside.

    Raises:
        InputError: Matplotlib is not installed.
    """
    try:
        from matplotlib import rc_context  # noqa: PLC0415
    except ImportError:
        raise InputError(
            "figure", "Matplotlib is not installed", "pip install 'lpcheck[figures]'"
        ) from None
    with rc_context(_SETTINGS):
        yield


def canvas(
    columns: int = 1, rows: int = 1, *, width: float = 3.6, height: float = 2.9, **options: Any
) -> tuple[Any, Any]:
    """An empty figure of panels, and its axes: one, or an array as of `Figure.subplots`.

    No pyplot, so that no window and no global list of figures is involved.
    """
    from matplotlib.figure import Figure  # noqa: PLC0415

    figure = Figure(figsize=(width * columns, height * rows), layout="constrained")
    return figure, figure.subplots(rows, columns, **options)


def saved(figure: Any, extension: str) -> bytes:
    """A drawing as a file's content: png, svg or pdf; without a date, the same each time."""
    out = io.BytesIO()
    dateless = {"png": None, "svg": {"Date": None}, "pdf": {"CreationDate": None}}
    figure.savefig(out, format=extension, metadata=dateless[extension])
    return out.getvalue()


def annotate(figure: Any, note: str) -> None:
    """The note below the panels, small and grey, wrapped to the width of the figure."""
    if not note:
        return
    width, height = figure.get_size_inches()
    lines = textwrap.wrap(note, int(19 * width))
    figure.set_size_inches(width, height + 0.15 * len(lines) + 0.05)
    figure.supxlabel(
        "\n".join(lines), x=0.06 / width, ha="left", fontsize=7, color="#555555", linespacing=1.3
    )


def legend_above(figure: Any, axes: Any, columns: int) -> None:
    """One legend for all panels, above them, from the handles of one of them."""
    handles, labels = axes.get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside upper center", ncols=columns)
