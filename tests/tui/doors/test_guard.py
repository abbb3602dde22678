"""Without the token, or from anywhere but this computer, nothing is shown and no program starts."""

from __future__ import annotations

from collections.abc import AsyncIterator

import aiohttp
import pytest

from memory.errors import BadInput
from tests.tui.doors.opened import Opened, opened, playing, visiting
from tui.doors.web.address import loopback

PLACES = ("/", "/?token=guessed", "/static/js/textual.js", "/page/page.js", "/download/key", "/nowhere", "/ws")
WEBSOCKET = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
}


@pytest.fixture
async def there() -> AsyncIterator[Opened]:
    async with opened(*playing("raise SystemExit")) as door:
        yield door


async def refused(browser: aiohttp.ClientSession, place: str, headers: dict[str, str]) -> str:
    async with browser.get(place, headers=headers, allow_redirects=False) as answer:
        assert answer.status == 403
        assert "Set-Cookie" not in answer.headers
        return await answer.text()


@pytest.mark.parametrize("place", PLACES)
async def test_who_has_no_token_gets_one_plain_line(there: Opened, place: str) -> None:
    async with aiohttp.ClientSession(there.root) as browser:
        headers = {**WEBSOCKET, "Origin": there.root} if place == "/ws" else {}
        said = await refused(browser, place, headers)
    assert said == "Open the address that harken web has printed: it holds the token of this start.\n"
    assert there.door.windows == set()


@pytest.mark.parametrize("cookie", ["", "guessed", "pâté"])
async def test_a_guessed_cookie_opens_nothing(there: Opened, cookie: str) -> None:
    port = there.root.rpartition(":")[2]
    async with aiohttp.ClientSession(there.root) as browser:
        await refused(browser, "/", {"Cookie": f"harken-{port}={cookie}"})


async def test_the_token_becomes_a_cookie_and_leaves_the_address(there: Opened) -> None:
    async with aiohttp.ClientSession(there.root) as browser:
        address = f"/?token={there.guard.token}"
        async with browser.get(address, allow_redirects=False) as answer:
            assert (answer.status, answer.headers["Location"]) == (303, "/")
            cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie


async def test_a_ticket_opens_once(there: Opened) -> None:
    ticket = there.guard.ticket()
    async with visiting(ticket, there.root):
        pass
    async with aiohttp.ClientSession(there.root) as browser:
        await refused(browser, f"/?token={ticket}", {})


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "192.168.1.2", "a@[::1]"]
)
async def test_a_foreign_name_that_leads_here_opens_nothing(there: Opened, host: str) -> None:
    async with visiting(there.guard.token, there.root) as browser:
        said = await refused(browser, "/", {"Host": host, "Origin": f"http://{host}"})
        assert said == "harken web only answers at an address of this computer, to its own page.\n"
        await refused(browser, f"/?token={there.guard.token}", {"Host": host})


@pytest.mark.parametrize("origin", ["http://evil.example", "http://127.0.0.1:1", "null", "https://{host}", None])
async def test_a_page_of_another_place_opens_no_window(there: Opened, origin: str | None) -> None:
    """Of another port as well: browsers send the cookie to all of them."""
    async with visiting(there.guard.token, there.root) as browser:
        cookie = "; ".join(f"{one.key}={one.value}" for one in browser.cookie_jar)
    async with aiohttp.ClientSession(there.root) as foreign:
        named = {} if origin is None else {"Origin": origin.format(host=there.root.removeprefix("http://"))}
        await refused(foreign, "/ws", {**WEBSOCKET, "Cookie": cookie, **named})
    assert there.door.windows == set()


async def test_a_forwarded_port_shows_the_page_with_its_own_addresses(there: Opened) -> None:
    """As through `ssh -L 9000:127.0.0.1:PORT`."""
    host = "localhost:9000"
    async with aiohttp.ClientSession(there.root) as browser:
        address = f"/?token={there.guard.token}"
        async with browser.get(address, headers={"Host": host}, allow_redirects=False) as answer:
            cookie = answer.headers["Set-Cookie"].partition(";")[0]
        async with browser.get("/", headers={"Host": host, "Cookie": cookie}) as answer:
            page = await answer.text()
    assert "ws://localhost:9000/ws" in page
    assert there.root not in page


async def test_the_page_names_no_other_place_and_may_load_from_none(there: Opened) -> None:
    async with visiting(there.guard.token, there.root) as browser, browser.get("/") as answer:
        page, policy = await answer.text(), answer.headers["Content-Security-Policy"]
        assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert "http://" not in page
    assert "https://" not in page
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "127.1.2.3", "::1", "[::1]"])
def test_this_computer_may_listen(host: str) -> None:
    assert loopback(host) in ("127.0.0.1", "127.1.2.3", "::1")


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.2", "example.org", ""])
def test_no_other_address_is_taken(host: str) -> None:
    with pytest.raises(BadInput) as raised:
        loopback(host)
    assert f"can't be at {host}" in raised.value.line
    assert "ssh -L" in raised.value.line
