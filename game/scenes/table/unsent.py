"""What a person has prepared and not sent is played when their time runs out."""

from __future__ import annotations

from game.engine.stage import Drafting
from game.scenes.feeds.feed import Deadline
from game.scenes.table.conductor import Conductor

_LEAD = 0.1
"""Seconds before a person's time is up at which what they have prepared is played."""


def lead(seconds: float) -> float:
    """How long before the end of a window of so many seconds: a quarter of it at the most, so that a draft is never
    played as soon as it is begun.

    >>> lead(30.0), lead(0.1)
    (0.1, 0.025)
    """
    return min(_LEAD, seconds / 4)


def play_unsent(conductor: Conductor, deadline: Deadline | None, now: float) -> None:
    """Play the draft of whoever is asked, if it is time."""
    if deadline is None or conductor.chooser is None or now < deadline.at - lead(deadline.seconds):
        return
    action = conductor.stage.draft() if isinstance(conductor.stage, Drafting) else None
    if action is not None:
        conductor.play(action)
