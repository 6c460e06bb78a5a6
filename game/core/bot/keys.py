"""When a match needs a key, so that what its bots are given does not lead to its draws."""

from __future__ import annotations

from collections.abc import Iterable

from game.core.bot.loading import BotSpec, BuiltinSpec
from game.core.chance import fresh_key
from game.core.rules import GameInfo


def key_against(info: GameInfo, players: Iterable[BotSpec]) -> int:
    """The key of a match of these players, one that nobody can guess where one of them is a program of a stranger.

    0 among the game's own computers, so that a seed alone gives the same match again; and in a game with numbers, where
    everybody is told the number that all follows from.
    """
    guarded = not info.numbered and any(not isinstance(player, BuiltinSpec) for player in players)
    return fresh_key() if guarded else 0
