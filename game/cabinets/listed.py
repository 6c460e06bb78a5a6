"""The games of the arcade. Listed by hand: a bundle cannot search folders."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import TypeVar

from game.core.cabinet import Cabinet

ThingT = TypeVar("ThingT")


class Listed(Mapping[str, ThingT]):
    """Something of every game by the game's id, imported when it is first asked for.

    The process of a bot needs but its own game, and a window opens before every game is loaded.
    """

    def __init__(self, places: Mapping[str, str]) -> None:
        self._places = places
        """`module:name` below `game.cabinets`, by the game's id."""

    def __getitem__(self, game: str) -> ThingT:
        module, _, name = self._places[game].partition(":")
        thing: ThingT = getattr(import_module(f"game.cabinets.{module}"), name)
        return thing

    def __contains__(self, game: object) -> bool:
        return game in self._places

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


CABINETS = Listed[Cabinet](
    {
        "l4g": "l4g.cabinet:L4G",
        "marrakech": "marrakech.cabinet:MARRAKECH",
        "slime": "slime.cabinet:SLIME",
        "nullgame": "nullgame.cabinet:NULLGAME",
    }
)
"""Every game by its id, in the order of the street."""
