"""Drawers that are started: who may take the place of one, and that none is left."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path

import pytest

from game.scenes.guests.starting import StartedDrawers, _caller
from net.address import Address
from net.web.guest import USUAL, Knock, Order
from tests.processes import alive, children, wait_until

SECRET = b"s" * 32
USUAL_ORDER = Order(Knock("", "0" * 32, "Souk", *USUAL, "en"))


def test_only_who_says_the_secret_is_taken_for_a_drawer() -> None:
    async def run() -> None:
        with socket.create_server(("127.0.0.1", 0)) as listener:
            listener.setblocking(False)
            strangers = [socket.create_connection(listener.getsockname()) for _ in range(2)]
            strangers[0].sendall(b"x" * 32)
            strangers[1].close()
            drawer = socket.create_connection(listener.getsockname())
            drawer.sendall(SECRET + b"more")
            with drawer, strangers[0], await _caller(listener, SECRET) as link:
                assert link.getpeername() == drawer.getsockname()
                assert await asyncio.get_running_loop().sock_recv(link, 9) == b"more"
                assert strangers[0].recv(1) == b""

    asyncio.run(run())


@pytest.mark.slow
def test_where_the_drawer_that_waits_has_ended_another_one_is_started_and_none_is_left(
    tmp_path: Path, plain_home: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    before = children()

    async def run() -> None:
        drawers = StartedDrawers(Address("127.0.0.1", 1), "", USUAL_ORDER)
        try:
            (waiting,) = children() - before
            assert drawers._spare is not None
            drawers._spare._group.kill()
            wait_until(lambda: not alive(waiting), "the end of the drawer that waits")
            with await drawers.order(USUAL_ORDER):
                begun = children() - before
                assert len(begun) == 2, "one draws, and one waits for the next guest"
        finally:
            drawers.close()
        assert not any(map(alive, begun))

    asyncio.run(run())
    assert not list(tmp_path.glob("souk-guests-*")), "their home is removed"
