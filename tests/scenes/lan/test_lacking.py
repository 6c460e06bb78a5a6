"""Who lacks the game that a room chooses stays in the room, is told so, looks on, and plays again in the next game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from game.cabinets.listed import CABINETS
from game.core.elsewhere import Brought
from game.engine.widgets.parts.label import OneLine
from game.ground.texts import LANGUAGES, Texts
from game.scenes.lan.connection import RoomConnection, lack_of
from game.scenes.lan.log import ConnectionLog
from game.scenes.lobby.people import _told
from game.scenes.lobby.room import RoomPanel
from net.errors import dropped_error
from net.evening import Stop
from net.messages import (
    Begun,
    Choose,
    Dropped,
    Ended,
    Ready,
    Recorded,
    Rejected,
    RoomChanged,
    Start,
    Take,
    Told,
    raw,
)
from tests.engine.widgets.page_driver import widgets
from tests.net.house import OWNER_KEY, Peer, house, plan_of
from tests.scenes.lobby.lobby_driver import at_lobby
from tests.scenes.scene_driver import Told as Toasts
from tests.showroom.lan import ME, OWNER, StillClient, room, welcome

GAMES = {game: CABINETS[game] for game in ("nullgame", "omok", "gems")}
OTHER_VERSION = CABINETS["omok"].info.version + 1


def games(**changed: int) -> dict[str, int]:
    """The games of a program, some in another version; 0 for none."""
    known = {game: cabinet.info.version for game, cabinet in GAMES.items()} | changed
    return {game: version for game, version in known.items() if version}


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))


@pytest.fixture(params=[0, OTHER_VERSION])
def party(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[tuple[int, Peer, Peer]]:
    """Mia, who owns a room of three games, and Omar, whose program lacks Omok or has another version of it."""
    with house(plan_of(tmp_path, seats=2, games=GAMES, lists=tmp_path)) as running:
        mia, omar = Peer(running.port), Peer(running.port)
        mia.enter("Mia", owner=OWNER_KEY, games=games())
        omar.enter("Omar", games=games(omok=request.param))
        yield running.port, mia, omar
        mia.close()
        omar.close()


def seat_of(peer: Peer) -> int:
    assert peer.room is not None
    return next(person.seat for person in peer.room.people if person.person == peer.person)


def choose(mia: Peer, game: str) -> None:
    mia.send(Choose(game, {}, ("open", "open") if game != "gems" else ("open",) * 2 + ("closed",) * 2, 0))


def test_who_lacks_the_chosen_game_looks_on_and_is_back_in_the_next(party: tuple[int, Peer, Peer]) -> None:
    _, mia, omar = party
    choose(mia, "omok")
    told = mia.until(Told, lambda told: told.key == "net.log.lacks")
    assert told.values == {"name": "Omar", "game": "omok"}
    now = omar.until_room(lambda room: room.game == "omok")
    assert [(person.name, person.lacks) for person in now.people] == [("Mia", False), ("Omar", True)]
    assert seat_of(omar) == -1, "a seat that cannot be played holds nobody up"
    omar.send(Take(1))
    assert omar.until(Rejected).why == "net.refuse.lacks"
    mia.send(Start())
    mia.until(Begun)
    omar.send(Take(1))
    assert omar.until(Rejected).why == "net.refuse.lacks", "nor is a computer's seat taken over"
    mia.send(Stop())
    mia.until_room(lambda room: room.phase == "after")
    choose(mia, "gems")
    now = omar.until_room(lambda room: room.game == "gems" and sum(one.kind == "person" for one in room.seats) == 2)
    assert seat_of(omar) >= 0 and not any(person.lacks for person in now.people)
    omar.send(Ready(True))
    mia.until_room(lambda room: any(seat.ready for seat in room.seats))
    mia.send(Start())
    omar.until(Begun, lambda begun: begun.viewer >= 0)


def test_who_lacks_it_finds_the_room_again_and_a_stranger_is_told_at_the_door(party: tuple[int, Peer, Peer]) -> None:
    port, mia, omar = party
    choose(mia, "omok")
    omar.until_room(lambda room: room.game == "omok")
    omar.close()
    mia.until_room(lambda room: not all(person.present for person in room.people))
    again, stranger = Peer(port), Peer(port)
    welcomed = again.enter("Omar", games=games(omok=0), token=omar.token)
    assert welcomed.person == omar.person and welcomed.room.game == "omok"
    stranger.hello("Jun", games=games(omok=0))
    assert stranger.until(Dropped).why == "version"
    again.close()
    stranger.close()


# At the window.


NOT_HERE: list[dict[str, Any]] = [{"game": "chess"}, {"version": OTHER_VERSION}]


def lacking(phase: str = "waiting", **changes: Any) -> Any:
    """The room of a game that this program lacks, where this person has no seat."""
    state = room("en", "omok", phase)
    people = tuple(
        msgspec.structs.replace(one, seat=-1, lacks=True) if one.person == ME else one for one in state.people
    )
    return msgspec.structs.replace(state, people=people, **changes)


@pytest.mark.parametrize("change", NOT_HERE)
def test_a_match_of_a_game_that_is_not_here_is_waited_for_in_the_room(change: dict[str, Any]) -> None:
    state = lacking("playing", **change)
    begun = Begun(-2, 0, (), raw(None), raw(None))
    client = StillClient([*welcome("en", state), begun])
    connection = RoomConnection(client, ConnectionLog(lambda: ""))
    connection.poll(0.0)
    assert connection.inside and connection.lacks_game and not connection.unshown and not connection.table_open
    assert connection.log.lines[-1].key != "net.error.no_game"
    assert [line.key for line in connection.log.lines].count("lobby.log.lacks") == 1
    client.messages += [
        Ended("over", 3, "00"),
        Recorded(b"a file of that game"),
        RoomChanged(lacking("after", **change)),
    ]
    connection.poll(1.0)
    assert connection.inside and connection.match is None


def test_the_window_says_it_and_offers_nothing_that_cannot_be() -> None:
    with at_lobby() as lobby:
        panel = lobby.come_in()
        lobby.driver.context.notify = told = Toasts()  # type: ignore[method-assign]
        change = lacking(game="chess")
        fields = {name: getattr(change, name) for name in ("game", "people", "options")}
        lobby.change(**fields, seats=tuple(seat for seat in change.seats if seat.person != ME))
        lobby.driver.step(3)
        assert isinstance(lobby.lobby.panel, RoomPanel)
        panel = lobby.lobby.panel
        assert panel.primary.label == "Not on this computer" and not panel.primary.enabled
        assert len(told) == 1 and told[0].startswith("This Souk does not have chess")
        assert lobby.client.room is not None
        me = next(person for person in lobby.client.room.people if person.person == ME)
        assert "does not have this game" in _told(lobby.driver.context, me)
    with at_lobby() as lobby:
        panel = lobby.come_in(OWNER)
        assert lobby.client.room is not None
        people = tuple(msgspec.structs.replace(one, lacks=one.person == ME) for one in lobby.client.room.people)
        lobby.change(people=people)
        told = [words for line in widgets(lobby.driver, OneLine) for words in line.wordings]
        assert "Cannot play this: Skylark" in told


def test_who_lacks_a_game_of_another_package_is_told_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    brought = {"omok": Brought("omok", "souk_omok.cabinet:OMOK", "souk_omok", "souk-omok 1.0")}
    monkeypatch.setattr("game.core.elsewhere.brought", lambda: brought)
    with house(plan_of(tmp_path, seats=2, games=GAMES, lists=tmp_path)) as running:
        mia, omar, stranger = Peer(running.port), Peer(running.port), Peer(running.port)
        mia.enter("Mia", owner=OWNER_KEY, games=games())
        omar.enter("Omar", games=games(omok=0))
        choose(mia, "omok")
        told = omar.until_room(lambda room: room.game == "omok")
        assert told.package == "souk-omok 1.0"
        stranger.hello("Jun", games=games(omok=0))
        error = dropped_error(stranger.until(Dropped))
        for language in LANGUAGES:
            assert "souk-omok 1.0" in Texts(language).line(error.key, error.values)
        for peer in (mia, omar, stranger):
            peer.close()
    unknown = msgspec.structs.replace(told, game="omokk")
    key, values = lack_of(unknown)
    assert "souk-omok 1.0" in Texts("ko").line(key, values)
