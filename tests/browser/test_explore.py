"""`lpcheck explore` in a browser: every control moved, beside the command line."""

from __future__ import annotations

import json
import shlex
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from lpcheck.cli import main
from lpcheck.explore.form import form
from tests.lpcheck.explore.served import Served

PATIENCE = 60.0
"""Seconds after which something that has not happened never will; nothing waits that long."""

PAIR = "problem=staircase&p0=zipf&p1=zipf-reversed&epsilon=1&shape-letters=5&shape-skew=1"
RESPONSE = f"{PAIR}&mechanism=lpcheck.mechanisms:randomized_response"

SET = """
const input = document.getElementById(arguments[0]) ??
  document.querySelector(`[data-of="${arguments[0]}"]`);
if (arguments[2]) document.querySelector(`[data-of="${arguments[0]}"]`).value = arguments[1];
const moved = arguments[2] ? document.querySelector(`[data-of="${arguments[0]}"]`) : input;
if (moved.type === 'checkbox') moved.checked = arguments[1];
else moved.value = arguments[1];
moved.dispatchEvent(new Event('input', {bubbles: true}));
"""
SEEN = """
const answer = document.getElementById('answer');
const errors = Array.from(document.querySelectorAll('.error')).filter(e => !e.hidden)
  .map(e => [e.id, e.textContent]);
return {
  busy: answer.hasAttribute('aria-busy') || !/answered|last answer|no answer/.test(
    document.getElementById('status').textContent),
  word: document.getElementById('word').textContent,
  numbers: {...document.getElementById('facts').dataset},
  errors: errors,
  query: location.search.slice(1),
  command: document.querySelector('[data-as=command] code')?.textContent,
  old: answer.classList.contains('old'),
};
"""


def eventually(found: Callable[[], Any], what: str) -> Any:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if answer := found():
            return answer
        time.sleep(0.02)
    raise AssertionError(f"waited {PATIENCE:g} s for {what}")


class Page:
    """The page in the browser."""

    def __init__(self, browser: Any, served: Served) -> None:
        self.browser, self.served = browser, served

    def open(self, query: str = "") -> dict[str, Any]:
        link = self.served.link.partition("?")[0]
        self.browser.cdp("Page.navigate", url=f"{link}{'?' * bool(query)}{query}")
        return self.settled()

    def settled(self) -> dict[str, Any]:
        """What is seen once the newest answer is."""
        ready = "return !!document.querySelector('#parameters > *')"
        eventually(lambda: self.browser.run(ready), "the form")

        def seen() -> Any:
            found = self.browser.run(SEEN)
            return None if found["busy"] else found

        return eventually(seen, "an answer")

    def move(self, control: str, value: Any, slider: bool = False) -> dict[str, Any]:
        self.browser.run(SET, control, value, slider)
        return self.settled()


@pytest.fixture(scope="module")
def served(tmp_path_factory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("explore"), "--mechanism", "mine_for_explore:half") as one:
        yield one


@pytest.fixture
def page(browser, served) -> Iterator[Page]:
    browser.look()
    yield Page(browser, served)
    assert browser.log() == []


def typed(command: str, folder: Path, capsys: Any, monkeypatch: Any) -> dict[str, Any]:
    """What the command line answers to the command that the page shows."""
    monkeypatch.chdir(folder)
    *files, line = command.split("\nEND\n")
    for file in files:
        head, _, body = file.partition("\n")
        (folder / head.split()[2]).write_text(body + "\n", encoding="utf-8")
    words = shlex.split(line)
    assert words[0] == "lpcheck"
    assert main([*words[1:], "--json"]) in (0, 1, 3)
    found = json.loads(capsys.readouterr().out)
    return {
        "word": found.get("verdict", "solved"),
        "value": found["value"],
        **found["bounds"],
    }


def agrees(seen: dict[str, Any], found: dict[str, Any]) -> None:
    assert seen["errors"] == []
    assert seen["word"] == found["word"]
    for name in ("value", "lower", "upper"):
        assert float(seen["numbers"][name]) == float(found[name]), name


