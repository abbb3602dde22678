"""Where exports were written to, outside the profile's own folder for them."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from memory.store.tables import ExportedFile


def note(path: str, at: datetime) -> None:
    ExportedFile.insert(path=path, created_at=at).on_conflict(
        conflict_target=[ExportedFile.path], update={ExportedFile.created_at: at}
    ).execute()


def listing() -> list[str]:
    return [row.path for row in ExportedFile.select().order_by(ExportedFile.path)]


def drop(paths: Collection[str]) -> None:
    ExportedFile.delete().where(ExportedFile.path.in_(list(paths))).execute()
