"""A host that is killed goes on where it was: moves, seats, pauses in the middle of a window, agreed ends."""

from __future__ import annotations

import os
import time
from contextlib import ExitStack
from pathlib import Path

import msgspec
import pytest

from game.cabinets.listed import CABINETS
from game.cabinets.nullgame.rules import View
from game.core.bot.loading import BuiltinSpec
from game.core.cabinet import Cabinet
from game.core.errors import SpokenError
from game.core.match.match import NOT_ASKED
from game.core.recording.replay import Playback, ReplayError, read_replay
from net.address import Address
from net.client.bot_player import PATIENCE, BotPlayer
from net.client.client import LanClient
from net.host.room.record import RecordError, read_record, record_path, write_record
from net.host.room.room import Room
from net.messages import (
    Accepted,
    Begun,
    Ended,
    Propose,
    Proposed,
    Rejected,
    Resume,
    SeatLine,
    SetSeat,
    Start,
    Stepped,
    Surrender,
    Vote,
    raw,
)
from tests.games.sealed import SEALED
from tests.net.house import OWNER_KEY, QUICK, House, Peer, begin, house, plan_of
from tests.showroom import lan
from tests.showroom.lan import StillClient, welcome


def copied(folder: Path, journal: Path) -> Path:
    """The journal and its record as they lie on the disk now: what a killed host leaves behind."""
    folder.mkdir()
    for path in (journal, record_path(journal)):
        (folder / path.name).write_bytes(path.read_bytes())
    return folder / journal.name


def resumed(folder: Path, journal: Path, cabinet: Cabinet | None = None) -> Room:
    room = Room(plan_of(folder, cabinet, limits=msgspec.structs.replace(QUICK, grace=10.0)))
    room.resume(read_record(journal), read_replay(journal), journal, time.monotonic())
    return room


@pytest.fixture
def sealed_table(tmp_path: Path) -> object:
    with ExitStack() as stack:
        running = stack.enter_context(house(plan_of(tmp_path, SEALED)))
        one, other = Peer(running.port), Peer(running.port)
        one.enter("Mia", owner=OWNER_KEY)
        other.enter("Omar")
        begin([one, other], one)
        yield running, one, other


def test_a_sealed_move_that_was_accepted_is_kept(sealed_table: tuple[House, Peer, Peer], tmp_path: Path) -> None:
    _, one, other = sealed_table
    waiting = one.to_move()
    one.play_first(waiting)
    one.until(Accepted)
    journal = copied(tmp_path / "killed", tmp_path / "match-0.souk")
    room = resumed(tmp_path, journal, SEALED)
    with house(room.core.plan, room) as again:
        back, too = Peer(again.port), Peer(again.port)
        welcome = back.enter("?", token=one.token)
        too.enter("?", token=other.token)
        assert (welcome.person, back.person) == (one.person, one.person)
        assert welcome.room.people[0].owner
        assert too.to_move().seats == (1,), "the move of the other seat was asked for again"
        too.play_first(too.to_move())
        assert back.until(Stepped, lambda message: message.step.number == waiting.number).step.forced == ()
        for _ in range(2):
            for peer in (back, too):
                peer.play_first(peer.to_move())
        assert back.until(Ended).hash == too.until(Ended).hash
    Playback(read_replay(journal), SEALED.rules).verify()


def test_an_agreed_end_stays_the_end(tmp_path: Path) -> None:
    with house(plan_of(tmp_path)) as running:
        one, other = Peer(running.port), Peer(running.port)
        one.enter("Mia")
        other.enter("Omar")
        begin([one, other], one)
        one.send(Propose("end"))
        other.send(Vote(other.until(Proposed).proposal, True))
        end = one.until(Ended)
        journal = copied(tmp_path / "killed", tmp_path / "match-0.souk")
    room = resumed(tmp_path, journal)
    with house(room.core.plan, room) as again:
        back = Peer(again.port)
        assert back.enter("?", token=one.token).room.phase == "after"
        assert back.until(Ended) == end


