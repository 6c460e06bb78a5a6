"""A yard: a set task with a budget and a goal. A saved match is a yard with a state in it."""

from __future__ import annotations

from typing import Final

import msgspec

from game.cabinets.rails.contract.actions import Group
from game.cabinets.rails.track.pieces import Place
from game.cabinets.rails.world.land import Land

NOTATION: Final = 1
"""The version of the file's notation."""
SIZES: Final = (32, 64, 96, 128)
CARGOES: Final = ("coal", "oil", "fuel", "passengers")
PRICES: Final = ("rail", "signal", "platform", "bridge", "tunnel", "road", "bay", "dock")
"""Works whose prices a yard may change, in percent of the usual ones."""
MOST_STATE: Final = 96 << 10
"""Greatest size of a saved state, in bytes."""


class Words(msgspec.Struct, frozen=True):
    """A text in both languages of the arcade."""

    en: str
    ko: str


class Goal(msgspec.Struct, frozen=True):
    """The units that must be delivered to reach the goal, and for a silver and a gold medal."""

    units: int
    silver: int
    gold: int
    cargo: str = ""
    """The cargo that counts, one of `CARGOES`; "" counts all cargo."""


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
    """The state of a match that was saved."""

    version: int
    """Version of the rules by which the match was played."""
    tick: int
    digest: str
    """Digest of the state, to detect damage."""
    state: bytes
    """The state as bytes, which `running/saves.py` reads."""


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
