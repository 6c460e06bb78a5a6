"""Seats as they are written on the command line, and the controllers that play them."""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from game.cabinets.listed import CABINETS, offered
from game.commands.shared.errors import CommandError
from game.core.attachments import attach_from, attach_own
from game.core.bot.reading import unquoted
from game.core.cabinet import Cabinet
from game.core.options import own_digest, parse
from game.ground import paths

MOST_REPEATED = 1000
_SEAT = re.compile(r"""\s*cmd:(?:'[^']*'|"[^"]*"|[^,])*|\s*'[^']+'[^,]*|\s*"[^"]+"[^,]*|[^,]+""")
"""Matches one seat of a list: quoted parts may contain commas, also inside the command line of `cmd:`."""
_REPEATED = re.compile(r"(?P<seat>.+)\*(?P<count>[0-9]+)")


def cabinet_named(name: str) -> Cabinet:
    """Return the cabinet of a game. Raises CommandError, which lists the games, for an unknown name."""
    if name in CABINETS.names:
        return CABINETS[name]
    games = ", ".join(offered())
    raise CommandError("cli.error.game", name=name, games=games)


def expand(text: str) -> tuple[str, ...]:
    """Split a comma-separated list of seats, repeating `name*N`. Raises CommandError where N is out of range.

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
    """Declare the argument for the bot that fills seats nobody was named for."""
    parser.add_argument(
        "--fill",
        metavar="NAMES",
        help="bots that take the seats left of the usual number, in turn; a game with a regular mix is filled up with "
        "it unless NAMES is empty",
    )


def seats_for(
    cabinet: Cabinet, text: str | None, fill: str | None = None, *, first: Sequence[str] = ()
) -> tuple[str, ...]:
    """Return the seats as written, filled up; where none are written, those of `first` and bots.

    Raises CommandError when the game cannot be played with that many.
    """
    info = cabinet.info
    seats = filled_up(cabinet, tuple(first) if text is None else expand(text), fill, wanted=text is None)
    if len(seats) not in info.seats:
        raise CommandError("cli.error.seats", game=info.id, allowed=info.allowed_seats, given=len(seats))
    return seats


def filled_up(cabinet: Cabinet, seats: tuple[str, ...], fill: str | None, *, wanted: bool = False) -> tuple[str, ...]:
    """Return `seats` with bots added up to the game's usual number.

    Where `fill` is None, this is done only if `wanted`, or in a game with a regular mix; an empty `fill` adds nothing.
    """
    if fill or (fill is None and (wanted or cabinet.mix)):
        return cabinet.filled(seats, cabinet.info.usual_seats, expand(fill or ""))
    return seats


def options_for(cabinet: Cabinet, written: Sequence[str]) -> Any:
    """Return the game's options with the `K=V` texts of the command line in place of defaults.

    A file may stand for a person's own list; that file, and lists beside the recordings, are attached.
    """
    pairs: Mapping[str, str] = dict(_pair(text) for text in written)
    options = parse(cabinet.info.options, pairs, _own_list)
    attach_from(paths.replays(), options)
    return options


def _own_list(text: str) -> str | None:
    """Return the list that a file stands for; a text that looks like a path is taken as one, even if there
    is no file.
    """
    path = Path(text)
    return attach_own(path) if path.is_file() or (path.suffix and own_digest(text) is None) else None


def _pair(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise CommandError("cli.error.option_form", text=text)
    return name, value
