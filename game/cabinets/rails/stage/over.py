"""What is drawn over the map for a person who builds: previews, catchments, selection, open ends, the cursor."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from game.cabinets.rails.cargo.catchment import OF_DOCK, OF_RAIL, OF_ROAD
from game.cabinets.rails.contract.actions import Dock, Group, Platforms, Stop
from game.cabinets.rails.stage.field.field import Field
from game.cabinets.rails.stage.field.ghosts import Ghost, built_of
from game.cabinets.rails.stage.field.overlays import (
    draw_catchment,
    draw_cursor,
    draw_hand,
    draw_lit,
    draw_offer,
    draw_open_ends,
    pulse_of,
)
from game.cabinets.rails.stage.person.play import Play
from game.cabinets.rails.stage.places import gap_between
from game.cabinets.rails.stage.sight.offers import reach_of
from game.cabinets.rails.stage.sight.sections import SIGNAL_LEGS, section_of
from game.cabinets.rails.stage.sight.sight import Sight
from game.engine.canvas import Canvas
from game.engine.colour import LANTERN
from game.engine.tween import ease_in_out

_JOINING: Final = ("rail", "line", "double", "signals")
_DRAWN: Final = 3.2
"""Seconds of one round of the drawing hand's movement, including the pause at its end."""


class Over:
    """Draws previews and marks over the map."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self._ghost = Ghost()
        self._hint = Ghost()

    @property
    def field(self) -> Field:
        """The drawn map."""
        assert self.play.field is not None
        return self.play.field

    def draw(self, canvas: Canvas, sight: Sight, offered: Sequence[Group], since: float) -> None:
        """Draw all marks; light pulses around the groups `offered`, by the seconds `since` they were offered."""
        play, field = self.play, self.field
        builder = play.builder
        if builder.tool in _JOINING and play.may_build:
            draw_open_ends(canvas, field, [end.point for end in builder.ground(sight).ends_of(play.company)])
        area, window = field.window(canvas)
        target = canvas.surface.subsurface(area)
        colour = play.company_colour(play.company)
        if offered:
            size = sight.size
            spots = [(tile % size, tile // size) for tile in built_of(offered, sight, play.company)]
            self._hint.draw(target, window, sight, offered, LANTERN, bad=False)
            draw_offer(canvas, field, spots, pulse_of(since))
        groups = (*builder.draft.groups, *builder.groups)
        if groups:
            trial = builder.trial(sight, play.seat)
            self._ghost.draw(target, window, sight, groups, colour, bad=bool(trial.refused))
            self._draw_catchments(canvas, groups)
        self._draw_selected(canvas, sight)

    def draw_section(self, canvas: Canvas, sight: Sight, signal: int) -> None:
        """Light the section that a signal guards; do nothing for -1."""
        if signal < 0:
            return
        tile = signal // SIGNAL_LEGS
        draw_lit(canvas, self.field, section_of(sight, signal))
        draw_cursor(canvas, self.field, (tile % sight.size, tile // sight.size))

    def draw_gap(self, canvas: Canvas, sight: Sight, shown: float) -> None:
        """Show in the first valley how a hand draws the missing track, again and again until the person has drawn it.

        `shown` is the number of seconds that the hand has been visible.
        """
        play = self.play
        if play.options.yard != "valley" or not play.may_build or play.builder.drag is not None or sight.view.vehicles:
            return
        gap = gap_between(sight, play.company)
        if gap:
            (ax, ay), (bx, by) = sorted(gap)
            share = ease_in_out(min(1.0, shown % _DRAWN / (_DRAWN - 0.8)))
            draw_hand(canvas, self.field, (ax, ay), (ax + (bx - ax) * share, ay + (by - ay) * share))

    def _draw_catchments(self, canvas: Canvas, groups: Sequence[Group]) -> None:
        for reach in catchments(groups).values():
            draw_catchment(canvas, self.field, reach, self.play.surroundings)

    def _draw_selected(self, canvas: Canvas, sight: Sight) -> None:
        kind, number = self.play.selected
        if kind == "station" and not self.play.jammed:
            ground, size = self.play.ground(sight), sight.size
            tiles = ground.parts.get(number, ())
            reach = [(tile % size, tile // size, reach_of(ground.works[tile])) for tile in tiles]
            draw_catchment(canvas, self.field, reach, self.play.surroundings)
        elif kind == "vehicle":
            spot = self.field.spot_of(number, self.play.pace.seen)
            if spot:
                draw_cursor(canvas, self.field, (math.floor(spot[0]), math.floor(spot[1])))
        elif kind == "industry":
            one = sight.industry(number)
            side = 1 if one.kind == 2 else 2
            draw_cursor(canvas, self.field, (one.tile % sight.size, one.tile // sight.size), side=side)


def catchments(groups: Sequence[Group]) -> dict[int, list[tuple[int, int, int]]]:
    """Return for each station the (column, row, reach) of the parts that groups build for it.

    Keys are as in a plan: a station's id, -n for the n-th founded one, where parts without a given station count as
    such.
    """
    found: dict[int, list[tuple[int, int, int]]] = {}
    founded = 0
    for group in groups:
        if not isinstance(group, Platforms | Stop | Dock):
            continue
        founded += group.station == 0
        tiles = found.setdefault(group.station or -founded, [])
        if isinstance(group, Platforms):
            wide, high = (group.length, group.count) if group.axis == "EW" else (group.count, group.length)
            reach = OF_RAIL
            tiles += [(group.x, group.y, reach), (group.x + wide - 1, group.y + high - 1, reach)]
        else:
            tiles.append((group.x, group.y, OF_ROAD if isinstance(group, Stop) else OF_DOCK))
    return found
