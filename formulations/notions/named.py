"""Notions by the names that a command line has for them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from formulations.errors import InputError
from formulations.notions.approximate import ApproximateLDP
from formulations.notions.information import LIP, PML
from formulations.notions.ldp import LDP
from formulations.notions.metric import MetricPrivacy
from formulations.notions.notion import Notion
from formulations.notions.utility_optimized import ULDP

NAMES = "ldp, approximate:DELTA, metric:@FILE, pml, lip or uldp:LETTERS"


def named_notion(text: Any, epsilon: Any, name: str, **more: Any) -> Notion:
    """The notion that a text names.

    Args:
        text: such as `metric:@distances.csv`.
        epsilon: the level in nats; a metric has its own.
        name: the parameter, for error messages.
        more: `prior` for pml and lip, `letters` for uldp.

    Raises:
        InputError: the name is unknown, or something that it needs is missing.
    """
    if isinstance(text, Mapping):
        return _stated(text, name)
    if not isinstance(text, str):
        raise InputError(name, f"{type(text).__name__} is no privacy notion", f"give {NAMES}")
    kind, _, rest = text.partition(":")
    if kind == "metric":
        if epsilon is not None:
            raise InputError("epsilon", "is given beside a metric", "put it into the distances")
        if not rest.startswith("@"):
            raise InputError(name, f"'{text}' names no file", "write metric:@distances.csv")
        return MetricPrivacy(_rows(name, Path(rest[1:])))
    if epsilon is None:
        raise InputError("epsilon", "is missing", f"{kind} needs a level in nats")
    if kind == "ldp" and not rest:
        return LDP(epsilon)
    if kind == "approximate" and rest:
        return ApproximateLDP(epsilon, rest)
    if kind in ("pml", "lip") and not rest:
        if more.get("prior") is None:
            raise InputError("prior", "is missing", f"{kind} needs the distribution of the input")
        return (PML if kind == "pml" else LIP)(epsilon, more["prior"])
    if kind == "uldp" and all(part.strip().isdecimal() for part in rest.split(",")):
        return ULDP(epsilon, [int(part) for part in rest.split(",")], more["letters"])
    raise InputError(name, f"'{text}' is unknown", f"give {NAMES}")


_CLASSES: dict[str, type[Notion]] = {
    kind.name: kind for kind in (LDP, ApproximateLDP, MetricPrivacy, PML, LIP, ULDP)
}


def _stated(given: Mapping[str, Any], name: str) -> Notion:
    """A notion from its name and parameters, as :attr:`Notion.stated` has them."""
    rest = dict(given)
    kind = rest.pop("name", None)
    if kind not in _CLASSES:
        raise InputError(name, f"'{kind}' is unknown", f"give one of {', '.join(_CLASSES)}")
    try:
        return _CLASSES[kind](**rest)
    except TypeError:
        remedy = "give the keywords of its class"
        raise InputError(name, f"{kind} does not take {', '.join(rest)}", remedy) from None


def _rows(name: str, path: Path) -> list[list[str]]:
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "no text"
        raise InputError(name, f"'{path}' cannot be read ({why})", "give a CSV file") from None
    return [[x.strip() for x in line.split(",")] for line in lines if line.strip()]
