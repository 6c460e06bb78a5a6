"""The ledger with strangers: what they bring waits, costs little and crowds out nothing."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import pytest

from game.cabinets.nullgame.rules import View
from game.core.rules import Result, SeatResult
from game.engine.scene import Context
from game.engine.widgets import Button, Dialog
from game.ground import paths
from game.scenes.lan.connection import RoomConnection
from game.scenes.lan.ledger import Bookkeeping
from game.scenes.lan.log import ConnectionLog
from game.scenes.ledger.scene import LedgerScene
from net.heirs import Moved
from net.ledger import kept
from net.ledger.kept import MOST_BROUGHT, MOST_HOSTS_BROUGHT, MOST_OF_HOST, MOST_WAITING, Ledger
from net.ledger.lines import LedgerSeat, MatchLine, evening_of, public_key, read_line, sign, signing_installed
from net.ledger.standing import standings
from net.messages import Begun, Ended, Entered, Lines, Ping, Pong, SeatLine, raw
from net.parts import SignedLine
from tests.engine.widgets.page_driver import click, the
from tests.net.house import House, Peer, begin, finish, house, plan_of
from tests.scenes.scene_driver import driving
from tests.showroom import lan
from tests.showroom.lan import ME, StillClient, welcome

pytestmark = pytest.mark.skipif(not signing_installed(), reason="PyNaCl is not installed")

NOW = datetime(2026, 11, 20, 21, 30, tzinfo=UTC)
TONIGHT = NOW.date()


def secret_of(number: int) -> bytes:
    return number.to_bytes(4, "big") * 8


def line(match: str, host: int = 1, when: datetime = NOW, winner: str = "Mallory") -> SignedLine:
    """A line of the host with this number."""
    seats = (LedgerSeat(winner, 1, 9), LedgerSeat("Nobody", 2, 0))
    moment = when.isoformat(timespec="seconds")
    return sign(MatchLine("nullgame", "Room", match, moment, moment, 9, seats), secret_of(host))


def said(match: str) -> MatchLine:
    found = read_line(line(match, winner="Mia"))
    assert found is not None
    return found.said


def made_up(count: int, hosts: int = 400) -> list[SignedLine]:
    """Lines of hosts that a stranger thought of."""
    return [line(f"m{number}", host=1000 + number % hosts) for number in range(count)]


def test_what_cannot_be_is_no_line_though_its_host_signed_it() -> None:
    body = line("m").body
    host = secret_of(1)

    def signed(body: bytes) -> SignedLine:
        from nacl.signing import SigningKey

        key = SigningKey(host)
        return SignedLine(body, bytes(key.verify_key), key.sign(body).signature)

    assert read_line(signed(body)) is not None
    assert read_line(signed(body[:-1] + b',"zz":"\xff"}')) is None
    for moment in ("0001-01-01T00:00:00+00:00", "0001-01-01T00:00:00-23:59", "9999-12-31T23:59:59-23:59"):
        assert read_line(signed(body.replace(NOW.isoformat().encode(), moment.encode()))) is None
    for text in (
        b"[" * 5000,
        b"",
        b"null",
        body.replace(b"nullgame", b"\xed\xa0\x80"),
        body.replace(b"9", b"9" * 5000),
    ):
        assert read_line(signed(text)) is None


def test_lines_of_hosts_that_nobody_here_has_seen_wait(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    assert ledger.add([line("m1"), line("m2")], NOW) == []
    assert ledger.lines(TONIGHT) == [] and len(ledger.waiting(TONIGHT)) == 2
    ledger.hosts.decide(public_key(secret_of(1)), counts=True)
    assert len(Ledger(tmp_path).lines(TONIGHT)) == 2 and ledger.waiting(TONIGHT) == []
    assert [found.said.match for found in ledger.add([line("m3")], NOW)] == ["m3"]
    ledger.add([line("m4", host=2)], NOW)
    ledger.hosts.decide(public_key(secret_of(2)), counts=False)
    ledger.add([line("m5", host=2)], NOW)
    assert len(ledger.lines(TONIGHT)) == 3 and ledger.waiting(TONIGHT) == []


def test_strangers_crowd_nothing_out(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    ledger.hosts.decide(public_key(secret_of(7)), counts=True)
    for bringer in range(12):
        lines = [line(f"{bringer} {number}", host=1000 + 40 * bringer + number % 10) for number in range(50)]
        ledger.add(lines, NOW, f"10.0.0.{bringer}")
        waiting = ledger.waiting(TONIGHT)
        assert len(waiting) <= min(MOST_WAITING, MOST_BROUGHT * (bringer + 1))
        assert len({found.key for found in waiting}) <= MOST_HOSTS_BROUGHT * (bringer + 1)
    assert len(ledger.write(said("own"), NOW)) == 1
    assert len(ledger.add([line("seen", host=7)], NOW, "10.0.0.1")) == 1
    assert {found.said.match for found in Ledger(tmp_path).lines(TONIGHT)} == {"own", "seen"}


def test_a_host_that_counts_says_no_more_than_an_evening_has(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    ledger.hosts.decide(public_key(secret_of(1)), counts=True)
    many = [line(str(number)) for number in range(MOST_OF_HOST + 5)]
    assert len(ledger.add(many, NOW)) == MOST_OF_HOST
    assert len(ledger.write(said("own"), NOW)) == 1
    assert len(ledger.lines(TONIGHT)) == MOST_OF_HOST + 1


def test_an_own_line_is_kept_whatever_the_clock_says(tmp_path: Path) -> None:
    for days in (-365, 365):
        ledger, now = Ledger(tmp_path / str(days)), NOW + timedelta(days=days)
        assert len(ledger.write(msgspec.structs.replace(said("own"), ended=NOW.isoformat()), now)) == 1
        assert len(Ledger(tmp_path / str(days)).lines(TONIGHT)) == 1


class Checks:
    """Counts the signatures that are checked."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count = 0
        monkeypatch.setattr(kept, "read_line", self)

    def __call__(self, signed: SignedLine) -> object:
        self.count += 1
        return read_line(signed)


