"""The certificates of a claim: what each states, and how to check it without a solver."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from html import escape
from typing import Any

from lpcheck.atlas.html import page
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


def page_name(name: str) -> str:
    """Where the page of a certificate is, in the site."""
    return f"{FOLDER}/{name.removesuffix('.json')}.html"


def certificate_page(name: str, text: str) -> str:
    """A certificate for people: what it states, its numbers rounded, and the file itself."""
    data = json.loads(text)
    claim = data.get("claim") or ""
    back = f'<p class="crumbs"><a href="../claims/{escape(claim)}.html">{escape(claim)}</a></p>'
    rows = [(key, _shown(value)) for key, value in data["parameters"].items()]
    parts = [
        back if claim else "",
        f"<h1>Certificate {escape(name.removesuffix('.json'))}</h1>",
        f"<p>{_item(name, data).partition('<br>')[2]}</p>",
        "<h2>The problem</h2>",
        _pairs([("problem", f"<code>{escape(data['problem'])}</code>"), *rows]),
        "<h2>A mechanism with that value, rounded</h2>",
        _shown(data["primal"]),
        "<h2>Multipliers that no mechanism passes, rounded</h2>",
        _pairs([(key, _shown(value)) for key, value in (data["dual"] or {}).items()])
        or "<p>None are needed.</p>",
        "<h2>Check it</h2>",
        f'<p>The numbers themselves, exact: <a href="{escape(name)}">{escape(name)}</a>. From this '
        "folder, without a solver:</p>",
        f"<pre><code>lpcheck recheck {escape(name)}</code></pre>",
    ]
    return page(f"{name} – certificate", "\n".join(filter(None, parts)), up="../")


def _pairs(rows: Sequence[tuple[str, str]]) -> str:
    cells = "".join(f"<dt>{escape(key)}</dt><dd>{html}</dd>" for key, html in rows)
    return f'<dl class="facts">{cells}</dl>' if rows else ""


_MOST = 40
"""Entries of a vector, or rows of a matrix, that are written out."""


def _shown(value: Any) -> str:
    if isinstance(value, list) and value and isinstance(value[0], list):
        cells = (("".join(f"<td>{_short(x)}</td>" for x in row[:_MOST])) for row in value[:_MOST])
        rows = "".join(f"<tr>{row}</tr>" for row in cells)
        more = "" if len(value) <= _MOST else f"<p>and {len(value) - _MOST} rows more</p>"
        table = f'<table class="matrix"><tbody>{rows}</tbody></table>'
        return f'<div class="wide">{table}</div>{more}'
    if isinstance(value, list):
        more = "" if len(value) <= _MOST else f", … ({len(value)} in all)"
        return f"({', '.join(map(_short, value[:_MOST]))}{more})"
    return _short(value)


def _short(value: Any) -> str:
    """A number to six digits, unless it is short as it is."""
    if not isinstance(value, str) or len(value) <= _DIGITS:
        return escape(str(value))
    try:
        return f"{float(Fraction(value)):.6g}"
    except (ValueError, OverflowError, ZeroDivisionError):
        return escape(value[:_DIGITS]) + "…"


def _item(name: str, data: Mapping[str, Any]) -> str:
    link = f'<a class="id" href="../{page_name(name)}">{escape(name.removesuffix(".json"))}</a>'
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
