"""The lobby: finding, going in, being refused, and the room, by mouse, by keys and by pad, on a made-up network."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from game.cabinets.listed import CABINETS
from game.core.errors import SpokenError
from game.engine.input import (
    FIRST_PAD,
    KEYBOARD,
    CommandName,
    Device,
    PointerMoved,
    PointerPressed,
    PointerReleased,
    TextComposed,
    TextTyped,
)
from game.engine.scene import Context
from game.engine.widgets import Button, Dialog, DropDown, Entry, escape
from game.ground import paths
from game.ground.program import own_command
from game.ground.texts import Texts
from game.scenes.lan.link import Joining
from game.scenes.lan.words import spoken
from game.scenes.lobby.card import MatchCard, OpenCard
from game.scenes.lobby.chat import ChatPanel
from game.scenes.lobby.guide import GuideStep
from game.scenes.lobby.open import OpenScene
from game.scenes.lobby.room import RoomPanel
from game.scenes.lobby.room_seat import SeatRow
from game.scenes.lobby.scene import LobbyScene
from game.scenes.page.menu import ButtonMenu
from game.scenes.process.host import HostError, HostPlan, Opened, host_words
from game.scenes.settings.scene import SettingsScene
from net.address import Address
from net.client.tokens import TokenFile
from net.errors import PasswordError, RefusedError, TimedOutError, UnknownHostError, VersionError
from net.messages import Kick, Ready, Said, Say, SetSeat, Start, Swap, Take, Told
from net.states import ClientState
from tests.engine.widgets.page_driver import click, go_to, reachable, the, widgets
from tests.scenes.lobby.lobby_driver import MATCHES, Rooms, at_lobby
from tests.scenes.scene_driver import driving
from tests.showroom.lan import LATE, ME, OWNER, room, welcome


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))


def test_matches_appear_change_and_vanish_by_themselves() -> None:
    with at_lobby() as lobby:
        lobby.driver.step(2)
        assert not lobby.cards() and lobby.keys == []
        lobby.net.finder.found = MATCHES[:1]
        lobby.driver.step(2)
        (card,) = lobby.cards()
        assert card.facts.name == "Leila's rugs" and card.facts.free == 1 and card.facts.latency == 4
        full = msgspec.structs.replace(MATCHES[0].offer, free=0)
        lobby.net.finder.found = [msgspec.structs.replace(MATCHES[0], offer=full), *MATCHES[1:]]
        lobby.driver.step(2)
        assert lobby.cards()[0] is card and card.facts.free == 0 and len(lobby.cards()) == 4
        lobby.net.finder.found = MATCHES[1:]
        lobby.driver.step(2)
        assert card not in lobby.cards()
        assert lobby.keys == ["lobby.log.appeared", "lobby.log.found", "lobby.log.vanished"]


def test_where_nobody_is_found_it_says_what_to_do() -> None:
    with at_lobby() as lobby:
        pressed = lobby.driver.context.texts.line("lobby.guide.card")
        lobby.driver.step(2)
        assert pressed not in [step.text for step in widgets(lobby.driver, GuideStep)], "there is no card yet"
        lobby.driver.step(60 * 6)
        assert lobby.keys == ["lobby.log.none"]
        lobby.net.finder.found = MATCHES[:1]
        lobby.driver.step(2)
        assert lobby.cards() and pressed in [step.text for step in widgets(lobby.driver, GuideStep)]


def test_advice_that_comes_in_the_middle_of_a_press_swallows_no_click() -> None:
    with at_lobby() as lobby:
        lobby.write(lobby.entry("Address"), "10.0.0.5")
        join = lobby.button("Join")
        lobby.driver.send(PointerMoved(*join.box.center), PointerPressed(*join.box.center))
        lobby.driver.until(lambda: "lobby.log.none" in lobby.keys, 60 * 6)
        lobby.driver.step(2)
        assert lobby.button("Join") is not join
        lobby.driver.send(PointerReleased(*join.box.center))
        assert [asked[0].host for asked in lobby.net.asked] == ["10.0.0.5"]


def test_the_only_match_there_is_needs_no_address() -> None:
    with at_lobby(MATCHES[:1]) as lobby:
        lobby.driver.step(2)
        lobby.press("Watch")
        assert [asked[0] for asked in lobby.net.asked] == [MATCHES[0].address]


def test_the_network_is_listened_to_while_one_is_at_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    with at_lobby(MATCHES) as lobby:
        lobby.come_in()
        heard: list[float] = []
        monkeypatch.setattr(lobby.net.finder, "poll", heard.append)
        lobby.driver.context.stack.push(SettingsScene(lobby.driver.context))
        lobby.driver.until(lambda: lobby.driver.top is not lobby.lobby and not lobby.driver.context.stack.fading)
        heard.clear()
        lobby.driver.step(5)
        assert len(heard) == 5


def test_a_card_is_chosen_and_then_gone_into() -> None:
    with at_lobby(MATCHES) as lobby:
        lobby.driver.step(2)
        click(lobby.driver, lobby.cards()[1])
        assert lobby.entry("Address").text == "192.168.0.13" and lobby.cards()[1].chosen
        assert not lobby.net.asked
        click(lobby.driver, lobby.cards()[1])
        assert [asked[0] for asked in lobby.net.asked] == [Address("192.168.0.13", 25250)]


@pytest.mark.parametrize("language", ["ko", "en"])
@pytest.mark.parametrize("text_size", [100, 150])
def test_a_card_tells_of_the_seat_that_joining_comes_back_to(language: str, text_size: int) -> None:
    """Of a match that goes on, by the name it was played under; its password was proven then."""
    tokens = TokenFile(paths.cache() / "lan", MATCHES[2].address, "Mia", MATCHES[2].offer.host_id)
    tokens.keep(b"t" * 32, "marrakech/Rug Masters")
    tokens.close()
    going_on = [msgspec.structs.replace(m, offer=msgspec.structs.replace(m.offer, playing=True)) for m in MATCHES]
    with at_lobby(MATCHES, language=language, text_size=text_size) as lobby:
        line = lobby.driver.context.texts.line
        lobby.driver.step(2)
        lobby.write(lobby.entry(line("lobby.join.name")), "Mia")
        assert not any(card.facts.seated for card in lobby.cards()), "nobody plays"
        lobby.net.finder.found = going_on
        lobby.driver.step(2)
        assert [card.facts.seated for card in lobby.cards()] == [False, False, True, False]
        lobby.button(line("lobby.join.watch"))
        click(lobby.driver, lobby.cards()[2])
        lobby.driver.step(2)
        assert not lobby.driver.context.typeface.overflows
        assert line("lobby.join.watch") not in [button.label for button in widgets(lobby.driver, Button)]
        lobby.write(lobby.entry(line("lobby.join.name")), "Omar")
        assert not any(card.facts.seated for card in lobby.cards()) and lobby.button(line("lobby.join.join"))
        lobby.write(lobby.entry(line("lobby.join.name")), "Mia")
        lobby.press(line("lobby.join.back"))
        assert [(asked[0], asked[1], asked[3]) for asked in lobby.net.asked] == [(MATCHES[2].address, "Mia", "")]
        lobby.press(line("lobby.join.cancel"))


@pytest.mark.parametrize("device", [KEYBOARD, FIRST_PAD], ids=str)
def test_by_commands_alone_one_gets_into_a_match_and_is_ready(device: Device) -> None:
    with at_lobby(MATCHES) as lobby:
        lobby.driver.step(2)
        go_to(lobby.driver, lobby.cards()[0], device)
        for _ in range(2):
            lobby.driver.command(CommandName.CONFIRM, device)
        lobby.client.messages += welcome("en", room("en", "marrakech"))
        lobby.driver.step(3)
        lobby.driver.command(CommandName.CONFIRM, device)
        assert lobby.sent == [Ready(True)]


def test_everything_can_be_reached() -> None:
    with at_lobby(MATCHES) as lobby:
        lobby.driver.step(2)
        lobby.come_in(OWNER)
        found_widgets = reachable(lobby.driver)
        wanted = [w for kind in (MatchCard, OpenCard, SeatRow, Entry, Button) for w in widgets(lobby.driver, kind)]
        assert {id(widget) for widget in wanted if widget.takes_focus} <= found_widgets


def test_the_join_button_waits_while_it_is_tried_and_comes_back_after_an_error() -> None:
    with at_lobby() as lobby:
        lobby.write(lobby.entry("Address"), "192.168.0.99:4000")
        lobby.write(lobby.entry("My name"), "Mia")
        join = lobby.button("Join")
        click(lobby.driver, join)
        assert lobby.net.asked == [(Address("192.168.0.99", 4000), "Mia", False, "", b"")]
        assert not join.enabled and join.label == "Trying"
        click(lobby.driver, join)
        assert len(lobby.net.asked) == 1
        lobby.fail(RefusedError("net.error.refused", address="192.168.0.99", port=4000))
        assert lobby.button("Join").enabled and lobby.lobby.connection is None
        assert lobby.keys[-1] == "net.error.refused" and lobby.lobby.log.lines[-1].tone == "bad"
        assert lobby.entry("Address").text == "192.168.0.99:4000"
        assert lobby.driver.context.settings.names == ("Mia",)
        lobby.press("Join")
        assert len(lobby.net.asked) == 2


@pytest.mark.parametrize(
    "error",
    [
        UnknownHostError("net.error.unknown_host", address="nobody"),
        TimedOutError("net.error.timed_out", address="10.0.0.1", port=25250),
        TimedOutError("net.error.silent", address="10.0.0.1", port=25250),
        VersionError("net.dropped.version", game="nullgame", here=1, there=2),
        PasswordError("net.dropped.password"),
        RefusedError("net.dropped.full"),
    ],
    ids=lambda error: error.key,
)
@pytest.mark.parametrize("language", ["ko", "en"])
def test_each_error_is_a_sentence_of_its_own(error: SpokenError, language: str) -> None:
    assert spoken(Texts(language), error.key, error.values) not in {error.key, ""}
    with at_lobby() as lobby:
        lobby.write(lobby.entry("Address"), "10.0.0.1")
        lobby.press("Join")
        lobby.fail(error)
        assert lobby.keys[-1] == error.key
        assert lobby.button("Join").enabled and not lobby.driver.context.typeface.overflows
        why = escape(spoken(lobby.driver.context.texts, error.key, error.values))
        said = {step.text for step in widgets(lobby.driver, GuideStep)}
        assert why in said, "the panel says it, not the log alone"


@pytest.mark.parametrize(
    ("text", "key"),
    [("", "empty"), ("1.2.3", "four"), ("fe80::1", "six"), ("a b", "name"), ("10.0.0.1:99999", "port")],
)
def test_what_is_no_address_is_never_dialled(text: str, key: str) -> None:
    with at_lobby() as lobby:
        if text:
            lobby.write(lobby.entry("Address"), text)
        lobby.press("Join")
        assert not lobby.net.asked and lobby.keys[-1] == f"discovery.address.{key}"
        assert lobby.entry("Address").focused
        assert the(lobby.driver, GuideStep, lambda step: step.icon == "circle-x")


def test_an_attempt_can_be_given_up() -> None:
    with at_lobby() as lobby:
        lobby.write(lobby.entry("Address"), "10.0.0.5")
        lobby.press("Join")
        lobby.press("Stop")
        assert lobby.client.state is ClientState.CLOSED and lobby.lobby.connection is None
        assert lobby.button("Join").enabled and not lobby.driver.context.companions


def test_a_command_line_leads_into_a_room_at_once() -> None:
    net = Rooms()
    joining = Joining(Address("10.0.0.7", 4000), "Mia", password="sesame", owner=b"k" * 32)

    def make(context: Context) -> LobbyScene:
        return LobbyScene(context, finder=net.finder, connector=net.connect, joining=joining)

    with driving(make) as driver:
        driver.step(2)
        assert net.asked == [(Address("10.0.0.7", 4000), "Mia", False, "sesame", b"k" * 32)]
        assert not the(driver, Button, lambda widget: widget.label == "Trying").enabled


def test_a_name_is_composed_in_korean() -> None:
    with at_lobby(language="ko") as lobby:
        click(lobby.driver, lobby.entry("내 이름"))
        lobby.driver.send(TextTyped("하늘바"), TextComposed("라"), TextComposed("람"), TextTyped("람"))
        lobby.write(lobby.entry("주소"), "하늘-노트북.local")
        lobby.driver.command(CommandName.CONFIRM)
        assert lobby.net.asked[0][:2] == (Address("하늘-노트북.local", 25250), "하늘바람")


def test_a_locked_match_asks_for_its_password_first() -> None:
    with at_lobby(MATCHES) as lobby:
        lobby.driver.step(2)
        click(lobby.driver, lobby.cards()[2])
        lobby.press("Watch")
        assert isinstance(lobby.driver.top, Dialog) and not lobby.net.asked
        lobby.driver.send(TextTyped("sesame"))
        lobby.driver.command(CommandName.CONFIRM)
        lobby.driver.step(3)
        assert lobby.net.asked[0][2:4] == (True, "sesame")
        lobby.fail(PasswordError("net.dropped.password"))
        assert lobby.driver.top is lobby.lobby and lobby.keys[-1] == "net.dropped.password"


def test_a_password_that_was_not_known_of_is_asked_for() -> None:
    with at_lobby() as lobby:
        lobby.write(lobby.entry("Address"), "10.0.0.5")
        lobby.press("Join")
        lobby.fail(PasswordError("net.error.password_needed"))
        assert isinstance(lobby.driver.top, Dialog)
        lobby.driver.send(TextTyped("sesame"))
        lobby.driver.command(CommandName.CONFIRM)
        lobby.driver.step(3)
        assert [asked[3] for asked in lobby.net.asked] == ["", "sesame"]


def test_a_password_that_let_us_in_is_not_asked_for_again_until_it_is_refused() -> None:
    with at_lobby() as lobby:

        def join(said: str = "") -> None:
            lobby.write(lobby.entry("Address"), "10.0.0.5")
            lobby.press("Join")
            if said:
                lobby.fail(PasswordError("net.error.password_needed"))
                lobby.driver.send(TextTyped(said))
                lobby.driver.command(CommandName.CONFIRM)
                lobby.driver.step(3)

        join("sesame")
        lobby.client.messages += welcome("en", room("en", "marrakech"), ME)
        lobby.driver.step(3)
        lobby.press("Leave")
        join()
        assert [asked[3] for asked in lobby.net.asked] == ["", "sesame", "sesame"]
        lobby.fail(PasswordError("net.dropped.password"))
        assert isinstance(lobby.driver.top, Dialog), "it is another one by now"
        lobby.driver.command(CommandName.BACK)
        lobby.driver.step(3)
        join()
        assert lobby.net.asked[-1][3] == ""


def test_a_room_is_opened_again_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    with at_lobby() as lobby:
        driver = lobby.driver

        def come_to(kind: type) -> Any:
            driver.until(lambda: isinstance(driver.top, kind) and not driver.context.stack.fading)
            return driver.top

        click(driver, lobby.lobby.cards.open_card)
        scene = come_to(OpenScene)
        scene.take_game("gems")
        scene.name, scene.password, scene.seats[1] = "The party", "sesame", "closed"
        scene.open()
        come_to(LobbyScene)
        lobby.net.opened = HostError("lobby.host.ended")
        driver.step(3)
        click(driver, lobby.lobby.cards.open_card)
        scene = come_to(OpenScene)
        assert (scene.game, scene.name, scene.password) == ("gems", "The party", "sesame")
        assert scene.seats == ["open", "closed", "open", "open"]


def test_while_a_password_is_tried_nothing_says_it_was_wrong() -> None:
    with at_lobby() as lobby:
        lobby.write(lobby.entry("Address"), "10.0.0.5")
        lobby.press("Join")
        lobby.fail(PasswordError("net.dropped.password"))
        assert widgets(lobby.driver, GuideStep)[0].text != "", "the guide says what to do"
        told = lobby.lobby.panel
        lobby.press("Join")
        assert lobby.lobby.panel is not told and lobby.lobby.log.refused is not None
        lobby.driver.step(2)
        titles = [getattr(panel, "title", "") for panel in (told, lobby.lobby.panel)]
        assert titles[0] != titles[1]


def test_a_guest_takes_a_seat_gets_ready_talks_and_leaves() -> None:
    with at_lobby() as lobby:
        panel = lobby.come_in()
        assert not lobby.button("Join").enabled
        lobby.press("Ready")
        click(lobby.driver, panel.rows[3])
        assert lobby.sent == [Ready(True), Take(3)]
        assert not panel.rows[0].takes_focus
        chat = the(lobby.driver, ChatPanel, bool)
        lobby.write(chat.entry, "안녕하세요")
        lobby.driver.command(CommandName.CONFIRM)
        assert lobby.sent[-1] == Say("안녕하세요") and chat.entry.text == ""
        connection = lobby.lobby.connection
        assert connection is not None
        lobby.client.messages.append(Said(ME, "Skylark", "안녕하세요"))
        lobby.driver.step(2)
        assert connection.chat[-1].text == "안녕하세요" and connection.unread == 0
        lobby.press("Leave")
        assert lobby.lobby.connection is None and lobby.client.state is ClientState.CLOSED


def test_the_owner_arranges_the_room() -> None:
    with at_lobby() as lobby:
        panel = lobby.come_in(OWNER)

        def choose(row: int, label: str) -> None:
            click(lobby.driver, panel.rows[row])
            lobby.driver.step(2)
            assert isinstance(lobby.driver.top, ButtonMenu)
            lobby.press(label)
            lobby.driver.step(2)

        choose(3, "Seat a computer: Expert")
        panel = the(lobby.driver, RoomPanel, bool)
        choose(3, "Close the seat")
        panel = the(lobby.driver, RoomPanel, bool)
        choose(1, "Send Omar away")
        lobby.press("For a minute")
        panel = the(lobby.driver, RoomPanel, bool)
        choose(2, "Move up")
        assert lobby.sent == [SetSeat(3, "bot", "expert"), SetSeat(3, "closed"), Kick(LATE, 60), Swap(2, 1)]


def test_the_owner_starts_when_everybody_is_ready() -> None:
    with at_lobby() as lobby:
        lobby.come_in(OWNER)
        assert not lobby.button("Start").enabled
        assert lobby.client.room is not None
        seats = tuple(msgspec.structs.replace(seat, ready=True) for seat in lobby.client.room.seats)
        lobby.change(seats=seats)
        lobby.press("Start")
        assert lobby.sent == [Start()]


def test_a_match_of_ones_own_is_opened_and_gone_into_as_its_owner() -> None:
    with at_lobby() as lobby:
        click(lobby.driver, the(lobby.driver, OpenCard, bool))
        lobby.driver.until(lambda: isinstance(lobby.driver.top, OpenScene))
        lobby.driver.until(lambda: not lobby.driver.context.stack.fading)
        games = the(lobby.driver, DropDown, lambda picker: picker.value in CABINETS)
        games.choose([option.value for option in games.options].index("marrakech"))
        lobby.driver.step(2)
        click(lobby.driver, [drop for drop in widgets(lobby.driver, DropDown) if drop.value not in CABINETS][3])
        lobby.driver.command(CommandName.DOWN)
        lobby.driver.command(CommandName.CONFIRM)
        lobby.write(lobby.entry("Password"), "sesame")
        lobby.press("Open the room")
        lobby.driver.until(lambda: lobby.driver.top is lobby.lobby and not lobby.driver.context.stack.fading)
        (plan,) = lobby.net.plans
        assert plan.seats == ("open", "open", "open", "random") and plan.password == "sesame"
        assert not lobby.net.asked and not lobby.button("Trying").enabled
        lobby.net.opened = Opened(4321, b"k" * 32)
        lobby.driver.step(2)
        assert lobby.net.asked == [(Address("127.0.0.1", 4321), "Player 1", False, "sesame", b"k" * 32)]
        lobby.client.messages += welcome("en", room("en", "marrakech"), OWNER)
        lobby.driver.step(3)
        lobby.press("Close room")
        assert isinstance(lobby.driver.top, Dialog)
        lobby.press("Close room")
        lobby.driver.step(3)
        assert lobby.net.host_ends == ["closed"] and lobby.lobby.connection is None


def test_a_room_that_cannot_be_opened_says_why() -> None:
    with at_lobby() as lobby:
        lobby.net.opened = HostError("lobby.host.failed", why="no")
        lobby.lobby.open(HostPlan("nullgame", ("open",), "Room"))
        lobby.driver.step(3)
        assert lobby.keys[-1] == "lobby.host.failed" and lobby.button("Join").enabled


@pytest.mark.parametrize(("alone", "end"), [(True, "closed"), (False, "abandoned")])
def test_a_room_ends_with_the_window_unless_others_are_in_it(alone: bool, end: str) -> None:
    with at_lobby() as lobby:
        lobby.net.opened = Opened(4321, b"k" * 32)
        lobby.lobby.open(HostPlan("marrakech", ("open",) * 4, "Room"))
        lobby.driver.step(2)
        state = room("en", "marrakech")
        if alone:
            state = msgspec.structs.replace(state, people=state.people[:1])
        lobby.client.messages += welcome("en", state, OWNER)
        lobby.driver.step(3)
    assert lobby.net.host_ends == [end]


def test_back_leaves_the_entry_then_asks_then_goes_home() -> None:
    with at_lobby() as lobby:
        click(lobby.driver, lobby.entry("Address"))
        lobby.driver.command(CommandName.BACK)
        assert lobby.driver.context.stack.top is lobby.lobby
        lobby.driver.command(CommandName.BACK)
        lobby.driver.step(2)
        assert lobby.driver.context.stack.top is None


def test_a_host_cannot_make_us_say_what_is_not_ours() -> None:
    texts = Texts("en")
    for key, values in (("no.such.key", {}), ("net.log.joined", {}), ("lobby.log.unknown", {}), ("title.quit", {})):
        assert spoken(texts, key, values)
    with at_lobby() as lobby:
        lobby.come_in()
        lobby.client.messages += [
            Told("net.log.connecting"),
            Told("x" * 80),
            Told("net.log.joined", {"name": "가" * 60}),
        ]
        lobby.driver.step(4)
        assert not lobby.driver.context.typeface.overflows


def test_the_password_never_stands_on_a_command_line() -> None:
    plan = HostPlan("nullgame", ("open",), "Room", password="sesame", options={"smallest": 5})
    words = own_command(host_words(replace(plan, port=0)))
    assert "sesame" not in " ".join(words) and "smallest=5" in words


def test_a_running_match_leads_in_as_a_watcher() -> None:
    with at_lobby() as lobby:
        lobby.write(lobby.entry("Address"), "10.0.0.1")
        lobby.press("Join")
        lobby.fail(RefusedError("net.dropped.playing"))
        assert [watch for _, _, watch, _, _ in lobby.net.asked] == [False, True]
