"""All measures of a level of any kind, each a whole number from 0 to 1000."""

from __future__ import annotations

from collections.abc import Mapping

from game.core.forge.measures.dungeon import dungeon_measures
from game.core.forge.measures.platform import platform_measures
from game.core.forge.model.level import Level

MEASURES: Mapping[str, tuple[str, ...]] = {
    "dungeon": ("floor", "corridor", "rooms", "loops", "branching", "ends", "longest", "span", "locks", "aside"),
    "platform": ("linearity", "leniency", "density", "gaps", "enemies", "coins", "gem", "par"),
}
"""The names of all measures, by kind of level."""
_SHARES = frozenset(
    ("floor", "corridor", "branching", "span", "aside", "linearity", "leniency", "density"),
)


def measures(level: Level) -> Mapping[str, int]:
    """Return every measure of a level, by name; shares are in thousandths."""
    return dungeon_measures(level) if level.kind == "dungeon" else platform_measures(level)


def written(name: str, value: int) -> str:
    """Return the value of a measure as people read it: what is counted in thousandths as percent, a dash for the par
    of a level without a proof.

    >>> written("floor", 281), written("floor", 500), written("rooms", 12), written("par", 0)
    ('28.1%', '50%', '12', '–')
    """
    if name == "par" and not value:
        return "–"
    return f"{value / 10:g}%" if name in _SHARES else str(value)
