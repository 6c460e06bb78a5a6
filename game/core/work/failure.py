"""Failures of bots while many matches were played, for the authors of the bots."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from game.core.match.session import Failure


class MatchFailure(msgspec.Struct, frozen=True):
    """One failure of a bot, and all that is needed to play its match again."""

    bot: str
    """The bot as it was named on the command line."""
    seat: int
    seed: int
    lineup: tuple[str, ...]
    """The bot in each seat, as named on the command line."""
    step: int | None
    """The number of the match's step that the bot was asked for; None where steps are not counted."""
    failure: Failure
    key: int = 0
    """The key drawn for the match beside its seed; 0 for none."""


def first_of_each(failures: Iterable[MatchFailure]) -> tuple[MatchFailure, ...]:
    """Return the first failure of each bot, in their order."""
    found: dict[str, MatchFailure] = {}
    for failure in failures:
        found.setdefault(failure.bot, failure)
    return tuple(found.values())
