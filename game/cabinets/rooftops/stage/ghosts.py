"""The best run of each level on this computer, kept to run along as a ghost; files are simulated, not trusted."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Annotated, TypeAlias

import msgspec

from game.cabinets.rooftops.course import Course
from game.core.forge.physics import numbers as n
from game.ground import files, paths

Way: TypeAlias = tuple[tuple[int, int], ...]
_Pair: TypeAlias = tuple[Annotated[int, msgspec.Meta(ge=1, le=1 << 16)], Annotated[int, msgspec.Meta(ge=0, le=63)]]
_DECODER = msgspec.msgpack.Decoder(Annotated[tuple[_Pair, ...], msgspec.Meta(max_length=20_000)])
_MOST_BYTES = 1 << 17


def best_of(course: Course) -> Way:
    """Return the buttons of the best kept run of a level; empty if none reaches its goal."""
    path = _path(course)
    try:
        if path.stat().st_size > _MOST_BYTES:
            return ()
        way: Way = _DECODER.decode(path.read_bytes())
    except (OSError, msgspec.MsgspecError):
        return ()
    return way if ticks_of(course, way) else ()


def keep(course: Course, way: Sequence[tuple[int, int]]) -> bool:
    """Keep a run if it reaches the goal sooner than the kept one. Return whether that was so."""
    ticks, before = ticks_of(course, way), ticks_of(course, best_of(course))
    if not ticks or (before and ticks >= before):
        return False
    with contextlib.suppress(OSError):
        files.write_whole(_path(course), msgspec.msgpack.encode(tuple(way)))
    return True


def ticks_of(course: Course, way: Sequence[tuple[int, int]]) -> int:
    """Return the number of ticks after which a run from the start reaches the goal; 0 if it does not."""
    numbers = course.world.runner()
    for ticks, buttons in way:
        course.world.run(numbers, buttons, ticks)
    return int(numbers[n.GOAL])


def _path(course: Course) -> Path:
    level = course.level
    made = msgspec.msgpack.encode((level.width, level.tiles, level.entities))
    return paths.ghosts() / f"{blake2b(made, digest_size=12).hexdigest()}.ghost"
