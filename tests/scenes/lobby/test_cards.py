"""Cards of a lobby: their places, the game that a room plays now, and what stands beside them."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from game.cabinets.listed import CABINETS
from game.engine.widgets import Button
from game.scenes.lan.kept import KeptRoom
from game.scenes.lobby.guide import GuideStep
from game.scenes.lobby.scene import LobbyScene
from game.scenes.process.host import HostPlan
from tests.engine.widgets.page_driver import the, widgets
from tests.scenes.lobby.lobby_driver import MATCHES, Rooms, at_lobby
from tests.scenes.scene_driver import driving


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))


def test_what_to_try_is_in_sight_above_the_way_back_into_a_room_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = KeptRoom(Path("room.souk"), "omok", "Friday", 12, ("Mia", "Omar"), HostPlan("omok", ("open",), "Friday"))
    monkeypatch.setattr("game.scenes.lobby.scene.kept_rooms", lambda folder: [kept])
    monkeypatch.setattr("game.scenes.lan.search.find_matches", lambda: (Rooms().finder, ["192.168.0.37"]))
    with driving(LobbyScene) as driver:
        lobby = driver.top
        assert isinstance(lobby, LobbyScene)
        driver.until(lambda: "lobby.log.none" in [line.key for line in lobby.log.lines])
        driver.step(2)
        assert len(widgets(driver, GuideStep)) == 4
        foot = the(driver, Button, lambda button: button.icon == "rotate-cw").box.top
        assert all(step.box.bottom < foot and not step.enabled for step in widgets(driver, GuideStep))


def test_cards_keep_their_places_as_rooms_come_and_go() -> None:
    with at_lobby(MATCHES) as lobby:

        def places() -> dict[str, tuple[float, float]]:
            return {card.facts.name: card.box.topleft for card in lobby.cards()}

        lobby.driver.step(2)
        before = places()
        lobby.net.finder.found = [MATCHES[0], *MATCHES[2:]]
        lobby.driver.step(2)
        gone = MATCHES[1].offer.name
        lobby.lobby.rebuild()
        assert places() == {name: place for name, place in before.items() if name != gone}
        new = msgspec.structs.replace(MATCHES[1].offer, host_id="f" * 16, name="New")
        lobby.net.finder.found = [MATCHES[0], *MATCHES[2:], msgspec.structs.replace(MATCHES[1], offer=new)]
        lobby.driver.step(2)
        assert places()["New"] == before[gone] and len(lobby.cards()) == 4
        lobby.net.finder.found = MATCHES[:1]
        lobby.driver.step(2)
        opened = lobby.lobby.first_focus()
        assert opened is not None and opened.box.topleft == before[gone], "what is free at the end is no place"


def test_a_card_shows_the_game_that_a_room_plays_now() -> None:
    with at_lobby(MATCHES[:1]) as lobby:
        lobby.driver.step(2)
        (card,) = lobby.cards()
        omok = msgspec.structs.replace(
            MATCHES[0].offer, game="omok", game_version=CABINETS["omok"].info.version, seats=2, free=1, mode="renju"
        )
        lobby.net.finder.found = [msgspec.structs.replace(MATCHES[0], offer=omok)]
        lobby.driver.step(2)
        (other,) = lobby.cards()
        assert other is not card and other.facts.game == "Omok · Renju" and not other.facts.problem
