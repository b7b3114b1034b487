"""A paper as TOML: its reference and its claims, as the objects that Python would have made."""

from __future__ import annotations

import inspect
import re
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

from formulations.errors import InputError
from formulations.expressions import Expression, read_expression
from lpcheck.claims.claim import Claim, Expected, Finding, Instance, Kind, Weight
from lpcheck.claims.paper import Paper
from lpcheck.claims.written.instances import read_instances
from lpcheck.claims.written.statement import Statement
from lpcheck.claims.written.tables import Table
from lpcheck.problems import known, problem_class

LARGEST_FILE = 4 * 2**20
"""Bytes of a file."""

_PAPER = ("key", "title", "authors", "year", "venue", "doi", "arxiv", "url", "text")
_TEXTS = ("conditions", "evidence", "quote", "holds", "stands")
_CLAIM = (
    "id", "source", "statement", "kind", "expected", "finding", "weight", "below", "corrects",
    "problem", "parameters", "let", "value", "entry", "outputs", "mechanism", "instance", "random",
    "grid", "slip", "control", *_TEXTS,
)  # fmt: skip
_KINDS = ("tight", "equal", "upper", "lower", "feasible")
_FINDINGS = ("", "false", "condition", "misprint", "imprecise", "probe")
_KEY = re.compile(r"[a-z0-9][a-z0-9-]*")
_LIBRARY = "lpcheck.mechanisms:"


def is_written(text: str) -> bool:
    """Whether a text names a paper that is written as TOML, or one claim of it."""
    return text.partition(".toml")[1] == ".toml" and text.partition(".toml")[2][:1] in ("", ":")


def read_written(text: str) -> Paper | tuple[Claim, ...]:
    """The paper that a file states, or, without a `[paper]`, its claims on papers that are known.

    Args:
        text: the file, `paper.toml`; or one claim of it, `paper.toml:theorem-1`.

    Raises:
        InputError: it cannot be read, or states no claims; with the table and the key.
    """
    path, _, wanted = text.partition(".toml")
    file = Path(f"{path}.toml")
    top = Table(file.name, _loaded(file))
    top.only(("paper", "claim"))
    paper = top.table("paper")
    key = _read_key(paper) if "paper" in top.given else ""
    rows = top.tables("claim")
    if not rows:
        raise InputError(file.name, "has no claims", "write at least one [[claim]]")
    claims: list[Claim] = []
    for i, row in enumerate(rows, 1):
        name = f"{file.name}, claim {i}" + (f" ({row.given['id']})" if "id" in row.given else "")
        found = _read_claim(Table(name, row.given), key)
        if any(found.id == other.id for other in claims):
            raise InputError(f"{name}, id", f"'{found.id}' is there twice", "choose another")
        claims.append(found)
    if wanted:
        short = wanted.removeprefix(":")
        claims = [c for c in claims if short in (c.id, c.id.partition(".")[2])]
        if not claims:
            raise InputError("claim", f"'{file.name}' has no claim '{short}'", "see its ids")
    if not key:
        return tuple(claims)
    texts = {k: paper.get(k, str, "") for k in ("doi", "arxiv", "url", "text") if k in paper.given}
    authors = tuple(map(str, paper.get("authors", list)))
    title, venue = paper.get("title", str), paper.get("venue", str, "preprint")
    return Paper(key, title, authors, paper.get("year", int), venue, tuple(claims), **texts)


def _loaded(file: Path) -> dict[str, Any]:
    remedy = "give a paper as TOML; `lpcheck init --paper NAME` writes one to start from"
    try:
        if file.stat().st_size > LARGEST_FILE:
            raise InputError(str(file), f"is larger than {LARGEST_FILE} bytes", remedy)
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(str(file), f"cannot be read ({error.strerror})", remedy) from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise InputError(str(file), f"is no TOML: {error}", remedy) from None


def _read_key(paper: Table) -> str:
    paper.only(_PAPER)
    key = paper.get("key", str)
    if not _KEY.fullmatch(key):
        raise InputError(paper.where("key"), f"'{key}' is no key", "write doe2020, say")
    return key


