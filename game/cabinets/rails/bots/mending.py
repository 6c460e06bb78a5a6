"""Repairs by a bot: its own jams, and track with a missing piece."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from game.cabinets.rails.bots.player import Sight
from game.cabinets.rails.building.plans import try_groups
from game.cabinets.rails.contract.actions import Group, Rail
from game.cabinets.rails.contract.why import Why
from game.cabinets.rails.jams.jams import find
from game.cabinets.rails.match.state import State
from game.cabinets.rails.running.advising import is_open, offers
from game.cabinets.rails.track.pieces import EDGES, STEPS, opposite
from game.cabinets.rails.track.works import SPAN

WIDEST: Final = 8
"""The widest gap that is closed, in tiles."""
_ORDER: Final = ("signal_away", "passing_place", "lift", "fewer")


def mends(sight: Sight, state: State) -> tuple[Group, ...]:
    """Return groups that free stuck trains. Repairing the cause is preferred to removing a train."""
    gaps = next(_gaps(sight, state), ())
    if gaps or not find(state.railway).rings:
        return gaps
    found = sorted(offers(state, sight.seat), key=lambda offer: _ORDER.index(offer.kind))
    return found[0].groups if found else ()


def _gaps(sight: Sight, state: State) -> Iterator[tuple[Group, ...]]:
    """Yield straight track from where a train's way ends to the track beyond the gap."""
    slots, size = state.railway.slots, sight.land.size
    for vehicle in sight.view.vehicles:
        if vehicle.company != sight.company or vehicle.why != Why.TRACK_ENDS or vehicle.blocked < 0:
            continue
        for kind in range(SPAN):
            slot = slots.slot_at(vehicle.blocked, kind)
            for leg in (2 * slot, 2 * slot + 1) if slot >= 0 else ():
                if slots.following(leg):
                    continue
                place = slots.place(leg)
                across, down = STEPS[place.leave]
                x, y, run = place.x + across, place.y + down, 0
                while run < WIDEST and is_open(sight.site, x + across * run, y + down * run):
                    run += 1
                beyond = (y + down * run) * size + x + across * run
                letter = EDGES[place.leave]
                rail = Rail(x, y, EDGES[opposite(place.leave)], f"{letter}{run}")  # type: ignore[arg-type]
                joins = run and beyond in sight.site.works.companies
                if joins and not try_groups(sight.site, sight.seat, sight.company, (rail,)).refused:
                    yield (rail,)
