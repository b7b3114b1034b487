"""What a paper is: its reference, its statements, its figures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from lpcheck.claims.claim import Claim
    from lpcheck.figures.figure import Figure

Statements: TypeAlias = "str | Sequence[Claim] | Callable[[], Sequence[Claim]]"
Figures: TypeAlias = "str | Sequence[Figure] | Callable[[], Sequence[Figure]]"


@dataclass(frozen=True)
class Paper:
    """A paper, as a package brings it through the entry-point group `lpcheck.papers`.

    Attributes:
        key: what its claims' ids begin with, such as `kairouz2016`.
        title: in the paper's own words.
        authors: as "First Last", in order.
        year: of the version that is quoted.
        venue: journal, proceedings or "preprint".
        statements: the claims; or `module:NAME`, which is imported when they are asked for, or a
            function that gives them.
        figures: figures in one of these forms.
        intervals: `module:NAME` of :class:`lpcheck.ranges.Printed` formulas, those that
            `lpcheck intervals` proves; empty for none.
        doi: without the resolver's address.
        arxiv: with the version, such as `2411.08791v2`.
        url: where it can be read, if neither of the two says so.
        text: which text was at hand, and what is damaged in it.
    """

    key: str
    title: str
    authors: tuple[str, ...]
    year: int
    venue: str
    statements: Statements = ()
    figures: Figures = ()
    intervals: str = ""
    doi: str = ""
    arxiv: str = ""
    url: str = ""
    text: str = ""

    @property
    def claims(self) -> tuple[Claim, ...]:
        """The statements, in the paper's order."""
        return tuple(_brought(self.statements))

    @property
    def pictures(self) -> tuple[Figure, ...]:
        """The figures, in the paper's order."""
        return tuple(_brought(self.figures))

    @property
    def citation(self) -> str:
        """Authors' last names, title, venue and year in a line.

        >>> Paper("doe2020", "On bits", ("Jane Doe", "John Roe"), 2020, "J. Bits").citation
        'Doe, Roe: On bits (J. Bits, 2020)'
        """
        names = ", ".join(name.rpartition(" ")[2] for name in self.authors)
        return f"{names}: {self.title} ({', '.join(filter(None, [self.venue, str(self.year)]))})"

    @property
    def links(self) -> tuple[tuple[str, str], ...]:
        """What is linked, and the address."""
        found = []
        if self.doi:
            found.append((f"doi:{self.doi}", f"https://doi.org/{self.doi}"))
        if self.arxiv:
            found.append((f"arXiv:{self.arxiv}", f"https://arxiv.org/abs/{self.arxiv}"))
        if self.url:
            found.append((self.url.partition("//")[2].partition("/")[0], self.url))
        return tuple(found)

    @property
    def bibtex(self) -> str:
        """A BibTeX entry."""
        fields = {
            "title": f"{{{self.title}}}",
            "author": " and ".join(self.authors),
            "year": str(self.year),
            "howpublished": self.venue,
            "doi": self.doi,
            "eprint": self.arxiv,
            "archivePrefix": "arXiv" if self.arxiv else "",
            "url": self.url,
        }
        body = ",\n".join(f"  {name} = {{{text}}}" for name, text in fields.items() if text)
        return f"@misc{{{self.key},\n{body}\n}}\n"


def _brought(given: Any) -> Any:
    """What was given, or what it names or returns."""
    if isinstance(given, str):
        return resolve_name(given)
    return given() if callable(given) else given
