"""Offers the answers of several seats that were given at the same moment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.core.match.match import Match
from game.core.rules import Seat, Timed


def offer_together(match: Match, answers: Mapping[Seat, Any]) -> str | None:
    """Offer answers of asked seats as if given at the same moment, the earliest `Timed` first. A RACE takes only the
    first.

    Returns the text key of the first refusal, or None.
    """
    order = sorted(answers.items(), key=lambda each: (each[1].after if isinstance(each[1], Timed) else 0, each[0]))
    for seat, action in order:
        if seat in match.waiting_for and (refusal := match.offer(seat, action)):
            return refusal
    return None
