"""The ways of trains as pieces of track: what they hold, and where their heads went in the last step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from game.cabinets.rails.stage.sight.sight import Sight
from game.cabinets.rails.stage.trains.motion import is_train
from game.cabinets.rails.stage.trains.tracks import Way
from game.cabinets.rails.track.record import decode_ran, place_of_head


def ways_of(sight: Sight) -> Mapping[int, Way]:
    """Return, by id, the way of each train on the map: the track that it occupies and has reserved."""
    railway, tracks = sight.state.railway, sight.tracks
    return {
        one.id: Way(tuple(map(tracks.on, railway.path(one.id - 1))), place_of_head(railway, one.id - 1))
        for one in sight.view.vehicles
        if is_train(one)
    }


def entered_of(sight: Sight, since: int) -> Mapping[int, Sequence[tuple[int, int]]]:
    """Return for each train the (tick, choice) at which its head entered a piece in the step since the tick `since`."""
    ran = decode_ran(sight.state.ran)
    return {vehicle: [(since + tick, choice) for tick, choice in entries] for vehicle, entries in ran.items()}
