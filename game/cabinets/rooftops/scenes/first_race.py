"""The first race: alone, on the level that is the same for everybody."""

from __future__ import annotations

from game.cabinets.rooftops.cabinet import ROOFTOPS
from game.cabinets.rooftops.course import FIRST
from game.cabinets.rooftops.rules import Options
from game.core.bot.loading import HUMAN
from game.engine.scene import Context, Scene
from game.scenes.feeds.plan import MatchPlan, SeatPlan


def first_race(context: Context) -> Scene:
    """Return the table of the first race. Raise SpokenError if no match can begin."""
    from game.scenes import arcade
    from game.scenes.setup.seats import SeatChoice, Seating, names_of

    seating = Seating(ROOFTOPS.info.seats, ROOFTOPS.table_bots, (SeatChoice(HUMAN),))
    name = names_of(seating, context.texts, context.settings.names)[0]
    return arcade.table(context, MatchPlan(ROOFTOPS.id, (SeatPlan(name),), Options(level=FIRST), 1))
