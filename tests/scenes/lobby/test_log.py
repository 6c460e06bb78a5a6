"""What the lobby's log tells of rooms that come and go, and what it is silent about."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from game.ground.texts import Texts
from game.scenes.lan.search import PATIENCE
from game.scenes.lobby.cards import CardArea
from game.scenes.lobby.room_seat import facts_of
from net.discovery.discovery import Found
from tests.net.discovery.on_loopback import offer
from tests.scenes.lobby.lobby_driver import at_lobby
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


def test_a_flood_of_forged_rooms_builds_the_cards_twice_a_second_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    with at_lobby() as lobby:
        shown: list[int] = []
        show = CardArea.show

        def counted(area: CardArea, found: Sequence[Found], *rest: Any) -> None:
            shown.append(len(found))
            show(area, found, *rest)

        monkeypatch.setattr(CardArea, "show", counted)
        before = len(lobby.keys)
        for second in range(5):
            for frame in range(60):
                number = 60 * second + frame
                lobby.net.finder.found = [
                    Found(offer(host_id=f"{number * 40 + one:016x}", name=f"Room {one}"), "10.0.0.9", 0.001)
                    for one in range(40)
                ]
                lobby.driver.step(draw=False)
        assert 10 <= len(shown) <= 4 + 2 * 5 + 1
        assert len(lobby.keys) - before <= 2 * len(shown), "nor do strangers fill the log"
        lobby.net.finder.found = [OURS]
        lobby.driver.step(60)
        assert [card.facts.name for card in lobby.cards()] == ["Ours"], "the last word is shown"


def test_ones_own_line_is_shown_as_it_is_known_here() -> None:
    with at_lobby() as lobby:
        lobby.come_in(OWNER)
        room = lobby.client.room
        assert room is not None
        own = next(seat for seat, place in enumerate(room.seats) if place.person == OWNER)
        texts = Texts("en")
        assert facts_of(room, own, OWNER, texts, 157).state == "157 ms"
        assert facts_of(room, own, OWNER, texts, 0).state == "1 ms", "a line on one's own machine is no 0"
