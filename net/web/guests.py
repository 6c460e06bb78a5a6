"""The gate of guests: serves the page to browsers, and leads each to a drawer of its own.

It knows no pygame and no match: what a page sends is checked and handed on, what its drawer sends is handed back.
Whoever is on the network may reach it; only who knows the invitation, or comes back to a seat, gets a drawer.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import secrets
import socket
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Literal

import msgspec
from websockets.asyncio.server import Server, ServerConnection
from websockets.exceptions import ConnectionClosed

from net.web.guest import MOST_BYTES, Knock, Order, Shown, read_knock, read_message
from net.web.page import page_with
from net.web.phone import REFUSED, Allowance, MessageError
from net.web.pipe import GateEnd, Kind, PipeError, until_one_ends
from net.web.serving import FIRST_SECONDS, Entrance, bound_at
from net.web.sounds import sound_pages
from net.web.watching import SCREEN, Show, shared_size

PORTS = range(47840, 47850)
"""Ports that are tried in turn: a page remembers its seat by its address, so the address stays as it is."""
MOST_UNREAD = 512 * 1024
"""The most bytes that may wait for a page to read them."""
STUCK = 10.0
"""Seconds that a page may leave what it is sent unread before its connection ends."""
MOST_GUESTS = 16
"""How many guests have a drawer of their own, unless the gate is told otherwise; whoever comes then watches."""
MOST_WATCHERS, MOST_SHOWS = 48, 6
"""How many pages watch, and how many drawings they share, unless the gate is told otherwise."""
MOST_REMEMBERED = 128
"""How many guests are remembered."""
FRESH = 600.0
"""Seconds after which another invitation is shown; the one before stays good for as long."""
WATCHING = '{"watching": true}'
"""What a page is told that watches a picture which others see, too."""
ELSEWHERE, FULL, GONE = 4001, 4003, 4004
"""Codes of a connection's end that the page has words for, beside `REFUSED`."""


class Invitations:
    """The invitation that is shown now, and the one before."""

    def __init__(self) -> None:
        self.shown = secrets.token_hex(16)
        self._before = ""

    def renew(self) -> None:
        """Show another one."""
        self._before, self.shown = self.shown, secrets.token_hex(16)

    def allow(self, told: str) -> bool:
        """Return whether this is one of them."""
        known = [each for each in (self.shown, self._before) if each]
        return any(hmac.compare_digest(told.encode(), each.encode()) for each in known)


_Key = tuple[int, int, Literal["ko", "en"], bool]
"""Width, height and language of a shared drawing, and whether it is a projector's."""


_NO_TOKEN = "0" * 32


def _without_secrets(knock: Knock) -> Knock:
    """Return what a drawer needs of a knock: neither how the guest came in nor how their page is known again."""
    return msgspec.structs.replace(knock, invitation="", token=_NO_TOKEN)


