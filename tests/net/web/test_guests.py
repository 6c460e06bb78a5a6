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
from net.web.guest import Order
from net.web.guests import ELSEWHERE, FULL, GONE, WATCHING, GuestGate, Invitations
from net.web.phone import REFUSED
from net.web.pipe import Pipe
from net.web.tiled import HEAD
from net.web.watching import Show
from tests.processes import wait_until

HERE = "127.0.0.1"
ONE, OTHER = "1" * 32, "2" * 32


class Watched:
    """A gate in a thread of its own, and the drawers that it ordered."""

    def __init__(self) -> None:
        self.ordered: list[Order] = []
        self.drawers: list[Pipe] = []
        self.fails = False
        self.tarries = False
        """Whether a drawer takes longer to begin than anybody waits."""
        self.withdrawn: list[Order] = []
        self._links = ExitStack()
        self.gate = GuestGate([HERE], {"first": "en", "en": {"name": "Guest"}}, self._order)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._thread.start()
        self.do(self.gate.open([0]))

    def do(self, what: object) -> None:
        asyncio.run_coroutine_threadsafe(what, self._loop).result(10)  # type: ignore[arg-type]

    async def _order(self, order: Order) -> socket.socket:
        if self.fails:
            raise OSError("no process can be begun")
        if self.tarries:
            self.ordered.append(order)
            try:
                await asyncio.Event().wait()
            finally:
                self.withdrawn.append(order)
        ours, theirs = socket.socketpair()
        self.ordered.append(order)
        self.drawers.append(Pipe(theirs))
        return ours

    def connect(self, origin: str = "") -> ClientConnection:
        here = f"{HERE}:{self.gate.port}"
        link = connect(f"ws://{here}/guest", origin=Origin(origin or f"http://{here}"), proxy=None)
        return self._links.enter_context(link)

    def knock(self, token: str = ONE, invitation: str | None = None, **more: object) -> ClientConnection:
        link = self.connect()
        invited = self.gate.invitations.shown if invitation is None else invitation
        told = {"invitation": invited, "token": token, "name": "Mina", "width": 824, "height": 1480}
        link.send(json.dumps({**told, **more}))
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


def test_a_page_that_goes_before_its_drawer_has_begun_withdraws_its_order(watched: Watched) -> None:
    watched.tarries = True
    link = watched.knock()
    wait_until(lambda: watched.ordered, "the order")
    link.close()
    wait_until(lambda: watched.withdrawn == watched.ordered, "its end")
    assert watched.gate.present == 0


def test_what_pages_and_drawers_tell_each_other_is_handed_on(watched: Watched) -> None:
    link, drawer = watched.come_in()
    assert watched.ordered[0].knock.name == "Mina" and watched.ordered[0].token == b""
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
    assert watched.ordered[-1].token == b"s" * 16
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


