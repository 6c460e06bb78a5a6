"""The evening's ledger: signed by hosts, passed on by everybody, the same on every computer that was there."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest

from game.cabinets.listed import CABINETS
from game.core.honours import Honour, figures
from game.core.recording.replay import read_replay
from game.core.rules import Event, Result, SeatResult
from game.engine.scene import Context
from game.engine.widgets import Button, ListView
from game.ground.texts import LANGUAGES, Texts
from game.scenes.lan.ledger import keep_recording
from game.scenes.ledger.page import page_of
from game.scenes.ledger.scene import LedgerScene
from game.scenes.ledger.words import names_in_order
from net.evening import Stop
from net.ledger.hosts import Hosts
from net.ledger.kept import Ledger
from net.ledger.lines import LedgerSeat, MatchLine, public_key, read_line, sign, signing_installed
from net.ledger.standing import points_of, standings, titles
from net.limits import LINE
from net.messages import Ended, Entered, Lines, Recorded
from net.parts import SignedLine
from tests.engine.widgets.page_driver import click, the, widgets
from tests.net.house import House, Peer, begin, house, plan_of
from tests.scenes.scene_driver import Told, driving

pytestmark = pytest.mark.skipif(not signing_installed(), reason="PyNaCl is not installed")

SECRET, OTHER = b"s" * 32, b"o" * 32
NOW = datetime(2026, 11, 20, 21, 30, tzinfo=UTC)


def said(*ranks: int, match: str = "m1", minute: int = 0, game: str = "marrakech", **more: Any) -> MatchLine:
    """A match of Jiwoo's, Leila's and so on, with these ranks; the last one is a computer where there are three."""
    names = ("지우", "Leila", "Omar", "Kenji")
    seats = tuple(
        LedgerSeat(names[seat], rank, 50 - 10 * rank, "expert" if seat == 2 else "") for seat, rank in enumerate(ranks)
    )
    ended = (NOW + timedelta(minutes=minute)).isoformat(timespec="seconds")
    return MatchLine(game, "Souk", match, NOW.isoformat(timespec="seconds"), ended, 40, seats, **more)


def changed(signed: SignedLine, **parts: bytes) -> SignedLine:
    return msgspec.structs.replace(signed, **parts)


def ledger_at(folder: Path) -> Ledger:
    """A ledger in which the lines of both hosts count."""
    ledger = Ledger(folder)
    for secret in (SECRET, OTHER):
        ledger.hosts.decide(public_key(secret), counts=True)
    return ledger


def test_nobody_else_writes_a_line_for_a_host() -> None:
    signed = sign(said(1, 2), SECRET)
    line = read_line(signed)
    assert line is not None and line.said == said(1, 2) and line.key == signed.key
    better = signed.body.replace(b'"score":30', b'"score":90')
    assert better != signed.body
    assert read_line(changed(signed, body=better)) is None
    assert read_line(changed(signed, key=sign(said(1, 2), OTHER).key)) is None
    assert read_line(changed(signed, signature=bytes(64))) is None


@pytest.mark.parametrize(
    "wrong",
    [
        msgspec.structs.replace(said(1, 2), ended="2026-11-20T21:30:00"),
        msgspec.structs.replace(said(1, 2), ended="yesterday"),
        msgspec.structs.replace(said(1, 2), figures={"paid": (3,)}),
        msgspec.structs.replace(said(1, 2), seats=()),
        msgspec.structs.replace(said(1, 2), ended="0001-01-01T00:00:00+00:00"),
        msgspec.structs.replace(said(1, 2), ended="9999-12-31T23:59:59-12:00"),
    ],
)
def test_what_cannot_be_is_no_line_whoever_signed_it(wrong: MatchLine) -> None:
    assert read_line(sign(wrong, SECRET)) is None


def test_what_is_passed_over_in_a_line_must_be_text_too() -> None:
    from nacl.signing import SigningKey

    key = SigningKey(SECRET)
    body = msgspec.json.encode(said(1, 2))[:-1] + b',"zz":"\xff"}'
    assert read_line(SignedLine(body, bytes(key.verify_key), key.sign(body).signature)) is None


def test_a_line_of_the_largest_match_fits_its_message() -> None:
    seats = tuple(LedgerSeat("가" * 32, 64, -(1 << 31), "b" * 64) for _ in range(64))
    largest = msgspec.structs.replace(said(1, 2), seats=seats)
    assert 64 * 32 * 3 < len(sign(largest, SECRET).body) < 2 * LINE
    usual = tuple(LedgerSeat("가" * 12, 64, 4321, "corpse-bomb") for _ in range(60))
    figured = msgspec.structs.replace(largest, seats=usual, figures=dict.fromkeys("abc", (100,) * 60))
    assert len(sign(figured, SECRET).body) < LINE


def test_points_by_one_rule() -> None:
    assert [points_of(said(1, 2), seat) for seat in range(2)] == [12, 0]
    assert [points_of(said(1, 1), seat) for seat in range(2)] == [6, 6]
    assert [points_of(said(1, 2, 3, 4), seat) for seat in range(4)] == [12, 8, 4, 0]
    assert [points_of(said(2, 1, 2), seat) for seat in range(3)] == [3, 12, 3]
    assert points_of(said(1), 0) == 0


def lines_of(*matches: MatchLine, secret: bytes = SECRET) -> list[Any]:
    return [read_line(sign(match, secret)) for match in matches]


def test_computers_are_others_and_get_nothing() -> None:
    people = standings(lines_of(said(2, 3, 1), said(1, 2, match="m2"), said(1, match="m3")))
    assert [(person.name, person.points, person.matches, person.won) for person in people] == [
        ("지우", 18, 3, 1),
        ("Leila", 0, 2, 0),
    ]


def test_titles_are_drawn_from_the_games_figures() -> None:
    found = titles(
        lines_of(
            said(1, 2, 3, figures={"paid": (4, 9, 30), "earned": (0, 0, 9)}),
            said(1, 2, match="m2", figures={"paid": (9, 3)}),
        )
    )
    assert [(title.figure, title.names, title.value) for title in found] == [("paid", ("Leila", "지우"), 9)]


def test_figures_of_events_that_everybody_may_know() -> None:
    events = [
        Event("paid", {"payer": 1, "amount": 3}),
        Event("paid", {"payer": 1, "amount": 5}),
        Event("paid", {"payer": 0, "amount": 90}, (1,)),
        Event("took", {"seat": 0, "squares": [3, 4]}),
    ]
    result = Result((SeatResult(1, 9, {"longest": 7}), SeatResult(2, 3)), "")
    honours = (
        Honour("paid", "paid", "payer", "amount"),
        Honour("dearest", "paid", "payer", "amount", most=True),
        Honour("took", "took", amount="squares"),
        Honour("times", "took"),
        Honour("longest"),
        Honour("nothing"),
    )
    assert figures(honours, events, result) == {
        "paid": (0, 8),
        "dearest": (0, 5),
        "took": (2, 0),
        "times": (1, 0),
        "longest": (7, 0),
    }


def test_two_computers_that_exchange_their_lines_have_the_same_ledger(tmp_path: Path) -> None:
    one, two = ledger_at(tmp_path / "1"), ledger_at(tmp_path / "2")
    mine, theirs = sign(said(1, 2), SECRET), sign(said(2, 1, minute=9), OTHER)
    assert len(one.add([mine, mine], NOW)) == 1 and len(two.add([theirs], NOW)) == 1
    assert one.add([mine], NOW) == []
    one.add([line.signed for line in two.lines(NOW.date())], NOW)
    two.add([line.signed for line in one.lines(NOW.date())], NOW)
    assert one.lines(NOW.date()) == two.lines(NOW.date()) and len(one.lines(NOW.date())) == 2
    assert Ledger(tmp_path / "1").evenings == [NOW.date()]


def test_a_host_that_says_two_things_of_a_match_is_heard_once_and_alike_everywhere(tmp_path: Path) -> None:
    signed = [sign(said(1, 2), SECRET), sign(said(2, 1), SECRET)]
    one, two = ledger_at(tmp_path / "1"), ledger_at(tmp_path / "2")
    one.add(signed, NOW)
    two.add(signed[::-1], NOW)
    assert len(one.lines(NOW.date())) == 1 and one.lines(NOW.date()) == two.lines(NOW.date())


@pytest.mark.parametrize(
    ("one", "other", "counts"),
    [
        ({"turns": 40}, {"turns": 44}, 1),
        ({"turns": 44}, {"turns": 40}, 0),
        ({"turns": 40}, {"turns": 60, "stopped": True}, 0),
        ({"turns": 40, "stopped": True}, {"turns": 30}, 1),
    ],
)
def test_a_match_that_was_played_out_at_two_hosts_counts_once(
    tmp_path: Path, one: dict[str, Any], other: dict[str, Any], counts: int
) -> None:
    branches = [
        sign(msgspec.structs.replace(said(1, 2, match=f"m{number}", origin="ab" * 16), **more), secret)
        for number, (more, secret) in enumerate([(one, SECRET), (other, OTHER)])
    ]
    alone = sign(said(2, 1, match="m9", minute=9), SECRET)
    kept = []
    for order in (branches, branches[::-1]):
        ledger = ledger_at(tmp_path / str(len(kept)))
        ledger.add([*order, alone], NOW)
        kept.append([line.said.match for line in ledger.lines(NOW.date())])
    assert kept[0] == kept[1] == [f"m{counts}", "m9"]


def test_lines_of_other_days_are_not_taken(tmp_path: Path) -> None:
    ledger = ledger_at(tmp_path)
    assert ledger.add([sign(said(1, 2), SECRET)], NOW + timedelta(days=9)) == []
    assert ledger.evenings == []


def test_a_line_that_was_changed_in_the_file_is_gone(tmp_path: Path) -> None:
    ledger = ledger_at(tmp_path)
    ledger.add([sign(said(1, 2), SECRET), sign(said(1, 2, match="m2"), SECRET)], NOW)
    (path,) = tmp_path.glob("*.ledger")
    written = path.read_text(encoding="utf-8").splitlines()
    assert "지우" in json.loads(written[0])["line"]
    path.write_text("\n".join([written[0].replace("지우", "다른"), "so what", written[1]]), encoding="utf-8")
    assert [line.said.match for line in ledger.lines(NOW.date())] == ["m2"]


def test_a_folder_that_cannot_be_written_loses_nothing_meanwhile(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    ledger = ledger_at(tmp_path / "file" / "folder")
    assert len(ledger.add([sign(said(1, 2), SECRET)], NOW)) == 1
    assert ledger.failed and len(ledger.lines(NOW.date())) == 1


def test_the_secret_is_made_once_and_nobody_elses(tmp_path: Path) -> None:
    hosts = Hosts(tmp_path)
    assert hosts.secret() == Hosts(tmp_path).secret() and len(hosts.secret()) == 32
    assert hosts.counts(public_key(hosts.secret()))
    if os.name == "posix":  # on Windows whose folder it lies in says who reads it
        assert (tmp_path / "host.key").stat().st_mode & 0o077 == 0


# In a room.


def say_yes(ledger: Ledger) -> None:
    """Somebody lets every host count whose lines wait."""
    for line in ledger.waiting(NOW.date()):
        ledger.hosts.decide(line.key, counts=True)


class Machine:
    """A computer of the evening: its ledger, and its connection to the room it is in."""

    def __init__(self, folder: Path, name: str) -> None:
        self.ledger = Ledger(folder / name)
        self.name = name
        self.peer: Peer | None = None
        self.token = b""

    def enter(self, running: House) -> Peer:
        """Go into a room, as who we were there if we come back, and bring what we have."""
        self.peer = peer = Peer(running.port)
        self.token = peer.enter(self.name, token=self.token).token
        self.bring()
        return peer

    def bring(self) -> None:
        assert self.peer is not None
        lines = tuple(line.signed for line in self.ledger.lines(NOW.date()))
        self.peer.send(Lines(lines, first=True))

    def hear(self, lines: int) -> None:
        """Take what is told until the ledger has so many lines."""
        assert self.peer is not None
        while len(self.ledger.lines(NOW.date())) < lines:
            self.ledger.add(self.peer.until(Entered).lines, NOW)
            say_yes(self.ledger)

    def leave(self) -> None:
        assert self.peer is not None
        self.peer.close()
        self.peer, self.token = None, b""


@pytest.fixture
def rooms(tmp_path: Path) -> Iterator[list[House]]:
    """Two rooms of two hosts with ledgers of their own, who have been in each other's."""
    ledgers = [ledger_at(tmp_path / f"host-{number}") for number in range(2)]
    for ledger, other in (ledgers, ledgers[::-1]):
        ledger.hosts.decide(public_key(other.hosts.secret()), counts=True)
    with ExitStack() as stack:
        plans = [
            plan_of(tmp_path / f"room-{number}", ledger=ledger, when=lambda: NOW)
            for number, ledger in enumerate(ledgers)
        ]
        yield [stack.enter_context(house(plan)) for plan in plans]


