"""The words of a table's head: how far the match is, and what is to be done or going on."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final

from game.engine.stage import Look, Stage
from game.ground.texts import Texts
from game.scenes.feeds.feed import Notice
from game.scenes.table.conductor import Conductor
from game.scenes.table.log import JOINT
from game.scenes.table.widgets.head import Ribbon

PATIENCE: Final = 0.7
"""Seconds of waiting after which is said for whom: most answers come sooner, and words that flash are not read."""
_MOST_NAMED: Final = 3
_ENDED = ("bots.crash.", "bots.hang.")


def turn_lines(stage: Stage[Any, Any], number: int | None, texts: Texts) -> tuple[str, ...]:
    """Return how far the match is, as texts from long to short: the longest includes the game number, if there is one,
    shorter ones leave out what stands last.
    """
    told = stage.turn_line()
    parts = texts.line(*told).split(JOINT) if told else [""]
    turns = [JOINT.join(parts[:count]) for count in range(len(parts), 0, -1)]
    if number is None or not stage.tells_number:
        return tuple(turns)
    named = texts.line("table.number", number=number)
    longest = texts.line("table.turn_and_number", turn=turns[0], number=named) if turns[0] else named
    return longest, *turns


def ribbon_of(
    conductor: Conductor, looks: Sequence[Look], texts: Texts, *, at_end: bool, left: float | None = None
) -> Ribbon:
    """Return the ribbon: what the person is to do, or what is going on.

    `at_end`: the picture shows the last step. `left`: how many seconds remain for the choice that is awaited, if any.
    """
    feed, stage, lit = conductor.feed, conductor.stage, conductor.lit
    waits = conductor.waited >= PATIENCE
    acting = conductor.chooser if conductor.chooser is not None or feed.over or waits else stage.acting
    if acting is not None:
        told = stage.instruction()
        text = texts.line(*told) if told else texts.line("table.turn.yours")
        return Ribbon(text, looks[acting], now=True)
    curtain = conductor.curtain
    if curtain is not None:
        what = "choosing" if curtain.choosing else "looking"
        return Ribbon(texts.line(f"table.curtain.{what}"), looks[curtain.seat], now=True)
    if feed.over and at_end:
        return Ribbon(texts.line("table.turn.over"))
    if stage.tells:
        return Ribbon(texts.line("table.turn.told"))
    told = stage.sits_out()
    if told is not None:
        return Ribbon(texts.line(*told))
    if len(lit) == 1:
        if lit[0] in feed.away:
            return Ribbon(texts.line("table.turn.away"), looks[lit[0]])
        if lit[0] in feed.thinking and not stage.busy:
            return Ribbon(texts.line("table.turn.thinking", seconds=_whole(left)), looks[lit[0]])
        return Ribbon(texts.line("table.turn.moving"), looks[lit[0]])
    if waits and 1 < len(feed.thinking) <= _MOST_NAMED:
        names = ", ".join(looks[seat].name for seat in feed.thinking)
        return Ribbon(texts.line("table.turn.awaited", names=names, seconds=_whole(left)))
    return Ribbon(texts.line("table.turn.together" if lit else "table.turn.chance"))


def _whole(left: float | None) -> int:
    """Return seconds as a whole number; 0 for no limit."""
    return 0 if left is None else max(0, math.ceil(left))


def sentence_of(notice: Notice, game: str, texts: Texts) -> str:
    """Return a notice in words, with its seat and the file that has more.

    A built-in bot's process that ended says no more to a player: details are on the page of failures.
    """
    if notice.computer and notice.seat is not None and notice.key.startswith(_ENDED):
        return texts.line("table.computer_stopped", seat=notice.seat)
    called = {"bot": texts.line(f"{game}.bot.{notice.computer}.name")} if notice.computer else {}
    sentence = texts.line(notice.key, {**notice.values, **called})
    if notice.seat is not None:
        sentence = texts.line("table.trouble", seat=notice.seat, sentence=sentence)
    if notice.log and notice.incident is None:
        sentence = texts.line("table.trouble_log", sentence=sentence, log=notice.log)
    return sentence
