"""The site as text: whole, well-formed, every link resolved, nothing from elsewhere."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from fractions import Fraction
from html.parser import HTMLParser
from posixpath import dirname, join, normpath
from urllib.parse import urlsplit

import pytest

from lpcheck import atlas
from lpcheck.claims import catalogue, find
from lpcheck.claims.claim import ClaimResult, Instance, Outcome
from lpcheck.cli import main
from lpcheck.runner import Report, run_claim

PAPERS = {"doi.org", "arxiv.org", "jmlr.org", "proceedings.mlr.press"}
VOID = {"meta", "link", "br", "wbr", "input"}
CLAIM = "kairouz2016.theorem-6"


def result_of(claim) -> ClaimResult:
    """A result without running anything."""
    refuted = claim.expected == "refuted"
    first = next(iter(claim.instances(False))) if refuted else None
    return ClaimResult(claim, claim.expected, 3, 0.5, 0.1, first, "it differs" * refuted, None)


class Reader(HTMLParser):
    """Links, ids, headings, and whether tags are balanced."""

    def __init__(self, text):
        super().__init__()
        self.open: list[str] = []
        self.links: list[str] = []
        self.ids: list[str] = []
        self.headings: list[int] = []
        self.language = None
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        known = dict(attrs)
        self.links += [known[name] for name in ("href", "src") if name in known]
        self.ids += [known["id"]] if "id" in known else []
        self.language = known.get("lang", self.language)
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(int(tag[1]))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@pytest.fixture(scope="module")
def site() -> dict[str, str]:
    return atlas.pages(Report(tuple(result_of(c) for c in catalogue()), 1.0))


def test_a_page_a_claim_and_a_paper(site):
    names = {f"claims/{c.id}.html" for c in catalogue()}
    names |= {f"papers/{c.paper}.html" for c in catalogue()}
    assert set(site) == names | {"index.html", "style.css", "atlas.js"}
    assert sum(len(text.encode()) for text in site.values()) < 20e6


def test_every_page_is_well_formed_and_every_link_resolves(site):
    pages = {name: Reader(text) for name, text in site.items() if name.endswith(".html")}
    for name, page in pages.items():
        assert page.language == "en", name
        assert page.headings[0] == 1, name
        assert page.headings.count(1) == 1, name
        assert max(page.headings) <= 2, name
        assert len(set(page.ids)) == len(page.ids), name
        for link in page.links:
            if link == "data:,":
                continue
            if "://" in link:  # papers are linked, and nothing else
                assert urlsplit(link).hostname in PAPERS, f"{name} links to {link}"
                continue
            path, _, fragment = link.partition("#")
            target = normpath(join(dirname(name), path)) if path else name
            assert target in site, f"{name} links to {link}"
            assert not fragment or fragment in pages[target].ids, f"{name} links to {link}"


def test_nothing_comes_from_elsewhere_and_no_address_leaks(site):
    for name, text in site.items():
        loaded = re.sub(r'<a rel="external" href="[^"]*">|@misc.*?</code>', "", text, flags=re.S)
        assert "://" not in loaded, name
        assert not re.search(r"object at|0x[0-9a-f]{6}|&lt;(function|lambda)", text), name


def test_every_statement_is_typeset(site):
    assert atlas.available()
    shown_as_code = [name for name, text in site.items() if '<code class="tex">' in text]
    assert shown_as_code == []


def test_a_refuted_claim_and_its_corrected_form_point_at_each_other(site):
    for claim in catalogue():
        if claim.corrects is not None:
            assert f'href="../claims/{claim.id}.html"' in site[f"claims/{claim.corrects}.html"]
            assert f'href="../claims/{claim.corrects}.html"' in site[f"claims/{claim.id}.html"]


def test_a_page_says_what_was_found_and_how_to_find_it_again(site):
    claim = find("kairouz2016.theorem-5")
    text = site[f"claims/{claim.id}.html"]
    assert f">{claim.finding}</span>" in text
    assert "It fails at: a tie" in text
    assert "<td>(1/2, 1/4, 1/4)</td>" in text
    assert "<blockquote><p>For any pair of distributions" in text
    assert "Side by side: the printed one and a better one" in text
    assert f"<code>lpcheck verify {claim.id}</code>" in text


def test_several_corrected_forms_stand_apart(site):
    text = site["claims/kairouz2016.theorem-12.html"]
    instead = text.partition("<dt>Tested in its place</dt>")[2].partition("</dd>")[0]
    assert instead.count("<div>") == 2
    assert "; <a" not in instead


def test_no_line_begins_with_what_ends_a_formula():
    from lpcheck.atlas.mathematics import typeset

    text = typeset("if $q \\ge p$, and $x$.")
    assert text.count('<span class="unbroken"><math>') == 2
    assert "</math>,</span> and " in text
    assert text.endswith("</math>.</span>")


def test_powers_outside_formulas():
    from lpcheck.atlas.mathematics import typeset

    assert typeset("at ε = 2^-13 and e^{−ε} or x^12") == (
        "at ε = 2<sup>−13</sup> and e<sup>−ε</sup> or x<sup>12</sup>"
    )


def one(**changes) -> dict[str, str]:
    claim = find(CLAIM)
    fields = {name: changes.pop(name) for name in list(changes) if hasattr(claim, name)}
    real = replace(result_of(claim), claim=replace(claim, **fields))
    return atlas.pages(Report((replace(real, **changes),), 1.0))


def test_what_is_unexpected_is_loud():
    site = one(verdict="inconclusive", detail="the solver stopped")
    assert "Not as expected" in site["index.html"]
    page = site[f"claims/{CLAIM}.html"]
    assert "unexpected" in page
    assert "the solver stopped" in page
    assert "Not as expected" not in one()["index.html"]


def test_text_is_escaped():
    odd = '<script>alert(1)</script> & "quotes" $a < b$'
    instance = Instance(odd, {odd: odd}, "counterexample")
    site = one(
        statement=odd, evidence=odd, conditions=odd, source=odd,
        verdict="refuted", counterexample=instance, detail=odd,
        test=lambda **parameters: Outcome(False, 0.5),
    )  # fmt: skip
    for name, text in site.items():
        if name.endswith(".html"):
            assert "<script>" not in text, name
            Reader(text)


@pytest.mark.parametrize(
    "statement", [r"$\unknown{x}$", r"$\frac{1$", r"$\begin{oops}$", "$ $", "$"]
)
def test_what_cannot_be_typeset_is_shown_as_it_is(statement):
    page = one(statement=statement)[f"claims/{CLAIM}.html"]
    Reader(page)
    assert statement.strip("$") in page


def test_without_the_converter_latex_is_shown(monkeypatch, tmp_path, capsys):
    from lpcheck.atlas import mathematics

    mathematics.formula.cache_clear()
    monkeypatch.setattr(mathematics, "find_spec", lambda name: None)
    try:
        assert main(["verify", CLAIM, "--html", str(tmp_path / "site")]) == 0
    finally:
        mathematics.formula.cache_clear()
    page = (tmp_path / "site" / "claims" / f"{CLAIM}.html").read_text(encoding="utf-8")
    assert '<code class="tex">\\varepsilon \\ge 0</code>' in page
    assert "pip install 'lpcheck[atlas]'" in capsys.readouterr().err


def test_values_of_every_kind():
    import numpy as np

    from formulations.divergences import read_divergence
    from lpcheck.report.html import value

    assert value([Fraction(1, 3), Fraction(2, 3)]) == "(1/3, 2/3)"
    assert value(np.array([0.5, 1e-7])) == "(0.5, 1e-07)"
    assert value({"epsilon": 1, "delta": "<"}) == "epsilon = 1, delta = &lt;"
    assert value(read_divergence("kl")) == "kl"
    assert value(lambda x: x) == "a function"
    assert value(float("inf")) == "∞"
    assert "<td>1/2</td>" in value([[Fraction(1, 2)], [Fraction(1)]])
    assert len(value("x" * 1000)) == 200


def test_certificates_are_part_of_the_site(tmp_path):
    claim = "kairouz2016.theorem-8"
    where = tmp_path / "site"
    assert main(["verify", claim, "--html", str(where)]) == 0
    name = f"{claim}-1.json"
    data = json.loads((where / "certificates" / name).read_text(encoding="utf-8"))
    page = (where / "claims" / f"{claim}.html").read_text(encoding="utf-8")
    told = (where / "certificates" / f"{claim}-1.html").read_text(encoding="utf-8")
    assert f'href="../certificates/{claim}-1.html"' in page
    assert f'href="{name}"' in told
    assert "<h2>A mechanism with that value, rounded</h2>" in told
    Reader(told)
    assert f"lpcheck recheck certificates/{name}" in page
    low, high = re.search(r"([\d.]+) ≤ optimum ≤ ([\d.]+), of width", page).groups()
    assert Fraction(low) <= Fraction(data["bounds"]["lower"])
    assert Fraction(data["bounds"]["upper"]) <= Fraction(high)
    assert Fraction(high) - Fraction(low) < Fraction(1, 10**14)
    assert "the mechanism asked about is <strong>suboptimal</strong>" in page
    # Given a place of their own, they are there and in the site.
    proofs = tmp_path / "proofs"
    assert main(["verify", claim, "--html", str(where), "--certificates", str(proofs)]) == 0
    assert (proofs / name).read_bytes() == (where / "certificates" / name).read_bytes()


@pytest.mark.parametrize(
    ("lower", "upper", "shown"),
    [
        ("inf", "inf", "the optimum is ∞"),
        ("0.5", "inf", "0.5 ≤ optimum ≤ ∞"),
        ("1/2", "1/2", "the optimum is exactly 1/2"),
        ("1/3", "0.33333333333333333334", "0.333333333333333 ≤ optimum ≤ 0.333333333333334"),
        ("-0.1", "0", "-0.1 ≤ optimum ≤ 0, of width 0.1"),
    ],
)
def test_an_enclosure_is_rounded_outwards(lower, upper, shown):
    from lpcheck.atlas.proof import certificates

    data = {
        "problem": "staircase", "parameters": {"epsilon": "1/3" + "0" * 20},
        "bounds": {"lower": lower, "upper": upper}, "mechanism": None,
    }  # fmt: skip
    result = replace(result_of(find(CLAIM)), certificates=("a.json", "gone.json"))
    html = certificates(result, {"a.json": json.dumps(data)})
    assert shown in html
    assert "gone" not in html
    assert certificates(result, {}) == ""


def test_the_control_is_told():
    result = run_claim(find(CLAIM))
    page = atlas.pages(Report((result,), 1.0))[f"claims/{CLAIM}.html"]
    assert "caught: slightly wrong on purpose" in page
    assert f"{result.instances} (" in page
