"""Phones that may join the own room: the switch where it is opened, and the code once it is open."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from game.engine.widgets import Dialog, Toggle
from game.engine.widgets.parts.label import Label
from game.scenes.lobby import open as opening
from game.scenes.lobby.open import OpenScene
from game.scenes.lobby.phones import InvitationDialog, InvitationPicture
from game.scenes.lobby.scene import LobbyScene
from game.scenes.process.host import HostPlan, Opened, host_words
from net.messages import RoomChanged
from tests.engine.widgets.page_driver import click, widgets
from tests.scenes.lobby.lobby_driver import Lobby, Rooms, at_lobby
from tests.scenes.scene_driver import driving
from tests.showroom.lan import ME, room, welcome

pytestmark = pytest.mark.usefixtures("plain_home")
ADDRESS = "http://192.168.0.7:47840/#" + "a1" * 16


@pytest.mark.parametrize("hindrance", ["", "guests.no_library"])
def test_the_switch_is_there_where_phones_can_be_drawn_for_and_else_the_reason(
    hindrance: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    possible = not hindrance
    monkeypatch.setattr(opening, "phones_hindrance", lambda: hindrance)
    given: list[HostPlan] = []
    with driving(lambda context: OpenScene(context, "Mina", "omok")) as driver:
        scene = driver.top
        assert isinstance(scene, OpenScene)
        toggles = [
            each for each in widgets(driver, Toggle) if each.label == scene.style.texts.line("lobby.open.phones")
        ]
        assert len(toggles) == possible and not driver.context.typeface.overflows
        said = [each.text for each in widgets(driver, Label)]
        assert possible or scene.style.texts.line(hindrance) in said
        if possible:
            click(driver, toggles[0])
        monkeypatch.setattr(scene, "_give", given.append)
        scene.open()
        driver.step(2)
    assert [plan.phones for plan in given] == [possible]
    assert ("--phones" in host_words(given[0])) == possible


@pytest.mark.parametrize("language", ["en", "ko"])
def test_the_reason_fits_in_the_least_window_at_the_largest_text(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "phones_hindrance", lambda: "guests.no_library")
    with driving(
        lambda context: OpenScene(context, "Mina", "omok"), size=(960, 540), language=language, text_size=150
    ) as driver:
        driver.step(3)
        assert not driver.context.typeface.overflows


def opened(shown: Lobby) -> Rooms:
    """Open a room that phones may join; the net of the lobby's window is returned."""
    shown.lobby.open(HostPlan("omok", ("open", "open"), "Evening", phones=True))
    shown.net.opened = Opened(25250, b"k" * 16)
    shown.driver.step(3)
    shown.net.opened = None
    return shown.net


def test_the_code_is_shown_once_phones_can_join_and_follows_who_comes() -> None:
    with at_lobby() as shown:
        net = opened(shown)
        state = room("en", "omok", owner=ME)
        shown.client.messages += welcome("en", state)
        shown.driver.step(5)
        assert isinstance(shown.driver.top, LobbyScene)
        net.phones = (ADDRESS,)
        shown.driver.step(5)
        dialog = shown.driver.top
        assert isinstance(dialog, InvitationDialog) and isinstance(dialog.picture, InvitationPicture)
        assert dialog.picture.names == []
        people = tuple(replace(one, browser=one.name == "Nora") for one in state.people)
        shown.client.messages.append(RoomChanged(replace(state, people=people)))
        shown.driver.step(3)
        assert dialog.picture.names == ["Nora"]
        assert not shown.driver.context.typeface.overflows


@pytest.mark.parametrize("language", ["en", "ko"])
def test_where_nobody_opens_the_page_it_is_said_what_may_keep_phones_out(language: str) -> None:
    with at_lobby(language=language) as shown:
        net = opened(shown)
        shown.client.messages += welcome("en", room("en", "omok", owner=ME))
        net.phones = (ADDRESS,)
        shown.driver.step(5)
        dialog = shown.driver.top
        assert isinstance(dialog, InvitationDialog)
        before, net.phones_unasked = dialog.picture.nobody, True
        shown.driver.step(3)
        assert dialog.picture.nobody != before and not shown.driver.context.typeface.overflows


def test_why_phones_cannot_join_is_told_once() -> None:
    with at_lobby() as shown:
        net = opened(shown)
        shown.client.messages += welcome("en", room("en", "omok", owner=ME))
        told: list[str] = []
        shown.driver.context.notify = lambda text, **_: told.append(text)  # type: ignore[method-assign]
        net.phones_refused = "Every port is in use."
        shown.driver.step(9)
        assert told == ["Every port is in use."] and not isinstance(shown.driver.top, Dialog)
