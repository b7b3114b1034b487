"""The runner: the same findings in one process and in several, with certificates and curves."""

from __future__ import annotations

from dataclasses import replace

import joblib

from lpcheck.claims import find
from lpcheck.rechecker import recheck
from lpcheck.runner import run_claim, verify

IDS = ("kairouz2016.theorem-6", "kairouz2016.theorem-8", "zamanlooy2025.equation-53")


def test_in_one_process_and_in_two(tmp_path):
    found = []
    for jobs in (1, 2):
        report = verify(IDS, jobs=jobs, certificates=tmp_path / str(jobs), drawings=True)
        assert bool(report)
        found.append([replace(r, seconds=0.0) for r in report.results])
    assert found[0] == found[1]
    first = {p.name: p.read_bytes() for p in (tmp_path / "1").iterdir()}
    assert first == {p.name: p.read_bytes() for p in (tmp_path / "2").iterdir()}


def test_no_more_processes_than_cores(monkeypatch):
    asked = []

    def parallel(n_jobs, **options):
        asked.append(n_jobs)
        return lambda tasks: [function(*given) for function, given, _ in tasks]

    monkeypatch.setattr(joblib, "Parallel", parallel)
    monkeypatch.setattr(joblib, "cpu_count", lambda: 3)
    for jobs in (2, 999, None):
        assert verify(IDS[:2], jobs=jobs)
    assert asked == [2, 3, 3]


def test_certificates_are_of_what_the_verdict_rests_on(tmp_path):
    result = run_claim(find("kairouz2016.theorem-8"), certificates=tmp_path)
    assert result.rigor == "proved"  # there is a theorem, too
    assert replace(result, claim=replace(result.claim, id="a.b")).rigor == "certified"
    (name,) = result.certificates
    finding = recheck(tmp_path / name)
    assert (finding.ok, finding.verdict) == (True, "suboptimal")
    assert run_claim(find("kairouz2016.theorem-8")).certificates == ()


def test_a_test_is_run_once_an_instance_and_once_for_its_control(tmp_path):
    claim, calls = find("kairouz2016.theorem-6"), []

    def counted(**parameters):
        calls.append(parameters)
        return claim.test(**parameters)

    result = run_claim(replace(claim, test=counted), certificates=tmp_path)
    assert len(calls) == result.instances + 1
    assert len(result.outcomes) == result.instances
    assert result.drawing is None
