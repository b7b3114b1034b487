"""What `init --artifact` writes: the claims are run, and their manifest goes with them."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path

from formulations.errors import InputError


def made(claims: Sequence[str], where: Path) -> tuple[dict[str, str], list[str]]:
    """The files of an artifact, and what to say of them.

    Args:
        claims: as `verify` takes them, without code of one's own.
        where: the directory that they are for; it is not there, or empty.

    Raises:
        InputError: the claims make no artifact.
    """
    from lpcheck.artifact import kit, manifest  # noqa: PLC0415  loads the solvers
    from lpcheck.artifact.manifest import Asked, dumps  # noqa: PLC0415
    from lpcheck.artifact.surroundings import memory  # noqa: PLC0415
    from lpcheck.runner import verify  # noqa: PLC0415

    files = _files(claims)
    if where.exists() and any(where.iterdir() if where.is_dir() else [where]):
        raise InputError("artifact", f"'{where}' is not empty", "give a new directory")
    report = verify(claims, jobs=1)  # so that time and memory are those of one process
    document = manifest(report, Asked(tuple(claims)))
    renamed = [files[text].name if text in files else text for text in claims]
    document["asked"]["claims"] = renamed
    document["inputs"] = {Path(name).name: digest for name, digest in document["inputs"].items()}
    copied = {path.name: path.read_text(encoding="utf-8") for path in files.values()}
    texts = kit.files(document, where.resolve().name.lower(), copied, memory())
    texts[kit.EXPECTED] = dumps(document)
    wrong = len(report.unexpected)
    lines = [
        f"wrote {', '.join(sorted(texts))} in {where}",
        f"{len(report.results)} statements, {wrong} with an unexpected verdict",
        "try it as others will:",
        f"  sh {shlex.quote(str(where / 'run.sh'))}",
        "if this version of lpcheck is on no index, put its wheel there",
    ]
    return texts, lines


def _files(claims: Sequence[str]) -> dict[str, Path]:
    """The papers among the claims that are files, by what was typed."""
    from lpcheck.claims.written import is_written  # noqa: PLC0415

    if not claims:
        remedy = "give FILE.toml, ids or patterns after the directory"
        raise InputError("artifact", "has no claims", remedy)
    files = {text: Path(text) for text in claims if is_written(text)}
    for text in claims:
        if text in files and not text.endswith(".toml"):
            raise InputError("artifact", "takes whole papers", f"give {text.partition(':')[0]}")
        if ":" in text and text not in files:
            what = f"'{text}' is code, which an artifact does not copy"
            raise InputError("artifact", what, "give FILE.toml, or ids of installed papers")
    if len({path.name for path in files.values()}) < len(files):
        raise InputError("artifact", "has two papers of one name", "rename one of the files")
    return files
