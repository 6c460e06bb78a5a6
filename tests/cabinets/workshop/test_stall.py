"""A stall that opens a scene of its game's own: a workshop, from which the setup is one press away."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from game.cabinets.stages import games_that_play
from game.core.cabinet import Kind
from game.core.errors import SpokenError
from game.engine.canvas import Box
from game.engine.input import FIRST_PAD, KEYBOARD, CommandName, Device, KeyPressed
from game.engine.scene import Context, Scene
from game.engine.widgets import Button, Label, Widget
from game.scenes import arcade
from game.scenes.page.more import MoreMenu
from game.scenes.page.page import PageScene
from game.scenes.setup.scene import SetupScene
from game.scenes.title.bazaar import BazaarMap
from game.scenes.title.scene import TitleScene
from tests.engine.widgets.page_driver import click, widgets
from tests.planting import planted
from tests.scenes.scene_driver import Driver, Told, driving

GAME = "levels"
NAMED = [(GAME, "Level Maker", "미로 만들기", Kind.WORKSHOP)]


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))


class Bench(PageScene):
    """A workshop with one button, which leads to the table."""

    def __init__(self, context: Context, to_setup: Callable[[], Scene]) -> None:
        super().__init__(context)
        self._to_setup = to_setup

    @property
    def heading(self) -> str:
        return "Bench"

    def first_focus(self) -> Widget:
        return self.way

    def build_body(self, body: Box) -> Sequence[Widget]:
        self.way = Button(self.style, "Play", on_press=lambda: self.stack.push(self._to_setup()))
        self.way.box = Box(body.left, body.top, 200, 40)
        return [self.way]


def closed(_context: Context, _to_setup: Callable[[], Scene]) -> Scene:
    raise SpokenError("cabinets.broken", game=GAME, why="no bench")


@contextmanager
def street(opened: Any, language: str = "en", size: tuple[int, int] = (960, 540)) -> Iterator[tuple[Driver, Told]]:
    told = Told()

    def make(context: Context) -> Scene:
        context.notify = told
        settings = context.settings
        settings.played, settings.guided, settings.motion.reduced = (GAME,), (GAME,), True
        return arcade.title(context)

    with (
        planted(NAMED, shown={"opens": "planted:opened", "plays": ("platform",)}, things={"opened": opened}),
        driving(make, size=size, language=language) as driver,
    ):
        yield driver, told


def come_to(driver: Driver, scene: type[Scene]) -> None:
    driver.until(lambda: isinstance(driver.top, scene) and not driver.context.stack.fading)


@pytest.mark.parametrize("device", [KEYBOARD, pytest.param(FIRST_PAD, marks=pytest.mark.slow)], ids=str)
def test_a_stall_opens_its_workshop_and_that_the_setup(device: Device) -> None:
    with street(Bench) as (driver, _):
        title = driver.top
        for command, scene in (
            (CommandName.CONFIRM, Bench),
            (CommandName.CONFIRM, SetupScene),
            (CommandName.BACK, Bench),
            (CommandName.BACK, TitleScene),
        ):
            driver.command(command, device)
            come_to(driver, scene)
        assert driver.top is title


def test_the_setup_of_a_workshop_hangs_at_its_stall_too() -> None:
    with street(Bench) as (driver, _):
        driver.send(KeyPressed("e"))
        driver.until(lambda: isinstance(driver.top, MoreMenu))
        driver.step(3)
        click(driver, next(button for button in widgets(driver, Button) if button.label == "Play a match"))
        come_to(driver, SetupScene)


def test_a_workshop_that_cannot_be_opened_says_so_and_the_street_goes_on() -> None:
    with street(closed) as (driver, told):
        title = driver.top
        driver.command(CommandName.CONFIRM)
        driver.step(5)
        assert driver.top is title and told == ["The game “levels” cannot be opened: no bench"]
        driver.command(CommandName.CONFIRM)
        driver.step(5)
        assert len(told) == 2


@pytest.mark.parametrize(("language", "quarter"), [("en", "Workshops"), ("ko", "만들기")])
def test_the_map_has_a_quarter_for_workshops(language: str, quarter: str) -> None:
    def quarters(driver: Driver) -> list[str]:
        driver.send(KeyPressed("m"))
        driver.until(lambda: isinstance(driver.top, BazaarMap))
        driver.step(2)
        return [label.text for label in widgets(driver, Label)]

    with street(Bench, language) as (driver, _):
        assert quarter in quarters(driver)


def test_who_plays_a_kind_of_level_is_found_and_not_named() -> None:
    before = {kind: games_that_play(kind) for kind in ("platform", "dungeon")}
    assert all(GAME not in games for games in before.values())
    with planted(NAMED, shown={"plays": ("platform", "dungeon")}):
        for kind, games in before.items():
            assert set(games_that_play(kind)) == {*games, GAME}
        assert games_that_play("maze") == ()
