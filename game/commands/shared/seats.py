"""Seats as they are written on the command line, and the controllers that play them."""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from game import paths
from game.cabinets.listed import CABINETS, offered
from game.commands.shared.errors import CommandError
from game.core.attachments import attach_from, attach_own
from game.core.bot.reading import unquoted
from game.core.cabinet import Cabinet
from game.core.options import own_digest, parse

MOST_REPEATED = 1000
_SEAT = re.compile(r"""\s*cmd:(?:'[^']*'|"[^"]*"|[^,])*|\s*'[^']+'[^,]*|\s*"[^"]+"[^,]*|[^,]+""")
"""A seat of a list: what stands in quotation marks may have commas, and so may a program's command line in such."""
_REPEATED = re.compile(r"(?P<seat>.+)\*(?P<count>[0-9]+)")


def cabinet_named(name: str) -> Cabinet:
    """The cabinet of a game, or a CommandError that lists the games."""
    if name in CABINETS.names:
        return CABINETS[name]
    games = ", ".join(offered())
    raise CommandError("cli.error.game", name=name, games=games)


def expand(text: str) -> tuple[str, ...]:
    """The seats of a comma-separated list, `name*N` written out. Raises CommandError where N is out of range.

    >>> expand("human,random*2")
    ('human', 'random', 'random')
    >>> expand("cmd:./bot --weights '1,2',random")
    ("cmd:./bot --weights '1,2'", 'random')
    >>> expand('"a,b/bot.py":Bot*2')
    ('a,b/bot.py:Bot', 'a,b/bot.py:Bot')
    """
    seats: list[str] = []
    for word in filter(None, (part.strip() for part in _SEAT.findall(text))):
        repeated = _REPEATED.fullmatch(word)
        seats += [unquoted(repeated["seat"])] * _times(word, repeated["count"]) if repeated else [unquoted(word)]
    return tuple(seats)


def _times(word: str, count: str) -> int:
    if len(count) > 4 or not 1 <= int(count) <= MOST_REPEATED:
        raise CommandError("cli.error.repeated", text=word[:40], most=MOST_REPEATED)
    return int(count)


def add_fill(parser: argparse.ArgumentParser) -> None:
    """Declare who takes the seats that nobody was named for."""
    parser.add_argument(
        "--fill",
        metavar="NAMES",
        help="bots that take the seats left of the usual number, in turn; a game with a regular mix is filled up with "
        "it unless NAMES is empty",
    )


def seats_for(
    cabinet: Cabinet, text: str | None, fill: str | None = None, *, first: Sequence[str] = ()
) -> tuple[str, ...]:
    """The seats of a match as they are written, filled up; where nothing is written, those of `first` and bots.

    Raises CommandError when the game is not played by so many.
    """
    info = cabinet.info
    seats = filled_up(cabinet, tuple(first) if text is None else expand(text), fill, wanted=text is None)
    if len(seats) not in info.seats:
        raise CommandError("cli.error.seats", game=info.id, allowed=info.allowed_seats, given=len(seats))
    return seats


def filled_up(cabinet: Cabinet, seats: tuple[str, ...], fill: str | None, *, wanted: bool = False) -> tuple[str, ...]:
    """`seats`, and bots in what is left of the usual number of them.

    Where `fill` is not written that is done if `wanted`, and in a game with a regular mix; an empty one does nothing.
    """
    if fill or (fill is None and (wanted or cabinet.mix)):
        return cabinet.filled(seats, cabinet.info.usual_seats, expand(fill or ""))
    return seats


def options_for(cabinet: Cabinet, written: Sequence[str]) -> Any:
    """The game's options with the `K=V` texts of the command line in place of the defaults.

    A file may stand for a list of a person's own; it and the lists beside the recordings are attached.
    """
    pairs: Mapping[str, str] = dict(_pair(text) for text in written)
    options = parse(cabinet.info.options, pairs, _own_list)
    attach_from(paths.replays(), options)
    return options


def _own_list(text: str) -> str | None:
    """The list that a file stands for; what is written like a path is meant as one, be it there or not."""
    path = Path(text)
    return attach_own(path) if path.is_file() or (path.suffix and own_digest(text) is None) else None


def _pair(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise CommandError("cli.error.option_form", text=text)
    return name, value
