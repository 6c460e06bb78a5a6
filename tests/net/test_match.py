"""Matches over a socket: played to the end, watched, left and come back to, agreed on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from game.cabinets.listed import CABINETS
from game.core.recording.replay import Playback, read_replay
from net.messages import (
    Accepted,
    Begun,
    Bye,
    Decided,
    Dropped,
    Ended,
    Past,
    Ping,
    Play,
    Propose,
    Proposed,
    Rejected,
    Rematch,
    Resume,
    Rewound,
    Said,
    Say,
    Start,
    Stepped,
    Surrender,
    Told,
    Vote,
    Waiting,
    raw,
)
from tests.games.sealed import SEALED, Bid, Options
from tests.net.house import House, Peer, begin, finish, house, plan_of


@pytest.fixture
def table(tmp_path: Path) -> Iterator[tuple[House, Peer, Peer]]:
    """A match of nullgame between two people has begun; the first owns the room."""
    with house(plan_of(tmp_path)) as running:
        one, other = Peer(running.port), Peer(running.port)
        one.enter("Mia")
        other.enter("Omar")
        begin([one, other], one)
        yield running, one, other
        one.close()
        other.close()


def test_two_people_and_a_spectator_see_the_same_end(table: tuple[House, Peer, Peer], tmp_path: Path) -> None:
    running, one, other = table
    watcher = Peer(running.port)
    assert watcher.enter("Eye", watch=True).room.watching == 1
    assert watcher.until(Begun).viewer == -2
    hashes = finish([one, other, watcher])
    replay = read_replay(tmp_path / "match-0.souk")
    Playback(replay, CABINETS["nullgame"].rules).verify()
    assert replay.end is not None
    assert hashes == {replay.end.hash}
    watcher.close()


def test_computers_are_called_alike_at_every_table_and_in_the_recording(tmp_path: Path) -> None:
    with house(plan_of(tmp_path, seats=4, computers=("Mia", "Omar"))) as running:
        one = Peer(running.port)
        one.enter("Mia")
        one.send(Start("random"))
        told = one.until(Begun).seats
        assert [(line.name, line.bot) for line in told] == [
            ("Mia", ""),
            ("Omar 1", "random"),
            ("Omar 2", "random"),
            ("Omar 3", "random"),
        ]
        kept = read_replay(tmp_path / "match-0.souk").header.seats
        assert [seat.name for seat in kept] == [line.name for line in told]
        one.close()


def test_every_accepted_move_is_on_the_disk_before_it_is_announced(
    table: tuple[House, Peer, Peer], tmp_path: Path
) -> None:
    _, one, other = table
    waiting = one.to_move()
    one.play_first(waiting)
    one.until(Accepted, lambda message: message.number == waiting.number)
    assert len(read_replay(tmp_path / "match-0.souk").steps) == waiting.number + 1
    other.until(Stepped, lambda message: message.step.number == waiting.number)


def test_who_may_not_move_is_told_why(table: tuple[House, Peer, Peer]) -> None:
    _, one, other = table
    number = one.to_move().number
    for peer, message, why in (
        (other, Play(number, msgspec.Raw(b"\x81\xa6stones\x01")), "match.refuse.not_asked"),
        (one, Play(number + 1, msgspec.Raw(b"\x81\xa6stones\x01")), "net.refuse.stale"),
        (one, Play(number, msgspec.Raw(b"\x81\xa6stones\x09")), "nullgame.refuse.number"),
        (one, Play(number, msgspec.Raw(b"\x91" * 900 + b"\x01")), "match.refuse.malformed"),
        (one, Play(number, msgspec.Raw(b"\xd4\x05a")), "match.refuse.malformed"),
    ):
        peer.send(message)
        rejected = peer.until(Rejected)
        assert (rejected.about, rejected.why, rejected.number) == ("play", why, message.number)


def test_a_lost_person_comes_back_to_their_seat(table: tuple[House, Peer, Peer]) -> None:
    running, one, other = table
    first = one.to_move()
    one.play_first(first)
    other.until(Stepped, lambda message: message.step.number == first.number)
    other.close()
    one.until(Told, lambda told: told.key == "net.log.lost")
    again = Peer(running.port)
    welcome = again.enter("whatever", token=other.token)
    assert welcome.person == other.person
    assert welcome.token == other.token
    begun = again.until(Begun)
    assert begun.viewer == 1
    assert begun.number == first.number + 1
    assert [step.number for step in again.until(Past).steps] == list(range(begun.number))
    assert len(finish([one, again])) == 1
    again.close()


def test_after_the_grace_time_a_computer_sits_in_and_the_person_takes_the_seat_back(
    table: tuple[House, Peer, Peer],
) -> None:
    running, one, other = table
    other.close()
    one.until_room(lambda room: room.seats[1].bot == "random")
    one.play_first(one.to_move())
    one.until(Stepped, lambda message: message.step.movers == (1,))
    again = Peer(running.port)
    assert again.enter("x", token=other.token).room.seats[1].bot == ""
    assert len(finish([one, again])) == 1
    again.close()


def test_a_second_connection_with_the_same_token_takes_the_place_of_the_first(
    table: tuple[House, Peer, Peer],
) -> None:
    running, _, other = table
    again = Peer(running.port)
    again.enter("x", token=other.token)
    (last,) = [message for message in other.rest() if isinstance(message, Dropped)]
    assert last.why == "elsewhere"
    again.close()


def test_undo_pause_and_end_need_everybody_who_plays(table: tuple[House, Peer, Peer]) -> None:
    _, one, other = table
    first = one.to_move()
    one.play_first(first)
    other.to_move()

    one.send(Propose("undo"))
    proposed = other.until(Proposed)
    assert (proposed.what, proposed.by, proposed.missing) == ("undo", one.person, (other.person,))
    other.send(Vote(proposed.proposal, False))
    assert not one.until(Decided).passed

    one.send(Propose("undo"))
    other.send(Vote(other.until(Proposed).proposal, True))
    assert one.until(Decided).passed
    assert other.until(Rewound).number == first.number
    assert one.until(Waiting).number == first.number

    other.send(Propose("pause"))
    one.send(Vote(one.until(Proposed).proposal, True))
    one.until_room(lambda room: room.phase == "paused")
    one.play_first(first)
    assert one.until(Rejected).why == "net.refuse.not_now"
    other.send(Resume())
    one.until_room(lambda room: room.phase == "playing")

    other.send(Propose("end"))
    one.send(Vote(one.until(Proposed).proposal, True))
    ended = one.until(Ended)
    assert (ended.reason, ended.result) == ("agreed", None)
    assert other.until(Ended).hash == ended.hash


def test_a_proposal_nobody_answers_lapses(tmp_path: Path) -> None:
    plan = plan_of(tmp_path)
    plan = plan_of(tmp_path, limits=msgspec.structs.replace(plan.limits, proposal=0.1))
    with house(plan) as running:
        one, other = Peer(running.port), Peer(running.port)
        one.enter("Mia")
        other.enter("Omar")
        begin([one, other], one)
        one.send(Propose("pause"))
        assert not other.until(Decided).passed


def test_who_gives_up_goes_on_as_a_spectator(table: tuple[House, Peer, Peer]) -> None:
    _, one, other = table
    other.send(Surrender())
    assert other.until(Begun).viewer == -2
    one.until_room(lambda room: room.seats[1].kind == "bot")
    assert len(finish([one, other])) == 1


def test_who_leaves_on_purpose_leaves_a_computer_at_once(table: tuple[House, Peer, Peer]) -> None:
    _, one, other = table
    other.send(Bye())
    assert not any(isinstance(message, Dropped) for message in other.rest())
    one.until_room(lambda room: room.seats[1].bot == "random")


def test_rematch_keeps_everybody_in_their_seat(table: tuple[House, Peer, Peer], tmp_path: Path) -> None:
    _, one, other = table
    finish([one, other])
    one.until_room(lambda room: room.phase == "after")
    other.send(Rematch())
    assert other.until(Rejected).why == "net.refuse.not_owner"
    one.send(Rematch())
    room = one.until_room(lambda room: room.phase == "waiting")
    assert [seat.person for seat in room.seats] == [one.person, other.person]
    assert not any(seat.ready for seat in room.seats)
    begin([one, other], one)
    assert len(finish([one, other])) == 1
    assert (tmp_path / "match-1.souk").exists()


def test_chat_is_cleaned_and_rate_limited(table: tuple[House, Peer, Peer]) -> None:
    _, one, other = table
    one.send(Say("hel\x07lo \u202eworld\n"))
    said = other.until(Said)
    assert (said.person, said.name, said.text) == (one.person, "Mia", "hello world")
    one.send(Say("\x00\x01"))
    assert one.until(Rejected).why == "net.refuse.empty"
    for _ in range(8):
        one.send(Say("again"))
    assert one.until(Rejected).why == "net.refuse.chat_rate"


def test_sealed_moves_and_deadlines(tmp_path: Path) -> None:
    with house(plan_of(tmp_path, SEALED)) as running:
        one, other = Peer(running.port), Peer(running.port)
        one.enter("Mia")
        other.enter("Omar")
        begin([one, other], one)
        waiting = one.to_move()
        assert waiting.seats == (0, 1)
        assert waiting.total == 10_000
        assert waiting.left is not None
        assert 9_000 < waiting.left <= 10_000
        one.play_first(waiting)
        one.until(Accepted)
        assert read_replay(tmp_path / "match-0.souk").sealed[0].seat == 0
        assert other.until(Waiting, lambda message: message.seats == (1,)).asked
        one.play_first(waiting)
        assert one.until(Rejected).why == "match.refuse.not_asked"
        one.close()
        other.close()


def test_a_decision_in_a_slice_of_time_may_be_replaced(tmp_path: Path) -> None:
    with house(plan_of(tmp_path, SEALED, options=Options(slices=True))) as running:
        one, other = Peer(running.port), Peer(running.port)
        one.enter("Mia")
        other.enter("Omar")
        begin([one, other], one)
        waiting = one.to_move()
        for amount in (1, 3, 2):
            one.send(Play(waiting.number, raw(Bid(amount))))
            assert one.until(Accepted).number == waiting.number
        kept = read_replay(tmp_path / "match-0.souk").sealed
        assert [(move.seat, move.action) for move in kept][-1] == (0, {"amount": 2})
        one.close()
        other.close()


def test_spectators_see_a_delayed_match_later_and_only_as_far(tmp_path: Path) -> None:
    with house(plan_of(tmp_path, delay=3.0)) as running:
        one, other, early = Peer(running.port), Peer(running.port), Peer(running.port)
        one.enter("Mia")
        other.enter("Omar")
        early.enter("Eye", watch=True)
        begin([one, other], one)
        assert early.until(Begun).number == 0
        finish([one, other])
        late = Peer(running.port)
        late.enter("Late", watch=True)
        assert late.until(Begun).number == 0
        assert early.until(Ended).hash == late.until(Ended).hash
        for peer in (one, other, early, late):
            peer.close()


def test_empty_seats_become_computers(tmp_path: Path) -> None:
    with house(plan_of(tmp_path, seats=4)) as running:
        one = Peer(running.port)
        one.enter("Mia")
        one.send(Start("expert"))
        begun = one.until(Begun)
        assert [seat.bot for seat in begun.seats] == ["", "expert", "expert", "expert"]
        assert one.play_to_the_end().result is not None
        one.close()


def test_a_full_disk_is_told_and_does_not_end_the_match(table: tuple[House, Peer, Peer]) -> None:
    running, one, other = table

    def fill() -> None:
        match = running.room.play.match
        assert match is not None
        match.writer.stop(OSError(28, "No space left on device"))

    one.to_move()
    running.ask(fill)
    one.play_first(one.to_move())
    other.until(Told, lambda told: told.key == "net.log.journal")
    assert len(finish([one, other])) == 1


def test_latencies_are_shown_to_all(table: tuple[House, Peer, Peer]) -> None:
    _, one, other = table
    one.send(Ping(1, latency=77))
    other.until_room(lambda room: room.people[0].latency == 77)
