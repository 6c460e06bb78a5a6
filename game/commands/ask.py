"""`main.py ask BOT FILE`: ask a bot again the request at which it failed."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import Any

import msgspec

from game.commands.shared.declaring import declare
from game.commands.shared.errors import CommandError
from game.commands.shared.seats import cabinet_named
from game.commands.shared.troubles import explanation
from game.commands.shared.words import texts
from game.core.bot.failures import as_json
from game.core.bot.lines import RecordedLines
from game.core.bot.loading import CommandSpec, parse_spec
from game.core.bot.log import BotLog
from game.core.bot.process import ProcessBot
from game.core.bot.running import launch
from game.core.bot.seats import log_name
from game.core.bots import BotSetup, Request
from game.core.cabinet import Cabinet
from game.core.errors import UNDECODABLE, reason
from game.core.match.session import Failure
from game.core.rules import Event, GameInfo, Timed
from game.ground import paths

_LOOK = 0.2


class _Kept(msgspec.Struct):
    """The fields of an incident's file that are needed to repeat the request."""

    game: str
    number: int | None
    setup: msgspec.Raw
    asked: msgspec.Raw
    hello: str = ""
    line: str = ""


def add_parser(subparsers: Any) -> None:
    """Declare the command `ask`."""
    parser = declare(
        subparsers, "ask", "ask a bot once more what it failed at in a match", example="mine.py:Mine failed.json"
    )
    parser.add_argument("bot", help="a bot of the game, mine.py:Mine or cmd:program")
    parser.add_argument("file", type=Path, help="the ….incident-N.json that tells of a failure")


def run(arguments: argparse.Namespace) -> int:
    """Ask the bot, and print its answer. Returns 1 if it fails again."""
    words = texts()
    kept = _read(arguments.file)
    cabinet = cabinet_named(kept.game)
    try:
        setup, request = _setup(cabinet.info, kept), _request(cabinet.info, kept)
    except UNDECODABLE as error:
        raise CommandError("ask.error.not_one", path=str(arguments.file)) from error
    began = time.monotonic()
    answer = _answer(cabinet, arguments.bot, kept, setup, request)
    seconds = round(time.monotonic() - began, 2)
    if isinstance(answer, Failure):
        seats = words.with_seats([f"{seat + 1}" for seat in range(setup.seats)])
        print(seats.line(answer.key, answer.values), file=sys.stderr)
        for line in explanation(seats, answer):
            print(line, file=sys.stderr)
        return 1
    if answer is None:
        print(words.line("ask.ready", seconds=seconds), file=sys.stderr)
        return 0
    action = answer.action if isinstance(answer, Timed) else answer
    print(as_json(action))
    print(words.line("ask.answered", seconds=seconds), file=sys.stderr)
    if request is not None and request.legal is not None and action not in request.legal:
        print(words.line("ask.not_listed"), file=sys.stderr)
        return 1
    return 0


def _read(path: Path) -> _Kept:
    try:
        return msgspec.json.decode(path.read_bytes(), type=_Kept)
    except OSError as error:
        raise CommandError("ask.error.read", path=str(path), reason=reason(error)) from error
    except UNDECODABLE as error:
        raise CommandError("ask.error.not_one", path=str(path)) from error


def _setup(info: GameInfo, kept: _Kept) -> BotSetup:
    told = msgspec.json.decode(kept.setup, type=BotSetup)
    return msgspec.structs.replace(told, options=msgspec.convert(told.options, info.options))


def _request(info: GameInfo, kept: _Kept) -> Request | None:
    """Return the request that the bot failed at; None if it failed while being created."""
    if kept.number is None:
        return None
    fields: list[Any] = [("number", int), ("view", info.view), ("legal", tuple[info.action, ...] | None)]  # type: ignore[name-defined]
    fields += [("events", tuple[Event, ...]), ("seed", int), ("seconds", float | None, None)]
    asked = msgspec.json.decode(kept.asked, type=msgspec.defstruct("Asked", fields))
    return Request(**msgspec.structs.asdict(asked))


def _answer(cabinet: Cabinet, name: str, kept: _Kept, setup: BotSetup, request: Request | None) -> Any:
    """Return the bot's action, or its failure; None if it was only to be created, and was."""
    spec = parse_spec(name, cabinet.bots)
    log = BotLog(paths.logs() / "bots" / "asked" / f"{log_name(spec.label)}.log")
    exact = isinstance(spec, CommandSpec) and bool(kept.hello)
    bot = ProcessBot(
        launch(cabinet, spec, cabinet.limits.memory),
        setup,
        cabinet.info,
        limits=cabinet.limits,
        log=log,
        dialect=RecordedLines(cabinet.info, kept.hello, kept.line) if exact else None,
    )
    try:
        if request is None:
            bot.start()
            while bot.starting:
                bot.poll(time.monotonic())
                bot.wait(_LOOK)
            return bot.given_up
        bot.begin(request)
        while (answer := bot.poll(time.monotonic())) is None:
            bot.wait(_LOOK)
        return answer
    finally:
        bot.close()
