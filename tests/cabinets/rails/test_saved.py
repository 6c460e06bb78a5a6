"""Matches saved at the table and gone on with from the stall; a full disk says a sentence and loses nothing."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from game.cabinets.rails.contract.actions import Plan, Platforms
from game.cabinets.rails.contract.options import Options
from game.cabinets.rails.scenes.saved import SavedScene
from game.cabinets.rails.scenes.tasks import TaskTable
from game.cabinets.rails.stage.person import keeping
from game.cabinets.rails.stage.stage import RailsStage
from game.engine.input import CommandName, KeyPressed
from game.engine.widgets import Button, Dialog
from game.ground.texts import Texts
from game.scenes.feeds.local import start_local
from game.scenes.setup.alone import plan_alone
from game.scenes.table.menu import MenuChoice
from tests.engine.widgets.page_driver import click, the
from tests.scenes.scene_driver import Driver, Told, driving


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    monkeypatch.setenv("SOUK_PLAIN", "1")


@pytest.fixture
def driver() -> Iterator[Driver]:
    """A sandbox in which a platform was laid, some seconds later."""

    def table(context: Any) -> TaskTable:
        plan = plan_alone(context, "rails", Options(size=32), 3)
        return TaskTable(context, start_local(plan, context.settings))

    with driving(table) as driver:
        driver.step(10)
        stage = at(driver).stage
        assert isinstance(stage, RailsStage) and stage.play.sight is not None
        x, y = next(
            (tile % 32, tile // 32)
            for tile in range(32 * 32)
            if tile % 32 < 28 and not any(stage.play.sight.land.terrain[tile : tile + 4])
        )
        stage.play.builder.outbox.append(Plan(1, (Platforms(x, y, "EW", 4, 1),)))
        driver.until(lambda: at(driver).feed.view.tick >= 12 and bool(at(driver).feed.view.works))
        yield driver


def at(driver: Driver) -> TaskTable:
    assert isinstance(driver.top, TaskTable)
    return driver.top


def files() -> list[Path]:
    return sorted(keeping.folder().glob("*.toml"))


def test_a_match_is_saved_from_the_menu_and_goes_on_from_the_stall(driver: Driver) -> None:
    table = at(driver)
    assert MenuChoice.KEEP in table.menu_choices()
    table.carry_out(MenuChoice.KEEP)
    table.carry_out(MenuChoice.KEEP)
    (file,) = files()
    before = table.feed.view
    driver.context.stack.push(SavedScene(driver.context))
    driver.until(lambda: isinstance(driver.top, SavedScene) and not driver.context.stack.fading)
    listed = driver.top
    assert isinstance(listed, SavedScene) and listed.rows()[0].title == keeping.title_of(file, driver.context.texts)
    listed._open(0)
    driver.until(lambda: isinstance(driver.top, TaskTable) and driver.top is not table)
    driver.until(lambda: at(driver).feed.view.number >= 0)
    after = at(driver).feed.view
    assert (after.works, after.cash, after.stations) == (before.works, before.cash, before.stations)
    assert after.tick >= before.tick


def test_a_saved_match_is_called_by_its_date_as_people_write_it() -> None:
    path = keeping.new_file(datetime(2026, 11, 6, 5, 12, 33))
    assert keeping.title_of(path, Texts("en")) == "6 November 2026, 05:12"
    assert keeping.title_of(path, Texts("ko")) == "2026년 11월 6일 05:12"
    assert keeping.title_of(path.with_name("saved by me.toml"), Texts("ko")) == "saved by me"


def test_a_full_disk_says_a_sentence_and_loses_nothing(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    table = at(driver)
    table.carry_out(MenuChoice.KEEP)
    (file,) = files()
    before = file.read_bytes()

    def full(path: Path, data: bytes, *, mode: int = 0o666) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    told = Told()
    monkeypatch.setattr(keeping, "write_whole", full)
    monkeypatch.setattr(driver.context, "notify", told)
    table.carry_out(MenuChoice.KEEP)
    assert len(told) == 1 and str(file) in told[0]
    assert file.read_bytes() == before and files() == [file]


def test_a_damaged_file_is_listed_with_its_sentence_and_does_not_begin(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = at(driver)
    table.carry_out(MenuChoice.KEEP)
    (file,) = files()
    file.write_bytes(file.read_bytes().replace(b"version = ", b"version = 9"))
    (keeping.folder() / "saved 2000.toml").write_bytes(b"\xff\x00 nonsense")
    scene = SavedScene(driver.context)
    rows = scene.rows()
    assert len(rows) == 2 and all(row.line for row in rows)
    told = Told()
    monkeypatch.setattr(driver.context, "notify", told)
    for number in range(2):
        scene._open(number)
    assert told == [row.line for row in rows] and driver.top is table


def test_an_empty_list_says_how_a_match_is_saved(driver: Driver) -> None:
    scene = SavedScene(driver.context)
    assert not scene.rows() and scene.nothing
    driver.context.stack.push(scene)
    driver.until(lambda: driver.top is scene and not driver.context.stack.fading)
    driver.command(CommandName.CONFIRM)
    assert driver.top is scene and not scene.context.typeface.overflows


def test_a_saved_match_is_deleted_once_it_was_asked(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    at(driver).carry_out(MenuChoice.KEEP)
    (path,) = files()
    with driving(SavedScene) as shelf:
        told = Told()
        shelf.context.notify = told  # type: ignore[method-assign]
        delete = the(shelf, Button, lambda button: button.icon == "trash-2")
        click(shelf, delete)
        assert isinstance(shelf.top, Dialog) and path.exists(), "it asks"
        shelf.command(CommandName.BACK)
        assert path.exists()
        with monkeypatch.context() as patch:
            patch.setattr(Path, "unlink", refused)
            delete_and_confirm(shelf)
        assert path.exists() and told == [shelf.context.texts.line("rails_stage.keep.not_deleted", why="no")]
        delete_and_confirm(shelf)
        assert not path.exists()
        assert not the(shelf, Button, lambda button: button.icon == "trash-2").enabled


def delete_and_confirm(shelf: Driver) -> None:
    """By the Delete key, and the answer that does it."""
    shelf.send(KeyPressed("delete"))
    shelf.until(lambda: isinstance(shelf.top, Dialog) and not shelf.context.stack.changing)
    click(shelf, the(shelf, Button, lambda button: button.icon == "trash-2"))
    shelf.until(lambda: isinstance(shelf.top, SavedScene) and not shelf.context.stack.changing)


def refused(path: Path, missing_ok: bool = False) -> None:
    raise PermissionError(errno.EACCES, "no")
