"""The door and the limits: passwords, versions, full rooms, owners, and peers that break the rules."""

from __future__ import annotations

import time
from pathlib import Path

import msgspec
import pytest

from game.core.cabinet import Cabinet
from net.messages import (
    Challenge,
    Dropped,
    HandOver,
    HostMessage,
    Kick,
    Ping,
    Pong,
    Proof,
    Ready,
    Rejected,
    Say,
    SetSeat,
    Stand,
    Start,
    Swap,
    Take,
    Told,
    Welcome,
)
from tests.games.sealed import SEALED
from tests.net.house import OWNER_KEY, QUICK, Peer, begin, finish, house, plan_of


def why(messages: list[HostMessage]) -> list[str]:
    return [message.why for message in messages if isinstance(message, Dropped)]


def test_a_password_is_proven_and_never_sent(tmp_path: Path) -> None:
    with house(plan_of(tmp_path, password="양탄자")) as running:
        peer = Peer(running.port)
        peer.enter("Mia", password="양탄자")
        wrong = Peer(running.port)
        wrong.hello("Eve")
        assert isinstance(wrong.next(), Challenge)
        wrong.send(Proof(b"0" * 32))
        assert why(wrong.rest()) == ["password"]
        back = Peer(running.port)
        back.enter("Mia", token=peer.token)
        assert back.person == peer.person


def test_a_proof_is_good_for_one_connection_only(tmp_path: Path) -> None:
    from net.proof import key_of, mac_of

    with house(plan_of(tmp_path, password="x")) as running:
        first = Peer(running.port)
        first.hello()
        challenge = first.next()
        assert isinstance(challenge, Challenge)
        proof = Proof(mac_of(key_of("x", challenge.salt, challenge.rounds), challenge.nonce, first.nonce))
        second = Peer(running.port)
        second.nonce = first.nonce
        second.hello()
        assert isinstance(second.next(), Challenge)
        second.send(proof)
        assert why(second.rest()) == ["password"]


def test_a_second_proof_is_told_so_and_not_waited_for(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(QUICK, wrong_password=60.0, wrong_password_most=60.0)
    with house(plan_of(tmp_path, password="x", limits=limits)) as running:
        peer = Peer(running.port)
        peer.hello()
        assert isinstance(peer.next(), Challenge)
        peer.send(Proof(b"0" * 32))
        peer.send(Proof(b"1" * 32))
        assert [(message.why, message.values) for message in peer.rest() if isinstance(message, Dropped)] == [
            ("unexpected", {"about": "proof"})
        ]


def test_wrong_passwords_are_answered_later_and_later(tmp_path: Path) -> None:
    with house(plan_of(tmp_path, password="x")) as running:
        waits = []
        for _ in range(3):
            peer = Peer(running.port)
            peer.hello()
            assert isinstance(peer.next(), Challenge)
            since = time.monotonic()
            peer.send(Proof(b"0" * 32))
            assert why(peer.rest()) == ["password"]
            waits.append(time.monotonic() - since)
        assert waits[0] >= QUICK.wrong_password
        assert waits[2] >= 4 * QUICK.wrong_password * 0.99


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        ({"protocol": 99}, "protocol"),
        ({"games": {"nullgame": 99}}, "version"),
        ({"games": {"chess": 1}}, "version"),
    ],
)
def test_other_versions_are_told_so(tmp_path: Path, more: dict[str, object], reason: str) -> None:
    with house(plan_of(tmp_path)) as running:
        peer = Peer(running.port)
        peer.hello(**more)
        assert why(peer.rest()) == [reason]


