"""The words of a ledger, for the screen and the HTML page."""

from __future__ import annotations

from game.cabinets.stages import PRESENTATIONS
from game.ground.texts import Texts
from net.ledger.lines import LedgerLine
from net.ledger.standing import Title


def title_of(title: Title, texts: Texts) -> str:
    """Return a title of honour in words; the figure's id where this version has no title for it."""
    return texts.maybe(f"{title.game}.honour.{title.figure}") or title.figure


def said_of(title: Title, texts: Texts) -> str:
    """Return what a title was given for, in words, and in which game."""
    said = texts.maybe(f"{title.game}.honour_said.{title.figure}", {"value": title.value})
    return f"{said or title.value} · {texts.game(title.game)}"


def when_of(line: LedgerLine) -> str:
    """Return the hour and minute at which the match ended, by its host's clock."""
    return line.said.ended[11:16]


def names_in_order(line: LedgerLine, texts: Texts) -> str:
    """Return the players, best first, with their scores where those are points people count; computers by
    their level.
    """
    game = line.said.game
    if line.said.stopped:
        return texts.line("ledger.stopped", names=", ".join(seat.name for seat in line.said.seats[:8]))
    counted = game not in PRESENTATIONS or PRESENTATIONS[game].points
    seats = sorted(line.said.seats, key=lambda seat: seat.rank)
    shown = []
    for seat in seats:
        name = texts.maybe(f"{line.said.game}.bot.{seat.bot}.name") or seat.name if seat.bot else seat.name
        shown.append(f"{seat.rank}. {name} {seat.score}" if counted else f"{seat.rank}. {name}")
    return ", ".join(shown[:8]) + (" …" if len(shown) > 8 else "")


def fingerprint(line: LedgerLine) -> str:
    """Return the first digits of the signing host's key: equal ones are one computer."""
    return line.key.hex()[:8]
