"""Gem Merchants at the whole table: the curtain of two people at one screen, and panels that are pointed at."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from game.cabinets.gems.cabinet import GEMS
from game.cabinets.gems.stage.choice import RESERVE
from game.cabinets.gems.stage.market import BACK, CARD, CardKey
from game.cabinets.gems.stage.places import CONFIRM, USUAL, bank_key, deck_key
from game.cabinets.gems.stage.stage import GemsStage
from game.cabinets.gems.state import Options
from game.conformance import bench
from game.core.rules import SPECTATOR
from game.engine.canvas import Box, Canvas
from game.engine.input import Command, CommandName, CommandReleased, PointerMoved, PointerPressed, PointerReleased
from game.engine.scene import Context
from game.scenes.feeds.feed import Curtain
from game.scenes.feeds.local import LocalFeed
from game.scenes.feeds.plan import MatchPlan, SeatPlan
from game.scenes.table.scene import TableScene
from tests.scenes.scene_driver import Driver, driving


def table(context: Context) -> TableScene:
    context.settings.motion.pace = "instant"
    people = (SeatPlan("Mina", "human"), SeatPlan("Jun", "human"))
    return TableScene(context, LocalFeed(GEMS, MatchPlan("gems", people, Options(), 5)))


@pytest.fixture
def driver() -> Iterator[Driver]:
    with driving(table) as driver:
        driver.until(lambda: at(driver).board.choosing)
        yield driver


def at(driver: Driver) -> TableScene:
    found = driver.top
    assert isinstance(found, TableScene)
    return found


def stage(driver: Driver) -> GemsStage:
    found = at(driver).stage
    assert isinstance(found, GemsStage)
    return found


def click(driver: Driver, *keys: CardKey) -> None:
    for key in keys:
        choice, board = stage(driver).choice, at(driver).board
        assert choice is not None
        scale = board.box.height / stage(driver).height
        x, y = choice.layout.middle(key)
        x, y = board.box.left + x * scale, board.box.top + y * scale
        driver.send(PointerMoved(x, y), PointerPressed(x, y), PointerReleased(x, y))
        driver.step(4)


def test_a_hidden_card_is_seen_behind_the_curtain_alone(driver: Driver) -> None:
    table, conductor = at(driver), at(driver).conductor
    first = table.feed.choice.seat if table.feed.choice else -1
    assert conductor.curtain is None, "nothing is hidden yet"
    click(driver, deck_key(1), RESERVE)
    driver.until(lambda: conductor.curtain is not None)
    driver.step(40)
    assert conductor.curtain == Curtain(first, choosing=False)
    shelf: CardKey = ("hand", 0, 0)

    def seen() -> object:
        """What lies on the first place of the owner's shelf, as the screen shows it."""
        shown = stage(driver)
        assert shown.view is not None
        return shown.view.seats[first].reserved[0].card

    assert seen() == 0 and stage(driver).surroundings.viewer == SPECTATOR
    driver.send(Command(CommandName.CONFIRM))
    driver.step(40)
    picture = stage(driver).picture
    assert seen() and picture is not None and picture[shelf].kind == CARD
    driver.send(CommandReleased(CommandName.CONFIRM))
    driver.step(40)
    assert seen() == 0
    driver.until(lambda: table.board.choosing and conductor.curtain is None)
    click(driver, bank_key(0), bank_key(1), bank_key(2), CONFIRM)
    driver.until(lambda: conductor.curtain is not None)
    driver.step(40)
    assert conductor.curtain == Curtain(first, choosing=True)
    picture = stage(driver).picture
    assert seen() == 0 and picture is not None and picture[shelf].kind == BACK
    driver.send(Command(CommandName.CONFIRM), CommandReleased(CommandName.CONFIRM))
    driver.step(40)
    assert seen() and stage(driver).asked == first
    click(driver, bank_key(0), bank_key(1), bank_key(2), CONFIRM)
    driver.until(lambda: table.board.choosing and conductor.curtain is None)
    assert seen() == 0 and stage(driver).asked == 1 - first


def test_the_curtain_covers_the_reserved_cards_and_leaves_the_market_in_sight(driver: Driver) -> None:
    board = at(driver).board.box
    scale = board.height / stage(driver).height

    def screen(part: Box) -> bytes:
        place = Box(
            board.left + part.left * scale, board.top + part.top * scale, part.width * scale, part.height * scale
        )
        canvas = Canvas(driver.app.screen.surface, driver.app.screen.surface.get_height() / 720)
        return pygame.image.tobytes(canvas.surface.subsurface(canvas.pixels(place)), "RGB")

    driver.send(PointerMoved(640, 8))
    click(driver, deck_key(1), RESERVE)
    driver.send(PointerMoved(640, 8))
    driver.until(lambda: at(driver).conductor.curtain is not None)
    driver.step(60)
    piles = Box(USUAL.market.left, USUAL.market.top, 80, USUAL.market.height)
    market, shelf = screen(piles), screen(USUAL.shelf)
    driver.send(Command(CommandName.CONFIRM))
    driver.step(60)
    assert screen(piles) == market and screen(USUAL.shelf) != shelf


def test_a_panel_that_the_pointer_rests_on_shows_what_its_seat_has_bought(driver: Driver) -> None:
    frame, shown = at(driver).frame, stage(driver)
    assert frame is not None

    def market() -> bytes:
        canvas = bench.table_canvas(shown)
        shown.draw(canvas)
        return pygame.image.tobytes(canvas.surface.subsurface(canvas.pixels(USUAL.market)), "RGB")

    before = market()
    driver.send(PointerMoved(*frame.panels[1].box.center))
    driver.step(2)
    assert market() == before, "a pointer on its way elsewhere means nothing"
    driver.step(30)
    assert market() != before
    frame.begin_turn()
    driver.step(30)
    assert market() == before, "a pointer that was left there covers nothing when a turn begins"
    driver.send(PointerMoved(frame.panels[1].box.centerx + 1, frame.panels[1].box.centery))
    driver.step(30)
    assert market() != before
    driver.send(PointerMoved(640, 8))
    driver.step(2)
    assert market() == before
