"""The gate of guests as pages and strangers meet it, over loopback, with drawers of the test's own."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from http.client import HTTPConnection

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from net.web import guests
from net.web.guest import Knock
from net.web.guests import ELSEWHERE, FULL, GONE, GuestGate, Invitations
from net.web.phone import REFUSED
from net.web.pipe import Pipe
from tests.processes import wait_until

HERE = "127.0.0.1"
ONE, OTHER = "1" * 32, "2" * 32


class Watched:
    """A gate in a thread of its own, and the drawers that it ordered."""

    def __init__(self) -> None:
        self.ordered: list[tuple[Knock, bytes]] = []
        self.drawers: list[Pipe] = []
        self.fails = False
        self._links = ExitStack()
        self.gate = GuestGate([HERE], {"lang": "en"}, self._order)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._thread.start()
        self.do(self.gate.open([0]))

    def do(self, what: object) -> None:
        asyncio.run_coroutine_threadsafe(what, self._loop).result(10)  # type: ignore[arg-type]

    def _order(self, knock: Knock, token: bytes) -> socket.socket:
        if self.fails:
            raise OSError("no process can be begun")
        ours, theirs = socket.socketpair()
        self.ordered.append((knock, token))
        self.drawers.append(Pipe(theirs))
        return ours

    def connect(self, origin: str = "") -> ClientConnection:
        here = f"{HERE}:{self.gate.port}"
        link = connect(f"ws://{here}/guest", origin=Origin(origin or f"http://{here}"), proxy=None)
        return self._links.enter_context(link)

    def knock(self, token: str = ONE, invitation: str | None = None) -> ClientConnection:
        link = self.connect()
        invited = self.gate.invitations.shown if invitation is None else invitation
        told = {"invitation": invited, "token": token, "name": "Mina", "width": 824, "height": 1480}
        link.send(json.dumps(told))
        return link

    def come_in(self, token: str = ONE, invitation: str | None = None) -> tuple[ClientConnection, Pipe]:
        count = len(self.drawers)
        link = self.knock(token, invitation)
        wait_until(lambda: len(self.drawers) > count, "a drawer")
        return link, self.drawers[-1]

    def close(self) -> None:
        self.do(self.gate.close())
        self._links.close()
        for drawer in self.drawers:
            drawer.close()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


@pytest.fixture
def watched() -> Iterator[Watched]:
    made = Watched()
    yield made
    made.close()


def code_of(link: ClientConnection) -> int | None:
    with pytest.raises(ConnectionClosed) as closed:
        while True:
            link.recv(timeout=10)
    return closed.value.rcvd.code if closed.value.rcvd else None


def heard(drawer: Pipe) -> list[tuple[str, bytes]]:
    return [*wait_until(drawer.read, "a message of the page")]


def test_what_pages_and_drawers_tell_each_other_is_handed_on(watched: Watched) -> None:
    link, drawer = watched.come_in()
    assert watched.ordered[0][0].name == "Mina" and watched.ordered[0][1] == b""
    link.send('{"type": "shown", "number": 3}')
    assert heard(drawer) == [("text", b'{"type": "shown", "number": 3}')]
    link.send(b"\0\0\1" + bytes(8))
    assert heard(drawer) == [("bytes", b"\0\0\1" + bytes(8))]
    drawer.send("bytes", b"picture")
    drawer.send("text", b'{"field": null}')
    assert link.recv(timeout=10) == b"picture" and link.recv(timeout=10) == '{"field": null}'
    drawer.close()
    assert code_of(link) == GONE


def test_nobody_comes_in_without_the_invitation(watched: Watched) -> None:
    assert code_of(watched.knock(invitation="")) == REFUSED
    assert code_of(watched.knock(invitation="0" * 32)) == REFUSED
    assert not watched.drawers


def test_who_had_a_seat_comes_back_to_it_without_the_invitation(watched: Watched) -> None:
    link, drawer = watched.come_in()
    drawer.send("seat", b"s" * 16)
    drawer.send("text", b"{}")
    link.recv(timeout=10)
    link.close()
    watched.come_in(invitation="")
    assert watched.ordered[-1][1] == b"s" * 16
    assert code_of(watched.knock(OTHER, invitation="")) == REFUSED


def test_of_two_tabs_the_newer_one_plays(watched: Watched) -> None:
    older, first = watched.come_in()
    newer, second = watched.come_in()
    assert code_of(older) == ELSEWHERE
    wait_until(lambda: (first.read(), not first.open)[1], "the end of the older tab's drawer")
    second.send("text", b"{}")
    assert newer.recv(timeout=10) == "{}"


def test_a_page_that_goes_ends_its_drawer(watched: Watched) -> None:
    link, drawer = watched.come_in()
    link.close()
    wait_until(lambda: (drawer.read(), not drawer.open)[1], "the end of the drawer")


@pytest.mark.parametrize("message", ["nonsense", '{"type": "quit"}', b"\7\0\0", bytes(2000), "x" * 3000])
def test_a_message_that_no_page_sends_ends_that_connection_only(watched: Watched, message: str | bytes) -> None:
    other, kept = watched.come_in(OTHER)
    link, drawer = watched.come_in()
    link.send(message)
    assert code_of(link) in (REFUSED, 1009)
    wait_until(lambda: (drawer.read(), not drawer.open)[1], "the end of the drawer")
    kept.send("text", b"{}")
    assert other.recv(timeout=10) == "{}"


def test_too_many_messages_end_the_connection(watched: Watched) -> None:
    link, _ = watched.come_in()
    with pytest.raises(ConnectionClosed) as closed:
        for _ in range(5000):
            link.send('{"type": "entered"}')
    assert closed.value.rcvd is None or closed.value.rcvd.code == REFUSED


def test_a_peer_that_says_nothing_is_dropped(watched: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guests, "FIRST_SECONDS", 0.1)
    assert code_of(watched.connect()) == REFUSED


def test_only_so_many_guests_come_in(watched: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guests, "MOST_GUESTS", 1)
    watched.come_in()
    assert code_of(watched.knock(OTHER)) == FULL
    watched.come_in()  # the same one again, in another tab


def test_where_no_drawer_can_be_begun_the_page_is_told(watched: Watched) -> None:
    watched.fails = True
    assert code_of(watched.knock()) == GONE


def test_pages_of_elsewhere_and_names_that_lead_here_are_refused(watched: Watched) -> None:
    for origin in ("http://evil.example", "null"):
        with pytest.raises(InvalidStatus):
            watched.connect(origin)
    statuses = []
    for path, host in (("/", "evil.example"), ("/../pyproject.toml", ""), ("/", "")):
        link = HTTPConnection(HERE, watched.gate.port, timeout=10)
        link.request("GET", path, headers={"Host": host or f"{HERE}:{watched.gate.port}"})
        answer = link.getresponse()
        statuses.append(answer.status)
        policy, content = answer.getheader("Content-Security-Policy") or "", answer.read()
        link.close()
    assert statuses == [403, 404, 200]
    assert "default-src 'none'" in policy and "script-src 'sha256-" in policy
    assert watched.gate.invitations.shown.encode() not in content


def test_an_invitation_stays_good_until_the_second_next_one() -> None:
    invitations = Invitations()
    first = invitations.shown
    assert not invitations.allow("")
    invitations.renew()
    assert invitations.allow(first) and invitations.allow(invitations.shown) and first != invitations.shown
    invitations.renew()
    assert not invitations.allow(first)
