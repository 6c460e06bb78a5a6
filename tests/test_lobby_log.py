"""What the lobby's log tells of rooms that come and go, and what it is silent about."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.scenes.lan.search import PATIENCE
from game.scenes.lobby.room_seat import facts_of
from game.texts import Texts
from net.discovery.discovery import Found
from tests.discovery import offer
from tests.lobby_driver import at_lobby
from tests.showroom.lan import OWNER

OURS = Found(offer(host_id="a" * 16, name="Ours"), "10.0.0.5", 0.001)
THEIRS = Found(offer(host_id="b" * 16, name="Theirs"), "10.0.0.7", 0.001)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))


def test_nothing_is_told_of_the_room_that_one_sits_in() -> None:
    with at_lobby() as lobby:
        lobby.come_in()
        before = len(lobby.keys)
        for found in ((OURS,), (OURS, THEIRS), (THEIRS,), ()):
            lobby.net.finder.found = found
            lobby.driver.step(2)
        told = [(line.key, line.values["name"]) for line in lobby.lobby.log.lines[before:]]
        assert told == [("lobby.log.appeared", "Theirs"), ("lobby.log.vanished", "Theirs")]


def test_who_sits_in_a_room_is_not_told_that_there_is_none() -> None:
    with at_lobby() as lobby:
        lobby.come_in(OWNER)
        lobby.driver.step(round(2 * PATIENCE * 60))
        assert "lobby.log.none" not in lobby.keys
        lobby.lobby.ask_to_leave()
        lobby.driver.step(round(PATIENCE * 60))
        assert "lobby.log.none" in lobby.keys, "out of it they are"


def test_ones_own_line_is_shown_as_it_is_known_here() -> None:
    with at_lobby() as lobby:
        lobby.come_in(OWNER)
        room = lobby.client.room
        assert room is not None
        own = next(seat for seat, place in enumerate(room.seats) if place.person == OWNER)
        texts = Texts("en")
        assert facts_of(room, own, OWNER, texts, 157).state == "157 ms"
        assert facts_of(room, own, OWNER, texts, 0).state == "1 ms", "a line on one's own machine is no 0"
