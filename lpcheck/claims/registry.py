"""The papers that are installed, ours among them, and the claims by id.

A package brings a paper by one line of its `pyproject.toml`:

    [project.entry-points."lpcheck.papers"]
    doe2020 = "doe2020_claims:PAPER"

The name is the paper's key; the object is a :class:`lpcheck.claims.paper.Paper`.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from fnmatch import fnmatchcase
from functools import cache
from importlib.metadata import EntryPoint

from formulations.errors import InputError
from lpcheck.claims.claim import Claim
from lpcheck.claims.paper import Paper
from lpcheck.problems import installed

GROUP = "lpcheck.papers"


@cache
def _installed() -> dict[str, EntryPoint]:
    return dict(sorted(installed(GROUP, "paper").items()))


def known() -> tuple[str, ...]:
    """The keys of the papers that are installed; none is imported for it."""
    return tuple(_installed())


def paper(key: str) -> Paper:
    """A paper by its key, or by the TOML file that states it.

    Raises:
        InputError: it is not installed, or cannot be loaded.
    """
    from lpcheck.claims.written import is_written, read_written  # noqa: PLC0415  reads ids here

    if is_written(key):
        found = read_written(key)
        if not isinstance(found, Paper):
            raise InputError("paper", f"'{key}' has no [paper]", "say what the paper is")
        return found
    return _paper(key)


@cache
def _paper(key: str) -> Paper:
    if key not in _installed():
        raise InputError("paper", f"'{key}' is unknown", f"use one of {', '.join(known())}")
    point = _installed()[key]
    try:
        found = point.load()
    except Exception as error:
        why = " ".join(f"{type(error).__name__}: {error}".split())
        what = f"'{key}' cannot be loaded from '{point.value}' ({why})"
        raise InputError("paper", what, "mend or uninstall the package that brings it") from None
    if not isinstance(found, Paper) or found.key != key:
        what = f"'{point.value}' is not the paper '{key}'"
        raise InputError("paper", what, "make it a lpcheck.claims.Paper of that key")
    return found


def papers() -> tuple[Paper, ...]:
    """All papers, the oldest first."""
    return tuple(sorted(map(paper, known()), key=lambda p: (p.year, p.key)))


def catalogue(key: str | None = None) -> tuple[Claim, ...]:
    """All claims, or those of one paper, in the paper's order.

    Raises:
        InputError: the paper is not known.
    """
    chosen = papers() if key is None else (paper(key),)
    return tuple(claim for each in chosen for claim in each.claims)


def find(claim_id: str) -> Claim:
    """The claim with an id.

    Raises:
        InputError: there is none; the message names the nearest ids.
    """
    key = claim_id.partition(".")[0]
    ids = {c.id: c for c in catalogue(key if key in known() else None)}
    if claim_id in ids:
        return ids[claim_id]
    near = get_close_matches(claim_id, ids, n=3, cutoff=0.4)
    hint = f"did you mean {', '.join(near)}?" if near else "see `lpcheck claims`"
    raise InputError("claim", f"'{claim_id}' is unknown", hint)


def matching(pattern: str, claims: Iterable[Claim] | None = None) -> tuple[Claim, ...]:
    """The claims whose ids match: an id, or a pattern with `*`, `?` or `[…]`.

    Raises:
        InputError: there is none.
    """
    if not set("*?[") & set(pattern):
        return (find(pattern),)
    pool = catalogue() if claims is None else claims
    found = tuple(c for c in pool if fnmatchcase(c.id, pattern))
    if not found:
        raise InputError("claim", f"no id matches '{pattern}'", "see `lpcheck claims`")
    return found
