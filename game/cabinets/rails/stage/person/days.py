"""A person's results on the maps of the day: the first attempt, which counts, and the best one."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Annotated, Final

import msgspec

from game.cabinets.rails.stage.person.bests import MEDALS, Amount
from game.core.errors import UNDECODABLE
from game.ground import files, paths

LEAST: Final = (90_000, 180_000, 420_000)
"""Coins of income that earn bronze, silver and gold. In twenty minutes the greedy computer delivers 158,000 to 209,000
(eight days), which is silver; bronze is half of it, gold three fifths of the 619,000 to 793,000 of the expert."""
_MOST_DAYS: Final = 400
_Date = Annotated[str, msgspec.Meta(pattern=r"\A\d{4}-\d\d-\d\d\Z")]


class Day(msgspec.Struct, frozen=True):
    """The results on the map of one day, in coins of income."""

    counted: Amount = 0
    """Income of the first attempt, even if it was left before its end."""
    best: Amount = 0


def medal_of_day(coins: int) -> str:
    """Return the medal that this much income earns on a map of the day; "" for none.

    >>> medal_of_day(0), medal_of_day(LEAST[2])
    ('', 'gold')
    """
    return MEDALS[sum(coins >= least for least in LEAST)]


def played_days() -> dict[str, Day]:
    """Return the results of all played days by date; empty if there is no file or it cannot be read."""
    with suppress(OSError, *UNDECODABLE):
        return msgspec.json.decode(_path().read_bytes(), type=dict[_Date, Day])
    return {}


def note_day(date: str, coins: int, *, counts: bool) -> None:
    """Record an attempt's income so far; `counts` if it is the first of its day. A failed write is ignored."""
    path = _path()
    with suppress(OSError), files.only_writer(path):
        known = played_days()
        before = known.get(date, Day())
        known[date] = Day(coins if counts else before.counted, max(coins, before.best))
        latest = sorted(known)[-_MOST_DAYS:]
        files.write_whole(path, msgspec.json.encode({one: known[one] for one in latest}))


def _path() -> Path:
    return paths.ghosts() / "rails" / "days.json"