@pytest.mark.parametrize("slug", [p["slug"] for p in form()["problems"]])
def test_every_problem_begins_with_what_the_command_line_finds(
    slug, page, tmp_path, capsys, monkeypatch
):
    page.open(PAIR)
    seen = page.move("problem", slug)
    assert f"problem={slug}&" in seen["query"]
    agrees(seen, typed(seen["command"], tmp_path, capsys, monkeypatch))


MOVES = [
    (RESPONSE, "p-epsilon", "2.5", True),
    (RESPONSE, "p-epsilon", "ln 3", False),
    (RESPONSE, "shape-letters", "8", True),
    (RESPONSE, "shape-letters", "3", False),
    (RESPONSE, "shape-skew", "0.4", True),
    (RESPONSE, "shape-skew", "2", False),
    (RESPONSE, "shape-p0", "geometric", False),
    (RESPONSE, "shape-p1", "uniform", False),
    (RESPONSE, "p-p0", "1/2 1/8 1/8 1/8 1/8", False),
    (RESPONSE, "choice-divergence", "tv", False),
    (RESPONSE, "choice-divergence", "hockey-stick:γ", False),
    (RESPONSE, "p-divergence", "alpha:1/2", False),
    (RESPONSE, "choice-divergence", "f:FORMULA", False),
    (RESPONSE, "mechanism", "lpcheck.mechanisms:binary_hypothesis", False),
    (RESPONSE, "mechanism", "", False),
    (f"{RESPONSE}&normalize=1".replace("p0=zipf&", "p0=5,4,3,2,1&"), "p-p0", "9,1,1,1,1", False),
    (f"{PAIR}&mechanism=pasted&pasted-matrix=" + "1,0;" * 5, "pasted-matrix",
     "0.7,0.3\n0.7,0.3\n0.5,0.5\n0.3,0.7\n0.3,0.7", False),
    ("problem=minimax-sampler&k=4&epsilon=1&divergence=tv", "p-k", "5", True),
    ("problem=minimax-sampler&k=3&epsilon=1&divergence=tv", "p-delta", "0.1", True),
    ("problem=minimax-sampler&k=3&epsilon=1&divergence=tv", "p-c1", "0.5", True),
    ("problem=approximate-binary&p0=zipf&p1=zipf-reversed&epsilon=1&delta=0.1&shape-letters=2",
     "p-delta", "0.3", True),
    ("problem=information&prior=zipf&epsilon=1&shape-letters=4", "choice-privacy", "pml", False),
    ("problem=loss&loss=distance&epsilon=1&shape-letters=4", "shape-loss", "zero-one", False),
    ("problem=loss&loss=distance&epsilon=1&shape-letters=2&prior=zipf", "choice-privacy",
     "approximate:DELTA", False),
    ("problem=loss&loss=zero-one&prior=zipf&shape-letters=2", "p-privacy", "metric:0,2;2,0", False),
]  # fmt: skip


@pytest.mark.parametrize(("query", "control", "value", "slider"), MOVES)
def test_a_control_is_moved_and_the_command_line_finds_the_same(
    query, control, value, slider, page, tmp_path, capsys, monkeypatch
):
    before = page.open(query)
    seen = page.move(control, value, slider)
    assert seen["query"] != before["query"]
    agrees(seen, typed(seen["command"], tmp_path, capsys, monkeypatch))
    again = page.open(seen["query"])
    assert (again["word"], again["numbers"]) == (seen["word"], seen["numbers"])


def test_every_kind_of_control_is_among_those_moved(page):
    moved = {control for _, control, *_ in MOVES} | {"problem"}
    for query in (RESPONSE, f"{PAIR}&mechanism=pasted&pasted-matrix=" + "1;" * 5):
        page.open(query)
        shown = page.browser.run(
            "return Array.from(document.querySelectorAll('#controls [id]'))"
            ".filter(e => e.matches('input, select, textarea') && e.checkVisibility())"
            ".map(e => e.id)"
        )
        assert len(shown) > 8
        # p1 and its shape are like p0 and its shape.
        assert set(shown) - moved <= {"p-p1", "normalize"}


