"""What the person sees over the map while they build: previews, catchments, selection, open ends, the cursor."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from game.cabinets.rails.building.tracks import tiles_of
from game.cabinets.rails.contract.actions import Dock, Group, Platforms, Stop
from game.cabinets.rails.match.cargo import OF_DOCK, OF_RAIL, OF_ROAD
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
from game.cabinets.rails.world.land import SIDE
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

    def draw(self, canvas: Canvas, offered: Sequence[Group], since: float) -> None:
        """Draw all marks; light pulses around the groups `offered`, by the seconds `since` they were offered."""
        play, field, sight = self.play, self.play.field, self.play.sight
        builder = play.builder
        if builder.tool in _JOINING and play.plays:
            draw_open_ends(canvas, field, [end.point for end in builder.ground.ends_of(play.company)])
        area, window = field.window(canvas)
        target = canvas.surface.subsurface(area)
        if offered:
            self._hint.draw(target, window, sight, offered, LANTERN, bad=False)
            draw_offer(canvas, field, built_of(offered, sight, play.company), pulse_of(since))
        groups = (*builder.drafted, *builder.groups)
        if groups:
            colour, bad = play.company_colour(play.company), bool(builder.trial.refused)
            self._ghost.draw(target, window, sight, groups, colour, bad=bad)
            for reach in catchments(groups).values():
                draw_catchment(canvas, field, reach, play.surroundings)
        self._draw_selected(canvas, field)

    def draw_section(self, canvas: Canvas, signal: int) -> None:
        """Light the section that a signal guards; do nothing for -1."""
        if signal >= 0:
            draw_lit(canvas, self.play.field, section_of(self.play.sight, signal))
            draw_cursor(canvas, self.play.field, signal // SIGNAL_LEGS)

    def draw_gap(self, canvas: Canvas, shown: float) -> None:
        """Show in the first valley how a hand draws the missing track, again and again until the person has drawn it.

        `shown` is the number of seconds that the hand has been visible.
        """
        play = self.play
        if play.options.yard != "valley" or not play.plays or play.builder.drag or play.sight.vehicles:
            return
        gap = gap_between(play.sight, play.company)
        if gap:
            (ax, ay), (bx, by) = sorted(gap)
            share = ease_in_out(min(1.0, shown % _DRAWN / (_DRAWN - 0.8)))
            draw_hand(canvas, play.field, (ax, ay), (ax + (bx - ax) * share, ay + (by - ay) * share))

    def draw_ends(self, canvas: Canvas, meant: int) -> None:
        """Light the first place of a line's copy, and more dimly the place `meant` by pointer or cursor."""
        line_copy, land = self.play.line_copy, self.play.field.land
        for place, pulse in ((line_copy.first, 1.0), (meant, 0.0)) if line_copy.active else ():
            if place >= len(land.industries):
                draw_offer(canvas, self.play.field, [land.towns[place - len(land.industries)].tile], pulse)
            elif place >= 0:
                draw_offer(canvas, self.play.field, tuple(land.tiles_of(land.industries[place])), pulse)

    def draw_answers(self, canvas: Canvas, *meant: int | None) -> None:
        """Light up the stations that answer the open question, brightest those that are `meant`."""
        question = self.play.builder.question
        for station in question.stations if question else ():
            tiles = self.play.sight.parts.get(station, ())
            draw_offer(canvas, self.play.field, tiles, 1.0 if station in meant else 0.0)

    def _draw_selected(self, canvas: Canvas, field: Field) -> None:
        kind, number = self.play.selected
        size = field.land.size
        if kind == "station" and not self.play.jammed:
            ground = self.play.builder.ground
            tiles = ground.parts.get(number, ())
            reach = [(tile % size, tile // size, reach_of(ground.works[tile])) for tile in tiles]
            draw_catchment(canvas, field, reach, self.play.surroundings)
        elif kind == "vehicle" and (spot := field.spot_of(number, self.play.pace.seen)):
            draw_cursor(canvas, field, math.floor(spot[1]) * size + math.floor(spot[0]))
        elif kind == "industry":
            one = field.land.industries[number]
            draw_cursor(canvas, field, one.tile, side=SIDE[one.kind])


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
        reach = OF_RAIL if isinstance(group, Platforms) else OF_ROAD if isinstance(group, Stop) else OF_DOCK
        found.setdefault(group.station or -founded, []).extend((x, y, reach) for x, y in tiles_of(group))
    return found
