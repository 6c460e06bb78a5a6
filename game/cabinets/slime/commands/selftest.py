"""The part of `selftest` that plays a whole Slime contest over loopback."""

from __future__ import annotations

import socket
from contextlib import ExitStack

from game.cabinets.slime.field import TURNS
from game.cabinets.slime.net.wire import HELLO, STATE
from game.commands.selftest.lan import HERE, SECONDS, document_of, started
from game.commands.shared.errors import CommandError


def check_contest() -> None:
    """Play a contest over loopback with two clients that always send the same headings. Raises CommandError."""
    with ExitStack() as stack:
        words = ("slime-server", "--headless", "--speed", "max", "--once", "--json", "--port", "0", "--address", HERE)
        server = stack.enter_context(started(*words))
        assert server.stderr is not None
        port = int("".join(filter(str.isdigit, server.stderr.readline().rpartition(":")[2])))
        clients = [stack.enter_context(_client(port, team)) for team in range(2)]
        for turn in range(TURNS):
            for client in clients:
                _receive(client, STATE)
                client.sendall(turn.to_bytes(2, "little") + bytes(5))
        told = document_of(server)
    if told["turns"] != TURNS:
        raise CommandError("slime.check.contest_short", turns=told["turns"])


def _client(port: int, team: int) -> socket.socket:
    """Connect a client, greet the server and receive the client's team."""
    client = socket.create_connection((HERE, port), timeout=SECONDS)
    client.sendall(bytes([team]) + b"selftest".ljust(HELLO - 1, b"\0"))
    _receive(client, 1)
    return client


def _receive(client: socket.socket, count: int) -> None:
    while count:
        data = client.recv(count)
        if not data:
            raise CommandError("slime.check.contest_short", turns=0)
        count -= len(data)