def play(one: Machine, other: Machine) -> None:
    """A match from its start to its end."""
    assert one.peer is not None and other.peer is not None
    begin([one.peer, other.peer], one.peer)
    open_ends = [one.peer, other.peer]
    while open_ends:
        for peer in list(open_ends):
            peer.socket.settimeout(0.02)
            try:
                if peer.waiting is not None and peer.waiting.asked and peer.waiting.number > peer.played:
                    peer.play_first(peer.waiting)
                elif isinstance(peer.next(), Ended):
                    open_ends.remove(peer)
            except TimeoutError:
                continue
    for peer in (one.peer, other.peer):
        peer.socket.settimeout(10)


def test_the_end_of_a_match_is_told_to_all_who_keep_a_ledger(rooms: list[House], tmp_path: Path) -> None:
    mia, omar = Machine(tmp_path, "Mia"), Machine(tmp_path, "Omar")
    mia.enter(rooms[0])
    omar.enter(rooms[0])
    stranger = Peer(rooms[0].port)
    stranger.enter("Eye", watch=True)
    play(mia, omar)
    for machine in (mia, omar):
        machine.hear(1)
        assert machine.peer is not None
        recording = machine.peer.until(Recorded)
        assert recording.data == next((tmp_path / "room-0").glob("*.souk")).read_bytes()
    (line,) = mia.ledger.lines(NOW.date())
    assert [seat.name for seat in line.said.seats] == ["Mia", "Omar"] and line.said.game == "nullgame"
    stranger.until(Ended)
    stranger.socket.settimeout(0.3)
    with pytest.raises(TimeoutError):
        stranger.until(Entered)
    for peer in (mia.peer, omar.peer, stranger):
        assert peer is not None
        peer.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_match_that_was_stopped_has_a_line_and_a_recording_and_counts_for_nobody(
    language: str, rooms: list[House], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path / "home"))
    mia, omar = Machine(tmp_path, "Mia"), Machine(tmp_path, "Omar")
    for machine in (mia, omar):
        machine.enter(rooms[0])
    assert mia.peer is not None and omar.peer is not None
    begin([mia.peer, omar.peer], mia.peer)
    mia.peer.play_first(mia.peer.to_move())
    omar.peer.to_move()
    mia.peer.send(Stop())
    ended = omar.peer.until(Ended)
    omar.hear(1)
    recording = omar.peer.until(Recorded)
    kept = keep_recording(recording.data, CABINETS["nullgame"].info, "Room", ended)
    assert len(read_replay(kept).steps) >= 1
    (line,) = omar.ledger.lines(NOW.date())
    assert line.said.stopped and standings([line]) == []
    told = names_in_order(line, Texts(language))
    assert "Mia" in told and "1." not in told and told in page_of(NOW.date(), [line], Texts(language))
    for peer in (mia.peer, omar.peer):
        peer.close()


