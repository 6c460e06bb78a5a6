"""A yard: a set task with a budget and a goal. A saved game is one with a state in it."""

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
"""What a yard may give a price of its own, in percent of the usual one."""
MOST_STATE: Final = 96 << 10
"""Bytes of a saved state."""


class Words(msgspec.Struct, frozen=True):
    """A text in the languages of the arcade."""

    en: str
    ko: str


class Goal(msgspec.Struct, frozen=True):
    """What is to be delivered, and what more earns a medal."""

    units: int
    silver: int
    gold: int
    cargo: str = ""
    """One of `CARGOES`; "" counts all."""


class Bench(msgspec.Struct, frozen=True):
    """Tracks alone, to be measured: endless coal at some stations, one station that takes it, reference trains."""

    loads: tuple[str, ...]
    """Letters of stations; train n serves station n modulo so many."""
    takes: str
    starts: tuple[tuple[Place, str], ...]
    """Where trains begin, in the order of their numbers: the head stands at the end of a leg. A train that begins with
    a letter is bound for that station, loaded where it is the one that takes; "" lets it begin empty."""
    best: int
    """How many trains deliver most, as far as is known."""


class Saved(msgspec.Struct, frozen=True):
    """A match as it was left."""

    version: int
    """Of the rules."""
    tick: int
    digest: str
    """Of the state, against damage."""
    state: bytes
    """`saves/saves.py` reads it."""


class Yard(msgspec.Struct, frozen=True):
    """All of a yard file."""

    name: Words
    text: Words
    """The task, or what a saved game is about."""
    difficulty: int = 1
    """1 … 4."""
    size: int = 32
    number: int | None = None
    """The map's number, where it has no land of its own."""
    land: Land | None = None
    budget: int = 60_000
    free: bool = False
    ticks: int = 4_800
    """How long the match lasts; of a saved one from there on."""
    collisions: str = "never"
    prices: dict[str, int] = {}
    """By name of `PRICES`, in percent."""
    groups: tuple[Group, ...] = ()
    """What stands already, vehicles too. It is played as one plan that costs nothing."""
    goal: Goal | None = None
    bench: Bench | None = None
    saved: Saved | None = None
