"""What every gate shares: sockets, limits on connections, and answers to requests of browsers.

Whoever is on the network may ask. No path is ever a file, and a request must name an address of this machine, so that
no page of elsewhere reaches a gate by a name that leads here.
"""

from __future__ import annotations

import asyncio
import socket
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from http import HTTPStatus

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from net.web.page import Page

MOST_CONNECTIONS, MOST_OF_ADDRESS = 60, 8
FIRST_SECONDS = 5.0
"""Seconds that a peer has for its request, and then for its first message."""


class Entrance:
    """Answers requests at the addresses of one gate: for its page, and to open a WebSocket at `path`."""

    def __init__(self, hosts: Sequence[str], pages: Mapping[str, Page], path: str) -> None:
        """`pages`: what is served at each path."""
        self.hosts, self.pages, self.path = tuple(hosts), dict(pages), path
        self.port = 0
        self._open: Counter[str] = Counter()

    def answer(self, connection: ServerConnection, request: Request) -> Response | None:
        """Answer a request; None where the peer opens a WebSocket."""
        hosts = {f"{host}:{self.port}" for host in (*self.hosts, "localhost")}
        named, origins = request.headers.get_all("Host"), request.headers.get_all("Origin")
        if len(named) != 1 or named[0] not in hosts:
            return _response(HTTPStatus.FORBIDDEN)
        if request.path == self.path and origins == [f"http://{named[0]}"]:
            return None
        if request.path not in self.pages:
            return _response(HTTPStatus.NOT_FOUND)
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
                peer = str((transport.get_extra_info("peername") or ("",))[0])
                self.peer = peer
                entrance._open[peer] += 1
                if entrance._open.total() > MOST_CONNECTIONS or entrance._open[peer] > MOST_OF_ADDRESS:
                    self.transport.abort()

            def connection_lost(self, error: Exception | None) -> None:
                entrance._open[self.peer] -= 1
                entrance._open += Counter()
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
    headers["Cache-Control"] = "no-store"
    headers["X-Content-Type-Options"] = "nosniff"
    headers["Referrer-Policy"] = "no-referrer"
    headers["Content-Type"] = "text/html; charset=utf-8" if page else "text/plain"
    headers["Content-Security-Policy"] = page.policy if page else "default-src 'none'"
    content = page.content if page else status.phrase.encode()
    headers["Content-Length"] = str(len(content))
    return Response(status, status.phrase, headers, content)
