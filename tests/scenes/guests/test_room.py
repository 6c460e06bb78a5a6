"""What a guest in a browser reaches: the room and its match, and nothing of the host's computer."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from game.core.rules import SPECTATOR, Result, SeatResult
from game.engine.canvas import Canvas
from game.engine.scene import Context
from game.engine.text import Typeface
from game.engine.widgets import Button, Dialog
from game.scenes.guests.room import GuestRoom
from game.scenes.guests.table import ALLOWED, GuestTable
from game.scenes.table.menu import MenuChoice, TableMenu
from game.scenes.table.results import ResultsScene
from net.errors import KickedError
from net.messages import Ended, HostMessage, RoomChanged
from net.states import ClientState
from tests.scenes.scene_driver import Driver, driving
from tests.showroom.lan import StillClient, match_messages, room, welcome
from tests.showroom.moment import Moment, played

pytestmark = pytest.mark.usefixtures("plain_home")
RESULT = Result((SeatResult(1, 1), SeatResult(2, 0)), "omok.end.five")
SIZES = [(824, 1480), (1280, 720)]


def in_room(messages: Sequence[HostMessage], size: tuple[int, int] = SIZES[0]):  # type: ignore[no-untyped-def]
    return driving(lambda context: GuestRoom(context, StillClient(messages)), size=size)


def guest_room(driver: Driver) -> GuestRoom:
    found = driver.context.stack.scenes[0]
    assert isinstance(found, GuestRoom)
    return found


def client(driver: Driver) -> StillClient:
    found = guest_room(driver).connection.client
    assert isinstance(found, StillClient)
    return found


def begin(driver: Driver, tmp_path: Path, viewer: int = 0) -> GuestTable:
    feed = played(Moment(driver.context, "omok", 1, 3, tmp_path))
    client(driver).messages += match_messages(feed, viewer)
    feed.close()
    driver.until(lambda: isinstance(driver.top, GuestTable) and not driver.context.stack.fading)
    table = driver.top
    assert isinstance(table, GuestTable)
    return table


def offered(driver: Driver) -> set[str]:
    widgets = driver.top.group.walk()  # type: ignore[attr-defined]
    return {each.tooltip for each in widgets if isinstance(each, Button) and each.visible}


@pytest.mark.parametrize("size", SIZES)
def test_a_guest_sees_the_room_within_the_frame_and_no_way_out_of_it(size: tuple[int, int]) -> None:
    with in_room(welcome("en", room("en", "omok")), size) as driver:
        driver.step(5)
        scene = guest_room(driver)
        assert scene.design.box.contains(scene.panel.box)
        assert scene.panel.box.height > 500
        line = driver.context.texts.line
        assert not offered(driver) & {
            line("lobby.wish.title"),
            line("lobby.room.other_game"),
            line("table.menu.look_up"),
        }
        assert not driver.context.typeface.overflows


def test_a_match_begins_at_the_guests_own_table_and_its_end_leads_back(tmp_path: Path) -> None:
    with in_room(welcome("en", room("en", "omok", "playing"))) as driver:
        table = begin(driver, tmp_path)
        assert table.lan.viewer == 0
        table.carry_out(MenuChoice.ROOM)
        driver.until(lambda: driver.top is guest_room(driver))


@pytest.mark.parametrize("viewer", [0, SPECTATOR])
def test_the_menu_offers_what_is_allowed_and_nothing_else_is_carried_out(viewer: int, tmp_path: Path) -> None:
    with in_room(welcome("en", room("en", "omok", "playing"))) as driver:
        table = begin(driver, tmp_path, viewer)
        table.open_menu()
        driver.step(3)
        menu = driver.top
        assert isinstance(menu, TableMenu) and menu.choices and set(menu.choices) <= ALLOWED
        assert set(table.results_choices()) <= ALLOWED
        driver.context.stack.pop()
        driver.until(lambda: driver.top is table)
        for choice in set(MenuChoice) - ALLOWED:
            table.carry_out(choice)
            driver.step(2)
            assert driver.top is table, choice


def test_leaving_a_match_is_asked_about_and_ends_the_stay(tmp_path: Path) -> None:
    with in_room(welcome("en", room("en", "omok", "playing"))) as driver:
        driver.step(3)
        scene = guest_room(driver)
        scene.ask_to_leave()
        driver.step(3)
        assert isinstance(driver.top, Dialog) and scene.ended is None
        driver.context.stack.pop(True)
        driver.step(3)
        assert scene.ended == ""


def test_a_guest_who_is_sent_away_is_told_why() -> None:
    with in_room(welcome("en", room("en", "omok"))) as driver:
        driver.step(3)
        scene = guest_room(driver)
        client(driver).give_up(KickedError("net.dropped.kicked", seconds=60))
        driver.step(3)
        assert client(driver).state is ClientState.CLOSED
        assert scene.ended and "60" in scene.ended


def test_a_fault_of_a_picture_ends_the_stay_and_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: Context, __: float) -> None:
        raise RuntimeError("planted")

    with in_room(welcome("en", room("en", "omok"))) as driver:
        driver.step(3)
        scene = guest_room(driver)
        driver.context.stack.forgiving = True
        monkeypatch.setattr(scene.panel, "update", broken)
        driver.step(2)
        assert scene.ended


def test_the_gate_loads_no_pygame() -> None:
    said = (
        "import sys, game.commands.phones, game.scenes.guests.nursery, net.web.guests; print('pygame' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", said], capture_output=True, encoding="utf-8", check=True)
    assert done.stdout.strip() == "False"


@pytest.mark.parametrize(
    ("game", "told"), [("rails", "watch"), ("workshop", "watch"), ("rooftops", "pad"), ("omok", "")]
)
def test_a_guest_is_told_what_a_phone_is_good_for_in_the_room_s_game(game: str, told: str) -> None:
    with in_room(welcome("en", room("en", game))) as driver:
        driver.step(5)
        first = guest_room(driver).panel._told.wordings[:1]
        sentences = {each: driver.context.texts.line(f"lobby.room.by_phone.{each}") for each in ("watch", "pad")}
        assert [each for each in sentences if first and first[0].startswith(sentences[each])] == (
            [told] if told else []
        )


def test_no_guest_is_sent_to_replays_that_lie_at_another_computer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with in_room(welcome("en", room("en", "omok", "playing"))) as driver:
        number = len(begin(driver, tmp_path).feed.entries)
        client(driver).messages += [Ended("over", number, "00", RESULT), RoomChanged(room("en", "omok", "after"))]
        driver.until(lambda: isinstance(driver.top, ResultsScene) and not driver.context.stack.fading)
        written: list[str] = []
        line = Typeface.line

        def noted(self: Typeface, canvas: Canvas, text: str, *rest: Any, **more: Any) -> float:
            written.append(text)
            return line(self, canvas, text, *rest, **more)

        monkeypatch.setattr(Typeface, "line", noted)
        driver.step(3)
        kept = driver.context.texts.line("results.recorded"), driver.context.texts.line("results.unrecorded")
        assert written and not set(kept) & set(written)
