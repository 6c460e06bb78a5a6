"""Stations on the map under pointer or cursor: answers to which station a part belongs to, and stops of orders."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from game.cabinets.rails.stage.field.overlays import draw_offer
from game.engine.audio import Sound
from game.engine.canvas import Canvas

if TYPE_CHECKING:
    from game.cabinets.rails.stage.map import Map


class Stations:
    """What pressing a station on one map does."""

    def __init__(self, table: Map) -> None:
        self._map = table
        self.play = table.play

    @property
    def _at(self) -> int:
        """The id of the station under pointer or cursor; 0 for none."""
        sight, (x, y) = self.play.sight, map(math.floor, self._map.at)
        if sight is None or not (0 <= x < sight.size and 0 <= y < sight.size):
            return 0
        return sight.station_at(y * sight.size + x) or sight.platform_at_sea(y * sight.size + x)

    def answer(self, station: int) -> None:
        """Build the part that was asked about as part of this station, or as a station of its own."""
        play = self.play
        if play.sight is not None:
            refused = play.builder.answer(play.sight, play.seat, station)
            self._map.heard(f"rails.refuse.{refused.reason}" if refused else "")

    def answers(self) -> bool:
        """Answer the open question with the station under pointer or cursor. Return whether it is a possible answer."""
        asked, station = self.play.builder.question, self._at
        if asked is None or station not in asked.stations:
            return False
        self.answer(station)
        return True

    def adds_stop(self) -> bool:
        """Add the station under pointer or cursor to the edited orders. Return whether there is such a station."""
        station = self._at
        if self.play.orders is None or not station:
            return False
        self.play.add_stop(station)
        self.play.surroundings.play_sound(Sound.CLICK)
        return True

    def go_to_next(self, steps: int) -> None:
        """Move the cursor to the next station (or the previous one, for -1) that can become a stop."""
        play, sight = self.play, self.play.sight
        tiles = [one.tile for one in sight.view.stations if one.company in (play.company, -1)] if sight else []
        if sight and tiles:
            here = self._map.cursor[1] * sight.size + self._map.cursor[0]
            place = tiles.index(here) if here in tiles else -1 if steps > 0 else 0
            self._map.by_keys = True
            self._map.go_to_tile(tiles[(place + steps) % len(tiles)])

    def draw(self, canvas: Canvas, meant: int | None) -> None:
        """Light up the stations that answer the open question; `meant`, or the one under the pointer, brightest."""
        play, sight = self.play, self.play.sight
        if play.builder.question is None or sight is None:
            return
        for station in play.builder.question.stations:
            spots = [(tile % sight.size, tile // sight.size) for tile in sight.parts.get(station, ())]
            draw_offer(canvas, self._map.field, spots, 1.0 if station in (meant, self._at) else 0.0)