def test_a_seat_that_was_given_up_is_not_given_back(tmp_path: Path) -> None:
    with house(plan_of(tmp_path, seats=3)) as running:
        peers = [Peer(running.port) for _ in range(3)]
        for peer in peers:
            peer.enter("Mia")
        begin(peers, peers[0])
        peers[2].send(Surrender())
        peers[2].until(Begun)
        peers[0].until_room(lambda room: room.seats[2].kind == "bot")
        journal = copied(tmp_path / "killed", tmp_path / "match-0.souk")
    room = resumed(tmp_path, journal)
    assert [place.kind for place in room.core.seating] == ["person", "person", "bot"]
    with house(room.core.plan, room) as again:
        back = Peer(again.port)
        back.hello(token=peers[2].token)
        assert [type(message).__name__ for message in back.rest()] == ["Dropped"]


def test_a_finished_match_is_told_and_not_played_on(tmp_path: Path) -> None:
    with house(plan_of(tmp_path)) as running:
        one = Peer(running.port)
        one.enter("Mia")
        one.send(Start("expert"))
        end = one.play_to_the_end()
        journal = copied(tmp_path / "killed", tmp_path / "match-0.souk")
    record = read_record(journal)
    for cut in (0, 40):
        data = journal.read_bytes()
        journal.write_bytes(data[: len(data) - cut])
        write_record(journal, record)
        assert os.name != "posix" or record_path(journal).stat().st_mode & 0o077 == 0
        room = resumed(tmp_path, journal)
        with house(room.core.plan, room) as again:
            back = Peer(again.port)
            back.enter("?", token=one.token)
            assert back.until(Ended) == end
            back.close()
        Playback(read_replay(journal), CABINETS["nullgame"].rules).verify()


def test_closed_seats_stay_behind_the_others(tmp_path: Path) -> None:
    with house(plan_of(tmp_path, seats=3)) as running:
        one, other = Peer(running.port), Peer(running.port)
        one.enter("Mia")
        other.enter("Omar")
        one.send(SetSeat(0, "closed"))
        one.until_room(lambda room: room.seats[0].kind == "closed")
        begin([other], one)
        assert one.room is not None
        journal = copied(tmp_path / "killed", tmp_path / "match-0.souk")
    room = resumed(tmp_path, journal)
    assert [place.kind for place in room.core.seating] == ["person", "bot", "closed"]
    room.close(0.0)


def test_a_record_that_is_damaged_or_missing_is_said(tmp_path: Path) -> None:
    journal = tmp_path / "a.souk"
    with pytest.raises(RecordError) as caught:
        read_record(journal)
    assert caught.value.key == "net.error.record_read"
    record_path(journal).write_bytes(b"{}")
    with pytest.raises(RecordError) as caught:
        read_record(journal)
    assert caught.value.key == "net.error.record_damaged"


def three_killed(folder: Path) -> tuple[Path, list[Peer]]:
    """A match of two people and a computer whose host was killed before its first move: journal and people."""
    with house(plan_of(folder, seats=3)) as running:
        peers = [Peer(running.port), Peer(running.port)]
        peers[0].enter("Mia", owner=OWNER_KEY)
        peers[1].enter("Omar")
        begin(peers, peers[0])
        return copied(folder / "killed", folder / "match-0.souk"), peers


def test_a_resumed_match_waits_for_its_people_however_long(tmp_path: Path) -> None:
    journal, (mia, omar) = three_killed(tmp_path)
    room = resumed(tmp_path, journal)
    steps = len(read_replay(journal).steps)
    now = time.monotonic()
    for later in (0.0, 100.0, 10_000.0):
        room.settle(now + later)
    assert room.core.waits and len(read_replay(journal).steps) == steps
    with house(room.core.plan, room) as again:
        back, other = Peer(again.port), Peer(again.port)
        assert back.enter("?", token=mia.token).room.waits
        begun = back.until(Begun)
        other.enter("?", token=omar.token)
        went_on = back.until_room(lambda room: not room.waits)
        assert went_on.phase == "playing" and all(not seat.bot for seat in went_on.seats[:2])
        while back.waiting is None:
            back.next()
        assert back.waiting.number >= begun.number


