"""The atlas as people see it: in a browser, from the file system."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from lpcheck import atlas
from lpcheck.claims import catalogue
from lpcheck.claims.claim import ClaimResult
from lpcheck.runner import Report, run_claim

REFUTED = "kairouz2016.theorem-5"
PLOTTED = "kairouz2016.theorem-6"
REAL = (PLOTTED, "kairouz2016.theorem-8", "kairouz2016.corollary-10-expansion-corrected")
"""Claims that are really run: with curves, crosses and certificates."""
MATRIX = "kairouz2016.lemma-23-proof"
PAGES = (
    "index.html",
    "papers/zamanlooy2025.html",
    f"claims/{REFUTED}.html",
    f"claims/{PLOTTED}.html",
    f"claims/{MATRIX}.html",
    *(f"claims/{name}.html" for name in REAL[1:]),
)
VISIBLE = "Array.from(document.querySelectorAll('table.claims tbody tr')).filter(r => !r.hidden)"


def as_expected(certificates: Path) -> Report:
    """Every claim with its expected verdict, without running any but a few."""
    results = []
    for claim in catalogue():
        if claim.id in REAL:
            results.append(run_claim(claim, certificates=certificates, drawings=True))
            continue
        refuted = claim.expected == "refuted"
        first = next(iter(claim.instances(False))) if refuted else None
        detail = "it differs" if refuted else ""
        results.append(ClaimResult(claim, claim.expected, 3, 0.5, 0.1, first, detail, None))
    return Report(tuple(results), 1.0)


@pytest.fixture(scope="session")
def proofs(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("certificates")


@pytest.fixture(scope="session")
def report(proofs) -> Report:
    return as_expected(proofs)


@pytest.fixture(scope="session")
def site(report, proofs, tmp_path_factory) -> Path:
    root = tmp_path_factory.mktemp("atlas")
    texts = {p.name: p.read_text(encoding="utf-8") for p in proofs.iterdir()}
    assert len(texts) == 2
    for name, text in atlas.pages(report, proofs=texts).items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    return root


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("page", PAGES)
def test_no_error_and_enough_contrast(page, scheme, browser, site):
    browser.look(scheme=scheme)
    browser.open(site / page)
    assert browser.log() == []
    seen, low = browser.low_contrast(scheme)
    assert seen > 20
    assert low == []


def test_every_page_opens_and_every_link_resolves(browser, site):
    """No error in the console, nothing wider than a phone, no dead link, no dead fragment."""
    browser.look(width=360)
    links: dict[str, str] = {}
    ids = {}
    for page in sorted(site.rglob("*.html")):
        browser.open(page)
        assert browser.run("return document.documentElement.scrollWidth - innerWidth") <= 0, page
        ids[page.resolve().as_uri()] = set(
            browser.run("return Array.from(document.querySelectorAll('[id]')).map(e => e.id)")
        )
        for link in browser.run("return Array.from(document.links).map(a => a.href)"):
            links.setdefault(link, page.name)
    assert browser.log() == []
    assert any(link.endswith(".json") for link in links)
    for link, page in links.items():
        if link.startswith("https:"):  # a paper
            continue
        target, _, fragment = link.partition("#")
        assert target.startswith("file:"), (page, link)
        assert Path(unquote(urlsplit(target).path)).is_file(), (page, link)
        assert not fragment or fragment in ids[target], (page, link)


def test_the_two_schemes_differ(browser, site):
    found = []
    for scheme in ("light", "dark"):
        browser.look(scheme=scheme)
        browser.open(site / "index.html")
        found.append(browser.run("return getComputedStyle(document.body).backgroundColor"))
    assert found[0] != found[1]


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize(("width", "media"), [(320, ""), (390, ""), (1280, ""), (700, "print")])
def test_no_page_is_wider_than_its_window(page, width, media, browser, site):
    browser.look(width=width, media=media)
    browser.open(site / page)
    assert browser.run("return document.documentElement.scrollWidth - innerWidth") <= 0


def test_nothing_comes_from_elsewhere(browser, site):
    browser.look()
    for page in PAGES:
        browser.open(site / page)
        loaded = browser.run("return performance.getEntriesByType('resource').map(r => r.name)")
        assert all(name.startswith(("file:", "data:")) for name in loaded), loaded


def test_the_filters(browser, site, report):
    browser.look()
    browser.open(site / "index.html")
    everything = len(report.results)
    refuted = [r for r in report.results if r.verdict == "refuted"]
    assert browser.run(f"return {VISIBLE}.length") == everything
    browser.run(
        "const s = document.querySelector('[data-filter=verdict]'); s.value = 'refuted';"
        "s.dispatchEvent(new Event('input', {bubbles: true}))"
    )
    assert browser.run(f"return {VISIBLE}.length") == len(refuted)
    status = "return document.querySelector('[role=status]').textContent"
    assert browser.run(status) == f"{len(refuted)} of {everything} claims"
    browser.run(
        "const s = document.querySelector('input[type=search]'); s.value = arguments[0];"
        "s.dispatchEvent(new Event('input', {bubbles: true}))",
        "THEOREM-5 maximizes",
    )
    ids = f"return {VISIBLE}.map(r => r.querySelector('a.id').textContent)"
    assert browser.run(ids) == [REFUTED]
    browser.run("document.querySelector('form button[type=reset]').click()")
    browser.run("return new Promise(done => setTimeout(done, 50))")
    assert browser.run(f"return {VISIBLE}.length") == everything


def test_the_address_keeps_the_view(browser, site, report):
    browser.look()
    browser.open(site / "index.html", "#verdict=refuted&paper=park2024&sort=-relative-loss")
    view = (
        f"return [{VISIBLE}.map(r => r.querySelector('a.id').textContent),"
        "document.querySelector('[data-filter=paper]').value, location.hash]"
    )
    ids, paper, _ = browser.run(view)
    chosen = [r for r in report.results if r.verdict == "refuted" and r.claim.paper == "park2024"]
    assert sorted(ids) == sorted(r.claim.id for r in chosen)
    assert paper == "park2024"
    aria = "return document.querySelectorAll('table.claims th')[5].getAttribute('aria-sort')"
    assert browser.run(aria) == "descending"
    browser.run("document.querySelector('form button[type=reset]').click()")
    browser.run("return new Promise(done => setTimeout(done, 50))")
    ids, paper, fragment = browser.run(view)
    assert (ids, paper, fragment) == ([r.claim.id for r in report.results], "", "")
    browser.run(
        "const s = document.querySelector('input[type=search]'); s.value = 'binary & <';"
        "s.dispatchEvent(new Event('input', {bubbles: true}))"
    )
    assert browser.run(view)[2] == "#search=binary+%26+%3C"
    # What nobody wrote is ignored, and a place on the page is no filter.
    for fragment in ("#verdict=nonsense&sort=-nothing&x=%ZZ", "#claims"):
        browser.open(site / "papers/park2024.html")
        browser.open(site / "index.html", fragment)
        assert len(browser.run(view)[0]) == len(report.results)
    assert browser.log() == []


def test_filters_and_sorting_are_reached_by_tab_and_seen(browser, site):
    browser.look()
    browser.open(site / "index.html")
    reached = []
    for _ in range(120):
        browser.press("Tab", 9)
        tag, outline = browser.run(
            "const e = document.activeElement;"
            "return [e.closest('thead th') ? 'TH' : e.tagName, getComputedStyle(e).outlineStyle]"
        )
        assert tag == "BODY" or outline != "none", tag
        reached.append(tag)
    assert reached.count("SELECT") == 5
    assert reached.count("INPUT") == 1
    assert reached.count("TH") == 6


def test_in_print_there_are_no_controls_and_dark_is_light(browser, site):
    browser.look(scheme="dark", media="print")
    browser.open(site / "index.html")
    assert not browser.run("return document.querySelector('form.controls').checkVisibility()")
    assert browser.run("return getComputedStyle(document.body).color") == "rgb(27, 31, 36)"
    assert browser.run("return document.querySelector('table.claims thead').checkVisibility()")


def test_sorting_with_the_keyboard(browser, site, report):
    browser.look()
    browser.open(site / "index.html")
    browser.run("document.querySelectorAll('table.claims th button')[1].focus()")
    verdicts = f"return {VISIBLE}.map(r => r.dataset.verdict)"
    expected = sorted(r.verdict for r in report.results)
    browser.press("Enter", 13)
    assert browser.run(verdicts) == expected[::1]
    aria = "return document.querySelectorAll('table.claims th')[1].getAttribute('aria-sort')"
    assert browser.run(aria) == "ascending"
    browser.press("Enter", 13)
    assert browser.run(verdicts) == expected[::-1]
    browser.run("document.querySelectorAll('table.claims th button')[0].click()")
    ids = f"return {VISIBLE}.map(r => r.querySelector('a.id').textContent)"
    assert browser.run(ids) == [r.claim.id for r in report.results]


def test_the_first_tab_stop_skips_to_the_content(browser, site):
    browser.look()
    browser.open(site / "index.html")
    browser.press("Tab", 9)
    assert browser.run("return document.activeElement.className") == "skip"
    assert browser.run("return document.activeElement.getBoundingClientRect().left") >= 0


def test_without_scripts_the_table_is_whole(browser, site, report):
    browser.look()
    browser.cdp("Emulation.setScriptExecutionDisabled", value=True)
    try:
        browser.open(site / "index.html")
        assert browser.run(f"return {VISIBLE}.length") == len(report.results)
        assert not browser.run("return document.querySelector('form').checkVisibility()")
        assert browser.run("return document.querySelectorAll('th button').length") == 0
    finally:
        browser.cdp("Emulation.setScriptExecutionDisabled", value=False)


def test_formulas_are_drawn(browser, site):
    browser.look()
    browser.open(site / f"claims/{MATRIX}.html")
    size = "const b = document.querySelector('math mtable').getBoundingClientRect();"
    width, height = browser.run(size + "return [b.width, b.height]")
    assert width > 80
    assert height > 60


def test_the_measure_of_contrast_can_fail(browser, site):
    browser.look()
    browser.open(site / "index.html")
    browser.run("document.querySelector('main > p').style.color = '#888'")
    assert browser.low_contrast("light")[1] != []
