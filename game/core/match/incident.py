"""The report of a bot's failure for its author."""

from __future__ import annotations

from typing import Any

import msgspec


class Incident(msgspec.Struct, frozen=True):
    """One failure of one bot: what it was asked, what it answered, how long it took."""

    bot: str
    game: str
    seat: int
    number: int | None
    """The number of the match's step the bot was asked for; None while the bot was being made."""
    kind: str
    """start, crash, hang, garbage, illegal, late, or broken (the rules themselves failed)."""
    key: str
    """The key of the text that describes the failure; `values` fill that text."""
    values: dict[str, Any]
    seconds: float | None
    """How long the bot took, on the clock of the match; None where that was not measured."""
    said: str
    """The beginning of the bot's answer; empty where it gave none."""
    log: tuple[str, ...]
    """The last lines of the bot's log."""
    setup: msgspec.Raw
    """What the bot was told when it was made, as JSON."""
    asked: msgspec.Raw
    """The request as JSON, or the setup where the bot was being made: everything the bot was told."""
    hello: str = ""
    """The exact first line that a program was sent; empty for other bots."""
    line: str = ""
    """The exact line that asked a program for this decision; empty for other bots."""
    file: str | None = None
    """Path of a JSON file with this report, beside the bot's log; None where none was written."""