def test_a_full_table_and_a_match_that_has_begun(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(QUICK, spectators=1)
    with house(plan_of(tmp_path, limits=limits)) as running:
        one, other, late = Peer(running.port), Peer(running.port), Peer(running.port)
        one.enter("Mia")
        other.enter("Mia")
        assert [person.name for person in one.until_room(lambda room: len(room.people) == 2).people] == ["Mia", "Mia 2"]
        late.hello()
        assert why(late.rest()) == ["full"]
        begin([one, other], one)
        late = Peer(running.port)
        late.hello()
        assert why(late.rest()) == ["playing"]
        watcher = Peer(running.port)
        watcher.enter("Eye", watch=True)
        late = Peer(running.port)
        late.hello(watch=True)
        assert why(late.rest()) == ["watchers"]


def test_the_owner_arranges_the_room(tmp_path: Path) -> None:
    with house(plan_of(tmp_path, seats=3)) as running:
        guest, owner = Peer(running.port), Peer(running.port)
        assert guest.enter("Omar").room.people[0].owner, "the first to come owns a room that nobody owns"
        owner.enter("Leila", owner=OWNER_KEY)
        guest.send(SetSeat(2, "closed"))
        assert guest.until(Rejected).why == "net.refuse.not_owner"
        owner.send(Swap(0, 1))
        owner.until_room(lambda room: room.seats[0].person == owner.person)
        owner.send(SetSeat(2, "bot", "expert"))
        owner.until_room(lambda room: room.seats[2].bot == "expert")
        owner.send(SetSeat(2, "bot", "genius"))
        assert owner.until(Rejected).why == "net.refuse.no_bot"
        owner.send(SetSeat(2, "open"))
        guest.send(Take(2))
        owner.until_room(lambda room: room.seats[2].person == guest.person)
        guest.send(Take(0))
        assert guest.until(Rejected).why == "net.refuse.seat_taken"
        guest.send(Stand())
        owner.until_room(lambda room: room.watching == 1)
        guest.send(Take(1))
        owner.until_room(lambda room: room.seats[1].person == guest.person)
        owner.send(Start())
        assert owner.until(Rejected).why == "net.refuse.not_ready"
        guest.send(Ready(True))
        owner.until_room(lambda room: room.seats[1].ready)
        for seat in (1, 2):
            owner.send(SetSeat(seat, "closed"))
        owner.until_room(lambda room: room.seats[1].kind == "closed")
        owner.send(Kick(guest.person, 60))
        assert why(guest.rest()) == ["kicked"]
        back = Peer(running.port)
        back.hello(token=guest.token)
        assert why(back.rest()) == ["kicked"]
        owner.send(Kick(owner.person))
        assert owner.until(Rejected).why == "net.refuse.no_person"


def test_a_game_is_not_begun_by_too_few(tmp_path: Path) -> None:
    with house(plan_of(tmp_path, SEALED)) as running:
        owner = Peer(running.port)
        owner.enter("Leila")
        owner.send(Start())
        assert owner.until(Rejected).why == "net.refuse.no_bot"
        owner.send(SetSeat(1, "closed"))
        owner.send(Start())
        assert owner.until(Rejected).why == "net.refuse.count"


def test_a_room_whose_owner_is_gone_gets_another(tmp_path: Path) -> None:
    with house(plan_of(tmp_path)) as running:
        first, second = Peer(running.port), Peer(running.port)
        first.enter("Mia")
        second.enter("Omar")
        first.close()
        room = second.until_room(lambda room: any(p.owner and p.person == second.person for p in room.people))
        assert [person.name for person in room.people] == ["Omar"]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"\xff\xff\xff\xff", "too_long"),
        ((4097).to_bytes(4, "big"), "too_long"),
        (b"\x00\x00\x00\x01\xc1", "malformed"),
        (b"\x00\x00\x00\x00", "malformed"),
        (b"\x00\x00\x00\x0c\x81\xa4type\xa5hello", "malformed"),
        ((3000).to_bytes(4, "big") + b"\x91" * 3000, "malformed"),
        (b"\x00\x00\x00\x05\xdf\xff\xff\xff\xff", "malformed"),
        (b"\x00\x00\x00\x03\xd4\x05a", "malformed"),
        (b"\x00\x00\x00\x0b\x81\xa4type\xa3bye\x00", "malformed"),
        (b"\x00\x00\x00\x0b\x81\xa4type\xa4ping", "malformed"),
        (b"\x00\x00\x00\x0c\x81\xa4type\xa5stand", "unexpected"),
        (b"GET / HTTP/1.1\r\n\r\n", "too_long"),
    ],
)
def test_what_is_no_message_is_told_so_once(tmp_path: Path, data: bytes, reason: str) -> None:
    with house(plan_of(tmp_path)) as running:
        honest, bad = Peer(running.port), Peer(running.port)
        honest.enter("Mia")
        bad.socket.sendall(data)
        assert why(bad.rest()) == [reason]
        honest.send(Ping(7))
        honest.until(Pong)


