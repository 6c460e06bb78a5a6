"""Milestones of a match, told once each, as goals for a person who builds for fun."""

from __future__ import annotations

from typing import Final, NamedTuple

from game.cabinets.rails.contract.views import Cargo
from game.cabinets.rails.match.state import State
from game.core.rules import Event

UNITS: Final = (1_000, 10_000, 100_000)
"""Numbers of units delivered that are milestones."""
LARGE_TOWN: Final = 5_000
_CHAIN: Final = {Cargo.OIL, Cargo.FUEL}
"""The kinds of cargo of the chain: oil goes to a refinery, and its fuel to a town."""


class Standing(NamedTuple):
    """The progress of a match: units and kinds delivered by each company, inhabitants of each town."""

    units: tuple[int, ...]
    cargoes: tuple[frozenset[int], ...]
    inhabitants: tuple[int, ...]


def standing(state: State) -> Standing:
    """Return the present progress of a match."""
    companies = range(len(state.units))
    cargoes = tuple(frozenset(sale.cargo for sale in state.sales if sale.company == one) for one in companies)
    towns = state.places[len(state.land.industries) :]
    return Standing(tuple(state.units), cargoes, tuple(town.inhabitants for town in towns))


def milestones(state: State, before: Standing) -> list[Event]:
    """Return the events of milestones reached since `before`."""
    now = standing(state)
    events = []
    for company, (then, units) in enumerate(zip(before.units, now.units, strict=True)):
        events += [Event("record", {"seat": company, "units": mark}) for mark in UNITS if then < mark <= units]
        known, cargoes = before.cargoes[company], now.cargoes[company]
        if len(known) < 2 <= len(cargoes):
            events.append(Event("second_cargo", {"seat": company}))
        if cargoes >= _CHAIN and not known >= _CHAIN:
            events.append(Event("chain", {"seat": company}))
    for town, then, people in zip(state.land.towns, before.inhabitants, now.inhabitants, strict=True):
        if then < LARGE_TOWN <= people:
            events.append(Event("large_town", {"town": town.name, "inhabitants": people, "tile": town.tile}))
    return events
