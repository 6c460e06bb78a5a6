"""Failures of a bot as sentences for people (the texts are in bots.toml), and as files for who wrote it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from game.core.bot.log import BotLog
from game.core.bots import BotSetup, Request
from game.core.match.incident import Incident
from game.core.match.session import Failure

MOST_INCIDENTS = 5
"""Failures of a bot in a match that are told in full; more of them say the same."""


class Failures:
    """Tells of the failures of one bot in one match: each in a line of its log, the first ones in full."""

    def __init__(self, bot: str, setup: BotSetup, log: BotLog, heading: Callable[[Any], str] = lambda view: "") -> None:
        """`heading` says where in the match the decision stands that a view is for."""
        self.log = log
        self._heading = heading
        self._bot = bot
        self._setup = setup
        self._told = 0
        self.hello = self.line = ""
        """The lines that a program was sent: the first one, and the last."""

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
        """A failure. `asked` is what the bot did not answer well; None: it was being made."""
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
        """The failure of a bot whose action the match refused; `refusal` is the text key that says why."""
        owner, _, why = refusal.rpartition(".")
        values = {"owner": owner, "why": why}
        return self.failure("illegal", "bots.illegal.refused", values, asked, said=as_json(action), seconds=seconds)

    def missed(self, asked: Request | None, said: str, seconds: float | None) -> Failure:
        """The failure of a bot that the match went on without."""
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
    """All that is known of an incident, as the JSON file its author reads."""
    document = msgspec.structs.asdict(incident)
    del document["file"]
    return msgspec.json.format(msgspec.json.encode(document), indent=2)


def as_json(value: Any) -> str:
    """A value of a game as its author may read it, whatever it is."""
    try:
        return msgspec.json.encode(value).decode()
    except (TypeError, ValueError, RecursionError):
        return msgspec.json.encode(repr(value)).decode()
