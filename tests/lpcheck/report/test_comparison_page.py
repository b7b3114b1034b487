"""The page of one comparison: whole, self-contained, and escaped."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import numpy as np
import pytest

import lpcheck
from formulations import PublicPrior, RelativeMollifier, Staircase
from lpcheck.mechanisms import randomized_response
from lpcheck.report import comparison_page, console

P0, P1 = ["1/2", "1/3", "1/6"], ["1/6", "1/4", "7/12"]
PAIR = Staircase(p0=P0, p1=P1, epsilon=1)
COMMAND = "lpcheck check staircase --p0 '<x>' --mechanism 'a b.csv'"
VOID = {"meta", "link", "wbr", "br"}


class Reader(HTMLParser):
    """Tags that are closed in order, attributes, and text."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.text: list[str] = []

    def handle_starttag(self, tag, attrs):
        self.attributes += [(f"{tag}.{name}", value) for name, value in attrs]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open[-1:] != ["style"]:
            self.text.append(data)


def read(page: str) -> Reader:
    reader = Reader()
    reader.feed(page)
    reader.close()
    assert reader.open == []
    return reader


@pytest.fixture(scope="module")
def finding():
    return lpcheck.check(PAIR, randomized_response(3, 1.0))


def test_it_says_what_the_console_says(finding):
    page = comparison_page.of_comparison(finding, COMMAND, ["a", "b", "c"])
    text = " ".join(" ".join(read(page).text).split())
    assert "staircase suboptimal" in text
    assert "A feasible mechanism is better by 0.0186899." in text
    for name, value in console.facts(finding):
        assert f"{name} {value}" in text
    for entry in finding.improved_mechanism.flat:
        assert f"{entry:.4f}" in text
    assert "are merged into its output" in text
    assert COMMAND in text


def test_it_needs_nothing_else(finding):
    reader = read(comparison_page.of_comparison(finding, COMMAND))
    links = [v for name, v in reader.attributes if name.endswith((".href", ".src"))]
    assert links == ["data:,"]
    page = comparison_page.of_comparison(finding, COMMAND)
    assert not re.search(r"url\(|@import|<script|https?:", page)


def test_what_a_user_wrote_is_text(finding):
    page = comparison_page.of_comparison(finding, COMMAND, ["<b>", '"', "&"], ["<i>", "'", "</td>"])
    assert {"<b>", '"', "&"} <= {text.strip() for text in read(page).text}
    assert "<b>" not in page
    assert "<i>" not in page.replace("<i class", "")


def test_what_is_broken_is_marked_in_words_and_signs():
    problem = PublicPrior(prior=["1/4", "3/4"], epsilon=1, divergence="tv")
    broken = lpcheck.check(problem, np.eye(2))
    page = comparison_page.of_comparison(broken, COMMAND, ["no", "yes"], ["no", "yes"])
    text = " ".join(" ".join(read(page).text).split())
    assert "infinitely many times as likely" in text
    assert "row 0 is 'no', other row 1 is 'yes'" in text
    assert page.count('class="h9 marked"') == 1
    assert page.count("1!</td>") == 1
    assert "▶" in text
    constant = lpcheck.check(problem, np.tile([0.25, 0.75], (2, 1)))
    assert "▶" not in comparison_page.of_comparison(constant, COMMAND)


def test_optimal_ones_have_both_figures_too():
    solution = lpcheck.solve(PAIR)
    page = comparison_page.of_comparison(lpcheck.check(PAIR, solution.mechanism), COMMAND)
    assert page.count("<table") == 2
    assert 'class="verdict verified">optimal' in page
    assert "differently" not in page


def test_large_ones_are_put_together_and_a_distribution_goes_down():
    n = 100
    prior = [f"1/{n}"] * n
    large = lpcheck.check(
        PublicPrior(prior=prior, epsilon=1, divergence="tv"), np.full((n, n), 1 / n)
    )
    page = comparison_page.of_comparison(large, COMMAND)
    assert page.count("<tr>") == 2 * (25 + 1)
    assert "a cell is 4 inputs averaged, 4 outputs added up" in page
    assert "100 entries, as the command below has them" in page
    assert len(page) < 500_000
    problem = RelativeMollifier(target=P0, reference=["1/3"] * 3, epsilon=1)
    page = comparison_page.of_comparison(lpcheck.check(problem, np.full(3, 1 / 3)), COMMAND)
    assert page.count("<tr>") == 6
    assert "<thead" not in page
