"""`lpcheck figure`: the figures of the papers, their numbers, and what agrees with the text."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from formulations.errors import InputError
from lpcheck.cli._output import Target, complain, show, target
from lpcheck.cli._parser import Parser

if TYPE_CHECKING:
    from lpcheck.figures import Figure, Series
    from lpcheck.figures.table import Entry

_TABLES = (".md", ".csv", ".json")


def add(commands: Any) -> None:
    """Declare the command."""
    parser: Parser = commands.add_parser(
        "figure",
        help="draw a figure of a paper",
        description="Recompute a figure of a paper: a picture, its numbers as CSV beside it, and "
        "whether they agree with what the paper says.",
    )
    parser.add_argument("name", nargs="?", metavar="NAME", help="such as kairouz2016.figure-3")
    parser.add_argument("--all", action="store_true", help="every figure, into a directory")
    parser.add_argument("--list", action="store_true", help="names and captions")
    parser.add_argument("--out", metavar="FILE", help="png, svg or pdf (a directory with --all)")
    parser.add_argument("--csv", metavar="FILE", help="the numbers (beside --out by default)")
    parser.add_argument("--full", action="store_true", help="the sizes of the papers: slower")
    parser.add_argument(
        "--agreement", nargs="?", const="-", metavar="FILE",
        help="what agrees with the text: md, csv or json, or shown (- or no FILE)",
    )  # fmt: skip
    parser.add_argument(
        "--data", action="append", default=[], metavar="[NAME=]PATH",
        help="a data file that a figure needs; may be given several times",
    )  # fmt: skip
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Compute, write, and return 0; the agreement table is no verdict on the command."""
    from lpcheck.figures import catalogue, find  # noqa: PLC0415

    if options.list:
        chosen = (find(options.name),) if options.name else catalogue()
        show("\n".join(_listed(figure) for figure in chosen), json_on_stdout=False)
        return 0
    if options.name is None and not options.all:
        raise InputError("name", "is missing", "give one, see lpcheck figure --list, or --all")
    if options.name is not None and options.all:
        raise InputError("name", "goes without --all", "drop one of them")
    figure = None if options.all else find(options.name)
    if options.out is None and options.csv is None and options.agreement is None:
        raise InputError("out", "is missing", "say where to write: --out FILE")
    if options.csv == options.agreement == "-":
        remedy = "give one of them a file"
        raise InputError("agreement", "standard output is taken by --csv", remedy)
    table = _table_target(options.agreement)
    entries = _draw_all(options) if figure is None else _draw_one(figure, options)
    if table is not None:
        _write_table(table, entries)
    return 0


def _listed(figure: Figure) -> str:
    needs = "".join(f"\n    --data {name}=PATH: {what}" for name, what in figure.data.items())
    return f"{figure.name}  {figure.caption}{needs}"


def _draw_one(figure: Figure, options: argparse.Namespace) -> tuple[Entry, ...]:
    from lpcheck.figures.table import agreement  # noqa: PLC0415

    picture = _Picture(options.out, options.csv)
    series = figure.compute(full=options.full, **_files(figure, options.data))
    picture.write(figure, series)
    return agreement(figure, series)


def _draw_all(options: argparse.Namespace) -> tuple[Entry, ...]:
    """Every figure that needs no data, and those whose data is given."""
    from lpcheck.figures import catalogue  # noqa: PLC0415
    from lpcheck.figures.table import agreement, without_data  # noqa: PLC0415

    if options.csv is not None:
        raise InputError("csv", "is for one figure", "with --all the numbers go to the directory")
    directory = None if options.out is None else _directory(options.out)
    given = dict(_split(text, None) for text in options.data)
    figures = catalogue()
    unknown = set(given) - {name for figure in figures for name in figure.data}
    if unknown:
        raise InputError("data", f"no figure takes '{min(unknown)}'", "see lpcheck figure --list")
    entries: list[Entry] = []
    for figure in figures:
        if not set(figure.data) <= set(given):
            entries += without_data(figure)
            continue
        out = None if directory is None else str(directory / f"{figure.name}.png")
        picture = _Picture(out, None)
        series = figure.compute(full=options.full, **{name: given[name] for name in figure.data})
        picture.write(figure, series)
        entries += agreement(figure, series)
    return tuple(entries)


class _Picture:
    """The files of one figure, refused before anything is computed where they cannot be."""

    def __init__(self, out: str | None, csv: str | None) -> None:
        from lpcheck.figures import EXTENSIONS, style  # noqa: PLC0415

        self.extension = "" if out is None else Path(out).suffix.removeprefix(".").lower()
        if out is not None:
            if self.extension not in EXTENSIONS:
                remedy = f"end it in {', '.join(f'.{e}' for e in EXTENSIONS)}"
                raise InputError("out", f"'{out}' has no ending of a picture", remedy)
            with style.applied():  # refuses at once where Matplotlib is missing
                csv = csv or str(Path(out).with_suffix(".csv"))
        self.out, self.csv = target("out", out), target("csv", csv)
        if self.out is not None and self.csv is not None and self.out.path == self.csv.path:
            raise InputError("csv", "is the file of --out", "give another name")

    def write(self, figure: Figure, series: Series) -> None:
        written = [str(t.path) for t in (self.out, self.csv) if t is not None and t.path]
        image = None if self.out is None else figure.image(series, self.extension)
        if self.csv is not None:
            self.csv.write(series.to_csv())
        if self.out is not None and image is not None:
            self.out.write(image)
        if written:
            complain(f"wrote {', '.join(written)}")


def _files(figure: Figure, given: list[str]) -> dict[str, str]:
    only = next(iter(figure.data)) if len(figure.data) == 1 else None
    return dict(_split(text, only) for text in given)


def _split(text: str, only: str | None) -> tuple[str, str]:
    """`NAME=PATH`; the name may be left out where there is one."""
    name, equals, path = text.partition("=")
    if only is not None:
        return only, path if equals and name == only else text
    if not equals:
        raise InputError("data", f"'{text}' names no data", "give NAME=PATH, see --list")
    return name, path


def _directory(name: str) -> Path:
    path = Path(name)
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        what = f"'{name}' cannot be written ({error.strerror})"
        raise InputError("out", what, "give a directory that you may write to") from None
    return path


def _table_target(name: str | None) -> Target | None:
    if name not in (None, "-") and Path(str(name)).suffix.lower() not in _TABLES:
        raise InputError("agreement", f"'{name}' is no table", f"end it in {', '.join(_TABLES)}")
    return target("agreement", name)


def _write_table(out: Target, entries: tuple[Entry, ...]) -> None:
    from lpcheck.figures.table import to_csv, to_json, to_markdown  # noqa: PLC0415

    ending = ".md" if out.path is None else out.path.suffix.lower()
    out.write({".md": to_markdown, ".csv": to_csv, ".json": to_json}[ending](entries))