def _read_claim(table: Table, key: str) -> Claim:
    table.only(_CLAIM)
    claim_id = _read_id(table, key)
    kind = cast("Kind", table.one_of("kind", _KINDS, "tight"))
    instances = read_instances(table)
    listed = list(instances(False))
    statement = _read_statement(table, kind, {n for i in listed for n in i.parameters})
    finding = table.one_of("finding", _FINDINGS, "")
    more: dict[str, Any] = {name: table.get(name, str, "") for name in _TEXTS}
    more["conditions"] = more["conditions"] or "none"
    for name in ("below", "corrects"):
        more[name] = _full(table.get(name, str), key) if name in table.given else None
    by_default = 0.01 if statement.entry is None and not statement.mechanism else 1e-6
    slip = float(table.get("slip", float, by_default))
    for instance in listed[:1]:  # what is wrong in every instance is said before anything runs
        statement.read(**instance.parameters)
    control = dict(table.table("control").given) if "control" in table.given else None
    control = _control(statement, slip, listed) if control is None else control
    return Claim(
        id=claim_id,
        source=table.get("source", str),
        statement=table.get("statement", str),
        kind=kind,
        expected=cast("Expected", table.one_of("expected", ("verified", "refuted"), "verified")),
        instances=instances,
        test=statement.test,
        slip=slip if slip and control is not None else None,
        control=control,
        finding=cast("Finding", finding) if finding else None,
        written=True,
        weight=cast("Weight", table.one_of("weight", ("headline", "normal", "detail"), "normal")),
        **more,
    )


def _control(
    statement: Statement, slip: float, listed: Sequence[Instance]
) -> dict[str, Any] | None:
    """The first instance at which the altered claim says something else, ordinary ones before."""
    own = [i for i in listed if i.kind != "counterexample"]
    own.sort(key=lambda i: i.kind == "degenerate")
    telling = (i for i in own if statement.is_altered(slip, **i.parameters))
    found = next(telling, own[0] if own else None)
    return None if found is None else dict(found.parameters)


def _read_id(table: Table, key: str) -> str:
    from lpcheck.claims import registry  # noqa: PLC0415  reads what is installed

    claim_id = _full(table.get("id", str), key)
    prefix, _, place = claim_id.partition(".")
    if not place or any(c.isspace() for c in place):
        raise InputError(table.where("id"), f"'{claim_id}' is no id", "write theorem-1, say")
    if key and prefix != key:
        what = f"'{claim_id}' is of another paper than '{key}'"
        raise InputError(table.where("id"), what, "leave out the paper's key, or [paper]")
    if not key and prefix not in registry.known():
        what = f"'{prefix}' is no paper that is installed"
        raise InputError(table.where("id"), what, "say what it is, in [paper]")
    return claim_id


def _full(claim_id: str, key: str) -> str:
    return claim_id if "." in claim_id or not key else f"{key}.{claim_id}"


def _read_statement(table: Table, kind: Kind, given: set[str]) -> Statement:
    slug = table.one_of("problem", known())
    fixed = table.table("parameters").given
    inputs = {p.name for p in problem_class(slug).inputs}
    names = {*inputs, *given, *fixed, "k"}
    if "slip" in names:
        raise InputError(table.name, "has a parameter 'slip'", "choose another name")
    let: dict[str, Expression] = {}
    below = table.table("let")
    for name, text in below.given.items():
        let[name] = read_expression(below.where(name), text, names)
        names.add(name)

    def formula(key: str, *more: str) -> Expression | None:
        if key not in table.given:
            return None
        return read_expression(table.where(key), str(table.given[key]), names.union(more))

    value, entry = formula("value"), formula("entry", "x", "y")
    mechanism = _read_mechanism(table)
    if value is None and entry is None and not mechanism:
        remedy = "give value, the optimum; entry, of the mechanism; or mechanism, its name"
        raise InputError(table.name, "claims nothing that can be computed", remedy)
    if entry is not None and mechanism:
        raise InputError(table.where("mechanism"), "and entry are both given", "give one of them")
    if kind == "feasible" and entry is None and not mechanism:
        raise InputError(table.where("kind"), "'feasible' needs a mechanism", "give entry")
    outputs = formula("outputs")
    return Statement(table.name, kind, slug, fixed, let, value, entry, outputs, mechanism)


def _read_mechanism(table: Table) -> str:
    """A function of `lpcheck.mechanisms`: a file runs no other code."""
    from lpcheck import mechanisms  # noqa: PLC0415

    text = table.get("mechanism", str, "")
    if not text:
        return ""
    name = text.removeprefix(_LIBRARY)
    if name not in mechanisms.__all__ or not inspect.isfunction(getattr(mechanisms, name)):
        what = f"'{text}' is no mechanism of lpcheck"
        raise InputError(table.where("mechanism"), what, f"write {_LIBRARY}randomized_response")
    return name
