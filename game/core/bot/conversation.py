"""What those who ask a bot's process need of it, however it was begun and by whatever means its messages travel."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from game.core.bot.wire import Failed

MessageT = TypeVar("MessageT", contravariant=True)
ReplyT = TypeVar("ReplyT", covariant=True)


class Conversation(Protocol[MessageT, ReplyT]):
    """A bot's running process. Each message sent gets one reply; a Failed with id 0 means that the process ended."""

    def send(self, make: Callable[[int], MessageT]) -> int:
        """Send the message that `make` builds for a new id, without waiting. Returns the id."""

    def receive(self, seconds: float = 0.0) -> ReplyT | Failed | None:
        """Return the next reply; None where none comes within `seconds`."""

    def listen(self) -> None:
        """Take what the bot has printed, so that it never waits for that."""

    def look(self) -> None:
        """Notice the death of a process whose children hold its pipes open."""

    def close(self) -> None:
        """End the process and all that it started."""
