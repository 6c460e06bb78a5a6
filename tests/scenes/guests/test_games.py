"""Every game by phone: its table is drawn for who sits and for who looks on, and a second match follows the first."""

from __future__ import annotations

import socket
import time
from pathlib import Path
from typing import Any

import pytest

from game.cabinets.listed import hosted
from game.core.rules import SPECTATOR
from game.scenes.guests import drawer
from game.scenes.guests.drawer import Drawer
from game.scenes.guests.table import GuestTable
from net.address import Address
from net.messages import RoomChanged
from net.web.guest import Knock
from net.web.pipe import Kind, Pipe
from tests.processes import wait_until
from tests.scenes.guests.page import Page
from tests.scenes.guests.test_drawer import Told
from tests.showroom.lan import match_messages, room
from tests.showroom.moment import Moment, played

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("plain_home")]
UPRIGHT, WIDE = (824, 1360), (1280, 720)


class Shown(Pipe):
    """The pipe to a page that shows what it is sent."""

    def __init__(self, link: socket.socket) -> None:
        super().__init__(link)
        self.page = Page()
        self.said: list[bytes] = []

    def send(self, kind: Kind, data: bytes) -> None:
        if kind == "bytes":
            self.page.show(data)
        elif kind == "text":
            self.said.append(data)


@pytest.mark.parametrize("game", hosted())
@pytest.mark.parametrize(("viewer", "size"), [(0, UPRIGHT), (SPECTATOR, WIDE)])
def test_a_phone_shows_two_matches_of_every_game(
    game: str, viewer: int, size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drawer, "LanClient", Told)
    ours, theirs = socket.socketpair()
    with ours, theirs:
        pipe = Shown(theirs)
        made = Drawer(pipe, Knock("", "0" * 32, "Mina", *size), Address("127.0.0.1", 1), "", b"")
        made._app.start(made.room)
        client: Any = made._client

        def see(what: str, ready: Any) -> None:
            def look() -> bool:
                made._flow.show(made._tiles.number)
                made._draw(time.monotonic())
                return bool(ready())

            wait_until(look, what)

        def at_table() -> bool:
            table = made.context.stack.top
            return isinstance(table, GuestTable) and table.conductor is not None and not made.context.stack.fading

        for seed in (1, 2):
            feed = played(Moment(made.context, game, seed, 3, tmp_path))
            client.messages += [RoomChanged(room("en", game, "playing")), *match_messages(feed, viewer)]
            feed.close()
            see(f"the table of {game}", at_table)
            table = made.context.stack.top
            assert isinstance(table, GuestTable) and table.game == game and table.lan.viewer == viewer
            see("a picture", lambda: pipe.page.image.size == size)
            assert len(pipe.page.image.resize((24, 24)).getcolors(24 * 24) or ()) > 40, "a table is not one colour"
            client.messages.append(RoomChanged(room("en", game)))
            see("the room", lambda: made.context.stack.top is made.room and not made.context.stack.fading)
        assert made.room.ended is None
        client.close()
