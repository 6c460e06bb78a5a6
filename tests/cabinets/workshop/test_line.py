"""The path of a rhythm as a line that a person draws: by mouse in its field and over the level, by keys, by pad."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from game.cabinets.workshop.commands.recipe import UsageError, parameters_written
from game.cabinets.workshop.scenes.beats import COLOURS, draw_beats
from game.cabinets.workshop.scenes.line_field import DRAWN, LineField
from game.cabinets.workshop.scenes.methods import MethodRow
from game.cabinets.workshop.scenes.workshop import WorkshopScene
from game.core.errors import SpokenError
from game.core.forge.formats.codes import read_recipe, write_recipe
from game.core.forge.methods.registry import level_of
from game.core.forge.methods.rhythm import JUMP, PATH, PATHS, RHYTHM, wanted_rows
from game.core.forge.model.level import GROUND, Level, Recipe
from game.core.forge.model.lines import points_of
from game.engine.canvas import Box, Canvas
from game.engine.colour import rgb
from game.engine.input import FIRST_PAD, KEYBOARD, CommandName, Device, PointerMoved, PointerPressed, PointerReleased
from game.engine.light import opaque
from game.engine.scene import Context, Scene
from game.engine.text import Typeface
from game.ground.texts import Texts
from game.scenes import arcade
from tests.scenes.scene_driver import Driver, Told, driving

STEEP = "00006666"


@pytest.fixture
def driver(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Driver]:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))

    def make(context: Context) -> Scene:
        context.notify = Told()
        return WorkshopScene(context, lambda: arcade.setup(context, "workshop"), date(2026, 11, 24))

    with driving(make, language=getattr(request, "param", "en")) as found:
        scene(found).take_method(MethodRow("", "rhythm"))
        found.step(2)
        yield found


def scene(driver: Driver) -> WorkshopScene:
    assert isinstance(driver.top, WorkshopScene)
    return driver.top


def field(driver: Driver) -> LineField:
    found = scene(driver).parameters.line
    assert found is not None
    return found


def path_of(driver: Driver) -> str:
    return str(scene(driver).desk.values["path"])


def made(path: str, number: int = 4) -> Level:
    return level_of(Recipe("rhythm", RHYTHM.version, number, 160, 15, {"path": path, "candidates": 64}))


def ground(level: Level, columns: range) -> float:
    """The mean row of the uppermost ground in these columns."""
    rows = []
    for x in columns:
        solid = [y for y in range(level.height) if level.tiles[y * level.width + x] == GROUND]
        rows += solid[:1]
    return sum(rows) / len(rows)


def test_a_drawn_line_leads_the_way_and_travels_in_short_codes() -> None:
    drawn = made(STEEP)
    assert ground(drawn, range(10, 60)) - ground(drawn, range(110, 150)) > 3
    recipe = drawn.recipe
    assert read_recipe(write_recipe(recipe)).parameters["path"] == STEEP
    assert level_of(read_recipe(write_recipe(recipe))) == drawn
    for name in PATHS:
        named = made(name).recipe
        assert read_recipe(write_recipe(named)).parameters.get("path", "flat") == name


@pytest.mark.parametrize("peak", ["06700000", "00077000"])
def test_the_ground_follows_a_drawn_peak(peak: str) -> None:
    level = level_of(Recipe("rhythm", RHYTHM.version, 3, 160, 15, {"path": peak}))
    wished = wanted_rows(points_of(PATH, peak), level.width, level.height)
    land = {x: [y for y in range(15) if level.tiles[y * level.width + x] == GROUND] for x in range(level.width)}
    away = [abs(rows[0] - wished[x]) for x, rows in land.items() if rows]
    assert sum(away) / len(away) < 1.0, "a level that stays flat is 1.9 rows away"


@pytest.mark.parametrize("wrong", ["", "123", "1234567890", "0000000x", "００００００００", "flat "])
def test_what_is_no_line_is_refused_in_words(wrong: str) -> None:
    assert not PATH.takes(wrong)
    with pytest.raises(SpokenError):
        made(wrong)


def test_a_command_line_says_what_a_line_may_be() -> None:
    with pytest.raises(UsageError) as refused:
        parameters_written(RHYTHM.parameters, ["path=steep"])
    assert refused.value.values["allowed"].split(", ") == [*PATHS, "00000000…99999999"]


@pytest.mark.parametrize("driver", ["en", "ko"], indirect=True)
def test_the_mouse_draws_in_the_field(driver: Driver) -> None:
    graph = field(driver).graph
    start, end = graph.spot(0), graph.spot(7)
    driver.send(PointerMoved(start[0], graph.box.bottom - 3), PointerPressed(start[0], graph.box.bottom - 3))
    driver.send(PointerMoved(end[0], graph.box.top + 3), PointerReleased(end[0], graph.box.top + 3))
    driver.step(2)
    assert path_of(driver) == "01235679"
    assert field(driver).choice.value == DRAWN
    assert scene(driver).desk.level.recipe.parameters["path"] == "01235679"
    assert driver.context.typeface.overflows == []


def test_the_mouse_draws_over_the_level_and_sees_the_line_there(driver: Driver) -> None:
    shown = scene(driver)
    driver.click(*field(driver).pencil.box.center)
    driver.step(2)
    assert shown.desk.draws_line and shown.panes[0].lines is not None and shown.panes[0].lines.visible
    camera = shown.panes[0].overview.camera
    width, height = shown.level.width, shown.level.height
    first, last = camera.outside(0.5, height - 4 - 5), camera.outside(width - 0.5, height - 4)
    driver.send(PointerMoved(*first), PointerPressed(*first))
    driver.send(PointerMoved(*last), PointerReleased(*last))
    driver.step(2)
    assert path_of(driver)[0] == "5" and path_of(driver)[-1] == "0"
    heights = [int(digit) for digit in path_of(driver)]
    assert heights == sorted(heights, reverse=True)
    driver.click(*field(driver).pencil.box.center)
    driver.step(2)
    assert not shown.desk.draws_line


@pytest.mark.parametrize("device", [KEYBOARD, FIRST_PAD])
def test_keys_and_pad_move_points(driver: Driver, device: Device) -> None:
    shown = scene(driver)
    shown.group.focus(field(driver).graph)
    names = [CommandName.CONFIRM, CommandName.RIGHT, CommandName.UP, CommandName.UP, CommandName.RIGHT, CommandName.UP]
    for name in names:
        driver.command(name, device)
    assert path_of(driver) == "02100000" and field(driver).graph.taken
    driver.command(CommandName.BACK, device)
    assert driver.top is shown and not field(driver).graph.taken
    driver.command(CommandName.DOWN, device)
    assert path_of(driver) == "02100000"


def test_a_ready_line_is_the_beginning_of_a_drawn_one(driver: Driver) -> None:
    shown = scene(driver)
    shown.change("path", "hill")
    assert field(driver).graph.points == points_of(PATH, "hill") and field(driver).choice.value == "hill"
    field(driver).choice.on_change(DRAWN)
    assert path_of(driver) == "".join(map(str, points_of(PATH, "hill")))
    assert field(driver).choice.value == DRAWN


def test_a_step_is_seen_in_the_strip_of_beats() -> None:
    """A step is a beat without width, and a line drawn up is followed by steps."""
    for column in range(0, 160, 7):
        canvas = Canvas(opaque(640, 24), 1.0)
        draw_beats(canvas, Typeface(100), Texts("en"), Box(0, 0, 620, 24), [(column, 0, JUMP)], 160)
        seen = {canvas.surface.get_at((x, 12))[:3] for x in range(640)}
        assert rgb(COLOURS["jump"])[:3] in seen, column
