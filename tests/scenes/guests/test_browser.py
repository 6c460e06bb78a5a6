"""Guests in a real browser: from the invitation to the end of a match, by a finger alone."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from game.cabinets.listed import CABINETS
from game.cabinets.omok.state import Place
from net.messages import HostMessage, Play, Ready, Said, Waiting, raw
from tests.net.lan_peer import Peer, drive
from tests.net.web.browser import CHROMIUM, Browser
from tests.processes import KILL, alive, children, wait_until
from tests.scenes.guests.evening import Evening, evening
from tests.scenes.guests.places import Board, room_places

pytestmark = [
    pytest.mark.slow,
    pytest.mark.usefixtures("plain_home"),
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: apt-get install chromium"),
]
PHONE = (412, 892)
FULL = ("omok", "--seats", "open,open", "--start-when-full", "--option", "rule=free")
GAMES = {cabinet.id: cabinet.info.version for cabinet in CABINETS.values()}


def sit_down(page: Browser, address: str, name: str = "Mina") -> None:
    page.open(address)
    wait_until(lambda: page.run("document.getElementById('sit')?.textContent"), "the page")
    page.run(f"document.getElementById('name').value = {name!r}")
    x, y = page.run(
        "(() => { const at = document.getElementById('sit').getBoundingClientRect();"
        " return [at.x + at.width / 2, at.y + at.height / 2]; })()"
    )
    page.tap(x, y)
    wait_until(lambda: shown(page), "the first picture")


def shown(page: Browser) -> int:
    return int(page.run("document.body.dataset.shown || 0") or 0)


def rest(page: Browser) -> None:
    """Wait until no picture has come for a while."""
    number, since = shown(page), time.monotonic()

    def still() -> bool:
        nonlocal number, since
        if (now := shown(page)) != number:
            number, since = now, time.monotonic()
        return time.monotonic() - since > 0.7

    wait_until(still, "a picture at rest")


class Opponent(Peer):
    """Who sits at the other side, is ready at once, and plays along the lowest row."""

    def __init__(self, begun: Evening) -> None:
        super().__init__(("127.0.0.1", begun.port), "Jun", games=GAMES)
        self.moves = 0
        self.on_message = self._answer
        self.greet()
        drive([self], lambda: self.room is not None)
        self.send(Ready(True))

    def _answer(self, message: HostMessage) -> None:
        if isinstance(message, Waiting) and message.asked:
            self.send(Play(message.number, raw(Place(2 * self.moves % 15, 14))))
            self.moves += 1

    @property
    def waits(self) -> int:
        """The number of the step that the guest is to decide; 0 for none."""
        return self.waiting.number if self.waiting is not None and not self.waiting.asked else 0


def test_a_guest_plays_a_match_of_omok_to_its_end_by_touch(tmp_path: Path) -> None:
    before, board, (ready, _) = children(), Board(), room_places()
    with evening(tmp_path / "home", *FULL) as begun, Browser(tmp_path / "browser", PHONE) as page:
        nurseries = children(begun.gate.pid)
        sit_down(page, begun.page)
        other = Opponent(begun)
        rest(page)
        page.tap(*ready)
        drive([other], lambda: other.begun)
        for column in range(4, 9):
            drive([other], lambda: other.waits)
            rest(page)
            number = other.waits
            page.tap(*board.crossings[column, 4])
            rest(page)
            drive([other], lambda: True)
            assert other.waits == number, "a tap only points"
            page.tap(*board.confirm)
            drive([other], lambda number=number: other.ended or other.waits > number)  # type: ignore[misc]
        assert other.ended is not None
        rest(page)
        page.picture(tmp_path / "results.png")
        assert not page.complaints
        other.close()
    wait_until(lambda: children() <= before and not any(map(alive, nurseries)), "the end of every process")


def test_a_guest_writes_korean_in_the_pages_own_field(tmp_path: Path) -> None:
    _, chat = room_places()
    with evening(tmp_path / "home", *FULL) as begun, Browser(tmp_path / "browser", PHONE) as page:
        sit_down(page, begun.page)
        other = Opponent(begun)
        rest(page)
        page.tap(*chat)
        wait_until(lambda: page.run("document.activeElement.id") == "field", "the field")
        page.call("Input.imeSetComposition", text="ㅎ", selectionStart=1, selectionEnd=1)
        page.call("Input.imeSetComposition", text="한", selectionStart=1, selectionEnd=1)
        page.write("한")
        page.write("글 좋아")
        page.picture(tmp_path / "field.png")
        page.press("Enter")
        said: list[str] = []
        other.on_message = lambda message: said.append(message.text) if isinstance(message, Said) else None
        drive([other], lambda: said)
        assert said == ["한글 좋아"]
        wait_until(lambda: page.run("document.getElementById('field').value") == "", "an empty field")
        page.write("again")
        page.press("Enter")
        drive([other], lambda: len(said) == 2)
        assert said[1] == "again" and not page.complaints
        other.close()


def test_a_guest_whose_page_drawer_or_nursery_ends_comes_back_to_the_seat(tmp_path: Path) -> None:
    with evening(tmp_path / "home", *FULL) as begun, Browser(tmp_path / "browser", PHONE) as page:
        sit_down(page, begun.page)
        other = Opponent(begun)
        (nursery,) = children(begun.gate.pid)

        def seated() -> bool:
            drive([other], lambda: True)
            people = {one.person for one in other.room.people if one.name == "Mina" and one.present}
            return len(people) == 1 and any(seat.person in people for seat in other.room.seats)

        def back_after(what: Callable[[], object]) -> None:
            (drawer,) = children(nursery)
            what()
            wait_until(lambda: not alive(drawer), "the end of the drawer")
            page.run("delete document.body.dataset.shown")
            wait_until(lambda: shown(page) and seated(), "the guest's return")

        wait_until(seated, "the guest")
        (drawer,) = children(nursery)
        back_after(lambda: os.kill(drawer, KILL))
        back_after(lambda: page.run("link.close()"))
        os.kill(nursery, KILL)
        wait_until(lambda: not alive(nursery), "the end of the nursery")
        (nursery,) = children(begun.gate.pid) or (nursery,)
        page.run("link.close(); delete document.body.dataset.shown")
        wait_until(lambda: shown(page) and seated(), "the guest's return")
        assert len([one for one in other.room.people if one.name.startswith("Mina")]) == 1
        other.close()
