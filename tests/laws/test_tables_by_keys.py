"""Where the cursor of keys begins: on boards with many spots near their middle, never in a corner."""

from __future__ import annotations

import math

import pytest

from game.cabinets.listed import CABINETS
from game.engine.input import CommandName
from game.engine.scene import Context, Scene
from game.kit.choosing import DIGITS, Chooser
from game.scenes import arcade
from game.scenes.table.scene import TableScene
from tests.scenes.scene_driver import driving, plan


@pytest.mark.parametrize("press", [CommandName.CONFIRM, CommandName.RIGHT, CommandName.UP])
@pytest.mark.parametrize("game", ["omok", "tablut", "volcano"])
def test_keys_begin_near_the_middle_of_what_can_be_chosen(game: str, press: CommandName) -> None:
    def a_table(context: Context) -> Scene:
        return arcade.table(context, plan(game, *["human"] * CABINETS[game].info.seats[0]))

    with driving(a_table) as driver:
        table = driver.top
        assert isinstance(table, TableScene)
        driver.until(lambda: table.board.choosing)
        chooser = getattr(table.stage, "choice", None)
        assert isinstance(chooser, Chooser) and chooser.focus is None
        driver.command(press)
        assert chooser.focus in chooser.stops
        if len(chooser.stops) > len(DIGITS):
            box = chooser.layout.around(chooser.stops)
            away = {stop: math.dist(chooser.layout.middle(stop), box.center) for stop in chooser.stops}
            assert away[chooser.focus] == pytest.approx(min(away.values()))
