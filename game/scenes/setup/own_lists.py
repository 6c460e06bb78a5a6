"""Lists of a person's own that a game's setup offers: files in a folder, where those that are dropped are kept."""

from __future__ import annotations

import shutil
from contextlib import suppress
from pathlib import Path
from typing import Final

from game import paths
from game.core.attachments import AttachmentError, attach_own
from game.core.errors import reason

KINDS: Final = (".toml", ".csv", ".txt")
"""What such a file's name ends with."""
MOST: Final = 200


def kept(game: str) -> tuple[str, ...]:
    """The names of the lists in a game's folder, as an option takes them; what cannot be read is passed over."""
    names = []
    for path in _files(paths.lists() / game)[:MOST]:
        with suppress(AttachmentError):
            names.append(attach_own(path))
    return tuple(names)


def keep(game: str, path: Path) -> None:
    """Copy a list into a game's folder, over one of its name. Raises AttachmentError."""
    folder = paths.lists() / game
    there = folder / path.name
    if there not in (files := _files(folder)) and len(files) >= MOST:
        raise AttachmentError("options.error.lists_full", folder=str(folder), most=MOST)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with suppress(shutil.SameFileError):
            shutil.copyfile(path, there)
    except OSError as error:
        raise AttachmentError("options.error.list_keep", path=str(there), why=reason(error)) from error


def _files(folder: Path) -> list[Path]:
    try:
        return sorted(path for path in folder.iterdir() if path.suffix.lower() in KINDS and path.is_file())
    except OSError:
        return []
