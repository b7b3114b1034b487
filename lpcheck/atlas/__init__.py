"""The atlas: a run of the catalogue as a static site that needs no network and no script."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib.resources import files

from lpcheck.atlas.claim_page import Neighbours, claim_page
from lpcheck.atlas.mathematics import available
from lpcheck.atlas.overview import overview
from lpcheck.atlas.paper_page import paper_page
from lpcheck.atlas.plots import plot_of
from lpcheck.atlas.proof import FOLDER, certificate_page, certificates, page_name
from lpcheck.claims.claim import Claim
from lpcheck.report.catalogue import papers
from lpcheck.report.html import style
from lpcheck.runner import Report

__all__ = ["available", "pages"]


def pages(
    report: Report, *, full: bool = False, proofs: Mapping[str, str] | None = None
) -> dict[str, str]:
    """The site, as text by path.

    Args:
        report: the run to show.
        full: whether it tested the wider set of instances.
        proofs: certificates by file name; they become part of the site.
    """
    claims = {r.claim.id: r.claim for r in report.results}
    corrections = _corrections(claims.values())
    site = {"style.css": style(), "atlas.js": _asset("atlas.js")}
    proofs = proofs or {}
    site |= {f"{FOLDER}/{name}": text for name, text in proofs.items()}
    site |= {page_name(name): certificate_page(name, text) for name, text in proofs.items()}
    site["index.html"] = overview(report)
    for key, results in papers(report).items():
        paper = report.selection.paper(key)
        site[f"papers/{key}.html"] = paper_page(paper, results)
        for i, result in enumerate(results):
            claim = result.claim
            near = Neighbours(
                before=results[i - 1].claim if i else None,
                after=results[i + 1].claim if i + 1 < len(results) else None,
                corrected_by=corrections.get(claim.id, ()),
                corrects=claims.get(claim.corrects or ""),
                below=claims.get(claim.below or ""),
            )
            instances = list(claim.instances(full))
            site[f"claims/{claim.id}.html"] = claim_page(
                result, paper, near, instances, plot_of(result), certificates(result, proofs)
            )
    return site


def _corrections(claims: Iterable[Claim]) -> dict[str, tuple[Claim, ...]]:
    """By the id of a refuted claim, the claims that mend it."""
    found: dict[str, tuple[Claim, ...]] = {}
    for claim in claims:
        if claim.corrects is not None:
            found[claim.corrects] = (*found.get(claim.corrects, ()), claim)
    return found


def _asset(name: str) -> str:
    return files("lpcheck.atlas").joinpath("assets", name).read_text(encoding="utf-8")
