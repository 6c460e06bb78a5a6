"""Decode a view's records of trains, their reserved ways and entered pieces, into pieces of track."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from game.cabinets.rails.stage.sight.sight import Sight
from game.cabinets.rails.stage.trains.motion import is_train
from game.cabinets.rails.stage.trains.tracks import Way, turned
from game.cabinets.rails.track.record import decode_ahead, decode_ran
from game.cabinets.rails.track.told import STRAIGHT_ON


def ways_of(sight: Sight) -> Mapping[int, Way]:
    """Return, by id, the way of each train on the map: the track that it occupies and has reserved."""
    trains = [vehicle for vehicle in sight.view.vehicles if is_train(vehicle)]
    found = {}
    for vehicle, owned in zip(trains, decode_ahead(sight.view.ahead), strict=False):
        head = sight.tracks.piece(vehicle.tile, vehicle.leg)
        back = sight.tracks.along(turned(head), (choice - STRAIGHT_ON for choice in owned.behind))
        ahead = sight.tracks.along(head, (choice - STRAIGHT_ON for choice in owned.ahead))
        found[vehicle.id] = Way((*map(turned, reversed(back)), head, *ahead), len(back))
    return found


def entered_of(sight: Sight, since: int) -> Mapping[int, Sequence[tuple[int, int]]]:
    """Return for each train the (tick, choice) at which its head entered a piece in the step since the tick `since`."""
    ran = decode_ran(sight.view.ran)
    return {vehicle: [(since + tick, choice) for tick, choice in entries] for vehicle, entries in ran.items()}
