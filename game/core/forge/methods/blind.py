"""The blind digger: it goes on, turns or digs a room, with chances that grow each time they do not come true.

Source: Shaker and others 2016, chapter 3.3 and figure 3.6. It turns at the border, a case that the chapter leaves open.
"""

from __future__ import annotations

from game.core.forge.model.chance import Chance
from game.core.forge.model.furnishing import furnish
from game.core.forge.model.ground import Ground
from game.core.forge.model.level import HEADINGS, Edge, Graph, Level, Node, Recipe
from game.core.forge.model.method import Method, NoteT, Number, Preset, silent

PLACE, DIG, TURN, KEEP, ROOM, NO_ROOM, ENOUGH = range(7)


def make(recipe: Recipe, note: NoteT) -> Level:
    """Make a level: dig until the wanted share of the ground is dug."""
    ground = Ground(recipe, note)
    values = {name: int(value) for name, value in recipe.parameters.items()}
    chance = Chance(recipe.number, "digger-blind", "layout")
    wide, high = recipe.width - 2, recipe.height - 2
    x, y, heading = 1 + chance.below(wide), 1 + chance.below(high), chance.below(4)
    begun = ended = x, y
    note("look", (PLACE, x, y, 1, 1))
    turning, placing = values["turn_step"], values["room_step"]
    wanted, dug, rooms = wide * high * values["dug"] // 100, 0, list[Node]()
    below, watched = chance.below, note is not silent
    turn_step, room_step = values["turn_step"], values["room_step"]
    for _ in range(60 * wide * high):
        if dug >= wanted:
            break
        if ground.dig_square(DIG, x, y):
            dug += 1
        elif watched:
            note("look", (DIG, x, y, 1, 1))
        ended = x, y
        if below(100) < turning:
            heading, turning = below(4), 0
            note("look", (TURN, x, y, 1, 1))
        else:
            turning += turn_step
        if below(100) < placing:
            placed = _room(x, y, chance, values, wide, high)
            dug += ground.rocks_of(placed.x, placed.y, placed.width, placed.height)
            ground.dig_room(ROOM, placed.x, placed.y, placed.width, placed.height)
            rooms.append(placed)
            note("rooms", (len(rooms),))
            placing = 0
        else:
            placing += room_step
        if watched:
            note("turning", (turning, KEEP) if turning else (0,))
            note("placing", (placing, NO_ROOM) if placing else (0,))
        across, down = HEADINGS[heading]
        while not (1 <= x + across <= wide and 1 <= y + down <= high):
            heading = below(4)
            across, down = HEADINGS[heading]
        x, y = x + across, y + down
    note("look", (ENOUGH, *ended, 1, 1))
    if not rooms:
        rooms += [Node("room", *begun, 1, 1), Node("room", *ended, 1, 1)]
    edges = tuple(Edge(number, number + 1) for number in range(len(rooms) - 1))
    graph = Graph(tuple(rooms), edges)
    return ground.level(furnish(ground, graph, Chance(recipe.number, "digger-blind", "furnish")), graph)


def _room(x: int, y: int, chance: Chance, values: dict[str, int], wide: int, high: int) -> Node:
    """Return a room around the digger, cut off at the border;
    with an even side, the digger is left of or above the centre."""
    width = chance.between(values["room_least"], values["room_most"])
    height = chance.between(values["room_least"], values["room_most"])
    left, top = max(1, x - (width - 1) // 2), max(1, y - (height - 1) // 2)
    right, bottom = min(wide, x - (width - 1) // 2 + width - 1), min(high, y - (height - 1) // 2 + height - 1)
    return Node("room", left, top, right - left + 1, bottom - top + 1)


DIGGER_BLIND = Method(
    "digger-blind",
    "dungeon",
    "diggers",
    1,
    {
        "turn_step": Number(1, 20, 5),
        "room_step": Number(1, 20, 5),
        "room_least": Number(3, 12, 3),
        "room_most": Number(3, 12, 7),
        "dug": Number(5, 60, 35),
    },
    ("place", "dig", "turn", "keep", "room", "no_room", "enough"),
    make,
    (Preset("short", "3.6", 398220, 24, 20, {"dug": 13}, stops=(1, 2, 6, 7, 8, 9, 14, 16, 17, 18)),),
    limits={"room_least": lambda values, _width, _height: int(values["room_most"])},
)
"""The method of the blind digger, with its parameters and presets."""
