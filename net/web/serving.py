"""What every gate shares: sockets, limits on connections, and answers to requests of browsers.

Whoever is on the network may ask. No path is ever a file, and a request must name an address of this machine, so that
no page of elsewhere reaches a gate by a name that leads here.
"""

from __future__ import annotations

import asyncio
import socket
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from http import HTTPStatus

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from net.web.page import Page

MOST_CONNECTIONS, MOST_OF_ADDRESS = 128, 32
"""How many connections are open at once. One browser has up to eight: its WebSocket, six for what it fetches, and a
spare one. Several may come from one address: of one computer, or of a router with a network of its own behind it.
"""
SPARE = 1.0
"""Seconds after which a connection that has asked for nothing gives way to another one: browsers open such in advance,
and open them again when they need them.
"""
FIRST_SECONDS = 5.0
"""Seconds that a peer has for its request, and then for its first message."""


class Entrance:
    """Answers requests at the addresses of one gate: for its page, and to open a WebSocket at `path`."""

    def __init__(self, hosts: Sequence[str], pages: Mapping[str, Page], path: str) -> None:
        """`pages`: what is served at each path."""
        self.hosts, self.pages, self.path = tuple(hosts), dict(pages), path
        self.port = 0
        self.asked = False
        """Whether anybody has asked for a page."""
        self._open: Counter[str] = Counter()
        self._silent: dict[ServerConnection, tuple[str, float]] = {}
        """The connections that have asked for nothing, the oldest first: their addresses, and since when."""

    def answer(self, connection: ServerConnection, request: Request) -> Response | None:
        """Answer a request; None where the peer opens a WebSocket."""
        self._silent.pop(connection, None)
        hosts = {f"{host}:{self.port}" for host in (*self.hosts, "localhost")}
        named, origins = request.headers.get_all("Host"), request.headers.get_all("Origin")
        if len(named) != 1 or named[0] not in hosts:
            return _response(HTTPStatus.FORBIDDEN)
        if request.path == self.path and origins == [f"http://{named[0]}"]:
            return None
        if request.path not in self.pages:
            return _response(HTTPStatus.NOT_FOUND)
        self.asked = True
        return _response(HTTPStatus.OK, self.pages[request.path])

    async def listen(
        self,
        bound: socket.socket,
        meet: Callable[[ServerConnection], Awaitable[None]],
        *,
        most_bytes: int,
        most_unread: int,
    ) -> Server:
        """Serve at this socket; `meet` hears each peer until it goes. `most_bytes`: of a message; `most_unread`: what
        may wait for a peer to read it before sending waits, too.
        """
        entrance = self

        class Counted(ServerConnection):
            """A connection that is refused before a byte of it is read where there are too many."""

            peer = ""

            def connection_made(self, transport: asyncio.BaseTransport) -> None:
                super().connection_made(transport)
                self.peer = str((transport.get_extra_info("peername") or ("",))[0])
                if not entrance._admit(self, self.peer):
                    self.transport.abort()

            def connection_lost(self, error: Exception | None) -> None:
                entrance._part(self, self.peer)
                super().connection_lost(error)

        return await serve(
            meet,
            sock=bound,
            create_connection=Counted,
            process_request=self.answer,
            compression=None,
            max_size=most_bytes,
            max_queue=16,
            write_limit=most_unread,
            open_timeout=FIRST_SECONDS,
            close_timeout=1.0,
            ping_interval=None,
            server_header=None,
        )

    def _admit(self, connection: ServerConnection, peer: str) -> bool:
        """Count a connection in. Return whether there is room for it, or a spare one gave way."""
        self._open[peer] += 1
        crowded = self._open[peer] > MOST_OF_ADDRESS
        if crowded or self._open.total() > MOST_CONNECTIONS:
            spare = self._spare(peer if crowded else None)
            if spare is None:
                return False
            del self._silent[spare]
            spare.transport.abort()
        self._silent[connection] = peer, time.monotonic()
        return True

    def _spare(self, peer: str | None) -> ServerConnection | None:
        """Return the oldest connection of this address, or of any, that is only kept in reserve."""
        latest = time.monotonic() - SPARE
        old = (each for each, (whose, since) in self._silent.items() if since <= latest and peer in (None, whose))
        return next(old, None)

    def _part(self, connection: ServerConnection, peer: str) -> None:
        """Count a connection out."""
        self._silent.pop(connection, None)
        self._open[peer] -= 1
        self._open += Counter()


def bound_at(hosts: Sequence[str], ports: Sequence[int]) -> list[socket.socket]:
    """Return a socket for each address, all of the first port that is free at all. Raises OSError if none is."""
    failed: OSError | None = None
    for port in ports:
        try:
            return _bound(hosts, port)
        except OSError as error:
            failed = error
    assert failed is not None
    raise failed


def _bound(hosts: Sequence[str], port: int) -> list[socket.socket]:
    """Return a socket for each address, all of one port. Raises OSError if one of them is in use."""
    found: list[socket.socket] = []
    try:
        for host in hosts:
            found.append(socket.create_server((host, port)))
    except OSError:
        for each in found:
            each.close()
        raise
    return found


def _response(status: HTTPStatus, page: Page | None = None) -> Response:
    headers = Headers()
    headers["Connection"] = "close"
    headers["Cache-Control"] = "max-age=31536000, immutable" if page and page.kept else "no-store"
    headers["X-Content-Type-Options"] = "nosniff"
    headers["Referrer-Policy"] = "no-referrer"
    headers["Content-Type"] = page.kind if page else "text/plain"
    headers["Content-Security-Policy"] = page.policy if page else "default-src 'none'"
    content = page.content if page else status.phrase.encode()
    headers["Content-Length"] = str(len(content))
    return Response(status, status.phrase, headers, content)
