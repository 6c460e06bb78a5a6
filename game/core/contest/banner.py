"""The picture of an entry, as it may stand in a report: small, a PNG, and lying where the entry lies."""

from __future__ import annotations

from pathlib import Path

from game.core.contest.entries import EntryError
from game.core.errors import reason
from game.core.pictures import png_size

MOST_BYTES = 8 << 10
"""A page with the pictures of a whole room stays below one megabyte."""
MOST_PIXELS = 256
"""The longest side: a small file may hold a picture that fills a reader's memory."""


def read_banner(path: Path) -> bytes:
    """Return the picture of an entry. Raises EntryError."""
    name = path.name
    try:
        if not path.resolve().is_relative_to(path.parent.resolve()):
            raise EntryError("entries.error.link", path=name)
        if not path.is_file():
            raise EntryError("entries.error.no_banner", path=name)
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        why = reason(error) if isinstance(error, OSError) else str(error)
        raise EntryError("entries.error.unreadable", path=name, why=why) from error
    return checked_banner(data, name)


def checked_banner(data: bytes, name: str) -> bytes:
    """Return a picture as it is. Raises EntryError for one that no report shows; `name` is that of its file."""
    if len(data) > MOST_BYTES:
        raise EntryError("entries.error.banner_large", path=name, most=MOST_BYTES >> 10)
    size = png_size(data)
    if size is None:
        raise EntryError("entries.error.banner_kind", path=name)
    if not all(0 < side <= MOST_PIXELS for side in size):
        raise EntryError("entries.error.banner_pixels", path=name, most=MOST_PIXELS)
    return data
