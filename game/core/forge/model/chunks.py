"""Chunks: pieces of platform levels that people draw as text, for a method to put together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from game.core.errors import SpokenError
from game.core.forge.model.level import AIR, GROUND, ONE_WAY, PIPE, PLATFORM_SIGNS

TAGS = ("flat", "gap", "climb", "fall", "enemy", "trap", "platform", "treasure")
THINGS = {"o": "coin", "*": "gem", "w": "walker", "f": "flyer", "c": "crusher", "K": "cannon", "G": "giant"}
MOST_WIDE, MOST_HIGH, MOST_CHUNKS = 40, 30, 400
_ANYTHING, _ENTRY, _EXIT = "-", "<", ">"
_SIGNS = frozenset(PLATFORM_SIGNS + "-<>" + "".join(THINGS))
_GROUNDS = {"#": GROUND, "B": GROUND, "?": GROUND, "T": GROUND, "=": ONE_WAY}


class ChunkError(SpokenError):
    """A text is not a valid library of chunks; the error names the line and the reason."""


@dataclass(frozen=True)
class Anchor:
    """A square in which a runner can be, and what the runner stands on there: ground or a one-way platform."""

    x: int
    y: int
    under: int


@dataclass(frozen=True, eq=False)
class Chunk:
    """A piece of a level: squares as (column, row, tile), things as (kind, column, row, data)."""

    name: str
    tags: tuple[str, ...]
    width: int
    height: int
    squares: tuple[tuple[int, int, int], ...]
    things: tuple[tuple[str, int, int, tuple[int, ...]], ...]
    entry: Anchor
    exits: tuple[Anchor, ...]
    highest: int
    """The row of the chunk's highest ground; a large number where it has none."""
    lowest: int
    """The row of the chunk's lowest ground; -1 where it has none."""
    runs: tuple[tuple[int, int, int, int], ...]
    """All squares but air, as runs (column, row, width, tile)."""
    feet: tuple[tuple[int, int], ...]
    """The lowest ground in each column that has any, as (column, row); ground is continued below it."""


@lru_cache(maxsize=4096)
def mask_of(chunk: Chunk, stride: int) -> int:
    """Return the squares of a chunk as bits of a map whose rows are `stride` squares long."""
    return sum(1 << y * stride + x for x, y, _ in chunk.squares)


def read_chunks(text: str) -> tuple[Chunk, ...]:
    """Return the chunks of a text. Raises ChunkError, which names the first wrong line."""
    found: list[Chunk] = []
    heading, begun, rows = "", 0, list[str]()
    for number, line in enumerate([*text.splitlines(), "chunk end flat"], 1):
        line = line.rstrip()
        if line.startswith("# ") or line == "#" or not line:
            continue
        if not line.startswith("chunk"):
            if not heading:
                raise ChunkError("forge.error.chunk_first", line=number)
            _check_row(line, rows, number)
            rows.append(line)
            continue
        if heading:
            found.append(_chunk(heading, rows, begun))
        heading, begun, rows = line, number, []
        if len(found) > MOST_CHUNKS:
            raise ChunkError("forge.error.chunk_many", line=number, most=MOST_CHUNKS)
    if not found:
        raise ChunkError("forge.error.chunk_none")
    return tuple(found)


def _check_row(line: str, rows: Sequence[str], number: int) -> None:
    for sign in line:
        if sign not in _SIGNS:
            raise ChunkError("forge.error.chunk_sign", line=number, sign=sign)
    if len(line) > MOST_WIDE or len(rows) >= MOST_HIGH:
        raise ChunkError("forge.error.chunk_size", line=number, width=MOST_WIDE, height=MOST_HIGH)
    if rows and len(line) != len(rows[0]):
        raise ChunkError("forge.error.chunk_row", line=number)


def _chunk(heading: str, rows: Sequence[str], number: int) -> Chunk:
    words = heading.split()
    if len(words) < 3 or words[0] != "chunk":
        raise ChunkError("forge.error.chunk_heading", line=number)
    for tag in words[2:]:
        if tag not in TAGS:
            raise ChunkError("forge.error.chunk_tag", line=number, tag=tag, known=" ".join(TAGS))
    squares, things, places = [], [], {_ENTRY: list[Anchor](), _EXIT: list[Anchor]()}
    for y, row in enumerate(rows):
        for x, sign in enumerate(row):
            if sign in places:
                under = _GROUNDS.get(rows[y + 1][x]) if y + 1 < len(rows) else None
                if under is None:
                    raise ChunkError("forge.error.chunk_under", line=number, name=words[1])
                places[sign].append(Anchor(x, y, under))
            if sign in THINGS:
                things.append((THINGS[sign], x, y, _ends(rows, x, y, THINGS[sign])))
            if sign != _ANYTHING:
                squares.append((x, y, _tile(sign)))
    if len(places[_ENTRY]) != 1:
        raise ChunkError("forge.error.chunk_entry", line=number, name=words[1])
    grounds = [y for _, y, tile in squares if tile == GROUND]
    return Chunk(
        words[1],
        tuple(words[2:]),
        len(rows[0]),
        len(rows),
        tuple(squares),
        tuple(things),
        places[_ENTRY][0],
        tuple(places[_EXIT]),
        min(grounds, default=1 << 20),
        max(grounds, default=-1),
        tuple(_runs(squares)),
        tuple(sorted({x: y for x, y, tile in squares if tile == GROUND}.items())),
    )


def _runs(squares: Sequence[tuple[int, int, int]]) -> Iterator[tuple[int, int, int, int]]:
    """Yield runs of equal tiles in a row as (column, row, width, tile), without air."""
    begin = 0
    for place in range(1, len(squares) + 1):
        x, y, tile = squares[begin]
        if place == len(squares) or squares[place] != (x + place - begin, y, tile):
            if tile != AIR:
                yield x, y, place - begin, tile
            begin = place


def _tile(sign: str) -> int:
    if sign == "K":
        return PIPE
    return PLATFORM_SIGNS.index(sign) if sign in PLATFORM_SIGNS else AIR


def _ends(rows: Sequence[str], x: int, y: int, kind: str) -> tuple[int, ...]:
    """Return what a moving thing needs to know, in squares of the chunk:
    the ends of its way, or the row to which it falls."""
    if kind in ("walker", "giant"):
        return _floor_end(rows, x, y, -1), _floor_end(rows, x, y, 1)
    if kind == "flyer":
        return max(0, y - 1), min(len(rows) - 1, y + 1)
    if kind == "crusher":
        foot = y
        while foot + 1 < len(rows) and rows[foot + 1][x] not in _GROUNDS:
            foot += 1
        return (foot,)
    return (0,) if kind == "cannon" else ()


def _floor_end(rows: Sequence[str], x: int, y: int, step: int) -> int:
    """Return the last column of the floor that can be walked from a square in one
    direction, before an entry or exit."""
    while 0 <= x + step < len(rows[y]) and y + 1 < len(rows):
        free, floor = rows[y][x + step], rows[y + 1][x + step]
        if free not in ".ow" or floor not in _GROUNDS:
            break
        x += step
    return x
