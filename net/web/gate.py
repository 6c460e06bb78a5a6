"""The gate: serves the page to phones, and tells what each of them holds.

It runs an event loop of its own in one thread and knows no pygame and no match. Whoever is on the network may reach
it: only a peer that knows the invitation plays, and sizes, rates, times and numbers have limits.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import json
import re
import secrets
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed

from game.core.errors import SpokenError
from net.web.page import page_with
from net.web.phone import AGREED, ASKING, REFUSED, Allowance, Chair, Change, Guest, MessageError, Phone
from net.web.serving import FIRST_SECONDS, Entrance, bound_at

PORTS = range(47830, 47840)
"""Ports that are tried in turn: a page remembers its seat by its address, so the address stays as it is."""
MOST_BYTES = 256
"""The most bytes of a message."""
MOST_UNREAD = 4096
"""The most bytes that may wait for a page to read them, so that nobody makes the gate keep more."""
MOST_PHONES = 8
MOST_REMEMBERED = 64
"""How many phones' last seats are remembered."""
LOOK = 0.05
"""Seconds between two looks at who has been silent."""
ELSEWHERE, FULL = 4001, 4003
"""Codes of a connection's end that the page has words for, beside `REFUSED`."""
_TOKEN = re.compile(r"[0-9a-f]{32}")


class GateError(SpokenError):
    """The gate cannot be opened."""


