"""Matches of Caravan Rails on land that tests lay out, with a mine in the west and a power station in the east."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from game.cabinets.rails.contract.actions import Action, Advance, Call, Group, Plan, Platforms, Rail
from game.cabinets.rails.contract.options import Options
from game.cabinets.rails.match.state import State
from game.cabinets.rails.rules import RailsRules
from game.cabinets.rails.running import dump
from game.cabinets.rails.running.beginning import land_for
from game.cabinets.rails.running.playing import why_not
from game.cabinets.rails.world.land import (
    HOUSE,
    INDUSTRY,
    MINE,
    PLAIN,
    POWER_STATION,
    SIDE,
    STREET,
    Industry,
    Land,
    Town,
)
from game.core.rules import NATURE, Event, Move

SIZE = 64


class RulesOnLand(RailsRules):
    """The rules, on the land that a test laid out last."""

    ground: Land | None = None

    def load(self, data: bytes) -> State:
        return dump.read(data, lambda options, number: self.ground or land_for(options, number))


RULES = RulesOnLand()
SINGLE: tuple[Group, ...] = (
    Rail(6, 10, "W", "E48"),
    Platforms(6, 10, "EW", 4, 1),
    Platforms(50, 10, "EW", 4, 1),
)
"""Layout 1 between the mine at (6, 7) and the power station at (52, 7), and its two stations 1 and 2."""
COAL_LINE = (Call(1, "full"), Call(2, "unload"))


def land(industries: Iterable[Industry] = (), towns: Sequence[Town] = (), tiles: dict[int, int] | None = None) -> Land:
    """Plain land with these on it; `tiles` are of other terrain."""
    terrain = bytearray([PLAIN]) * (SIZE * SIZE)
    for tile, kind in (tiles or {}).items():
        terrain[tile] = kind
    standing = tuple(industries)
    for one in standing:
        for y in range(SIDE[one.kind]):
            for x in range(SIDE[one.kind]):
                terrain[one.tile + y * SIZE + x] = INDUSTRY
    for town in towns:
        terrain[town.tile] = STREET
        for tile in town.houses:
            terrain[tile] = HOUSE
    return Land(SIZE, bytes(terrain), tuple(towns), standing)


def at(x: int, y: int) -> int:
    """A tile by its place."""
    return y * SIZE + x


def coal_land(output: int = 64) -> Land:
    """A mine and a power station, 46 tiles apart."""
    return land((Industry(MINE, at(6, 7), output), Industry(POWER_STATION, at(52, 7), 0)))


def begun(ground: Land | None = None, seats: int = 1, **options: Any) -> State:
    """A match on this land, or on that of map 1."""
    RULES.ground = ground
    state = RULES.start(seats, Options(**options))
    RULES.step(state, [Move(NATURE, 1)])
    if ground is not None:
        state.found(1, ground)
    return state


def play(state: State, *groups: Group, seat: int = 0) -> list[Event]:
    """Play a plan of one who plays alone; it must be right."""
    return act(state, Plan(state.serials[seat] + 1, groups), seat)


def act(state: State, action: Action, seat: int = 0) -> list[Event]:
    """Play an action of one who plays alone."""
    assert RULES.check(state, seat, action) is None, RULES.check(state, seat, action)
    return RULES.step(state, [Move(seat, action)])


def refused(state: State, *groups: Group, seat: int = 0) -> str:
    """The reason why a plan is refused; "" for none."""
    found = why_not(state, seat, Plan(state.serials[seat] + 1, groups))
    return found.reason if found else ""


def advance(state: State, ticks: int) -> list[Event]:
    """Let time pass for one who plays alone."""
    events = []
    while ticks > 0:
        now = min(32, ticks)
        events += act(state, Advance(now))
        while state.due:
            events += RULES.step(state, [Move(NATURE, 0)])
        ticks -= now
    return events
