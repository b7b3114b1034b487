r"""LaTeX to MathML at build time, so that a page needs no script and no network to show it.

``latex2mathml`` is optional (``pip install 'lpcheck[atlas]'``). Where it is missing, and for what
it does not know, the LaTeX itself is shown.
"""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape
from importlib import import_module
from importlib.util import find_spec
from xml.etree import ElementTree as ET

_NAMESPACE = "{http://www.w3.org/1998/Math/MathML}"

_WORDS = {r"\arg": "arg"}
"""Operators that latex2mathml leaves as they are."""

_RELATIONS = frozenset("=≤≥<>⇔⇒→∈⊆⊂∝≈≠")
_SIGNS = frozenset("+−-")
_COMMAS = frozenset(",;")
_OPENING, _CLOSING = frozenset("([{⌈"), frozenset(")]}⌉")
_LONG = 24
"""Tokens."""

_RAISED = re.compile(r"(?<=[^\W_])\^(\{[^{}]*\}|-?\d+|[\w*+])")
_LOWERED = re.compile(r"\b([^\W\d_])_(\{[^{}]*\}|[^\W_]{1,2}\b)")

_VARIANTS = {
    "bold": (0x1D400, 0x1D41A, 0x1D7CE),
    "double-struck": (0x1D538, 0x1D552, 0x1D7D8),
    "script": (0x1D49C, 0x1D4B6, None),
    "fraktur": (0x1D504, 0x1D51E, None),
    "sans-serif": (0x1D5A0, 0x1D5BA, 0x1D7E2),
    "monospace": (0x1D670, 0x1D68A, 0x1D7F6),
}
"""Where Unicode has A, a and 0 in each style: browsers know these, but not `mathvariant`."""

_ELSEWHERE = {
    "double-struck": dict(zip("CHNPQRZ", "ℂℍℕℙℚℝℤ", strict=True)),
    "script": dict(zip("BEFHILMRego", "ℬℰℱℋℐℒℳℛℯℊℴ", strict=True)),
    "fraktur": dict(zip("CHIRZ", "ℭℌℑℜℨ", strict=True)),
}
"""Letters that Unicode had before the blocks above."""


def available() -> bool:
    """Whether formulas will be typeset."""
    return find_spec("latex2mathml") is not None


def typeset(text: str) -> str:
    """HTML for text with formulas between dollar signs, and with e^{−ε} or P_0 outside them."""
    parts = re.split(r"\$(.+?)\$", text, flags=re.DOTALL)
    html = [formula(part) if i % 2 else _prose(part) for i, part in enumerate(parts)]
    for i in range(2, len(html), 2):
        if html[i][:1] in tuple(".,;:)"):  # no line begins with what ends a formula
            before, last = _last_piece(html[i - 1])
            html[i - 1] = f'{before}<span class="unbroken">{last}{html[i][0]}</span>'
            html[i] = html[i][1:]
    return "".join(html)


def _last_piece(html: str) -> tuple[str, str]:
    """A formula up to where its last line may begin, and the rest."""
    at = max(html.rfind("<math>"), 0)
    return html[:at], html[at:]


def _prose(text: str) -> str:
    html = _RAISED.sub(lambda m: f"<sup>{_minus(m[1])}</sup>", escape(text))
    return _LOWERED.sub(lambda m: f"{m[1]}<sub>{m[2].strip('{}')}</sub>", html)


def _minus(raised: str) -> str:
    return raised.strip("{}").replace("-", "−")


@lru_cache(maxsize=4096)
def formula(latex: str) -> str:
    """MathML for one formula, or its LaTeX as code."""
    source = f'<code class="tex">{escape(latex)}</code>'
    if not available():
        return source
    try:
        root = ET.fromstring(import_module("latex2mathml.converter").convert(latex))
        _tidy(root)
        segments = _segments(root)
    except Exception:  # whatever a formula does to the converter, the page is still built
        return source
    if any("\\" in (element.text or "") for element in root.iter()):  # a macro it does not know
        return source
    # Full tags: HTML does not know <mtd/>.
    return "<wbr>".join(
        ET.tostring(m, encoding="unicode", short_empty_elements=False) for m in segments
    )


def _segments(root: ET.Element) -> list[ET.Element]:
    """The formula in pieces that a line may break between: browsers do not break a <math>.

    A piece begins with a relation outside brackets; one that is still long is broken at every
    relation and sign.
    """
    top = list(root[0]) if len(root) == 1 and root[0].tag == "mrow" else list(root)
    pieces = [
        part
        for piece in _split(top, _RELATIONS, nested=False)
        for part in (
            _split(piece, _RELATIONS | _SIGNS, nested=True) if _size(piece) > _LONG else [piece]
        )
    ]
    found: list[ET.Element] = []
    for piece in pieces:
        if found and piece[0].tag == "mo":
            piece[0].set("form", "infix")  # it would be spaced as a prefix
        math = ET.Element("math")
        math.append(row := ET.Element("mrow"))
        row.extend(piece)
        found.append(math)
    return found


def _split(
    elements: list[ET.Element], marks: frozenset[str], *, nested: bool
) -> list[list[ET.Element]]:
    pieces: list[list[ET.Element]] = [[]]
    depth = 0
    for element in elements:
        text = (element.text or "") if element.tag == "mo" else ""
        depth += (text in _OPENING) - (text in _CLOSING)
        if text in marks and pieces[-1] and (nested or depth == 0):
            pieces.append([])
        pieces[-1].append(element)
        if text in _COMMAS and nested:
            pieces.append([])
    return [piece for piece in pieces if piece]


def _size(elements: list[ET.Element]) -> int:
    return sum(1 for e in elements for leaf in e.iter() if len(leaf) == 0)


def _tidy(root: ET.Element) -> None:
    for element in root.iter():
        element.tag = element.tag.removeprefix(_NAMESPACE)
        text = element.text or ""
        if text in _WORDS:
            element.tag, element.text = "mi", _WORDS[text]
        _frame_matrices(element)
        variant = element.attrib.get("mathvariant", "")
        if variant in _VARIANTS:
            del element.attrib["mathvariant"]
            element.text = "".join(styled(c, variant) for c in text)


def _frame_matrices(row: ET.Element) -> None:
    """Brackets of a matrix become its sides, which need no font that can stretch."""
    inner = list(row)
    for before, table, after in zip(inner, inner[1:], inner[2:], strict=False):
        if (before.text, table.tag, after.text) == ("[", f"{_NAMESPACE}mtable", "]"):
            row.remove(before)
            row.remove(after)
            table.set("class", "bracketed")


def styled(letter: str, variant: str) -> str:
    """A letter or digit in a style, as Unicode has it; anything else as it is."""
    upper, lower, digit = _VARIANTS[variant]
    known = _ELSEWHERE.get(variant, {})
    if letter in known:
        return known[letter]
    if "A" <= letter <= "Z":
        return chr(upper + ord(letter) - ord("A"))
    if "a" <= letter <= "z":
        return chr(lower + ord(letter) - ord("a"))
    if "0" <= letter <= "9" and digit is not None:
        return chr(digit + ord(letter) - ord("0"))
    return letter
