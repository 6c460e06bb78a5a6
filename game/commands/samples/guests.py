"""Guests of a contest that need no network, for pictures of it."""

from __future__ import annotations

from collections import deque

ADDRESSES = ("192.168.0.37", "10.8.0.3")


class StillGuest:
    """A program that is there, and stays silent but for what is put into its inbox."""

    fault = None

    def __init__(self, name: str = "") -> None:
        self.name = name
        self.inbox: deque[bytes] = deque()

    def send(self, data: bytes) -> None:
        """It does not listen."""

    def flush(self) -> None:
        """It has nothing left to read."""

    def leave(self, now: float) -> None:
        """It was never there."""
