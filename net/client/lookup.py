"""Finding the address of a machine by its name without waiting for the answer."""

from __future__ import annotations

import socket
import threading
from ipaddress import AddressValueError, IPv4Address


class Lookup:
    """One question; `found` is the IPv4 address once there is one, `failed` says that there is none.

    The system answers only who waits, so a name waits in a thread of its own; an address needs none.
    """

    def __init__(self, host: str) -> None:
        self.found: str | None = None
        self.failed = False
        try:
            self.found = str(IPv4Address(host))
        except AddressValueError:
            threading.Thread(target=self._ask, args=(host,), name="souk-lookup", daemon=True).start()

    def _ask(self, host: str) -> None:
        try:
            answers = socket.getaddrinfo(host, None, socket.AF_INET, socket.SOCK_STREAM)
            self.found = str(answers[0][4][0])
        except (OSError, UnicodeError, IndexError):
            self.failed = True
