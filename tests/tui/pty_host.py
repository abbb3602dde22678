"""Runs a program on a real pseudo-terminal and keeps every byte it writes."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
from collections.abc import Mapping, Sequence
from time import monotonic

QUIT_KEY = b"\x11"
_ON_BY_ITSELF = {b"7", b"25"}
"""A terminal wraps lines and shows its cursor where nobody asked it for anything else."""
SEQUENCE = re.compile(
    rb"\x1b\[[0-?]*[ -/]*[@-~]"  # CSI
    rb"|\x1b[\]PX^_].*?(?:\x07|\x1b\\|\Z)"  # OSC, DCS, SOS, PM, APC
    rb"|\x1b[ -/]*[0-~]"  # two characters
    rb"|\x1b",
    re.DOTALL,
)
_CSI = re.compile(rb"\x1b\[([<=>?]?)[0-?]*([ -/]*[@-~])\Z")
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f-\x9f]")


def run_on_pty(
    command: Sequence[str],
    *,
    env: Mapping[str, str] | None = None,
    size: tuple[int, int] = (100, 40),
    seconds: float = 60,
    quit_after: str = "",
) -> bytes:
    """Run `command` until it ends, by Ctrl+Q once `quit_after` is on its screen; return what it wrote."""
    master, slave = pty.openpty()
    width, height = size
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
    environment = os.environ | {"TERM": "xterm-256color", "COLORTERM": "truecolor"} | dict(env or {})
    for name in ("COLUMNS", "LINES"):
        environment.pop(name, None)
    process = subprocess.Popen(
        command, stdin=slave, stdout=slave, stderr=slave, env=environment, start_new_session=True, close_fds=True
    )
    os.close(slave)
    try:
        return _read_to_end(master, process, monotonic() + seconds, quit_after.encode())
    finally:
        os.close(master)
        if process.poll() is None:
            process.kill()
        process.wait()


def run_module_on_pty(module: str, *arguments: str, size: tuple[int, int] = (100, 40), quit_after: str = "") -> bytes:
    return run_on_pty([sys.executable, "-m", module, *arguments], size=size, quit_after=quit_after)


def _read_to_end(master: int, process: subprocess.Popen[bytes], deadline: float, quit_after: bytes) -> bytes:
    output = bytearray()
    while monotonic() < deadline:
        ready, _, _ = select.select([master], [], [], 0.1)
        if ready:
            try:
                chunk = os.read(master, 65_536)
            except OSError:  # Linux: the other side is closed
                return bytes(output)
            if not chunk:
                return bytes(output)
            output += chunk
            if quit_after and quit_after in output:
                os.write(master, QUIT_KEY)
                quit_after = b""
        elif process.poll() is not None:
            return bytes(output)
    raise TimeoutError(f"still running; it wrote {bytes(output[-500:])!r}")


def sequence_kinds(output: bytes) -> set[str]:
    """What kinds of control sequences and characters an output holds: `CSI m`, `CSI ?h`, `OSC 52`, `C1 9B`, ..."""
    kinds = {_kind(sequence) for sequence in SEQUENCE.findall(output)}
    text = SEQUENCE.sub(b"", output).decode("utf-8", "replace")
    return kinds | {f"control {ord(char):02X}" for char in _CONTROLS.findall(text)}


def _kind(sequence: bytes) -> str:
    if match := _CSI.match(sequence):
        return f"CSI {match[1].decode()}{match[2].decode()}"
    if sequence[1:2] == b"]":
        return "OSC " + sequence[2:].split(b";")[0].decode("ascii", "replace")
    return f"ESC {sequence[1:2].decode('ascii', 'replace')}"


def modes_left_on(output: bytes) -> set[str]:
    """What a program set in the terminal and did not take back before it ended."""
    modes = {mode: end == b"h" for mode, end in re.findall(rb"\x1b\[\?(\d+)([hl])", output)}
    usual = {mode: mode in _ON_BY_ITSELF for mode in modes}
    left = {f"mode {mode.decode()}" for mode in modes if modes[mode] != usual[mode]}
    keys = len(re.findall(rb"\x1b\[>\d*u", output)) - len(re.findall(rb"\x1b\[<\d*u", output))
    return left | ({"the keyboard"} if keys > 0 else set())
