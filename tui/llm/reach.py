"""Whether anything listens where a model is said to be. Nothing is asked there."""

from __future__ import annotations

import asyncio
import socket
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

PATIENCE = 3.0
"""Seconds."""


async def unreachable(api_base: str) -> str:
    """Why no connection to the server of `api_base` can be had, "" where it can or only a proxy could tell."""
    parts = urlsplit(api_base if "//" in api_base else f"//{api_base}")
    host = parts.hostname or ""
    if getproxies().get(parts.scheme) and not proxy_bypass(host):
        return ""
    try:
        port = parts.port or (443 if parts.scheme == "https" else 80)
        async with asyncio.timeout(PATIENCE):
            _, writer = await asyncio.open_connection(host, port)
    except socket.gaierror:
        return f"the address {host} can't be found"
    except TimeoutError:
        return f"{api_base} does not take a connection within {PATIENCE:g} s"
    except (OSError, ValueError):
        return f"nothing listens at {api_base}"
    writer.close()
    return ""
