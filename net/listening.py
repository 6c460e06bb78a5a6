"""Sockets that other people's programs connect to."""

from __future__ import annotations

import errno
import socket

from game.core.errors import SpokenError, reason


class ListenError(SpokenError):
    """The program cannot listen at this address and port."""


def listening_socket(address: str, port: int, backlog: int) -> socket.socket:
    """Return a listening socket that never waits; an empty address means all addresses. Raises ListenError."""
    try:
        if not address and socket.has_dualstack_ipv6():
            # On many systems "localhost" first means the address of IPv6.
            listener = socket.create_server(
                (address, port), family=socket.AF_INET6, backlog=backlog, dualstack_ipv6=True
            )
        else:
            listener = socket.create_server((address, port), backlog=backlog)
    except OSError as error:
        key = "net.error.port_taken" if error.errno == errno.EADDRINUSE else "net.error.listen"
        raise ListenError(key, port=port, why=reason(error)) from error
    listener.setblocking(False)
    return listener
