"""Fields `ahead` and `ran` of the view as bytes: what trains own, and where their heads went in the last step.

A *choice* says in two bits which way a head goes at the end of its piece: 0 left, 1 straight on, 2 right, by the
headings of the two pieces; 3: the train turned round, and its tail is now its head.

`ahead`: for each train on the map, ascending by id, how many pieces it has under it behind that of its head and how
many it has reserved before it, both as varints (seven bits a byte, the lowest first, bit 7 says that more follow), then
their choices, four a byte, the lowest bits first. Those behind come first, from the head backwards: the choices of a
head that went the other way.

`ran`: for each train whose head entered a piece, ascending by id: its id, how many entries as a varint, then a byte for
each: the choice in bits 0 and 1, above them the ticks since the entry before, of the first one since the step began.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from game.cabinets.rails.codec.varints import get_number, put_number
from game.cabinets.rails.track.pieces import turns
from game.cabinets.rails.track.railway import Railway
from game.cabinets.rails.track.told import LEFT


class Owned(NamedTuple):
    """The choices of a train: behind its head, going backwards, and ahead of it."""

    behind: tuple[int, ...]
    ahead: tuple[int, ...]


class Entry(NamedTuple):
    """A head entered a piece, or its train turned round."""

    tick: int
    """Ticks since the step began."""
    choice: int


def owned_by(railway: Railway, row: int) -> Owned:
    """What a train on the map owns."""
    path = railway.path(row)
    node, place = int(railway.trains.tail[row]), 0
    while node != railway.trains.head[row]:
        node = int(railway.holding.next[node])
        place += 1
    heading = railway.network.heading
    back = [leg ^ 1 for leg in reversed(path[: place + 1])]
    return Owned(_choices(heading, back), _choices(heading, path[place:]))


def _choices(heading: Sequence[int], legs: Sequence[int]) -> tuple[int, ...]:
    return tuple(LEFT + 1 + turns(int(heading[leg]), int(heading[after])) for leg, after in pairwise(legs))


def encode_ahead(owned: Iterable[Owned]) -> bytes:
    """The bytes of all trains on the map, which come in order of their ids."""
    out = bytearray()
    for behind, ahead in owned:
        put_number(out, len(behind))
        put_number(out, len(ahead))
        put_choices(out, (*behind, *ahead))
    return bytes(out)


def decode_ahead(data: bytes) -> list[Owned]:
    """What each train on the map owns, in order of their ids. Raises ValueError for bytes that end within one."""
    found, at = [], 0
    try:
        while at < len(data):
            behind, at = get_number(data, at)
            ahead, at = get_number(data, at)
            choices, at = get_choices(data, at, behind + ahead)
            found.append(Owned(choices[:behind], choices[behind:]))
    except IndexError as error:
        raise ValueError("the reservations end in the middle of a train") from error
    return found


def encode_ran(entries: Mapping[int, Sequence[tuple[int, int]]]) -> bytes:
    """The bytes of what heads entered in a step, by id: rows as `Entry`."""
    out = bytearray()
    for vehicle in sorted(entries):
        out.append(vehicle)
        put_number(out, len(entries[vehicle]))
        before = 0
        for tick, choice in entries[vehicle]:
            out.append(choice | (tick - before) << 2)
            before = tick
    return bytes(out)


def decode_ran(data: bytes) -> dict[int, list[Entry]]:
    """What heads entered in a step, by id. Raises ValueError for bytes that end within a train."""
    found: dict[int, list[Entry]] = {}
    at = 0
    try:
        while at < len(data):
            vehicle = data[at]
            count, at = get_number(data, at + 1)
            tick, entries = 0, []
            for byte in range(at, at + count):
                tick += data[byte] >> 2
                entries.append(Entry(tick, data[byte] & 3))
            found[vehicle] = entries
            at += count
    except IndexError as error:
        raise ValueError("the motion ends in the middle of a train") from error
    return found


def put_choices(out: bytearray, choices: Sequence[int]) -> None:
    """Append choices, four a byte."""
    for first in range(0, len(choices), 4):
        out.append(sum(choice << 2 * place for place, choice in enumerate(choices[first : first + 4])))


def get_choices(data: bytes, at: int, count: int) -> tuple[tuple[int, ...], int]:
    """Read a number of choices. Returns them and where they end."""
    choices = tuple(data[at + place // 4] >> 2 * (place % 4) & 3 for place in range(count))
    return choices, at + (count + 3) // 4
