"""The certificates of a claim: what each states, and how to check it without a solver."""

from __future__ import annotations

import json
from collections.abc import Mapping
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from html import escape
from typing import Any

from lpcheck.claims.claim import ClaimResult

FOLDER = "certificates"
"""Of the site."""

_DIGITS = 15


def certificates(result: ClaimResult, texts: Mapping[str, str]) -> str:
    """Links to a claim's certificates, or why there is none.

    Args:
        result: the claim; its certificates are named there.
        texts: the files by name; a certificate that is not among them is not linked.
    """
    names = [name for name in result.certificates if name in texts]
    if not names:
        return ""
    items = "".join(f"<li>{_item(name, json.loads(texts[name]))}</li>" for name in names)
    files = " ".join(f"{FOLDER}/{name}" for name in names)
    one = len(names) == 1
    return (
        f"<h2>{'Certificate' if one else 'Certificates'}</h2>\n"
        f"<p>{'It holds' if one else 'They hold'} rational numbers that prove the bounds; checking "
        f"them needs no solver and nothing that made them.</p>\n"
        f'<ul class="certificates">{items}</ul>\n'
        f"<p>To check, from the folder of this atlas:</p>\n"
        f"<pre><code>lpcheck recheck {escape(files)}</code></pre>"
    )


def _item(name: str, data: Mapping[str, Any]) -> str:
    link = f'<a class="id" href="../{FOLDER}/{escape(name)}">{escape(name)}</a>'
    lower, upper = data["bounds"]["lower"], data["bounds"]["upper"]
    question = f"<code>{escape(data['problem'])}</code>"
    parameters = data["parameters"]
    settings = [_setting(_NAMES[key], parameters[key]) for key in _NAMES if key in parameters]
    if settings:
        question += " at " + escape(", ".join(settings))
    verdict = (data["mechanism"] or {}).get("verdict")
    about = f"; the mechanism asked about is <strong>{verdict}</strong>" if verdict else ""
    return f"{link}<br>{question}: {_enclosure(lower, upper)}{about}."


_NAMES = {
    "epsilon": "ε", "delta": "δ", "nu": "ν", "c1": "c1", "c2": "c2", "gamma": "γ",
    "divergence": "f",
}  # fmt: skip


def _setting(name: str, text: str) -> str:
    """A parameter; a rational that nobody reads is rounded."""
    if len(text) <= _DIGITS:
        return f"{name} = {text}"
    try:
        return f"{name} ≈ {float(Fraction(text)):.6g}"
    except (ValueError, OverflowError):
        return f"{name} = {text[:_DIGITS]}…"


def _enclosure(lower: str, upper: str) -> str:
    """The enclosure rounded outwards to fifteen digits, and its exact width in three."""
    if "inf" in (lower.lstrip("-"), upper.lstrip("-")):
        names = {"inf": "∞", "-inf": "−∞"}
        least, most = names.get(lower, lower), names.get(upper, upper)
        return escape(f"the optimum is {least}" if least == most else f"{least} ≤ optimum ≤ {most}")
    low, high = Fraction(lower), Fraction(upper)
    width = high - low
    if width == 0:
        known = len(lower) <= 2 * _DIGITS
        return f"the optimum is {'exactly ' + escape(lower) if known else 'known exactly'}"
    return (
        f"{_rounded(low, ROUND_FLOOR)} ≤ optimum ≤ {_rounded(high, ROUND_CEILING)}, "
        f"of width {float(width):.2g}"
    )


def _rounded(x: Fraction, way: str) -> str:
    """A decimal of fifteen digits on the side of x that is asked for."""
    rounding = Context(prec=_DIGITS, rounding=way)
    return f"{rounding.divide(Decimal(x.numerator), Decimal(x.denominator)).normalize():g}"
