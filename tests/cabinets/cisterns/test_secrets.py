"""The secrets of Cisterns: looked for in each byte a client receives, in recordings, in views of who may know less."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import ClassVar

import msgspec
import pytest

from game.cabinets.cisterns.cabinet import CISTERNS
from game.cabinets.cisterns.rules.ground import remember
from game.cabinets.cisterns.rules.rules import Cisterns
from game.cabinets.cisterns.rules.state import GUIDE, Bomb, Descend, Drink, Monster, State, Step, Thing, Wait
from game.cabinets.cisterns.rules.views import NOW, View
from game.conformance.cases import with_defaults
from game.core.cabinet import Cabinet
from game.core.recording.replay import Playback, read_replay
from game.core.rules import NATURE, SPECTATOR, Event, Move
from net.host.match.hosted_match import HostedMatch
from net.messages import Accepted, Begun, Ping, Play, Pong, RoomChanged, Stepped, Waiting, raw
from tests.net.house import Peer, begin, house, plan_of

MARKS = tuple(0x2A5A_5A00 + number for number in range(3))
"""Worths of treasure: seen by the first seat alone, by the second alone, by nobody. Four bytes each on the wire."""
ROUNDS = 5


class Marked(Cisterns):
    """The guide's dungeon with both heroes in rooms of their own, and treasure that is told by its worth."""

    def step(self, state: State, moves: Sequence[Move]) -> list[Event]:
        told = super().step(state, moves)
        if moves[0].seat == NATURE:
            state.monsters = [Monster(0, "rat", 7, 11, 1)]
            state.heroes[1].x, state.heroes[1].y = 14, 4
            places = ((4, 4), (15, 4), (9, 12))
            state.things += [Thing("treasure", x, y, mark) for (x, y), mark in zip(places, MARKS, strict=True)]
            state.memory, state.recall = [bytes(len(state.tiles))] * 2, [[], []]
            remember(state)
        return told


def marked(mode: str) -> Cabinet:
    changed = with_defaults(CISTERNS, {"level": GUIDE, "mode": mode})
    info = changed.rules.info
    return replace(changed, rules=type("MarkedHere", (Marked,), {"info": info})())


def drawn(hosted: HostedMatch | None) -> int:
    """The number of a match that a host plays."""
    assert hosted is not None
    return int(hosted.match.steps[0].moves[0].action) + 1


def bytes_of(number: int, length: int) -> bytes:
    return number.to_bytes(length, "big")


@pytest.mark.parametrize(
    ("mode", "known"), [("rivals", ((0,), (1,), ())), ("coop", ((0, 1), (0, 1), (0, 1)))], ids=["rivals", "coop"]
)
def test_no_byte_of_what_is_unseen_reaches_anybody(
    mode: str, known: tuple[tuple[int, ...], ...], tmp_path: Path
) -> None:
    """Two who play and one who looks on: each receives the marks of what it sees, never the number of the match."""
    with house(plan_of(tmp_path, marked(mode), seats=2)) as running:
        peers = [Peer(running.port) for _ in range(2)]
        for number, peer in enumerate(peers):
            peer.enter(f"Player {number}")
        eye = Peer(running.port)
        eye.enter("Eye", watch=True)
        begin(peers, peers[0])
        for _ in range(ROUNDS):
            moves = [peer.to_move() for peer in peers]
            for peer, move in zip(peers, moves, strict=True):
                peer.play_first(move)
            for peer in peers:
                peer.until(Accepted)
        late = Peer(running.port)
        late.enter("Late", watch=True)
        late.until(Begun)
        eye.until(Stepped, lambda told: told.step.number >= ROUNDS)
        number = running.ask(lambda: drawn(running.room.play.match))
        for peer, marks in zip((*peers, eye), known, strict=True):
            for place, mark in enumerate(MARKS):
                held = bytes_of(mark, 4) in bytes(peer.received)
                assert held == (place in marks), (mode, place)
        for peer in (*peers, eye, late):
            assert bytes_of(number, 8) not in bytes(peer.received)
            assert str(number).encode() not in bytes(peer.received)
            assert bytes_of(MARKS[2], 4) not in bytes(peer.received)


