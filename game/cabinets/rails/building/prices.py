"""Prices of building and buying (docs/rails.md, "Cargo and money")."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from game.cabinets.rails.contract.models import VehicleModel
from game.cabinets.rails.world.land import HILL, WOOD

RAIL: Final = 100
SIGNAL: Final = 80
PLATFORM: Final = 300
"""Price of a tile of platform, in addition to its track."""
SPAN: Final = (300, 450)
"""Price of a tile of a bridge, and of a tunnel."""
ROAD: Final = 60
BAY: Final = 300
DOCK: Final = 800
GOODS_WAGON: Final = 400
COACH: Final = 500
GOODS_UNITS: Final = 24
COACH_UNITS: Final = 20


class Prices(NamedTuple):
    """Prices of building in a match, in coins."""

    rail: int = RAIL
    """Price of a piece of track on plain land."""
    signal: int = SIGNAL
    platform: int = PLATFORM
    bridge: int = SPAN[0]
    tunnel: int = SPAN[1]
    road: int = ROAD
    bay: int = BAY
    dock: int = DOCK

    def track(self, terrain: int) -> int:
        """Return the price of a piece of track on a kind of terrain."""
        return self.rail * {WOOD: 2, HILL: 3}.get(terrain, 1)

    def span(self, form: int, length: int) -> int:
        """Return the price of a bridge or tunnel by its number of tiles."""
        return (self.bridge, self.tunnel)[form] * length


USUAL: Final = Prices()


def prices_with(percents: Mapping[str, int]) -> Prices:
    """Return the default prices, some of them changed to a percentage.

    >>> prices_with({"rail": 50, "dock": 0}).rail, prices_with({}) == USUAL
    (50, True)
    """
    return USUAL._replace(**{name: getattr(USUAL, name) * percent // 100 for name, percent in percents.items()})


def rail_price(terrain: int) -> int:
    """Return the default price of a piece of track on a kind of terrain."""
    return USUAL.track(terrain)


def vehicle_price(model: VehicleModel, goods: int, coaches: int) -> int:
    """Return the price of a vehicle with its wagons."""
    return model.price + GOODS_WAGON * goods + COACH * coaches


def returned(price: int, percent: int = 75) -> int:
    """Return the coins paid back for something, by the percentage that is returned."""
    return price * percent // 100
