"""What happened when a bot failed, for who wrote it."""

from __future__ import annotations

from typing import Any

import msgspec


class Incident(msgspec.Struct, frozen=True):
    """One failure of one bot: what it was asked, what it said, how long it took."""

    bot: str
    game: str
    seat: int
    number: int | None
    """The step of the match it was asked for; None while it was being made."""
    kind: str
    """start, crash, hang, garbage, illegal, late, or broken: the rules themselves were."""
    key: str
    """The text that tells of it, and the values in that text."""
    values: dict[str, Any]
    seconds: float | None
    """How long it took, on the clock of the match; None where nobody measures."""
    said: str
    """The beginning of what it answered; empty where it said nothing."""
    log: tuple[str, ...]
    """The last lines of its log."""
    setup: msgspec.Raw
    """What the bot was told as it was made, as JSON."""
    asked: msgspec.Raw
    """The request (or the setup) as JSON: everything the bot was told."""
    hello: str = ""
    """The first line that a program was sent, to the letter; empty for other bots."""
    line: str = ""
    """The line that asked it for this decision."""
    file: str | None = None
    """Where all of this lies as JSON, beside the bot's log."""