def test_who_has_fallen_among_rivals_sees_nothing_any_more() -> None:
    rules = marked("rivals").rules
    state = rules.start(2, rules.info.options())
    rules.step(state, [Move(NATURE, 11)])
    state.heroes[1].hearts = 1
    state.monsters = [Monster(1, "rat", 13, 4, 1, False, [(14, 4)], 1)]
    rules.step(state, [Move(0, Wait()), Move(1, Wait())])
    assert not state.heroes[1].lives
    view = rules.view(state, 1)
    assert not view.monsters and not view.threats and not any(code & NOW for code in view.squares)
    assert all(hero.x < 0 for hero in view.heroes) and not view.number
    assert bytes_of(MARKS[0], 4) not in msgspec.msgpack.encode(view)
    before = view.squares
    for _ in range(3):
        events = rules.step(state, [Move(0, Wait())])
        assert not [event for event in events if event.audience and 1 in event.audience]
    assert rules.view(state, 1).squares == before


def test_rivals_know_hearts_and_worth_of_each_other_and_no_more() -> None:
    rules = marked("rivals").rules
    state = rules.start(2, rules.info.options())
    rules.step(state, [Move(NATURE, 11)])
    state.heroes[1].potions, state.heroes[1].keys, state.heroes[1].bombs = 3, 5, 2
    seen = rules.view(state, 0).heroes[1]
    assert (seen.x, seen.y, seen.potions, seen.bombs, seen.keys) == (-1, -1, 0, 0, 0)
    assert (seen.hearts, seen.worth) == (8, 0)
    watched: View = rules.view(state, SPECTATOR)
    assert all(hero.x < 0 for hero in watched.heroes) and not watched.things
    assert not any(code & NOW for code in watched.squares)


def test_a_recording_tells_the_number_at_its_end_alone() -> None:
    """Going through it as one of those who played, and as who looked on."""
    playback = Playback(read_replay(Path("tests/golden/cisterns-3.souk")), CISTERNS.rules)
    while playback.position < len(playback) - 1:
        playback.forward()
        if playback.position % 7 == 1:
            assert not any(playback.view(viewer).number for viewer in (0, 1, 2, SPECTATOR))
    playback.forward()
    assert playback.view(0).number


TRIED = (Drink(), Descend(), *(Step(heading) for heading in range(4)), Bomb(0), Bomb(2))
"""Whatever of it is refused is refused with a reason."""


class Elsewhere(Cisterns):
    """As it is drawn, but all that the first seat has not seen is dealt anew, by a chance of its own."""

    chance: ClassVar[int]

    def step(self, state: State, moves: Sequence[Move]) -> list[Event]:
        told = super().step(state, moves)
        if moves[0].seat == NATURE:
            other = self.redeal(state, 0, Random(self.chance))
            for name in State.__struct_fields__:
                setattr(state, name, getattr(other, name))
        return told


def heard_by_a_rival(folder: Path, chance: int) -> list[bytes]:
    """Every message to somebody who tries all there is to try, right or wrong, in each of some turns."""
    changed = with_defaults(CISTERNS, {"size": "small", "mode": "rivals"})
    rules = type("ElsewhereHere", (Elsewhere,), {"info": changed.rules.info, "chance": chance})()
    with house(plan_of(folder, replace(changed, rules=rules), seats=2, key=9)) as running:
        peers = [Peer(running.port) for _ in range(2)]
        for number, peer in enumerate(peers):
            peer.enter(f"Player {number}")
        begin(peers, peers[0])
        for _ in range(3):
            moves = [peer.to_move() for peer in peers]
            for action in TRIED:
                peers[0].send(Play(moves[0].number, raw(action)))
            peers[0].play_first(moves[0])
            peers[0].send(Ping(moves[0].number))
            peers[0].until(Pong)
            peers[1].play_first(moves[1])
        peers[0].to_move()
        told = peers[0].messages
        first = next(place for place, message in enumerate(told) if isinstance(message, Begun))
        kept = [each for each in told[first:] if not isinstance(each, Ping | Pong | RoomChanged)]
        asked = [each for each in kept if not isinstance(each, Waiting) or each.asked]  # others may answer at any time
        return [msgspec.msgpack.encode(each) for each in sorted(asked, key=lambda each: type(each).__name__)]


def test_what_a_rival_receives_is_the_same_whatever_lies_where_nobody_has_been(tmp_path: Path) -> None:
    """Messages, refusals, what may be chosen and their lengths: two dungeons that look alike are told alike."""
    one, other = (heard_by_a_rival(tmp_path / str(chance), chance) for chance in (1, 2))
    assert len(one) > 3 * len(TRIED) and one == other
