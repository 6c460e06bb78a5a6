"""Finding matches on this LAN: msgpack over UDP, on every local IPv4 interface (docs/lan-discovery.md).

A host broadcasts a beacon every second and answers queries. A finder hears beacons, and queries to measure how far away
they are. Both ends are told the time, never wait, and are given their network.
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
"""UDP port of queries and beacons, unless another is chosen."""
PORT_VARIABLE = "SOUK_DISCOVERY_PORT"
"""Environment variable that chooses another port for windows, hosts, contests and `discover`."""
BEACON_SECONDS = 1.0
LOST_SECONDS = 3.5 * BEACON_SECONDS
"""Seconds of silence after which a match disappears: three beacons in a row have not come."""
QUERY_SECONDS = 2.0
FIRST_QUERY_SECONDS = 0.3
"""Seconds from the first query to the second, in case the first was lost."""
CHANGE_SECONDS = 0.25
"""The least seconds between two announcements of a changed offer."""
BREATH_SECONDS = 0.005
"""Pause of `announce` between two looks at incoming datagrams, so that a flood leaves time for the match."""

ANSWERS_EACH = (10.0, 20.0)
"""Answers to one source: a second, and at once. `ANSWERS_TOTAL` is the same for all sources together."""
ANSWERS_TOTAL = (100.0, 100.0)
MOST_OFFERS = 256
"""The most matches that a finder knows."""
MOST_OFFERS_OF_SOURCE = 16
MOST_ROUTES = 8
MOST_NONCES = 8


def discovery_port() -> int:
    """Return the UDP port of discovery: that of the variable SOUK_DISCOVERY_PORT if valid, else the usual one."""
    chosen = os.environ.get(PORT_VARIABLE, "")
    port = int(chosen) if re.fullmatch("[0-9]{1,5}", chosen) else 0
    return port if 0 < port <= 65535 else DISCOVERY_PORT


def new_host_id() -> str:
    return secrets.token_hex(8)


class Announcer:
    """Announces one match on the LAN: by beacons, answers to queries, and a goodbye at its end.

    Raises ValueError for an offer outside its bounds, which nobody would accept.
    """

    def __init__(self, offer: Offer, network: Network | None = None, port: int = DISCOVERY_PORT) -> None:
        self.garbage = 0
        """Number of datagrams received that were no messages."""
        self._offer = _checked(offer)
        self._network = network or LocalNetwork(port)
        self._allowance = SourceAllowance(ANSWERS_EACH, ANSWERS_TOTAL)
        self._told = float("-inf")
        self._next_beacon = float("-inf")

    @property
    def due(self) -> float:
        """Time at which `poll` is needed next if nothing arrives before; minus infinity before the first poll."""
        return self._next_beacon

    def fileno(self) -> int:
        """Return the file descriptor that queries arrive on, or -1 if they cannot be heard; polls may change it."""
        return self._network.fileno()

    def change(self, **fields: Any) -> None:
        """Change fields of the offer, and announce it soon. Raises ValueError."""
        offer = _checked(msgspec.structs.replace(self._offer, **fields))
        if offer != self._offer:
            self._offer = offer
            self._next_beacon = min(self._next_beacon, self._told + CHANGE_SECONDS)

    def poll(self, now: float) -> None:
        """Answer queries that arrived, and send a beacon if due. `now` is in seconds of any one clock."""
        self._network.refresh(now)
        for datagram in self._network.receive():
            self._hear(datagram, now)
        if now >= self._next_beacon:
            self._network.broadcast(encode(Beacon(VERSION, self._offer)))
            self._told = now
            self._next_beacon = now + BEACON_SECONDS

    def close(self) -> None:
        """Send a goodbye and close the sockets."""
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
    """Run an announcer within an asyncio loop until cancelled; then it says goodbye."""
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
    """Set `heard` whenever something arrives; return -1 where the loop cannot watch sockets, as on Windows."""
    try:
        loop.add_reader(fileno, heard.set)
    except (NotImplementedError, ValueError):
        return -1
    return fileno


class Found(Struct, frozen=True):
    """A match that was heard of, with the best route to it."""

    offer: Offer
    host: str
    """IPv4 address of the host."""
    latency: float | None
    """Seconds from a query to its answer; None while none was answered."""

    @property
    def address(self) -> Address:
        return Address(self.host, self.offer.port)


class _Route(Struct):
    """One address from which a match is heard, and the offer heard from there."""

    offer: Offer
    seen: float
    latency: float = float("inf")
    answered: int | None = None
    """The nonce of the query by which the latency was measured."""


class _Entry(Struct):
    """One match: the address from which it was first heard, and all routes to it by address."""

    first: str
    routes: dict[str, _Route]

    def best(self) -> Found:
        """Return the match by the route it was first heard on, if that answers queries; else by the fastest.

        The first is preferred because anybody may repeat an id they heard, and answer faster than its owner.
        """
        host, route = min(self.routes.items(), key=lambda item: (item[1].latency, item[0]))
        first = self.routes.get(self.first)
        if first is not None and first.answered is not None:
            host, route = self.first, first
        return Found(route.offer, host, None if route.answered is None else route.latency)


class Finder:
    """Finds the matches on the LAN. They appear, change and disappear with each poll."""

    def __init__(
        self,
        network: Network | None = None,
        port: int = DISCOVERY_PORT,
        nonce: Callable[[], int] = lambda: secrets.randbits(53),
    ) -> None:
        self.garbage = 0
        """Number of datagrams received that were no messages."""
        self._network = network or LocalNetwork(port)
        self._nonce = nonce
        self._asked: OrderedDict[int, float] = OrderedDict()
        self._queries = 0
        self._next_query = float("-inf")
        self._entries: dict[str, _Entry] = {}

    @property
    def found(self) -> tuple[Found, ...]:
        """The matches known now, in the order in which they appeared."""
        return tuple(entry.best() for entry in self._entries.values())

    def poll(self, now: float) -> None:
        """Take in what arrived, forget silent matches, and send a query if due; `now` is seconds of any one clock."""
        self._network.refresh(now)
        for datagram in self._network.receive():
            self._hear(datagram, now)
        self._forget(now)
        if now >= self._next_query:
            self._ask()
            self._next_query = now + (QUERY_SECONDS if self._queries > 1 else FIRST_QUERY_SECONDS)

    def close(self) -> None:
        """Close the sockets."""
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
        """Note an offer heard from the address `source`. Return its route; None if too many are known."""
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
        """Forget a killed host: another one on its machine now uses its port."""
        for host_id, entry in list(self._entries.items()):
            route = entry.routes.get(source)
            if route is not None and route.offer.port == offer.port:
                self._lose(host_id, source)

    def _lose(self, host_id: str, source: str) -> None:
        """Note a goodbye; it removes only the route on which it was heard."""
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
