"""A record of how a person played, for generators that make levels for this person.

Source: Shaker and others 2016, the lab of chapter 3.8: features such as jumps, time spent running, items collected,
enemies killed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Annotated

import msgspec

_Count = Annotated[int, msgspec.Meta(ge=0, lt=1 << 40)]
_Cause = Annotated[str, msgspec.Meta(max_length=16)]


class Play(msgspec.Struct, frozen=True):
    """Counts over all platform levels that a person played. A tick is a sixtieth of a second."""

    runs: _Count
    finished: _Count
    """Runs that reached the goal."""
    ticks: _Count
    """Ticks over all runs, 60 a second."""
    standing: _Count
    """Ticks in which the player's runner did not move."""
    jumps: _Count
    failed_jumps: _Count
    """Jumps that ended in a death."""
    coins: _Count
    stomps: _Count
    """Enemies that the player stomped."""
    deaths: Annotated[dict[_Cause, _Count], msgspec.Meta(max_length=16)]
    """Deaths by cause: `fall`, `spikes`, `walker`, `flyer`, `giant`, `crusher`, `dart`."""
    furthest: Annotated[int, msgspec.Meta(ge=0, le=1000)]
    """How far runs came on average, in thousandths of the length of a level."""


def together(plays: Sequence[Play]) -> Play | None:
    """Return one record from several; None without runs.

    >>> one, two = Play(1, 1, 900, 60, 9, 0, 4, 1, {}, 1000), Play(1, 0, 300, 0, 5, 1, 0, 0, {"fall": 1}, 400)
    >>> together([one, two])  # doctest: +NORMALIZE_WHITESPACE
    Play(runs=2, finished=1, ticks=1200, standing=60, jumps=14, failed_jumps=1, coins=4, stomps=1,
         deaths={'fall': 1}, furthest=700)
    """
    runs = sum(play.runs for play in plays)
    if not runs:
        return None
    deaths: Counter[str] = Counter()
    for play in plays:
        deaths.update(play.deaths)
    return Play(
        runs,
        sum(play.finished for play in plays),
        sum(play.ticks for play in plays),
        sum(play.standing for play in plays),
        sum(play.jumps for play in plays),
        sum(play.failed_jumps for play in plays),
        sum(play.coins for play in plays),
        sum(play.stomps for play in plays),
        dict(sorted(deaths.items())),
        sum(play.furthest * play.runs for play in plays) // runs,
    )


PLAYS: Mapping[str, Play] = {
    "careful": Play(20, 17, 41_000, 9_800, 520, 9, 410, 31, {"fall": 7, "walker": 2, "crusher": 2}, 940),
    "hasty": Play(20, 12, 21_500, 600, 610, 38, 120, 22, {"fall": 31, "spikes": 6, "walker": 7, "dart": 3}, 810),
    "collector": Play(20, 15, 52_000, 7_100, 780, 21, 890, 44, {"fall": 17, "flyer": 3, "walker": 4}, 890),
}
"""Records of three invented players: a careful one, a hasty one, and one who collects everything."""
