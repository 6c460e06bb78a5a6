"""The race alone that begins at the stall: over the level that everybody runs first."""

from __future__ import annotations

from game.cabinets.rooftops.cabinet import ROOFTOPS
from game.cabinets.rooftops.course import FIRST
from game.cabinets.rooftops.rules import Options
from game.engine.scene import Context, Scene
from game.scenes.setup.alone import plan_alone


def first_race(context: Context) -> Scene:
    """Return the table of the first level. Raise SpokenError if no match can begin."""
    from game.scenes import arcade

    return arcade.table(context, plan_alone(context, ROOFTOPS.id, Options(level=FIRST), 1))
