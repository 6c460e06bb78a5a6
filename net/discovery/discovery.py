"""Finds out who hosts a match on this LAN: msgpack over UDP, on every local IPv4 interface (docs/lan-discovery.md).

A host sends a beacon every second and answers queries; who looks for matches hears beacons, and asks by query how
far away they are. Both ends are told the time, never wait, and take their network as an argument.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import secrets
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct

from net.address import Address
from net.allowance import SourceAllowance
from net.discovery.interfaces import Datagram, LocalNetwork, Network
from net.discovery.messages import VERSION, Answer, Beacon, GarbageError, Goodbye, Offer, Query, decode, encode

DISCOVERY_PORT = 25251
"""The UDP port of queries and beacons, unless another is chosen."""
PORT_VARIABLE = "SOUK_DISCOVERY_PORT"
"""The environment variable that chooses another for everything: windows, hosts, contests, `discover`."""
BEACON_SECONDS = 1.0
LOST_SECONDS = 3.5 * BEACON_SECONDS
"""A match vanishes when its third beacon in a row did not come."""
QUERY_SECONDS = 2.0
FIRST_QUERY_SECONDS = 0.3
"""The second query comes this soon after the first, in case that was lost."""
CHANGE_SECONDS = 0.25
"""The least seconds between two tellings of a changed offer."""
BREATH_SECONDS = 0.005
"""The pause of `announce` between two looks at what came in, so that a flood leaves time for the match."""

ANSWERS_EACH = (10.0, 20.0)
"""Answers to one source: a second, and at once."""
ANSWERS_TOTAL = (100.0, 100.0)
MOST_OFFERS = 256
"""How many matches a finder knows at most."""
MOST_OFFERS_OF_SOURCE = 16
MOST_ROUTES = 8
MOST_NONCES = 8


def discovery_port() -> int:
    """The UDP port this program looks and is heard on: that of SOUK_DISCOVERY_PORT if it is one, else the usual."""
    chosen = os.environ.get(PORT_VARIABLE, "")
    port = int(chosen) if re.fullmatch("[0-9]{1,5}", chosen) else 0
    return port if 0 < port <= 65535 else DISCOVERY_PORT


def new_host_id() -> str:
    return secrets.token_hex(8)


class Announcer:
    """Tells the LAN of one match: beacons, answers, and a goodbye when it is closed.

    Raises ValueError for an offer out of its bounds: nobody would understand it.
    """

    def __init__(self, offer: Offer, network: Network | None = None, port: int = DISCOVERY_PORT) -> None:
        self.garbage = 0
        """Datagrams that were no messages."""
        self._offer = _checked(offer)
        self._network = network or LocalNetwork(port)
        self._allowance = SourceAllowance(ANSWERS_EACH, ANSWERS_TOTAL)
        self._told = float("-inf")
        self._next_beacon = float("-inf")

    @property
    def due(self) -> float:
        """When `poll` is needed next, if nothing arrives before; minus infinity before the first poll."""
        return self._next_beacon

    def fileno(self) -> int:
        """What to wait on for queries; -1 where they cannot be heard. It may change at a poll."""
        return self._network.fileno()

    def change(self, **fields: Any) -> None:
        """Change fields of the offer, and tell of it soon. Raises ValueError."""
        offer = _checked(msgspec.structs.replace(self._offer, **fields))
        if offer != self._offer:
            self._offer = offer
            self._next_beacon = min(self._next_beacon, self._told + CHANGE_SECONDS)

    def poll(self, now: float) -> None:
        """Answer what was asked, and send what is due. `now` is in seconds of any one clock."""
        self._network.refresh(now)
        for datagram in self._network.receive():
            self._hear(datagram, now)
        if now >= self._next_beacon:
            self._network.broadcast(encode(Beacon(VERSION, self._offer)))
            self._told = now
            self._next_beacon = now + BEACON_SECONDS

    def close(self) -> None:
        """Say goodbye and give the sockets back."""
        self._network.broadcast(encode(Goodbye(VERSION, self._offer.host_id)))
        self._network.close()

    def _hear(self, datagram: Datagram, now: float) -> None:
        try:
            message = decode(datagram.data)
        except GarbageError:
            self.garbage += 1
            return
        if not isinstance(message, Query) or not self._network.reaches(datagram.host):
            return
        answer = encode(Answer(VERSION, message.nonce, self._offer))
        if len(answer) <= len(datagram.data) and self._allowance.take(datagram.host, now):
            self._network.answer(answer, datagram.host, datagram.port)


def _checked(offer: Offer) -> Offer:
    decode(encode(Beacon(VERSION, offer)))
    return offer


async def announce(announcer: Announcer) -> None:
    """Keep an announcer going beside other tasks of an asyncio loop until cancelled; then it says goodbye."""
    loop = asyncio.get_running_loop()
    heard = asyncio.Event()
    watched = -1
    try:
        while True:
            announcer.poll(loop.time())
            if announcer.fileno() != watched:
                watched = _watch(loop, announcer.fileno(), heard)
            heard.clear()
            pause = announcer.due - loop.time() if watched >= 0 else BREATH_SECONDS
            with contextlib.suppress(TimeoutError):  # wait_for would swallow a cancel that comes with a datagram
                async with asyncio.timeout(max(pause, 0)):
                    await heard.wait()
            await asyncio.sleep(BREATH_SECONDS)
    finally:
        if watched >= 0:
            loop.remove_reader(watched)
        announcer.close()


def _watch(loop: asyncio.AbstractEventLoop, fileno: int, heard: asyncio.Event) -> int:
    """Set `heard` when something arrives; -1 where the loop cannot watch sockets, as on Windows."""
    try:
        loop.add_reader(fileno, heard.set)
    except (NotImplementedError, ValueError):
        return -1
    return fileno


class Found(Struct, frozen=True):
    """A match that was heard of, by the way that reaches it fastest."""

    offer: Offer
    host: str
    """The IPv4 address of the host."""
    latency: float | None
    """Seconds for a query and its answer; None while none was answered."""

    @property
    def address(self) -> Address:
        return Address(self.host, self.offer.port)


class _Route(Struct):
    """One way by which a match is heard, and the offer heard there."""

    offer: Offer
    seen: float
    latency: float = float("inf")
    answered: int | None = None
    """The nonce the latency was measured by."""


class _Entry(Struct):
    """One match: the address it was first heard from, and every way it is heard, by address."""

    first: str
    routes: dict[str, _Route]

    def best(self) -> Found:
        """The match by the way it was first heard, as long as that answers; else by the fastest. Anybody may repeat an
        id that they heard, and answer faster than its owner.
        """
        host, route = min(self.routes.items(), key=lambda item: (item[1].latency, item[0]))
        first = self.routes.get(self.first)
        if first is not None and first.answered is not None:
            host, route = self.first, first
        return Found(route.offer, host, None if route.answered is None else route.latency)


class Finder:
    """Hears which matches there are. They appear, change and vanish by themselves, poll by poll."""

    def __init__(
        self,
        network: Network | None = None,
        port: int = DISCOVERY_PORT,
        nonce: Callable[[], int] = lambda: secrets.randbits(53),
    ) -> None:
        self.garbage = 0
        """Datagrams that were no messages."""
        self._network = network or LocalNetwork(port)
        self._nonce = nonce
        self._asked: OrderedDict[int, float] = OrderedDict()
        self._queries = 0
        self._next_query = float("-inf")
        self._entries: dict[str, _Entry] = {}

    @property
    def found(self) -> tuple[Found, ...]:
        """The matches there are, in the order they appeared."""
        return tuple(entry.best() for entry in self._entries.values())

    def poll(self, now: float) -> None:
        """Take in what arrived, forget who is silent, ask again when it is time. `now`: seconds of any one clock."""
        self._network.refresh(now)
        for datagram in self._network.receive():
            self._hear(datagram, now)
        self._forget(now)
        if now >= self._next_query:
            self._ask()
            self._next_query = now + (QUERY_SECONDS if self._queries > 1 else FIRST_QUERY_SECONDS)

    def close(self) -> None:
        """Give the sockets back."""
        self._network.close()

    def _ask(self) -> None:
        nonce = self._nonce()
        self._asked[nonce] = self._network.broadcast(encode(Query(VERSION, nonce)))
        self._queries += 1
        if len(self._asked) > MOST_NONCES:
            self._asked.popitem(last=False)

    def _hear(self, datagram: Datagram, now: float) -> None:
        try:
            message = decode(datagram.data)
        except GarbageError:
            self.garbage += 1
            return
        if not self._network.reaches(datagram.host):
            return
        match message:
            case Beacon():
                self._see(message.offer, datagram.host, now)
            case Answer():
                route = self._see(message.offer, datagram.host, now)
                asked = self._asked.get(message.nonce)
                if route is not None and asked is not None and route.answered != message.nonce:
                    route.answered = message.nonce
                    route.latency = max(0.0, datagram.stamp - asked)
            case Goodbye():
                self._lose(message.host_id, datagram.host)

    def _see(self, offer: Offer, source: str, now: float) -> _Route | None:
        """Take note of a match heard from `source`; None where there is no room for more."""
        entry = self._entries.get(offer.host_id)
        if entry is None:
            self._take_over(offer, source)
            of_source = sum(known.first == source for known in self._entries.values())
            if len(self._entries) >= MOST_OFFERS or of_source >= MOST_OFFERS_OF_SOURCE:
                return None
            entry = self._entries[offer.host_id] = _Entry(source, {})
        elif source not in entry.routes and len(entry.routes) >= MOST_ROUTES:
            return None
        route = entry.routes.setdefault(source, _Route(offer, now))
        route.offer = offer
        route.seen = now
        return route

    def _take_over(self, offer: Offer, source: str) -> None:
        """Forget a host that was killed: another one on its machine now has its port."""
        for host_id, entry in list(self._entries.items()):
            route = entry.routes.get(source)
            if route is not None and route.offer.port == offer.port:
                self._lose(host_id, source)

    def _lose(self, host_id: str, source: str) -> None:
        """Note a goodbye, which counts only for the way by which the host was heard."""
        entry = self._entries.get(host_id)
        if entry is not None and entry.routes.pop(source, None) is not None and not entry.routes:
            del self._entries[host_id]

    def _forget(self, now: float) -> None:
        for host_id, entry in list(self._entries.items()):
            for source, route in list(entry.routes.items()):
                if now - route.seen > LOST_SECONDS:
                    del entry.routes[source]
            if not entry.routes:
                del self._entries[host_id]
