"""A mix at this screen: a card, a match, the next card, until the finale; the first try at a day's mix counts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path

import pytest

from game.cabinets.listed import CABINETS, BrokenGameError
from game.core.errors import SpokenError
from game.core.rules import Result, SeatResult
from game.engine.input import CommandName
from game.engine.scene import Context
from game.engine.widgets import Button, Dialog
from game.engine.widgets.parts.label import Label
from game.engine.widgets.parts.style import MemoryClipboard
from game.ground.days import Day, played_days
from game.scenes.mix.home import HomeMixPage, MixTable, begun_mix, mix_of_the_day
from game.scenes.mix.opening import HomeMixMenu
from game.scenes.page.more import MIX, MoreMenu, entries_of, has_more
from game.scenes.table.menu import MenuChoice
from game.scenes.table.scene import TableScene
from tests.engine.widgets.page_driver import click, the, widgets
from tests.scenes.scene_driver import Driver, driving

DAY = date(2026, 11, 26)
QUICK = ("gems", "volcano", "marrakech")
"""Games whose matches begin at once: words are read, and courses proved, in other tests."""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    monkeypatch.setenv("SOUK_PLAIN", "1")
    shorts = {game: CABINETS[game].shorts for game in QUICK}
    monkeypatch.setattr("game.scenes.mix.home.SHORTS", shorts)
    return tmp_path


@contextmanager
def mixing(people: int = 2, day: date | None = None) -> Iterator[tuple[Driver, HomeMixPage]]:
    def made(context: Context) -> HomeMixPage:
        return mix_of_the_day(context, day) if day else begun_mix(context, people, seed=3, rounds=3)

    with driving(made) as driver:
        page = driver.top
        assert isinstance(page, HomeMixPage)
        yield driver, page


def won(driver: Driver, page: HomeMixPage) -> None:
    """End the running match, in which the first person wins."""
    table = driver.top
    assert isinstance(table, MixTable)
    first = [seat.person for seat in table.feed.seats].index(True)
    count = len(table.feed.seats)
    seats = tuple(SeatResult(1 + (seat - first) % count, -((seat - first) % count)) for seat in range(count))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(table.feed), "result", property(lambda feed: Result(seats, "")))
        table.show_results()
        driver.step(40)


def finish(driver: Driver, page: HomeMixPage) -> None:
    """Play all that is left, without a press: cards run out, and matches end."""
    while page.drawn is not None:
        driver.until(lambda: isinstance(driver.top, MixTable))
        won(driver, page)


def test_from_card_to_finale_nobody_has_to_press() -> None:
    with mixing() as (driver, page):
        driver.step(3)
        first = page.drawn
        assert first is not None and "Begins in" in " ".join(label.text for label in widgets(driver, Label))
        finish(driver, page)
        assert driver.top is page and len(page.mix.past) == 3
        assert sum(page.mix.points.values()) == sum(12 * each.weight for each in page.mix.past)
        assert any(label.text.startswith("First:") for label in widgets(driver, Label))


@pytest.fixture
def over(monkeypatch: pytest.MonkeyPatch) -> Callable[[Driver], MixTable]:
    """Return a function that waits for the table of a match and ends it, whose first seat wins."""

    def end(driver: Driver) -> MixTable:
        driver.until(lambda: isinstance(driver.top, MixTable))
        table = driver.top
        assert isinstance(table, MixTable)
        driver.until(lambda: table.conductor.chooser is not None)
        result = Result((SeatResult(1, 3), SeatResult(2, 1)), "")
        monkeypatch.setattr(type(table.feed), "result", property(lambda feed: result))
        monkeypatch.setattr(type(table.feed), "over", property(lambda feed: feed is table.feed))
        driver.step(30)
        driver.until(lambda: table.conductor.idle)
        driver.step(2)
        assert driver.top is table, "people look at it"
        return table

    return end


def test_after_a_look_at_the_end_of_a_match_the_next_card_comes(over: Callable[[Driver], MixTable]) -> None:
    with mixing() as (driver, page):
        over(driver)
        driver.until(lambda: driver.top is page)
        driver.step(40)
        assert sorted(page.mix.points.values()) == [0, 12] and page.drawn is not None


def test_a_press_at_the_end_of_a_match_goes_on_at_once(over: Callable[[Driver], MixTable]) -> None:
    with mixing() as (driver, page):
        over(driver)
        driver.command(CommandName.CONFIRM)
        driver.step(3)
        assert driver.top is page and sorted(page.mix.points.values()) == [0, 12]


def test_who_leaves_a_match_that_is_over_keeps_its_points(over: Callable[[Driver], MixTable]) -> None:
    with mixing() as (driver, page):
        table = over(driver)
        driver.command(CommandName.MENU)
        assert driver.top is not table
        driver.context.stack.pop(MenuChoice.LEAVE)
        driver.step(5)
        assert driver.top is page and sorted(page.mix.points.values()) == [0, 12]


def test_nobody_takes_a_move_back_or_asks_for_a_hint_where_points_count() -> None:
    with mixing() as (driver, _):
        driver.until(lambda: isinstance(driver.top, MixTable))
        table = driver.top
        assert isinstance(table, MixTable)
        assert {"undo-2", "lightbulb"} <= {button.icon for button in TableScene.tools(table)}
        icons = {button.icon for button in widgets(driver, Button)}
        assert "menu" in icons and not icons & {"undo-2", "lightbulb"}
        driver.until(lambda: table.conductor.chooser is not None)
        driver.command(CommandName.HINT)
        driver.step(2)
        assert not table.hint.thinking


def test_a_match_that_was_left_brings_nobody_points_and_the_mix_goes_on() -> None:
    with mixing() as (driver, page):
        click(driver, the(driver, Button, lambda button: button.icon == "play"))
        driver.until(lambda: isinstance(driver.top, MixTable))
        driver.context.stack.pop()
        driver.step(3)
        assert driver.top is page and len(page.mix.past) == 1 and set(page.mix.points.values()) == {0}
        assert page.drawn is not None


def test_ending_is_asked_for_and_keeps_the_points() -> None:
    with mixing() as (driver, page):
        driver.step(3)
        driver.command(CommandName.BACK)
        assert isinstance(driver.top, Dialog)
        driver.command(CommandName.CONFIRM)
        driver.step(3)
        assert driver.top is page and page.drawn is not None, "the lit answer goes on"
        driver.command(CommandName.BACK)
        click(driver, the(driver, Button, lambda button: button.icon == "x"))
        driver.step(3)
        assert page.drawn is None
        assert not any("First:" in label.text for label in widgets(driver, Label)), "nobody has won anything"


def test_the_first_try_at_the_mix_of_a_day_counts_and_all_have_the_same() -> None:
    with mixing(1, day=DAY) as (driver, page):
        finish(driver, page)
        assert len(page.mix.past) == 5
        assert page.line().startswith("Souk, mix of 26 November 2026: 72 of 72 (12 12 12 12 24)")
        ok = page.style.texts.line("widgets.ok")
        assert isinstance(page.group.focused_widget, Button) and page.group.focused_widget.label == ok
        page.style.clipboard = MemoryClipboard()
        click(driver, the(driver, Button, lambda button: button.icon == "copy"))
        assert page.style.clipboard.read() == page.line()
    with mixing(1, day=DAY) as (_, again):
        assert again.drawn is not None and again.drawn.round == page.mix.past[0]
    assert played_days("mix") == {"2026-11-26": Day(72, 72)}


def test_a_try_that_is_ended_counts_what_it_has() -> None:
    with mixing(1, day=DAY) as (driver, page):
        driver.until(lambda: isinstance(driver.top, MixTable))
        won(driver, page)
        driver.command(CommandName.BACK)
        click(driver, the(driver, Button, lambda button: button.icon == "x"))
        driver.step(3)
        assert page.drawn is None, (driver.top, page.mix.points)
    with mixing(1, day=DAY) as (driver, page):
        finish(driver, page)
    assert played_days("mix") == {"2026-11-26": Day(12, 72)}


def test_a_day_counts_what_was_won_where_nothing_can_be_begun_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> Iterator[float]:
        raise SpokenError("mix.error.nothing")
        yield 0.0

    with mixing(1, day=DAY) as (driver, page):
        driver.until(lambda: isinstance(driver.top, MixTable))
        monkeypatch.setattr("game.scenes.mix.home.starting_local", broken)
        won(driver, page)
        driver.until(lambda: page.drawn is None)
        assert page.mix.points == {1: 12} and driver.top is page
    assert played_days("mix") == {"2026-11-26": Day(12, 12)}


def test_a_game_whose_rules_cannot_be_imported_has_its_other_entries(monkeypatch: pytest.MonkeyPatch) -> None:
    why = BrokenGameError("cabinets.broken", game="gems", why="NameError")
    monkeypatch.setitem(CABINETS._broken, "gems", why)
    assert MIX not in entries_of("gems", at_stall=True) and has_more("gems", at_stall=True)


def test_the_menu_of_a_stall_with_an_unfinished_match_leads_there_too() -> None:
    with driving(lambda context: MoreMenu(context, "gems", at_stall=True, under_way=True)) as driver:
        driver.step(3)
        labels = [button.label for button in widgets(driver, Button)]
        assert "Mix!" in labels and driver.context.texts.line("page.entry.fresh.title") in labels


def test_the_menu_at_a_stall_leads_there() -> None:
    assert MIX in entries_of("gems", at_stall=True) and MIX not in entries_of("gems")
    assert MIX not in entries_of("workshop", at_stall=True), "which has no short form"
    with driving(HomeMixMenu) as driver:
        driver.step(3)
        click(driver, the(driver, Button, lambda button: button.icon == "user"))
        driver.step(3)
        assert isinstance(driver.top, HomeMixPage) and len(driver.top.names) == 1
