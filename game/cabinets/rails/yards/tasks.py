"""Tasks that the option `yard` names: a yard that comes with the game, a yard file of a person's own, or a lesson."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import cache, lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from game.cabinets.rails.building.prices import USUAL, Prices, prices_with
from game.cabinets.rails.contract.actions import Group
from game.cabinets.rails.contract.options import LESSON, Options
from game.cabinets.rails.world.land import Land
from game.cabinets.rails.world.worldgen import land_of
from game.cabinets.rails.yards.lessons import LESSONS
from game.cabinets.rails.yards.reading import read_yard
from game.cabinets.rails.yards.yard import Goal, Yard, YardError
from game.core.attachments import attachment
from game.core.options import own_digest

_FOLDER = Path(__file__).with_name("data")


@cache
def built_in() -> Mapping[str, Yard]:
    """Return the yards that come with the game by name, easiest first."""
    found = {path.stem: read_yard(path.read_bytes()) for path in sorted(_FOLDER.glob("*.toml"))}
    return dict(sorted(found.items(), key=lambda item: (item[1].difficulty, item[0])))


def yard_named(name: str, digest: str = "") -> Yard:
    """Return the yard of a name or, if there is a digest, the one in the attached file with that digest.

    Raise KeyError if there is none, and YardError if the file is no yard.
    """
    return read_yard(attachment(digest)) if digest else built_in()[name]


LESSON_TICKS: Final = 28_800
"""Ticks that a lesson lasts: an hour at 8 ticks a second."""


class Task(NamedTuple):
    """A set task, which replaces the map and the money of a match."""

    land: Land
    budget: int
    free: bool
    last_tick: int
    collisions: str
    groups: tuple[Group, ...] = ()
    """What stands at the start; it is played as one plan, free of charge."""
    goal: Goal | None = None
    prices: Prices = USUAL
    story: bool = False
    yard: Yard | None = None
    """The yard that the task comes from, in which a match may be saved; None for a lesson."""


def task_of(options: Options) -> Task | None:
    """Return the task of a match; None if it has none, or if its file is missing or no yard."""
    with suppress(KeyError, YardError):
        return task_named(options.yard)
    return None


@lru_cache(maxsize=32)
def task_named(name: str) -> Task | None:
    """Return the task that the option `yard` names; None if `name` is empty.

    Raise KeyError for an unknown name or a file that is not attached, YardError for a file that is no yard.
    """
    if not name:
        return None
    if name.startswith(LESSON):
        lesson = LESSONS[name.removeprefix(LESSON)]()
        return Task(lesson.land, 500_000, True, LESSON_TICKS, lesson.collisions)
    yard = yard_named(name.partition("@")[0], own_digest(name) or "")
    land = yard.land if yard.land is not None else land_of(yard.number or 0, yard.size)
    prices = prices_with(yard.prices)
    last = yard.ticks + (yard.saved.tick if yard.saved else 0)
    return Task(land, yard.budget, yard.free, last, yard.collisions, yard.groups, yard.goal, prices, yard.story, yard)
