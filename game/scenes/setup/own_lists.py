"""Lists of a person's own that a game's setup offers: files in a folder an option, where what is dropped is kept."""

from __future__ import annotations

import shutil
from contextlib import suppress
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from game import paths
from game.core.attachments import AttachmentError, attach_own
from game.core.errors import reason
from game.core.options import Option

KINDS: Final = (".toml", ".csv", ".txt")
"""What such a file's name ends with."""
MOST: Final = 200


def offered(game: str, option: Option) -> Option:
    """An option of names with the lists in its folder among its choices; what cannot be read is passed over."""
    names = []
    for path in _files(_folder(game, option.name))[:MOST] if option.kind == "names" else ():
        with suppress(AttachmentError):
            names.append(attach_own(path))
    return replace(option, choices=(*option.choices, *names))


def keep(game: str, option: str, path: Path) -> None:
    """Copy a list into the folder of a game's option, over one of its name. Raises AttachmentError."""
    folder = _folder(game, option)
    there = folder / path.name
    if there not in (files := _files(folder)) and len(files) >= MOST:
        raise AttachmentError("options.error.lists_full", folder=str(folder), most=MOST)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with suppress(shutil.SameFileError):
            shutil.copyfile(path, there)
    except OSError as error:
        raise AttachmentError("options.error.list_keep", path=str(there), why=reason(error)) from error


def _folder(game: str, option: str) -> Path:
    return paths.lists() / game / option


def _files(folder: Path) -> list[Path]:
    try:
        return sorted(path for path in folder.iterdir() if path.suffix.lower() in KINDS and path.is_file())
    except OSError:
        return []
