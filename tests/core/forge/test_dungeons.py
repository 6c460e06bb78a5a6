"""Laws of dungeons that are made by partition and by diggers, over three hundred numbers each."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest

from game.cabinets.workshop.judging import reached
from game.cabinets.workshop.stage.partition import partition_of
from game.cabinets.workshop.stage.showing import steps_of
from game.core.forge.methods.quadtree import cut
from game.core.forge.methods.registry import METHODS, level_of
from game.core.forge.model.bits import grid_of
from game.core.forge.model.level import (
    CORRIDOR,
    FLOOR,
    FULL_LEAF,
    INNER,
    LOCKED,
    ROCK,
    WALL,
    Graph,
    Level,
    Node,
    Recipe,
    Value,
)
from game.core.forge.model.method import Choice, Note, Number, RecipeError
from tests.core.forge.recipes import settled_recipes

DUNGEONS = [method.id for method in METHODS.values() if method.kind == "dungeon"]


def made(method: str, number: int, width: int = 48, height: int = 36, **parameters: Value) -> Level:
    return level_of(Recipe(method, METHODS[method].version, number, width, height, parameters))


def open_squares(level: Level) -> set[tuple[int, int]]:
    wide = level.width
    return {(place % wide, place // wide) for place, tile in enumerate(level.tiles) if tile not in (ROCK, WALL)}


def hang_together(squares: set[tuple[int, int]]) -> bool:
    waiting = {min(squares)}
    found = set(waiting)
    while waiting:
        steps = {(x + dx, y + dy) for x, y in waiting for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))}
        waiting = (steps & squares) - found
        found |= waiting
    return found == squares


def touch(first: Node, second: Node, gap: int) -> bool:
    """Whether two rectangles lie nearer than that."""
    across = first.x < second.x + second.width + gap and second.x < first.x + first.width + gap
    return across and first.y < second.y + second.height + gap and second.y < first.y + first.height + gap


@pytest.mark.parametrize("method", DUNGEONS)
def test_every_open_square_hangs_together(method: str, numbers: range) -> None:
    for number in numbers:
        assert hang_together(open_squares(made(method, number, 40, 30))), number


@pytest.mark.parametrize("method", DUNGEONS)
def test_any_parameters_in_range_make_a_level_that_can_be_played(method: str) -> None:
    for recipe in settled_recipes(method, 12):
        level = level_of(recipe)
        goal = next(each for each in level.entities if each.kind == "exit")
        assert goal.y * level.width + goal.x in reached(level), recipe
        for node in level.graph.nodes:
            if node.kind == "room":
                rows = [level.tiles[y * level.width :][node.x : node.x + node.width] for y in rows_of(node)]
                assert not any(tile in (ROCK, WALL) for row in rows for tile in row), (recipe, node)


def rows_of(node: Node) -> range:
    return range(node.y, node.y + node.height)


@pytest.mark.parametrize("method", DUNGEONS)
def test_open_ways_of_the_graph_are_ways(method: str, numbers: range) -> None:
    for number in numbers:
        level = made(method, number, 40, 30)
        if method == "quadtree":
            continue
        squares = open_squares(level)
        for edge in level.graph.edges:
            for end in (edge.a, edge.b):
                node = level.graph.nodes[end]
                assert (node.x, node.y) in squares, (number, edge)


def crossings(level: Level, low: int, high: int, at: int, upright: bool) -> int:
    """Ways over the line before column (or row) `at`, between two rows (or columns)."""
    squares = open_squares(level)
    if upright:
        return sum({(at - 1, y), (at, y)} <= squares for y in range(low, high))
    return sum({(x, at - 1), (x, at)} <= squares for x in range(low, high))


@pytest.mark.parametrize("bend", ["L", "Z"])
def test_one_corridor_joins_the_two_halves_of_a_partition(bend: str, numbers: range) -> None:
    for number in numbers:
        notes: list[tuple[str, tuple[int, ...]]] = []
        recipe = Recipe("bsp", METHODS["bsp"].version, number, 64, 48, {"bend": bend, "theme_depth": 1})
        level = METHODS["bsp"].make(recipe, lambda kind, numbers, notes=notes: notes.append((kind, numbers)))
        _, x, y, wide, _ = next(numbers for kind, numbers in notes if kind == "look" and numbers[0] == 1)
        upright = wide == 0
        assert crossings(level, 0, 48 if upright else 64, x if upright else y, upright) == 1, number


def test_rooms_of_a_partition_never_touch_nor_leave_their_leaves(numbers: range) -> None:
    for number in numbers:
        notes: list[Note] = []
        recipe = Recipe("bsp", METHODS["bsp"].version, number, 48, 36)
        level = METHODS["bsp"].make(recipe, lambda kind, told, notes=notes: notes.append((kind, told)))
        rooms = level.graph.nodes
        assert not any(touch(first, second, 1) for first, second in combinations(rooms, 2)), number
        steps = steps_of(level, notes)
        parts = partition_of(48, 36, steps.looked(len(steps))).nodes
        leaves = [part for part in parts if part.kind != INNER]
        assert sum(part.width * part.height for part in leaves) == 48 * 36 and len(leaves) == len(rooms)
        for room in rooms:
            assert any(
                part.x < room.x
                and room.x + room.width < part.x + part.width
                and part.y < room.y
                and room.y + room.height < part.y + part.height
                for part in leaves
            ), room


def test_rooms_of_the_digger_that_looks_ahead_never_touch_each_other_or_a_corridor(numbers: range) -> None:
    for number in numbers:
        level = made("digger-ahead", number, restarts=number % 4)
        rooms = level.graph.nodes
        assert not any(touch(first, second, 1) for first, second in combinations(rooms, 2)), number
        squares = open_squares(level)
        for room in rooms:
            ring = {(x, y) for x in (room.x - 1, room.x + room.width) for y in rows_of(room)}
            ring |= {(x, y) for y in (room.y - 1, room.y + room.height) for x in range(room.x, room.x + room.width)}
            beside = sorted(ring & squares)
            assert all(abs(a - c) + abs(b - d) > 1 for (a, b), (c, d) in combinations(beside, 2)), (number, room)


def image_of(tree: Graph, width: int, height: int) -> bytes:
    """The tiles that `cut` made a tree of: floor where a leaf is full, rock elsewhere."""
    tiles = bytearray(width * height)
    for node in tree.nodes:
        if node.kind == FULL_LEAF:
            for row in range(node.y, node.y + node.height):
                tiles[row * width + node.x : row * width + node.x + node.width] = bytes([FLOOR]) * node.width
    return bytes(tiles)


def test_a_quadtree_is_its_image_and_has_three_leaves_more_for_each_cut(numbers: range) -> None:
    for number in numbers:
        for depth, width, height in ((4, 16, 16), (3, 48, 36)):
            level = made("quadtree", number, width, height, depth=depth)
            tree = level.graph
            image = image_of(tree, width, height)
            assert bytes(tile if tile == FLOOR else ROCK for tile in level.tiles) == image
            assert cut(image, width, height) == cut(level.tiles, width, height) == tree
            cuts = sum(node.kind == INNER for node in tree.nodes)
            assert len(tree.nodes) - cuts == 1 + 3 * cuts
            assert len(tree.edges) == len(tree.nodes) - 1


def test_the_image_of_the_chapter_has_its_numbers() -> None:
    preset = next(preset for preset in METHODS["quadtree"].presets if preset.figure == "3.1")
    level = made("quadtree", preset.number, preset.width, preset.height, **preset.parameters)
    leaves = [node for node in level.graph.nodes if node.kind != INNER]
    assert (len(leaves), min(node.width for node in leaves)) == (94, 1)
    right = [node for node in leaves if node.x + node.width == 16 and node.width >= 4]
    assert right and all(node.kind != FULL_LEAF for node in right), "one colour at the right edge, not cut further"


def counters(method: str, figure: str) -> Iterator[tuple[str, tuple[int, ...]]]:
    """What is told while the level of a figure is made: the last part of its line and the rest, or a counter."""
    kind = METHODS[method]
    preset = next(preset for preset in kind.presets if preset.figure == figure)
    notes: list[tuple[str, tuple[int, ...]]] = []
    recipe = Recipe(method, kind.version, preset.number, preset.width, preset.height, dict(preset.parameters))
    kind.make(recipe, lambda told, numbers: notes.append((told, numbers)))
    for told, numbers in notes:
        steps = told in ("look", "set", "rows")
        yield (kind.lines[numbers[0]], numbers[1:]) if steps else (told, numbers)


def test_the_blind_run_of_figure_3_6_has_the_numbers_of_its_caption() -> None:
    chances = {"turning": 5, "placing": 5}
    squares, rooms, turns = 0, [], []
    for told, numbers in counters("digger-blind", "3.6"):
        if told in chances:
            chances[told] = numbers[0]
        elif told == "dig":
            squares += 1
        elif told == "turn":
            turns.append((squares, chances["turning"]))
        elif told == "room":
            rooms.append((squares, chances["placing"]))
    assert rooms == [(5, 25), (13, 35)], "after five squares at 25 %"
    assert turns == [(6, 30), (12, 25)], "a square later at 30 %, six squares on at 25 %"


def test_the_run_of_figure_3_7_goes_as_its_caption() -> None:
    order = [told for told, _ in counters("digger-ahead", "3.7") if told in ("room", "corridor", "no_room", "stop")]
    runs = [told for place, told in enumerate(order) if place == 0 or order[place - 1] != told]
    expected = ["room", "corridor", "no_room", *["corridor", "room"] * 3, "no_room", "stop"]
    assert runs == expected


def test_the_sample_dungeon_of_the_chapter_has_seven_leaves_and_a_locked_half(numbers: range) -> None:
    for number in numbers:
        level = made("bsp", number, 64, 48, script="chapter", theme_depth=2)
        assert len(level.graph.nodes) == 7 and level.tiles.count(LOCKED) == 1
        (key,) = [each for each in level.entities if each.kind == "key"]
        inside = {(x, y) for x, y in open_squares(level) if x < 64 * 38 // 100}
        behind = [each for each in level.entities if (each.x, each.y) in inside]
        assert behind and {each.kind for each in behind} == {"treasure"}
        assert (key.x, key.y) not in inside


def test_what_a_partition_locks_needs_its_key_and_the_key_lies_before_it(numbers: range) -> None:
    locked = 0
    for number in numbers:
        level = made("bsp", number, least_w=12, least_h=9, theme_depth=1 + number % 3, lock="on")
        if not level.tiles.count(LOCKED):
            continue
        locked += 1
        keys = [each for each in level.entities if each.kind == "key"]
        assert len(keys) == level.tiles.count(LOCKED) == 1
        squares = {y * level.width + x for x, y in open_squares(level)}
        assert set(reached(level)) == squares, number
        door = level.tiles.index(LOCKED)
        without = level.tiles[:door] + bytes([WALL]) + level.tiles[door + 1 :]
        grid = grid_of(level.width, level.height)
        free = grid.of_tiles(without, {FLOOR, CORRIDOR})
        start = next(each for each in level.entities if each.kind == "start")
        before = grid.flood(grid.bit(start.x, start.y), free)
        assert before & grid.bit(keys[0].x, keys[0].y), "the key lies before its lock"
        lost = [each for each in level.entities if not before & grid.bit(each.x, each.y)]
        assert lost and {each.kind for each in lost} <= {"treasure", "exit"}, "without it treasure or the exit is lost"
    assert locked > len(numbers) // 2


def test_rooms_that_no_part_can_hold_are_refused() -> None:
    with pytest.raises(RecipeError) as caught:
        made("bsp", 1, least_w=6, room_least=5)
    assert caught.value.values["most"] == 4


FIGURES = {"3.1", "3.2a", "3.2b", "3.3", "3.4", "3.5", "3.6", "3.7", "3.8", "3.9a", "3.9b", "3.10", "3.11"}


def test_every_figure_of_a_dungeon_is_a_preset() -> None:
    assert {preset.figure for method in DUNGEONS for preset in METHODS[method].presets} >= FIGURES


@pytest.mark.parametrize("method", DUNGEONS)
def test_every_preset_is_in_range_and_its_steps_are_there(method: str) -> None:
    kind = METHODS[method]
    for preset in kind.presets:
        for name, value in preset.parameters.items():
            parameter = kind.parameters[name]
            assert isinstance(parameter, Number | Choice) and parameter.takes(value)
        steps = []
        recipe = Recipe(method, kind.version, preset.number, preset.width, preset.height, dict(preset.parameters))
        kind.make(recipe, lambda told, _numbers, steps=steps: steps.append(told))
        counted = sum(told in ("look", "set", "rows") for told in steps)
        assert all(0 < stop <= counted for stop in preset.stops), preset.name
