"""Find ways out of a jam: what to remove or build so that trains move again. Each is tried before it is offered."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice, pairwise
from typing import Final, NamedTuple, TypeAlias

from game.cabinets.rails.building.tracks import lay
from game.cabinets.rails.contract.actions import EDGE_NAMES, Clear, Rail, Signal
from game.cabinets.rails.jams.adviser import SIGNAL_INTO_SINGLE, SIGNAL_ON_JUNCTION, findings, standing_places
from game.cabinets.rails.jams.jams import Jam, find
from game.cabinets.rails.jams.reasons import Sentence
from game.cabinets.rails.track.network import Slots
from game.cabinets.rails.track.pieces import EDGES, HEADINGS, STEPS, STRAIGHT, TILE, Place, opposite
from game.cabinets.rails.track.railway import Railway
from game.cabinets.rails.track.trains import MOST_TRAINS
from game.cabinets.rails.track.works import Refused, is_straight

Laid: TypeAlias = Rail | Signal
IsOpen = Callable[[int, int], bool]
"""A function that returns whether track may be laid on a tile (x, y) that has none yet."""


def passing_places(slots: Slots, way: list[int], length: int, is_open: IsOpen) -> Iterator[tuple[Laid, ...]]:
    """Yield passing places along a way (a sequence of legs) for trains of a length in units, each as what to build.

    The right side is tried before the left, and the middle of a stretch before its ends. The second track takes trains
    of the other direction; if the stretch ends at a platform, a signal lets trains leave the platform up to it.
    """
    tiles = -(-length // TILE)
    reach = tiles + 3
    for first, last in sorted(_stretches(slots, way), key=lambda ends: (ends[0] - ends[1], ends)):
        starts = range(first, last - reach + 1)
        middle = (first + last - reach) // 2
        for start in sorted(starts, key=lambda at, middle=middle: (abs(at - middle), at)):  # type: ignore[misc]
            row = [slots.place(leg) for leg in way[start : start + reach]]
            for side in (1, -1):
                if all(is_open(*_beside(place, side)) for place in row):
                    yield (*_track(row, side, tiles), *_at_platforms(slots, way))


def _stretches(slots: Slots, way: list[int]) -> Iterator[tuple[int, int]]:
    """Yield start and end index of each plain straight stretch along a way, without signals, junctions and platforms.

    The track before and after a stretch has the same heading, so that a second track can bend off it.
    """
    headings = [int(slots.network.heading[leg]) for leg in way]
    first = -1
    for at, leg in enumerate(way):
        goes_on = 0 < at < len(way) - 1 and headings[at - 1] == headings[at] == headings[at + 1]
        fits = goes_on and _is_plain(slots, leg)
        if fits and first < 0:
            first = at
        elif not fits and first >= 0:
            yield first, at
            first = -1


def _is_plain(slots: Slots, leg: int) -> bool:
    works, (tile, kind) = slots.works, slots.named[leg >> 1]
    plain = kind < STRAIGHT and is_straight(works.masks[tile]) and tile not in works.stations
    return plain and not any((tile, kind, direction) in works.signals for direction in (0, 1))


def _beside(place: Place, side: int) -> tuple[int, int]:
    across, down = STEPS[(place.leave + side) % 4]
    return place.x + across, place.y + down


def _track(row: list[Place], side: int, tiles: int) -> list[Laid]:
    """Return the second track along a row of legs, and the signals of both tracks."""
    first, ahead = row[0], row[0].leave
    out = EDGES[(ahead + side) % 4]
    back = EDGES[(ahead - side) % 4]
    letters, behind = EDGE_NAMES[ahead], EDGE_NAMES[opposite(ahead)]
    along = row[-2]
    x, y = _beside(row[2], side)
    return [
        Rail(first.x, first.y, behind, f"{out} {letters}{tiles + 2} {back} {letters}"),
        Signal(along.x, along.y, behind, letters, "one_way"),
        Signal(x, y, letters, behind, "one_way"),
    ]


def _at_platforms(slots: Slots, way: list[int]) -> Iterator[Laid]:
    """Yield signals for trains that leave the platforms at both ends of a way, where there are none yet."""
    for line in (way, [leg ^ 1 for leg in reversed(way)]):
        for before, leg in pairwise(line):
            left, entered = slots.named[before >> 1][0], slots.named[leg >> 1]
            if left not in slots.works.stations or entered[0] in slots.works.stations:
                continue
            place, mask = slots.place(leg), slots.works.masks.get(entered[0], 0)
            bend = HEADINGS[place.kind][place.direction] - slots.network.heading[before]
            if bend == 0 and is_straight(mask) and not slots.works.signal_at(place):
                yield Signal(place.x, place.y, EDGE_NAMES[place.enter], EDGE_NAMES[place.leave], "two_way")
            break


LIFT, PASSING_PLACE, SIGNAL_AWAY, FEWER = "lift", "passing_place", "signal_away", "fewer"
MOST_TRIED: Final = 12
"""Greatest number of passing places tried for one ring."""


class WayOut(NamedTuple):
    """A change that resolves a jam or makes it smaller."""

    kind: str
    x: int
    y: int
    """Row of the change; `x` is its column."""
    trains: tuple[int, ...] = ()
    """Rows of the trains to remove from the map."""
    laid: tuple[Laid | Clear, ...] = ()
    """What to build or clear to resolve the jam, in building order."""
    most: int = 0
    """For FEWER: the number of trains that have places to stand."""

    def sentence(self, ids: dict[int, int]) -> Sentence:
        """Return the sentence that offers the change; `ids` has the ids of trains by row."""
        values = {"x": self.x, "y": self.y, "most": self.most}
        if self.trains:
            values["train"] = ids[self.trains[0]]
        return f"rails_jams.out.{self.kind}", values


def ways_out(railway: Railway, jam: Jam, is_open: IsOpen) -> list[WayOut]:
    """Return the ways out of a jam; those that repair its cause come before those that only remove a train.

    What might be built is tried on the railway itself, which is afterwards as before.
    """
    found: list[WayOut] = []
    for ring in jam.rings:
        found += _signals_away(railway, ring)
        found += islice(_passing_places(railway, jam, ring, is_open), 1)
        lifted = _lifted(railway, ring)
        if lifted is not None:
            found.append(lifted)
            most = standing_places(railway.slots, lifted.trains[0], railway)
            if sum(1 for state in railway.trains.state if state) >= most > 0:
                found.append(lifted._replace(kind=FEWER, most=most - 1))
    return found


def _lifted(railway: Railway, ring: tuple[int, ...]) -> WayOut | None:
    """Return the removal of the ring's train that leaves the fewest stuck, of equals that with the least cargo."""
    left = [(len(find(railway, (train,)).stuck), int(railway.trains.load[train]), train) for train in ring]
    train = min(left)[2]
    head = railway.slots.place(int(railway.holding.leg[railway.trains.head[train]]))
    return WayOut(LIFT, head.x, head.y, (train,))