def test_an_evening_in_two_rooms_is_the_same_on_every_computer(rooms: list[House], tmp_path: Path) -> None:
    """Four computers, two hosts, three matches; one is killed and comes back."""
    mia, omar, leila, kenji = (Machine(tmp_path, name) for name in ("Mia", "Omar", "Leila", "Kenji"))
    for machine, number in ((mia, 0), (omar, 0), (leila, 1), (kenji, 1)):
        machine.enter(rooms[number])
    play(mia, omar)
    play(leila, kenji)
    mia.hear(1)
    leila.hear(1)
    kenji.hear(1)
    assert omar.peer is not None
    omar.peer.close()  # killed before it heard how the match ended
    assert omar.ledger.lines(NOW.date()) == []
    omar.enter(rooms[0])
    omar.hear(1)
    kenji.leave()
    mia.leave()
    mia.enter(rooms[1])  # brings the line of the other room
    for machine in (mia, leila):
        machine.hear(2)
    leila.leave()
    kenji.enter(rooms[0])
    assert omar.peer is not None and kenji.peer is not None
    omar.hear(2)
    kenji.hear(2)
    mia.leave()
    omar.leave()
    kenji.leave()
    for machine in (mia, omar, leila, kenji):
        machine.enter(rooms[1])
        machine.hear(2)
        machine.leave()
    ledgers = [machine.ledger.lines(NOW.date()) for machine in (mia, omar, leila, kenji)]
    assert all(lines == ledgers[0] for lines in ledgers) and len(ledgers[0]) == 2
    assert len({line.key for line in ledgers[0]}) == 2
    pages = {page_of(NOW.date(), lines, Texts("ko")) for lines in ledgers}
    assert len(pages) == 1


