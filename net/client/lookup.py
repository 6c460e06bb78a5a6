"""Resolving a machine's name without waiting for the answer."""

from __future__ import annotations

import socket
import threading
from ipaddress import AddressValueError, IPv4Address


class Lookup:
    """One lookup of a host: `found` is its IPv4 address once known; `failed` says that there is none.

    The system's resolver blocks, so a name is resolved in a thread; an IPv4 address needs none.
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
