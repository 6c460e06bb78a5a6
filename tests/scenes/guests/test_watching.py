"""The room as those see it who watch one picture together."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.core.rules import SPECTATOR
from game.engine.canvas import Canvas
from game.scenes.evening import mix_show
from game.scenes.guests import watching
from game.scenes.guests.table import GuestTable
from game.scenes.guests.watching import WatchedRoom
from game.scenes.lobby.room_seat import SeatRow
from game.scenes.mix.card import MixPage
from net.messages import RoomChanged
from tests.scenes.evening.test_mix_show import of_mix
from tests.scenes.scene_driver import Driver, driving
from tests.showroom.lan import StillClient, match_messages, room, welcome
from tests.showroom.moment import Moment, played

pytestmark = pytest.mark.usefixtures("plain_home")
ADDRESS = "http://192.168.0.12:47840/#0123456789abcdef0123456789abcdef"
SIZES = [(824, 1240), (824, 1760), (1280, 720), (1920, 1080)]


def in_room(language: str, size: tuple[int, int]):  # type: ignore[no-untyped-def]
    return driving(
        lambda context: WatchedRoom(context, StillClient(welcome(language, room(language, "omok")))), size=size
    )


def watched(driver: Driver) -> WatchedRoom:
    found = driver.context.stack.scenes[0]
    assert isinstance(found, WatchedRoom)
    return found


def codes(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the codes in the next picture."""
    drawn: list[str] = []
    monkeypatch.setattr(watching, "draw_scan_code", lambda _canvas, _box, text: drawn.append(text))
    driver.step(3)
    watched(driver).draw(driver.context.canvas)
    return sorted(set(drawn))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", ["en", "ko"])
def test_who_sits_is_shown_within_the_frame_and_nothing_can_be_pressed(language: str, size: tuple[int, int]) -> None:
    with in_room(language, size) as driver:
        driver.step(5)
        scene = watched(driver)
        widgets = [each for each in scene.group.walk() if each.visible]
        assert not [each for each in widgets if each.focusable and each.enabled]
        assert all(scene.design.box.contains(each.box) for each in widgets)
        assert not driver.context.typeface.overflows


def test_the_code_stands_beside_the_seats_while_the_room_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    with in_room("en", (1920, 1080)) as driver:
        driver.step(5)
        assert codes(driver, monkeypatch) == []
        for address in (ADDRESS, ADDRESS[:-1] + "0"):
            watched(driver).address = address
            assert codes(driver, monkeypatch) == [address]


def test_those_who_watch_are_led_to_each_match_and_back(tmp_path: Path) -> None:
    with driving(
        lambda c: WatchedRoom(c, StillClient(welcome("en", room("en", "omok", "playing")))), size=SIZES[2]
    ) as driver:
        client = watched(driver).connection.client
        assert isinstance(client, StillClient)
        for number in (3, 7):
            feed = played(Moment(driver.context, "omok", number, 3, tmp_path))
            client.messages += [RoomChanged(room("en", "omok", "playing")), *match_messages(feed, SPECTATOR)]
            feed.close()
            driver.until(lambda: isinstance(driver.top, GuestTable) and not driver.context.stack.fading)
            client.messages.append(RoomChanged(room("en", "omok")))
            driver.until(lambda: driver.top is watched(driver))


def test_a_room_that_changes_is_drawn_anew() -> None:
    with in_room("en", SIZES[0]) as driver:
        driver.step(5)
        scene = watched(driver)
        client = scene.connection.client
        assert isinstance(client, StillClient)

        def pixels() -> bytes:
            canvas: Canvas = driver.context.canvas
            scene.draw(canvas)
            return canvas.surface.get_buffer().raw

        before = pixels()
        client.messages.append(RoomChanged(room("ko", "tablut")))
        driver.step(3)
        assert pixels() != before


def at_a_mix(stage: str, size: tuple[int, int]):  # type: ignore[no-untyped-def]
    return driving(lambda context: WatchedRoom(context, StillClient(welcome("en", of_mix(stage)))), size=size)


@pytest.mark.parametrize("stage", ["card", "board", "finale"])
def test_a_wide_page_paints_where_a_mix_stands_and_the_code_beside_points(
    stage: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    scanned: list[str] = []
    monkeypatch.setattr(mix_show, "draw_scan_code", lambda _canvas, _box, text: scanned.append(text))
    with at_a_mix(stage, (1920, 1080)) as driver:
        watched(driver).address = ADDRESS
        driver.step(5)
        assert driver.top is watched(driver), "nothing lies over it"
        assert not [each for each in watched(driver).group.walk() if isinstance(each, SeatRow)]
        assert set(scanned) == ({ADDRESS} if stage != "card" else set())
        assert not driver.context.typeface.overflows


def test_an_upright_page_shows_the_card_without_buttons_and_a_finale_for_a_while() -> None:
    with at_a_mix("card", (824, 1380)) as driver:
        driver.until(lambda: isinstance(driver.top, MixPage))
        assert isinstance(driver.top, MixPage)
        assert not [each for each in driver.top.group.walk() if each.focusable]
    with at_a_mix("finale", (824, 1380)) as driver:
        driver.until(lambda: isinstance(driver.top, MixPage))
        driver.step(600)
        assert not isinstance(driver.top, WatchedRoom), "it has not been seen for long"
        driver.until(lambda: isinstance(driver.top, WatchedRoom))
