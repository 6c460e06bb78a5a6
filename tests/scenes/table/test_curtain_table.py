"""The curtain at a table: what is one person's is seen by nobody else, whatever is pressed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from game.core.rules import SPECTATOR
from game.engine.input import (
    FIRST_PAD,
    Command,
    CommandName,
    CommandReleased,
    Device,
    KeyPressed,
    PointerMoved,
    PointerPressed,
    PointerReleased,
)
from game.engine.scene import Context
from game.engine.stage.presentation import Presentation
from game.ground import texts
from game.ground.paths import assets
from game.scenes.feeds.feed import Curtain
from game.scenes.feeds.local import LocalFeed
from game.scenes.feeds.plan import MatchPlan, SeatPlan
from game.scenes.staging import stage as staging
from game.scenes.table.menu import TableMenu
from game.scenes.table.scene import TableScene
from tests.games.sealed import SEALED, Options
from tests.games.sealed_stage import SealedStage
from tests.in_turns import in_turns
from tests.scenes.scene_driver import Driver, driving

TEXTS = {
    "sealed.name": "Sealed bids",
    "sealed.event.dealt": "{seat:seat} draws {card}",
    "sealed.event.bids": "The bids are told",
}


@pytest.fixture(autouse=True)
def sealed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test game has a picture and words here."""
    monkeypatch.setattr(staging, "STAGES", {"sealed": SealedStage})
    monkeypatch.setattr(staging, "PRESENTATIONS", {"sealed": Presentation("")})
    for language in ("en", "ko"):
        monkeypatch.setitem(texts._table(language, assets() / "texts").read, "sealed", TEXTS)


def sealed_table(context: Context, seats: int = 2, limit: float | None = None) -> TableScene:
    """A match between people at one screen, whose cards are known to be others for each."""
    names = ("Mina", "Jun", "Sora")[:seats]
    plan = MatchPlan("sealed", tuple(SeatPlan(name, "human") for name in names), Options(), 5, limit)
    return TableScene(context, LocalFeed(SEALED, plan))


@pytest.fixture
def driver() -> Iterator[Driver]:
    with driving(sealed_table) as driver:
        driver.until(lambda: at(driver).conductor.curtain is not None)
        driver.step(30)
        yield driver


def at(driver: Driver) -> TableScene:
    found = next(scene for scene in driver.context.stack.scenes if isinstance(scene, TableScene))
    assert isinstance(found.stage, SealedStage)
    return found


def own(driver: Driver) -> Any:
    """The card that is on the screen."""
    return at(driver).stage.view.own  # type: ignore[union-attr]


def curtain(driver: Driver) -> Curtain | None:
    return at(driver).conductor.curtain


def pixels(driver: Driver) -> bytes:
    """The board as it is seen."""
    driver.step()
    area = driver.context.canvas.pixels(at(driver).board.box)
    return bytes(driver.context.canvas.surface.subsurface(area).copy().get_buffer().raw)


def hold(driver: Driver, frames: int = 30) -> None:
    driver.send(Command(CommandName.CONFIRM))
    driver.step(frames)
    driver.send(CommandReleased(CommandName.CONFIRM))
    driver.step(30)


def choose(driver: Driver, amount: int) -> None:
    driver.send(Command(CommandName.CONFIRM))
    driver.step(30)
    driver.send(KeyPressed(str(amount)))
    driver.step(30)


def test_a_card_is_seen_only_while_something_is_held(driver: Driver) -> None:
    mina, jun = at(driver).feed.view_for(0).own, at(driver).feed.view_for(1).own
    assert mina != jun
    assert curtain(driver) == Curtain(0, choosing=False) and own(driver) is None
    x, y = at(driver).board.box.center
    waves: list[tuple[Callable[[], None], Callable[[], None]]] = [
        (lambda: driver.send(PointerMoved(x, y), PointerPressed(x, y)), lambda: driver.send(PointerReleased(x, y))),
        (lambda: driver.command(CommandName.CONFIRM), lambda: driver.send(CommandReleased(CommandName.CONFIRM))),
    ]
    for (lift, lower), card, seat in zip(waves, (mina, jun), (0, 1), strict=True):
        assert curtain(driver) == Curtain(seat, choosing=False)
        lift()
        driver.step(30)
        assert own(driver) == card and at(driver).stage.surroundings.viewer == seat
        lower()
        assert own(driver) is None and at(driver).stage.surroundings.viewer == SPECTATOR
        driver.step(30)
    assert curtain(driver) == Curtain(0, choosing=True)


def test_a_button_of_a_pad_holds_it_too_and_another_one_does_not_let_it_go(driver: Driver) -> None:
    driver.send(Command(CommandName.HURRY, FIRST_PAD), CommandReleased(CommandName.CONFIRM, FIRST_PAD))
    assert own(driver) is not None
    driver.send(CommandReleased(CommandName.HURRY, FIRST_PAD))
    assert own(driver) is None


