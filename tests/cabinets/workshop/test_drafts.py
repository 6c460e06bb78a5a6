"""Levels that were drawn and left are offered when the Workshop is opened again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path

import pytest

from game.cabinets.workshop.beside.prover import ProverHere
from game.cabinets.workshop.scenes.drafts import folder
from game.cabinets.workshop.scenes.workshop import WorkshopScene
from game.core.forge.formats.reading import read_any
from game.core.forge.model.level import FLOOR
from game.engine.scene import Context, Scene
from game.engine.widgets import Button
from game.scenes import arcade
from game.scenes.page.menu import ButtonMenu
from tests.engine.widgets.page_driver import click, widgets
from tests.scenes.scene_driver import Driver, Told, driving


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    return tmp_path


@contextmanager
def opened() -> Iterator[tuple[Driver, WorkshopScene, Told]]:
    told = Told()

    def make(context: Context) -> Scene:
        context.notify = told
        day = date(2026, 11, 24)
        return WorkshopScene(context, lambda: arcade.setup(context, "workshop"), day, ProverHere, lambda: None)

    with driving(make) as driver:
        shown = driver.context.stack.scenes[0]
        assert isinstance(shown, WorkshopScene)
        driver.step(3)
        yield driver, shown, told


def press(driver: Driver, label: str) -> None:
    assert isinstance(driver.top, ButtonMenu)
    click(driver, next(button for button in widgets(driver, Button) if label in button.label))
    driver.step(3)


def drafts() -> list[Path]:
    return sorted(folder().iterdir()) if folder().exists() else []


@pytest.mark.slow
def test_a_drawn_level_is_offered_again_and_gone_on_with_in_its_file() -> None:
    with opened() as (driver, shown, told):
        assert driver.top is shown, "nothing was drawn yet"
        shown.desk.paint([(3, 5)], FLOOR)
        drawn = shown.level
        driver.context.stack.pop()
    with opened() as (driver, shown, _):
        assert shown.level != drawn
        press(driver, f"{drawn.recipe.number}")
        assert shown.level == drawn and shown.desk.by_hand and driver.top is shown
        shown.desk.paint([(4, 5)], FLOOR)
        further = shown.level
        driver.context.stack.pop()
    assert [read_any(path.read_text(encoding="utf-8")) for path in drafts()] == [further] and not told
    with opened() as (driver, shown, _):
        press(driver, "Not now")
        assert driver.top is shown and shown.level != further
    with opened() as (driver, shown, _):
        press(driver, "Throw away")
        assert not drafts() and driver.top is shown
    with opened() as (driver, shown, _):
        assert driver.top is shown


def test_what_was_drawn_on_a_level_beside_is_kept_when_it_is_put_away() -> None:
    with opened() as (_, shown, _):
        shown.desk.paint([(3, 5)], FLOOR)
        drawn = shown.level
        shown.compare()
        shown.compare()
        assert [read_any(path.read_text(encoding="utf-8")) for path in drafts()] == [drawn]


def test_what_cannot_be_kept_or_read_is_said(home: Path) -> None:
    folder().parent.mkdir(parents=True)
    folder().write_text("a file where the drafts would lie", encoding="utf-8")
    with opened() as (driver, shown, told):
        shown.desk.paint([(3, 5)], FLOOR)
        driver.context.stack.pop()
        driver.until(lambda: bool(told))
        assert len(told) == 1 and str(folder()) in told[0]
    folder().unlink()
    folder().mkdir()
    (folder() / "mine.txt").write_bytes(b"\xff\x00 no level")
    with opened() as (driver, shown, told):
        press(driver, "mine")
        assert len(told) == 1 and driver.top is shown
