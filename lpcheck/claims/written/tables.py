"""Tables of a TOML file, key by key: what is wrong is said with the table and the key."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, TypeVar

from formulations.errors import InputError

T = TypeVar("T")


@dataclass(frozen=True)
class Table:
    """A table of a file.

    Attributes:
        name: the file and the table, such as `paper.toml, claim 3`.
        given: what it holds.
    """

    name: str
    given: Mapping[str, Any]

    def where(self, key: str) -> str:
        """What messages call a key of it."""
        return f"{self.name}, {key}"

    def only(self, known: Collection[str]) -> None:
        """Refuse keys that are not known.

        Raises:
            InputError: naming the first, and the nearest that is known.
        """
        for key in self.given:
            if key not in known:
                near = get_close_matches(key, known, n=1)
                hint = f"did you mean '{near[0]}'?" if near else f"use {', '.join(sorted(known))}"
                raise InputError(self.where(key), "is no key of this table", hint)

    def get(self, key: str, kind: type[T], default: T | None = None) -> T:
        """A value of a kind.

        Raises:
            InputError: it is missing and has no default, or is of another kind.
        """
        if key not in self.given:
            if default is None:
                raise InputError(self.where(key), "is missing", f"give it, as {_KINDS[kind]}")
            return default
        value = self.given[key]
        wanted: Any = (int, float) if kind is float else kind
        if not isinstance(value, wanted) or (isinstance(value, bool) and kind is not bool):
            what = f"is {_KINDS.get(type(value), type(value).__name__)}"
            raise InputError(self.where(key), what, f"give {_KINDS[kind]}")
        return value  # type: ignore[no-any-return]

    def one_of(self, key: str, choices: Collection[str], default: str | None = None) -> str:
        """A text that is one of some."""
        value = self.get(key, str, default)
        if value not in choices:
            raise InputError(self.where(key), f"'{value}' is unknown", f"use {', '.join(choices)}")
        return value

    def table(self, key: str) -> Table:
        """A table below; empty where there is none."""
        return Table(self.where(key), self.get(key, dict, {}))

    def tables(self, key: str) -> list[Table]:
        """A list of tables below, numbered from 1; one table is a list of one."""
        given = self.given.get(key, [])
        rows = [given] if isinstance(given, dict) else given
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            raise InputError(self.where(key), "is no list of tables", f"write [[{key}]]")
        return [Table(self.where(f"{key} {i}"), row) for i, row in enumerate(rows, 1)]


_KINDS: dict[type, str] = {
    str: "a text",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    list: "a list",
    dict: "a table",
}
