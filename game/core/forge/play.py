"""What a player did, for generators that make levels for somebody: the gameplay record of the chapter's lab.

Shaker and others 2016, chapter 3.8: features such as jumps, time spent running, items collected and enemies killed.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec


class Play(msgspec.Struct, frozen=True):
    """Whole numbers over the platform levels that somebody played. A tick is a sixtieth of a second."""

    runs: int
    finished: int
    """Runs that came to the goal."""
    ticks: int
    """In all, 60 a second."""
    standing: int
    """Ticks in which the player did not move."""
    jumps: int
    failed_jumps: int
    """Jumps that ended in a death."""
    coins: int
    stomps: int
    """Enemies that were jumped on."""
    deaths: Mapping[str, int]
    """By what: `fall`, `spikes`, `walker`, `flyer`, `giant`, `crusher`, `dart`."""
    furthest: int
    """Thousandths of the way, in the mean of the runs."""


PLAYS: Mapping[str, Play] = {
    "careful": Play(20, 17, 41_000, 9_800, 520, 9, 410, 31, {"fall": 7, "walker": 2, "crusher": 2}, 940),
    "hasty": Play(20, 12, 21_500, 600, 610, 38, 120, 22, {"fall": 31, "spikes": 6, "walker": 7, "dart": 3}, 810),
    "collector": Play(20, 15, 52_000, 7_100, 780, 21, 890, 44, {"fall": 17, "flyer": 3, "walker": 4}, 890),
}
"""Three players that were made up: one who takes care, one who hurries, one who wants everything."""
