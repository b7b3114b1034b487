"""One result, in the parts that reports are made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from formulations.formulation import Array
from lpcheck.report import html as markup
from lpcheck.report.text import number


@dataclass(frozen=True)
class View:
    """One result, in the parts that reports are made of.

    Attributes:
        title: a short name, and the verdict.
        text: the report of the command line.
        rows: the numbers as a table; one row where the result is one answer.
        facts: the same by name, for people, where the result is one answer.
        mechanisms: what is set as a matrix.
        epsilon: the level of their closed forms, where they may have some.
        body: HTML to be shown instead of the text.
    """

    title: str
    text: Callable[[], str]
    rows: Sequence[Mapping[str, Any]]
    facts: Sequence[tuple[str, str]] = ()
    mechanisms: Sequence[Array] = ()
    epsilon: float | None = None
    body: Callable[[], str] | None = None


def drawn(view: View) -> str:
    """The result as a part of a page."""
    if view.body is not None:
        return view.body()
    head = f"<h1>{escape(view.title)}</h1>"
    if view.facts:
        named = markup.pairs([(name, markup.formula(x)) for name, x in view.facts])
        return "\n".join([head, named, *map(markup.value, view.mechanisms)])
    return f"{head}\n{markup.table(cells(view.rows))}\n<pre>{escape(view.text())}</pre>"


def cells(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, str]]:
    """Rows as people read them."""
    return [{name.replace("_", " "): _cell(x) for name, x in row.items()} for row in rows]


def _cell(x: Any) -> str:
    if x is None or isinstance(x, str):
        return x or ""
    if isinstance(x, bool):
        return "yes" if x else "no"
    return str(x) if isinstance(x, int) else number(float(x))
