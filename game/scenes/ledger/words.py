"""What a ledger says in words, on the screen and on its page."""

from __future__ import annotations

from game.cabinets.stages import PRESENTATIONS
from game.texts import Texts
from net.ledger.lines import LedgerLine
from net.ledger.standing import Title


def game_of(game: str, texts: Texts) -> str:
    """What a game is called, also one that this version does not have."""
    return texts.maybe(f"{game}.name") or game


def title_of(title: Title, texts: Texts) -> str:
    """A title of honour; a figure that this version has no title for is called as its game does."""
    return texts.maybe(f"{title.game}.honour.{title.figure}") or title.figure


def said_of(title: Title, texts: Texts) -> str:
    """What it was given for."""
    said = texts.maybe(f"{title.game}.honour_said.{title.figure}", {"value": title.value})
    return said or str(title.value)


def when_of(line: LedgerLine) -> str:
    """The hour and minute it ended, by its host's clock."""
    return line.said.ended[11:16]


def names_in_order(line: LedgerLine, texts: Texts) -> str:
    """Who played, best first, with their scores where those are points that people count; computers by their level."""
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
    """The first signs of the key of the host that signed it: equal ones are one computer."""
    return line.key.hex()[:8]
