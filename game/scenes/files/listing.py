"""Listing folders for the file chooser. Nothing is drawn here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import platformdirs

from game.core.errors import SpokenError, reason
from game.core.given import ending

MOST = 2000
"""The most entries listed of a folder."""


class FolderError(SpokenError):
    """A folder cannot be listed."""


@dataclass(frozen=True)
class Listed:
    """A file or a folder in the list."""

    path: Path
    folder: bool
    changed: float

    @property
    def date(self) -> str:
        """The day and minute of the file's last change; empty for folders."""
        return "" if self.folder else f"{datetime.fromtimestamp(self.changed):%Y-%m-%d %H:%M}"


def listed(folder: Path, suffixes: Sequence[str]) -> list[Listed]:
    """List the subfolders of a folder by name, then its files with one of these endings, the latest first.

    Hidden entries are left out. Raises FolderError.
    """
    found: list[Listed] = []
    try:
        for path in folder.iterdir():
            if not path.name.startswith(".") and (entry := _entry(path, suffixes)):
                found.append(entry)
    except OSError as error:
        raise FolderError("files.unreadable", folder=folder.name or str(folder), why=reason(error)) from error
    folders = sorted((entry for entry in found if entry.folder), key=lambda entry: entry.path.name.casefold())
    files = sorted((entry for entry in found if not entry.folder), key=lambda entry: (-entry.changed, entry.path.name))
    return [*folders, *files][:MOST]


def _entry(path: Path, suffixes: Sequence[str]) -> Listed | None:
    """Return the list's entry for a path; None for one that cannot be read or has another ending."""
    try:
        if path.is_dir():
            return Listed(path, True, 0.0)
        return Listed(path, False, path.stat().st_mtime) if ending(path) in suffixes and path.is_file() else None
    except OSError:
        return None


def places(recent: Iterable[str]) -> list[tuple[str, Path]]:
    """Return folders worth a button, each with its text key or an empty one: recent ones, downloads,
    documents, home.
    """
    usual = (
        ("files.downloads", Path(platformdirs.user_downloads_dir())),
        ("files.documents", Path(platformdirs.user_documents_dir())),
        ("files.home", Path.home()),
    )
    known = {path for _, path in usual}
    late = [("", path) for path in map(Path, recent) if path not in known]
    return [(key, path) for key, path in (*late, *usual) if path.is_dir()]
