"""The six layouts of the lessons and their variants: what is laid, and where trains begin.

A layout is laid at its own origin; `length` is the track between the platforms of A and B.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from game.cabinets.rails.track.laying import Laid, Platforms, Rail, Signal
from game.cabinets.rails.track.pieces import EDGES, Place

A, B = 0, 1
"""The stations of a layout; in the tree B is the last one and the mines come before it."""


class Start(NamedTuple):
    """Where a train begins: its head stands at the end of this leg."""

    place: Place
    bound_for: int = A
    """The station it goes to first; it is loaded where that is the one that takes."""


class Layout(NamedTuple):
    """What is laid, in order, and the places of trains in the order of their numbers."""

    pieces: tuple[Laid, ...]
    starts: tuple[Start, ...]
    mines: int = 1
    """Stations that load: train n serves mine n modulo so many."""

    @property
    def last(self) -> int:
        """The station that takes."""
        return self.mines


def _rail(x: int, y: int, edge: str, run: str) -> Rail:
    return Rail(x, y, edge, run)


def _one_way(x: int, y: int, enter: str, leave: str) -> Signal:
    return Signal(x, y, enter, leave, 1)


def _two_way(x: int, y: int, enter: str, leave: str) -> Signal:
    return Signal(x, y, enter, leave, 2)


def _platform(x: int, y: int, station: int) -> Platforms:
    return Platforms(x, y, 1, 4, 1, station)


def _at(x: int, y: int, enter: str, leave: str, bound_for: int = A) -> Start:
    return Start(Place(x, y, EDGES.index(enter), EDGES.index(leave)), bound_for)


def _row(xs: Iterable[int], y: int, enter: str, leave: str) -> tuple[Signal, ...]:
    return tuple(_one_way(x, y, enter, leave) for x in xs)


def single() -> Layout:
    """One track; one train goes to and fro."""
    pieces = (_rail(0, 4, "W", "E48"), _platform(0, 4, A), _platform(44, 4, B))
    return Layout(pieces, (_at(0, 4, "E", "W"), _at(47, 4, "W", "E", B)))


def passing_loop() -> Layout:
    """One track with a second one in its middle, where trains pass each other."""
    signals = (
        _one_way(26, 4, "W", "E"),
        _one_way(22, 5, "E", "W"),
        _two_way(4, 4, "W", "E"),
        _two_way(43, 4, "E", "W"),
    )
    pieces = (*single().pieces, _rail(20, 4, "W", "S E7 N E"), *signals)
    starts = (_at(0, 4, "E", "W"), _at(47, 4, "W", "E", B), _at(26, 4, "W", "E", B), _at(22, 5, "E", "W"))
    return Layout(pieces, starts)


def simple_double() -> Layout:
    """Two single tracks side by side."""
    rows = tuple(piece for y in (4, 6) for piece in (_rail(0, y, "W", "E48"), _platform(0, y, A), _platform(44, y, B)))
    return Layout(rows, (_at(0, 4, "E", "W"), _at(0, 6, "E", "W")))


def loop(platforms: int = 1, signals: bool = True) -> Layout:
    """A ring on which trains go round."""
    double = platforms == 2
    near, far = (5, 49) if double else (7, 51)
    pieces: list[Laid] = [_rail(2, 4, "S", "E60 S5 W60 N5")]
    if double:
        pieces += [_rail(6, 4, "W", "S E6 N E"), _rail(50, 4, "W", "S E6 N E")]
    pieces += [_platform(x, y, station) for y in (4, 5)[:platforms] for x, station in ((8, A), (52, B))]
    if not signals:
        return Layout(tuple(pieces), (_at(11, 4, "W", "E"), _at(55, 4, "W", "E", B)))
    east = (near, 14, 18, 22, 26, 30, 34, 38, 42, 46, far, 58)
    west = range(59, 2, -4)
    pieces += [_one_way(2, 4, "S", "E"), *_row(east, 4, "W", "E"), _one_way(62, 4, "W", "S")]
    pieces += [_one_way(62, 8, "N", "S"), *_row(west, 9, "E", "W"), _one_way(2, 6, "S", "N")]
    starts = [_at(11, y, "W", "E") for y in (4, 5)[:platforms]]
    starts += [_at(near, 4, "W", "E"), _at(2, 6, "S", "N"), *(_at(x, 9, "E", "W") for x in reversed(west))]
    return Layout(tuple(pieces), tuple(starts))


def loop_double(platforms: int = 2, gap: int = 4) -> Layout:
    """Two tracks, one each way, with crossings before both stations, where trains turn round."""
    pieces: list[Laid] = [_rail(4, y, "W", "E56") for y in (6, 7)]
    if platforms == 4:
        pieces += [_rail(4, 5, "W", "E4 S E"), _rail(4, 8, "W", "E4 N E")]
        pieces += [_rail(59, 5, "E", "W4 S W"), _rail(59, 8, "E", "W4 N W")]
    for x in (11, 52):
        pieces += [_rail(x, 6, "W", "S"), _rail(x, 6, "E", "S"), _rail(x, 7, "N", "E"), _rail(x, 7, "N", "W")]
    rows = (6, 7, 5, 8)[:platforms]
    pieces += [_platform(x, y, station) for y in rows for x, station in ((4, A), (56, B))]
    pieces += [*_row(range(15, 52, gap), 7, "W", "E"), *_row(range(48, 11, -gap), 6, "E", "W")]
    starts = [_at(4, y, "E", "W") for y in rows]
    starts += [_at(x, 6, "E", "W") for x in range(12, 49, 4)]
    return Layout(tuple(pieces), tuple(starts))


def tree() -> Layout:
    """An in-track and an out-track, which branches join: three mines and one station that takes."""
    last = 3
    pieces: list[Laid] = [_rail(8, 7, "S", "E70"), _rail(77, 6, "E", "W65")]
    x = 70
    pieces += [_rail(x, 6, "W", "S"), _rail(x, 6, "E", "S"), _rail(x, 7, "N", "E"), _rail(x, 7, "N", "W")]
    mines = (2, 22, 42)
    east, west = [16, 20, 36, 40, 56, 60, 64, 69], [18, 22, 26, 38, 42, 46, 58, 62, 66]
    for s in mines:
        pieces += [_rail(s, 9, "W", "E5 N E N E"), _rail(s + 10, 6, "E", "S W S W S W5")]
        east += [s + 8, s + 5] if s > 2 else [s + 8]
        west.append(s + 11)
    pieces += [_platform(s, 9, number) for number, s in enumerate(mines)]
    pieces += [_platform(74, 6, last), _platform(74, 7, last)]
    pieces += [_two_way(s + 4, 9, "W", "E") for s in mines]
    pieces += [*_row(sorted(east), 7, "W", "E"), *_row(sorted(west), 6, "E", "W")]
    starts = [_at(s, 9, "E", "W") for s in mines]
    starts += [_at(x, 6, "E", "W") for x in (13, 33, 53, 18, 38, 58, 22, 42, 62, 26, 46, 66)]
    return Layout(tuple(pieces), tuple(starts), mines=3)


LAYOUTS: Final[dict[str, Callable[[], Layout]]] = {
    "single": single,
    "passing_loop": passing_loop,
    "simple_double": simple_double,
    "loop": loop,
    "tree": tree,
    "loop_double": loop_double,
}
"""The six, in the order of what they deliver."""
