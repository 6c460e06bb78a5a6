"""The games of the arcade: those of the house, listed by hand since a bundle cannot search folders, and those that
other installed packages bring."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from types import ModuleType
from typing import Any, TypeVar

from game.core import elsewhere
from game.core.cabinet import Cabinet
from game.core.errors import SpokenError

ThingT = TypeVar("ThingT")


class BrokenGameError(SpokenError, KeyError):
    """A listed game cannot be imported. Also a KeyError, as a look-up finds no game under the id."""


def module_at(module: str) -> ModuleType:
    """Import a module of a game: below `game.cabinets`, or in the package of a game that is brought."""
    of_house = module.partition(".")[0] in CABINETS.places or not elsewhere.is_from_elsewhere(module)
    return import_module(f"game.cabinets.{module}" if of_house else module)


def found(place: str) -> Any:
    """Import what `module:name` names, the module as `module_at` finds it."""
    module, _, name = place.partition(":")
    return getattr(module_at(module), name)


class Listed(Mapping[str, ThingT]):
    """One thing of every game by the game's id, imported when first asked for.

    A bot's process needs only its own game. A game that cannot be imported is missing in everything but `names`; asking
    for it by its id raises BrokenGameError.
    """

    def __init__(self, places: Mapping[str, str], place_of: Callable[[elsewhere.Brought], str]) -> None:
        self.places = dict(places)
        """`module:name` below `game.cabinets` by the id of each game of the house; entries added to this dict are
        listed too."""
        self._place_of = place_of
        self._broken: dict[str, BrokenGameError] = {}

    @property
    def names(self) -> tuple[str, ...]:
        """The ids of all listed games, those of the house first; no game is imported."""
        return (*self.places, *(game for game in elsewhere.brought() if game not in self.places))

    def broken(self) -> Mapping[str, BrokenGameError]:
        """Import all games; return, by id, the errors of those that cannot be imported."""
        for game in self.names:
            game in self  # noqa: B015 - looking it up is what finds out
        return self._broken

    def __getitem__(self, game: str) -> ThingT:
        if game in self._broken:
            raise self._broken[game]
        place = self._place(game)
        try:
            thing: ThingT = found(place)
        except Exception as error:
            self._broken[game] = BrokenGameError("cabinets.broken", game=game, why=_why(error))
            raise self._broken[game] from error
        return thing

    def _place(self, game: str) -> str:
        if game in self.places:
            return self.places[game]
        return self._place_of(elsewhere.brought()[game])

    def __iter__(self) -> Iterator[str]:
        return (game for game in self.names if game in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)


def _why(error: Exception) -> str:
    """Return the error in words, with the file and line it came from."""
    last = traceback.extract_tb(error.__traceback__)[-1:]
    where = "".join(f" ({frame.filename}:{frame.lineno})" for frame in last)
    return f"{type(error).__name__}: {error}{where}"


CABINETS = Listed[Cabinet](
    {
        "marrakech": "marrakech.cabinet:MARRAKECH",
        "slime": "slime.cabinet:SLIME",
        "l4g": "l4g.cabinet:L4G",
        "omok": "omok.cabinet:OMOK",
        "tablut": "tablut.cabinet:TABLUT",
        "gems": "gems.cabinet:GEMS",
        "volcano": "volcano.cabinet:VOLCANO",
        "words": "words.cabinet:WORDS",
        "sketch": "sketch.cabinet:SKETCH",
        "nullgame": "nullgame.cabinet:NULLGAME",
        "racer": "racer.cabinet:RACER",
        "rails": "rails.cabinet:RAILS",
        "workshop": "workshop.cabinet:WORKSHOP",
        "rooftops": "rooftops.cabinet:ROOFTOPS",
        "cisterns": "cisterns.cabinet:CISTERNS",
        "storm": "storm.cabinet:STORM",
    },
    lambda brought: brought.cabinet,
)
"""Every game by its id, in the order of the street; an id of the house is never given to another package's game."""
TEMPLATES = frozenset({"nullgame", "racer"})
"""Patterns that further games are made from: they have no stall, and nobody hosts them from the window."""
WITHIN = frozenset({"storm"})
"""Games that are only played as rounds of a mix: they have no stall either, and no room is opened for them."""
HIDDEN = TEMPLATES | WITHIN


def offered() -> dict[str, Cabinet]:
    """Return the games that people may choose, in the order of the street. Imports all."""
    return {game: cabinet for game, cabinet in CABINETS.items() if game not in HIDDEN}


def hosted() -> dict[str, Cabinet]:
    """Return the games that a room may play: those that are offered, and those that a mix brings. Imports all."""
    return {game: cabinet for game, cabinet in CABINETS.items() if game not in TEMPLATES}
