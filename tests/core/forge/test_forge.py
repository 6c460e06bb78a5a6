"""Laws of levels that are made by number: what every method promises, and codes that stay what they were."""

from __future__ import annotations

import pytest

from game.core.forge.formats.codes import read_recipe, write_recipe
from game.core.forge.methods.registry import METHODS, level_of
from game.core.forge.model.level import ROCK, Recipe

SIZES = {"dungeon": (32, 24), "platform": (100, 15)}
ENDS = {"dungeon": "exit", "platform": "goal"}
FREE = {"dungeon": frozenset(range(2, 19)), "platform": frozenset((0, 4, 5, 6))}
"""Tiles on which something can stand."""


def test_every_method_is_found_under_its_own_id() -> None:
    assert all(method.id == name for name, method in METHODS.items())


def recipe_of(method: str, number: int, size: tuple[int, int] | None = None, **parameters: int) -> Recipe:
    made = METHODS[method]
    return Recipe(method, made.version, number, *(size or SIZES[made.kind]), parameters)


@pytest.mark.parametrize("method", METHODS)
def test_a_level_has_one_start_and_one_end_and_nothing_stands_in_rock(method: str, numbers: range) -> None:
    for number in numbers:
        level = level_of(recipe_of(method, number))
        kinds = [entity.kind for entity in level.entities]
        assert kinds.count("start") == kinds.count(ENDS[level.kind]) == 1, number
        for entity in level.entities:
            free = level.tiles[entity.y * level.width + entity.x] in FREE[level.kind]
            assert free or entity.kind == "cannon", (number, entity)
        assert len(level.tiles) == level.width * level.height and len(level.zones) in (0, len(level.tiles))


@pytest.mark.parametrize("method", [method.id for method in METHODS.values() if method.kind == "dungeon"])
def test_the_rooms_of_a_graph_are_floor(method: str, numbers: range) -> None:
    for number in numbers:
        level = level_of(recipe_of(method, number))
        for node in level.graph.nodes:
            if node.kind == "room":
                assert level.tiles[node.y * level.width + node.x] != ROCK, (number, node)


def test_a_digger_that_placed_no_room_still_has_a_way_from_start_to_exit(numbers: range) -> None:
    for number in numbers:
        level = level_of(recipe_of("digger-blind", number, (16, 16), room_step=1, dug=5))
        kinds = {entity.kind for entity in level.entities}
        assert {"start", "exit"} <= kinds, number
        for node in level.graph.nodes:
            assert level.tiles[node.y * level.width + node.x] != ROCK, number


@pytest.mark.parametrize("method", METHODS)
def test_the_same_recipe_makes_the_same_level_with_and_without_notes(method: str, numbers: range) -> None:
    for number in numbers:
        notes: list[object] = []
        recipe = recipe_of(method, number)
        assert level_of(recipe, lambda *told, notes=notes: notes.append(told)) == level_of(recipe)
        assert notes


@pytest.mark.parametrize("method", METHODS)
def test_every_method_has_a_number_of_its_own_in_codes(method: str) -> None:
    recipe = recipe_of(method, 7)
    assert read_recipe(write_recipe(recipe)) == recipe


def test_what_codes_said_once_they_say_for_ever() -> None:
    assert [read_recipe(code).method for code in CODES] == ["bsp", "digger-blind"]


CODES = ["SK1-CN000-GE80R-XXRN", "SK1-CN040-GE80R-9N6B"]
