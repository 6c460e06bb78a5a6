"""From what a person wrote for a seat to the controller that plays it."""

from __future__ import annotations

from pathlib import Path

from game.core.bot_inline import InlineBot
from game.core.bot_limits import Limits
from game.core.bot_loading import BotSpec, BuiltinSpec
from game.core.bot_log import BotLog
from game.core.bot_process import ProcessBot, ProcessPool, launch
from game.core.bots import BotSetup
from game.core.cabinet import Cabinet


def bot_controller(
    cabinet: Cabinet,
    spec: BotSpec,
    setup: BotSetup,
    *,
    logs: Path | None,
    limits: Limits | None = None,
    inline: bool = False,
    pool: ProcessPool | None = None,
) -> InlineBot | ProcessBot:
    """The controller of one seat's bot.

    `logs` is the folder of the authors' logs (None keeps none). `inline` lets a built-in bot think in this
    process: right for a match nobody watches, wrong behind a window. A `pool` lends running processes.
    """
    log = BotLog(logs / f"{log_name(spec.label)}-{setup.seat + 1}.log" if logs else None)
    if inline and isinstance(spec, BuiltinSpec):
        return InlineBot(cabinet.bots[spec.name], setup, spec.label, log)
    limits = limits or Limits()
    start = launch(cabinet, spec, limits.memory)
    return ProcessBot(start, setup, cabinet.info, limits=limits, log=log, pool=pool)


def log_name(label: str) -> str:
    """A bot's label as a file name.

    >>> log_name("cmd:node my bot.js")
    'cmd_node_my_bot.js'
    """
    name = "".join(sign if sign.isalnum() or sign in ".-_" else "_" for sign in label)
    return name[:60].strip(".")
