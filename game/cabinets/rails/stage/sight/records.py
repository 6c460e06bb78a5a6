"""What a view tells of the ways of trains and of what their heads entered, as pieces of track."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from game.cabinets.rails.stage.sight.sight import Sight
from game.cabinets.rails.stage.trains.motion import is_train
from game.cabinets.rails.stage.trains.tracks import Way, turned
from game.cabinets.rails.track.record import decode_ahead, decode_ran
from game.cabinets.rails.track.told import STRAIGHT_ON


def ways_of(sight: Sight) -> Mapping[int, Way]:
    """What each train on the map owns."""
    trains = [vehicle for vehicle in sight.view.vehicles if is_train(vehicle)]
    found = {}
    for vehicle, owned in zip(trains, decode_ahead(sight.view.ahead), strict=False):
        head = sight.tracks.piece(vehicle.tile, vehicle.leg)
        back = sight.tracks.along(turned(head), (choice - STRAIGHT_ON for choice in owned.behind))
        ahead = sight.tracks.along(head, (choice - STRAIGHT_ON for choice in owned.ahead))
        found[vehicle.id] = Way((*map(turned, reversed(back)), head, *ahead), len(back))
    return found


def entered_of(sight: Sight, since: int) -> Mapping[int, Sequence[tuple[int, int]]]:
    """Of each train the ticks at which its head entered a piece in the last step, which began at `since`, and how."""
    ran = decode_ran(sight.view.ran)
    return {vehicle: [(since + tick, choice) for tick, choice in entries] for vehicle, entries in ran.items()}
