"""A mix by real windows in two languages: begun by a press on its length, and then by nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.cabinets.listed import CABINETS
from game.scenes.lobby.scene import LobbyScene
from game.scenes.lobby.table import LanTable
from game.scenes.mix.card import MixPage, shown_of
from net.mix import Mix
from tests.scenes.lan.lan_driver import windows
from tests.scenes.lan.test_window import go_in, lobby, lobby_of, open_room, room, scene
from tests.scenes.lobby.test_evening_windows import Evening, word


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    monkeypatch.setenv("SOUK_PLAIN", "1")
    return tmp_path


@pytest.mark.slow
def test_windows_go_from_card_to_table_and_finale_by_themselves(home: Path) -> None:
    with windows([lobby] * 2, ["Leila", "민수"], home, ["en", "ko"], apart=True) as together:
        evening = Evening(together)
        leila, minsu = together.drivers
        address = open_room(together, leila, "nullgame", 1)
        go_in(together, minsu, address, word(minsu, "lobby.join.join"))
        evening.press(leila, icon="party-popper")
        evening.press(leila, said=leila.context.texts.line("mix.minutes", count=20))
        evening.all_at(MixPage)
        evening.presses.clear()
        evening.press(minsu, "mix.card.know")
        evening.press(leila, "mix.card.know")
        evening.all_at(LanTable)
        evening.until(lambda: all(room(driver).mix.stage == "playing" for driver in together.drivers))
        connection = lobby_of(leila).connection
        assert connection is not None
        connection.end_mix()
        evening.until(lambda: all(room(driver).mix.stage == "finale" for driver in together.drivers))
        assert room(minsu).mix.secret and len(room(minsu).mix.salts) == 2
        for driver in together.drivers:
            log = lobby_of(driver).connection.log  # type: ignore[union-attr]
            assert [line.key for line in log.lines if line.key.startswith("net.log.mix_")][-1] == "net.log.mix_fair"
        evening.all_at(MixPage)
        assert {shown_of(room(driver))[1] for driver in together.drivers} == {"finale"}  # type: ignore[index]
        for driver in together.drivers:
            evening.press(driver, "widgets.ok")
        evening.all_at(LobbyScene)


@pytest.mark.slow
def test_windows_whose_own_table_is_over_look_on_at_the_other(home: Path) -> None:
    names = ["Leila", "민수", "Ada", "지우"]
    with windows([lobby] * 4, names, home, ["en", "ko", "en", "ko"], apart=True) as together:
        evening = Evening(together)
        leila, *others = together.drivers
        address = open_room(together, leila, "nullgame", 0)
        for other in others:
            go_in(together, other, address, word(other, "lobby.join.join"))
        connection = lobby_of(leila).connection
        assert connection is not None
        connection.client.send(Mix(rounds=1, off=tuple(game for game in CABINETS.places if game != "tablut")))
        evening.all_at(LanTable)
        homes = [room(driver).table for driver in together.drivers]
        assert sorted(homes) == [0, 0, 1, 1]
        own, other = homes[0], 1 - homes[0]
        at_own = [driver for driver, home in zip(together.drivers, homes, strict=True) if home == own]
        connection.propose("end")
        evening.until(lambda: all(lobby_of(driver).connection.proposal for driver in at_own))  # type: ignore[union-attr]
        lobby_of(at_own[1]).connection.vote(agree=True)  # type: ignore[union-attr]
        evening.until(lambda: all(room(driver).table == other for driver in together.drivers))
        evening.all_at(LanTable)
        watching = [scene(driver).watching for driver in together.drivers]
        assert watching == [home == own for home in homes]
        connection.end_mix()
        evening.until(lambda: all(room(driver).mix.stage == "finale" for driver in together.drivers))
        evening.all_at(MixPage)
