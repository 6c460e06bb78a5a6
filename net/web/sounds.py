"""Sounds that a page plays, each at a path that names the content of all of them, so that it is fetched once."""

from __future__ import annotations

import hashlib
from functools import cache

from game.ground import paths
from net.web.page import Page

_LEFT_OUT = "music"


@cache
def sound_pages() -> tuple[str, dict[str, Page]]:
    """Return the path below which the sounds are, and what is served at the path of each."""
    files = sorted(file for file in (paths.assets() / "sounds").glob("*.ogg") if file.stem != _LEFT_OUT)
    contents = {file.name: file.read_bytes() for file in files}
    digest = hashlib.sha256(b"".join(contents.values())).hexdigest()[:16]
    place = f"/sounds/{digest}/"
    return place, {
        place + name: Page(content, "default-src 'none'", "audio/ogg", kept=True) for name, content in contents.items()
    }
