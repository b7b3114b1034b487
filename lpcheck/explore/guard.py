"""Who is answered: this machine's browser, on a page that was opened with the token."""

from __future__ import annotations

import hmac

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_OURS = ("none", "same-origin")
_HEADERS = {
    "content-security-policy": "default-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}


class Guard:
    """Refuses, with 403, a foreign Host, a foreign Origin, and a path without the token.

    Args:
        app: what is guarded; its paths begin after the token.
        token: the first part of every path, compared in constant time.
        port: where the page is.
    """

    def __init__(self, app: ASGIApp, token: str, port: int) -> None:
        self._app = app
        self._token = token.encode()
        self._hosts = (f"127.0.0.1:{port}", f"localhost:{port}")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":  # no WebSocket is spoken here
            return

        async def headed(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(_HEADERS)
            await send(message)

        path = self._inside(scope)
        if path is None:
            refusal = PlainTextResponse("lpcheck explore: refused\n", status_code=403)
            await refusal(scope, receive, headed)
            return
        await self._app({**scope, "path": path, "raw_path": path.encode()}, receive, headed)

    def _inside(self, scope: Scope) -> str | None:
        """The path after the token; None for whoever is refused."""
        headers = Headers(scope=scope)
        origin = headers.get("origin")
        hosts = headers.getlist("host")
        token, _, rest = str(scope["path"]).removeprefix("/").partition("/")
        known = hmac.compare_digest(token.encode(), self._token)
        at_home = len(hosts) == 1 and hosts[0] in self._hosts
        foreign = origin is not None and origin not in [f"http://{host}" for host in self._hosts]
        followed = headers.get("sec-fetch-mode") == "navigate"  # a link, from wherever it stands
        foreign |= headers.get("sec-fetch-site", "none") not in _OURS and not followed
        return f"/{rest}" if known and at_home and not foreign else None
