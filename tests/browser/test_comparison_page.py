"""The page of `check --html` as people see it: in a browser, from the file system."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

import lpcheck
from formulations import PublicPrior, RelativeMollifier, Staircase
from lpcheck.mechanisms import public_prior_kernel, subset_mechanism
from lpcheck.report import comparison_page

ALPHABET = "abcdefghijklmnopqrstuvwxyz"
PAGES = ("suboptimal", "infeasible", "large", "distribution", "narrow")
LIGHTNESS = """
return Array.from(document.querySelectorAll('.scale i')).map((e) =>
  getComputedStyle(e).backgroundColor.match(/[\\d.]+/g).map(Number)
    .reduce((sum, x, i) => sum + x * [0.2126, 0.7152, 0.0722][i], 0));
"""


def write(path: Path, finding: lpcheck.Comparison, letters: str = "") -> None:
    names = list(letters) or None
    named = names if finding.problem.slug == "public-prior" else None
    page = comparison_page.of_comparison(finding, "lpcheck check …", names, named)
    path.write_text(page, encoding="utf-8")


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Path:
    root = tmp_path_factory.mktemp("pages")
    pair = Staircase(p0=[f"{5 - i}/15" for i in range(5)], p1=[f"{1 + i}/15" for i in range(5)],
                     epsilon=1)  # fmt: skip
    write(root / "suboptimal.html", lpcheck.check(pair, subset_mechanism(5, 1.0, 2)), "abcde")
    prior = np.arange(1, 27) / 351
    letters = PublicPrior(prior=[f"{i}/351" for i in range(1, 27)], epsilon=1, divergence="tv")
    write(
        root / "infeasible.html", lpcheck.check(letters, public_prior_kernel(prior, 1.2)), ALPHABET
    )
    uniform = PublicPrior(prior=["1/100"] * 100, epsilon=1, divergence="tv")
    write(root / "large.html", lpcheck.check(uniform, np.full((100, 100), 0.01)))
    line = RelativeMollifier(target=["7/10", "1/5", "1/10"], reference=["1/3"] * 3, epsilon=1)
    write(root / "distribution.html", lpcheck.check(line, np.full(3, 1 / 3)))
    # Too private by far, over 41 outputs, beside an optimum that has two.
    places = np.linspace(-3, 6, 41)
    bumps = np.exp(-((places - np.arange(5)[:, None]) ** 2) / 32)
    write(root / "narrow.html", lpcheck.check(pair, bumps / bumps.sum(axis=1, keepdims=True)))
    return root


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("page", PAGES)
def test_no_error_enough_contrast_and_nothing_from_elsewhere(page, scheme, browser, site):
    browser.look(scheme=scheme)
    browser.open(site / f"{page}.html")
    assert browser.log() == []
    seen, low = browser.low_contrast()
    assert seen > 20
    assert low == []
    loaded = browser.run("return performance.getEntriesByType('resource').map(r => r.name)")
    assert all(name.startswith("data:") for name in loaded), loaded


def test_the_measure_of_contrast_can_fail(browser, site):
    browser.look()
    browser.open(site / "suboptimal.html")
    browser.run("document.querySelector('td.h9').style.color = '#345'")
    assert browser.low_contrast()[1] != []


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize(("width", "media"), [(320, ""), (390, ""), (1280, ""), (700, "print")])
def test_no_page_is_wider_than_its_window(page, width, media, browser, site):
    browser.look(width=width, media=media)
    browser.open(site / f"{page}.html")
    assert browser.run("return document.documentElement.scrollWidth - innerWidth") <= 0


@pytest.mark.parametrize("page", ["suboptimal", "infeasible"])
def test_side_by_side_where_there_is_room_and_on_paper(page, browser, site):
    tops = (
        "return Array.from(document.querySelectorAll('.pair > *'))"
        ".map(e => e.getBoundingClientRect()).map(r => [r.left, r.top])"
    )
    for width, media, beside in ((1280, "", True), (760, "print", True), (320, "", False)):
        browser.look(width=width, media=media)
        browser.open(site / f"{page}.html")
        (left, top), (other_left, other_top) = browser.run(tops)
        if page == "infeasible" or width > 320:  # two small ones fit a phone
            assert (top == other_top) is beside, (width, media)
        assert (other_left > left) is (top == other_top)


def test_a_narrow_map_stands_under_its_title(browser, site):
    browser.look()
    browser.open(site / "narrow.html")
    wide, narrow = browser.run("""
      return Array.from(document.querySelectorAll('.cells'), (table) => {
        const left = (e) => table.querySelector(e).getBoundingClientRect().left;
        return [left('tbody td') - left('caption span'), table.rows[1].cells.length];
      });
    """)
    assert wide[1] > 10 > narrow[1]
    assert 0 < narrow[0] < 40


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_scale_is_told_apart_without_colour(scheme, browser, site):
    browser.look(scheme=scheme)
    browser.open(site / "suboptimal.html")
    steps = browser.run(LIGHTNESS)
    ordered = steps if scheme == "dark" else steps[::-1]
    assert len(steps) == 10
    assert all(b - a > 3 for a, b in pairwise(ordered)), steps


def test_every_cell_says_its_number_and_every_row_its_name(browser, site):
    browser.look()
    browser.open(site / "infeasible.html")
    texts = browser.run("return Array.from(document.querySelectorAll('.cells tbody td'), "
                        "e => e.textContent)")  # fmt: skip
    assert len(texts) == 2 * 26 * 26
    assert all(float(text.strip("!")) >= 0 for text in texts)
    scopes = browser.run("return Array.from(document.querySelectorAll('.cells th'), e => e.scope)")
    assert scopes.count("row") == scopes.count("col") == 2 * 26
    titles = browser.run("return Array.from(document.querySelectorAll('.cells caption'), "
                         "e => e.textContent)")  # fmt: skip
    assert titles == ["yours (26 × 26)", "an optimum (26 × 26)"]
