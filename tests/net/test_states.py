"""The state machines: every transition, and every message in every state, legal or not."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from net import evening, heirs, mix
from net import messages as wire
from net.host.room.link import Link
from net.host.room.room import Room
from net.limits import FRAME_FROM_HOST, PROTOCOL
from net.messages import ClientMessage, HostMessage, tag_of
from net.parts import Customs, ToHost
from net.proof import key_of, mac_of
from net.states import (
    CLIENT,
    LINK,
    NOT_NOW,
    ROOM,
    TAKEN,
    ClientEvent,
    ClientState,
    LinkState,
    RoomEvent,
    RoomPhase,
    Verdict,
    expected,
    verdict,
)
from net.wire import FrameReader, host_message
from tests.net.house import QUICK, plan_of

CLIENT_MESSAGES: tuple[type[ToHost], ...] = get_args(ClientMessage)
HOST_MESSAGES = get_args(HostMessage)

SAMPLES: dict[type[ToHost], ToHost] = {
    sample.__class__: sample
    for sample in (
        wire.Hello(PROTOCOL, "Mia", b"n" * 32),
        wire.Proof(b"m" * 32),
        wire.Bye(),
        wire.Ping(1),
        wire.Say("hello"),
        wire.Take(2),
        wire.Stand(),
        wire.Ready(True),
        wire.SetSeat(2, "closed"),
        evening.React("clap"),
        evening.Portray(b"\x01\x01\x05\x05"),
        evening.Appoint(99, True),
        evening.SetCustoms(Customs(best_of=3)),
        evening.Nudge(99),
        evening.Queue(True),
        evening.Stop(),
        evening.Wish("nullgame", {}, ("open", "open")),
        wire.Choose("nullgame", {}, ("open", "open")),
        wire.Swap(0, 1),
        wire.Kick(99),
        wire.Pardon(99),
        wire.HandOver(99),
        wire.Start(),
        wire.Rematch(),
        wire.Play(1, msgspec.Raw(b"\x81\xa6stones\x01")),
        wire.Gesture(1, "line", b"any"),
        wire.Propose("undo"),
        wire.Vote(1, True),
        wire.Resume(),
        wire.Surrender(),
        wire.Lines(),
        heirs.Heir(b"k" * 32),
        heirs.Move(99),
        heirs.Opened(25250),
        heirs.Hosts(b"n" * 32),
        mix.Mix(rounds=1),
        mix.MixStop(),
        mix.Salt(b"s" * 32),
        mix.Strike(1),
    )
}


class FakeLink(Link):
    """A peer without a socket: what it was told lies in `told`."""

    def __init__(self) -> None:
        super().__init__("test")
        self.told: list[HostMessage] = []
        self.ended = False

    def send(self, frame: bytes) -> None:
        self.told += map(host_message, FrameReader(FRAME_FROM_HOST).feed(frame))

    def close(self) -> None:
        self.ended = True


def say(room: Room, link: Link, message: ToHost, now: float) -> None:
    """What a host does with a message."""
    room.received(link, message, now)  # type: ignore[arg-type]
    room.settle(now)


def lose(room: Room, link: Link, now: float) -> None:
    room.lost(link, now)
    room.settle(now)


def enter(room: Room, name: str, *, watch: bool = False) -> FakeLink:
    link = FakeLink()
    say(room, link, wire.Hello(PROTOCOL, name, b"n" * 32, watch=watch), 0.0)
    assert link.person, link.told
    return link


def scene(folder: Path, state: LinkState, phase: RoomPhase) -> Iterator[tuple[Room, FakeLink]]:
    """A room in `phase` with a connection in `state`; the owner is somebody else."""
    outside = state in {LinkState.GREETING, LinkState.PROVING}
    room = Room(plan_of(folder, seats=3, password="x" if state is LinkState.PROVING else None))
    if outside:
        link = FakeLink()
        if state is LinkState.PROVING:
            say(room, link, wire.Hello(PROTOCOL, "Mia", b"n" * 32), 0.0)
        yield room, link
        room.close(0.0)
        return
    owner, other = enter(room, "Owner"), enter(room, "Other")
    link = enter(room, "Mia", watch=state in {LinkState.LOBBY, LinkState.WATCHING})
    if phase is not RoomPhase.WAITING:
        for seated in (other, link):
            if seated.state is LinkState.SEATED:
                say(room, seated, wire.Ready(True), 0.0)
        if link.state is LinkState.LOBBY:
            say(room, owner, wire.SetSeat(2, "closed"), 0.0)
        say(room, owner, wire.Start(), 0.0)
    voters = [peer for peer in (owner, other, link) if peer.state is LinkState.PLAYING]
    matter = {RoomPhase.PAUSED: "pause", RoomPhase.AFTER: "end"}.get(phase)
    if matter is not None:
        say(room, owner, wire.Propose(matter), 0.0)  # type: ignore[arg-type]
        for voter in voters[1:]:
            say(room, voter, wire.Vote(1, True), 0.0)
    assert (link.state, room.core.phase) == (state, phase)
    link.told.clear()
    yield room, link
    room.close(0.0)


PLACES = [
    *((LinkState.GREETING, RoomPhase.WAITING), (LinkState.PROVING, RoomPhase.WAITING)),
    *((state, phase) for state in ("lobby", "seated") for phase in (RoomPhase.WAITING, RoomPhase.AFTER)),
    *((state, phase) for state in ("playing", "watching") for phase in (RoomPhase.PLAYING, RoomPhase.PAUSED)),
]


def test_every_message_has_a_sample_and_a_tag_of_its_own() -> None:
    assert set(SAMPLES) == set(CLIENT_MESSAGES)
    tags = [tag_of(message) for message in (*CLIENT_MESSAGES, *HOST_MESSAGES)]
    assert len(set(tags)) == len(tags)


def moving(state: LinkState, phase: RoomPhase) -> Iterator[type[ToHost]]:
    """The messages that may change something in such a place."""
    return (message for message in CLIENT_MESSAGES if verdict(state, phase, message) is not Verdict.REJECTED)


@pytest.mark.parametrize(("state", "phase"), PLACES, ids=lambda value: str(value))
def test_every_message_that_is_rejected_is_told_so_and_changes_nothing(
    tmp_path: Path, state: str, phase: RoomPhase
) -> None:
    state = LinkState(state)
    rejected = set(CLIENT_MESSAGES) - set(moving(state, phase))
    for room, link in scene(tmp_path, state, phase):
        for message in sorted(rejected, key=tag_of):
            say(room, link, SAMPLES[message], 0.0)
            assert [told.why for told in link.told if isinstance(told, wire.Rejected)] == [NOT_NOW], message
            assert not [told for told in link.told if isinstance(told, wire.Dropped)], message
            assert (link.state, room.core.phase) == (state, phase), message
            link.told.clear()


@pytest.mark.parametrize(("state", "phase"), PLACES, ids=lambda value: str(value))
def test_every_other_message_is_taken_or_ends_the_connection(tmp_path: Path, state: str, phase: RoomPhase) -> None:
    state = LinkState(state)
    for message in moving(state, phase):
        for room, link in scene(tmp_path, state, phase):
            say(room, link, SAMPLES[message], 0.0)
            rejections = [told.why for told in link.told if isinstance(told, wire.Rejected)]
            drops = [told.why for told in link.told if isinstance(told, wire.Dropped)]
            if verdict(state, phase, message) is Verdict.DROPPED:
                assert drops == ["unexpected"], message
                assert link.closed and link.ended, message
            else:
                assert NOT_NOW not in rejections or message is wire.Propose, message
                assert "unexpected" not in drops, message


def test_an_ill_timed_message_harms_nobody_else(tmp_path: Path) -> None:
    for room, link in scene(tmp_path, LinkState.PLAYING, RoomPhase.PLAYING):
        say(room, link, SAMPLES[wire.Hello], 0.0)
        assert link.closed
        assert room.core.phase is RoomPhase.PLAYING
        assert len(room.core.people.present) == 2


@pytest.mark.parametrize(
    "message",
    [wire.Take(0), wire.Take(99), wire.SetSeat(99, "closed"), wire.Swap(0, 99), wire.Kick(99), wire.Start()],
    ids=str,
)
def test_a_refusal_is_told_to_nobody_else(tmp_path: Path, message: ToHost) -> None:
    room = Room(plan_of(tmp_path, seats=3))
    owner, other = enter(room, "Owner"), enter(room, "Other")
    owner.told.clear()
    other.told.clear()
    say(room, owner, message, 0.0)
    assert [tag_of(type(told)) for told in owner.told] == ["rejected"]
    assert other.told == []
    room.close(0.0)


def test_every_transition_of_a_room_is_walked(tmp_path: Path) -> None:
    walked = set()
    for phase in (RoomPhase.PLAYING, RoomPhase.PAUSED):
        for room, link in scene(tmp_path, LinkState.PLAYING, phase):
            original = room.core.move

            def noting(event: RoomEvent, room: Room = room, move: object = original) -> None:
                walked.add((room.core.phase, event))
                move(event)  # type: ignore[operator]

            room.core.move = noting  # type: ignore[method-assign]
            people = [person.link for person in room.core.people.present]
            owner = people[0]
            assert owner is not None
            if phase is RoomPhase.PAUSED:
                say(room, link, wire.Resume(), 0.0)
                say(room, link, wire.Propose("pause"), 0.0)
                for peer in people:
                    say(room, peer, wire.Vote(2, True), 0.0)  # type: ignore[arg-type]
            count = 3 if phase is RoomPhase.PAUSED else 1
            say(room, link, wire.Propose("end"), 0.0)
            for peer in people:
                say(room, peer, wire.Vote(count, True), 0.0)  # type: ignore[arg-type]
            say(room, owner, wire.Rematch(), 0.0)
            for peer in people:
                say(room, peer, wire.Ready(True), 0.0)  # type: ignore[arg-type]
            say(room, owner, wire.Start(), 0.0)
    assert walked == set(ROOM)


def test_every_transition_of_a_connection_is_walked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    walked = set()
    original = Link.move

    def noting(link: Link, event: object) -> None:
        walked.add((link.state, event))
        original(link, event)  # type: ignore[arg-type]

    monkeypatch.setattr(Link, "move", noting)
    for state, phase in PLACES:
        for message in moving(LinkState(state), phase):
            for room, link in scene(tmp_path, LinkState(state), phase):
                say(room, link, SAMPLES[message], 0.0)
                if not link.closed:
                    lose(room, link, 1.0)
        for room, link in scene(tmp_path, LinkState(state), phase):
            lose(room, link, 1.0)
    for room, link in scene(tmp_path, LinkState.PROVING, RoomPhase.WAITING):
        (challenge,) = [told for told in link.told if isinstance(told, wire.Challenge)]
        key = key_of("x", challenge.salt, challenge.rounds)
        say(room, link, wire.Proof(mac_of(key, challenge.nonce, b"n" * 32)), 0.0)
        room.settle(10.0)
        assert link.state is LinkState.SEATED
    for room, link in scene(tmp_path, LinkState.WATCHING, RoomPhase.PLAYING):
        other = room.core.people.present[1].link
        say(room, other, wire.Surrender(), 0.0)  # type: ignore[arg-type]
        say(room, link, wire.Take(1), 0.0)
        assert link.state is LinkState.PLAYING
    assert walked == set(LINK)


def test_the_tables_lead_everywhere_and_nowhere_else() -> None:
    for table, states, begin in (
        (ROOM, set(RoomPhase), RoomPhase.WAITING),
        (LINK, set(LinkState), LinkState.GREETING),
        (CLIENT, set(ClientState), ClientState.CONNECTING),
    ):
        reached = {begin}
        for _ in states:
            reached |= {to for (state, _), to in table.items() if state in reached}
        assert reached == states
    assert set(TAKEN) == set(LinkState)


def test_what_a_client_expects_of_a_host() -> None:
    inside = {ClientState.ROOM, ClientState.MATCH}
    for state in ClientState:
        for message in HOST_MESSAGES:
            wanted = {
                wire.Challenge: state is ClientState.GREETING,
                wire.Welcome: state in {ClientState.GREETING, ClientState.PROVING},
                wire.Dropped: state in {ClientState.GREETING, ClientState.PROVING, *inside},
            }.get(message, state in inside)
            assert expected(state, message) == wanted, (state, message)
    assert all(to is ClientState.CLOSED for (_, trigger), to in CLIENT.items() if trigger is ClientEvent.FAILED)


def test_a_lost_person_is_given_up_by_the_clock_alone(tmp_path: Path) -> None:
    for room, link in scene(tmp_path, LinkState.PLAYING, RoomPhase.PLAYING):
        lose(room, link, 10.0)
        assert room.wake(10.0) == pytest.approx(QUICK.grace)
        room.settle(10.0 + QUICK.grace)
        assert room.core.seating.places[2].bot == "random"
