"""Plays an action that a person has prepared but not sent, when their time runs out."""

from __future__ import annotations

from game.engine.stage import Drafting
from game.scenes.feeds.feed import Deadline
from game.scenes.table.conductor import Conductor

_LEAD = 0.1
"""Seconds before a person's deadline at which their draft is played."""


def lead(seconds: float) -> float:
    """Return how many seconds before its end a window of `seconds` plays a draft: at most a quarter, so that a draft is
    never played as soon as it is begun.

    >>> lead(30.0), lead(0.1)
    (0.1, 0.025)
    """
    return min(_LEAD, seconds / 4)


def play_unsent(conductor: Conductor, deadline: Deadline | None, now: float) -> None:
    """Play the draft of the person who is asked, if their deadline is near."""
    if deadline is None or conductor.chooser is None or now < deadline.at - lead(deadline.seconds):
        return
    action = conductor.stage.draft() if isinstance(conductor.stage, Drafting) else None
    if action is not None:
        conductor.play(action)
