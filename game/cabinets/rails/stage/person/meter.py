"""The live meter of a station: how much paid cargo arrives and departs, over the latest ticks."""

from __future__ import annotations

from collections import deque
from typing import Final, NamedTuple

from game.cabinets.rails.match.look import Sale
from game.cabinets.rails.stage.sight.offers import around
from game.cabinets.rails.stage.sight.sight import Sight

_EVERY: Final = 80
"""Number of ticks between two readings."""
_KEPT: Final = 150
_SPAN: Final = 10
"""Number of readings that a rate spans: long enough for a train to come and go."""
_LEAST: Final = 3
"""Number of readings needed before a rate is shown."""
A_RATE: Final = 10_000
"""Number of ticks that a rate is stated for: units per `A_RATE` ticks."""


class Rate(NamedTuple):
    """A station's units per `A_RATE` ticks, over the readings before a tick."""

    tick: int
    units: int


class Meter:
    """Records the sales of every view for all stations, so that a station's curve is ready when it is opened."""

    def __init__(self) -> None:
        self.shown = False
        """Whether a station's card shows the meter."""
        self._readings: deque[tuple[int, tuple[Sale, ...]]] = deque(maxlen=_KEPT)

    def turn(self) -> None:
        """Show the meter, or hide it."""
        self.shown = not self.shown

    def reset(self) -> None:
        """Forget all readings after a jump to another point of the match."""
        self._readings.clear()

    def see(self, sight: Sight) -> None:
        """Take a reading of a view, if enough ticks have passed since the last one."""
        tick, readings = sight.view.tick, self._readings
        if readings and tick < readings[-1][0]:
            readings.clear()
        if not readings or tick >= readings[-1][0] + _EVERY:
            readings.append((tick, sight.view.sales))

    def rates(self, sight: Sight, station: int) -> list[Rate]:
        """Return the curve of a station: what its company carried between its catchment and elsewhere."""
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