def test_an_error_stands_at_its_field_and_the_last_answer_stays(page):
    good = page.open(RESPONSE)
    for control, value, field, words in (
        ("p-epsilon", "-1", "error-epsilon", "is negative"),
        ("p-epsilon", "", "error-epsilon", ""),
        ("p-p0", "1/2,1/2,1/2,0,0", "error-p0", "sums to 1.5, not 1"),
        ("p-p0", "1/2,x,1/2", "error-p0", ""),
        ("p-p1", "1/2,1/2", "error-p1", "has 2 entries where p0 has 5"),
        ("p-divergence", "kl2", "error-divergence", "'kl2' is unknown"),
        ("shape-letters", "0", "error-shape-letters", "no number of letters"),
    ):
        page.open(RESPONSE)
        seen = page.move(control, value)
        ((place, text),) = seen["errors"]
        assert place == field
        assert words in text
        assert seen["old"]
        assert (seen["word"], seen["numbers"]) == (good["word"], good["numbers"])
        invalid = page.browser.run("return document.querySelector('[aria-invalid]').id")
        assert invalid.removeprefix("p-") == field.removeprefix("error-")
    page.open(RESPONSE)
    page.move("p-epsilon", "-1")
    assert page.browser.low_contrast()[1] == []
    mended = page.move("p-epsilon", "1")
    assert (mended["errors"], mended["old"], mended["numbers"]) == ([], False, good["numbers"])


def test_a_link_can_name_no_code(page):
    seen = page.open(f"{PAIR}&mechanism=os:getcwd")
    ((place, text),) = seen["errors"]
    assert place == "error-mechanism"
    assert "not called from a page" in text


def test_a_function_of_the_command_line_is_among_the_mechanisms(page):
    page.open(PAIR)
    seen = page.move("mechanism", "mine_for_explore:half")
    assert (seen["word"], seen["numbers"]["value"]) == ("suboptimal", "0.0")


def test_of_many_moves_the_last_one_is_shown(page):
    page.open(RESPONSE)
    for i in range(60):
        page.browser.run(SET, "p-epsilon", str(1 + i / 20), True)
    seen = page.settled()
    last = page.open(seen["query"])
    assert "epsilon=3.95" in seen["query"]
    assert (seen["word"], seen["numbers"]) == (last["word"], last["numbers"])


def test_the_curve_and_the_regimes_follow(page):
    page.open(RESPONSE)
    drawn = "return Array.from(document.querySelectorAll('#{} svg')).map(s => s.ariaLabel)"
    whole = "return document.querySelectorAll('#along tbody tr').length === 32"
    eventually(lambda: page.browser.run(whole), "the whole curve")
    (label,) = page.browser.run(drawn.format("along"))
    assert label.startswith("The optimum for ε from 0.125 to 4, and the mechanism, which loses up")
    eventually(lambda: page.browser.run(drawn.format("regimes")), "the regimes")
    sizes = page.browser.run(
        "return Array.from(document.querySelectorAll('#regimes tbody tr'),"
        "r => r.cells[1].innerText)"
    )
    assert sizes == sorted(sizes)
    assert (sizes[0], sizes[-1]) == ("2", "5")
    page.move("p-epsilon", "7", slider=True)
    further = "return document.querySelector('#along svg')?.ariaLabel.includes('to 16') ?? false"
    eventually(lambda: page.browser.run(further), "the curve of a larger ε")


def test_a_proof_is_given_up_for_a_newer_state(page):
    page.open(RESPONSE)
    told = "return document.getElementById('regimes-status').textContent"
    eventually(lambda: "not proved yet" in page.browser.run(told), "the regimes")
    page.browser.run("document.getElementById('prove').click()")
    assert page.browser.run(told) == "working…"
    page.move("p-epsilon", "2", slider=True)
    eventually(lambda: "not proved yet" in page.browser.run(told), "the regimes of the newer state")


def focus(page) -> tuple[str, str]:
    return tuple(page.browser.run(
        "const e = document.activeElement; return [e.id || e.dataset.of || e.tagName,"
        "getComputedStyle(e).outlineStyle]"))  # fmt: skip


def tab_to(page, wanted: str) -> None:
    for _ in range(80):
        page.browser.press("Tab", 9)
        found, outline = focus(page)
        assert found == "BODY" or outline != "none", found
        if found == wanted:
            return
    raise AssertionError(f"{wanted} is not reached")


