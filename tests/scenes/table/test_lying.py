"""Tables without an upright form: they lie whole in a tall window, and a finger is asked to turn the phone."""

from __future__ import annotations

import pygame
import pytest

from game.cabinets.listed import CABINETS
from game.cabinets.stages import STAGES
from game.engine.canvas import WIDE, Canvas
from game.engine.input import PointerPressed
from game.engine.loop import app as app_module
from game.engine.scene import Context, Scene
from game.scenes import arcade
from game.scenes.table.scene import TableScene
from game.scenes.title.scene import TitleScene
from tests.in_turns import some
from tests.scenes.scene_driver import driving, plan

pytestmark = pytest.mark.usefixtures("plain_home")
LYING = ("racer", "rails", "rooftops", "workshop")
"""A jump, a map and a desk need the width: they are played on a phone's side, by pads, or looked at."""


def test_these_games_and_no_other_lie() -> None:
    assert sorted(game for game, stage in STAGES.items() if not stage.upright) == list(LYING)


@pytest.mark.parametrize("game", LYING)
def test_a_lying_table_is_whole_in_the_middle_and_a_finger_is_told_to_turn_it(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr(app_module, "draw_turn", lambda _canvas, _typeface, text: told.append(text))
    match = plan(game, *["human"] * CABINETS[game].info.usual_seats)
    with driving(lambda context: arcade.table(context, match), size=(412, 892)) as driver:
        driver.step(3)
        table = driver.top
        assert isinstance(table, TableScene) and table.design == WIDE and told == []
        canvas = driver.context.canvas
        assert canvas.scale == pytest.approx(412 / 1280) and canvas.pixels(WIDE.box).centery == 446
        assert Canvas.fit(pygame.Surface((412, 892))).pixels(WIDE.box) == canvas.pixels(WIDE.box)
        driver.app.take(PointerPressed(200, 200, 1, "finger"))
        driver.step(3)
        assert told and set(told) == {driver.context.texts.line("app.turn")}


@pytest.mark.parametrize("game", some(3, ("workshop", "rails", "rooftops")))
def test_from_the_list_of_a_tall_street_a_lying_game_is_reached_and_left(game: str) -> None:
    def street(context: Context) -> Scene:
        context.settings.guided = (game,)
        return arcade.title(context)

    with driving(street, size=(412, 780)) as driver:
        title = driver.top
        assert isinstance(title, TitleScene) and title.list is not None
        title.group.focus(row := title.list.row_of(game))
        driver.step(60)
        driver.click(*row.box.center)
        driver.until(lambda: driver.top is not title and not driver.context.stack.fading)
        driver.context.stack.pop()
        driver.until(lambda: driver.top is title and not driver.context.stack.fading)
        assert title.design == (412, 780) and title.list.rows[0].stand.game == game
