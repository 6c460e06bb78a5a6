"""The models of vehicles, a row for each: a further one needs its row, its name, and its texts.

Notation, wire, prices, buttons, the bots' choice and the state of a match all follow from the row.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final, Literal, TypeAlias, get_args

from game.cabinets.rails.track.feeding import FOR_BUSES, FOR_TRUCKS, ON_RAILS, ON_WATER

Model: TypeAlias = Literal["freight", "express", "ship", "truck", "bus"]
"""The name of a model in plans and yard files, in the order of the models' numbers."""
NAMES: Final[tuple[Model, ...]] = get_args(Model)


class VehicleModel(IntEnum):
    """Models of vehicles."""

    limit: int
    """Top speed, in units per tick."""
    price: int
    upkeep: int
    """Running costs, in coins per period."""
    mode: int
    """What the model moves on: a mode of `track.feeding`."""
    goods: int
    """Units of goods that a vehicle without wagons carries."""
    passengers: int
    is_train: bool
    """Whether the model is the engine of a train, which pulls wagons."""

    def __new__(
        cls,
        number: int,
        limit: int = 0,
        price: int = 0,
        upkeep: int = 0,
        mode: int = ON_RAILS,
        goods: int = 0,
        passengers: int = 0,
    ) -> VehicleModel:
        """Make a member of a row's figures."""
        member = int.__new__(cls, number)
        member._value_ = number
        member.limit, member.price, member.upkeep, member.mode = limit, price, upkeep, mode
        member.goods, member.passengers = goods, passengers
        member.is_train = mode == ON_RAILS
        return member

    FREIGHT = 0, 400, 1000, 4
    EXPRESS = 1, 560, 2200, 8
    SHIP = 2, 200, 2500, 3, ON_WATER, 300
    TRUCK = 3, 240, 600, 3, FOR_TRUCKS, 30
    BUS = 4, 240, 600, 3, FOR_BUSES, 0, 30

    @property
    def word(self) -> Model:
        """The model's name."""
        return NAMES[self]


ENGINES: Final = tuple(model for model in VehicleModel if model.is_train)


def model_named(name: str) -> VehicleModel:
    """Return the model with a name. Raise KeyError if there is none.

    >>> model_named("bus").passengers
    30
    """
    return VehicleModel[name.upper()]
