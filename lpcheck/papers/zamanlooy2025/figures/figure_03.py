"""Figure 3: click logs in the Avazu format, the subcategories of C18, ε = 12."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from lpcheck.figures import style
from lpcheck.figures.figure import Figure
from lpcheck.figures.series import Series
from lpcheck.figures.statement import Reading, Statement, near, untold
from lpcheck.papers.zamanlooy2025.figures import avazu
from lpcheck.papers.zamanlooy2025.figures.groups import ahead, bars, largest_losses

ATTRIBUTE, EPSILON = "C18", 12.0
COLUMNS = ("attribute", "subcategory", "epsilon", "users", "websites", "kernel", "mollifier")


def numbers(avazu_clicks: Path, full: bool = False) -> Series:
    """The largest loss over the users of each subcategory; the same in the full run."""
    rows = []
    for group in avazu.read(avazu_clicks, ATTRIBUTE):
        users = group.distributions
        losses = largest_losses(users, group.prior, EPSILON)
        rows.append((ATTRIBUTE, group.label, EPSILON, *users.shape, *losses))
    note = (
        f"users: device_id; websites: site_id, the {avazu.WEBSITES} with the most clicks; users "
        f"with {avazu.CLICKS} clicks, subcategories with {avazu.USERS} users (the choices that the "
        "paper leaves open are ours)"
    )
    return Series.of(COLUMNS, rows, note)


def draw(series: Series) -> Any:
    """One panel."""
    figure, axes = style.canvas(1, width=5.0, height=3.1)
    bars(axes, series, "subcategory")
    axes.set(xlabel=f"subcategory of {ATTRIBUTE}")
    style.legend_above(figure, axes, 2)
    return figure


def _nine(series: Series) -> Reading:
    mine = series.where(subcategory=2)
    if not len(mine):
        return untold("9-fold", "the file has no subcategory 2 with enough users")
    fold = float(mine.column("mollifier")[0] / mine.column("kernel")[0])
    return near(fold, 9.0, 0.5, lambda x: f"{x:.3g}-fold")


FIGURE = Figure(
    name="zamanlooy2025.figure-3",
    source="Section 5.3, Figure 3",
    caption="Largest total variation over the users of each subcategory of C18 in the Avazu click "
    "log: the minimax-optimal kernel and the relative mollifier, ε = 12.",
    numbers=numbers,
    draw=draw,
    statements=(
        Statement("Section 5.3", "The kernel significantly outperforms the mollifier.", ahead),
        Statement("Section 5.3", "In subcategory 2 the improvement is 9-fold.", _nine),
    ),
    data={"avazu_clicks": "the training file of the Avazu competition (train.csv or train.gz)"},
)
