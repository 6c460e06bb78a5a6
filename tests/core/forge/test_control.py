"""Each parameter of a dungeon method, moved from low to high, changes a measure the way its help says.

A rank correlation of a half at least, over means of levels. What cannot is named with its reason.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import pytest

from game.core.forge.grammar.web import LOCK, ONE_WAY
from game.core.forge.methods.gameplay import VOCABULARIES
from game.core.forge.methods.registry import METHODS, level_of
from game.core.forge.model.bits import grid_of
from game.core.forge.model.level import CORRIDOR, FLOOR, INNER, ROCK, WALL, Level, Recipe, Value
from game.core.forge.model.method import Choice

MeasureT = Callable[[Level], int]


def floor(level: Level) -> int:
    return sum(tile not in (ROCK, WALL) for tile in level.tiles)


def corridors(level: Level) -> int:
    return level.tiles.count(CORRIDOR)


def rooms(level: Level) -> int:
    return len(level.graph.nodes)


def leaves(level: Level) -> int:
    return sum(node.kind != INNER for node in level.graph.nodes)


def room_size(level: Level) -> int:
    return 100 * sum(node.width * node.height for node in level.graph.nodes) // max(1, rooms(level))


def room_width(level: Level) -> int:
    return 100 * sum(node.width for node in level.graph.nodes) // rooms(level)


def room_height(level: Level) -> int:
    return 100 * sum(node.height for node in level.graph.nodes) // rooms(level)


def zones(level: Level) -> int:
    return len({node.zone for node in level.graph.nodes})


def areas(level: Level) -> int:
    grid = grid_of(level.width, level.height)
    return sum(1 for _ in grid.areas(grid.of_tiles(level.tiles, {FLOOR})))


def of_kind(*kinds: str) -> MeasureT:
    return lambda level: sum(node.kind in kinds for node in level.graph.nodes)


def ways(kind: str) -> MeasureT:
    return lambda level: sum(edge.kind == kind for edge in level.graph.edges)


def loops(level: Level) -> int:
    return len(level.graph.edges) - len(level.graph.nodes)


def walls(level: Level) -> int:
    """How ragged: squares of wall for a thousand of floor."""
    return 1000 * level.tiles.count(WALL) // floor(level)


def hardness(level: Level) -> int:
    actions = VOCABULARIES["siege"].actions
    found = [actions[node.kind].difficulty for node in level.graph.nodes if node.kind in actions]
    return 100 * sum(found) // len(found)


OPEN_CAVES: Mapping[str, Value] = {"join": "off", "smooth": 0}
CONTROLS: Sequence[tuple[str, str, MeasureT, int, Mapping[str, Value]]] = (
    ("quadtree", "depth", leaves, 1, {}),
    ("quad-fill", "least", leaves, -1, {"split": 100}),
    ("quad-fill", "split", rooms, 1, {"least": 4}),
    ("quad-fill", "fill", floor, 1, {}),
    ("quad-room", "least", rooms, -1, {"split": 100}),
    ("quad-room", "split", rooms, 1, {"least": 4}),
    ("quad-room", "fill", rooms, 1, {}),
    ("bsp", "least_w", room_width, 1, {}),
    ("bsp", "least_h", room_height, 1, {}),
    ("bsp", "room_least", room_size, 1, {"least_w": 12, "least_h": 12}),
    ("bsp", "theme_depth", zones, 1, {}),
    ("digger-blind", "turn_step", corridors, 0, {}),
    ("digger-blind", "room_step", rooms, 1, {}),
    ("digger-blind", "room_least", room_size, 1, {"room_most": 12}),
    ("digger-blind", "room_most", room_size, 1, {}),
    ("digger-blind", "dug", floor, 1, {}),
    ("digger-ahead", "room_least", room_size, 1, {"room_most": 12}),
    ("digger-ahead", "room_most", room_size, 1, {}),
    ("digger-ahead", "corridor_least", corridors, 0, {}),
    ("digger-ahead", "corridor_most", corridors, 0, {"restarts": 20}),
    ("digger-ahead", "restarts", rooms, 1, {}),
    ("caves", "r", floor, -1, {}),
    ("caves", "n", walls, -1, OPEN_CAVES),
    ("caves", "M", areas, -1, OPEN_CAVES),
    ("caves", "T", floor, 1, OPEN_CAVES | {"n": 1}),
    ("caves", "side", rooms, -1, {}),
    ("caves", "smooth", walls, -1, {"n": 0, "join": "off"}),
    ("topology", "rooms", rooms, 1, {}),
    ("topology", "difficulty", of_kind("guards"), 1, {}),
    ("topology", "reward", of_kind("hoard"), 1, {}),
    ("topology", "loops", loops, 1, {}),
    ("topology", "look", loops, 0, {}),
    ("mission", "tasks", rooms, 1, {}),
    ("mission", "locks", ways(LOCK), 1, {}),
    ("mission", "branches", of_kind("bonus"), 1, {}),
    ("mission", "oneway", ways(ONE_WAY), 1, {"branches": 4}),
    ("gameplay", "difficulty", hardness, 1, {"tasks": 20}),
    ("gameplay", "tasks", rooms, 1, {}),
)
"""Method, parameter, its measure, the way it goes (0: it cannot be said), what else is set."""
WITHOUT = {
    ("digger-blind", "turn_step"): "the chapter's lesson: rooms lie over corridors wherever it turns",
    ("digger-ahead", "corridor_least"): "long ones reach further, and fit less often: both ways at once",
    ("digger-ahead", "corridor_most"): "long ones reach further, and fit less often: both ways at once",
    ("topology", "look"): "it comes nearer to the wishes, whatever they are",
}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("method", "name", "measure", "way", "others"),
    CONTROLS,
    ids=[f"{method}-{name}" for method, name, *_ in CONTROLS],
)
def test_a_parameter_does_what_its_help_says(
    method: str, name: str, measure: MeasureT, way: int, others: Mapping[str, Value]
) -> None:
    if not way:
        assert (method, name) in WITHOUT
        return
    kind = METHODS[method]
    parameter = kind.parameters[name]
    assert not isinstance(parameter, Choice)
    steps = sorted({parameter.low + (parameter.high - parameter.low) * step // 7 for step in range(8)})
    usual = {each: found.default for each, found in kind.parameters.items()}
    means = []
    for value in steps:
        total = 0
        for number in range(1, 9):
            settled = kind.settled({**usual, **others, name: value}, 64, 64)
            total += measure(level_of(Recipe(method, kind.version, number, 64, 64, settled)))
        means.append(total)
    assert way * rank_correlation(means) >= 500, means


def rank_correlation(values: Sequence[int]) -> int:
    """Spearman's, of values against their places, in thousandths; equals share their ranks."""
    order = sorted(values)
    ranks = [2 * order.index(value) + order.count(value) - 1 for value in values]
    places = [2 * place for place in range(len(values))]
    middle = len(values) - 1
    top = sum((rank - middle) * (place - middle) for rank, place in zip(ranks, places, strict=True))
    low = sum((rank - middle) ** 2 for rank in ranks) * sum((place - middle) ** 2 for place in places)
    return round(1000 * top / low**0.5) if low else 0


def test_every_number_of_a_dungeon_method_is_held_to_what_it_says() -> None:
    numbers = {
        (method.id, name)
        for method in METHODS.values()
        if method.kind == "dungeon"
        for name, parameter in method.parameters.items()
        if not isinstance(parameter, Choice)
    }
    assert numbers == {(method, name) for method, name, *_ in CONTROLS}