def test_what_a_guest_invents_is_passed_on_to_nobody(rooms: list[House], tmp_path: Path) -> None:
    mia, omar = Machine(tmp_path, "Mia"), Machine(tmp_path, "Omar")
    mia.enter(rooms[0])
    peer = omar.enter(rooms[0])
    forged = changed(sign(said(1, 2), SECRET), signature=bytes(64))
    true = sign(said(1, 2, match="m2"), SECRET)
    peer.send(Lines((forged, true)))
    mia.hear(1)
    assert [line.said.match for line in mia.ledger.lines(NOW.date())] == ["m2"]
    mia.leave()
    omar.leave()


# On the screen and on paper.


def evening(folder: Path) -> Path:
    """The folder of a ledger with three matches."""
    matches = (
        said(1, 2, 3, figures={"paid": (4, 9, 30), "dearest": (4, 5, 9)}),
        said(2, 1, match="m2", minute=20, game="slime", figures={"flood": (14, 3)}),
        said(1, 2, 3, 4, match="m3", minute=50, game="gone<b>"),
    )
    ledger_at(folder).add([sign(match, SECRET) for match in matches], NOW)
    return folder


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_has_everything_and_nothing_from_elsewhere(tmp_path: Path, language: str) -> None:
    lines = Ledger(evening(tmp_path)).lines(NOW.date())
    page = page_of(date(2026, 11, 20), lines, Texts(language))
    assert page.startswith("<!doctype html>") and page.rstrip().endswith("</html>")
    assert not re.search(r"https?:|src=|href=|url\(|@import|<script", page)
    policy = page.index("default-src 'none'")
    assert policy < page.index("<title>"), "it holds for everything that names and titles say"
    for word in ("지우", "Leila", "24", "2026-11-20", Texts(language).line("marrakech.honour.paid"), "gone&lt;b&gt;"):
        assert word in page
    assert "<b>gone" not in page


