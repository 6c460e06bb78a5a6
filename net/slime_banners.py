"""The picture of a team: a file of its name in a folder."""

from __future__ import annotations

from pathlib import Path

BANNER_SIZE = 80
"""Pixels of a banner's side, as the contest recommends."""


def banner_file(folder: Path | None, team_name: str) -> Path | None:
    """The PNG file of a team's name in the folder; None where there is none, and a drawn one is to be shown.

    A name is never more than the name of a file: it cannot lead out of the folder.
    """
    if folder is None or not team_name or team_name.startswith(".") or set(team_name) & set('/\\:*?"<>|'):
        return None
    path = folder / f"{team_name}.png"
    try:
        return path if path.is_file() else None
    except OSError:
        return None
