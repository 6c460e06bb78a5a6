"""What the files of recordings are called."""

from __future__ import annotations

import re
from datetime import datetime

REPLAY_SUFFIX = ".souk"
"""Of matches whole."""
VIEWS_SUFFIX = ".views"
"""Of recordings of what one viewer saw."""


def recording_name(game: str, people: str, when: datetime) -> str:
    """The stem of a file name a person finds again: when, which game, and whatever says whose it is."""
    safe = re.sub(r'[<>:"/\\|?*\x00-\x1f]', "_", people)[:60].strip(" .")
    return f"{when:%Y-%m-%d %H.%M} {game} {safe}"
