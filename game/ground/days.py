"""What a person reached in the matches of the day of a game: of each day the first try, which counts, and the best one.

A day begins at midnight UTC, everywhere at once.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Annotated, Final, TypeAlias

import msgspec

from game.core.errors import UNDECODABLE
from game.ground import files, paths
from game.ground.texts import Texts

Points: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=1 << 53)]
_MOST_DAYS: Final = 400


class Day(msgspec.Struct, frozen=True):
    """The results of one day."""

    counted: Points = 0
    """Points of the first try, even if it was left before its end."""
    best: Points = 0


def today() -> date:
    """Return the present day."""
    return datetime.now(UTC).date()


def number_of(day: date) -> int:
    """Return the match number of a day."""
    return day.toordinal()


def day_in_words(day: date, texts: Texts) -> str:
    """Return a day as people write it."""
    return texts.line("days.date", year=day.year, month=texts.line(f"days.month.{day.month}"), day=day.day)


def played_days(game: str) -> dict[str, Day]:
    """Return the results of all played days by date; empty if there is no file or it cannot be read."""
    with suppress(OSError, *UNDECODABLE):
        known = msgspec.json.decode(_file_of(game).read_bytes(), type=dict[date, Day])
        return {day.isoformat(): result for day, result in known.items()}
    return {}


def note_day(game: str, day: str, points: int, *, counts: bool) -> None:
    """Record a try's points so far; `counts` if it is the first of its day. A failed write is ignored."""
    path = _file_of(game)
    with suppress(OSError), files.only_writer(path):
        known = played_days(game)
        before = known.get(day, Day())
        known[day] = Day(points if counts else before.counted, max(points, before.best))
        latest = sorted(known)[-_MOST_DAYS:]
        files.write_whole(path, msgspec.json.encode({one: known[one] for one in latest}))


def _file_of(game: str) -> Path:
    return paths.ghosts() / game / "days.json"
