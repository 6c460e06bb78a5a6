"""What the music at a table knows: whether a match is played, and whether the time for a decision is nearly over."""

from __future__ import annotations

from game.engine.audio import Mood
from game.scenes.feeds.feed import Deadline

LAST_SECONDS = 8.0
LEAST_LIMIT = 15.0
"""With less time for a decision than this many seconds, its last ones are nothing special."""


def mood_of(under_way: bool, deadline: Deadline | None, now: float) -> Mood:
    """Return the mood of a table at `now`, by the clock of the deadline; None for one that does not come nearer.

    >>> mood_of(True, Deadline(at=30.0, seconds=30.0), 23.0).name
    'LAST'
    """
    if not under_way:
        return Mood.WAITING
    if deadline is None or deadline.seconds < LEAST_LIMIT:
        return Mood.PLAYING
    return Mood.LAST if 0 < deadline.at - now <= LAST_SECONDS else Mood.PLAYING
