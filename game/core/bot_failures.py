"""Failures of bots as sentences for people; the texts are in bots.toml."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.core.bot_log import BotLog
from game.core.session import Failure


def failure(kind: str, key: str, bot: str, values: Mapping[str, Any], log: BotLog, *, final: bool = False) -> Failure:
    """A failure of `bot`, noted in its author's log.

    `kind` is start, crash, hang, garbage or illegal.
    """
    told = ", ".join(f"{name}={value}" for name, value in values.items())
    log.note(f"{kind}: {key}" + (f" ({told})" if told else ""))
    return Failure(kind, key, {"bot": bot, **values}, log.written, final)


def refused(bot: str, refusal: str, log: BotLog) -> Failure:
    """The failure of a bot whose action the match refused; `refusal` is the text key that says why."""
    owner, _, why = refusal.rpartition(".")
    return failure("illegal", "bots.illegal.refused", bot, {"owner": owner, "why": why}, log)
