"""A run of the catalogue as JUnit XML, which continuous integration servers show.

A claim is a test case. A verdict against expectation is a failure, an open one an error.
"""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

from lpcheck.claims.claim import ClaimResult
from lpcheck.report.catalogue import papers
from lpcheck.runner import Report

_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def of_report(report: Report) -> str:
    """The XML document, one suite a paper; times are processor seconds."""
    root = ET.Element("testsuites", {"name": "lpcheck", **_totals(report.results)})
    for paper, results in papers(report).items():
        suite = ET.SubElement(root, "testsuite", {"name": paper, **_totals(tuple(results))})
        for result in results:
            suite.append(_case(result))
    ET.indent(root)
    body = ET.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="utf-8"?>\n{body}\n'


def _totals(results: tuple[ClaimResult, ...]) -> dict[str, str]:
    return {
        "tests": str(len(results)),
        "failures": str(sum(_tag(r) == "failure" for r in results)),
        "errors": str(sum(_tag(r) == "error" for r in results)),
        "skipped": "0",
        "time": f"{sum(r.seconds for r in results):.3f}",
    }


def _tag(result: ClaimResult) -> str | None:
    if result.as_expected:
        return None
    return "error" if result.verdict == "inconclusive" else "failure"


def _case(result: ClaimResult) -> ET.Element:
    claim = result.claim
    case = ET.Element(
        "testcase", classname=claim.paper, name=claim.id, time=f"{result.seconds:.3f}"
    )
    properties = ET.SubElement(case, "properties")
    for name, value in (
        ("source", claim.source),
        ("kind", claim.kind),
        ("expected", claim.expected),
        ("verdict", result.verdict),
        ("finding", claim.finding),
        ("weight", claim.weight),
        ("quote", claim.quote),
        ("stands", claim.stands),
        ("instances", result.instances),
        ("worst_gap", f"{result.worst_gap:.6g}"),
        ("control_caught", result.control_caught),
    ):
        ET.SubElement(properties, "property", name=name, value=_clean(str(value)))
    tag = _tag(result)
    if tag is not None:
        message = f"{result.verdict}, expected {claim.expected}"
        where = "" if result.counterexample is None else f"at {result.counterexample.label}: "
        failure = ET.SubElement(case, tag, message=message, type=result.verdict)
        failure.text = _clean(f"{claim.statement}\n{where}{result.detail}")
    return case


def _clean(text: str) -> str:
    """Text without the characters that XML cannot hold."""
    return _NOT_XML.sub("?", text)
