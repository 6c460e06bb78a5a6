"""Guests of a contest that need no network, for screenshots."""

from __future__ import annotations

from collections import deque

ADDRESSES = ("192.168.0.37", "10.8.0.3")


class StillGuest:
    """A connected program that sends only what is put into its inbox."""

    fault = None

    def __init__(self, name: str = "") -> None:
        self.name = name
        self.inbox: deque[bytes] = deque()

    def send(self, data: bytes) -> None:
        """Do nothing: this guest does not read."""

    def flush(self) -> None:
        """Do nothing: there is nothing left to send."""

    def leave(self, now: float) -> None:
        """Do nothing: there is no connection to close."""
