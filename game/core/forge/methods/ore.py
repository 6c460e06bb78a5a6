"""Occupancy-regulated extension: chunks drawn by people, put together at the places where a player can be.

Sources: Mawhorter and Mateas 2010; Shaker and others 2016, chapter 3.6. The library is our own (`data/souk.chunks`).
Chunks that a person placed are pinned, and the rest of the level grows around them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from game.core.forge.model.chance import Chance
from game.core.forge.model.chunks import TAGS, Anchor, Chunk, mask_of, read_chunks
from game.core.forge.model.land import FLAT_END, FLAT_START, GOAL_FROM_END, HIGHEST_ROW, Land
from game.core.forge.model.level import AIR, GROUND, Edge, Entity, Graph, Level, Node, Recipe
from game.core.forge.model.method import Brings, Brought, Choice, Method, NoteT, Number, Pin, Preset

ANCHOR, LIST, PLACE, MERGE, EXITS, JOIN, THINGS = range(7)
LIBRARIES = {
    path.stem: read_chunks(path.read_text(encoding="utf-8"))
    for path in sorted((Path(__file__).parent.parent / "data").glob("*.chunks"))
}
JOINED = 14
"""How many columns before a pinned chunk are made into a way to its entry."""
AIR_ABOVE = 4
"""How many rows above a joining way are kept free."""
FREE_FOR_COINS, FREE_FOR_WALKER = 6, 9


class Pinned(NamedTuple):
    """A chunk that a person placed, with its upper left corner on a square."""

    chunk: Chunk
    x: int
    y: int


def make(recipe: Recipe, note: NoteT) -> Level:
    """Make a level that grows from its start, with the library that the recipe names."""
    return grow(recipe, note, LIBRARIES[str(recipe.parameters["library"])])


def _make_of(recipe: Recipe, note: NoteT, brought: Brought) -> Level:
    """Make a level from a person's own library, around the chunks that are pinned. Raises ChunkError."""
    library = _library(brought.text)
    chunks = {chunk.name: chunk for chunk in library}
    known = ((pin, chunks[pin.piece]) for pin in brought.pins if pin.piece in chunks)
    pins = [(_snap(recipe, pin, (chunk.width, chunk.height)), chunk) for pin, chunk in known]
    return grow(recipe, note, library, [Pinned(chunk, pin.x, pin.y) for pin, chunk in pins])


@lru_cache(maxsize=8)
def _library(text: str) -> tuple[Chunk, ...]:
    return read_chunks(text) if text else LIBRARIES["souk"]


def _pieces(text: str) -> Mapping[str, tuple[int, int]]:
    return {chunk.name: (chunk.width, chunk.height) for chunk in _library(text)}


def _snap(recipe: Recipe, pin: Pin, size: tuple[int, int]) -> Pin:
    """Return a pin moved into the level, between the flat ends and high enough for the piece to fit."""
    x = max(FLAT_START + 1, min(pin.x, recipe.width - FLAT_END - 1 - size[0]))
    return Pin(pin.piece, x, max(0, min(pin.y, recipe.height - 1 - size[1])))


def grow(recipe: Recipe, note: NoteT, library: Sequence[Chunk], pins: Sequence[Pinned] = ()) -> Level:
    """Return a level: place the pinned chunks, then grow from one pin to the next and to the end."""
    growth = Growth(recipe, note, library)
    land = growth.land
    first = land.height - 5
    growth.street(0, FLAT_START, first + 1)
    land.add(PLACE, "start", 2, first)
    growth.anchors = [Anchor(FLAT_START, first, GROUND)]
    ordered = sorted(pins, key=lambda pin: pin.x)
    for pin in ordered:
        growth.place(pin.chunk, pin.x, pin.y)
        growth.pinned |= mask_of(pin.chunk, land.width) << pin.y * land.width + pin.x
    for pin in ordered:
        if pin.chunk.entry.under != GROUND or not any(exit.under == GROUND for exit in pin.chunk.exits):
            continue  # the chunk has no ground to walk on: the way leads past it
        growth.until(pin.x - JOINED)
        growth.join(pin.x + pin.chunk.entry.x, pin.y + pin.chunk.entry.y)
        growth.leave(pin.chunk, pin.x, pin.y)
    growth.until(land.width - FLAT_END - 1)
    last = growth.foremost
    growth.join(land.width, max(HIGHEST_ROW - 1, last.y))
    land.add(PLACE, "goal", land.width - GOAL_FROM_END, max(HIGHEST_ROW - 1, last.y))
    growth.furnish(Chance(recipe.number, "ore", "furnish"))
    return land.level(Graph(tuple(growth.nodes), tuple(growth.edges)))


