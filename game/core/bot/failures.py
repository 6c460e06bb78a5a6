"""Failures of a bot, as sentences for people (the texts are in bots.toml) and as files for the bot's author."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from game.core.bot.log import BotLog
from game.core.bots import BotSetup, Request
from game.core.match.incident import Incident
from game.core.match.session import Failure

MOST_INCIDENTS = 5
"""How many failures of a bot in a match are reported in full; later ones would say the same."""


class Failures:
    """Reports the failures of one bot in one match: each in a line of the bot's log, the first ones in full."""

    def __init__(self, bot: str, setup: BotSetup, log: BotLog, heading: Callable[[Any], str] = lambda view: "") -> None:
        """`heading` turns a view into a few words that say at which point of the match its decision is."""
        self.log = log
        self._heading = heading
        self._bot = bot
        self._setup = setup
        self._told = 0
        self.hello = self.line = ""
        """The first and the last line that a program was sent; empty for bots that speak frames."""

    def failure(
        self,
        kind: str,
        key: str,
        values: Mapping[str, Any],
        asked: Request | None,
        *,
        said: str = "",
        seconds: float | None = None,
        final: bool = False,
    ) -> Failure:
        """Record a failure and return it.

        `asked` is the request that the bot failed to answer; None while it was being made.
        """
        values = {"bot": self._bot, **values}
        incident = None
        if self._told < MOST_INCIDENTS:
            self._told += 1
            incident = self._incident(kind, key, values, asked, said, seconds)
        told = ", ".join(f"{name}={value}" for name, value in values.items())
        heading = self._heading(asked.view) if asked else ""
        self.log.note(f"{heading}: {kind}: {key} ({told})" if heading else f"{kind}: {key} ({told})")
        return Failure(kind, key, values, self.log.written, final, incident)

    def refused(self, refusal: str, asked: Request | None, action: Any, seconds: float | None = None) -> Failure:
        """Record that the match refused the bot's action; `refusal` is the text key of the reason.

        Returns the failure.
        """
        owner, _, why = refusal.rpartition(".")
        values = {"owner": owner, "why": why}
        return self.failure("illegal", "bots.illegal.refused", values, asked, said=as_json(action), seconds=seconds)

    def missed(self, asked: Request | None, said: str, seconds: float | None) -> Failure:
        """Record that the match went on without the bot's answer; `said` is what had come of it.

        Returns the failure.
        """
        return self.failure("late", "bots.late.missed", {"seat": self._setup.seat}, asked, said=said, seconds=seconds)

    def _incident(
        self, kind: str, key: str, values: dict[str, Any], asked: Request | None, said: str, seconds: float | None
    ) -> Incident:
        setup = self._setup
        incident = Incident(
            self._bot,
            setup.game,
            setup.seat,
            asked.number if asked else None,
            kind,
            key,
            values,
            seconds,
            said,
            self.log.last_lines(),
            msgspec.Raw(as_json(setup).encode()),
            msgspec.Raw(as_json(asked or setup).encode()),
            self.hello,
            self.line if asked else "",
        )
        file = self.log.keep_beside(self._told, document_of(incident))
        return msgspec.structs.replace(incident, file=file)


def document_of(incident: Incident) -> bytes:
    """Return everything known about an incident as the JSON file that the bot's author reads."""
    document = msgspec.structs.asdict(incident)
    del document["file"]
    return msgspec.json.format(msgspec.json.encode(document), indent=2)


def as_json(value: Any) -> str:
    """Return any value of a game as JSON for the bot's author;
    one that JSON cannot hold as the JSON string of its `repr`."""
    try:
        return msgspec.json.encode(value).decode()
    except (TypeError, ValueError, RecursionError):
        return msgspec.json.encode(repr(value)).decode()
