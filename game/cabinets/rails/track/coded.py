"""A railway as bytes: all that is built, field `works` of the view (docs/rails.md, "The view"), and where trains go.

Built tiles come in ascending order, each in three bytes or more:

- the difference to the tile before, as a varint: seven bits a byte, the lowest first, bit 7 says that more follow; the
  tile before the first is -1;
- the kinds of its pieces as a mask of bits 0 … 5; bit 6: a byte of signals follows; bit 7: a byte of things follows;
- the company of track, platform, span and dock in bits 0 … 3, that of the road in bits 4 … 7; 14 is a town, 15 nobody;
- signals: four bits for the lowest kind of the mask, and above them four for the other: bit 0 says that one stands,
  bit 1 is the direction of the leg that it faces, bit 2 says that it is a two-way signal, bit 3 that another two-way
  signal faces the other direction;
- things: bit 0 platform, 1 head of a span, 2 stop for trucks, 3 stop for buses, 4 dock. Platforms, stops and docks are
  followed by their station as a varint, a stop by its bays, then the head of a span by one byte: bits 0 and 1 the edge
  towards the other head, bit 2 set for a tunnel, bits 3 … 7 its length.

A *choice* says in two bits which way a head goes at the end of its piece: 0 left, 1 straight on, 2 right, by the
headings of the two pieces; 3: the train turned round, and its tail is now its head.

What ran in a step has for each train whose head entered a piece, ascending by id: its id, how many entries as a varint
(seven bits a byte, the lowest first, bit 7 says that more follow), then a byte for each: the choice in bits 0 and 1,
above them the ticks since the entry before, of the first one since the step began.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from game.cabinets.rails.track.pieces import turns
from game.cabinets.rails.track.railway import Railway
from game.cabinets.rails.track.signals import SignalModel
from game.cabinets.rails.track.told import LEFT


def put_number(out: bytearray, number: int) -> None:
    """Append a number as a varint."""
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    out.append(number)


def get_number(data: bytes, at: int) -> tuple[int, int]:
    """Read a varint; return it and the position after it. Raise ValueError if it has more than nine bytes."""
    number = shift = 0
    while data[at] & 128:
        number |= (data[at] & 127) << shift
        shift += 7
        if shift > 56:
            raise ValueError("a number has more than nine bytes")
        at += 1
    return number | data[at] << shift, at + 1


TOWN: Final = 14
NOBODY: Final = 15
NO_SPAN: Final = (-1, 0, 0)
_SIGNALS, _THINGS = 0x40, 0x80
_PLATFORM, _SPAN, _TRUCK, _BUS, _DOCK = 1, 2, 4, 8, 16
_CALLED_AT = _PLATFORM | _TRUCK | _BUS | _DOCK


class Built(NamedTuple):
    """What stands on one tile."""

    tile: int
    pieces: int = 0
    """A mask of the six kinds of pieces."""
    company: int = NOBODY
    """The company of the track, platform, span or dock."""
    road: int = NOBODY
    """The company of the road."""
    signals: tuple[tuple[int, int], ...] = ()
    """Pairs of the leg (2 · kind + direction) that a signal faces and the kind of the signal; ascending."""
    station: int = 0
    """The station of a platform, stop or dock; 0 for none."""
    platform: bool = False
    dock: bool = False
    stop: int = 0
    """1 for trucks, 2 for buses."""
    bays: int = 0
    span: tuple[int, int, int] = NO_SPAN
    """The edge towards the other head, the length, and 1 for a tunnel; edge -1 if the tile has no head of a span."""


def encode(tiles: Iterable[Built]) -> bytes:
    """Return built tiles, which must be in ascending order, as bytes."""
    out = bytearray()
    before = -1
    for built in tiles:
        put_number(out, built.tile - before)
        before = built.tile
        things = _things(built)
        out.append(built.pieces | (_SIGNALS if built.signals else 0) | (_THINGS if things else 0))
        out.append(built.company | built.road << 4)
        if built.signals:
            out.append(_signals(built))
        if things:
            out.append(things)
            _put_things(out, built, things)
    return bytes(out)


def decode(works: bytes) -> dict[int, Built]:
    """Return what stands on each built tile, ascending. Raise ValueError for malformed bytes."""
    found: dict[int, Built] = {}
    tile, at = -1, 0
    try:
        while at < len(works):
            difference, at = get_number(works, at)
            tile += difference
            mask, owners = works[at], works[at + 1]
            at += 2
            built = Built(tile, mask & 0x3F, owners & 15, owners >> 4)
            if mask & _SIGNALS:
                built = built._replace(signals=_read_signals(built.pieces, works[at]))
                at += 1
            if mask & _THINGS:
                built, at = _read_things(works, at, built)
            found[tile] = built
    except IndexError as error:
        raise ValueError(f"the works end in the middle of tile {tile}") from error
    return found


def _kinds(mask: int) -> list[int]:
    return [kind for kind in range(6) if mask >> kind & 1]


def _signals(built: Built) -> int:
    kinds = _kinds(built.pieces)
    byte = 0
    for leg, signal in built.signals:
        at = 4 * kinds.index(leg >> 1)
        byte |= 8 << at if byte >> at & 1 else (1 | (leg & 1) << 1 | (signal == SignalModel.TWO_WAY) << 2) << at
    return byte


def _read_signals(pieces: int, byte: int) -> tuple[tuple[int, int], ...]:
    found = []
    for kind in _kinds(pieces)[:2]:
        if byte & 1:
            leg = 2 * kind + (byte >> 1 & 1)
            found.append((leg, SignalModel.TWO_WAY if byte & 4 else SignalModel.ONE_WAY))
            if byte & 8:
                found.append((leg ^ 1, SignalModel.TWO_WAY))
        byte >>= 4
    return tuple(found)


def _things(built: Built) -> int:
    span = _SPAN if built.span[0] >= 0 else 0
    stop = (0, _TRUCK, _BUS)[built.stop]
    return (_PLATFORM if built.platform else 0) | span | stop | (_DOCK if built.dock else 0)


def _put_things(out: bytearray, built: Built, things: int) -> None:
    if things & _CALLED_AT:
        put_number(out, built.station)
    if built.stop:
        out.append(built.bays)
    if things & _SPAN:
        edge, length, tunnel = built.span
        out.append(edge | tunnel << 2 | length << 3)


def _read_things(works: bytes, at: int, built: Built) -> tuple[Built, int]:
    things = works[at]
    at += 1
    station = bays = 0
    span = NO_SPAN
    stop = 1 if things & _TRUCK else 2 if things & _BUS else 0
    if things & _CALLED_AT:
        station, at = get_number(works, at)
    if stop:
        bays = works[at]
        at += 1
    if things & _SPAN:
        span = (works[at] & 3, works[at] >> 3, works[at] >> 2 & 1)
        at += 1
    platform, dock = bool(things & _PLATFORM), bool(things & _DOCK)
    return built._replace(station=station, platform=platform, dock=dock, stop=stop, bays=bays, span=span), at


def place_of_head(railway: Railway, row: int) -> int:
    """Return how many pieces a train on the map owns behind the one under its head."""
    after, head = railway.holding.next, railway.trains.head[row]
    node, place = railway.trains.tail[row], 0
    while node != head:
        node = after[node]
        place += 1
    return place


def choices_along(railway: Railway, legs: Sequence[int]) -> bytes:
    """Return the choice that a train makes at the end of each leg but the last, as `packed_choices` writes them."""
    ways = [int(railway.network.heading[leg]) for leg in legs]
    return packed_choices([LEFT + 1 + turns(before, after) for before, after in pairwise(ways)])


def packed_choices(choices: Sequence[int]) -> bytes:
    """Return choices as bytes, four to a byte, the lowest bits first."""
    return sum(choice << 2 * at for at, choice in enumerate(choices)).to_bytes((len(choices) + 3) // 4, "little")


def choices_in(data: bytes, count: int) -> list[int]:
    """Return the first `count` choices of what `packed_choices` wrote."""
    return [data[at // 4] >> 2 * (at % 4) & 3 for at in range(count)]


def encode_ran(entries: Mapping[int, Sequence[tuple[int, int]]]) -> bytes:
    """Return what ran, from the entries of each train by id: (tick, choice), its ticks counted since the step began."""
    out = bytearray()
    for vehicle in sorted(entries):
        out.append(vehicle)
        put_number(out, len(entries[vehicle]))
        before = 0
        for tick, choice in entries[vehicle]:
            out.append(choice | (tick - before) << 2)
            before = tick
    return bytes(out)


def decode_ran(data: bytes, began: int = 0) -> dict[int, list[tuple[int, int]]]:
    """Return the (tick, choice) at which each train's head entered pieces in a step that began at a tick, by its id.

    Raise ValueError for truncated bytes.
    """
    found: dict[int, list[tuple[int, int]]] = {}
    at = 0
    try:
        while at < len(data):
            vehicle = data[at]
            count, at = get_number(data, at + 1)
            tick, entries = began, []
            for byte in range(at, at + count):
                tick += data[byte] >> 2
                entries.append((tick, data[byte] & 3))
            found[vehicle] = entries
            at += count
    except IndexError as error:
        raise ValueError("the motion ends in the middle of a train") from error
    return found
