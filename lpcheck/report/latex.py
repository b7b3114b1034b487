"""Numbers and mechanisms as LaTeX: a `tabular`, and a `pmatrix` (amsmath)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from formulations.formulation import Array
from lpcheck.report.forms import Form, of_entries
from lpcheck.report.text import LARGEST_SHOWN, entry

_SPECIAL = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "&": r"\&", "%": r"\%", "#": r"\#",
    "$": r"\$", "_": r"\_", "^": r"\^{}", "~": r"\~{}", "ε": r"$\varepsilon$", "δ": r"$\delta$",
    "γ": r"$\gamma$", "≤": r"$\le$", "≥": r"$\ge$", "×": r"$\times$", "−": "$-$", "∞": r"$\infty$",
    "…": r"\dots{}", "–": "--", "‖": r"$\|$", "²": r"$^2$", "χ": r"$\chi$", "→": r"$\to$",
    "\n": " ",
}  # fmt: skip


def escaped(text: str) -> str:
    """A text as LaTeX sets it, with the symbols of reports."""
    whole = "".join(_SPECIAL.get(c, c) for c in text)
    return whole.replace(r"e\^{}$\varepsilon$", r"$e^{\varepsilon}$")


def table(rows: Sequence[Mapping[str, str]]) -> str:
    r"""Rows of texts under their names, as a `tabular`.

    >>> print(table([{"ε": "1", "loss": "5 %"}]))
    \begin{tabular}{rr}
      $\varepsilon$ & loss \\ \hline
      1 & 5 \% \\
    \end{tabular}
    """
    lines = [" & ".join(map(escaped, rows[0])) + r" \\ \hline"]
    lines += [" & ".join(map(escaped, row.values())) + r" \\" for row in rows]
    sides = ("r" if all(_is_number(row[name]) for row in rows) else "l" for name in rows[0])
    return _tabular("".join(sides), lines)


def _is_number(text: str) -> bool:
    return text in ("", "∞", "−∞") or text.lstrip("+-.")[:1].isdigit()


def pairs(facts: Sequence[tuple[str, str]]) -> str:
    """Names and what they have, as a `tabular`."""
    return _tabular("ll", [f"{escaped(name)} & {escaped(text)} \\\\" for name, text in facts])


def matrix(values: Array, epsilon: float | None) -> str:
    r"""A mechanism as a `pmatrix`, its entries as closed forms where all of them are recognised.

    Args:
        values: a matrix or a vector.
        epsilon: the level of the closed forms; None where there are none.

    Example:
        >>> import numpy as np
        >>> print(matrix(np.eye(2), None))
        \[ \begin{pmatrix}
          1 & 0 \\
          0 & 1
        \end{pmatrix} \]
    """
    table = values if values.ndim == 2 else values.reshape(1, -1)
    if max(table.shape) > LARGEST_SHOWN:
        return "% too large to print: " + " × ".join(map(str, table.shape))
    forms = [] if epsilon is None else of_entries(table, epsilon)
    cells = [[_cell(x, forms) for x in row] for row in table.tolist()]
    body = " \\\\\n".join("  " + " & ".join(row) for row in cells)
    return f"\\[ \\begin{{pmatrix}}\n{body}\n\\end{{pmatrix}} \\]"


def _cell(x: float, forms: Sequence[tuple[float, Form]]) -> str:
    known = [form for value, form in forms if abs(x - value) <= 1e-9 * value]
    return known[0].latex if known else entry(x)


def _tabular(columns: str, lines: Sequence[str]) -> str:
    body = "\n".join(f"  {line}" for line in lines)
    return f"\\begin{{tabular}}{{{columns}}}\n{body}\n\\end{{tabular}}"
