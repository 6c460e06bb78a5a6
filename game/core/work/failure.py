"""What went wrong with bots while many matches were played, for who wrote them."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from game.core.match.session import Failure


class MatchFailure(msgspec.Struct, frozen=True):
    """One failure of a bot, and all that is needed to play its match again."""

    bot: str
    """As it was written on the command line."""
    seat: int
    seed: int
    lineup: tuple[str, ...]
    """Who sat where."""
    step: int | None
    """The step of the match it was asked for; None where that is not counted."""
    failure: Failure
    key: int = 0
    """What was drawn for the match beside its seed."""


def first_of_each(failures: Iterable[MatchFailure]) -> tuple[MatchFailure, ...]:
    """The first failure of each bot, in their order."""
    found: dict[str, MatchFailure] = {}
    for failure in failures:
        found.setdefault(failure.bot, failure)
    return tuple(found.values())
