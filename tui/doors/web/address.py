"""Where the door is: on this computer alone."""

from __future__ import annotations

import errno
import socket
from ipaddress import ip_address

from memory.errors import BadInput, HarkenError

HOST = "127.0.0.1"
PORT = 4275
BACKLOG = 64


def loopback(host: str) -> str:
    """`host` as a number of this computer. BadInput for any that others reach as well."""
    try:
        address = ip_address(HOST if host == "localhost" else host.strip("[]"))
    except ValueError:
        address = None
    if address is None or not address.is_loopback:
        raise BadInput(
            f"harken web can't be at {host}: whoever reaches it reads everything, so it stays on this computer",
            hint=f"From another computer: ssh -L {PORT}:{HOST}:{PORT} THIS_COMPUTER, then open the address there",
        )
    return str(address)


def listen(host: str, port: int) -> socket.socket:
    """A socket that takes connections at this address; of port 0 any that is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=BACKLOG)
    except OSError as error:
        raise _refusal(error, host, port) from error


def _refusal(error: OSError, host: str, port: int) -> HarkenError:
    if error.errno == errno.EADDRINUSE:
        return HarkenError(f"Port {port} is in use", hint="Give another one with --port, or --port 0 for any")
    return HarkenError(f"harken web can't listen at {host}, port {port} ({error.strerror})", hint="Try --port 0")


def url(listening: socket.socket) -> str:
    host, port = listening.getsockname()[:2]
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
