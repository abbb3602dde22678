"""Errors that cross the boundary. Each says what happened and, as `hint`, what to do about it."""

from __future__ import annotations


class HarkenError(Exception):
    """Base of all errors a user may see; `str(error)` is one plain line."""

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint

    @property
    def line(self) -> str:
        """Message and hint as one line, for stderr and toasts."""
        return f"{self}. {self.hint}" if self.hint else str(self)


class StoreError(HarkenError):
    """The profile's database can't be opened, read or written."""


class StoreTooNew(StoreError):
    """The database was written by a newer harken and is left untouched."""


class StoreDamaged(StoreError):
    """SQLite reports damage; nothing was overwritten."""


class StoreFull(StoreError):
    """The disk or the quota is full, or the folder is read-only."""


class StoreGone(StoreError):
    """The profile's folder was moved or deleted while it was open; nothing is written until it is back."""


class Locked(StoreError):
    """The profile is encrypted and its key is not known yet."""


class WrongKey(StoreError):
    """A passphrase, or a key of the keyring, does not open the profile."""


class NotFound(HarkenError):
    """No memory, message or conversation has this id."""


class BadInput(HarkenError):
    """A value from the user can't be used; nothing was changed."""


class Changed(HarkenError):
    """What was to be changed is not any more as the user saw it; nothing was changed."""


class NoRoom(HarkenError):
    """What is always in context would grow beyond its bound; the user is asked what to make an ordinary fact."""


class ModelError(HarkenError):
    """A language model could not answer.

    `kind` is one of: no_model, auth, billing, unknown_model, context, rate_limit, overloaded, network, timeout,
    refused, bad_reply, crashed, other. `retry_after` is in seconds, None where retrying makes no sense.
    """

    def __init__(self, message: str, *, kind: str = "other", hint: str = "", retry_after: float | None = None) -> None:
        super().__init__(message, hint=hint)
        self.kind = kind
        self.retry_after = retry_after


class EmbeddingUnavailable(HarkenError):
    """No vector can be made now; words still find everything."""
