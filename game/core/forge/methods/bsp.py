"""Binary space partition: cut the ground in two until each part is just large enough, then dig a room in each.

Source: Shaker and others 2016, chapter 3.2. As figure 3.5 requires, the two halves of a dungeon are joined by exactly
one corridor.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from game.core.forge.methods import themes
from game.core.forge.methods.parts import Part
from game.core.forge.model.chance import Chance
from game.core.forge.model.furnishing import furnish
from game.core.forge.model.ground import Ground
from game.core.forge.model.level import Edge, Graph, Level, Node, Recipe, Value
from game.core.forge.model.method import Choice, Method, NoteT, Number, Preset

TAKE, CUT, DONE, ROOM, JOIN, LOCK = range(6)


def make(recipe: Recipe, note: NoteT) -> Level:
    """Make a level: cut the ground, dig rooms, join them."""
    whole = Part(0, 0, recipe.width, recipe.height)
    _cut_all(whole, recipe, note)
    ground = Ground(recipe, note)
    _name_themes(whole, int(recipe.parameters["theme_depth"]))
    if recipe.parameters["script"] == "chapter" and recipe.parameters["theme_depth"]:
        themes.name(whole)
    rooms = _dig_rooms(whole, ground, recipe, note)
    edges = _join_all(whole, ground, rooms, recipe, note)
    graph = Graph(tuple(rooms), tuple(edges))
    standing = furnish(ground, graph, Chance(recipe.number, "bsp", "furnish"))
    if recipe.parameters["script"] == "chapter" and recipe.parameters["theme_depth"]:
        return themes.figure(ground, whole, graph, standing, LOCK, note)
    if recipe.parameters["lock"] == "on":
        return themes.lock_one(ground, whole, graph, standing, LOCK, note)
    return ground.level(standing, graph)


def _cut_all(whole: Part, recipe: Recipe, note: NoteT) -> None:
    if recipe.parameters["script"] == "chapter":
        themes.cut(whole, CUT, DONE, note)
        return
    chance = Chance(recipe.number, "bsp", "layout")
    least_w, least_h = int(recipe.parameters["least_w"]), int(recipe.parameters["least_h"])
    waiting, done = [whole], 0
    while waiting:
        last = recipe.parameters["pick"] == "depth"
        part = waiting.pop(-1 if last else chance.below(len(waiting)))
        note("look", (TAKE, part.x, part.y, part.width, part.height))
        across, down = part.width >= 2 * least_w, part.height >= 2 * least_h
        if not (across or down):
            done += 1
            note("look", (DONE, part.x, part.y, part.width, part.height))
            note("leaves", (done,))
            continue
        if across and (not down or chance.below(2) == 0):
            at = chance.between(least_w, part.width - least_w)
            waiting += part.cut_across(at)
            note("look", (CUT, part.x + at, part.y, 0, part.height))
        else:
            at = chance.between(least_h, part.height - least_h)
            waiting += part.cut_down(at)
            note("look", (CUT, part.x, part.y + at, part.width, 0))


def _name_themes(whole: Part, depth: int) -> None:
    """Number the parts at a depth of the tree, and leaves above it,
    as zones of one theme each; depth 0 numbers none."""
    waiting, zone = [whole] if depth else [], 0
    while waiting:
        part = waiting.pop(0)
        if part.halves is not None and part.depth < depth:
            waiting += part.halves
            continue
        zone += 1
        for leaf in part.leaves():
            leaf.zone = zone


def _dig_rooms(whole: Part, ground: Ground, recipe: Recipe, note: NoteT) -> list[Node]:
    chance = Chance(recipe.number, "bsp", "rooms")
    rooms: list[Node] = []
    for leaf in whole.leaves():
        least_w = min(int(recipe.parameters["room_least"]), leaf.width - 2)
        least_h = min(int(recipe.parameters["room_least"]), leaf.height - 2)
        right, bottom = leaf.x + leaf.width - 1, leaf.y + leaf.height - 1
        x, y = chance.between(leaf.x + 1, right - least_w), chance.between(leaf.y + 1, bottom - least_h)
        width, height = chance.between(least_w, right - x), chance.between(least_h, bottom - y)
        leaf.room = len(rooms)
        ground.dig_room(ROOM, x, y, width, height, leaf.zone)
        if leaf.round and min(width, height) >= 5:
            x, y, width, height = themes.cut_corners(ground, ROOM, x, y, width, height)
        rooms.append(Node("room", x, y, width, height, leaf.zone))
        note("rooms", (len(rooms),))
    return rooms


def _join_all(whole: Part, ground: Ground, rooms: list[Node], recipe: Recipe, note: NoteT) -> list[Edge]:
    """Join the halves of each cut by a corridor inside their rectangle,
    between random squares of a random room of each."""
    chance = Chance(recipe.number, "bsp", "connect")
    edges: list[Edge] = []
    parents = whole.parents()
    beside = _beside_cuts(parents)
    for parent in parents:
        assert parent.halves is not None
        first, second = (chance.one_of(half.leaves()) for half in parent.halves)
        ends = []
        for leaf in (first, second):
            room = rooms[leaf.room]
            ends.append((room.x + chance.below(room.width), room.y + chance.below(room.height)))
        note("look", (JOIN, parent.x, parent.y, parent.width, parent.height))
        along = chance.below(2) == 0
        corners = _bends(ends[0], ends[1], along, recipe.parameters["bend"] == "Z", beside)
        for here, there in pairwise(corners):
            ground.dig_corridor(JOIN, *here, *there)
        edges.append(Edge(first.room, second.room))
        note("corridors", (len(edges),))
    return edges


def _beside_cuts(parents: Sequence[Part]) -> tuple[set[int], set[int]]:
    """Return the columns and the rows beside cuts."""
    seconds = [parent.halves[1] for parent in parents if parent.halves is not None]
    columns, rows = {half.x for half in seconds}, {half.y for half in seconds}
    return columns | {column - 1 for column in columns}, rows | {row - 1 for row in rows}


def _bends(
    start: tuple[int, int], end: tuple[int, int], along: bool, twice: bool, beside: tuple[set[int], set[int]]
) -> list[tuple[int, int]]:
    """Return the corners of a corridor: one bend, or two halfway, moved away from columns and rows `beside` a cut."""
    if not twice:
        return [start, (end[0], start[1]) if along else (start[0], end[1]), end]
    axis = 0 if along else 1
    low, high = sorted((start[axis], end[axis]))
    middle = (low + high) // 2
    free = sorted((place for place in range(low, high + 1) if place not in beside[axis]), key=lambda n: abs(n - middle))
    at = free[0] if free else start[axis]
    return [start, (at, start[1]), (at, end[1]), end] if along else [start, (start[0], at), (end[0], at), end]


_SAMPLE: dict[str, Value] = {"script": "chapter"}

BSP = Method(
    "bsp",
    "dungeon",
    "partition",
    1,
    {
        "least_w": Number(5, 32, 8),
        "least_h": Number(5, 32, 8),
        "room_least": Number(3, 8, 3),
        "pick": Choice(("leaf", "depth"), "leaf"),
        "bend": Choice(("L", "Z"), "L"),
        "theme_depth": Number(0, 3, 1),
        "lock": Choice(("off", "on"), "off"),
        "script": Choice(("none", "chapter"), "none"),
    },
    ("take", "cut", "done", "room", "join", "lock"),
    make,
    presets=(
        Preset("script", "3.3", 34, 64, 48, _SAMPLE | {"theme_depth": 0}, ("labels", "graph"), (1, 2, 3, 4, 5, 6)),
        Preset("joined", "3.4", 34, 64, 48, _SAMPLE | {"theme_depth": 0}, ("labels",), (20, 32, 54, 83, 143)),
        Preset("themes", "3.5", 34, 64, 48, _SAMPLE | {"theme_depth": 2}, ("zones", "labels")),
        Preset("quarters", "", 3, 48, 36, {"least_w": 12, "least_h": 9, "pick": "depth"}),
        Preset("locked", "", 5, 48, 36, {"least_w": 12, "least_h": 9, "theme_depth": 2, "lock": "on"}, ("zones",)),
    ),
    limits={"room_least": lambda values, _width, _height: min(int(values["least_w"]), int(values["least_h"])) - 2},
)
"""The method of binary space partition, with its parameters and presets."""
