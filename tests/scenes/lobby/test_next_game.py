"""The owner's ways to the next game: from the room, from the results, with options; what is opened again after that."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from game.cabinets.listed import CABINETS
from game.engine.input import CommandName, KeyPressed
from game.engine.widgets import Button, DropDown, Panel
from game.ground.texts import Texts
from game.scenes.lan.log import ConnectionLog
from game.scenes.lan.own_room import OwnRoom
from game.scenes.lobby.open import OpenScene
from game.scenes.lobby.room import options_told
from game.scenes.page.menu import ButtonMenu
from game.scenes.process.host import HostPlan, Opened
from game.scenes.table.rules import RulesPage
from net.messages import Choose, HandOver, Kick, Pardon, RoomChanged
from net.parts import Away, SeatState
from tests.engine.widgets.page_driver import click, group_of, the, widgets
from tests.in_turns import in_turns
from tests.net.house import Peer, begin, finish
from tests.net.processes import Souk
from tests.scenes.lobby.lobby_driver import Lobby, Rooms, at_lobby
from tests.showroom.lan import OWNER
from tests.showroom.lan import room as sample_room

OTHER = "Another game"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    return tmp_path


def open_menu(lobby: Lobby) -> None:
    click(lobby.driver, the(lobby.driver, Button, lambda button: button.tooltip == OTHER))
    lobby.driver.step(2)
    assert isinstance(lobby.driver.top, ButtonMenu)


def test_a_game_is_chosen_by_two_presses_with_a_seat_for_everybody(language: str = "en") -> None:
    with at_lobby() as lobby:
        lobby.come_in(OWNER)
        lobby.driver.context.settings.options["omok.opening"] = "swap2"
        open_menu(lobby)
        lobby.press("Word Lanterns")
        usual = CABINETS["words"].options_in(language)
        assert lobby.sent == [Choose("words", usual, ("open",) * 3 + ("closed",) * 5, 0)]
        open_menu(lobby)
        lobby.press("Omok")
        chosen = lobby.sent[1]
        assert isinstance(chosen, Choose) and chosen.seats == ("open", "open") and chosen.options["opening"] == "swap2"


def test_rules_and_seats_are_chosen_in_the_form_of_a_new_room_without_its_name() -> None:
    with at_lobby() as lobby:
        lobby.come_in(OWNER)
        open_menu(lobby)
        lobby.press("Choose rules and seats…")
        lobby.driver.until(lambda: isinstance(lobby.driver.top, OpenScene) and not lobby.driver.context.stack.fading)
        assert not [widget for widget in widgets(lobby.driver, Button) if widget.label == "Open the room"]
        games = the(lobby.driver, DropDown, lambda picker: picker.value in CABINETS)
        assert games.value == "marrakech"
        games.choose([option.value for option in games.options].index("tablut"))
        lobby.driver.step(2)
        scene = lobby.driver.top
        assert isinstance(scene, OpenScene)
        scene.options["preset"] = "linnaeus"
        lobby.press("Play this")
        lobby.driver.until(lambda: bool(lobby.sent))
        (chosen,) = lobby.sent
        assert isinstance(chosen, Choose) and chosen.game == "tablut" and chosen.options["preset"] == "linnaeus"
        assert not lobby.net.plans, "no other room was opened"
        assert lobby.driver.context.settings.options["tablut.preset"] == "linnaeus"


def test_home_and_end_lead_to_the_ends_of_a_list_of_games() -> None:
    with at_lobby() as lobby:
        lobby.come_in(OWNER)
        open_menu(lobby)
        first, *_, last = widgets(lobby.driver, Button)
        for key, button in (("end", last), ("home", first)):
            lobby.driver.send(KeyPressed(key))
            lobby.driver.step(30)
            assert group_of(lobby.driver).focused_widget is button
        top = lobby.driver.top
        assert isinstance(top, ButtonMenu) and top.group.focused_widget is not None


def test_a_room_is_opened_with_the_game_that_was_played_last() -> None:
    with at_lobby() as lobby:
        lobby.driver.context.settings.played = ("words", "omok")
        click(lobby.driver, lobby.lobby.cards.open_card)
        lobby.driver.until(lambda: isinstance(lobby.driver.top, OpenScene))
        assert lobby.driver.top.game == "words"  # type: ignore[attr-defined]


def test_guests_have_no_such_way_and_owners_none_in_the_middle_of_a_match() -> None:
    with at_lobby() as lobby:
        lobby.come_in()
        assert not [button for button in widgets(lobby.driver, Button) if button.tooltip == OTHER]
    with at_lobby() as lobby:
        lobby.come_in(OWNER, phase="playing")
        assert not the(lobby.driver, Button, lambda button: button.tooltip == OTHER).enabled


def test_the_panel_follows_what_is_played() -> None:
    with at_lobby() as lobby:
        panel = lobby.come_in()
        room = lobby.client.room
        assert room is not None and len(panel.rows) == 4
        people = tuple(msgspec.structs.replace(one, seat=-1 if one.seat > 1 else one.seat) for one in room.people)
        lobby.change(game="omok", options=CABINETS["omok"].options_in("en"), seats=room.seats[:2], people=people)
        assert len(panel.rows) == 2
        lobby.change(game="words", options=CABINETS["words"].options_in("en"), seats=(*room.seats, SeatState("open")))
        assert len(panel.rows) == 5
        assert panel.chat.box.top > panel.primary.box.bottom, "the chat lies below what is pressed"
        assert panel.chat.list.box.top >= panel.chat.box.top


@in_turns(language=["ko", "en"], text_size=[100, 150])
def test_nothing_is_cut(language: str, text_size: int) -> None:
    with at_lobby(size=(960, 540), language=language, text_size=text_size) as lobby:
        line = lobby.driver.context.texts.line
        lobby.come_in(OWNER)
        click(lobby.driver, the(lobby.driver, Button, lambda button: button.tooltip == line("lobby.room.other_game")))
        lobby.driver.step(2)
        lobby.press(line("lobby.next.options"))
        lobby.driver.until(lambda: isinstance(lobby.driver.top, OpenScene) and not lobby.driver.context.stack.fading)
        lobby.driver.step(2)
        assert lobby.driver.context.typeface.overflows == []


def test_a_host_that_ends_is_opened_again_with_what_was_played_last(home: Path) -> None:
    hosts = Rooms()
    own = OwnRoom(hosts.open, ConnectionLog())
    own.begin(HostPlan("nullgame", ("open", "expert"), "ours", "sesame"))
    hosts.opened = Opened(4321, b"k" * 32)
    own.poll(0.0)
    with at_lobby() as lobby:
        lobby.come_in(OWNER)
        room = lobby.client.room
    assert room is not None
    own.follow(msgspec.structs.replace(room, limit=30_000))
    hosts.ended = True
    hosts.opened = None
    own.poll(60.0)
    again = hosts.plans[-1]
    assert (again.game, again.limit, again.port, again.password) == ("marrakech", 30.0, 4321, "sesame")
    assert again.options == room.options and len(again.seats) == len(room.seats)


@pytest.mark.slow
def test_an_evening_of_three_games_in_one_room_whose_host_is_killed(tmp_path: Path) -> None:
    words = ("host", "nullgame", "--address", "127.0.0.1", "--port", "0", "--json", "--stay", "--seats", "open,open")
    with Souk(tmp_path, *words) as host:
        told = host.first_line()
        mia, omar = Peer(told["port"]), Peer(told["port"])
        mia.enter("Mia", owner=bytes.fromhex(told["owner"]))
        omar.enter("Omar")
        seats = {"gems": ("open", "open", "closed", "closed"), "omok": ("open", "open"), "tablut": ("open", "open")}

        for game in ("gems", "omok"):
            mia.send(Choose(game, {"colours": "seat"} if game == "omok" else {}, seats[game]))  # Mia moves first
            omar.until(RoomChanged, lambda change, game=game: change.room.game == game)
            begin([mia, omar], mia)
            if game == "gems":
                finish([mia, omar])
        journals = sorted((tmp_path / "replays").glob("*.souk"))
        assert [journal.stem.split()[2].split("-")[0] for journal in journals] == ["gems", "omok"]
        mia.play_first(mia.to_move())
        omar.to_move()
        host.kill()
    with Souk(tmp_path, "host", "omok", "--address", "127.0.0.1", "--json", "--stay", "--resume", journals[1]) as host:
        told = host.first_line()
        again = Peer(told["port"]), Peer(told["port"])
        for peer, before in zip(again, (mia, omar), strict=True):
            peer.enter("?", token=before.token, owner=bytes.fromhex(told["owner"]) if before is mia else b"")
        assert len(finish(list(again))) == 1
        again[0].send(Choose("tablut", {}, seats["tablut"]))
        again[1].until(RoomChanged, lambda change: change.room.game == "tablut" and change.room.phase == "waiting")
        for peer in (mia, omar, *again):
            peer.close()


@pytest.mark.parametrize("language", ["ko", "en"])
def test_sending_away_asks_for_how_long_and_can_be_taken_back(language: str) -> None:
    with at_lobby(size=(960, 540), language=language, text_size=150) as lobby:
        line = lobby.driver.context.texts.line
        lobby.come_in(OWNER)
        room = lobby.client.room
        assert room is not None
        other = next(person for person in room.people if person.person != OWNER)

        def people() -> Button:
            return the(lobby.driver, Button, lambda button: button.tooltip == line("lobby.room.people"))

        click(lobby.driver, people())
        lobby.driver.step(2)
        seat = line("lobby.people.seat", name=other.name, seat=other.seat + 1)
        lobby.press(seat)
        lobby.press(line("lobby.people.kick"))
        lobby.driver.command(CommandName.CONFIRM)
        assert lobby.sent == [], "the lit answer lets them stay"
        click(lobby.driver, people())
        lobby.driver.step(2)
        lobby.press(seat)
        lobby.press(line("lobby.people.kick"))
        lobby.driver.step(2)
        panel = the(lobby.driver, Panel, bool)
        assert all(panel.box.contains(button.box) for button in widgets(lobby.driver, Button)), "none sticks out"
        lobby.press(line("lobby.kick.for_the_evening"))
        assert lobby.sent == [Kick(other.person, 6 * 3600)]
        lobby.change(away=(Away(other.person, other.name),))
        click(lobby.driver, people())
        lobby.driver.step(2)
        lobby.press(line("lobby.people.pardon", name=other.name))
        assert lobby.sent[1:] == [Pardon(other.person)]
        assert lobby.driver.context.typeface.overflows == []


def test_the_owner_hands_the_room_over() -> None:
    with at_lobby() as lobby:
        line = lobby.driver.context.texts.line
        lobby.come_in(OWNER)
        room = lobby.client.room
        assert room is not None
        other = next(person for person in room.people if person.person != OWNER and person.present)
        click(lobby.driver, the(lobby.driver, Button, lambda button: button.tooltip == line("lobby.room.people")))
        lobby.driver.step(2)
        lobby.press(line("lobby.people.seat", name=other.name, seat=other.seat + 1))
        lobby.press(line("lobby.people.hand_over"))
        lobby.driver.command(CommandName.CONFIRM)
        assert lobby.sent == [], "the lit answer keeps the room"
        click(lobby.driver, the(lobby.driver, Button, lambda button: button.tooltip == line("lobby.room.people")))
        lobby.driver.step(2)
        lobby.press(line("lobby.people.seat", name=other.name, seat=other.seat + 1))
        for _ in range(2):
            lobby.press(line("lobby.people.hand_over"))
        assert lobby.sent == [HandOver(other.person)]
        people = tuple(msgspec.structs.replace(one, owner=one.person == other.person) for one in room.people)
        lobby.change(people=people)
        assert not [button for button in widgets(lobby.driver, Button) if button.tooltip == OTHER]


def test_a_room_tells_what_is_not_as_usual_and_shows_its_rules() -> None:
    room = sample_room("en", "words")
    usual = CABINETS["words"].options_in("en")
    told = msgspec.structs.replace(room, options=usual | {"rounds": 7, "mission": True, "themes": "animal,plant"})
    texts = Texts("en")
    phrases = options_told(told, texts)
    assert phrases[0].startswith("Mode: ") and "Rounds: 7" in phrases and len(phrases) == 4
    assert len(options_told(msgspec.structs.replace(room, options=usual), texts)) == 1
    assert options_told(msgspec.structs.replace(room, version=10**6), texts) == []
    assert options_told(sample_room("en", "marrakech"), texts) == [], "what is for two is not told to four"
    with at_lobby() as lobby:
        lobby.come_in()
        click(lobby.driver, the(lobby.driver, Button, lambda button: button.icon == "book-open"))
        lobby.driver.until(lambda: isinstance(lobby.driver.top, RulesPage))