def test_the_scene_shows_the_evening_and_keeps_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path / "home"))
    folder = evening(tmp_path / "ledger")
    told = Told()

    def make(context: Context) -> LedgerScene:
        context.notify = told
        return LedgerScene(context, folder, NOW)

    with driving(make) as driver:
        assert sorted(view.count for view in widgets(driver, ListView)) == [3, 3, 3]
        click(driver, the(driver, Button, lambda button: button.icon == "save"))
        (page,) = (tmp_path / "home" / "pictures").glob("*.html")
        assert page.name in told[-1] and "지우" in page.read_text(encoding="utf-8")
        Ledger(folder).add([sign(said(1, 2, match="m4", minute=70), SECRET)], NOW)
        driver.until(lambda: len(driver.top.lines) == 4)  # type: ignore[attr-defined]


def test_scores_are_told_where_they_are_points(tmp_path: Path) -> None:
    ledger, texts = ledger_at(tmp_path), Texts("en")
    games = ("marrakech", "omok", "gone")
    ledger.add([sign(said(1, 2, match=game, game=game), SECRET) for game in games], NOW)
    told = {line.said.game: names_in_order(line, texts) for line in ledger.lines(NOW.date())}
    scores = [str(seat.score) for seat in ledger.lines(NOW.date())[0].said.seats]
    assert all(score in told["marrakech"] and score in told["gone"] for score in scores)
    first, second = told["omok"].split(", ")
    assert not first.endswith(scores[0]) and not second.endswith(scores[1])


def test_another_evening(tmp_path: Path) -> None:
    folder = evening(tmp_path / "ledger")
    later = NOW + timedelta(days=3)
    with driving(lambda context: LedgerScene(context, folder, later)) as driver:
        scene = driver.top
        assert isinstance(scene, LedgerScene) and scene.lines == []
        click(driver, the(driver, Button, lambda button: button.icon == "chevron-left"))
        assert len(scene.lines) == 3