def test_a_bot_that_owns_the_room_goes_on_without_those_who_do_not_come_back(tmp_path: Path) -> None:
    journal, (mia, _omar) = three_killed(tmp_path)
    room = resumed(tmp_path, journal)
    with house(room.core.plan, room) as again:
        cabinet = CABINETS["nullgame"]
        client = LanClient(Address("127.0.0.1", again.port), "?", {cabinet.id: 1}, token=mia.token)
        player = BotPlayer(client, cabinet, BuiltinSpec("random"), 1, None)
        begun = time.monotonic()
        while client.room is None and time.monotonic() < begun + 60:
            client.poll(time.monotonic())
        player.play(begun)
        player.play(begun + PATIENCE - 1)
        client.poll(time.monotonic())
        assert client.room is not None and client.room.waits
        player.play(begun + PATIENCE)
        while client.room.waits and time.monotonic() < begun + 60:
            client.poll(time.monotonic())
        assert not client.room.waits
        client.close()


@pytest.mark.parametrize(("why", "gives_up"), [(NOT_ASKED, False), ("nullgame.refuse.count", True)])
def test_a_bot_whose_decision_comes_too_late_keeps_its_seat(why: str, gives_up: bool) -> None:
    cabinet, seats = CABINETS["nullgame"], (SeatLine("Mia"), SeatLine("Omar"))
    client = StillClient(welcome("en", lan.room("en", "nullgame", "playing")))
    client.poll(0.0)
    player = BotPlayer(client, cabinet, BuiltinSpec("random"), 1, None)  # type: ignore[arg-type]
    begun = Begun(0, 0, seats, raw(None), raw(View(9, 0, (0, 0), 0)))
    player.hear([begun, Rejected("play", why)])
    assert (Surrender() in client.sent) == gives_up
    player.close()


def test_only_the_owner_goes_on_without_those_who_are_away(tmp_path: Path) -> None:
    journal, (mia, omar) = three_killed(tmp_path)
    room = resumed(tmp_path, journal)
    with house(room.core.plan, room) as again:
        other, back = Peer(again.port), Peer(again.port)
        other.enter("?", token=omar.token)
        other.send(Resume())
        assert other.until(Rejected).why == "net.refuse.not_owner"
        other.close()
        until = time.monotonic() + 60.0
        while again.ask(lambda: len(room.core.people.present)) and time.monotonic() < until:
            pass
        back.enter("?", token=mia.token)
        back.send(Resume())
        state = back.until_room(lambda room: not room.waits)
        assert state.phase == "playing" and [bool(seat.bot) for seat in state.seats] == [False, True, True]


def test_the_owner_of_a_resumed_room_whose_token_is_gone_looks_on(tmp_path: Path) -> None:
    """Their window, which keeps the host, would end it otherwise."""
    journal, _ = three_killed(tmp_path)
    room = resumed(tmp_path, journal)
    with house(room.core.plan, room) as again:
        owner = Peer(again.port)
        state = owner.enter("Another name", owner=OWNER_KEY).room
        (me,) = (person for person in state.people if person.owner)
        assert me.name == "Another name" and me.seat < 0


def test_a_match_is_resumed_by_one_host_at_a_time(tmp_path: Path) -> None:
    journal, _ = three_killed(tmp_path)
    room = resumed(tmp_path, journal)
    with pytest.raises(ReplayError) as caught:
        resumed(tmp_path, journal)
    assert caught.value.key == "replay.error.held"
    room.close(0.0)
    resumed(tmp_path, journal).close(0.0)


@pytest.mark.parametrize(
    ("field", "value"),
    [("limit", "1e999"), ("pace", "-1"), ("places", "[]"), ("name", '"\xff"'), ("people", "[]"), ("count", "1e30"),
     ("places", "[" * 2000 + "]" * 2000), ("places", '[{"kind": "person", "person": 1}]')],
)  # fmt: skip
def test_a_record_that_was_changed_is_refused_in_a_sentence(tmp_path: Path, field: str, value: str) -> None:
    journal, _ = three_killed(tmp_path)
    written = msgspec.json.decode(record_path(journal).read_bytes(), type=dict[str, msgspec.Raw])
    written[field] = msgspec.Raw(value.encode("latin-1"))
    parts = [f'"{name}":'.encode() + bytes(raw) for name, raw in written.items()]
    record_path(journal).write_bytes(b"{" + b",".join(parts) + b"}")
    with pytest.raises(SpokenError):
        resumed(tmp_path, journal)
