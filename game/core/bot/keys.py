"""Decides when a match needs a key, so that bots cannot compute its draws from what they are given."""

from __future__ import annotations

from collections.abc import Iterable

from game.core.bot.loading import BotSpec, BuiltinSpec
from game.core.chance import fresh_key
from game.core.rules import GameInfo


def key_against(info: GameInfo, players: Iterable[BotSpec]) -> int:
    """Return the key of a match: one that nobody can guess if a stranger's program plays, else 0.

    With key 0 the seed alone gives the same match again. It is also 0 in numbered games, where everybody knows the
    number that determines the match.
    """
    guarded = not info.numbered and any(not isinstance(player, BuiltinSpec) for player in players)
    return fresh_key() if guarded else 0
