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

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from game.cabinets.rails.track.coded import get_number, put_number
from game.cabinets.rails.track.pieces import turns
from game.cabinets.rails.track.railway import Railway
from game.cabinets.rails.track.told import LEFT


class Entry(NamedTuple):
    """One row of `ran`: a train's head entered a piece, or the train turned round."""

    tick: int
    """Number of ticks since the step began."""
    choice: int


def place_of_head(railway: Railway, row: int) -> int:
    """Return how many pieces a train on the map owns behind the one under its head."""
    after, head = railway.holding.next, railway.trains.head[row]
    node, place = railway.trains.tail[row], 0
    while node != head:
        node = after[node]
        place += 1
    return place


def choices_along(railway: Railway, legs: Sequence[int]) -> tuple[int, ...]:
    """Return the choice that a train makes at the end of each leg but the last."""
    heading = railway.network.heading
    ways = [int(heading[leg]) for leg in legs]
    return tuple(LEFT + 1 + turns(before, after) for before, after in pairwise(ways))


def encode_ran(entries: Mapping[int, Sequence[tuple[int, int]]]) -> bytes:
    """Return the field `ran` from the entries of each train by id; each entry is (tick, choice) like `Entry`."""
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
    """Return what heads entered in a step, by train id. Raise ValueError for truncated bytes."""
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
    """Append choices, four to a byte."""
    byte = bits = 0
    for choice in choices:
        byte |= choice << bits
        bits += 2
        if bits == 8:
            out.append(byte)
            byte = bits = 0
    if bits:
        out.append(byte)


def get_choices(data: bytes, at: int, count: int) -> tuple[tuple[int, ...], int]:
    """Read a number of choices. Return them and the position after them."""
    choices = tuple(data[at + place // 4] >> 2 * (place % 4) & 3 for place in range(count))
    return choices, at + (count + 3) // 4
