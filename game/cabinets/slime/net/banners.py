"""A team's banner: a PNG file in a folder, named after the team."""

from __future__ import annotations

from pathlib import Path

from game.core.errors import SpokenError, reason
from game.core.pictures import png_size

BANNER_SIZE = 80
"""Pixels of a banner's side, as the contest recommends."""
MOST_BYTES = 16 << 20
MOST_PIXELS = 4096
"""The longest side in pixels of a banner that is read: scaling down a larger one would delay the match."""


class BannerError(SpokenError):
    """A banner's file exists, but is no picture that can be shown."""


def banner_file(folder: Path | None, team_name: str) -> Path | None:
    """Return the path of a team's PNG file in the folder; None where there is none, so that a drawn banner is shown.

    The name is used as a plain file name: it cannot lead out of the folder.
    """
    if folder is None or not team_name or team_name.startswith(".") or set(team_name) & set('/\\:*?"<>|'):
        return None
    path = folder / f"{team_name}.png"
    try:
        return path if path.is_file() else None
    except OSError:
        return None


def read_banner(folder: Path | None, team_name: str) -> bytes | None:
    """Read a team's banner, a whole PNG file; None where there is none. Raises BannerError."""
    path = banner_file(folder, team_name)
    if path is None:
        return None
    try:
        data = path.read_bytes() if path.stat().st_size <= MOST_BYTES else b""
    except OSError as error:
        raise BannerError("slime_server.banner.unreadable", file=path.name, why=reason(error)) from error
    size = png_size(data)
    if size is None:
        raise BannerError("slime_server.banner.broken", file=path.name)
    if not all(0 < side <= MOST_PIXELS for side in size):
        raise BannerError("slime_server.banner.large", file=path.name, most=MOST_PIXELS, size=BANNER_SIZE)
    return data