def _signals_away(railway: Railway, ring: tuple[int, ...]) -> Iterator[WayOut]:
    """Yield removals of signals at which a train of the ring blocks oncoming trains, together with that train."""
    longest = max(int(railway.trains.length[train]) for train in ring)
    kinds = (SIGNAL_INTO_SINGLE, SIGNAL_ON_JUNCTION)
    wrong = {(one.x, one.y) for one in findings(railway.slots, longest) if one.kind in kinds}
    for train in ring:
        leg = int(railway.holding.leg[railway.trains.end[train]])
        place = railway.slots.place(leg)
        if not railway.network.signal[leg] or (place.x, place.y) not in wrong:
            continue
        laid = Clear(place.x, place.y, "signal")
        if len(find(railway, (train,)).stuck) < len(find(railway).stuck):
            yield WayOut(SIGNAL_AWAY, place.x, place.y, (train,), (laid,))


def _passing_places(railway: Railway, jam: Jam, ring: tuple[int, ...], is_open: IsOpen) -> Iterator[WayOut]:
    """Yield passing places on the way of a train of the ring that leave fewer trains stuck."""
    length = max(int(railway.trains.length[train]) for train in ring)
    for train in ring:
        for laid in islice(passing_places(railway.slots, way_ahead(railway, train), length, is_open), MOST_TRIED):
            if _left_stuck(railway, laid) < len(jam.stuck):
                first = laid[0]
                yield WayOut(PASSING_PLACE, first.x, first.y, (), laid)


def _left_stuck(railway: Railway, laid: Iterable[Laid]) -> int:
    """Return how many trains would be stuck if something was laid; the most there are if it cannot be."""
    works = railway.works
    mark = works.mark()
    try:
        lay(works, laid)
    except Refused:
        works.roll_back(mark)
        return MOST_TRAINS
    touched = works.touched.copy()
    railway.rebuild()
    stuck = len(find(railway).stuck)
    works.roll_back(mark)
    works.touched |= touched
    railway.rebuild()
    return stuck


def way_ahead(railway: Railway, train: int) -> list[int]:
    """Return the legs of a train's shortest way from its reservation's end to its station, whoever holds them."""
    goal, end = int(railway.trains.goal[train]), int(railway.holding.leg[railway.trains.end[train]])
    return railway.slots.way_to(goal, end) if goal >= 0 else []
