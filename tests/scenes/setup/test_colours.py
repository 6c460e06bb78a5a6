"""Colours chosen at the card of a seat: they are the settings', and stay different from each other."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.engine.colour import SEAT_COLOURS
from game.engine.input import CommandName
from game.engine.scene import Context
from game.engine.text import Overflow
from game.engine.widgets.colourpicker import Swatch
from game.scenes import arcade
from game.scenes.setup.colours import SeatColours
from game.scenes.setup.scene import SetupScene
from game.scenes.setup.seat_card import SignButton
from tests.engine.widgets.page_driver import click, widgets
from tests.scenes.scene_driver import Driver, driving

COLOURS = list(SEAT_COLOURS.values())


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))


def setup(context: Context, game: str = "marrakech") -> SetupScene:
    context.settings.played = (game,)
    scene = arcade.setup(context, game)
    assert isinstance(scene, SetupScene)
    return scene


def ask(driver: Driver, seat: int) -> None:
    click(driver, widgets(driver, SignButton)[seat])
    driver.until(lambda: isinstance(driver.top, SeatColours))


def test_a_colour_is_chosen_at_the_card_and_seen_there() -> None:
    with driving(setup) as driver:
        settings = driver.context.settings
        before = settings.seat_colours
        scene = driver.top
        assert isinstance(scene, SetupScene) and scene.cards is not None
        ask(driver, 1)
        other = next(colour for colour in COLOURS if colour.upper() not in before)
        click(driver, next(swatch for swatch in widgets(driver, Swatch) if swatch.colour == other))
        assert settings.seat_colours == (before[0], other.upper(), *before[2:])
        driver.step(2)
        assert scene.cards.cards[1].tint.colour == other.upper()
        click(driver, next(swatch for swatch in widgets(driver, Swatch) if swatch.colour.upper() == before[0].upper()))
        assert settings.seat_colours == (other.upper(), before[0].upper(), *before[2:])
        driver.command(CommandName.BACK)
        driver.until(lambda: driver.top is scene)


def test_a_seat_with_two_colours_chooses_both_by_keys() -> None:
    def two(context: Context) -> SetupScene:
        context.settings.tables["marrakech"] = ("human", "greedy")
        return setup(context)

    with driving(two) as driver:
        before = driver.context.settings.seat_colours
        ask(driver, 0)
        assert len(widgets(driver, Swatch)) == 2 * len(COLOURS)
        for _ in range(4):
            driver.command(CommandName.RIGHT)
        driver.command(CommandName.CONFIRM)
        driver.step()
        after = driver.context.settings.seat_colours
        assert after != before and len(set(after)) == 4


@pytest.mark.parametrize("language", ["ko", pytest.param("en", marks=pytest.mark.slow)])
@pytest.mark.parametrize("text_size", [pytest.param(100, marks=pytest.mark.slow), 150])
def test_nothing_is_cut(language: str, text_size: int) -> None:
    cut: list[Overflow] = []
    with driving(setup, language=language, text_size=text_size, size=(960, 540)) as driver:
        ask(driver, 0)
        driver.step(5)
        cut = driver.context.typeface.overflows
    assert cut == []
