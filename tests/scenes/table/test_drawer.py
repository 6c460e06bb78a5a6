"""The drawer of an upright table: log, card and chat under tabs, and opened over the board."""

from __future__ import annotations

import pygame
import pytest

from game.engine.canvas import Box
from game.engine.input import Command, CommandName
from game.scenes import arcade
from game.scenes.lobby.count_button import CountButton
from game.scenes.table.drawer import Drawer, Page
from game.scenes.table.scene import TableScene
from game.scenes.table.seat_sheet import SeatSheet
from net.messages import Said
from tests.scenes.lan.test_table import asked, at_table
from tests.scenes.scene_driver import Driver, driving, plan
from tests.showroom.lan import OWNER

pytestmark = pytest.mark.usefixtures("plain_home")
LEAST = 44.0


def drawer(driver: Driver) -> Drawer:
    table = driver.top
    assert isinstance(table, TableScene) and table.drawer is not None
    return table.drawer


def touch(driver: Driver, box: Box) -> None:
    """Tap the middle of a box as a finger does."""
    place = driver.context.canvas.pixel(*box.center)
    for kind in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        driver.app.step([pygame.Event(kind, pos=place, button=1, touch=True)])
    driver.step(2)


def tab(driver: Driver, page: Page) -> Box:
    tabs = drawer(driver)._tabs
    assert tabs.visible
    return tabs.parts()[[option.value for option in tabs.options].index(page)]


@pytest.mark.parametrize(("game", "pages"), [("omok", 2), ("marrakech", 2), ("l4g", 1)])
def test_a_tall_table_shows_its_pages_under_tabs(game: str, pages: int) -> None:
    match = plan(game, "human", *["human"] * (45 if game == "l4g" else 1))
    with driving(lambda context: arcade.table(context, match), size=(412, 892)) as driver:
        driver.step(3)
        found = drawer(driver)
        assert len(found.pages) == pages
        if game == "l4g":
            assert found.shown is None, "its board takes all the room"
            return
        assert found.shown is Page.LOG and found.log.visible
        touch(driver, tab(driver, Page.SIDE))
        assert found.shown is Page.SIDE and not found.log.visible and not driver.context.typeface.overflows
        assert min(min(part.size) for part in found._tabs.parts()) >= LEAST


def test_a_drawer_is_pulled_over_the_board_and_back_and_no_press_on_it_reaches_the_board() -> None:
    match = plan("omok", "human", "human")
    with driving(lambda context: arcade.table(context, match), size=(412, 892)) as driver:
        driver.step(3)
        found, table = drawer(driver), driver.top
        assert isinstance(table, TableScene)
        closed = found.box.copy()
        touch(driver, found._toggle.box)
        assert found.opened and found.box.top == closed.top and found.box.bottom == table.layout.board.bottom
        for page in (Page.LOG, Page.SIDE):
            if page is not found.page:
                touch(driver, tab(driver, page))
            for spot in (table.layout.board.center, (found.box.left + 3, found.box.bottom - 3)):
                touch(driver, Box(*spot, 0, 0))
                assert not table.confirming.visible and found.opened
        touch(driver, tab(driver, Page.SIDE))
        assert not found.opened and found.box == closed and found.shown is Page.SIDE, "the chosen tab closes it, too"
        touch(driver, tab(driver, Page.SIDE))
        driver.send(Command(CommandName.BACK))
        driver.step(2)
        assert not found.opened and driver.top is table, "and so does the way back"


def test_the_chat_is_a_page_that_counts_what_nobody_has_read() -> None:
    with at_table(asked(), size=(412, 892)) as here:
        found = drawer(here.driver)
        here.hear(Said(OWNER, "Leila", "hello"))
        here.driver.step(2)
        assert found._tabs.counts == {Page.CHAT: 1}
        touch(here.driver, tab(here.driver, Page.CHAT))
        here.driver.step(2)
        assert found.shown is Page.CHAT and here.table.chat.visible and not here.table.log.visible
        assert found._tabs.counts == {Page.CHAT: 0} and found.inside.contains(here.table.chat.entry.box)
        touch(here.driver, tab(here.driver, Page.LOG))
        assert here.table.log.visible and not here.table.chat.visible


@pytest.mark.parametrize("high", [690, 780])
def test_the_chat_is_opened_over_the_board_where_the_drawer_is_too_low(high: int) -> None:
    with at_table(asked(), size=(412, high)) as here:
        found = drawer(here.driver)
        button = next(
            each for each in here.table.group.walk() if isinstance(each, CountButton) and each.icon != "users"
        )
        for opened in (True, False):
            touch(here.driver, button.box)
            assert here.table.chat.visible is opened and found.opened is (opened and not roomy(here.table))
        here.driver.send(Command(CommandName.BACK))


def roomy(table: TableScene) -> bool:
    closed = table.drawer.closed if table.drawer else None
    return closed is not None and closed.height >= 190


@pytest.mark.parametrize("high", [690, 892])
def test_what_is_said_stands_on_the_panels_and_in_the_head_and_covers_neither_ribbon_nor_log(high: int) -> None:
    with at_table(asked(), size=(412, high)) as here:
        here.driver.step(5)
        table = here.table
        assert table.layout.foot is not None

        def pictures() -> list[bytes]:
            here.driver.step()
            surface, canvas = here.driver.app.screen.surface, here.driver.context.canvas
            boxes = [table.layout.foot.ribbon, table.layout.board, *table.layout.panels[:2]]  # type: ignore[union-attr]
            return [pygame.image.tobytes(surface.subsurface(canvas.pixels(box)).copy(), "RGB") for box in boxes]

        before = pictures()
        here.hear(Said(OWNER, "Leila", "Carl is the odd one!"), Said(77, "Omar", "a" * 300))
        after = pictures()
        assert after[:2] == before[:2] and after[2:] != before[2:]
        assert here.driver.context.typeface.overflows == []


@pytest.mark.parametrize("game", ["marrakech", "gems"])
def test_a_tap_on_a_seat_shows_it_large_until_the_next_press_which_plays_nothing(game: str) -> None:
    match = plan(game, *["human"] * 3)
    with driving(lambda context: arcade.table(context, match), size=(412, 690)) as driver:
        driver.step(3)
        table = driver.top
        assert isinstance(table, TableScene) and table.frame is not None
        told: list[object] = []
        table.stage.show_seat = told.append  # type: ignore[method-assign]
        panel = table.frame.panels[-1]
        touch(driver, panel.box)
        driver.until(lambda: isinstance(driver.top, SeatSheet))
        sheet = driver.top
        assert isinstance(sheet, SeatSheet) and sheet.panel.seat == panel.seat
        assert sheet.panel.content.height > 1.5 * panel.content.height
        driver.step(3)
        assert told[-1] == panel.seat and not driver.context.typeface.overflows
        played = len(table.feed.entries)
        touch(driver, table.layout.board)
        driver.step(3)
        assert driver.top is table and told[-1] is None
        assert len(table.feed.entries) == played and not table.confirming.visible
