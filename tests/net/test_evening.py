"""An evening in one room, as its host leads it: votes, a series, seats that rotate, who waits, who comes late."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from game.cabinets.listed import CABINETS
from game.core.recording.replay import Playback, read_replay
from game.core.rules import Result, SeatResult
from net.evening import Appoint, Nudge, Queue, React, Reacted, SetCustoms, Stop, Talk, Wish
from net.host.room.evening import Evening, EveningRecord
from net.host.room.record import WaitingRecord, read_record, read_waiting
from net.host.room.room import Room
from net.host.room.seating import RoomSeat, Seating
from net.messages import (
    Begun,
    Choose,
    Ended,
    HandOver,
    Kick,
    Ready,
    Rejected,
    Rematch,
    RoomState,
    Said,
    Say,
    Start,
    Stepped,
    Surrender,
    Take,
    Told,
)
from net.parts import Customs
from tests.net.house import OWNER_KEY, QUICK, House, Peer, begin, finish, house, plan_of
from tests.processes import wait_until

GAMES = {game: CABINETS[game] for game in ("nullgame", "marrakech", "omok")}


@pytest.fixture
def room(tmp_path: Path) -> Iterator[tuple[House, Peer, Peer, Peer]]:
    """Three people and two seats of nullgame: Mia owns it, Omar plays, Jun looks on."""
    with house(plan_of(tmp_path, seats=2, games=GAMES, lists=tmp_path)) as running:
        peers = Peer(running.port), Peer(running.port), Peer(running.port)
        for peer, name in zip(peers, ("Mia", "Omar", "Jun"), strict=True):
            peer.enter(name, watch=name == "Jun")
        yield running, *peers
        for peer in peers:
            peer.close()


def seated(room: RoomState) -> list[str]:
    return [seat.name if seat.kind == "person" else seat.kind for seat in room.seats]


def refusal(peer: Peer, message: Any) -> str:
    peer.send(message)
    return peer.until(Rejected).why


def log(peer: Peer, line: str) -> Told:
    return peer.until(Told, lambda told: told.key == f"net.log.{line}")


OMOK = Wish("omok", {"colours": "seat"}, ("open", "open"))


def test_what_most_wish_for_is_played_next_and_they_are_ready(room: tuple[House, Peer, Peer, Peer]) -> None:
    _, mia, omar, jun = room
    mia.send(SetCustoms(Customs(votes=True)))
    jun.until_room(lambda room: room.customs.votes)
    omar.send(OMOK)
    now = mia.until_room(lambda room: any(person.wish for person in room.people))
    assert [person.wish for person in now.people] == ["", "omok", ""] and now.game == "nullgame"
    jun.send(Wish("marrakech", {}, ("open",) * 4))
    mia.until_room(lambda room: sum(bool(person.wish) for person in room.people) == 2)
    mia.send(Wish("omok", {}, ("open", "open")))
    assert log(jun, "voted").values["game"] == "omok"
    now = jun.until_room(lambda room: room.game == "omok")
    assert now.options["colours"] == "seat", "what the first said who wished for it"
    now = jun.until_room(lambda room: all(seat.ready for seat in room.seats))
    assert not any(person.wish for person in now.people)


def test_wishes_alone_decide_nothing_where_the_room_does_not_vote(room: tuple[House, Peer, Peer, Peer]) -> None:
    _, mia, omar, jun = room
    omar.send(OMOK)
    jun.send(OMOK)
    now = mia.until_room(lambda room: sum(person.wish == "omok" for person in room.people) == 2)
    assert now.game == "nullgame"
    omar.send(Wish(""))
    mia.until_room(lambda room: sum(bool(person.wish) for person in room.people) == 1)
    assert refusal(omar, Wish("chess")) == "net.refuse.no_game"
    assert refusal(omar, Wish("omok", {"rule": "chess"}, ("open", "open"))) == "net.refuse.options"


def test_best_of_three_counts_wins_until_somebody_has_two() -> None:
    evening = Evening()
    evening.set_customs(Customs(best_of=3))
    places = [RoomSeat("person", person=1), RoomSeat("person", person=2), RoomSeat("bot", bot="easy")]

    def match(*ranks: int) -> int | None:
        evening.begun()
        return evening.ended(places, result(*ranks))

    assert match(1, 2, 3) is None and match(1, 1, 3) is None and match(2, 3, 1) is None
    assert [(one.person, one.wins) for one in evening.series] == [(1, 1)]
    assert match(2, 1, 3) is None and match(3, 1, 2) == 2
    assert [(one.person, one.wins) for one in evening.series] == [(2, 2), (1, 1)]
    assert match(1, 2, 3) is None and [(one.person, one.wins) for one in evening.series] == [(1, 1)]


def test_a_killed_host_knows_who_stayed_and_that_a_series_was_won() -> None:
    before = Evening()
    before.set_customs(Customs(best_of=3, rotate=True))
    places = [RoomSeat("person", person=1), RoomSeat("person", person=2)]
    before.ended([*places, RoomSeat("bot", bot="easy")], result(1, 2, 3))
    places[1] = RoomSeat("person", person=3)
    assert before.ended(places, result(1, 2)) == 1
    again = Evening()
    again.restore(msgspec.json.decode(msgspec.json.encode(before.record(())), type=EveningRecord))
    assert again.concerned == before.concerned == {1, 3}
    for evening in (before, again):
        evening.begun()
        assert evening.series == (), "a won series begins anew"
        evening.queue(4)
        seating = Seating(places)
        evening.move_on(seating, {4})
        assert [place.person for place in seating] == [0, 3], "who played longest makes room"


def result(*ranks: int) -> Result:
    return Result(tuple(SeatResult(rank, 0) for rank in ranks), "any")


def test_who_has_played_longest_makes_room_and_the_others_move_on() -> None:
    evening = Evening()
    evening.set_customs(Customs(rotate=True))
    seating = Seating([RoomSeat("person", person=number) for number in (1, 2, 3)])
    everybody = {1, 2, 3, 4}
    sat = []
    evening.queue(4)
    for _ in range(4):
        evening.ended(seating.places, None)
        evening.move_on(seating, everybody)
        evening.seat_who_waits(seating, everybody)
        sat.append([place.person for place in seating])
    assert all(len(set(seats)) == 3 for seats in sat)
    assert sat[0] == [4, 3, 2], "Mia waits now, the others sit one seat further"
    played = [sum(number in seats for seats in sat) for number in (1, 2, 3, 4)]
    assert max(played) - min(played) <= 1, played


def test_who_waits_sits_down_where_a_seat_is_open(room: tuple[House, Peer, Peer, Peer]) -> None:
    _, mia, omar, jun = room
    jun.send(Queue(True))
    now = mia.until_room(lambda room: any(person.queue for person in room.people))
    assert seated(now) == ["Mia", "Omar"]
    omar.close()
    now = jun.until_room(lambda room: "Jun" in seated(room))
    assert not any(person.queue for person in now.people)


def test_seats_rotate_after_a_match_over_the_wire(room: tuple[House, Peer, Peer, Peer]) -> None:
    _, mia, omar, jun = room
    mia.send(SetCustoms(Customs(rotate=True)))
    jun.send(Queue(True))
    jun.until_room(lambda room: any(person.queue for person in room.people) and room.customs.rotate)
    begin([mia, omar], mia)
    finish([mia, omar])
    mia.send(Rematch())
    now = omar.until_room(lambda room: room.phase == "waiting" and "Jun" in seated(room))
    assert sorted(seated(now)) == ["Jun", "Omar"]
    assert [person.queue > 0 for person in now.people] == [True, False, False]


def test_a_match_begins_without_who_is_not_ready_and_they_come_late(
    room: tuple[House, Peer, Peer, Peer], tmp_path: Path
) -> None:
    """They look on, take over the computer that sat down for them, and play to the end."""
    _, mia, omar, _ = room
    assert refusal(mia, Start()) == "net.refuse.not_ready"
    mia.send(Start(without=True))
    for peer in (mia, omar):
        peer.until(Begun)
    now = omar.until_room(lambda room: room.phase == "playing")
    assert seated(now) == ["Mia", "bot"]
    mia.play_first(mia.to_move())
    omar.until(Stepped)
    omar.send(Take(1))
    begun = omar.until(Begun)
    assert begun.viewer == 1 and begun.number >= 1
    assert log(mia, "took_over").values["name"] == "Omar"
    (end,) = finish([mia, omar])
    replay = read_replay(tmp_path / "match-0.souk")
    assert replay.end is not None and replay.end.hash == end
    Playback(replay, CABINETS["nullgame"].rules).verify()


def test_nobody_plays_two_seats_of_a_match_and_no_seat_of_a_person(room: tuple[House, Peer, Peer, Peer]) -> None:
    _, mia, omar, jun = room
    begin([mia, omar], mia)
    jun.until(Begun)
    assert refusal(jun, Take(1)) == "net.refuse.seat_taken"
    assert refusal(jun, Take(9)) == "net.refuse.no_seat"
    omar.send(Surrender())
    jun.until_room(lambda room: seated(room)[1] == "bot")
    mia.send(Surrender())
    jun.until_room(lambda room: seated(room)[0] == "bot")
    assert refusal(omar, Take(0)) in ("net.refuse.held_other", "net.refuse.not_now")


def test_latecomers_stay_out_where_the_room_says_so(room: tuple[House, Peer, Peer, Peer]) -> None:
    _, mia, _omar, jun = room
    mia.send(SetCustoms(Customs(latecomers=False)))
    mia.send(Start(without=True))
    jun.until(Begun)
    assert refusal(jun, Take(1)) == "net.refuse.not_now"


def test_the_owner_ends_a_match_for_all(room: tuple[House, Peer, Peer, Peer]) -> None:
    _, mia, omar, jun = room
    begin([mia, omar], mia)
    assert refusal(omar, Stop()) == "net.refuse.not_owner"
    mia.send(Stop())
    for peer in (mia, omar, jun):
        assert peer.until(Ended).reason == "stopped"
    mia.until_room(lambda room: room.phase == "after")


def test_a_deputy_arranges_the_room_but_does_not_give_it_away(room: tuple[House, Peer, Peer, Peer]) -> None:
    _, mia, omar, jun = room
    assert refusal(omar, Choose("omok", {}, ("open", "open"))) == "net.refuse.not_owner"
    mia.send(Appoint(omar.person, True))
    omar.until_room(lambda room: any(person.deputy for person in room.people))
    omar.send(Choose("omok", {}, ("open", "open")))
    jun.until_room(lambda room: room.game == "omok")
    assert refusal(omar, HandOver(omar.person)) == "net.refuse.not_owner"
    assert refusal(omar, Kick(mia.person)) == "net.refuse.no_person"
    mia.send(Appoint(omar.person, False))
    log(omar, "dismissed")
    assert refusal(omar, Rematch()) == "net.refuse.not_now"
    assert refusal(omar, SetCustoms(Customs())) == "net.refuse.not_owner"


def test_somebody_is_nudged_by_name(room: tuple[House, Peer, Peer, Peer]) -> None:
    _, mia, omar, _ = room
    mia.send(Nudge(omar.person))
    assert log(omar, "nudged").values == {"name": "Omar", "by": "Mia"}
    assert refusal(mia, Nudge(mia.person)) == "net.refuse.no_person"


def test_who_comes_later_hears_what_was_said_and_reactions_go_to_all(room: tuple[House, Peer, Peer, Peer]) -> None:
    running, mia, omar, jun = room
    for text in ("hello", "ready?"):
        mia.send(Say(text))
        assert jun.until(Said).text == text
    omar.send(React("clap"))
    assert jun.until(Reacted) == Reacted(omar.person, "clap")
    late = Peer(running.port)
    late.enter("Late", watch=True)
    assert [line.text for line in late.until(Talk).lines] == ["hello", "ready?"]
    late.close()


def test_a_killed_host_keeps_customs_deputies_and_talk(tmp_path: Path) -> None:
    plan = plan_of(tmp_path, seats=2, games=GAMES)
    with house(plan) as running:
        mia, omar = Peer(running.port), Peer(running.port)
        mia.enter("Mia", owner=OWNER_KEY)
        omar.enter("Omar")
        mia.send(SetCustoms(Customs(best_of=3, rotate=True)))
        mia.send(Appoint(omar.person, True))
        mia.send(Say("good luck"))
        omar.until(Said)
        begin([mia, omar], mia)
        mia.play_first(mia.to_move())
        omar.to_move()
        mia.close()
        omar.close()
    journal = tmp_path / "match-0.souk"
    room = Room(plan)
    room.resume(read_record(journal), read_replay(journal), journal, 0.0)
    state = room.core.state()
    assert state.customs == Customs(best_of=3, rotate=True)
    assert [person.name for person in state.people if person.deputy] == ["Omar"]
    assert [line.text for line in room.core.evening.talk] == ["good luck"]
    room.close(0.0)


def test_a_host_killed_between_matches_keeps_all_that_was_arranged(tmp_path: Path) -> None:
    kept = tmp_path / "rooms" / "ours.room"
    patient = msgspec.structs.replace(QUICK, grace=60.0)
    plan = plan_of(tmp_path, seats=2, games=GAMES, lists=tmp_path, kept_at=kept, limits=patient)

    def told(record: WaitingRecord) -> bool:
        evening = record.room.evening
        return bool(record.game == "marrakech" and evening.queue and evening.wishes and evening.talk)

    with house(plan) as running:
        peers = Peer(running.port), Peer(running.port), Peer(running.port)
        mia, omar, jun = peers
        for peer, name in zip(peers, ("Mia", "Omar", "Jun"), strict=True):
            peer.enter(name, watch=name == "Jun", owner=OWNER_KEY if name == "Mia" else b"")
        mia.send(SetCustoms(Customs(votes=True, best_of=3)))
        mia.send(Appoint(omar.person, True))
        mia.send(Choose("marrakech", {"cover": "rug"}, ("open", "open", "expert"), 30_000))
        mia.send(HandOver(omar.person))
        omar.until_room(
            lambda room: room.game == "marrakech" and any(one.owner and one.seat == 1 for one in room.people)
        )
        omar.send(Say("one moment"))
        omar.send(Ready(True))
        jun.send(Queue(True))
        jun.send(OMOK)
        wait_until(lambda: kept.exists() and told(read_waiting(kept)), "the room on the disk")
        before = mia.until_room(lambda room: any(one.wish for one in room.people) and room.seats[1].ready)
        left_behind = kept.read_bytes()
    assert not kept.exists(), "it was closed, not killed"
    kept.write_bytes(left_behind)
    again = Room(plan)
    again.wait_again(read_waiting(kept), time.monotonic())
    assert arranged(again.core.state()) == arranged(before)
    with house(plan, again) as running:
        for peer in peers:
            back = Peer(running.port)
            back.enter("?", token=peer.token, owner=OWNER_KEY if peer is mia else b"")
            assert back.person == peer.person
            peer.close()
            peer.socket = back.socket
        assert arranged(running.ask(again.core.state)) == arranged(before), "nor does a key take back what was given"
    for peer in peers:
        peer.close()


def arranged(room: RoomState) -> object:
    """What people have arranged in a room, whoever of them is there."""
    people = [(one.person, one.name, one.seat, one.owner, one.deputy, one.queue > 0, one.wish) for one in room.people]
    return room.game, room.options, room.limit, room.seats, room.customs, people


def test_ready_is_not_asked_of_who_wished(room: tuple[House, Peer, Peer, Peer]) -> None:
    _, mia, omar, _ = room
    mia.send(SetCustoms(Customs(votes=True)))
    for peer in (mia, omar):
        peer.send(OMOK)
    mia.until_room(lambda room: room.game == "omok" and all(seat.ready for seat in room.seats))
    mia.send(Start())
    omar.until(Begun)
    omar.send(Ready(False))
    assert omar.until(Rejected).why == "net.refuse.not_now"
