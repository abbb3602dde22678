"""Who may come in: whoever holds the token, from a page of ours, at an address of this computer."""

from __future__ import annotations

import re
from secrets import compare_digest, token_urlsafe

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

HERE = re.compile(r"(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::(?P<port>\d{1,5}))?")
"""A name that no foreign page can make lead to this computer, with any port: one may come through `ssh -L`."""
NO_TOKEN = "Open the address that harken web has printed: it holds the token of this start."
WRONG_PLACE = "harken web only answers at an address of this computer, to its own page."


class Guard:
    """Every request passes it first. The token in an address becomes a cookie, so that it does not stay there."""

    def __init__(self) -> None:
        self.token = token_urlsafe(32)
        self._tickets: set[str] = set()

    def ticket(self) -> str:
        """Stands for the token once: for places that other users of this computer can read."""
        made = token_urlsafe(32)
        self._tickets.add(made)
        return made

    @property
    def middleware(self) -> Middleware:
        @web.middleware
        async def check(request: web.Request, handler: Handler) -> web.StreamResponse:
            if not self._from_here(request):
                return web.Response(status=403, text=f"{WRONG_PLACE}\n")
            if request.path == "/" and self._opens(request.query.get("token", "")):
                return self._welcome(request)
            if not self._is_token(request.cookies.get(_cookie(request), "")):
                return web.Response(status=403, text=f"{NO_TOKEN}\n")
            return await handler(request)

        return check

    def _from_here(self, request: web.Request) -> bool:
        """The name it asks for is of this computer, and the page that asks, if any, is our own.

        A cookie goes to every port of a computer; where the page comes from is what tells them apart.
        """
        if not HERE.fullmatch(request.host):
            return False
        origin = request.headers.get("Origin")
        if origin is None:
            return request.headers.get("Upgrade") is None
        return origin == f"http://{request.host}"

    def _opens(self, given: str) -> bool:
        if given in self._tickets:
            self._tickets.remove(given)
            return True
        return self._is_token(given)

    def _is_token(self, given: str) -> bool:
        return compare_digest(given.encode(errors="replace"), self.token.encode())

    def _welcome(self, request: web.Request) -> web.Response:
        response = web.Response(status=303, headers={"Location": "/"})
        response.set_cookie(_cookie(request), self.token, httponly=True, samesite="Strict")
        return response


def _cookie(request: web.Request) -> str:
    """One for each port, as the browser sees it: else two of them would take each other's."""
    here = HERE.fullmatch(request.host)
    return f"harken-{(here and here['port']) or '80'}"
