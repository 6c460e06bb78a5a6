"""Rooms from templates along a way that leads down: first the way, then rooms that let it through, then their content.

Source: the levels of Spelunky as described by Shaker and others 2016, chapter 3.7.1. Templates and obstacles are our
own (`data/rooms.txt`). Nothing worth taking lies where it cannot be reached from the start.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TypeAlias

from game.core.errors import SpokenError
from game.core.forge.model.chance import Chance
from game.core.forge.model.land import Land
from game.core.forge.model.level import (
    AIR,
    BLOCK,
    COIN_BLOCK,
    GROUND,
    HEADINGS,
    LADDER,
    SPIKES,
    Edge,
    Graph,
    Level,
    Node,
    Recipe,
)
from game.core.forge.model.method import Brings, Brought, Method, NoteT, Number, Pin, Preset, silent
from game.core.forge.model.roaming import roamed

WAY, TEMPLATE, LAID_OVER, TRAPS, PLACES, TREASURE = range(6)
WIDE, HIGH = 10, 8
OVER = {"5": "ground", "6": "air", "8": "door"}
"""Marks in a template, each with the heading of the obstacles that may fill it."""
OVER_WIDE, OVER_HIGH = 5, 3
SHARES = {"2": (2, BLOCK), "4": (4, COIN_BLOCK), "7": (3, SPIKES)}
"""Signs for squares that are drawn by chance: one in so many has this tile, the others are air."""
TILES = {"1": BLOCK, "L": LADDER, "P": LADDER}
GIANT_OF_HUNDRED = 20
CHECKPOINT_EVERY = 3
"""How many rooms of the way lie between two checkpoints."""
LADDER_AT = 4
"""The column of a room in which the ladder to the one above stands; the next one is left free to fall through."""
SPARE_JEWELS = 1
"""How many jewels more there are than the goal asks for, where there is room."""
ROOM_FOR_WALKER, ROOM_FOR_GIANT = 4, 6

Template = tuple[str, ...]
RoomsWay: TypeAlias = Sequence[tuple[int, int, str]]
DRAWN = 8
"""How often rooms are drawn until one can come and go between most of them."""


def read_templates(text: str) -> dict[str, tuple[Template, ...]]:
    """Return the templates of a text by their headings. Lines that begin with # are comments.

    >>> read_templates("[air]\\n01\\n10\\n\\n[air]\\n11\\n")
    {'air': (('01', '10'), ('11',))}
    """
    found: dict[str, list[Template]] = {}
    for part in text.split("[")[1:]:
        heading, _, body = part.partition("]")
        lines = tuple(line for line in body.split() if not line.startswith("#"))
        found.setdefault(heading, []).append(lines)
    return {heading: tuple(templates) for heading, templates in found.items()}


TEMPLATES = read_templates((Path(__file__).parent.parent / "data" / "rooms.txt").read_text(encoding="utf-8"))
PIECES = {
    f"{heading}-{number}": template
    for heading in ("side", "down", "top", "any")
    for number, template in enumerate(TEMPLATES[heading], 1)
}
"""The templates that a person can pin, by name."""
WAYS_DRAWN = 200
"""How many random ways are tried until one fits all pinned rooms."""


class PinError(SpokenError):
    """No way was found that fits the pinned rooms."""


def make(recipe: Recipe, note: NoteT) -> Level:
    """Make a level: the way, the rooms, traps, monsters and treasure."""
    return _make_of(recipe, note, Brought())


def _cells(recipe: Recipe) -> tuple[int, int]:
    """Return how many columns and rows of rooms a level has."""
    columns, rows = int(recipe.parameters["columns"]), int(recipe.parameters["rows"])
    return max(1, min(columns, (recipe.width - 2) // WIDE)), max(1, min(rows, (recipe.height - 2) // HIGH))


def _make_of(recipe: Recipe, note: NoteT, brought: Brought) -> Level:
    """Make a level with a way that fits a person's pinned rooms. Raises PinError where no such way was found."""
    drawn = next((drawn for drawn in range(DRAWN) if _is_roamed(*_built(recipe, silent, brought, drawn))), 0)
    land, way, ends = _built(recipe, note, brought, drawn)
    for column, row, _ in way[CHECKPOINT_EVERY:-1:CHECKPOINT_EVERY]:
        _check_in(land, column, row)
    reached = _reached(land, ends[0])
    _set_traps(land, reached, recipe)
    _set_monsters(land, reached, recipe)
    jewels = _lay_jewels(land, ends, recipe)
    land.add(WAY, "goal", *ends[1], *((jewels,) if jewels else ()))
    _lay_treasure(land, reached, recipe)
    nodes = tuple(Node(kind, 1 + WIDE * column, 1 + HIGH * row, WIDE, HIGH) for column, row, kind in way)
    return land.level(Graph(nodes, tuple(Edge(number, number + 1) for number in range(len(way) - 1))))


