"""Every section of FORMAT.md has an example, and every example is a file that is accepted."""

import copy
import json
import re
from pathlib import Path

import pytest

from lpcheck import rechecker
from lpcheck.rechecker import recheck
from lpcheck.rechecker.problems import READERS

PAGE = Path(rechecker.__file__).with_name("FORMAT.md").read_text(encoding="utf-8")
_NAMES = re.findall(r"^##? (.*)$", PAGE, re.M)
SECTIONS = dict(zip(_NAMES, re.split(r"^##? .*$", PAGE, flags=re.M)[1:], strict=True))


def blocks(text):
    """The files shown; a mechanism alone is that of the file before it."""
    found = []
    for block in re.findall(r"^```json\n(.*?)^```$", text, re.M | re.S):
        data = json.loads(block)
        found.append(data if "format" in data else {**found[-1], "mechanism": data})
    return found


EXAMPLES = blocks(PAGE)


@pytest.mark.parametrize("document", EXAMPLES, ids=lambda d: d["problem"])
@pytest.mark.parametrize("arithmetic", ["decimal", "flint"])
def test_every_example_is_accepted(document, arithmetic):
    if arithmetic == "flint":
        pytest.importorskip("flint")
    found = recheck(document, arithmetic)
    assert found, found.reason


@pytest.mark.parametrize("document", EXAMPLES, ids=lambda d: d["problem"])
def test_no_example_proves_more_than_it_says(document):
    """The control: both bounds at one end, another digit in the primal."""
    for end in document["bounds"].values():
        assert not recheck({**document, "bounds": {"lower": end, "upper": end}})
    primal = copy.deepcopy(document["primal"])
    primal[0][0] = "0.77"
    assert not recheck({**document, "primal": primal})


def test_every_section_has_an_example():
    for name, text in SECTIONS.items():
        assert blocks(text) or name == "What is trusted", name


def test_every_problem_level_and_verdict_has_one():
    assert {d["problem"] for d in EXAMPLES} == set(READERS)
    assert any("delta" in d["parameters"] and "cuts" in d["dual"] for d in EXAMPLES)
    assert any("nu" in d["parameters"] for d in EXAMPLES)
    asked = [d["mechanism"] for d in EXAMPLES if d["mechanism"]]
    assert {m["verdict"] for m in asked} == {"optimal", "suboptimal", "infeasible"}
    assert any("points" in m for m in asked)
    assert any(m["distance"] not in (None, "0") for m in asked)