def test_a_line_is_checked_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Ledger(tmp_path).hosts.decide(public_key(secret_of(1)), counts=True)
    Ledger(tmp_path).add([line(str(number)) for number in range(40)], NOW)
    checks = Checks(monkeypatch)
    ledger = Ledger(tmp_path)
    for _ in range(5):
        assert len(ledger.lines(TONIGHT)) == 40
        ledger.add([line("1"), line("2")], NOW)
    ledger.add([line("fresh")], NOW)
    Ledger(tmp_path).add([line("of another program")], NOW)
    checks.count, before = 0, checks.count
    assert before == 41 + 41 + 1 and len(ledger.lines(TONIGHT)) == 42
    assert checks.count == 1


def test_lines_that_nobody_signed_are_looked_at_a_few_times(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    checks, ledger = Checks(monkeypatch), Ledger(tmp_path)
    forged = [msgspec.structs.replace(one, signature=bytes(64)) for one in made_up(200, hosts=3)]
    ledger.add(forged, NOW, "10.0.0.1")
    assert checks.count == MOST_BROUGHT


def test_a_torn_line_costs_nothing_but_itself(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    ledger.write(said("m1"), NOW)
    ledger.write(said("m2"), NOW)
    (path,) = tmp_path.glob("*.ledger")
    path.write_bytes(path.read_bytes()[:-40])
    ledger.write(said("m3"), NOW)
    assert {found.said.match for found in Ledger(tmp_path).lines(TONIGHT)} == {"m1", "m3"}


def test_what_could_not_be_written_is_when_there_is_room_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ledger = Ledger(tmp_path)
    ledger.write(said("m1"), NOW)
    with monkeypatch.context() as full:

        def refuse(*_: object) -> None:
            raise OSError(28, "No space left on device")

        full.setattr(kept, "append_lines", refuse)
        assert len(ledger.write(said("m2"), NOW)) == 1
        assert ledger.failed and len(ledger.lines(TONIGHT)) == 2
    ledger.write(said("m3"), NOW)
    assert {found.said.match for found in Ledger(tmp_path).lines(TONIGHT)} == {"m1", "m2", "m3"}


# At a guest.


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def test_a_host_counts_once_a_match_ended_in_its_room(home: Path) -> None:
    sent: list[object] = []
    now = datetime.now().astimezone()
    ledger = Ledger(home / "ledger")
    books = Bookkeeping(sent.append)
    books.enter((line("m0", host=1, when=now),), 0.0)
    assert len(ledger.waiting(now.date())) + len(ledger.waiting(now.date() - timedelta(days=1))) == 1
    books.ended(Ended("over", 9, "m1", _result()))
    books.enter((line("m1", host=1, when=now), line("m1", host=2, when=now)), 1.0)
    books.enter((line("m1", host=3, when=now),), 2.0)
    assert [ledger.hosts.counts(public_key(secret_of(host))) for host in (1, 2, 3)] == [True, False, False]
    (evening,) = ledger.evenings
    assert {found.said.match for found in ledger.lines(evening)} == {"m0", "m1"}
    assert {found.key for found in ledger.waiting(evening)} == {public_key(secret_of(host)) for host in (2, 3)}
    books.bring()
    brought = sent[-1]
    assert isinstance(brought, Lines) and len(brought.lines) == 2


def _result() -> object:
    from game.core.rules import Result, SeatResult

    return Result((SeatResult(1, 9), SeatResult(2, 0)), "")


def test_a_host_that_never_stops_telling_lines_costs_its_guest_little(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    checks = Checks(monkeypatch)
    books = Bookkeeping(lambda message: None)
    now = datetime.now().astimezone()
    for number in range(300):
        lines = tuple(line(f"{number} {one}", host=1000 + number, when=now) for one in range(2))
        books.enter(lines, number / 1000)
    assert checks.count <= MOST_BROUGHT


# In a room.


@pytest.fixture
def room(tmp_path: Path) -> Iterator[House]:
    """A room with a ledger."""
    with house(plan_of(tmp_path / "room", ledger=Ledger(tmp_path / "ledger"), when=lambda: NOW)) as running:
        yield running


def bring(peer: Peer, lines: list[SignedLine]) -> None:
    for start in range(0, len(lines), 16):
        peer.send(Lines(tuple(lines[start : start + 16]), first=start == 0))


def pong(peer: Peer) -> float:
    """Seconds until a ping is answered."""
    begun = time.perf_counter()
    peer.send(Ping(1))
    peer.until(Pong)
    return time.perf_counter() - begun


def test_a_stranger_erases_no_evening(room: House, tmp_path: Path) -> None:
    mia, omar, mallory = (Peer(room.port) for _ in range(3))
    mia.enter("Mia")
    omar.enter("Omar")
    mallory.enter("Mallory", watch=True)
    for peer in (mia, omar):
        peer.send(Lines((), first=True))
        pong(peer)
    bring(mallory, made_up(400))
    pong(mallory)
    begin([mia, omar], mia)
    finish([mia, omar])
    told = [mia.until(Entered).lines, omar.until(Entered).lines]
    pong(mia)
    assert not any(isinstance(message, Entered) for message in mia.messages[mia._seen :])
    assert all(len(lines) == 1 for lines in told) and told[0] == told[1]
    ledger = Ledger(tmp_path / "ledger")
    assert [found.signed for found in ledger.lines(TONIGHT)] == [told[0][0]]
    assert {person.name for person in standings(ledger.lines(TONIGHT))} == {"Mia", "Omar"}
    assert 0 < len(ledger.waiting(TONIGHT)) <= MOST_BROUGHT
    for peer in (mia, omar, mallory):
        peer.close()


def test_empty_lines_without_end_cost_the_others_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """400 of them, with 400 lines of the evening there."""
    ledger = Ledger(tmp_path / "ledger")
    ledger.hosts.decide(public_key(secret_of(1)), counts=True)
    ledger.add([line(str(number)) for number in range(400)], NOW)
    checks = Checks(monkeypatch)
    with house(plan_of(tmp_path / "room", ledger=Ledger(tmp_path / "ledger"), when=lambda: NOW)) as running:
        mia = Peer(running.port)
        mia.enter("Mia")
        mia.send(Lines((), first=True))
        mia.until(Entered)
        slowest: list[float] = []
        for attempt in range(3):  # another program may have had the processor
            mallory = Peer(running.port)
            mallory.enter(f"Mallory {attempt}", watch=True)
            slow = 0.0
            for _ in range(10):
                for _ in range(20):
                    mallory.send(Lines((), first=True))
                slow = max(slow, pong(mia))
            slowest.append(slow)
            mallory.close()
            if slow <= 0.05:
                break
        assert min(slowest) <= 0.05, slowest
        assert checks.count <= 400
        mia.close()


# On the screen.


def test_somebody_says_which_hosts_count(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    ledger.add([line("m1", host=1), line("m2", host=1), line("m3", host=2)], NOW)

    def make(context: Context) -> LedgerScene:
        return LedgerScene(context, tmp_path, NOW)

    def answer(word: str) -> None:
        driver.until(lambda: isinstance(driver.top, Dialog))
        label = driver.context.texts.line(f"ledger.host.{word}")
        click(driver, the(driver, Button, lambda button: button.label == label))

    with driving(make) as driver:
        scene = driver.top
        assert isinstance(scene, LedgerScene) and scene.lines == [] and len(scene.waiting) == 3
        click(driver, the(driver, Button, lambda button: button.icon == "hourglass"))
        answer("counts")
        answer("out")
        driver.until(lambda: driver.top is scene and not scene.waiting)
        assert {found.said.match for found in scene.lines} == {"m1", "m2"}
        assert all(button.icon != "hourglass" for button in scene.group.widgets if isinstance(button, Button))


def test_the_host_at_which_a_room_goes_on_is_met_like_the_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    now = datetime.now().astimezone()
    state, result = lan.room("en", "nullgame", "playing"), Result((SeatResult(1, 3), SeatResult(2, 1)), "nullgame.end")
    client = StillClient()
    connection = RoomConnection(client, ConnectionLog(lambda: ""))
    seats = (SeatLine("Mia"), SeatLine("Omar"))
    for host, match in ((1, "m1"), (2, "m2")):
        client.messages += [Moved(ME, 2, "127.0.0.1", 9, bytes(32))] if host == 2 else []
        view = raw(View(9, 0, (0, 0), 0))
        client.messages += [*welcome("en", state), Begun(0, 0, seats, raw(None), view), Ended("over", 0, match, result)]
        client.messages.append(Entered((line(match, host, now),)))
        connection.poll(0.0)
    counted = Ledger(paths.ledger()).lines(evening_of(now))
    assert {found.said.match for found in counted} == {"m1", "m2"}