def _built(recipe: Recipe, note: NoteT, brought: Brought, drawn: int) -> tuple[Land, RoomsWay, list[tuple[int, int]]]:
    """Return the land with its rooms and ladders, their way, and the squares where it begins and ends.

    `drawn` is how often such rooms were drawn before for this recipe.
    """
    land = Land(recipe, note)
    columns, rows = _cells(recipe)
    chance = Chance(recipe.number, "rooms", f"layout{drawn or ''}")
    pinned = {((pin.x - 1) // WIDE, (pin.y - 1) // HIGH): pin.piece for pin in brought.pins}
    way = find_way(chance, columns, rows)
    for _ in range(WAYS_DRAWN):
        if _leads_past(way, pinned):
            break
        way = find_way(chance, columns, rows)
    else:
        raise PinError("forge.error.pinned")
    for column, row, _ in way:
        note("look", (WAY, 1 + WIDE * column, 1 + HIGH * row, WIDE, HIGH))
    land.put(TEMPLATE, 0, 0, GROUND, land.width, land.height)
    templates = Chance(recipe.number, "rooms", f"templates{drawn or ''}")
    ends = _fill_rooms(land, way, columns, rows, templates, pinned)
    _lay_ladders(land, way)
    land.add(WAY, "start", *ends[0])
    return land, way, ends


def _is_roamed(land: Land, way: RoomsWay, ends: Sequence[tuple[int, int]]) -> bool:
    """Return whether a runner can come and go between most rooms, the first and the last one among them."""
    squares = roamed(land, ends[0])
    columns, rows = _cells(land.recipe)
    return ends[1] in squares and 4 * len({_room_of(*square) for square in squares}) >= 3 * columns * rows


def find_way(chance: Chance, columns: int, rows: int) -> list[tuple[int, int, str]]:
    """Return the rooms of a random way from the top row to the bottom row, each with the type of its template.

    Of five numbers, two lead left, two right, one down. At a side wall the way leads down, then away from the wall.
    """
    column, row, heading = chance.below(columns), 0, 0
    way = [(column, row, "side")]
    while True:
        drawn = chance.below(5)
        step = heading or (-1 if drawn < 2 else 1)
        if drawn < 4 and 0 <= column + step < columns:
            column, heading = column + step, step
            way.append((column, row, "side"))
            continue
        if row == rows - 1:
            return way
        way[-1] = (column, row, "through" if way[-1][2] == "top" else "down")
        heading, row = (-step if drawn < 4 else 0), row + 1
        way.append((column, row, "top"))


def _leads_past(way: Sequence[tuple[int, int, str]], pinned: Mapping[tuple[int, int], str]) -> bool:
    """Return whether the way fits the pinned rooms: each lets the way through, and none is its first or last room."""
    kinds = {(column, row): kind for column, row, kind in way}
    ends = (way[0][:2], way[-1][:2])
    fits = (kinds.get(cell) in (None, "side", name.partition("-")[0]) for cell, name in pinned.items())
    closed = (cell in kinds and name.startswith("any") for cell, name in pinned.items())
    return all(fits) and not any(closed) and not any(cell in ends for cell in pinned)


def _pieces(_text: str) -> Mapping[str, tuple[int, int]]:
    return dict.fromkeys(PIECES, (WIDE, HIGH))


def _snap(recipe: Recipe, pin: Pin, _size: tuple[int, int]) -> Pin:
    """Return a pin moved to the room that holds its centre."""
    columns, rows = _cells(recipe)
    column, row = (pin.x + WIDE // 2 - 1) // WIDE, (pin.y + HIGH // 2 - 1) // HIGH
    return Pin(pin.piece, 1 + WIDE * max(0, min(columns - 1, column)), 1 + HIGH * max(0, min(rows - 1, row)))


def _fill_rooms(
    land: Land,
    way: Sequence[tuple[int, int, str]],
    columns: int,
    rows: int,
    chance: Chance,
    pinned: Mapping[tuple[int, int], str],
) -> list[tuple[int, int]]:
    """Fill each room from a template of its type. Returns the squares where the level begins and ends."""
    kinds = {(column, row): kind for column, row, kind in way}
    ends = [way[0][:2], way[-1][:2]]
    found = {}
    for row in range(rows):
        for column in range(columns):
            kind = kinds.get((column, row), "any")
            fitting = TEMPLATES["down" if kind == "through" else kind]
            if kind == "any" and chance.below(3) == 0:
                fitting = TEMPLATES["side"]
            if kind == "through":
                fitting = tuple(one for one in fitting if one[0][4:6] == "00")
            if (column, row) in ends:
                fitting = tuple(one for one in fitting if "".join(one).count("9") > 1)
            if (column, row) in pinned:
                fitting = (PIECES[pinned[column, row]],)
            marks = _fill(land, 1 + WIDE * column, 1 + HIGH * row, chance.one_of(fitting), chance)
            if (column, row) in ends:
                found[column, row] = marks
    first, last = chance.one_of(found[ends[0]]), found[ends[1]]
    return [first, chance.one_of([mark for mark in last if mark != first])]


def _fill(land: Land, left: int, top: int, template: Template, chance: Chance) -> list[tuple[int, int]]:
    """Lay a template's squares, then its obstacles. Returns the squares where a level may begin or end."""
    marks, over = [], []
    land.put(TEMPLATE, left, top, AIR, WIDE, HIGH)
    for y, line in enumerate(template):
        for x, sign in enumerate(line):
            if sign == "0":
                continue
            if sign in OVER:
                over.append((left + x, top + y, chance.one_of(TEMPLATES[OVER[sign]])))
            elif sign == "9":
                marks.append((left + x, top + y))
            else:
                _set(land, TEMPLATE, left + x, top + y, sign, chance)
    for x, y, obstacle in over:
        land.put(LAID_OVER, x, y, AIR, OVER_WIDE, OVER_HIGH)
        for down, line in enumerate(obstacle):
            for right, sign in enumerate(line):
                _set(land, LAID_OVER, x + right, y + down, sign, chance)
    return marks


def _set(land: Land, line: int, x: int, y: int, sign: str, chance: Chance) -> None:
    tile = TILES.get(sign, AIR)
    if sign in SHARES:
        one_in, tile = SHARES[sign][0], SHARES[sign][1]
        tile = tile if chance.below(one_in) == 0 else AIR
    if tile != AIR:
        land.put(line, x, y, tile)


def _lay_ladders(land: Land, way: Sequence[tuple[int, int, str]]) -> None:
    """Lay a ladder from each room that is entered from above up to the one above it, so that one can go back."""
    for before, (column, row, kind) in pairwise(way):
        if row != before[1]:
            high = HIGH + (kind == "through")
            land.put(LAID_OVER, 1 + WIDE * column + LADDER_AT, HIGH * row, LADDER, 1, high)


def _check_in(land: Land, column: int, row: int) -> None:
    """Put a checkpoint on the first safe square of a room, searching from the lowest row."""
    for y in range(HIGH * (row + 1), HIGH * row, -1):
        for x in range(2 + WIDE * column, WIDE * (column + 1)):
            if land.is_safe(x, y):
                land.add(WAY, "checkpoint", x, y)
                return


def _reached(land: Land, start: tuple[int, int]) -> list[tuple[int, int]]:
    """Return the squares of air connected with the start, in reading order."""
    found, wave = {start}, [start]
    while wave:
        x, y = wave.pop()
        for dx, dy in HEADINGS:
            other = x + dx, y + dy
            inside = 0 <= other[0] < land.width and 0 <= other[1] < land.height
            if inside and other not in found and not land.is_solid(*other):
                found.add(other)
                wave.append(other)
    return sorted((x, y) for x, y in found if land.at(x, y) == AIR)


def _harmless(land: Land, x: int, y: int) -> bool:
    """Return whether a square is far enough from the start and all checkpoints for something harmful."""
    return all(
        abs(entity.x - x) > 5 or abs(entity.y - y) > 3
        for entity in land.entities
        if entity.kind in ("start", "checkpoint")
    )


def _set_traps(land: Land, reached: Sequence[tuple[int, int]], recipe: Recipe) -> None:
    """Add cannons in walls with four free squares before them, and crushers under ceilings,
    away from start and checkpoints."""
    chance = Chance(recipe.number, "rooms", "traps")
    downs = [(entity.x, entity.y) for entity in land.entities if entity.kind in ("start", "checkpoint")]
    for x, y in reached:
        if chance.below(1000) >= int(recipe.parameters["traps"]) or not _harmless(land, x, y):
            continue
        towards = 1 if land.is_solid(x - 1, y) else -1
        end = land.flies_to(x, y, towards)
        near = any(abs(row - y) <= 1 and min(x, end) <= column <= max(x, end) for column, row in downs)
        if land.is_solid(x - towards, y) and abs(end - x) >= 4 and not near and land.is_free(x, y):
            land.add(TRAPS, "cannon", x - towards, y, max(0, towards))
            continue
        foot = y
        while not land.is_solid(x, foot + 1):
            foot += 1
        passable = 2 <= foot - y < HIGH and all(not land.is_solid(x + side, foot) for side in (-1, 1))
        alone = all(entity.kind != "crusher" or abs(entity.x - x) > 4 for entity in land.entities)
        if land.is_solid(x, y - 1) and passable and alone and _harmless(land, x, foot):
            land.add(TRAPS, "crusher", x, y, foot, 8 * chance.below(16))


def _set_monsters(land: Land, reached: Sequence[tuple[int, int]], recipe: Recipe) -> None:
    """Add at most one giant, walkers on floors, and flyers where there is air all around."""
    chance = Chance(recipe.number, "rooms", "monsters")
    giant = GIANT_OF_HUNDRED
    taken: set[tuple[int, int]] = set()
    for x, y in reached:
        if chance.below(1000) >= int(recipe.parameters["monsters"]) or not _harmless(land, x, y):
            continue
        begin, end = _floor_around(land, x, y)
        near = {(x + dx, y + dy) for dx in range(-3, 4) for dy in (-1, 0, 1)}
        if near & taken:
            continue
        room = end - begin + 1 if land.is_free(x, y) else 0
        clear = all(land.at(column, y - 1) == AIR for column in range(begin, end + 1))
        if room >= ROOM_FOR_GIANT and clear and chance.below(100) < giant:
            giant = 0
            land.add(PLACES, "giant", x, y, begin + 1, end - 1)
        elif room >= ROOM_FOR_WALKER:
            land.add(PLACES, "walker", x, y, begin, end)
        elif (
            not room
            and chance.below(3) == 0
            and all(not land.is_solid(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1))
        ):
            land.add(PLACES, "flyer", x, y, y - 1, y + 1)
        else:
            continue
        taken.add((x, y))


def _is_open(land: Land, x: int, y: int) -> bool:
    """Return whether a square and its eight neighbours are not solid."""
    return all(not land.is_solid(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1))


def _floor_around(land: Land, x: int, y: int) -> tuple[int, int]:
    """Return the first and last column of the free floor around a square, at most four columns away."""
    begin = end = x
    while x - begin < 4 and land.is_free(begin - 1, y):
        begin -= 1
    while end - x < 4 and land.is_free(end + 1, y):
        end += 1
    return begin, end


def _lay_jewels(land: Land, ends: Sequence[tuple[int, int]], recipe: Recipe) -> int:
    """Put a jewel into each of some rooms, high up, where one can come and go. Return how many the goal asks for."""
    chance, taken = Chance(recipe.number, "rooms", "jewels"), {(entity.x, entity.y) for entity in land.entities}
    places: dict[tuple[int, int], list[tuple[int, int]]] = {}
    begun = _room_of(*ends[0])
    for x, y in sorted(roamed(land, ends[0])):
        if land.is_free(x, y) and (x, y) not in taken and (x, y) != ends[1] and _room_of(x, y) != begun:
            places.setdefault(_room_of(x, y), []).append((x, y))
    rooms, asked = sorted(places), int(recipe.parameters["jewels"])
    wanted = min(len(rooms), asked + SPARE_JEWELS) if asked else 0
    for _ in range(wanted):
        room = rooms.pop(chance.below(len(rooms)))
        high = min(y for _, y in places[room])
        land.add(TREASURE, "gem", *chance.one_of([(x, y) for x, y in places[room] if y <= high + 1]))
    return min(asked, wanted)


def _room_of(x: int, y: int) -> tuple[int, int]:
    return (x - 1) // WIDE, (y - 1) // HIGH


def _lay_treasure(land: Land, reached: Sequence[tuple[int, int]], recipe: Recipe) -> None:
    """Put coins on floors."""
    chance = Chance(recipe.number, "rooms", "treasure")
    taken = {(entity.x, entity.y) for entity in land.entities}
    for x, y in reached:
        if not land.is_free(x, y) or (x, y) in taken or chance.below(1000) >= int(recipe.parameters["treasure"]):
            continue
        land.add(TREASURE, "coin", x, y)


ROOMS = Method(
    "rooms",
    "platform",
    "platform",
    2,
    {
        "columns": Number(3, 6, 4),
        "rows": Number(3, 6, 4),
        "traps": Number(0, 200, 20),
        "monsters": Number(0, 200, 40),
        "treasure": Number(0, 1000, 200),
        "jewels": Number(0, 15, 10),
    },
    ("way", "template", "over", "traps", "places", "treasure"),
    make,
    (
        Preset("closed", "3.12", 11, 42, 34),
        Preset("way", "3.13", 7, 42, 34, {}, ("graph",)),
        Preset(
            "template",
            "3.14",
            298,
            42,
            12,
            {"traps": 0, "monsters": 0},
            stops=(65, 69, 104, 138),
            pins=(Pin("any-1", 11, 1), Pin("any-1", 21, 1), Pin("any-1", 31, 1)),
        ),
    ),
    size=(42, 34),
    brings=Brings(_make_of, pieces=_pieces, snap=_snap),
)
"""The method of rooms from templates, with its parameters and presets."""
