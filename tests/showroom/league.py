"""A sample league: matches invented from given strengths, the same every time."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import msgspec

from game.cabinets.listed import CABINETS
from game.core.league.league import Bout, League

if TYPE_CHECKING:
    from game.engine.scene import Scene
    from tests.showroom.moment import Moment

_OWN = ("neighbour.py:Neighbour", "cmd:node hoarder.js")
_ROUNDS = 30
_SPREAD = 1.4


def made_up(game: str) -> League:
    """Return a league of a game's bots and two of a person's own, two per match where the game allows it."""
    cabinet, random = CABINETS[game], Random(3)
    info = cabinet.info
    bots = [*cabinet.bots, *_OWN]
    seats = min((count for count in info.seats if count > 1), default=2)
    bouts = []
    for number in range(_ROUNDS * len(bots)):
        lineup = random.sample(bots, seats)
        luck = {bot: bots.index(bot) % len(cabinet.bots) + random.gauss(0, _SPREAD) for bot in lineup}
        order = sorted(lineup, key=lambda bot: -luck[bot])
        ranks = tuple(1 + order.index(bot) for bot in lineup)
        scores = tuple(round(20 + 8 * luck[bot]) for bot in lineup)
        bouts.append(Bout(number, tuple(lineup), ranks, scores, ""))
    options = msgspec.to_builtins(info.options())
    return League(game, info.version, options, seats, 0, dict.fromkeys(bots, ""), tuple(bouts))


def league(moment: Moment) -> Scene:
    """Show the league of the moment's game."""
    from game.scenes import arcade

    return arcade.league(moment.context, made_up(moment.game))
