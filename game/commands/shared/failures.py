"""Failures of bots in many matches, printed below the figures for the bots' authors."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from game.commands.shared.records import seat_names
from game.commands.shared.troubles import explanation
from game.core.bot.failures import document_of
from game.core.bot.log import BotLog
from game.core.bot.reading import quoted, short_spec
from game.core.bot.seats import log_name
from game.core.cabinet import Cabinet
from game.core.match.session import Failure
from game.core.work.failure import MatchFailure
from game.ground.program import option_words, program_name, typed
from game.ground.texts import Texts

MOST_BOTS = 3
"""The most bots whose failure is printed in full."""


Shown: TypeAlias = Callable[[MatchFailure], str | None]
"""Returns the short command that shows a failure's match; None where only playing it again does."""


def tell(
    words: Texts,
    cabinet: Cabinet,
    options: Any,
    failures: Sequence[MatchFailure],
    logs: Path | None,
    shown: Shown = lambda failed: None,
) -> None:
    """Print the lines of `told`, on a stream that does not mix with figures for programs."""
    for line in told(words, cabinet, options, failures, logs, shown):
        print(line, file=sys.stderr)


def told(
    words: Texts,
    cabinet: Cabinet,
    options: Any,
    failures: Sequence[MatchFailure],
    logs: Path | None,
    shown: Shown = lambda failed: None,
) -> Iterator[str]:
    """Yield the first failure of each bot, and the command that shows its match or plays it again.

    The full account of a failure is kept in a file in `logs`: later matches overwrite the bot's log, and it may have
    happened on another machine.
    """
    names = _names([failed.bot for failed in failures])
    for failed in failures[:MOST_BOTS]:
        failure = (
            _kept(failed, logs / "failed" / f"{cabinet.id}-{log_name(failed.bot)}.log") if logs else failed.failure
        )
        named = words.with_seats(seat_names(failed.lineup))
        values = {"bot": names[failed.bot], "seed": failed.seed, "seat": failed.seat + 1}
        yield ""
        yield words.line("failures.first", values)
        yield f"  {_sentence(named, failed)}"
        yield from explanation(named, failure)
        yield words.line("failures.again", command=shown(failed) or play_command(cabinet, options, failed))
    others = failures[MOST_BOTS:]
    if others:
        yield ""
        yield words.line("failures.more", bots=len(others), folder=str(logs or ""))
    for failed in others:
        yield f"  {names[failed.bot]}: {_sentence(words.with_seats(seat_names(failed.lineup)), failed)}"


def _names(bots: Sequence[str]) -> dict[str, str]:
    """Return for each bot its name without folders, or as it was named where two would be called alike."""
    short = Counter(short_spec(bot) for bot in dict.fromkeys(bots))
    return {bot: short_spec(bot) if short[short_spec(bot)] == 1 else bot for bot in bots}


def results_command(path: Path, number: int, seat: int) -> str:
    """Return the command line that shows a match of a file of results as a seat (from 0) saw it."""
    return typed([*program_name().split(), "results", str(path), f"--game={number}", "--follow", str(seat + 1)])


def play_command(cabinet: Cabinet, options: Any, failed: MatchFailure) -> str:
    """Return the command line that plays a failure's match again and reports every failure in it."""
    usual = msgspec.to_builtins(cabinet.info.options())
    other = {name: value for name, value in msgspec.to_builtins(options).items() if value != usual[name]}
    seats = ",".join(_together(_without_fill(cabinet, failed.lineup)))
    line = [*program_name().split(), "play", cabinet.id, "--headless", "--seats", seats, "--seed", str(failed.seed)]
    line += ["--key", str(failed.key)] if failed.key else []
    line += option_words(other)
    return typed(line)


def _without_fill(cabinet: Cabinet, lineup: Sequence[str]) -> Sequence[str]:
    """Return the seats that have to be named: those after them are filled up with the same players by themselves."""
    if not cabinet.mix or len(lineup) != cabinet.info.usual_seats:
        return lineup
    for named in range(1, len(lineup)):
        if cabinet.filled(lineup[:named], len(lineup)) == tuple(lineup):
            return lineup[:named]
    return lineup


def _together(lineup: Sequence[str]) -> Iterator[str]:
    """Yield the seats as people write them: `random*3` for three in a row."""
    for bot, seats in groupby(lineup):
        times = len(list(seats))
        yield f"{quoted(bot)}*{times}" if times > 1 else quoted(bot)


def _sentence(words: Texts, failed: MatchFailure) -> str:
    values = failed.failure.values
    inner = words.attempt(values["inner"], {"bot": failed.bot, **values["inner_values"]}) if "inner" in values else None
    sentence = words.line(failed.failure.key, values | ({"text": inner} if inner else {}))
    return sentence if failed.step is None else words.line("failures.step", step=failed.step, sentence=sentence)


def _kept(failed: MatchFailure, log: Path) -> Failure:
    """Write the full account of a failure to a file here; return the failure with that file's path."""
    failure = failed.failure
    if failure.incident is None:
        return failure
    file = BotLog(log).keep_beside(1, document_of(failure.incident))
    return msgspec.structs.replace(failure, incident=msgspec.structs.replace(failure.incident, file=file))
