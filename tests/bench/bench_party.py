"""Lines that grow and words that are typed, in a full room: 8 players and 32 spectators at a host of its own process.

    python -m tests.bench.bench_party [--seconds 60]

Sketch: one hand at a time draws for two seconds, told every 80 ms as the stage does. Words: a quiz in which all eight
type, eight letters a second each, and say something wrong now and then. A point counts from when the hand was there
to its arrival at each of the 39 others, a decision to its arrival at the last of all 40; arrivals are read by one
process for all forty, which costs more than the host. The host's share of a core is its processor time by the system.
"""

from __future__ import annotations

import argparse
import json
import math
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from game.cabinets.listed import CABINETS
from game.cabinets.sketch.freehand.growing import Telling
from game.cabinets.sketch.freehand.smoothing import Smoother, smoothed
from game.cabinets.sketch.state import Draw, Enough, First, Guess, Judge, Pose, Vote
from game.cabinets.words.state import Try
from net.messages import Begun, Gesture, Gestured, HostMessage, Ping, Play, Ready, Start, Stepped, Waiting, raw
from tests.net.lan_host import OWNER, HostProcess, hosted
from tests.net.lan_peer import Peer, drive

PLAYERS, SPECTATORS = 8, 32
TOLD = 0.08
"""Seconds between two messages of a hand."""
STROKE = 2.0
LETTERS = 8
"""A second, of each who types."""
TRIES = 3.0
"""Seconds between two wrong words of one person."""


class Room:
    """Everybody of a room of a game, and when what was sent came to whom."""

    def __init__(self, host: HostProcess, game: str) -> None:
        self.game = game
        self.view: Any = None
        """The last view of each player; None before the match."""
        self.views: list[Any] = [None] * PLAYERS
        self.players = [Peer(host.address, f"player {n}", owner=OWNER if n == 0 else b"") for n in range(PLAYERS)]
        self.everybody = list(self.players)
        self.points: list[float] = []
        """How long each point took to each of the others."""
        self.steps: list[float] = []
        """How long each decision took to the last of all."""
        self.gestures = self.arrived = 0
        self._drawn: dict[tuple[int, bytes], list[float]] = {}
        self._played: dict[int, float] = {}
        self._had: Counter[int] = Counter()
        for player in self.players:
            player.greet()
            drive(self.everybody, lambda: player.welcome is not None, 30)  # noqa: B023
        for number in range(SPECTATORS):
            self.everybody.append(Peer(host.address, f"spectator {number}", watch=True).greet())
        drive(self.everybody, lambda: all(peer.welcome is not None for peer in self.everybody), 60)
        for peer in self.everybody:
            peer.on_message = lambda message, peer=peer: self._note(peer, message)  # type: ignore[misc]
        for player in self.players:
            player.send(Ready(True))
        drive(self.everybody, lambda: sum(seat.ready for seat in self.players[0].room.seats) == PLAYERS, 30)
        self.players[0].send(Start())
        drive(self.everybody, lambda: all(peer.begun for peer in self.everybody), 30)

    def _note(self, peer: Peer, message: HostMessage) -> None:
        now = time.perf_counter()
        match message:
            case Gestured(number=number, data=data):
                self.arrived += 1
                self.points += [now - drawn for drawn in self._drawn.get((number, data), ())]
            case Begun(view=view) | Stepped(view=view) if peer in self.players:
                self.views[self.players.index(peer)] = msgspec.msgpack.decode(view, type=CABINETS[self.game].info.view)
        if isinstance(message, Stepped):
            number = message.step.number
            self._had[number] += 1
            if self._had[number] == len(self.everybody) and number in self._played:
                self.steps.append(now - self._played.pop(number))

    def gesture(self, seat: int, number: int, kind: str, data: bytes, drawn: Sequence[float]) -> None:
        """Tell what a hand did at these times."""
        self._drawn[number, data] = list(drawn)
        self.gestures += 1
        self.players[seat].send(Gesture(number, kind, data))

    def play(self, seat: int, number: int, action: Any) -> None:
        """Decide."""
        self._played[number] = time.perf_counter()
        self.players[seat].waiting = None
        self.players[seat].send(Play(number, raw(action)))

    def asked(self, seat: int) -> Waiting | None:
        """What a seat is asked now."""
        waiting = self.players[seat].waiting
        return waiting if waiting is not None and waiting.asked else None


