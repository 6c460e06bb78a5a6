"""Short effects on the field: a slime that bursts, and the light in which slimes come back."""

from __future__ import annotations

import math
from dataclasses import dataclass

from game.cabinets.slime.field import HOMES
from game.cabinets.slime.stage.layout import LYING, Plan
from game.cabinets.slime.stage.slime import SPLAT_SIZE, drop, splat
from game.engine.canvas import Canvas
from game.engine.light import shine
from game.engine.sprites import faded
from game.engine.stage import Surroundings
from game.engine.tween import Point, arc, back, ease_out
from game.engine.vector import drawing
from game.kit.drawing.effects import stepped

_DROPS = 7


@dataclass(eq=False)
class Splat:
    """Effect: a splat that grows at once and fades, with drops that fly off and fall."""

    team: int
    place: Point

    def draw(self, canvas: Canvas, surroundings: Surroundings, share: float) -> None:
        colour = surroundings.looks[self.team].colour
        x, y = self.place
        opacity = min(1.0, (1 - share) * 2.5)
        shine(canvas, x, y, 46, "#FFB060", stepped(0.4 * opacity), 1.6)
        size = canvas.px(SPLAT_SIZE) * back(min(1.0, share * 4))
        canvas.put_middle(faded(splat(max(2, 4 * round(size / 4)), colour), opacity), x, y)
        bead = faded(drop(canvas.px(8), colour), opacity)
        flown = min(1.0, share * 1.6)
        for number in range(_DROPS):
            turn = math.tau * (number + 0.3) / _DROPS
            away = (22 + 9 * (number % 3)) * ease_out(flown)
            fall = 26 * flown**2 - 14 * arc(flown)
            canvas.put_middle(bead, x + away * math.cos(turn), y + away * math.sin(turn) * 0.7 + fall)


@dataclass(eq=False)
class Rising:
    """Effect: the light on a team's home square while its slimes come back."""

    team: int
    plan: Plan = LYING

    def draw(self, canvas: Canvas, surroundings: Surroundings, share: float) -> None:
        strength, home = stepped(arc(share)), self.plan.middle(HOMES[self.team])
        shine(canvas, *home, 80, "#FFD890", 0.6 * strength, 1.5)
        canvas.put_middle(faded(drawing("slime-rays", canvas.px(120), canvas.px(120), 2), strength), *home)