def test_who_comes_when_no_drawer_is_left_watches_and_at_last_nobody_comes_in(
    watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    watched.gate.most_guests = 1
    monkeypatch.setattr(guests, "MOST_WATCHERS", 1)
    watched.come_in()
    assert watched.knock(OTHER).recv(timeout=10) == WATCHING
    assert code_of(watched.knock("3" * 32)) == FULL
    watched.come_in()  # the first one again, in another tab
    assert [order.shared for order in watched.ordered] == [False, True, False]


def picture(number: int, places: list[tuple[int, int]]) -> bytes:
    """Return a message of tiles of a picture that has two columns and one row of them."""
    return HEAD.pack(number, 128, 64, len(places), len(places)) + bytes(part for place in places for part in place)


WHOLE, LEFT, RIGHT = [(0, 0), (1, 0)], [(0, 0)], [(1, 0)]


def watch(watched: Watched, token: str, **more: object) -> ClientConnection:
    link = watched.knock(token, watch=True, **more)
    assert link.recv(timeout=10) == WATCHING
    return link


def shows(watched: Watched) -> list[Show]:
    return list(watched.gate._shows.values())


def test_all_who_watch_share_one_drawing_and_a_newcomer_is_sent_all_of_it(watched: Watched) -> None:
    first = watch(watched, ONE)
    drawer = wait_until(lambda: watched.drawers and watched.drawers[0], "the shared drawer")
    wait_until(lambda: ("again", b"") in drawer.read(), "the question for a whole picture")
    drawer.send("bytes", picture(1, WHOLE))
    drawer.send("again", picture(1, WHOLE))
    assert first.recv(timeout=10) == picture(1, WHOLE)
    second = watch(watched, OTHER)
    drawer.send("bytes", picture(2, LEFT))
    assert first.recv(timeout=10) == picture(2, LEFT)
    wait_until(lambda: ("again", b"") in drawer.read(), "the question for a whole picture")
    drawer.send("again", picture(3, WHOLE))
    assert second.recv(timeout=10) == picture(3, WHOLE)
    first.send('{"type": "shown", "number": 2}')
    wait_until(lambda: all(sight.ready for sight in shows(watched)[0]._sights.values()), "the gate to hear of it")
    drawer.send("bytes", picture(4, RIGHT))
    assert first.recv(timeout=10) == second.recv(timeout=10) == picture(4, RIGHT)
    assert [order.shared for order in watched.ordered] == [True] and watched.gate.watching == 2


def test_a_slow_watcher_is_left_out_and_sent_later_what_was_missed(watched: Watched) -> None:
    link = watch(watched, ONE)
    drawer = wait_until(lambda: watched.drawers and watched.drawers[0], "the shared drawer")
    for number in (1, 2, 3, 4):
        drawer.send("bytes", picture(number, WHOLE if number == 1 else RIGHT))
    assert [link.recv(timeout=10) for _ in (1, 2)] == [picture(1, WHOLE), picture(2, RIGHT)]
    drawer.read()
    drawer.send("again", picture(4, WHOLE))
    wait_until(lambda: not shows(watched)[0]._asked, "the gate to hear the answer, which the page cannot take")
    link.send('{"type": "shown", "number": 2}')
    wait_until(lambda: ("again", bytes([1, 0])) in drawer.read(), "the question for the tile that was missed")
    drawer.send("again", picture(5, RIGHT))
    assert link.recv(timeout=10) == picture(5, RIGHT)


def test_a_projector_has_a_picture_of_its_own_with_the_newest_invitation(watched: Watched) -> None:
    watch(watched, ONE)
    watch(watched, OTHER, screen=True)
    drawer = wait_until(lambda: len(watched.drawers) > 1 and watched.drawers[1], "the projector's drawer")
    assert (watched.ordered[1].knock.width, watched.ordered[1].knock.height) == (1920, 1080)
    codes = lambda: [data.decode() for kind, data in drawer.read() if kind == "code"]  # noqa: E731
    assert wait_until(codes, "the code")[-1] == watched.gate.address(HERE)

    async def renew() -> None:
        watched.gate.renew()

    watched.do(renew())
    assert wait_until(codes, "the new code")[-1] == watched.gate.address(HERE)


def test_a_shared_drawing_ends_with_the_last_who_watches_and_tells_them_when_it_ends_first(watched: Watched) -> None:
    link = watch(watched, ONE)
    drawer = wait_until(lambda: watched.drawers and watched.drawers[0], "the shared drawer")
    drawer.send("seat", b"s" * 16)
    drawer.close()
    assert code_of(link) == GONE
    again = watch(watched, ONE, invitation="")
    wait_until(lambda: len(watched.drawers) > 1, "another drawer")
    assert watched.ordered[1].token == b"s" * 16
    again.close()
    drawer = watched.drawers[1]
    wait_until(lambda: (drawer.read(), not drawer.open)[1], "the end of the drawer")


def test_a_seat_is_known_although_its_drawer_ended_before_it_was_told_anything() -> None:
    """A drawer that breaks right after it has sat down is begun again for the same seat."""
    known: list[bytes] = []
    ours, theirs = socket.socketpair()
    drawer = Pipe(theirs)
    drawer.send("seat", b"s" * 16)
    drawer.close()

    async def run() -> None:
        show = Show(known.append)
        show.tell_code("http://here/#code")
        await show.run(ours)

    asyncio.run(run())
    assert known == [b"s" * 16]


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
