"""The gate as phones and strangers meet it, over loopback."""

from __future__ import annotations

import contextlib
import json
import random
import socket
import threading
import time
from collections.abc import Callable, Iterator
from http.client import HTTPConnection
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from net.web import gate as gates
from net.web import serving
from net.web.gate import ELSEWHERE, FULL, Gate, GateError
from net.web.phone import AGREED, GONE, MESSAGE, REFUSED, Chair, Change
from net.web.serving import MOST_OF_ADDRESS

HERE = "127.0.0.1"
CHAIRS = (Chair(0, "Mina", "#E0A030", "M0 0Z"), Chair(1, "Jun", "#3090E0", "M0 0Z"))
ONE, OTHER = "1" * 32, "2" * 32


class Watched:
    """A gate, and what it told."""

    def __init__(self) -> None:
        self.changes: list[Change] = []
        self.links = contextlib.ExitStack()
        self.gate = Gate([HERE], {"lang": "en"}, self._hear, ports=[0])
        self.gate.show(CHAIRS, "play")

    def _hear(self, change: Change) -> bool:
        self.changes.append(change)
        return True

    def masks(self) -> list[int]:
        return [change.mask for change in self.changes]

    @property
    def origin(self) -> Origin:
        return Origin(f"http://{HERE}:{self.gate.port}")

    def connect(self, origin: str | None = None) -> ClientConnection:
        here = f"ws://{HERE}:{self.gate.port}/pad"
        return self.links.enter_context(connect(here, origin=Origin(origin) if origin else self.origin, proxy=None))

    def close(self) -> None:
        self.gate.close()
        self.links.close()

    def open(self, token: str = ONE, invitation: str | None = None, origin: str | None = None) -> ClientConnection:
        link = self.connect(origin)
        link.send(f"{invitation or self.gate.invitation} {token}")
        return link


@pytest.fixture
def watched() -> Iterator[Watched]:
    made = Watched()
    yield made
    made.close()
    assert not made.gate._thread.is_alive()


def until(true: Callable[[], object], seconds: float = 10.0) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.005)


def heard(link: ClientConnection, **wanted: object) -> dict[str, Any]:
    """Read what the page is told until it says all of `wanted`."""
    while True:
        told: dict[str, Any] = json.loads(link.recv(timeout=10))
        if all(told.get(key) == value for key, value in wanted.items()):
            return told


def seated(watched: Watched, token: str, seat: int) -> ClientConnection:
    link = watched.open(token)
    heard(link)
    link.send(str(seat))
    heard(link, seat=seat)
    return link


def hold(link: ClientConnection, mask: int, number: int) -> None:
    link.send(MESSAGE.pack(mask, number, time.monotonic() * 1000))


def code_of(link: ClientConnection) -> int | None:
    with pytest.raises(ConnectionClosed) as closed:
        while True:
            link.recv(timeout=10)
    return closed.value.rcvd.code if closed.value.rcvd else None


def asked(gate: Gate, path: str = "/", host: str | None = None) -> tuple[int, dict[str, str], bytes]:
    link = HTTPConnection(HERE, gate.port, timeout=10)
    link.request("GET", path, headers={"Host": host or f"{HERE}:{gate.port}"})
    answer = link.getresponse()
    found = answer.status, dict(answer.getheaders()), answer.read()
    link.close()
    return found


def test_the_page_is_served_with_a_policy_that_allows_its_own_script_only(watched: Watched) -> None:
    status, headers, content = asked(watched.gate)
    assert status == 200 and b"<script>" in content and b"@WORDS@" not in content
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert "script-src 'sha256-" in headers["Content-Security-Policy"]
    assert watched.gate.invitation.encode() not in content


def test_no_path_is_a_file_and_no_other_name_leads_here(watched: Watched) -> None:
    for path in ("/../../etc/passwd", "/pad.html", "/assets/", "//"):
        assert asked(watched.gate, path)[0] == 404
    assert asked(watched.gate, host="evil.example")[0] == 403
    with pytest.raises(InvalidStatus):
        watched.open(origin="http://evil.example")


def test_a_phone_chooses_a_seat_and_what_it_holds_is_told(watched: Watched) -> None:
    link = seated(watched, ONE, 1)
    hold(link, 2, 0)
    hold(link, 18, 1)
    hold(link, 0, 2)
    until(lambda: watched.masks()[-3:] == [2, 18, 0])
    assert watched.changes[-1].seat == 1


def test_without_a_seat_nothing_is_pressed(watched: Watched) -> None:
    link = watched.open()
    hold(link, 16, 0)
    hold(link, 0, 1)
    link.send("1")
    heard(link, seat=1)
    assert set(watched.masks()) == {0}


