"""The six layouts of the lessons and their variants: their track, and where trains begin.

A layout is built at its own origin. Two handles change it: `length`, the tiles of track between the platforms of A and
B, in steps of 4, and the number of platforms of each station. With default handles they are the layouts measured.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple, TypeAlias

from game.cabinets.rails.contract.actions import Edge, Platforms, Rail, Signal
from game.cabinets.rails.track.pieces import EDGES, Place

A, B = 0, 1
"""The stations of a layout. In the tree, the mines are stations 0, 1 …, and the last station takes the coal."""
_LONG: Final = 4
"""Length of a platform, in tiles."""


Laid: TypeAlias = Rail | Signal | Platforms
"""What a layout is made of."""


class Start(NamedTuple):
    """Where a train begins: its head stands at the end of the leg `place`."""

    place: Place
    bound_for: int = A
    """The station that the train goes to first; if that station takes coal, the train begins loaded."""


class Layout(NamedTuple):
    """The parts of a layout in building order, and the starts of its trains by their numbers."""

    pieces: tuple[Laid, ...]
    starts: tuple[Start, ...]
    mines: int = 1
    """Number of stations at mines; train n serves mine n modulo this number."""

    @property
    def last(self) -> int:
        """The index of the station that takes coal."""
        return self.mines


def _one_way(x: int, y: int, enter: Edge, leave: Edge) -> Signal:
    return Signal(x, y, enter, leave, "one_way")


def _two_way(x: int, y: int, enter: Edge, leave: Edge) -> Signal:
    return Signal(x, y, enter, leave, "two_way")


def _platform(x: int, y: int, station: int, *, first: bool) -> Platforms:
    """Return a platform of a station; its first one founds it."""
    return Platforms(x, y, "EW", _LONG, 1, 0 if first else -1 - station)


def _at(x: int, y: int, enter: str, leave: str, bound_for: int = A) -> Start:
    return Start(Place(x, y, EDGES.index(enter), EDGES.index(leave)), bound_for)


def _row(xs: Iterable[int], y: int, enter: Edge, leave: Edge) -> tuple[Signal, ...]:
    return tuple(_one_way(x, y, enter, leave) for x in xs)


def _fan(a: int, b: int, y: int, beside: int, down: int) -> tuple[Rail, ...]:
    """Return the track of a further platform, `beside` rows away from row y; it joins that row beyond the platform.

    `a` and `b` are the westernmost columns of the platforms at both ends; `down` is 1 for south of the row, -1 for
    north.
    """
    back = "N" if down > 0 else "S"
    row = y + down * beside
    east, west = f"{back} E " * beside, f"{back} W " * beside
    return (
        Rail(a, row, "W", f"E{_LONG} {east}".strip()),
        Rail(b + _LONG - 1, row, "E", f"W{_LONG} {west}".strip()),
    )


def _line(y: int, length: int, platforms: int, down: int = 1, *, first: bool = True) -> tuple[Laid, ...]:
    """Return a single track in row y with `platforms` platforms at both ends; if `first`, they found the stations."""
    far = _LONG + length
    pieces: list[Laid] = [Rail(0, y, "W", f"E{far + _LONG}")]
    for beside in range(1, platforms):
        pieces += _fan(0, far, y, beside, down)
    rows = [y + down * beside for beside in range(platforms)]
    ends = ((0, A), (far, B))
    return (*pieces, *(_platform(x, row, one, first=first and row == y) for row in rows for x, one in ends))


def single(platforms: int = 1, length: int = 40) -> Layout:
    """Return the layout of one track, on which one train runs back and forth."""
    starts = [_at(0, 4 + row, "E", "W") for row in range(platforms)]
    return Layout(_line(4, length, platforms), (*starts, _at(2 * _LONG + length - 1, 4, "W", "E", B)))


def passing_loop(platforms: int = 1, length: int = 40) -> Layout:
    """Return the layout of one track with a second one in its middle, where trains pass each other."""
    x = (length - 8) // 2 + _LONG
    signals = [_one_way(x + 6, 4, "W", "E"), _one_way(x + 2, 5, "E", "W")]
    if platforms == 1:
        signals += [_two_way(_LONG, 4, "W", "E"), _two_way(_LONG + length - 1, 4, "E", "W")]
    ends = single(platforms, length)
    pieces = (*_line(4, length, platforms, -1), Rail(x, 4, "W", "S E7 N E"), *signals)
    starts = [_at(0, 4 - row, "E", "W") for row in range(platforms)]
    return Layout(pieces, (*starts, ends.starts[-1], _at(x + 6, 4, "W", "E", B), _at(x + 2, 5, "E", "W")))


def simple_double(platforms: int = 1, length: int = 40) -> Layout:
    """Return the layout of two single tracks side by side."""
    north, south = _line(4, length, platforms, -1), _line(6, length, platforms, first=False)
    starts = [_at(0, y, "E", "W") for beside in range(platforms) for y in (4 - beside, 6 + beside)]
    return Layout((*north, *south), tuple(starts))


def loop(platforms: int = 1, signals: bool = True, length: int = 40) -> Layout:
    """Return the layout of a ring, on which all trains run in the same direction."""
    far, right = 12 + length, 22 + length
    pieces: list[Laid] = [Rail(2, 4, "S", f"E{right - 2} S5 W{right - 2} N5")]
    for beside in range(1, platforms):
        run = f"{'S E ' * (beside - 1)}S E6 {'N E ' * beside}".strip()
        pieces += [Rail(x - 1 - beside, 4, "W", run) for x in (8, far)]
    ends = ((8, A), (far, B))
    pieces += [_platform(x, 4 + row, one, first=row == 0) for row in range(platforms) for x, one in ends]
    if not signals:
        return Layout(tuple(pieces), (_at(11, 4, "W", "E"), _at(far + 3, 4, "W", "E", B)))
    near = 7 if platforms == 1 else 7 - platforms
    clear = 4 * (platforms == 3)
    east = (near, *range(14 + clear, far - 5 - clear, 4), near + far - 8, *((far + 6,) if not clear else ()))
    west = range(right - 3, 2, -4)
    pieces += [_one_way(2, 4, "S", "E"), *_row(east, 4, "W", "E"), _one_way(right, 4, "W", "S")]
    pieces += [_one_way(right, 8, "N", "S"), *_row(west, 9, "E", "W"), _one_way(2, 6, "S", "N")]
    starts = [_at(11, 4 + row, "W", "E") for row in range(platforms)]
    starts += [_at(near, 4, "W", "E"), _at(2, 6, "S", "N"), *(_at(x, 9, "E", "W") for x in reversed(west))]
    return Layout(tuple(pieces), tuple(starts))


def loop_double(platforms: int = 2, gap: int = 4, length: int = 48) -> Layout:
    """Return the layout of two tracks, one per direction, with crossings at both stations where trains turn round."""
    a, b = 4, 8 + length
    pieces: list[Laid] = [Rail(a, y, "W", f"E{length + 2 * _LONG}") for y in (6, 7)]
    if platforms >= 3:
        pieces += _fan(a, b, 6, 1, -1)
    if platforms >= 4:
        pieces += _fan(a, b, 7, 1, 1)
    for x in (a + 7, b - 4):
        pieces += [Rail(x, 6, "W", "S"), Rail(x, 6, "E", "S"), Rail(x, 7, "N", "E"), Rail(x, 7, "N", "W")]
    rows = (6, 7, 5, 8)[:platforms]
    pieces += [_platform(x, y, station, first=y == rows[0]) for y in rows for x, station in ((a, A), (b, B))]
    east = {*range(a + 11, b - 4, gap), b - 5}
    west = {*range(b - 8, a + 7, -gap), a + 8}
    pieces += [*_row(sorted(east), 7, "W", "E"), *_row(sorted(west, reverse=True), 6, "E", "W")]
    starts = [_at(a, y, "E", "W") for y in rows]
    starts += [_at(x, 6, "E", "W") for x in range(12, b - 7, 4)]
    return Layout(tuple(pieces), tuple(starts))


def tree(mines: int = 3, length: int = 28) -> Layout:
    """Return the layout of two tracks, one for each direction, which branches from `mines` mines join.

    Trains carry coal from the mines to a single station.
    """
    roots = range(2, 2 + 20 * mines, 20)
    crossing = roots[-1] + length
    b = crossing + 4
    pieces: list[Laid] = [Rail(8, 7, "S", f"E{b - 4}"), Rail(b + 3, 6, "E", f"W{b - 9}")]
    x = crossing
    pieces += [Rail(x, 6, "W", "S"), Rail(x, 6, "E", "S"), Rail(x, 7, "N", "E"), Rail(x, 7, "N", "W")]
    east, west = [crossing - 1], []
    for s in roots:
        pieces += [Rail(s, 9, "W", "E5 N E N E"), Rail(s + 10, 6, "E", "S W S W S W5")]
        last = s == roots[-1]
        east += [s + 8, *([s + 5] if s > 2 else []), *range(s + 14, crossing - 4 if last else s + 22, 4)]
        west += [s + 11, *range(crossing - 4 if last else s + 24, s + 14, -4)]
    pieces += [_platform(s, 9, number, first=True) for number, s in enumerate(roots)]
    pieces += [_platform(b, 6, mines, first=True), _platform(b, 7, mines, first=False)]
    pieces += [_two_way(s + 4, 9, "W", "E") for s in roots]
    pieces += [*_row(sorted(east), 7, "W", "E"), *_row(sorted(west), 6, "E", "W")]
    starts = [_at(s, 9, "E", "W") for s in roots]
    starts += [_at(s + far, 6, "E", "W") for far in (11, 16, 20, 24) for s in roots if s + far in west]
    return Layout(tuple(pieces), tuple(starts), mines=mines)


LAYOUTS: Final[dict[str, Callable[[], Layout]]] = {
    "single": single,
    "passing_loop": passing_loop,
    "simple_double": simple_double,
    "loop": loop,
    "tree": tree,
    "loop_double": loop_double,
}
"""The six layouts, ordered by how much they deliver."""


class Handles(NamedTuple):
    """The limits of the two numbers that change a layout: of platforms, and of the length of its track."""

    least: int
    """Least number of platforms at each station, or of mines in the tree; `most` is the greatest."""
    most: int
    least_length: int


HANDLES: Final[dict[str, Handles]] = {
    "single": Handles(1, 3, 8),
    "passing_loop": Handles(1, 3, 16),
    "simple_double": Handles(1, 3, 8),
    "loop": Handles(1, 3, 12),
    "tree": Handles(1, 4, 20),
    "loop_double": Handles(2, 4, 20),
}
STEP: Final = 4
"""Step in tiles by which a length changes: the distance between signals."""
MOST_LENGTH: Final = 60


def handled(name: str, platforms: int, length: int) -> Layout:
    """Return a layout with the given number of platforms and length, or the nearest values that it can have."""
    least, most, least_length = HANDLES[name]
    make: Callable[..., Layout] = LAYOUTS[name]
    return make(max(least, min(most, platforms)), length=max(least_length, min(MOST_LENGTH, length // STEP * STEP)))
