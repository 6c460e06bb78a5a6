"""The plan of a match that one person plays alone, without a setup."""

from __future__ import annotations

from typing import Any

from game.cabinets.listed import CABINETS
from game.core.bot.loading import HUMAN
from game.engine.scene import Context
from game.scenes.feeds.plan import MatchPlan, SeatPlan
from game.scenes.setup.seats import SeatChoice, Seating, names_of


def plan_alone(context: Context, game: str, options: Any, seed: int) -> MatchPlan:
    """Return the plan of a match for one person, by their name."""
    cabinet = CABINETS[game]
    seating = Seating(cabinet.info.seats, cabinet.table_bots, (SeatChoice(HUMAN),))
    name = names_of(seating, context.texts, context.settings.names)[0]
    return MatchPlan(game, (SeatPlan(name),), options, seed)
