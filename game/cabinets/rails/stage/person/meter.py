"""The live meter of a station: what comes to it and leaves it for money, over the time that was seen."""

from __future__ import annotations

from collections import deque
from typing import Final, NamedTuple

from game.cabinets.rails.contract.views import Sale
from game.cabinets.rails.stage.sight.offers import around
from game.cabinets.rails.stage.sight.sight import Sight

_EVERY: Final = 80
"""Ticks between two readings."""
_KEPT: Final = 150
_SPAN: Final = 10
"""Readings that a rate is taken over: a train comes and goes by then."""
_LEAST: Final = 3
"""Readings before which nothing can be said."""
A_RATE: Final = 10_000
"""Ticks that a rate is told for."""


class Rate(NamedTuple):
    """Units in `A_RATE` ticks, as they were over the readings before a tick."""

    tick: int
    units: int


class Meter:
    """Reads the books of every view; told for any station, so that its curve is there when it is asked for."""

    def __init__(self) -> None:
        self.shown = False
        """Whether a station's card has the meter."""
        self._readings: deque[tuple[int, tuple[Sale, ...]]] = deque(maxlen=_KEPT)

    def turn(self) -> None:
        """Show it, or no more."""
        self.shown = not self.shown

    def reset(self) -> None:
        """The match is elsewhere: nothing is known of what was before."""
        self._readings.clear()

    def see(self, sight: Sight) -> None:
        """The match went on."""
        tick, readings = sight.view.tick, self._readings
        if readings and tick < readings[-1][0]:
            readings.clear()
        if not readings or tick >= readings[-1][0] + _EVERY:
            readings.append((tick, sight.view.sales))

    def rates(self, sight: Sight, station: int) -> list[Rate]:
        """The curve of a station: what its company carried between its catchment and elsewhere."""
        near = around(sight, station)
        places = {*near.industries, *(len(sight.land.industries) + town for town in near.towns)}
        company = sight.stations[station].company
        counts = [
            (tick, sum(sale.units for sale in sales if sale.company == company and _touches(sale, places)))
            for tick, sales in self._readings
        ]
        return [
            Rate(now, (units - before) * A_RATE // (now - then))
            for place, (now, units) in enumerate(counts)
            if place >= _LEAST
            for then, before in (counts[max(0, place - _SPAN)],)
        ]


def _touches(sale: Sale, places: set[int]) -> bool:
    return sale.origin in places or sale.taker in places
