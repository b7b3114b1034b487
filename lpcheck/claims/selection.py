"""Which claims a run is asked for: ids and patterns, papers, and objects of a user's own."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from formulations.errors import InputError
from lpcheck.claims import registry
from lpcheck.claims.claim import Claim
from lpcheck.claims.paper import Paper
from lpcheck.claims.written import is_written, read_written
from lpcheck.inputs.surroundings import aside, importable
from lpcheck.inputs.user_code import load_object


@dataclass(frozen=True)
class Selection:
    """Claims in the order of a run, each once.

    Attributes:
        claims: what is to be tested.
        papers: the papers that are not installed but were given with their claims, by key.
        homes: for claims that are not installed, the `module:object` that brings them, so that
            another process can find them; "" where only this process has them.
    """

    claims: tuple[Claim, ...]
    papers: dict[str, Paper] = field(default_factory=dict)
    homes: dict[str, str] = field(default_factory=dict)

    def paper(self, key: str) -> Paper:
        """The paper with a key; a nameless one where nobody has told of it."""
        if key in self.papers:
            return self.papers[key]
        return registry.paper(key) if key in registry.known() else Paper(key, key, (), 0, "")


def select(asked: Sequence[str | Claim | Paper] = (), paper: str | None = None) -> Selection:
    """The claims that are asked for.

    Args:
        asked: ids, patterns such as `"*.theorem-5*"`, `module:object` (a paper, a claim or a
            sequence of claims), `paper.toml`, one claim of it (`paper.toml:theorem-1`), or such
            objects themselves; all that is installed by default.
        paper: only claims of the paper with this key.

    Raises:
        InputError: one is unknown, is a paper's key, or is not of the paper that is asked for.
    """
    found: dict[str, Claim] = {}
    papers: dict[str, Paper] = {}
    homes: dict[str, str] = {}
    if paper is not None and not asked:
        found = {c.id: c for c in registry.catalogue(paper)}
    for one in asked:
        if isinstance(one, str) and ":" not in one and not is_written(one):
            claims, home = _installed(one), None
        else:
            brought, home = (load(one), _found_again(one)) if isinstance(one, str) else (one, "")
            if isinstance(brought, Paper):
                papers[brought.key] = brought
            claims = claims_of(brought)
        for claim in claims:
            if paper not in (None, claim.paper):
                raise InputError("claim", f"'{claim.id}' is not of {paper}", "drop --paper")
            found[claim.id] = claim
            if home is not None:
                homes[claim.id] = home
    if not asked and paper is None:
        found = {c.id: c for c in registry.catalogue()}
    if not found:
        raise InputError("paper", f"'{paper}' has no claims yet", "choose another paper")
    return Selection(tuple(found.values()), papers, homes)


def _found_again(text: str) -> str:
    """What names the same in another process, which may run elsewhere."""
    return os.path.abspath(text) if is_written(text) else text


def _installed(name: str) -> tuple[Claim, ...]:
    if name in registry.known():
        raise InputError("claim", f"'{name}' is a paper", f"write --paper {name}")
    return registry.matching(name)


def load(text: str) -> object:
    """The object that `module:object` names, or the paper that a TOML file states.

    The current directory can be imported from; a TOML file runs no code.

    Raises:
        InputError: it cannot be imported, or has no claims.
    """
    if is_written(text):
        return read_written(text)
    with importable(), aside():
        found = load_object("claim", text)
        if not isinstance(found, (Paper, Claim, Iterable)) or isinstance(found, str):
            what = f"'{text}' is {type(found).__name__}, not claims"
            raise InputError("claim", what, "name a Paper, a Claim or a sequence of claims")
        try:
            claims_of(found)
        except TypeError as error:
            remedy = "name a Paper, a Claim or a sequence of claims"
            raise InputError("claim", f"'{text}' {error}", remedy) from None
    return found


def claims_of(brought: object) -> tuple[Claim, ...]:
    """The claims of a paper, of a sequence, or one claim itself.

    Raises:
        TypeError: something in it is no claim.
    """
    if isinstance(brought, Paper):
        return brought.claims
    if isinstance(brought, Claim):
        return (brought,)
    found: tuple[Any, ...] = tuple(brought)  # type: ignore[arg-type]
    strange = next((x for x in found if not isinstance(x, Claim)), None)
    if strange is not None:
        raise TypeError(f"holds {type(strange).__name__}, which is no claim")
    return found
