"""A yard: a set task with a budget and a goal. A saved match is a yard with moves in it."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from game.cabinets.rails.contract.actions import Action, Advance, Group
from game.cabinets.rails.track.pieces import Place
from game.cabinets.rails.world.land import Land
from game.core.errors import SpokenError

SHOWN: Final = 40
"""Greatest number of characters of a wrong value that an error repeats."""
NOTATION: Final = 1
"""The version of the file's notation."""
SIZES: Final = (32, 64, 96, 128)
CARGOES: Final = ("coal", "oil", "fuel", "passengers")
PRICES: Final = ("rail", "signal", "platform", "bridge", "tunnel", "road", "bay", "dock")
"""Works whose prices a yard may change, in percent of the usual ones."""
MOST_MOVES: Final = 96 << 10
"""Greatest size of the moves of a saved match, compressed, in bytes."""
MOST_TICK: Final = 288_000
"""Most ticks of a saved match, as all of them have to be played to go on: ten hours."""


class YardError(SpokenError):
    """A yard file cannot be played. The text that says why has the key `rails_yards.error.<what>`."""

    def __init__(self, what: str, **values: Any) -> None:
        super().__init__(f"rails_yards.error.{what}", **values)
        self.what = what


def does_not_fit(reason: str, x: int, y: int) -> YardError:
    """Return the error for a plan of which a group is refused, at a tile or, where that is negative, at none."""
    return YardError("refused" if min(x, y) >= 0 else "refused_nowhere", x=x, y=y, reason=reason)


def wrong(line: int, field: str, expected: str, found: Any = "", **values: Any) -> YardError:
    """Return the error for a field of a yard file; `found`, its value, is shortened. Line 0 is shown as line 1."""
    shown = " ".join(str(found).split()) if not isinstance(found, dict | list) else "[…]"
    short = shown[:SHOWN] + "…" * (len(shown) > SHOWN)
    return YardError(expected, line=line or 1, field=field, found=short, **values)


class Words(msgspec.Struct, frozen=True):
    """A text in both languages of the arcade."""

    en: str
    ko: str

    def in_language(self, language: str) -> str:
        """Return the text in the language `ko` or `en`."""
        return self.ko if language == "ko" else self.en


class Goal(msgspec.Struct, frozen=True):
    """The units that must be delivered to reach the goal, and for a silver and a gold medal."""

    units: int
    silver: int
    gold: int
    cargo: str = ""
    """The cargo that counts, one of `CARGOES`; "" counts all cargo."""

    @property
    def marks(self) -> tuple[int, int, int]:
        """The units that earn bronze, silver and gold."""
        return self.units, self.silver, self.gold


class Bench(msgspec.Struct, frozen=True):
    """Track alone, to be measured: endless coal at some stations, one station that takes it, reference trains."""

    loads: tuple[str, ...]
    """Letters of the stations with coal; train n serves station n modulo their number."""
    takes: str
    starts: tuple[tuple[Place, str], ...]
    """For each train the leg at whose end its head stands at first, and the letter of the station to which it is bound.

    It begins loaded if that station is the one that takes coal, else empty. Letter "" also lets it begin empty."""
    best: int
    """The number of trains that deliver most, as far as is known."""


class Saved(msgspec.Struct, frozen=True):
    """What was played in a match until it was saved: its recording, without what follows from it."""

    version: int
    """Version of the rules by which the match was played."""
    sittings: tuple[tuple[Action, ...], ...] = ()
    """What its one seat did until it was saved first, from there until it was saved again, and so on."""

    @property
    def tick(self) -> int:
        """Number of ticks that had passed."""
        return sum(one.ticks for sitting in self.sittings for one in sitting if isinstance(one, Advance))


class Yard(msgspec.Struct, frozen=True):
    """The content of a yard file."""

    name: Words
    text: Words
    """The task in words; for a saved match, what it is about."""
    difficulty: int = 1
    """Difficulty from 1 to 4."""
    size: int = 32
    number: int | None = None
    """The map's number, if the yard has no land of its own; else None."""
    land: Land | None = None
    budget: int = 60_000
    free: bool = False
    story: bool = False
    """As the option `story`."""
    ticks: int = 4_800
    """Length of the match in ticks; for a saved match, the ticks that remain."""
    collisions: str = "never"
    prices: dict[str, int] = {}
    """Prices in percent of the default, by a name of `PRICES`."""
    groups: tuple[Group, ...] = ()
    """What stands at the start, vehicles included; played as one plan, free of charge."""
    goal: Goal | None = None
    bench: Bench | None = None
    saved: Saved | None = None
