"""Serving the page on this machine alone, until Ctrl-C."""

from __future__ import annotations

import contextlib
import secrets
import socket
from collections.abc import Callable, Sequence

import uvicorn

from formulations.errors import InputError
from lpcheck.explore.app import application
from lpcheck.explore.guard import Guard

_HOST = "127.0.0.1"
_MOST_AT_ONCE = 64


def serve(port: int, offered: Sequence[str], query: str, ready: Callable[[str], None]) -> None:
    """Answer until the process is told to end.

    Args:
        port: of 127.0.0.1; 0 for any that is free.
        offered: MODULE:FUNCTION that the page may call.
        query: the state that the page begins with.
        ready: called with the link, token included, once it can be opened.

    Raises:
        InputError: the port is taken.
    """
    with socket.socket() as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((_HOST, port))
        except (OSError, OverflowError) as error:
            why = getattr(error, "strerror", None) or error
            what = f"{port} cannot be used ({why})"
            raise InputError("port", what, "give another, or none") from None
        port = listening.getsockname()[1]
        token = secrets.token_urlsafe(24)
        config = uvicorn.Config(
            Guard(application(offered), token, port),
            lifespan="on",
            log_level="critical",
            proxy_headers=False,
            server_header=False,
            ws="none",
            limit_concurrency=_MOST_AT_ONCE,
            timeout_graceful_shutdown=1,
        )
        listening.listen()
        ready(f"http://{_HOST}:{port}/{token}/{'?' * bool(query)}{query}")
        with contextlib.suppress(KeyboardInterrupt):  # raised again once all has ended
            uvicorn.Server(config).run(sockets=[listening])