class GuestGate:
    """Open between `open` and `close`, within one event loop."""

    def __init__(
        self,
        hosts: Sequence[str],
        words: Mapping[str, object],
        order: Callable[[Order], Awaitable[socket.socket]],
    ) -> None:
        """Listen at these addresses of this machine. `order` begins a drawer, and returns one end of its pipe; it may
        raise OSError.
        """
        self.most_guests, self.most_shows = MOST_GUESTS, MOST_SHOWS
        self.game = ""
        """The game that the room played last; empty where that is not known."""
        self.invitations = Invitations()
        place, sounds = sound_pages()
        page = page_with("guest", {**words, "sounds": place})
        self._entrance = Entrance(hosts, {"/": page, "/screen": page, **sounds}, "/guest")
        self._order = order
        self._links: dict[str, ServerConnection] = {}
        self._seats: dict[str, bytes] = {}  # tokens of the room by those of pages, the oldest first
        self._shows: dict[_Key, Show] = {}
        self._tokens: dict[_Key, bytes] = {}
        self._running: set[asyncio.Task[None]] = set()
        self._servers: list[Server] = []

    @property
    def port(self) -> int:
        return self._entrance.port

    @property
    def present(self) -> int:
        """How many guests are here, with those who watch."""
        return len(self._links)

    @property
    def watching(self) -> int:
        """How many of them watch."""
        return sum(map(len, self._shows.values()))

    @property
    def asked(self) -> bool:
        """Whether anybody has opened the page."""
        return self._entrance.asked

    def address(self, host: str) -> str:
        """Return what a guest opens by this address of this machine."""
        return f"http://{host}:{self.port}/#{self.invitations.shown}"

    def renew(self) -> None:
        """Show another invitation, on projectors, too."""
        self.invitations.renew()
        for key, show in self._shows.items():
            show.tell_code(self._code(key))

    async def open(self, ports: Sequence[int] = PORTS) -> None:
        """Begin to listen. Raises OSError if every port is in use."""
        for bound in bound_at(self._entrance.hosts, ports):
            self._entrance.port = bound.getsockname()[1]
            self._servers.append(
                await self._entrance.listen(bound, self._meet, most_bytes=MOST_BYTES, most_unread=MOST_UNREAD)
            )

    async def close(self) -> None:
        """End every connection."""
        for server in self._servers:
            server.close()
        for server in self._servers:
            await server.wait_closed()

    async def _meet(self, link: ServerConnection) -> None:
        """Lead one page to its drawer, and hand on what they tell each other. Whatever breaks ends this one only."""
        token = ""
        try:
            knock = read_knock(await asyncio.wait_for(link.recv(), FIRST_SECONDS))
            self._let_in(knock)
            token = knock.token
            if older := self._links.get(token):
                self._links[token] = link
                await older.close(ELSEWHERE)
            self._links[token] = link
            if knock.watch or knock.screen or self._crowded:
                await self._watch(link, knock)
                return
            order = Order(_without_secrets(knock), self._seats.get(token, b""), game=self.game)
            if (drawer := await self._begun(link, order)) is not None:
                await self._between(link, token, GateEnd(drawer))
        except MessageError as error:
            await link.close(error.code)
        except TimeoutError:
            await link.close(REFUSED)
        except (OSError, PipeError):
            await link.close(GONE)
        except ConnectionClosed:
            pass
        finally:
            if self._links.get(token) is link:
                del self._links[token]

    async def _begun(self, link: ServerConnection, order: Order) -> socket.socket | None:
        """Return a pipe to a drawer. None where the page has gone before it began: its order is withdrawn, so that the
        next guest may have what has begun by then. Raises OSError.
        """
        beginning = asyncio.ensure_future(self._order(order))
        going = asyncio.create_task(link.wait_closed())
        try:
            await asyncio.wait([beginning, going], return_when=asyncio.FIRST_COMPLETED)
            return beginning.result() if beginning.done() else None
        finally:
            beginning.cancel()
            going.cancel()
            await asyncio.gather(beginning, going, return_exceptions=True)

    def _let_in(self, knock: Knock) -> None:
        """Raises MessageError."""
        if knock.token not in self._seats and not self.invitations.allow(knock.invitation):
            raise MessageError("not invited")
        if len(self._links) >= self.most_guests + MOST_WATCHERS and knock.token not in self._links:
            raise MessageError("no room for another guest", FULL)

    @property
    def _crowded(self) -> bool:
        """Whether no drawer can be begun for the guest who came last."""
        return len(self._links) - self.watching > self.most_guests

    async def _watch(self, link: ServerConnection, knock: Knock) -> None:
        """Let a page watch until it goes, or the drawing ends. Raises MessageError, ConnectionClosed."""
        if self.watching >= MOST_WATCHERS:
            raise MessageError("no room for another watcher", FULL)
        self._remember(knock.token, b"")
        await link.send(WATCHING)
        show = self._show_for(knock)
        show.add(link)
        allowance = Allowance()
        try:
            async for message in link:
                allowance.take(time.monotonic())
                told = read_message(message)
                if isinstance(told, Shown):
                    show.shown(link, told.number)
        finally:
            show.remove(link)

    def _show_for(self, knock: Knock) -> Show:
        """Return the drawing that this page shares with others, begun if need be."""
        size = SCREEN if knock.screen else shared_size(knock.width, knock.height)
        key = (*size, knock.language, knock.screen)
        if key not in self._shows and len(self._shows) >= self.most_shows and not knock.screen:
            others = [each for each in self._shows if not each[3]]
            key = min(others, key=lambda each: abs(each[1] / each[0] - size[1] / size[0]), default=key)
        if key in self._shows:
            return self._shows[key]
        shared = Knock("", _NO_TOKEN, knock.name, key[0], key[1], knock.language, watch=True, screen=knock.screen)
        drawer = self._order(Order(shared, self._tokens.get(key, b""), shared=True, game=self.game))
        show = self._shows[key] = Show(partial(self._tokens.__setitem__, key))
        show.tell_code(self._code(key))
        task = asyncio.get_running_loop().create_task(self._run(key, show, drawer))
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return show

    def _code(self, key: _Key) -> str:
        return self.address(self._entrance.hosts[0]) if key[3] else ""

    async def _run(self, key: _Key, show: Show, drawer: Awaitable[socket.socket]) -> None:
        """Hand on a shared drawing to its end; pages that still watch then come again."""
        try:
            with contextlib.suppress(OSError, PipeError):
                await show.run(await drawer)
        finally:
            if self._shows.get(key) is show:
                del self._shows[key]
            for link in show.links:
                await link.close(GONE)

    async def _between(self, link: ServerConnection, token: str, drawer: GateEnd) -> None:
        """Hand messages on until one side is gone. Raises what either side did wrong."""
        try:
            await until_one_ends(self._hear(link, drawer), self._show(link, token, drawer))
        finally:
            drawer.close()

    async def _hear(self, link: ServerConnection, drawer: GateEnd) -> None:
        """Hand on what a page sends, once it is known to be what pages send."""
        allowance = Allowance()
        async for message in link:
            allowance.take(time.monotonic())
            read_message(message)
            kind: Kind = "text" if isinstance(message, str) else "bytes"
            await drawer.send(kind, message.encode() if isinstance(message, str) else message)

    async def _show(self, link: ServerConnection, token: str, drawer: GateEnd) -> None:
        """Hand a page what its drawer sends, until that ends."""
        while (message := await drawer.read()) is not None:
            kind, data = message
            if kind == "seat":
                self._remember(token, data)
            elif kind == "game":
                self.game = data.decode()
            else:
                await asyncio.wait_for(link.send(data.decode() if kind == "text" else data), STUCK)
        await link.close(GONE)

    def _remember(self, token: str, seat: bytes) -> None:
        self._seats.pop(token, None)
        self._seats[token] = seat
        while len(self._seats) > MOST_REMEMBERED:
            del self._seats[next(iter(self._seats))]
