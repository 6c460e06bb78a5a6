"""Every game is reached from the title and played there, by keys alone: stall, setup, table, a first move."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from game.cabinets.listed import CABINETS, offered
from game.cabinets.stages import PRESENTATIONS
from game.core.bot.loading import HUMAN
from game.core.cabinet import Kind
from game.engine.input import KEYBOARD, CommandName, CommandReleased, KeyPressed
from game.engine.loop.app import App
from game.engine.scene import Context, Scene
from game.engine.widgets import Dialog
from game.scenes import arcade
from game.scenes.setup.scene import SetupScene
from game.scenes.table.scene import TableScene
from game.scenes.title.scene import TitleScene
from tests.games.wells import Wells
from tests.in_turns import some
from tests.planting import planted
from tests.scenes.scene_driver import driving

PRESSES = (CommandName.CONFIRM, CommandName.DOWN, CommandName.CONFIRM, CommandName.RIGHT)
MOST_PRESSES = 60
LOOK = 40
"""Frames for which a key is held while a curtain hangs: a shorter look counts as a slip."""
MANY = 8
"""Seats from which on computers sit beside the person."""


@pytest.mark.parametrize("game", some(6, offered()))
def test_a_game_is_reached_from_the_title(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    monkeypatch.setattr(App, "thrift", replace(App.thrift, warming=True))
    reach(game)


def test_a_game_that_deals_a_secret_before_the_first_move_is_reached(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As adding-a-game.md teaches it: whoever was dealt something looks at it under the curtain first."""
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    named = [("wells", "Wells", "우물", Kind.BOARD)]
    with planted(named, models=("nullgame",), cabinet={"rules": Wells()}, words={"event.dug": "dug"}):
        reach("wells", scores=False)


def reach(game: str, *, scores: bool = True) -> None:
    """Go to a game's stall, sit down and make a move, by keys alone.

    Without `scores` to be told there is no card of them beside the board.
    """
    info = CABINETS[game].info

    def make(context: Context) -> Scene:
        context.settings.motion.reduced = True
        context.settings.motion.pace = "instant"
        if info.usual_seats < MANY:
            context.settings.tables[game] = (HUMAN,) * info.seats[0]
        return arcade.title(context)

    with driving(make, size=(960, 540)) as driver:
        title = driver.top
        assert isinstance(title, TitleScene)
        games = [stand.game for stand in title.street.stands]
        right = (games.index(game) - games.index(title.street.stand.game)) % len(games)
        for _ in range(min(right, len(games) - right)):
            driver.command(CommandName.RIGHT if right <= len(games) // 2 else CommandName.LEFT)
        assert title.street.stand.game == game and title.street.shutters.are_up(title.street.stand)
        driver.command(CommandName.CONFIRM)
        if PRESENTATIONS[game].opens:
            driver.until(lambda: not isinstance(driver.top, TitleScene) and not driver.context.stack.fading)
            driver.send(KeyPressed("t"))
        driver.until(lambda: isinstance(driver.top, SetupScene | Dialog) and not driver.context.stack.fading)
        driver.step(3)
        if PRESENTATIONS[game].guide or PRESENTATIONS[game].guides:
            assert isinstance(driver.top, Dialog), "a guide is offered to whoever has not played the game"
            driver.command(CommandName.BACK)
            driver.step(3)
        assert isinstance(driver.top, SetupScene)
        driver.command(CommandName.CONFIRM)
        driver.until(lambda: isinstance(driver.top, TableScene) and not driver.context.stack.fading)
        table = driver.top
        assert isinstance(table, TableScene)
        if table.frame and table.frame.side:
            assert table.frame.side_shown == scores
        if table.steered:
            driver.until(lambda: len(table.feed.people) > 0)
            driver.step(30)
            before = table.feed.view
            driver.send(KeyPressed("d"))
            driver.step(60)
            assert table.feed.view != before, "a held key moves who plays in real time"
            return
        driver.until(lambda: table.board.choosing or table.conductor.curtain is not None)
        seat = table.feed.choice
        assert seat is not None
        before = len(table.feed.entries)
        for press in range(MOST_PRESSES):
            name = PRESSES[press % len(PRESSES)]
            driver.command(name)
            driver.step(2 if table.conductor.curtain is None else LOOK)
            driver.send(CommandReleased(name, KEYBOARD))
            if len(table.feed.entries) > before:
                return
        pytest.fail("keys make no move")