def test_with_the_keyboard_alone(page):
    before = page.open(RESPONSE)
    page.browser.run("document.activeElement.blur(); scrollTo(0, 0)")
    tab_to(page, "p-epsilon")
    page.browser.press("Tab", 9)
    assert page.browser.run("return document.activeElement.type") == "range"
    for _ in range(4):
        page.browser.press("ArrowRight", 39)
    seen = page.settled()
    assert "epsilon=1.2&" in seen["query"]
    assert seen["numbers"]["upper"] > before["numbers"]["upper"]
    tab_to(page, "mechanism")
    page.browser.press("Home", 36)
    assert "mechanism" not in page.settled()["query"]
    tab_to(page, "SUMMARY")
    while "Python" not in page.browser.run("return document.activeElement.textContent"):
        page.browser.press("Tab", 9)
    page.browser.press("Enter", 13)
    assert page.browser.run("return document.querySelector('[data-as=Python]').open")
    page.browser.press("Tab", 9)
    page.browser.press("Tab", 9)
    page.browser.press("Enter", 13)
    copied = "return document.activeElement.textContent.match(/Copied|Selected/)"
    eventually(lambda: page.browser.run(copied), "the button to say what it did")
    assert "lpcheck.solve" in page.browser.run(
        "return document.querySelector('[data-as=Python] code').textContent"
    )
    for control in page.browser.run(
        "return Array.from(document.querySelectorAll('input, select, textarea, button, summary'))"
        ".filter(e => e.checkVisibility() && !(e.labels?.length || e.ariaLabel || e.textContent))"
        ".map(e => e.id)"
    ):
        raise AssertionError(f"{control} has no name")


STATES = (RESPONSE, f"{PAIR}&mechanism=pasted&pasted-matrix=1.2,-0.2" + ";1,0" * 4,
          f"{PAIR}&epsilon=-1".replace("epsilon=1&", ""),
          "problem=loss&loss=distance&prior=zipf&epsilon=1&shape-letters=24",
          "problem=minimax-sampler&k=3&epsilon=1")  # fmt: skip


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("query", STATES)
def test_it_is_read_in_light_and_in_dark_and_fits_a_phone(query, scheme, page):
    page.browser.look(width=360, height=800, scheme=scheme)
    page.open(query)
    page.browser.run("for (const d of document.querySelectorAll('details')) d.open = true")
    seen, low = page.browser.low_contrast(scheme)
    assert seen > 20
    assert low == []
    for width in (360, 768, 1280):
        page.browser.look(width=width, scheme=scheme)
        over = page.browser.run("return document.documentElement.scrollWidth - innerWidth")
        assert over <= 0, width


def test_nothing_leaves_this_machine(page):
    page.open(RESPONSE)
    eventually(lambda: page.browser.run("return !!document.querySelector('#along svg')"), "a curve")
    loaded = page.browser.run("return performance.getEntriesByType('resource').map(r => r.name)")
    home = page.served.link.partition("?")[0]
    assert len(loaded) > 6
    assert all(name.startswith(home) for name in loaded), loaded
    assert page.browser.run(
        "return fetch('http://127.0.0.1:9/').then(() => 'sent', () => 'refused')"
    ) == "refused"  # fmt: skip
    refused = page.browser.log()
    assert any("Content Security Policy" in entry["message"] for entry in refused)


def test_a_missing_token_and_a_foreign_page_are_refused(browser, served, tmp_path):
    browser.look()
    for wrong in (f"http://{served.host}/", f"http://{served.host}{served.path[:-2]}/"):
        browser.cdp("Page.navigate", url=wrong)
        assert browser.run("return document.body.innerText").strip() == "lpcheck explore: refused"
    foreign = tmp_path / "foreign.html"
    foreign.write_text("<!DOCTYPE html><p>A page from elsewhere that knows the link", "utf-8")
    browser.open(foreign)
    assert browser.run(
        "return fetch(arguments[0] + 'ask/answer', {method: 'POST', body: arguments[1]})"
        ".then(() => 'answered', () => 'refused')",
        f"http://{served.host}{served.path}", PAIR,
    ) == "refused"  # fmt: skip
    browser.log()  # the browser's own complaints about the refusals
