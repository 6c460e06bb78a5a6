"""A socket that programs of other people connect to."""

from __future__ import annotations

import errno
import socket

from game.core.errors import SpokenError, reason


class ListenError(SpokenError):
    """Nobody can be listened to at this address and port."""


def listening_socket(address: str, port: int, backlog: int) -> socket.socket:
    """A socket that accepts without waiting; an empty address is all of them. Raises ListenError."""
    try:
        if not address and socket.has_dualstack_ipv6():
            # "localhost" is the address of IPv6 first on many systems.
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