def _stretches(rows: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield runs of consecutive rows, each as its first row and its length.

    >>> list(_stretches([3, 4, 7]))
    [(3, 2), (7, 1)]
    """
    for _, together in groupby(enumerate(rows), key=lambda pair: pair[1] - pair[0]):
        found = [row for _, row in together]
        yield found[0], len(found)


class Growth:
    """A growing level: its land, the squares in use as bits, and the anchors that are left."""

    def __init__(self, recipe: Recipe, note: NoteT, library: Sequence[Chunk]) -> None:
        self.land = Land(recipe, note)
        self.note = note
        self.values = {name: int(value) for name, value in recipe.parameters.items() if name != "library"}
        self.chance = Chance(recipe.number, "ore", "layout")
        self.weighed = [(chunk, self._weight(chunk), mask_of(chunk, self.land.width)) for chunk in library]
        self.taken = self.pinned = 0
        self.anchors: list[Anchor] = []
        self.foremost = Anchor(FLAT_START, self.land.height - 5, GROUND)
        """The rightmost anchor on ground."""
        self.nodes: list[Node] = []
        self.edges: list[Edge] = []
        self._node_at = {(self.foremost.x, self.foremost.y): 0}

    def _weight(self, chunk: Chunk) -> int:
        """Return the mean bias of a chunk's tags, times 60; 0 for a chunk with an unwanted tag."""
        biases = [self.values[f"bias_{tag}"] for tag in chunk.tags]
        return sum(biases) * 60 // len(biases) if all(biases) else 0

    def until(self, limit: int) -> None:
        """Take anchors one by one, the rightmost or a random one, and place a chunk at each where one fits.

        Chunks end before column `limit`. Stops when no anchor is left.
        """
        while self.anchors:
            self.anchors.sort(key=lambda anchor: anchor.x)
            ahead = self.chance.below(1000) < self.values["frontier"]
            anchor = self.anchors.pop(-1 if ahead else self.chance.below(len(self.anchors)))
            self.note("look", (ANCHOR, anchor.x, anchor.y, 1, 1))
            self.note("anchors", (len(self.anchors),))
            fitting = self._fitting(anchor, limit)
            self.note("fitting", (len(fitting), LIST))
            if fitting:
                chunk = self._drawn(fitting)
                x, y = anchor.x - chunk.entry.x, anchor.y - chunk.entry.y
                self.place(chunk, x, y)
                self.leave(chunk, x, y)

    def _fitting(self, anchor: Anchor, limit: int) -> list[tuple[Chunk, int]]:
        """Return the chunks that fit an anchor, with their weights.

        Such a chunk has an entry of the anchor's kind, and lies inside the level, left of column `limit` and on free
        squares.
        """
        land, found = self.land, []
        room, lowest = limit - anchor.x, land.height - 2 - anchor.y
        for chunk, weight, mask in self.weighed:
            entry = chunk.entry
            if entry.under != anchor.under or entry.x > anchor.x or chunk.width - entry.x > room:
                continue
            y = anchor.y - entry.y
            inside = y >= 0 and y + chunk.height <= land.height and chunk.lowest - entry.y <= lowest
            if not inside or y + chunk.highest < HIGHEST_ROW:
                continue
            if not self.taken & mask << y * land.width + anchor.x - entry.x:
                found.append((chunk, weight))
        return found

    def _drawn(self, fitting: Sequence[tuple[Chunk, int]]) -> Chunk:
        whole = sum(weight for _, weight in fitting)
        drawn = self.chance.below(max(1, whole))
        for chunk, weight in fitting:
            if drawn < weight:
                return chunk
            drawn -= weight
        return fitting[0][0]

    def place(self, chunk: Chunk, x: int, y: int) -> None:
        """Place a chunk's squares and things, and extend its ground downwards until something is in the way."""
        land = self.land
        self.note("look", (PLACE, x, y, chunk.width, chunk.height))
        self.taken |= mask_of(chunk, land.width) << y * land.width + x
        for left, row, wide, tile in chunk.runs:
            land.put(PLACE, x + left, y + row, tile, wide)
        for left, row in chunk.feet:
            self._merge(x + left, y + row + 1)
        for kind, left, row, data in chunk.things:
            along = y if kind in ("flyer", "crusher") else 0 if kind == "cannon" else x
            land.add(PLACE, kind, x + left, y + row, *(along + end for end in data))

    def _merge(self, x: int, row: int) -> None:
        land, high = self.land, 0
        while row + high < land.height and not self.taken >> (row + high) * land.width + x & 1:
            self.taken |= 1 << (row + high) * land.width + x
            high += 1
        if high:
            land.put(MERGE, x, row, GROUND, 1, high)

    def leave(self, chunk: Chunk, x: int, y: int) -> None:
        """Make anchors of a chunk's exits: always of the lowest one on ground,
        of others as often as the density says."""
        came = self._node_at.get((x + chunk.entry.x, y + chunk.entry.y))
        number = len(self.nodes)
        self.nodes.append(Node(chunk.name, x, y, chunk.width, chunk.height))
        if came is not None and came < number:
            self.edges.append(Edge(came, number))
        main = max((exit for exit in chunk.exits if exit.under == GROUND), key=lambda exit: exit.y, default=None)
        for exit in chunk.exits:
            anchor = Anchor(x + exit.x + 1, y + exit.y, exit.under)
            if exit is main or self.chance.below(10) < self.values["density"]:
                self.anchors.append(anchor)
                self._node_at[anchor.x, anchor.y] = number
            if exit is main and anchor.x > self.foremost.x:
                self.foremost = anchor
        self.note("chunks", (len(self.nodes), EXITS))

    def street(self, begin: int, end: int, row: int) -> None:
        """Lay ground from `row` down with air above it,
        in the columns from `begin` to before `end`, around pinned squares."""
        land = self.land
        top = max(0, row - AIR_ABOVE)
        for x in range(begin, end):
            column = [y for y in range(top, land.height) if not self.pinned >> y * land.width + x & 1]
            for tile, rows in ((AIR, [y for y in column if y < row]), (GROUND, [y for y in column if y >= row])):
                for y, high in _stretches(rows):
                    land.put(JOIN, x, y, tile, 1, high)
            self.taken |= sum(1 << y * land.width + x for y in column)
        land.entities = [entity for entity in land.entities if not self._is_covered(entity, begin, end, top)]
        if end > begin:
            self.nodes.append(Node("street", begin, row - 1, end - begin, 1))

    def _is_covered(self, entity: Entity, begin: int, end: int, top: int) -> bool:
        """Return whether a way through these columns, from row `top` down, replaces a thing that grew there."""
        inside = begin <= entity.x < end and top <= entity.y
        return inside and not self.pinned >> entity.y * self.land.width + entity.x & 1

    def join(self, x: int, y: int) -> None:
        """Extend the way from its rightmost place to the square (x, y), with steps up of at most two rows."""
        column, row = self.foremost.x, max(HIGHEST_ROW, self.foremost.y + 1)
        while column < x:
            row += max(-2, min(8, y + 1 - row)) if x < self.land.width else 0
            end = x if row == y + 1 or x == self.land.width else min(x, column + 2)
            self.street(column, end, row)
            column = end
        self.foremost = Anchor(x, y, GROUND)
        self.anchors.clear()

    def furnish(self, chance: Chance) -> None:
        """Put coins and walkers on long free stretches of ground, and checkpoints along the way."""
        land, density = self.land, self.values["density"]
        standing = {(entity.x, entity.y) for entity in land.entities}
        runs = list(land.free_runs())
        for x, wide, y in runs:
            begin, end = max(x, FLAT_START), min(x + wide, land.width - FLAT_END)
            if end - begin >= FREE_FOR_COINS and not any((column, y) in standing for column in range(begin, end)):
                self._furnish_flat(chance, begin, end - begin, y, density)
        land.entities = [entity for entity in land.entities if not self._shoots_at_start(entity)]
        lowest = {column: y for x, wide, y in runs for column in range(x, x + wide)}
        land.add_checkpoints(THINGS, sorted(lowest.items()))

    def _shoots_at_start(self, entity: Entity) -> bool:
        return entity.kind == "cannon" and self.land.flies_to(entity.x, entity.y, -1) <= FLAT_START

    def _furnish_flat(self, chance: Chance, x: int, wide: int, y: int, density: int) -> None:
        if self.values["bias_enemy"] and wide >= FREE_FOR_WALKER and chance.below(20) < density:
            self.land.add(THINGS, "walker", x + wide // 2, y, x + 2, x + wide - 3)
        elif wide >= FREE_FOR_COINS and chance.below(12) < density:
            for column in range(x + 1, x + min(wide - 1, 7)):
                self.land.add(THINGS, "coin", column, y)


ORE = Method(
    "ore",
    "platform",
    "platform",
    2,
    {
        "library": Choice(tuple(LIBRARIES), "souk"),
        **{f"bias_{tag}": Number(0, 10, 5) for tag in TAGS},
        "frontier": Number(0, 1000, 700),
        "density": Number(1, 10, 6),
    },
    ("anchor", "list", "place", "merge", "exits", "join", "things"),
    make,
    (Preset("climbing", "", 5, 160, 20, {"bias_climb": 10, "bias_flat": 1}),),
    size=(160, 15),
    brings=Brings(_make_of, ".chunks", _pieces, _snap),
)
"""The method of occupancy-regulated extension, with its parameters and presets."""
