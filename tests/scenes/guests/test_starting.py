"""Drawers that are started: who may take the place of one, and that none is left."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
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


class Loading:
    """A drawer that calls when it is told to, or ends before."""

    def __init__(self) -> None:
        self.runs = True
        self.told: list[object] = []
        self.calls = asyncio.Event()

    async def called(self) -> socket.socket:
        await self.calls.wait()
        if not self.runs:
            raise ConnectionError("ended")
        return socket.socket()

    def tell(self, said: object) -> None:
        self.told.append(said)

    def let_go(self) -> None:
        """Do nothing: there is no process."""

    def end(self, _seconds: float = 0.0) -> None:
        self.runs = False


@pytest.fixture
def loading(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[StartedDrawers, list[Loading]]]:
    """Drawers of which none is a process, and each in the order in which they were started."""
    started: list[Loading] = []

    def start(_: StartedDrawers) -> Loading:
        started.append(Loading())
        return started[-1]

    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(StartedDrawers, "_start", start)
    drawers = StartedDrawers(Address("127.0.0.1", 1), "", USUAL_ORDER)
    yield drawers, started
    drawers.close()
    assert not any(each.runs for each in started)


def test_a_drawer_whose_guest_has_gone_is_the_next_ones(loading: tuple[StartedDrawers, list[Loading]]) -> None:
    drawers, started = loading
    later = Order(Knock("", "1" * 32, "Mina", *USUAL, "en"))

    async def run() -> None:
        for _ in range(3):  # somebody who loads the page again and again
            impatient = asyncio.create_task(drawers.order(USUAL_ORDER))
            await asyncio.sleep(0)
            impatient.cancel()
            await asyncio.gather(impatient, return_exceptions=True)
        assert len(started) == 1, "none that loads is given up, and no other one begins beside it"
        waits = asyncio.create_task(drawers.order(later))
        started[0].calls.set()
        (await waits).close()

    asyncio.run(run())
    assert started[0].told == [later]
    assert len(started) == 2, "the next one begins"


def test_where_a_drawer_ends_before_it_calls_the_next_guest_finds_one_that_has_begun(
    loading: tuple[StartedDrawers, list[Loading]],
) -> None:
    drawers, started = loading

    async def run() -> None:
        waits = asyncio.create_task(drawers.order(USUAL_ORDER))
        await asyncio.sleep(0)
        started[0].runs = False
        started[0].calls.set()
        with pytest.raises(OSError):
            await waits
        assert len(started) == 2 and started[1].runs

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
            drawers._spare[0]._group.kill()
            wait_until(lambda: not alive(waiting), "the end of the drawer that waits")
            with await drawers.order(USUAL_ORDER):
                begun = children() - before
                assert len(begun) == 2, "one draws, and one waits for the next guest"
        finally:
            drawers.close()
        assert not any(map(alive, begun))

    asyncio.run(run())
    assert not list(tmp_path.glob("souk-guests-*")), "their home is removed"
