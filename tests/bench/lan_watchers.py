"""Many spectators in a process of its own: `python -m tests.bench.lan_watchers HOST PORT COUNT`.

It writes a line when all were let in and, once its standard input ends, for each step when the last of them had it.
They look at no more of what comes than where steps begin, so that the figures are the host's and not theirs.
"""

from __future__ import annotations

import json
import selectors
import socket
import sys
import time

from net.limits import PING
from net.messages import Ping
from net.wire import pack
from tests.net.lan_peer import Address, Peer, drive, welcomed

_AT_ONCE = 16
_STEP = b"\xa4type\xa7stepped"


class Watchers:
    """Spectators at one host, each at an address of this machine that few share."""

    def __init__(self, address: Address, count: int) -> None:
        self.peers: list[Peer] = []
        for number in range(count):
            source = f"127.1.{number // 100}.{number % 100 + 1}"
            self.peers.append(Peer(address, f"watcher {number}", watch=True, source=source))
            self.peers[-1].greet()
            if number % _AT_ONCE == 0 or number == count - 1:
                drive(self.peers[-_AT_ONCE:], lambda: welcomed(self.peers), 60)
        self._seen = dict.fromkeys((peer.socket for peer in self.peers), 0)
        self._tails = dict.fromkeys(self._seen, b"")
        self.arrived: list[float] = []
        """When the last of all had each step."""
        self._counts: list[int] = []
        self.bytes = 0

    def read(self, link: socket.socket) -> None:
        """Take in what came to one of them."""
        data = link.recv(1 << 16)
        now = time.perf_counter()
        assert data, "a watcher was sent away"
        self.bytes += len(data)
        joined = self._tails[link] + data
        for _ in range(joined.count(_STEP)):
            step = self._seen[link]
            self._seen[link] += 1
            if step == len(self._counts):
                self._counts.append(0)
                self.arrived.append(0.0)
            self._counts[step] += 1
            self.arrived[step] = now
        self._tails[link] = joined[-len(_STEP) + 1 :]

    @property
    def seen_by_all(self) -> list[float]:
        """Those steps that all had."""
        whole = [count == len(self.peers) for count in self._counts]
        return self.arrived[: whole.index(False)] if False in whole else self.arrived


def main() -> None:
    """Watch until standard input ends."""
    host, port, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    watchers = Watchers((host, port), count)
    print(json.dumps({"watching": count}), flush=True)
    pinged = time.perf_counter()
    with selectors.DefaultSelector() as selector:
        selector.register(sys.stdin, selectors.EVENT_READ)
        for peer in watchers.peers:
            selector.register(peer.socket, selectors.EVENT_READ)
        while True:
            for key, _ in selector.select(0.5):
                if key.fileobj is sys.stdin:
                    print(json.dumps({"arrived": watchers.seen_by_all, "bytes": watchers.bytes}), flush=True)
                    return
                assert isinstance(key.fileobj, socket.socket)
                watchers.read(key.fileobj)
            if time.perf_counter() - pinged > PING:
                pinged = time.perf_counter()
                for peer in watchers.peers:
                    peer.socket.send(pack(Ping(1)))


if __name__ == "__main__":
    main()
