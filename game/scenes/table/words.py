"""The words of a table's head: how far the match is, and what is to be done or going on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.engine.stage import Look, Stage
from game.ground.texts import Texts
from game.scenes.feeds.feed import Notice
from game.scenes.table.conductor import Conductor
from game.scenes.table.widgets.head import Ribbon

_ENDED = ("bots.crash.", "bots.hang.")


def turn_lines(stage: Stage[Any, Any], number: int | None, texts: Texts) -> tuple[str, ...]:
    """Return how far the match is, as texts from long to short; the long one includes the game number, if
    there is one.
    """
    told = stage.turn_line()
    turn = texts.line(*told) if told else ""
    if number is None or not stage.tells_number:
        return (turn,)
    named = texts.line("table.number", number=number)
    return (texts.line("table.turn_and_number", turn=turn, number=named), turn) if turn else (named, "")


def ribbon_of(conductor: Conductor, looks: Sequence[Look], texts: Texts, *, at_end: bool) -> Ribbon:
    """Return the ribbon: what the person is to do, or what is going on. `at_end`: the picture shows the last step."""
    feed, stage, lit = conductor.feed, conductor.stage, conductor.lit
    acting = conductor.chooser if conductor.chooser is not None or feed.over else stage.acting
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
        thinking = lit[0] in feed.thinking and not stage.busy
        return Ribbon(texts.line("table.turn.thinking" if thinking else "table.turn.moving"), looks[lit[0]])
    return Ribbon(texts.line("table.turn.together" if lit else "table.turn.chance"))


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
