"""How a host bears a full room: 8 players, 32 spectators, 20 moves a second, on loopback and over a bad network.

    python -m tests.bench.bench_lan [--seconds 60] [--moves 20] [--watchers 400] [--delay 0.1 --loss 0.02] [--json]

A move is timed from its sending to the arrival at the last of all; `--watchers` are further spectators, in a process
of their own, so that the host waits for no test (tests/bench/lan_watchers.py). The host's share of a core is its
processor time by the system. With `--delay` all connections go through a proxy that delays and loses
(tests/net/delaying_proxy.py).
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import msgspec

from net.messages import HostMessage, Ping, Play, Ready, Start, Stepped, raw
from tests.commands.command_line import ROOT
from tests.games.relay import SQUARES, Colour
from tests.net.lan_host import OWNER, HostProcess, hosted
from tests.net.lan_peer import Address, Peer, drive

PLAYERS = 8
SPECTATORS = 32


class Outcome(msgspec.Struct):
    """What was measured. Times are seconds."""

    moves: int
    middle: float
    p99: float
    worst: float
    host_share: float
    """Of one core."""
    host_memory: int
    """Bytes, the most it held."""
    forced: int
    """Moves that the host had to make for somebody."""
    equal: bool
    """Whether all saw the same board at the end."""
    stalled: float
    """The longest time without any move."""


class Crowd:
    """Everybody of the room, driven by one loop."""

    def __init__(self, address: Address, players: int, spectators: int) -> None:
        self.players = [Peer(address, f"player {n}", owner=OWNER if n == 0 else b"") for n in range(players)]
        self.everybody = list(self.players)
        self.begun: dict[int, float] = {}
        """When each step was sent that the peers here have all seen…"""
        self.seen: dict[int, float] = {}
        """…and when the last of them had."""
        self.forced = 0
        self.stalled = 0.0
        self._sent: dict[int, float] = {}
        self._seen: dict[int, int] = {}
        self._last = 0.0
        self._next = 0.0
        for player in self.players:
            player.greet()
            drive(self.everybody, lambda: player.welcome is not None, 30)  # noqa: B023
        for number in range(spectators):
            self.everybody.append(Peer(address, f"spectator {number}", watch=True).greet())
        drive(self.everybody, lambda: all(peer.welcome is not None for peer in self.everybody), 60)
        for player in self.players:
            player.send(Ready(True))
        drive(self.everybody, lambda: sum(seat.ready for seat in self.players[0].room.seats) == players, 30)
        for peer in self.everybody:
            peer.on_message = self._note
        self.players[0].send(Start())
        drive(self.everybody, lambda: all(peer.begun for peer in self.everybody), 30)

    def _note(self, message: HostMessage) -> None:
        if not isinstance(message, Stepped):
            return
        number, now = message.step.number, time.perf_counter()
        self._seen[number] = self._seen.get(number, 0) + 1
        if self._seen[number] == 1:
            self.forced += len(message.step.forced)
            self.stalled = max(self.stalled, now - self._last) if self._last else 0.0
            self._last = now
        if self._seen[number] == len(self.everybody):
            del self._seen[number]
            if number in self._sent:
                self.begun[number], self.seen[number] = self._sent.pop(number), now

    def play(self, seconds: float, pace: float) -> None:
        """Play a move every `pace` seconds, or as soon as the one before has been seen by who moves next."""
        end = time.perf_counter() + seconds
        self._next = time.perf_counter()
        pinged = 0.0

        def step() -> bool:
            nonlocal pinged
            now = time.perf_counter()
            for player in self.players:
                waiting = player.waiting
                if waiting is not None and waiting.asked and self._next <= now < end:
                    player.waiting = None
                    self._sent[waiting.number] = time.perf_counter()
                    player.send(Play(waiting.number, raw(Colour(waiting.number * 7 % SQUARES))))
                    self._next = max(self._next + pace, now)
            if now - pinged > 5:
                pinged = now
                for peer in self.everybody:
                    peer.send(Ping(1))
            for peer in self.everybody:
                assert not peer.closed, (peer.name, peer.dropped)
                del peer.messages[:-3]
            return now >= end and not self._sent

        drive(self.everybody, step, seconds + 60)

    def boards(self) -> set[bytes]:
        """The last board as everybody has seen it."""
        return {
            bytes(next(message for message in reversed(peer.messages) if isinstance(message, Stepped)).view)
            for peer in self.everybody
        }


@contextmanager
def watched(address: Address, count: int) -> Iterator[Callable[[], list[float]]]:
    """So many further spectators; gives what tells when each step had come to all of them."""
    if not count:
        yield list
        return
    words = [sys.executable, "-m", "tests.bench.lan_watchers", address[0], str(address[1]), str(count)]
    with subprocess.Popen(words, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8") as running:
        assert running.stdin is not None
        assert running.stdout is not None
        stdin, stdout = running.stdin, running.stdout
        assert json.loads(stdout.readline())["watching"] == count

        def arrived() -> list[float]:
            stdin.close()
            return list(json.loads(stdout.readline())["arrived"])

        yield arrived


def measure(
    host: HostProcess, crowd: Crowd, seconds: float, moves: float, arrived: Callable[[], list[float]] = list
) -> Outcome:
    """Play. `arrived` tells when each step had come to all who look on elsewhere."""
    busy, begun = host.cpu, time.perf_counter()
    crowd.play(seconds, 1 / moves)
    share = (host.cpu - busy) / (time.perf_counter() - begun)
    elsewhere = dict(enumerate(arrived()))
    taken = sorted(max(seen, elsewhere.get(step, 0.0)) - crowd.begun[step] for step, seen in crowd.seen.items())
    outcome = Outcome(
        moves=len(taken),
        middle=taken[len(taken) // 2],
        p99=taken[int(len(taken) * 0.99)],
        worst=taken[-1],
        host_share=share,
        host_memory=host.memory,
        forced=crowd.forced,
        equal=len(crowd.boards()) == 1,
        stalled=crowd.stalled,
    )
    for peer in crowd.everybody:
        peer.close()
    return outcome


def run(
    seconds: float,
    moves: float,
    delay: float = 0.0,
    loss: float = 0.0,
    limit: float = 10.0,
    players: int = PLAYERS,
    spectators: int = SPECTATORS,
    watchers: int = 0,
) -> Outcome:
    """Start a host, and a proxy if the network is to be bad, and measure."""
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        words = ["--seats", str(players), "--limit", str(limit)]
        host = stack.enter_context(hosted(Path(folder), *words))
        address = host.address
        if delay or loss:
            from tests.net.delaying_proxy import proxied

            address = stack.enter_context(proxied(address, delay=delay, loss=loss))
        arrived = stack.enter_context(watched(address, watchers))
        return measure(host, Crowd(address, players, spectators), seconds, moves, arrived)


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the command line, measure, print."""
    parser = argparse.ArgumentParser(description="Load a LAN host.")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--moves", type=float, default=20, help="moves a second")
    parser.add_argument("--watchers", type=int, default=0, help="spectators besides, in a process of their own")
    parser.add_argument("--delay", type=float, default=0, help="seconds one way")
    parser.add_argument("--loss", type=float, default=0, help="probability for each packet")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(arguments)
    spectators = 0 if options.watchers else SPECTATORS
    outcome = run(
        options.seconds,
        options.moves,
        options.delay,
        options.loss,
        spectators=spectators,
        watchers=options.watchers,
    )
    if options.json:
        print(json.dumps(msgspec.to_builtins(outcome)))
        return 0
    print(
        f"{outcome.moves} moves, {PLAYERS} players, {spectators + options.watchers} spectators: seen by all after "
        f"{outcome.middle * 1000:.1f} ms (middle), {outcome.p99 * 1000:.1f} (p99), {outcome.worst * 1000:.1f} (worst); "
        f"host {outcome.host_share:.0%} of a core, {outcome.host_memory >> 20} MiB; "
        f"forced {outcome.forced}, longest pause {outcome.stalled:.2f} s, "
        f"boards {'equal' if outcome.equal else 'DIFFER'}"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
