"""The page's server: what it consists of, and the questions that it asks."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Sequence
from importlib.resources import files

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from lpcheck.explore.lanes import Lane, Pool
from lpcheck.explore.pasted import LONGEST
from lpcheck.report.html import style

_TYPES = {"html": "text/html", "css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}

_BUDGETS = {"form": 60.0, "answer": 10.0, "curve": 10.0, "regimes": 20.0, "proof": 120.0}
"""Seconds a question; what takes longer is told to ask the command line."""

_LANES = {
    "form": "now",
    "answer": "now",
    "curve": "curve",
    "regimes": "regimes",
    "proof": "regimes",
}
"""Which questions wait for each other, and give way to newer ones."""

_LONGEST_BODY = 6 * LONGEST


def application(offered: Sequence[str] = ()) -> Starlette:
    """The server, without its guard.

    Args:
        offered: MODULE:FUNCTION that the command line allowed.
    """
    pool = Pool(offered)
    lanes = {kind: Lane(pool.take) for kind in set(_LANES.values())}

    @contextlib.asynccontextmanager
    async def alive(app: Starlette) -> AsyncIterator[None]:
        pool.prepare()
        try:
            yield
        finally:
            await pool.close()

    async def page(request: Request) -> Response:
        name = request.path_params.get("name") or "index.html"
        if name not in _pages():
            return Response(status_code=404)
        kind = _TYPES[name.rpartition(".")[2]]
        return Response(_pages()[name], media_type=kind)

    async def ask(request: Request) -> Response:
        kind = request.path_params["kind"]
        if kind not in _BUDGETS:
            return Response(status_code=404)
        query = await _body(request)
        if query is None:
            return JSONResponse({"error": {"field": "", "text": "is too long for a page"}})
        return JSONResponse(await lanes[_LANES[kind]].ask(kind, query, _BUDGETS[kind]))

    routes = [
        Route("/", page),
        Route("/ask/{kind}", ask, methods=["POST"]),
        Route("/{name}", page),
    ]
    return Starlette(routes=routes, lifespan=alive)


async def _body(request: Request) -> str | None:
    """What was sent as text; None where it is too much, or no text."""
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > _LONGEST_BODY:
            return None
    try:
        return body.decode()
    except UnicodeDecodeError:
        return None


def _pages() -> dict[str, str]:
    """The files of the page by name; the style sheet of reports is one of them."""
    folder = files("lpcheck.explore").joinpath("page")
    found = {f.name: f.read_text("utf-8") for f in folder.iterdir() if not f.is_dir()}
    return found | {"report.css": style()}
