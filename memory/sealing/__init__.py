"""Files that nobody can read without the profile's key. Whoever writes text into a profile asks here for its seal."""

from memory.sealing.holders import SERVICE, Holder, Keyring, Passphrase
from memory.sealing.key_file import KEY_FILE, LOG_FOLDER, KeyFile, check_key, is_sealed
from memory.sealing.opened import close, close_all, of, opened, readable
from memory.sealing.seal import OVERHEAD, PLAIN, Broken, Plain, Seal, Sealed, new_key, unlined
from memory.sealing.switch import unfinished

__all__ = [
    "KEY_FILE",
    "LOG_FOLDER",
    "OVERHEAD",
    "PLAIN",
    "SERVICE",
    "Broken",
    "Holder",
    "KeyFile",
    "Keyring",
    "Passphrase",
    "Plain",
    "Seal",
    "Sealed",
    "check_key",
    "close",
    "close_all",
    "is_sealed",
    "new_key",
    "of",
    "opened",
    "readable",
    "unfinished",
    "unlined",
]
