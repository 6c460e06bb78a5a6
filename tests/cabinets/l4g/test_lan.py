"""A match of L4G on the LAN: people among computers, and nobody's view holds more than it may."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest

from game.cabinets.l4g.cabinet import L4G
from game.cabinets.l4g.players.bots import MIX
from game.cabinets.l4g.rules.rules import Options
from game.cabinets.l4g.rules.views import Phase, View
from game.core.recording.replay import Playback, read_replay
from game.core.rules import SPECTATOR, Viewer
from net.host.room.seating import RoomSeat
from net.messages import Begun, Ended, HostMessage, Play, Stepped, Surrender, Told, Waiting, raw
from net.wire import pack
from tests.commands.command_line import ROOT, souk
from tests.net.house import House, Peer, begin, house, plan_of
from tests.net.processes import host, join

SEATS = 49
OPTIONS = Options(turns=30, incubation=2, direct_health=3, penalty=2)
LARGEST = 16 << 10
"""Bytes of the largest frame: it fits one that a host reads, and is far below what a client takes."""


def room_of(folder: Path, people: int, **changes: Any) -> Any:
    """A plan with so many open seats, the regular mix in the rest."""
    rest = SEATS - people
    places = (
        *(RoomSeat() for _ in range(people)),
        *(RoomSeat("bot", bot=MIX[seat % len(MIX)]) for seat in range(rest)),
    )
    return plan_of(folder, L4G, places=places, options=OPTIONS, seed=-7, stand_in="loner", **changes)


def sat_down(running: House, people: int) -> list[Peer]:
    peers = [Peer(running.port) for _ in range(people)]
    for number, peer in enumerate(peers):
        peer.enter(f"Player {number}")
    begin(peers, peers[0])
    return peers


def play(peers: list[Peer], until_turn: int = 1000) -> None:
    """Everybody answers with the first legal action until the end, or until a turn has begun for all."""
    for peer in peers:
        peer.socket.settimeout(0.005)
    while any(last(peer) is None and _turn(peer) < until_turn for peer in peers):
        for peer in peers:
            with suppress(TimeoutError):
                while True:
                    peer.next()
            waiting = peer.waiting
            if waiting is not None and waiting.asked and waiting.number > peer.played and _turn(peer) < until_turn:
                peer.play_first(waiting)
    for peer in peers:
        peer.socket.settimeout(10.0)


def last(peer: Peer) -> Ended | None:
    """How the match ended for a peer, once it has."""
    return next((message for message in peer.messages if isinstance(message, Ended)), None)


def _turn(peer: Peer) -> int:
    views = [message.view for message in peer.messages if isinstance(message, Begun | Stepped)]
    return msgspec.msgpack.decode(views[-1], type=View).turn


def shown(messages: list[HostMessage]) -> Iterator[tuple[int, View]]:
    """Every view that came, by the number of steps before it."""
    for message in messages:
        if isinstance(message, Begun):
            yield message.number, msgspec.msgpack.decode(message.view, type=View)
        elif isinstance(message, Stepped):
            yield message.step.number + 1, msgspec.msgpack.decode(message.view, type=View)


def check_heard(peer: Peer, viewer: Viewer, journal: Path) -> None:
    """What a peer was shown and told is what the recorded match has for its seat, view by view and event by event."""
    playback = Playback(read_replay(journal), L4G.rules)
    for number, view in shown(peer.messages):
        playback.seek(number)
        assert view == playback.view(viewer)
        assert view.number == max(-1, viewer)
    playback.seek(len(playback))
    steps = playback.match.steps
    for message in peer.messages:
        if isinstance(message, Stepped):
            step = steps[message.step.number]
            assert [(event.kind, event.data) for event in message.step.events] == [
                (event.kind, event.data) for event in step.events_for(viewer)
            ]
            assert message.step.movers == tuple(move.seat for move in step.moves_for(viewer) if move.seat >= 0)
            if viewer >= 0 and step.private:
                assert set(message.step.movers) <= {viewer}
        if isinstance(message, Waiting) and viewer >= 0 and not message.asked:
            assert viewer not in message.seats
    assert max(len(pack(message)) for message in peer.messages) <= LARGEST


def test_people_and_a_spectator_among_computers(tmp_path: Path) -> None:
    with house(room_of(tmp_path, 3)) as running:
        peers, eye = sat_down(running, 3), Peer(running.port)
        eye.enter("Eye", watch=True)
        play(peers)
        hashes = {ended.hash for peer in peers if (ended := last(peer))} | {eye.until(Ended).hash}
        journal = running.ask(lambda: running.room.play.journal)
    assert len(hashes) == 1 and journal is not None
    for seat, peer in enumerate(peers):
        check_heard(peer, seat, journal)
    check_heard(eye, SPECTATOR, journal)
    choices = [message for message in peers[0].messages if isinstance(message, Waiting)]
    phases = {view.phase for _, view in shown(peers[0].messages)}
    assert Phase.PLACE in phases and len(choices) > OPTIONS.turns
    header = read_replay(journal).header
    assert (header.seed, len(header.seats)) == (-7, SEATS)


def test_who_is_not_asked_is_not_told_who_chooses_a_square(tmp_path: Path) -> None:
    """In a turn in which only others come down, nothing that a living player hears names them."""
    with house(room_of(tmp_path, 2)) as running:
        peers = sat_down(running, 2)
        play(peers)
        journal = running.ask(lambda: running.room.play.journal)
    assert journal is not None
    playback = Playback(read_replay(journal), L4G.rules)
    playback.seek(len(playback))
    private = [step for step in playback.match.steps if step.private and not any(m.seat == 0 for m in step.moves)]
    assert private, "nobody came down alone"
    told = {message.step.number: message.step for message in peers[0].messages if isinstance(message, Stepped)}
    waits = {message.number: message for message in peers[0].messages if isinstance(message, Waiting)}
    for step in private:
        assert told[step.number].movers == told[step.number].forced == ()
        assert step.number not in waits or waits[step.number].seats == ()


@pytest.mark.parametrize("goes", ["killed", "surrenders"])
def test_a_computer_takes_the_seat_of_who_is_gone(tmp_path: Path, goes: str) -> None:
    with house(room_of(tmp_path, 3)) as running:
        peers = sat_down(running, 3)
        play(peers, until_turn=4)
        if goes == "killed":
            peers[2].close()
        else:
            peers[2].send(Surrender())
        peers[0].until(Told, lambda told: told.key in {"net.log.sat_in", "net.log.surrendered"})
        play(peers[:2])
        hashes = {ended.hash for peer in peers[:2] if (ended := last(peer))}
        journal = running.ask(lambda: running.room.play.journal)
    assert len(hashes) == 1 and journal is not None
    for seat, peer in enumerate(peers[:2]):
        check_heard(peer, seat, journal)


def test_a_move_for_another_is_refused(tmp_path: Path) -> None:
    with house(room_of(tmp_path, 2)) as running:
        peers = sat_down(running, 2)
        waiting = peers[0].to_move()
        peers[0].send(Play(waiting.number, raw({"do": "place", "square": [0, 0]})))
        assert peers[0].to_move().number == waiting.number
        play(peers, until_turn=2)
        assert all(peer.waiting is not None for peer in peers)


@pytest.mark.slow
def test_bots_of_guests_join_a_host_that_fills_the_rest(tmp_path: Path) -> None:
    """Real processes: a built-in player and a person's own file from elsewhere, the regular mix at the host."""
    wanderer = f"{ROOT / 'examples' / 'l4g' / 'wanderer.py'}:Wanderer"
    with ExitStack() as stack:
        room = stack.enter_context(host(tmp_path, "l4g", "--seats", "open*2", "--port", "0", "--seed", "-7"))
        port = room.first_line()["port"]
        guests = [stack.enter_context(join(tmp_path, port, "--bot", bot)) for bot in ("expert", wanderer)]
        ends = [guest.document(timeout=240) for guest in guests]
        (match,) = room.document()["matches"]
    assert {end["hash"] for end in ends} == {match["hash"]}
    assert len(match["seats"]) == SEATS
    assert [seat["bot"] for seat in match["seats"][2:7]] == list(MIX)
    verified = souk(tmp_path, "replay", match["replay"], "--verify")
    assert verified.returncode == 0, verified.stderr
