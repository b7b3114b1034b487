"""The process that computes: a question a line on standard input, an answer a line on its output.

It is ended from outside when an answer takes too long, or nobody waits for it any more; and ends
by itself when the page's server is gone. Its arguments are the functions, MODULE:FUNCTION, that
the command line allowed.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import sys
import threading
import time
import warnings
from collections.abc import Callable, Sequence
from typing import Any, TextIO

from formulations.errors import InputError
from formulations.parameters import in_one_line
from lpcheck.explore.state import read


def work(kind: str, query: str, offered: Sequence[str] = ()) -> dict[str, Any]:
    """One question.

    Args:
        kind: `form`, `answer`, `curve`, `regimes` or `proof`.
        query: the state that it is about.
        offered: MODULE:FUNCTION that the command line allowed.

    Returns:
        what the page shows; under `error`, what is wrong with the state, and where.
    """
    begin = time.perf_counter()
    try:
        found = _KINDS[kind](query, offered)
    except InputError as error:
        field = error.parameter.partition("[")[0]
        found = {"error": {"field": field, "text": _sentence(error)}}
    except Exception as error:  # a fault of lpcheck's own; the page goes on
        text = f"internal error: {in_one_line(error)}; please report it with the page's address"
        found = {"error": {"field": "", "text": text}}
    return found | {"seconds": time.perf_counter() - begin}


def _sentence(error: InputError) -> str:
    place = error.parameter if "[" in error.parameter else ""
    return f"{place} {error.problem}: {error.remedy}".strip()


def _form(query: str, offered: Sequence[str]) -> dict[str, Any]:
    from lpcheck.explore.form import form  # noqa: PLC0415

    return form(offered)


def _answer(query: str, offered: Sequence[str]) -> dict[str, Any]:
    from lpcheck.explore.answer import answer  # noqa: PLC0415

    return answer(read(query), offered)


def _curve(query: str, offered: Sequence[str]) -> dict[str, Any]:
    from lpcheck.explore.curve import curve  # noqa: PLC0415

    return curve(read(query), offered)


def _regimes(query: str, offered: Sequence[str]) -> dict[str, Any]:
    from lpcheck.explore.regimes import regimes  # noqa: PLC0415

    return regimes(read(query))


def _proof(query: str, offered: Sequence[str]) -> dict[str, Any]:
    from lpcheck.explore.regimes import regimes  # noqa: PLC0415

    return regimes(read(query), prove=True)


_KINDS: dict[str, Callable[[str, Sequence[str]], dict[str, Any]]] = {
    "form": _form,
    "answer": _answer,
    "curve": _curve,
    "regimes": _regimes,
    "proof": _proof,
}

_WARM = "problem=loss&loss=zero-one&epsilon=1&shape-letters=2"
"""An instance that loads the solvers, so that the first move waits for no import."""


_MOST_MEMORY = 4 * 2**30
"""Bytes of addresses."""


def main(offered: Sequence[str]) -> None:
    """Answer until standard input ends; nothing else is written to where the answers go."""
    out = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    _limit_memory()
    warnings.simplefilter("ignore")  # NumPy's, about entries that the answer tells of
    questions: queue.Queue[list[str]] = queue.Queue()
    threading.Thread(target=_listen, args=(sys.stdin, questions), daemon=True).start()
    work("answer", _WARM)
    while True:
        kind, query = questions.get()
        out.write(json.dumps(work(kind, query, offered)) + "\n")
        out.flush()


def _limit_memory() -> None:
    """What would need more ends as an error of its own, not of the machine."""
    try:
        import resource  # noqa: PLC0415  POSIX only
    except ImportError:
        return
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    most = _MOST_MEMORY if hard == resource.RLIM_INFINITY else min(_MOST_MEMORY, hard)
    with contextlib.suppress(OSError, ValueError):  # where a system keeps no such limit
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))


def _listen(lines: TextIO, questions: queue.Queue[list[str]]) -> None:
    for line in lines:
        questions.put(json.loads(line))
    os._exit(0)  # in the middle of whatever is computed


if __name__ == "__main__":
    main(sys.argv[1:])
