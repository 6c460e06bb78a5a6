"""A guest by phone in an evening whose rounds have two tables: led from card to table, board and finale."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path

import pygame
import pytest

from game.cabinets.listed import CABINETS
from game.core.settling import GiveUp
from game.scenes.guests.table import GuestTable
from game.scenes.mix.card import MixPage
from net.messages import HostMessage, Play, Ready, Waiting, raw
from net.mix import Mix, Salt
from net.proof import new_secret
from tests.net.lan_peer import Peer
from tests.net.web.browser import Browser
from tests.net.web.chromium import Chromium, needs_chromium
from tests.processes import wait_until
from tests.scenes.guests.evening import Evening
from tests.scenes.guests.fingers import first
from tests.scenes.guests.places import sheet_of
from tests.scenes.guests.test_browser import GAMES, sit_down
from tests.scenes.guests.twin import Twin, evening_on_wire, twin_of

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("plain_home"), needs_chromium]
PHONE = (412, 690)
DUELS = ("omok", "tablut")
CELLS = 12
LIKE = 14.0
"""By how much the cells of page and twin may differ in the mean: what glows and counts down differs."""
CELLS_OF = f"""(() => {{
  const cells = new OffscreenCanvas({CELLS}, {CELLS}).getContext("2d");
  cells.imageSmoothingQuality = "high";
  cells.drawImage(picture, 0, 0, {CELLS}, {CELLS});
  return [...cells.getImageData(0, 0, {CELLS}, {CELLS}).data];
}})()"""


class Player(Peer):
    """Somebody at a window who knows every game, and gives up once it is their turn."""

    def __init__(self, begun: Evening, name: str, *, owner: bytes = b"") -> None:
        super().__init__(("127.0.0.1", begun.port), name, games=GAMES, owner=owner)
        self.on_message = self._answer
        self._salted = False
        self.yields, self.asked = False, -1
        self.greet()

    def _answer(self, message: HostMessage) -> None:
        mix = self.room.mix if self.room is not None else None
        if mix is not None and mix.stage == "salt" and not self._salted:
            self._salted = True
            self.send(Salt(new_secret()))
        if isinstance(message, Waiting) and message.asked:
            self.asked = message.number
            self.give_up()

    def give_up(self) -> None:
        """Lose the match, once that is wanted and it is this person's turn."""
        if self.yields and self.asked >= 0:
            self.send(Play(self.asked, raw(GiveUp())))
            self.asked = -1


def off_by(twin: Twin, page: Browser) -> float:
    """Return by how much the page's picture differs from what the guest should see."""
    twin.driver.step()
    wanted = pygame.transform.smoothscale(twin.driver.app.screen.surface, (CELLS, CELLS))
    expected, found = pygame.image.tobytes(wanted, "RGBA"), bytes(page.run(CELLS_OF))
    return statistics.mean(abs(one - other) for one, other in zip(expected, found, strict=True))


def test_a_phone_is_led_through_an_evening_with_two_tables(tmp_path: Path) -> None:
    with ExitStack() as links:
        words = ("marrakech", "--seats", "open,open,open,open")
        begun, wire = links.enter_context(evening_on_wire(tmp_path / "home", *words))
        page = links.enter_context(Chromium(tmp_path / "browser", PHONE))
        line, sheet = wire.line("Mina"), sheet_of(PHONE)
        twin = links.enter_context(twin_of(line, sheet, page, sheet[0] / PHONE[0]))
        sit_down(page, begun.page)
        players = [
            links.enter_context(closing(Player(begun, name, owner=begun.owner if name == "Omar" else b"")))
            for name in ("Omar", "Ada", "Sol")
        ]

        def until(what: str, ready: Callable[[], object]) -> None:
            def look() -> object:
                for player in players:
                    player.poll()
                twin.follow()
                return ready()

            wait_until(look, what)

        def follows(kind: type[object], stage: str) -> None:
            """Wait until the phone shows what belongs to a stage of the evening."""
            until(
                f"{stage} on the phone",
                lambda: (
                    twin.stage_of_evening == stage
                    and isinstance(twin.driver.top, kind)
                    and not twin.driver.context.stack.fading
                    and off_by(twin, page) < LIKE
                ),
            )
            page.picture(tmp_path / f"{len(seen)}-{stage}.png")
            seen.append(stage)

        def decided(number: int) -> bool:
            """Move once in each round, as soon as the phone is asked, and tell whether the round is over."""
            if twin.my_turn and twin.stage_of_evening == "playing" and len(twin.decided) < number:
                first(twin)
            return twin.stage_of_evening != "playing"

        seen: list[str] = []
        until("everybody", lambda: players[0].room is not None and len(players[0].room.people) == 4)
        players[0].send(Mix(rounds=2, off=tuple(game for game in CABINETS.places if game not in DUELS)))
        for number in (1, 2):
            follows(MixPage, "card")
            mix = twin.room.mix
            assert mix is not None and mix.round == number and mix.game in DUELS
            for player in players:
                player.send(Ready(True))
            know = twin.button(twin.driver.context.texts.line("mix.card.know"))
            if know is not None:
                twin.tap(*know)
            until("tables", lambda: twin.stage_of_evening == "playing" and isinstance(twin.driver.top, GuestTable))
            follows(GuestTable, "playing")
            at = {player.name: player.room.table for player in players}
            assert sorted([twin.room.table, *at.values()]) == [0, 0, 1, 1], "two tables of two"
            (rival,) = [name for name, table in at.items() if table == twin.room.table]
            table = twin.driver.top
            assert isinstance(table, GuestTable) and table.lan.viewer >= 0
            assert rival in {seat.name for seat in table.feed.seats}
            for player in players:
                player.yields = True
                player.give_up()
            until("the end of the round", partial(decided, number))
            for player in players:
                player.yields = False
            if twin.stage_of_evening == "board":
                follows(object, "board")
        follows(MixPage, "finale")
        assert twin.button(twin.driver.context.texts.line("closing.way")) is None, "a phone keeps no files"
        mix = twin.room.mix
        assert mix is not None and sum(one.points for one in mix.points) == 4 * 6 * (1 + 2), "the last counts twice"
        assert not page.complaints
