"""What the page shows, as a query string; and the problem and the mechanism that it states."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, urlencode

from formulations.errors import InputError
from formulations.formulation import Array, Formulation
from lpcheck.explore import pasted, shapes
from lpcheck.inputs import Labelled, normalized, read_matrix_text, read_vector_text
from lpcheck.inputs.callables import load_mechanism, mechanism_of, names_callable
from lpcheck.problems import known, problem_class

PASTED = "pasted"
"""The mechanism that is a matrix of the user's own."""

CLOSED_FORMS = "lpcheck.mechanisms"

# No parameter of a problem has a hyphen in its name.
SIZE, SKEW, MATRIX = "shape-letters", "shape-skew", "pasted-matrix"
_OWN = ("problem", "normalize", "mechanism", SIZE, SKEW, MATRIX)


@dataclass(frozen=True)
class State:
    """What the controls say.

    Attributes:
        problem: a slug.
        given: parameters by name, as typed; empty ones are left out.
        mechanism: "" for the optimum alone, "pasted", or MODULE:FUNCTION.
        matrix: what was pasted.
        size, skew: of priors that are named by a shape.
        normalize: whether vectors are divided by their sums.
    """

    problem: str
    given: Mapping[str, str] = field(default_factory=dict)
    mechanism: str = ""
    matrix: str = ""
    size: str = "3"
    skew: str = "1"
    normalize: bool = False

    def query(self) -> str:
        """The link's part after the question mark."""
        own = {
            "problem": self.problem,
            **self.given,
            SIZE: self.size,
            SKEW: self.skew,
            "normalize": "1" if self.normalize else "",
            "mechanism": self.mechanism,
            MATRIX: self.matrix,
        }
        return urlencode({name: text for name, text in own.items() if text})


@dataclass(frozen=True)
class Posed:
    """The problem of a state, and what it was stated with.

    Attributes:
        problem: the instance.
        texts: its parameters as the command line takes them, shapes written out.
        distances: those of a metric, where that is the privacy notion: rows of text.
    """

    problem: Formulation
    texts: Mapping[str, str]
    distances: Sequence[Sequence[str]] | None = None


def read(query: str) -> State:
    """The state of a link: its query, or the whole of it.

    Raises:
        InputError: it names no problem that is installed, or a parameter that the problem lacks.
    """
    query = query.partition("?")[2] if "?" in query else query
    try:
        fields = dict(parse_qsl(query, max_num_fields=60, strict_parsing=bool(query)))
    except ValueError:
        remedy = "give what follows the question mark in a link of the page"
        raise InputError("state", f"'{query[:40]}' is no state of the page", remedy) from None
    slug = fields.get("problem", "staircase")
    if slug not in known():  # MODULE:CLASS runs code, which a link may not
        raise InputError("problem", f"'{slug[:40]}' is not installed", "choose one of the list")
    names = {p.name for p in problem_class(slug).inputs}
    for name in fields:
        if name not in names and name not in _OWN:
            what = f"'{name[:40]}' is no parameter of {slug}"
            raise InputError("state", what, f"there are {', '.join(sorted(names))}")
    return State(
        slug,
        {name: fields[name] for name in fields if name in names and fields[name].strip()},
        fields.get("mechanism", ""),
        fields.get(MATRIX, ""),
        fields.get(SIZE, "3"),
        fields.get(SKEW, "1"),
        bool(fields.get("normalize")),
    )


def pose(state: State) -> Posed:
    """The problem that a state says.

    Raises:
        InputError: a parameter is missing, or states no problem; the page reads no files.
    """
    kind = problem_class(state.problem)
    texts: dict[str, str] = {}
    stated: dict[str, Any] = {}
    distances = None
    for p in kind.inputs:
        text = state.given.get(p.name, "").strip()
        if not text:
            if p.required:
                raise InputError(p.name, "is missing", f"give {p.help}")
            continue
        pasted.refuse_long(p.name, text)
        if p.kind == "function" and names_callable(text):
            raise InputError(p.name, "names code, and a page calls none", "give a formula")
        if "@" in text:
            what = "names a file, and the page reads none"
            raise InputError(p.name, what, "paste the numbers, or use the command line")
        if p.kind == "vector":
            texts[p.name], stated[p.name] = _vector(p.name, text, state)
        elif p.kind == "matrix":
            texts[p.name], stated[p.name] = _matrix(p.name, text, state)
        elif text.startswith("metric:"):
            distances = pasted.rows(p.name, text.removeprefix("metric:")).numbers
            texts[p.name] = "metric:@distances.csv"
            stated[p.name] = {"name": "metric", "distances": distances}
        else:
            if p.name in ("k", "n"):
                shapes.read_size(p.name, text)
            texts[p.name] = stated[p.name] = text
    return Posed(kind(**stated), texts, distances)


def _vector(name: str, text: str, state: State) -> tuple[str, Any]:
    if text in shapes.VECTORS:
        k, skew = shapes.read_size(SIZE, state.size), shapes.read_skew(SKEW, state.skew)
        found = [str(x) for x in shapes.vector(text, k, skew)]
        return ",".join(found), found
    numbers = read_vector_text(name, text if ":" in text else pasted.entries(name, text)).numbers
    if len(numbers) > shapes.MOST_LETTERS:
        remedy = f"the page takes at most {shapes.MOST_LETTERS}; the command line takes more"
        raise InputError(name, f"has {len(numbers)} entries", remedy)
    return ",".join(numbers), normalized(name, numbers) if state.normalize else numbers


def _matrix(name: str, text: str, state: State) -> tuple[str, Any]:
    if text in shapes.MATRICES:
        numbers = shapes.matrix(text, shapes.read_size(SIZE, state.size))
    else:
        numbers = pasted.rows(name, text).numbers
    text = ";".join(",".join(str(x) for x in row) for row in numbers)
    return text, read_matrix_text(name, text).numbers


def mechanism(state: State, posed: Posed, offered: Sequence[str] = ()) -> Labelled | None:
    """The mechanism of a state in its problem's shape; None for the optimum alone.

    Args:
        state: names it.
        posed: the problem.
        offered: MODULE:FUNCTION that the command line allowed; a link can name no others.

    Raises:
        InputError: it is none that may be called, does not fit, or is no matrix.
    """
    if not state.mechanism:
        return None
    if state.mechanism == PASTED:
        found = pasted.rows(MATRIX, state.matrix)
        numbers = found.numbers
        if posed.problem.shape == "distribution":
            numbers = [x for row in numbers for x in row]
        return Labelled(posed.problem.read_mechanism(numbers), found.rows, found.columns)
    return Labelled(at(state.mechanism, posed.problem, offered))


def at(name: str, problem: Formulation, offered: Sequence[str] = ()) -> Array:
    """What a function gives for a problem.

    Raises:
        InputError: it may not be called from a page, or gives no mechanism.
    """
    return mechanism_of("mechanism", name, function(name, offered), problem)


def function(name: str, offered: Sequence[str] = ()) -> Any:
    """A closed form of lpcheck, or a function that the command line allowed.

    Raises:
        InputError: it is neither.
    """
    from lpcheck import mechanisms  # noqa: PLC0415  loads every closed form

    module, _, function_name = name.partition(":")
    if not (module == CLOSED_FORMS and function_name in mechanisms.__all__) and name not in offered:
        what = f"'{name[:60]}' is not called from a page"
        remedy = "start lpcheck explore with --mechanism MODULE:FUNCTION to offer a function"
        raise InputError("mechanism", what, remedy)
    return load_mechanism("mechanism", name)
