"""Makes the controllers of bots that a person named for seats, and a session of such seats."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from game.core.bot.aside import AsideBot
from game.core.bot.inline import InlineBot
from game.core.bot.loading import BotError, BotSpec, BuiltinSpec
from game.core.bot.log import BotLog
from game.core.bot.process import ProcessBot, ProcessPool
from game.core.bot.running import launch
from game.core.bots import BotSetup
from game.core.cabinet import Cabinet
from game.core.compiler import compiler_installed
from game.core.limits import Limits
from game.core.match.match import Match
from game.core.match.session import Controller, Session, bot_setup
from game.core.rules import Seat


def bot_controller(
    cabinet: Cabinet,
    spec: BotSpec,
    setup: BotSetup,
    *,
    logs: Path | None,
    limits: Limits | None = None,
    inline: bool | None = None,
    aside: bool = False,
    pool: ProcessPool | None = None,
) -> InlineBot | ProcessBot:
    """Return the controller of one seat's bot.

    `logs` is the folder of the authors' logs (None keeps none). `inline` says which built-in bots think in this
    process: None the light ones, which a window can wait for; True all, for a match that nobody watches; False none.
    With `aside` they think in a thread of their own, for a match that is only shown. A `pool` lends running processes.
    Raises BotError for a bot that needs the compiler where there is none.
    """
    log = BotLog(logs / f"{log_name(spec.label)}-{setup.seat + 1}.log" if logs else None)
    if isinstance(spec, BuiltinSpec):
        bot = cabinet.bots[spec.name]
        if bot.light if inline is None else inline:
            controller = AsideBot if aside else InlineBot
            return controller(bot, setup, spec.label, log, crewed=bot.light and cabinet.crew is not None)
        if bot.compiled and not compiler_installed():
            raise BotError("bots.start.no_compiler", bot=spec.label)
    limits = limits or (Limits() if isinstance(spec, BuiltinSpec) else cabinet.limits)
    start = launch(cabinet, spec, limits.memory)
    return ProcessBot(start, setup, cabinet.info, limits=limits, log=log, pool=pool, heading=cabinet.rules.heading)


def bot_session(
    cabinet: Cabinet,
    match: Match,
    bots: Mapping[Seat, BotSpec],
    *,
    logs: Path | None,
    limits: Limits | None = None,
    inline: bool | None = None,
    aside: bool = False,
    pool: ProcessPool | None = None,
    pause: float = 0.0,
) -> Session:
    """Return a session of a match whose seats these bots play; for the parameters see `bot_controller` and `Session`.

    Raises BotError for a bot that cannot be started, after all others were closed.
    """
    controllers: dict[Seat, Controller] = {}
    try:
        for seat, spec in bots.items():
            setup = bot_setup(match, cabinet.id, seat)
            controllers[seat] = bot_controller(
                cabinet, spec, setup, logs=logs, limits=limits, inline=inline, aside=aside, pool=pool
            )
    except BaseException:
        for controller in controllers.values():
            controller.close()
        raise
    return Session(match, controllers, pause=pause, crew=cabinet.crew() if cabinet.crew else None)


def log_name(label: str) -> str:
    """Return a bot's label as a file name.

    >>> log_name("cmd:node my bot.js")
    'cmd_node_my_bot.js'
    """
    name = "".join(sign if sign.isalnum() or sign in ".-_" else "_" for sign in label)
    return name[:60].strip(".")
