"""A commission: what is refused, what is worth what, own generators in processes, and what ends none."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from game.cabinets.workshop.cabinet import WORKSHOP
from game.cabinets.workshop.judging import difference, reached, way_length, wish_points, wished
from game.cabinets.workshop.rules import Made, Options, Workshop
from game.cabinets.workshop.stage.stage import WorkshopStage
from game.core.forge.formats.codes import LevelCodeError, read_level, write_level
from game.core.forge.methods.registry import METHODS, level_of
from game.core.forge.model.fault import fault_of
from game.core.forge.model.level import LOCKED, Entity, Level, Recipe
from game.core.forge.proof.repair import mended
from game.core.match.match import Match
from game.core.rules import NATURE, Move
from game.scenes.feeds.local import LocalFeed
from game.scenes.table.scene import TableScene
from tests.core.dear_options import full_levels
from tests.scenes.scene_driver import driving, plan

SIZES = {"dungeon": (48, 36), "platform": (160, 15)}


def level(method: str = "bsp", number: int = 7) -> Level:
    made = METHODS[method]
    return level_of(Recipe(method, made.version, number, *SIZES[made.kind]))


def judged(first: list[str], second: list[str]) -> tuple[int, ...]:
    rules = Workshop()
    state = rules.start(len(first), Options())
    rules.step(state, [Move(NATURE, 6)])
    for texts in (first, second):
        moves = [Move(seat, Made(text)) for seat, text in enumerate(texts)]
        assert all(rules.check(state, move.seat, move.action) is None for move in moves)
        rules.step(state, moves)
    return rules.scores(state)


def test_points_are_for_levels_that_are_delivered_twice() -> None:
    one, other = write_level(level()), write_level(level(number=8))
    points = judged([one, "", one], [one, one, other])
    assert points[0] >= 40 and points[1:] == (0, 0)


@pytest.mark.parametrize("method", METHODS)
def test_every_method_makes_levels_that_are_taken_and_can_be_played(method: str) -> None:
    for number in range(1, 8):
        made = level(method, number)
        assert fault_of(made, SIZES[made.kind]) is None
        assert made.kind == "platform" or way_length(made) > 0, number


def test_the_first_fault_is_named() -> None:
    good = level()
    start = next(entity for entity in good.entities if entity.kind == "start")
    others = tuple(entity for entity in good.entities if entity.kind != "start")
    broken = {
        "start": msgspec.structs.replace(good, entities=others),
        "buried": msgspec.structs.replace(good, entities=(*others, Entity("start", 0, 0))),
        "outside": msgspec.structs.replace(good, entities=(start, Entity("rat", 60, 0), *others)),
        "tile": msgspec.structs.replace(good, tiles=bytes([200]) + good.tiles[1:]),
    }
    for key, wrong in broken.items():
        fault = fault_of(wrong, (48, 36))
        assert fault is not None and fault.key == key
        assert (fault.x, fault.y, fault.many) == {
            "start": (-1, -1, 0),
            "buried": (0, 0, 0),
            "outside": (60, 0, 0),
            "tile": (0, 0, 0),
        }[key]
        refused = Workshop().check(Workshop().start(1, Options()), 0, Made(write_level(wrong)))
        assert refused == f"workshop.refuse.{key}"
    rules = Workshop()
    assert rules.check(rules.start(1, Options(size="small")), 0, Made(write_level(good))) == "workshop.refuse.size"
    assert rules.check(rules.start(1, Options()), 0, Made("SKL-junk")) == "workshop.refuse.unreadable"


def test_a_lock_is_passed_with_its_key_alone() -> None:
    made = level()
    start = next(entity for entity in made.entities if entity.kind == "start")
    exit_ = next(entity for entity in made.entities if entity.kind == "exit")
    place = exit_.y * made.width + exit_.x
    locked = msgspec.structs.replace(made, tiles=made.tiles[:place] + bytes([LOCKED]) + made.tiles[place + 1 :])
    assert place not in reached(locked)
    key = Entity("key", start.x, start.y, (0,))
    assert place in reached(msgspec.structs.replace(locked, entities=(*locked.entities, key)))


def test_levels_of_two_kinds_differ_in_all() -> None:
    made = level()
    assert difference(made, made) == 0 < difference(made, level(number=8)) < 1000
    assert difference(made, msgspec.structs.replace(made, kind="platform")) == 1000


def test_the_bots_are_the_methods() -> None:
    assert list(WORKSHOP.bots) == list(METHODS)


def test_a_level_is_itself_after_its_code() -> None:
    for number in range(1, 9):
        for method in METHODS:
            made = level(method, number)
            assert read_level(write_level(made)) == made


@pytest.mark.slow
def test_a_way_is_believed_when_it_reaches_the_goal_alone() -> None:
    made = level("rhythm", 3)
    assert way_length(made) == 0, "a method proves nothing"
    proved = mended(made).level
    assert way_length(proved) == sum(ticks for ticks, _ in proved.way)
    assert wish_points(way_length(proved), wished(proved, 2)) > 0
    ticks, buttons = proved.way[0]
    for way in (((60, 2),), ((ticks + 1, buttons), *proved.way[1:]), ((1 << 40, 2),), ((0, 2),), ((5, 99),)):
        assert way_length(msgspec.structs.replace(proved, way=way)) == 0, way


def test_numbers_that_no_level_needs_are_no_level() -> None:
    made = level()
    huge = msgspec.structs.replace(made, entities=(Entity("walker", 1, 1, (1 << 40,)), *made.entities))
    with pytest.raises(LevelCodeError):
        read_level(write_level(huge))


def test_a_short_code_of_a_level_full_of_things_is_refused_before_they_are_counted() -> None:
    match = Match(Workshop(), 2, Options(), 3)
    match.tick(0.0)
    for full in full_levels(9000):
        if len(full.entities) > 1000:
            text = write_level(full)
            assert len(text) < 2000 and match.offer(0, Made(text)) == "workshop.refuse.unreadable"


@pytest.mark.parametrize("language", ["en", "ko"])
def test_who_chooses_is_told_how_long_a_way_is_wished(language: str) -> None:
    asked = replace(plan("workshop", "human"), options=Options(size="small", difficulty=4))
    with driving(lambda context: TableScene(context, LocalFeed(WORKSHOP, asked)), language=language) as driver:
        table = driver.top
        assert isinstance(table, TableScene) and isinstance(table.stage, WorkshopStage)
        driver.until(lambda: table.board.choosing)
        driver.step()
        offered = [made.level for made in table.stage._offered]
        assert table.stage._lengths == [str(way_length(level)) for level in offered]
        assert str(wished(offered[0], 4)) in table.ribbon().text
