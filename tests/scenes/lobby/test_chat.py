"""What is written in a room: kept while the room changes, and in Hangul without an input method."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.engine.input import CommandName, KeyPressed, TextTyped
from game.scenes.lobby.chat import ChatPanel
from net.messages import Said, Say
from tests.engine.widgets.page_driver import the
from tests.scenes.lobby.lobby_driver import MATCHES, at_lobby
from tests.showroom.lan import OWNER


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))


@pytest.mark.parametrize(("language", "said"), [("ko", "안녕하세요"), ("en", "dkssudgktpdy")])
def test_korean_readers_write_hangul_without_an_input_method(language: str, said: str) -> None:
    with at_lobby(language=language) as lobby:
        lobby.come_in()
        chat = the(lobby.driver, ChatPanel, bool)
        lobby.write(chat.entry, "")
        lobby.driver.send(KeyPressed("right alt"), *(TextTyped(key) for key in "dkssudgktp"))
        lobby.change(watching=7)
        lobby.driver.step(2)
        lobby.driver.send(*(TextTyped(key) for key in "dy"))
        lobby.driver.command(CommandName.CONFIRM)
        assert lobby.sent[-1] == Say(said)


def test_what_is_being_written_outlives_every_change_of_the_room() -> None:
    with at_lobby(MATCHES) as lobby:
        lobby.come_in(OWNER)
        chat = the(lobby.driver, ChatPanel, bool)
        lobby.write(chat.entry, "wait for")
        lobby.change(watching=7)
        lobby.net.finder.found = MATCHES[:2]
        lobby.driver.step(3)
        lobby.driver.send(TextTyped(" me"))
        assert the(lobby.driver, ChatPanel, bool).entry.text == "wait for me"


def test_who_reads_earlier_talk_stays_there_while_the_room_changes() -> None:
    with at_lobby(MATCHES) as lobby:
        lobby.come_in(OWNER)
        chat = the(lobby.driver, ChatPanel, bool)
        lobby.client.messages += [Said(OWNER, "Leila", f"line {number}") for number in range(30)]
        lobby.driver.step(2)
        chat.list.scroller.scroll_to(100)
        lobby.driver.step(60)
        for changed in ({"watching": 7}, {"watching": 0}, {"name": "Another name"}):
            lobby.change(**changed)
            assert chat.list.scroller.offset == pytest.approx(100, abs=1), changed