class Drawing:
    """A hand that draws circles that grow, for who is to draw; the shortest answer to everything else."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self._number = -1

    def step(self, now: float) -> None:
        """Do what is due."""
        for seat in range(PLAYERS):
            waiting, view = self.room.asked(seat), self.room.views[seat]
            if waiting is None:
                continue
            if view.phase != "stroke":
                self.room.play(seat, waiting.number, self._answer(view, seat, waiting.number))
            elif waiting.number != self._number:
                self._number, self._begun, self._sent = waiting.number, now, now
                self._hand: list[tuple[float, float]] = []
                self._times: list[float] = []
                self._told, self._smoothed = 0, 0
                self._telling, self._line = Telling(), Smoother()
            else:
                self._draw(seat, waiting.number, now)

    def _news(self) -> bytes | None:
        """What the hand tells the others since the last time."""
        self._line.add(self._hand[self._smoothed :])
        self._smoothed = len(self._hand)
        return self._telling.news(self._hand, self._line)

    def _draw(self, seat: int, number: int, now: float) -> None:
        if len(self._hand) < (now - self._begun) * 60:
            turn = 6 * (now - self._begun)
            self._hand.append((500 + 20 * turn * math.cos(turn), 380 + 20 * turn * math.sin(turn)))
            self._times.append(now)
        if now - self._begun >= STROKE:
            self.room.play(seat, number, Draw(smoothed(self._hand, 3000), 2000))
        elif now - self._sent >= TOLD and (data := self._news()) is not None:
            self._sent = now
            self.room.gesture(seat, number, "line", data, self._times[self._told :])
            self._told = len(self._times)

    def _answer(self, view: Any, seat: int, number: int) -> Any:
        others = [other for other in range(PLAYERS) if other not in (seat, view.master)]
        match view.phase:
            case "pose":
                return Pose("동물", f"그림 {number}")
            case "first":
                return First(others[0])
            case "talk":
                return Enough()
            case "guess":
                return Guess("무엇일까")
            case "judge":
                return Judge(False)
        return Vote(others[-1])


class Typing:
    """Eight who type all the time, and are wrong."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self._from: dict[int, float] = {}
        """When each asked seat may begin."""
        self._typed = [0.0] * PLAYERS
        self._tried = [time.perf_counter() + TRIES * seat / PLAYERS for seat in range(PLAYERS)]

    def step(self, now: float) -> None:
        """Do what is due."""
        for seat in range(PLAYERS):
            waiting = self.room.asked(seat)
            if waiting is None:
                continue
            begun = self._from.setdefault(
                waiting.number, now + max(0, (waiting.left or 0) - (waiting.total or 0)) / 1000 + 0.05
            )
            if now < begun:
                continue
            if now - self._typed[seat] >= 1 / LETTERS:
                self._typed[seat] = now
                letters = b"%d" % (1 + int(now * LETTERS) % 7)
                self.room.gesture(seat, waiting.number, "typing", letters, [now])
            if now - self._tried[seat] >= TRIES:
                self._tried[seat] = now
                self.room.play(seat, waiting.number, Try("뷁쉙"))
                return


def percent(values: Sequence[float], share: float) -> float:
    """The value below which such a share lies, in milliseconds."""
    ordered = sorted(values)
    return round(1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))], 1) if ordered else 0.0


def run(game: str, options: dict[str, Any], seconds: float) -> dict[str, Any]:
    """Play for so long; the figures."""
    words = ["--seats", str(PLAYERS), "--limit", "600", "--game", game, "--options", json.dumps(options)]
    with tempfile.TemporaryDirectory() as folder, hosted(Path(folder), *words) as host:
        room = Room(host, game)
        hands = Drawing(room) if game == "sketch" else Typing(room)
        end = time.perf_counter() + seconds
        busy, pinged = host.cpu, time.perf_counter()

        def step() -> bool:
            nonlocal pinged
            now = time.perf_counter()
            hands.step(now)
            if now - pinged > 5:
                pinged = now
                for peer in room.everybody:
                    peer.send(Ping(1))
            for peer in room.everybody:
                assert not peer.closed, (peer.name, peer.dropped)
                del peer.messages[:-3]
            return now >= end or room.players[0].ended is not None

        drive(room.everybody, step, seconds + 60)
        passed = seconds + time.perf_counter() - end
        share = (host.cpu - busy) / passed
        for peer in room.everybody:
            peer.close()
    return {
        "game": game,
        "gestures a second": round(room.gestures / passed, 1),
        "arrived": round(room.arrived / max(1, room.gestures * (PLAYERS + SPECTATORS - 1)), 3),
        "points p50 p95 p99 ms": [percent(room.points, each) for each in (0.5, 0.95, 0.99)],
        "decisions": len(room.steps),
        "decisions p50 p99 ms": [percent(room.steps, each) for each in (0.5, 0.99)],
        "host share of a core": round(share, 3),
    }


def main() -> None:
    """Measure both games and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    arguments = parser.parse_args()
    print(json.dumps(run("sketch", {"seconds": 0, "talk": 0, "goal": 20, "ink": 3000}, arguments.seconds)))
    print(json.dumps(run("words", {"mode": "quiz", "seconds": 90, "rounds": 10}, arguments.seconds)))


if __name__ == "__main__":
    main()