def test_what_one_pad_holds_another_pad_does_not_let_go(driver: Driver) -> None:
    other = Device("pad", 1)
    driver.send(Command(CommandName.CONFIRM, FIRST_PAD), CommandReleased(CommandName.CONFIRM, other))
    assert own(driver) is not None
    driver.send(CommandReleased(CommandName.CONFIRM, FIRST_PAD))
    assert own(driver) is None


def test_a_slip_does_not_count_as_having_looked(driver: Driver) -> None:
    hold(driver, frames=1)
    assert curtain(driver) == Curtain(0, choosing=False)
    hold(driver)
    assert curtain(driver) == Curtain(1, choosing=False)


def test_two_presses_where_the_settings_say_so(driver: Driver) -> None:
    driver.context.settings.curtain = "toggle"
    driver.context.stack.apply_settings()
    driver.step(30)
    driver.send(Command(CommandName.CONFIRM), CommandReleased(CommandName.CONFIRM))
    driver.step(30)
    assert own(driver) is not None
    driver.send(Command(CommandName.CONFIRM), CommandReleased(CommandName.CONFIRM))
    assert own(driver) is None


def test_choosing_lowers_and_so_does_back(driver: Driver) -> None:
    hold(driver)
    hold(driver)
    driver.send(Command(CommandName.CONFIRM))
    driver.step(30)
    assert own(driver) is not None and at(driver).conductor.chooser == 0
    driver.send(CommandReleased(CommandName.CONFIRM))
    assert own(driver) is not None, "one press lifts: nothing need be held"
    driver.command(CommandName.BACK)
    assert own(driver) is None and at(driver).conductor.chooser is None
    driver.step(2)
    assert isinstance(driver.top, TableScene) and curtain(driver) == Curtain(0, choosing=True)
    choose(driver, 3)
    assert own(driver) is None and curtain(driver) == Curtain(1, choosing=True)
    choose(driver, 2)
    assert at(driver).feed.view.bids == ((3,), (2,))


def test_whoever_passes_by_sees_the_same_whatever_the_card_is(driver: Driver) -> None:
    """Neither before nor after a look is there a pixel of it: cards, log and panels are the spectator's."""
    before = pixels(driver)
    driver.send(Command(CommandName.CONFIRM))
    assert pixels(driver) != before
    driver.send(CommandReleased(CommandName.CONFIRM))
    driver.context.canvas.surface.fill("black")
    assert pixels(driver) == before, "down at once, before anybody else can look"
    told = [event.kind for entry in at(driver).feed.entries for event in entry.events]
    assert "dealt" not in told


def test_a_picture_shows_no_secret(driver: Driver, monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    driver.send(Command(CommandName.CONFIRM))
    driver.step(30)
    seen = pixels(driver)
    driver.app.take(Command(CommandName.SCREENSHOT))
    area = driver.context.canvas.pixels(at(driver).board.box)
    taken = bytes(driver.context.canvas.surface.subsurface(area).copy().get_buffer().raw)
    assert taken != seen and own(driver) is None


def test_what_lies_over_the_table_lowers_it(driver: Driver) -> None:
    driver.send(Command(CommandName.CONFIRM))
    driver.step(30)
    driver.command(CommandName.MENU)
    driver.until(lambda: isinstance(driver.top, TableMenu))
    driver.step(2)
    assert own(driver) is None


def test_settings_applied_behind_it_lower_it(driver: Driver) -> None:
    driver.send(Command(CommandName.CONFIRM))
    driver.step(30)
    driver.app.apply_settings()
    assert own(driver) is None
    driver.step(2)
    assert curtain(driver) == Curtain(0, choosing=False)


def test_the_clock_stands_until_all_have_chosen() -> None:
    with driving(sealed_table) as driver:
        driver.until(lambda: at(driver).conductor.curtain is not None)
        driver.step(60 * 30)
        hold(driver)
        hold(driver)
        driver.step(60 * 30)
        choose(driver, 1)
        driver.step(60 * 30)
        assert at(driver).feed.view.bids == ((), ())
        choose(driver, 1)
        assert at(driver).feed.view.bids == ((1,), (1,))


def test_a_hint_is_not_given_while_the_curtain_is_down(driver: Driver) -> None:
    driver.command(CommandName.HINT)
    assert at(driver).conductor.chooser is None and not at(driver).conductor.advised


@in_turns(size=[(960, 540), (1920, 1080)], text_size=[100, 150])
def test_no_text_overflows(size: tuple[int, int], text_size: int) -> None:
    for language in ("ko", "en"):
        with driving(sealed_table, size=size, language=language, text_size=text_size) as driver:
            driver.until(lambda: curtain(driver) is not None)
            driver.step(40)
            hold(driver)
            hold(driver)
            driver.step(40)
            assert driver.context.typeface.overflows == []
