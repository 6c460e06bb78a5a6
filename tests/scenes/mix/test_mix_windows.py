"""A mix by real windows in two languages: begun by a press on its length, and then by nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.scenes.lobby.scene import LobbyScene
from game.scenes.lobby.table import LanTable
from game.scenes.mix.card import MixPage, shown_of
from tests.scenes.lan.lan_driver import windows
from tests.scenes.lan.test_window import go_in, lobby, lobby_of, open_room, room
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
        evening.press(leila, icon="layout-grid")
        evening.press(leila, "lobby.customs.way")
        evening.press(leila, "mix.begin")
        evening.press(leila, said=leila.context.texts.line("mix.minutes", count=20))
        evening.all_at(MixPage)
        evening.presses.clear()
        evening.press(minsu, "mix.card.know")
        evening.press(leila, "mix.card.know")
        evening.all_at(LanTable)
        evening.until(lambda: room(minsu).mix.stage == "playing")
        connection = lobby_of(leila).connection
        assert connection is not None
        connection.end_mix()
        evening.until(lambda: room(minsu).mix.stage == "finale")
        assert room(minsu).mix.secret and len(room(minsu).mix.salts) == 2
        evening.all_at(MixPage)
        assert {shown_of(room(driver))[1] for driver in together.drivers} == {"finale"}  # type: ignore[index]
        for driver in together.drivers:
            evening.press(driver, "widgets.ok")
        evening.all_at(LobbyScene)
