"""The adapters, with fakes of the libraries, and the page of findings."""

from __future__ import annotations

import json
import math
import sys
import tomllib
import types
from pathlib import Path

import pytest

from lpcheck.auditing import audit, pages
from lpcheck.auditing.adapters import cases, installed

DOCS = Path(__file__).parents[3] / "docs"
REWRITTEN = [case for case in cases() if case.rewritten]
HERE = [case for case in cases() if installed(case) and not case.rewritten and not case.draws]


def test_the_page_is_what_the_data_say():
    data = json.loads((DOCS / "libraries.json").read_text("utf-8"))
    assert pages.page(data) == (DOCS / "libraries.md").read_text("utf-8")


def test_the_page_has_the_faults_of_public_threads():
    data = json.loads((DOCS / "libraries.json").read_text("utf-8"))
    exceeding = {key for key, rows in data.items() if pages._exceeds(rows)}
    assert {"pure-ldp 1.1.2: UE (symmetric)", "pure-ldp 1.1.2: OUE"} <= exceeding
    assert "opendp 0.4.0: make_randomized_response_bool" in exceeding
    assert not {"pure-ldp 1.2.0: UE (symmetric)", "pure-ldp 1.2.0: OUE"} & exceeding
    half = data["trasgoDP 0.3.2: dp_exponential"]
    assert all(abs(row["true_epsilon"] - 0.5) < 1e-9 for row in half.values())
    exact = [k for k, rows in data.items() if all(r.get("rigor") == "exact" for r in rows.values())]
    from_the_index = [key for key in exact if "rewritten" not in key]
    assert len(from_the_index) >= 12
    assert len({key.split(" ")[0] for key in from_the_index}) >= 4


def test_a_fault_that_was_rewritten_is_found():
    found = {case.library: case for case in REWRITTEN}
    kernel = audit(found["opendp"].client(2, 1.0), range(2), epsilon=1)
    p = math.e / (math.e + 1)
    assert kernel.verdict == "infeasible"
    assert kernel.true_epsilon == pytest.approx(math.log((p + (1 - p) ** 2) / (1 - p) ** 2))
    wasted = audit(found["sunPytools"].client(4, 1.0), range(4), epsilon=1)
    assert wasted.verdict == "private"
    assert wasted.true_epsilon == pytest.approx(math.log((math.e + 1) / math.e))


def test_the_versions_of_a_case_are_asked_for(monkeypatch):
    case = next(c for c in cases() if c.library == "pure-ldp")
    monkeypatch.setattr("lpcheck.auditing.adapters.version", lambda _: "0.0.1")
    assert installed(case) == ""
    monkeypatch.setattr("lpcheck.auditing.adapters.version", lambda _: "1.2.0")
    assert installed(case) == "1.2.0"


def test_each_library_has_its_extra():
    """With the version that the page says first, and that the adapter speaks of."""
    extras = tomllib.loads((DOCS.parent / "pyproject.toml").read_text("utf-8"))["project"]
    found = {
        name.removeprefix("audit-"): requirement
        for name, (requirement, *_) in extras["optional-dependencies"].items()
        if name.startswith("audit-")
    }
    audited = {case.library: case.versions[0] for case in reversed(cases()) if case.versions}
    assert found == {name.lower(): f"{name}=={version}" for name, version in audited.items()}


def test_an_adapter_calls_its_library_as_documented(monkeypatch):
    """A stand-in with the classes' signatures: what the adapter passes is what they take."""
    import random

    class UEClient:
        def __init__(self, epsilon, d, use_oue=False, index_mapper=None):
            self.d, self.p = d, math.exp(epsilon / 2) / (math.exp(epsilon / 2) + 1)

        def privatise(self, x):
            return [
                int(random.random() < (self.p if x == y else 1 - self.p)) for y in range(self.d)
            ]

    module = types.ModuleType("pure_ldp.frequency_oracles")
    module.UEClient = UEClient
    monkeypatch.setitem(sys.modules, "pure_ldp", types.ModuleType("pure_ldp"))
    monkeypatch.setitem(sys.modules, "pure_ldp.frequency_oracles", module)
    case = next(c for c in cases() if c.library == "pure-ldp" and c.mechanism == "UE (symmetric)")
    row = pages.audited(type(case)(**{**vars(case), "decoder": None}), 3)
    assert row["verdict"] == "private"
    assert row["true_epsilon"] == pytest.approx(1)
    assert row["loss"] > 1


@pytest.mark.skipif(not HERE, reason="none of the audited libraries is installed here")
@pytest.mark.parametrize("case", HERE, ids=lambda c: f"{c.library} {c.mechanism}")
def test_a_library_that_is_installed_agrees_with_the_page(case):
    data = json.loads((DOCS / "libraries.json").read_text("utf-8"))
    k = case.sizes[0]
    known = data[f"{case.library} {installed(case)}: {case.mechanism}"][str(k)]
    row = pages.audited(case, k)
    assert row["verdict"] == known["verdict"]
    assert row["true_epsilon"] == pytest.approx(float(known["true_epsilon"]), rel=1e-9)
    assert row.get("loss") == pytest.approx(known.get("loss"), rel=1e-9)
    for epsilon in (0.5, 2.0):  # what the page says at ε = 1 is no accident of it
        other = pages.audited(case, k, epsilon)
        assert other["verdict"] == row["verdict"]
        if known["verdict"] == "private":
            assert other["true_epsilon"] <= epsilon * (1 + 1e-9)
            assert other["loss"] >= 1 - 1e-9


def test_what_is_known_is_kept_and_the_page_is_written(tmp_path, monkeypatch):
    monkeypatch.setattr(pages, "cases", lambda: tuple(REWRITTEN))
    file, page = tmp_path / "found.json", tmp_path / "page.md"
    file.write_text(json.dumps({"opendp 9: mine": {"2": {"verdict": "private"}}}))
    assert pages.main([str(file), str(page)]) == 0
    assert set(json.loads(file.read_text())) == {
        "opendp 9: mine",
        *(f"{case.library} rewritten: {case.mechanism}" for case in REWRITTEN),
    }
    assert "| sunPytools | rewritten | optimized_unary_encoding" in page.read_text("utf-8")
    assert pages.main([]) == 2
