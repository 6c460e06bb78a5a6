"""Hidden information: nothing a client receives holds what its view does not."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, ClassVar

import msgspec
import pytest

from game.core.cabinet import Cabinet
from game.core.rules import NATURE, Ask, Event, GameInfo, Move, Result, Rules, Seat, SeatResult, Viewer, Window
from net.messages import Accepted, Begun, Ended, HostMessage, Propose, Proposed, Rematch, Rewound, Say, Told, Vote
from tests.net.house import Peer, begin, house, plan_of

ROUNDS = 4


class Options(msgspec.Struct, frozen=True):
    """Nothing to choose."""

    unused: Annotated[int, msgspec.Meta(ge=0, le=1)] = 0


class Whisper(msgspec.Struct, frozen=True):
    """Say something to yourself."""

    word: str


class State(msgspec.Struct):
    cards: list[str]
    whispers: list[list[str]]


class View(msgspec.Struct, frozen=True):
    card: str
    whispers: tuple[str, ...]
    rounds: int


class Whispers(Rules[State, Options, Whisper, View]):
    """Each seat is dealt a card and whispers words that only it may ever see. Every secret is a marker."""

    info = GameInfo("whispers", version=1, seats=(3,), options=Options, action=Whisper, view=View)
    state_type: ClassVar[type] = State

    def start(self, seats: int, options: Options) -> State:
        return State([], [[] for _ in range(seats)])

    def ask(self, state: State) -> Ask | None:
        if len(state.cards) < len(state.whispers):
            return Ask((NATURE,), outcomes=4)
        seats = tuple(range(len(state.whispers)))
        return Ask(seats, Window.SIMULTANEOUS) if len(state.whispers[0]) < ROUNDS else None

    def legal(self, state: State, seat: Seat) -> Sequence[Whisper]:
        return [Whisper(marker(seat, f"word{len(state.whispers[seat])}"))]

    def check(self, state: State, seat: Seat, action: Whisper) -> str | None:
        return None if action in self.legal(state, seat) else "whispers.refuse.word"

    def fallback(self, state: State, seat: Seat) -> Whisper:
        return self.legal(state, seat)[0]

    def step(self, state: State, moves: Sequence[Move]) -> list[Event]:
        if moves[0].seat == NATURE:
            seat = len(state.cards)
            state.cards.append(marker(seat, f"card{moves[0].action}"))
            return [Event("dealt", {"card": state.cards[-1]}, audience=(seat,))]
        for move in moves:
            state.whispers[move.seat].append(move.action.word)
        return [Event("whispered", {})]

    def scores(self, state: State) -> tuple[int, ...]:
        return tuple(len("".join(words)) for words in state.whispers)

    def result(self, state: State) -> Result:
        return Result(tuple(SeatResult(1, 0) for _ in state.whispers), "whispers.end.silence")

    def brief(self, state: State, viewer: Viewer) -> str:
        return marker(viewer, "brief") if viewer >= 0 else ""

    def view(self, state: State, viewer: Viewer) -> View:
        if viewer not in range(len(state.cards)):
            return View("", (), len(state.whispers[0]))
        return View(state.cards[viewer], tuple(state.whispers[viewer]), len(state.whispers[viewer]))


def marker(seat: int, what: str) -> str:
    return f"SECRET{seat}-{what}"


WHISPERS = Cabinet(Whispers(), {})


def play(players: Sequence[Peer], rounds: int = 1) -> None:
    """Everybody whispers in so many rounds."""
    for _ in range(rounds):
        for peer in players:
            peer.play_first(peer.to_move())
            peer.until(Accepted)


def check(peer: Peer, seat: int | None) -> None:
    """Nothing of another seat is in what a peer received; its own is."""
    for other in range(3):
        held = f"SECRET{other}".encode() in peer.received
        assert held == (other == seat), f"seat {seat} received what belongs to seat {other}"


@pytest.mark.parametrize("delay", [0.0, 0.2])
def test_no_byte_of_a_secret_reaches_anybody_else(tmp_path: Path, delay: float) -> None:
    with house(plan_of(tmp_path, WHISPERS, seats=3, delay=delay)) as running:
        peers = [Peer(running.port) for _ in range(3)]
        for number, peer in enumerate(peers):
            peer.enter(f"Player {number}")
        eye = Peer(running.port)
        eye.enter("Eye", watch=True)
        begin(peers, peers[0])

        play(peers)
        peers[0].send(Say("Did anybody hear me?"))

        peers[1].close()
        peers[0].until(Told, lambda told: told.key == "net.log.lost")
        back = Peer(running.port)
        back.enter("back", token=peers[1].token)
        back.until(Begun)
        players = [peers[0], back, peers[2]]

        late = Peer(running.port)
        late.enter("Late", watch=True)

        play(players)
        for peer in players:
            peer.to_move()
        players[0].send(Propose("undo"))
        for peer in players[1:]:
            peer.send(Vote(peer.until(Proposed).proposal, True))
        for peer in players:
            peer.until(Rewound)
        play(players, ROUNDS - 1)
        hashes = {peer.until(Ended).hash for peer in (*players, eye, late)}
        assert len(hashes) == 1

        players[0].until_room(lambda room: room.phase == "after")
        players[0].send(Rematch())
        for peer in players:
            peer.until_room(lambda room: room.phase == "waiting")
        begin(players, players[0])
        play(players)
        for peer in players:
            peer.to_move()
        eye.until(Begun)

        for seat, peer in enumerate(players):
            check(peer, seat)
        check(peers[1], 1)
        check(eye, None)
        check(late, None)


def test_a_seat_that_was_given_up_shows_its_person_no_more(tmp_path: Path) -> None:
    from net.messages import Surrender

    with house(plan_of(tmp_path, WHISPERS, seats=3)) as running:
        peers = [Peer(running.port) for _ in range(3)]
        for number, peer in enumerate(peers):
            peer.enter(f"Player {number}")
        begin(peers, peers[0])
        peers[2].send(Surrender())
        peers[2].until(Begun)
        mark = len(peers[2].messages)
        play(peers[:2], ROUNDS)
        peers[2].until(Ended)
        after: list[HostMessage] = peers[2].messages[mark:]
        assert b"SECRET" not in msgspec.msgpack.encode(after)