def test_who_says_nothing_or_half_a_thing_is_dropped(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(QUICK, greeting=2.0, frame=0.5)
    with house(plan_of(tmp_path, limits=limits)) as running:
        silent, half = Peer(running.port), Peer(running.port)
        half.enter("Mia")
        half.socket.sendall(b"\x00\x00")
        assert why(silent.rest()) == ["idle"]
        assert why(half.rest()) == ["too_slow"]


def test_too_much_in_too_short_a_time(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(QUICK, messages=10.0, messages_burst=50.0)
    with house(plan_of(tmp_path, limits=limits)) as running:
        peer = Peer(running.port)
        peer.enter("Mia")
        for _ in range(60):
            peer.send(Ping(1))
        assert why(peer.rest()) == ["too_fast"]


def test_one_more_greeting_connection_drops_the_oldest(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(QUICK, greeting_connections=3, greeting=30.0)
    with house(plan_of(tmp_path, limits=limits)) as running:
        crowd = [Peer(running.port) for _ in range(4)]
        assert why(crowd[0].rest()) == ["idle"]
        crowd[-1].enter("Mia")


def test_a_spectator_that_does_not_read_is_dropped_and_nobody_waits(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(QUICK, unread=1 << 14, chat=1000.0, chat_burst=1e6, messages=1e6)
    limits = msgspec.structs.replace(limits, messages_burst=1e6, bytes=1e9, bytes_burst=1e9)
    with house(plan_of(tmp_path, limits=limits)) as running:
        talker, deaf = Peer(running.port), Peer(running.port)
        talker.enter("Mia")
        deaf.enter("Eye", watch=True)
        talker.socket.settimeout(5)
        left = False
        while not left:
            for _ in range(30):  # fewer bytes than may be unread: asyncio on Windows sends none before all are heard
                talker.send(Say("x" * 300))
            talker.send(Ping(1))
            while not isinstance(message := talker.next(), Pong):
                left |= isinstance(message, Told) and message.values.get("name") == "Eye" and "left" in message.key
        assert [person.name for person in talker.until_room(lambda room: len(room.people) == 1).people] == ["Mia"]


@pytest.mark.parametrize(
    "name", ["\u202eevil", "a\x00b", "  ", "é" * 32, "👩‍👩‍👧‍👦", "a" + "\u0301" * 30, "\ufb2c" * 32]
)
def test_names_are_cleaned(tmp_path: Path, name: str) -> None:
    with house(plan_of(tmp_path)) as running:
        peer = Peer(running.port)
        shown = peer.enter(name).room.people[0].name
        assert shown == shown.strip() != ""
        assert shown.isprintable()
        assert len(shown) <= 32


def test_a_game_without_computers_plays_the_fallback_for_who_is_gone(tmp_path: Path) -> None:
    cabinet: Cabinet = SEALED
    with house(plan_of(tmp_path, cabinet)) as running:
        one, other = Peer(running.port), Peer(running.port)
        one.enter("Mia")
        other.enter("Omar")
        begin([one, other], one)
        other.close()
        assert one.play_to_the_end().result is not None
        welcome = Peer(running.port).enter("x", token=other.token)
        assert isinstance(welcome, Welcome)


def test_a_program_owns_a_room_only_while_no_person_is_there(tmp_path: Path) -> None:
    with house(plan_of(tmp_path, seats=3)) as running:
        program, person = Peer(running.port), Peer(running.port)
        program.enter("Bot", program=True)
        program.until_room(lambda room: room.people[0].owner)
        person.enter("Mia")
        room = program.until_room(lambda room: len(room.people) == 2)
        assert [(one.name, one.owner) for one in room.people] == [("Bot", False), ("Mia", True)]
        person.close()
        program.until_room(lambda room: room.people[0].owner)


def test_no_room_passes_to_somebody_at_a_browser(tmp_path: Path) -> None:
    with house(plan_of(tmp_path, seats=3)) as running:
        guest, person = Peer(running.port), Peer(running.port)
        guest.enter("Mina", browser=True)
        room = guest.until_room(lambda room: len(room.people) == 1)
        assert room.people[0].browser and not room.people[0].owner
        person.enter("Mia")
        room = guest.until_room(lambda room: len(room.people) == 2)
        assert [(one.name, one.owner, one.browser) for one in room.people] == [
            ("Mina", False, True),
            ("Mia", True, False),
        ]
        person.close()
        guest.until_room(lambda room: not any(one.owner for one in room.people))


def test_programs_alone_begin_once_every_seat_is_taken_and_ready(tmp_path: Path) -> None:
    with house(plan_of(tmp_path, seats=2)) as running:
        one, other = Peer(running.port), Peer(running.port)
        for peer in (one, other):
            peer.enter("Bot", program=True)
            peer.send(Ready(True))
        assert len(finish([one, other])) == 1
        one.close()
        other.close()


def test_a_program_with_the_owners_key_keeps_the_room(tmp_path: Path) -> None:
    with house(plan_of(tmp_path, seats=3)) as running:
        program, person = Peer(running.port), Peer(running.port)
        program.enter("Bot", program=True, owner=OWNER_KEY)
        person.enter("Mia")
        room = person.until_room(lambda room: len(room.people) == 2)
        assert [one.owner for one in room.people] == [True, False]
        for peer in (program, person):
            peer.close()


def test_a_room_that_was_handed_over_is_not_taken_back_by_its_key(tmp_path: Path) -> None:
    with house(plan_of(tmp_path, seats=3)) as running:
        owner, heir = Peer(running.port), Peer(running.port)
        owner.enter("Mia", owner=OWNER_KEY)
        heir.enter("Omar")
        owner.send(HandOver(99))
        assert owner.until(Rejected).why == "net.refuse.no_person"
        heir.send(HandOver(owner.person))
        assert heir.until(Rejected).why == "net.refuse.not_owner"
        owner.send(HandOver(heir.person))
        heir.until_room(lambda room: [one.owner for one in room.people] == [False, True])
        owner.close()
        again = Peer(running.port)
        again.enter("Mia", owner=OWNER_KEY, token=owner.token)
        room = again.until_room(lambda room: len(room.people) == 2)
        assert [one.owner for one in room.people] == [False, True]
        for peer in (heir, again):
            peer.close()