def test_of_two_phones_that_want_one_seat_the_first_gets_it(watched: Watched) -> None:
    seated(watched, ONE, 0)
    late = watched.open(OTHER)
    late.send("0")
    told = heard(late)
    late.send("1")
    assert heard(late, seat=1)["chairs"][0][4], "the page shows that it is taken"
    assert told["seat"] is None


def test_silence_lets_go(watched: Watched) -> None:
    link = seated(watched, ONE, 0)
    hold(link, 2, 0)
    until(lambda: 2 in watched.masks())
    until(lambda: watched.masks()[-1] == 0)
    assert watched.changes[-1].plugged


def test_a_phone_pulled_away_lets_go_and_comes_back_to_its_seat(watched: Watched) -> None:
    link = seated(watched, ONE, 1)
    hold(link, 2, 0)
    until(lambda: 2 in watched.masks())
    link.socket.close()
    until(lambda: watched.masks()[-1] == 0)
    again = watched.open(ONE)
    assert heard(again)["seat"] == 1
    hold(again, 16, 0)
    until(lambda: watched.masks()[-1] == 16)
    assert len({change.phone for change in watched.changes}) == 1, "the same pad"


def test_a_phone_that_stays_silent_leaves_and_gets_its_seat_again_if_it_is_free(
    watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = seated(watched, ONE, 1)
    clock = time.monotonic
    monkeypatch.setattr(time, "monotonic", lambda: clock() + GONE)
    until(lambda: watched.changes and not watched.changes[-1].plugged)
    assert code_of(link) == REFUSED
    assert heard(watched.open(ONE))["seat"] == 1


def test_of_two_tabs_the_newer_one_plays(watched: Watched) -> None:
    older = seated(watched, ONE, 0)
    newer = watched.open(ONE)
    assert heard(newer)["seat"] == 0
    assert code_of(older) == ELSEWHERE
    hold(newer, 2, 0)
    until(lambda: watched.masks()[-1] == 2)


def test_who_is_not_invited_does_not_play(watched: Watched) -> None:
    for invitation in ("00000000", "x", "\ud55c"):
        assert code_of(watched.open(invitation=invitation)) == REFUSED
    assert code_of(watched.open(token="short")) == REFUSED
    assert not watched.changes


def test_a_ninth_phone_is_told_that_all_pads_are_taken(watched: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gates, "MOST_PHONES", 1)
    seated(watched, ONE, 0)
    assert code_of(watched.open(OTHER)) == FULL


def spares(gate: Gate, count: int) -> list[socket.socket]:
    """Open connections that ask for nothing, as browsers do in advance."""
    wanted = gate._entrance._open[HERE] + count
    links = [socket.create_connection((HERE, gate.port)) for _ in range(count)]
    until(lambda: gate._entrance._open[HERE] == wanted)
    return links


def test_five_browsers_of_one_address_are_served(watched: Watched) -> None:
    reserve = spares(watched.gate, 5)
    for number in range(5):
        watched.open(str(number) * 32)
        assert asked(watched.gate)[0] == 200
    for link in reserve:
        link.close()


def test_one_address_gets_so_many_connections(watched: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "SPARE", 60.0)
    links = spares(watched.gate, MOST_OF_ADDRESS)
    refused = socket.create_connection((HERE, watched.gate.port), timeout=10)
    with refused, contextlib.suppress(ConnectionResetError):
        assert refused.recv(1) == b""
    for link in links:
        link.close()
    until(lambda: not watched.gate._entrance._open)
    assert asked(watched.gate)[0] == 200


@pytest.mark.parametrize("limit", ["MOST_OF_ADDRESS", "MOST_CONNECTIONS"])
def test_what_a_browser_keeps_in_reserve_gives_way_to_who_asks(
    watched: Watched, monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    monkeypatch.setattr(serving, limit, 3)
    monkeypatch.setattr(serving, "SPARE", 0.0)
    player = watched.open()
    heard(player)
    oldest, newest = spares(watched.gate, 2)
    assert asked(watched.gate)[0] == 200
    oldest.settimeout(10)
    with oldest, contextlib.suppress(ConnectionResetError):
        assert oldest.recv(1) == b""
    newest.sendall(b"GET / HTTP/1.1\r\nHost: " + f"{HERE}:{watched.gate.port}".encode() + b"\r\n\r\n")
    newest.settimeout(10)
    with newest:
        assert newest.recv(12) == b"HTTP/1.1 200"
    player.send("0")
    assert heard(player, seat=0)["seat"] == 0


def test_who_says_nothing_is_sent_away(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (gates, serving):
        monkeypatch.setattr(module, "FIRST_SECONDS", 0.2)
    made = Watched()
    try:
        assert code_of(made.connect()) == REFUSED
        with socket.create_connection((HERE, made.gate.port), timeout=10) as half:
            half.sendall(b"GET / HT")
            assert half.recv(100) == b""
    finally:
        made.close()


def test_nothing_that_strangers_send_ends_the_gate(watched: Watched) -> None:
    honest = seated(watched, ONE, 0)
    rng = random.Random(45)
    for number in range(60):
        hold(honest, 0, number)
        junk = rng.randbytes(rng.choice((0, 1, 12, 13, 14, 255, 257, 70_000)))
        if number % 2:
            link = watched.open(OTHER)
            with contextlib.suppress(ConnectionClosed):
                link.send(junk if number % 4 == 1 else junk.hex())
                link.close()
        else:
            with socket.create_connection((HERE, watched.gate.port)) as raw, contextlib.suppress(OSError):
                raw.sendall(junk)
    hold(honest, 16, 1000)
    until(lambda: 16 in watched.masks())
    assert asked(watched.gate)[0] == 200


def test_a_flood_ends_its_own_connection_only(watched: Watched) -> None:
    flood, honest = seated(watched, ONE, 0), seated(watched, OTHER, 1)
    with pytest.raises(ConnectionClosed):
        for number in range(100_000):
            flood.send(MESSAGE.pack(number % 2, number, 0.0))
    hold(honest, 16, 0)
    until(lambda: 16 in watched.masks())


def test_a_word_is_pressed_where_one_is_asked_for_and_counts_once(watched: Watched) -> None:
    link = seated(watched, ONE, 0)
    link.send(AGREED)
    hold(link, 2, 0)
    until(lambda: 2 in watched.masks())
    assert not any(guest.agrees for guest in watched.gate.guests), "nothing is asked during the match"
    watched.gate.show(CHAIRS, "ready")
    heard(link, state="ready")
    link.send(AGREED)
    heard(link, agrees=True)
    until(lambda: [guest.agrees for guest in watched.gate.guests] == [True])
    watched.gate.show(CHAIRS, "again")
    assert not heard(link, state="again")["agrees"], "the next question is a new one"


def test_the_phone_of_a_seat_is_shaken_and_no_other(watched: Watched) -> None:
    one, other = seated(watched, ONE, 0), seated(watched, OTHER, 1)
    heard(one)
    watched.gate.shake(0)
    watched.gate.show(CHAIRS, "over")
    assert heard(one, shake=True)
    heard(other, state="over", shake=None)


def test_who_does_not_read_what_is_told_is_dropped(watched: Watched) -> None:
    honest, deaf = seated(watched, ONE, 0), socket.create_connection((HERE, watched.gate.port))
    deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    here = f"ws://{HERE}:{watched.gate.port}/pad"
    with deaf, connect(here, sock=deaf, origin=watched.origin, proxy=None, max_queue=1, close_timeout=0.1) as link:
        link.send(f"{watched.gate.invitation} {OTHER}")
        until(lambda: len(watched.gate._links) == 2)
        with contextlib.suppress(ConnectionClosed):
            for number in range(100):
                watched.gate.show((Chair(0, f"{number}" * 200_000, "#E0A030", ""),), "play")
                heard(honest)
                hold(link, 0, number)
                hold(honest, 0, number)
                if len(watched.gate._links) == 1:
                    break
        assert next(guest.phone for guest in watched.gate.guests if not guest.asleep) == 1
        assert len(watched.gate._links) == 1


def test_what_the_queue_did_not_take_is_told_again() -> None:
    taken: list[Change] = []
    full = threading.Event()
    full.set()
    gate = Gate([HERE], {}, lambda change: not full.is_set() and not taken.append(change), ports=[0])
    gate.show(CHAIRS, "play")
    try:
        origin = Origin(f"http://{HERE}:{gate.port}")
        with connect(f"ws://{HERE}:{gate.port}/pad", origin=origin, proxy=None) as link:
            link.send(f"{gate.invitation} {ONE}")
            heard(link)
            assert not taken
            full.clear()
            until(lambda: taken)
    finally:
        gate.close()


def test_a_port_in_use_is_passed_over_and_none_is_said_so() -> None:
    with socket.create_server((HERE, 0)) as busy:
        port = busy.getsockname()[1]
        with pytest.raises(GateError):
            Gate([HERE], {}, lambda _: True, ports=[port])
        gate = Gate([HERE], {}, lambda _: True, ports=[port, 0])
        assert gate.port != port
        gate.close()
