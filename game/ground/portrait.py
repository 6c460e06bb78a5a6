"""A person's sign, drawn by themselves: a few strokes in at most MOST_BYTES bytes, which strangers may send.

Each stroke is a byte of its colour, a byte with the number of its points, and two bytes for each point. The paper is
SIDE units wide and high.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from game.core.errors import SpokenError

SIDE: Final = 100
MOST_BYTES: Final = 200
COLOURS: Final = ("#2C1D12", "#FFF6E3", "#F2B134", "#1FA5A0", "#D43F5E", "#5B7BE5", "#7BA84B", "#8C5A3C")


class PortraitError(SpokenError):
    """Bytes that are no drawing."""


class Stroke(NamedTuple):
    """A line in one of the COLOURS; one point is a dot."""

    colour: int
    points: tuple[tuple[int, int], ...]


def strokes_of(data: bytes) -> tuple[Stroke, ...]:
    """Return the strokes of a drawing; none for no bytes. Raises PortraitError.

    >>> strokes_of(bytes([2, 2, 10, 20, 30, 40]))
    (Stroke(colour=2, points=((10, 20), (30, 40))),)
    """
    if len(data) > MOST_BYTES:
        raise PortraitError("net.refuse.portrait")
    strokes, at = [], 0
    while at < len(data):
        colour, count = data[at], data[at + 1] if at + 1 < len(data) else 0
        points = data[at + 2 : at + 2 + 2 * count]
        if colour >= len(COLOURS) or not count or len(points) != 2 * count or max(points) > SIDE:
            raise PortraitError("net.refuse.portrait")
        strokes.append(Stroke(colour, tuple(zip(points[::2], points[1::2], strict=True))))
        at += 2 + 2 * count
    return tuple(strokes)


def valid_strokes(data: bytes) -> tuple[Stroke, ...]:
    """Return the strokes of a drawing; no strokes for bytes that are no drawing."""
    try:
        return strokes_of(data)
    except PortraitError:
        return ()


def packed(strokes: Sequence[Stroke]) -> bytes:
    """Return the bytes of a drawing.

    >>> packed(strokes_of(bytes([2, 1, 10, 20]))).hex()
    '02010a14'
    """
    return b"".join(
        bytes([stroke.colour, len(stroke.points)]) + bytes(part for point in stroke.points for part in point)
        for stroke in strokes
    )