class Gate:
    """Open from its making until `close`. Every method may be called from any thread but its own."""

    def __init__(
        self,
        hosts: Sequence[str],
        words: Mapping[str, str],
        on_change: Callable[[Change], bool],
        ports: Sequence[int] = PORTS,
    ) -> None:
        """Listen at these addresses of this machine. `on_change` is called in the gate's thread; if it
        returns False, it is told again soon.

        Raises GateError if every port is in use.
        """
        self.invitation = secrets.token_hex(4)
        """What a peer must know to play; it is in the address that the screen shows."""
        self.guests: tuple[Guest, ...] = ()
        """Everybody who has a pad now."""
        self._on_change = on_change
        self._entrance = Entrance(hosts, {"/": page_with("pad", words)}, "/pad")
        self._chairs: tuple[Chair, ...] = ()
        self._state = "wait"
        self._phones: dict[str, Phone] = {}
        self._links: dict[str, ServerConnection] = {}
        self._seats: dict[str, int] = {}  # last seats by token, the oldest first
        self._made = 0
        self._stale = False  # whether the pages wait to be told the seats
        self._loop = asyncio.new_event_loop()
        self._ended = asyncio.Event()
        self._failed: OSError | None = None
        self.port = 0
        ready = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(tuple(ports), ready), name="gate", daemon=True)
        self._thread.start()
        ready.wait()
        if self._failed is not None:
            self._thread.join()
            raise GateError("pads.no_port", first=ports[0], last=ports[-1]) from self._failed

    def address(self, host: str) -> str:
        """Return what a phone opens to play by this address of this machine."""
        return f"http://{host}:{self.port}/#{self.invitation}"

    def show(self, chairs: Sequence[Chair], state: str) -> None:
        """Tell every phone which seats there are, and what happens to the match: it is played ("play") or stands still
        ("wait"), begins once they agree ("ready"), is over ("over"), or begins anew once they agree ("again").
        """
        self._call(self._take_state, tuple(chairs), state)

    def shake(self, seat: int) -> None:
        """Let the phone of this seat shake for a moment, where it can, and flash."""
        self._call(self._shake, seat)

    def close(self) -> None:
        """End every connection, and wait for the thread."""
        self._call(self._ended.set)
        self._thread.join(5)

    def _call(self, told: Callable[..., None], *values: Any) -> None:
        """Call a function in the gate's thread."""
        with contextlib.suppress(RuntimeError):  # the gate is closed
            self._loop.call_soon_threadsafe(told, *values)

    def _run(self, ports: Sequence[int], ready: threading.Event) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_until_complete(self._serve(ports, ready))
        finally:
            ready.set()
            self._loop.close()

    async def _serve(self, ports: Sequence[int], ready: threading.Event) -> None:
        try:
            sockets = bound_at(self._entrance.hosts, ports)
        except OSError as error:
            self._failed = error
            return
        listen = partial(self._entrance.listen, meet=self._meet, most_bytes=MOST_BYTES, most_unread=MOST_UNREAD)
        servers = [await listen(each) for each in sockets]
        self.port = self._entrance.port = sockets[0].getsockname()[1]
        ready.set()
        while not self._ended.is_set():
            self._look()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._ended.wait(), LOOK)
        for server in servers:
            server.close()
        for server in servers:
            await server.wait_closed()

    async def _meet(self, link: ServerConnection) -> None:
        """Hear one page until it goes. Whatever breaks ends its connection only."""
        phone: Phone | None = None
        try:
            phone = self._greet(link, await asyncio.wait_for(link.recv(), FIRST_SECONDS))
            allowance = Allowance()
            async for message in link:
                now = time.monotonic()
                allowance.take(now)
                if self._links.get(phone.token) is not link:
                    return
                self._hear(phone, message, now)
        except MessageError as error:
            await link.close(error.code)
        except TimeoutError:
            await link.close(REFUSED)
        except ConnectionClosed:
            pass
        finally:
            if phone is not None and self._links.get(phone.token) is link:
                del self._links[phone.token]
                phone.mask = 0  # the pad stays plugged in for a while
                self._tell(phone)

    def _greet(self, link: ServerConnection, first: str | bytes) -> Phone:
        """Return the phone of a first message, "invitation token". Raises MessageError."""
        invitation, _, token = first.partition(" ") if isinstance(first, str) else ("", "", "")
        if not hmac.compare_digest(invitation.encode(), self.invitation.encode()) or not _TOKEN.fullmatch(token):
            raise MessageError("not invited")
        now = time.monotonic()
        phone = self._phones.get(token)
        if phone is None:
            if len(self._phones) >= MOST_PHONES:
                raise MessageError("every pad is taken", FULL)
            self._made += 1
            phone = self._phones[token] = Phone(self._made, token, now)
            self._sit(phone, self._seats.get(token))
        elif older := self._links.get(token):
            self._loop.create_task(older.close(ELSEWHERE))
        self._links[token] = link
        phone.connect(now)
        self._tell(phone)
        self._stale = True
        return phone

    def _hear(self, phone: Phone, message: str | bytes, now: float) -> None:
        """Take a message of a phone: its buttons, the number of the seat that it asks for, or that it
        agrees. Raises MessageError.
        """
        if isinstance(message, bytes):
            phone.hear(message, now)
        elif message == AGREED:
            phone.heard, phone.agrees = now, self._state in ASKING and phone.seat is not None
            self._stale = True
        elif message.isascii() and message.isdigit() and len(message) <= 2:
            phone.heard = now
            self._sit(phone, int(message))
            self._stale = True
        else:
            raise MessageError("neither buttons nor a seat nor a word")
        self._tell(phone)

    def _sit(self, phone: Phone, seat: int | None) -> None:
        """Give a phone the seat it asks for, if there is one and nobody has it."""
        taken = {other.seat for other in self._phones.values() if other is not phone}
        if seat in taken or all(chair.seat != seat for chair in self._chairs):
            return
        phone.seat = seat
        self._seats.pop(phone.token, None)
        if seat is not None:
            self._seats[phone.token] = seat
        while len(self._seats) > MOST_REMEMBERED:
            del self._seats[next(iter(self._seats))]

    def _look(self) -> None:
        """Let go what silent phones held, and part with those that have been silent for long."""
        now = time.monotonic()
        for phone in tuple(self._phones.values()):
            phone.pass_time(now)
            if not phone.gone(now):
                self._tell(phone)
            elif self._on_change(Change(phone.number, 0, phone.seat, plugged=False)):
                del self._phones[phone.token]
                if link := self._links.pop(phone.token, None):
                    self._loop.create_task(link.close(REFUSED))
                self._stale = True
        self.guests = tuple(
            Guest(each.number, each.seat, each.asleep(now), each.agrees) for each in self._phones.values()
        )
        if self._stale:
            self._stale = False
            self._broadcast()

    def _tell(self, phone: Phone) -> None:
        change = Change(phone.number, phone.mask if phone.seat is not None else 0, phone.seat)
        if phone.told != change and self._on_change(change):
            phone.told = change

    def _take_state(self, chairs: tuple[Chair, ...], state: str) -> None:
        if (chairs, state) == (self._chairs, self._state):
            return
        self._chairs, self._state = chairs, state
        there = {chair.seat for chair in chairs}
        for phone in self._phones.values():
            phone.agrees = False
            if phone.seat not in there:
                phone.seat = None
            if phone.seat is None:
                self._sit(phone, self._seats.get(phone.token))
            self._tell(phone)
        self._stale = True

    def _broadcast(self) -> None:
        """Tell every page the seats."""
        taken = {phone.seat for phone in self._phones.values()}
        chairs = [[*chair, chair.seat in taken] for chair in self._chairs]
        for token, link in self._links.items():
            phone = self._phones[token]
            said = {"chairs": chairs, "seat": phone.seat, "state": self._state, "agrees": phone.agrees}
            self._post(link, said)

    def _shake(self, seat: int) -> None:
        for token, link in self._links.items():
            if self._phones[token].seat == seat:
                self._post(link, {"shake": True})

    def _post(self, link: ServerConnection, said: dict[str, Any]) -> None:
        """Tell a page something. One that does not read what it is told is dropped."""
        if link.transport.get_write_buffer_size() > MOST_UNREAD:
            link.transport.abort()
        else:
            self._loop.create_task(_send(link, json.dumps(said)))


async def _send(link: ServerConnection, text: str) -> None:
    with contextlib.suppress(ConnectionClosed):
        await link.send(text)
