"""Errors in yard files: the line, the field, and what was expected there."""

from __future__ import annotations

from typing import Any, Final

from game.core.errors import SpokenError

SHOWN: Final = 40
"""Number of characters of the faulty value that are shown."""


class YardError(SpokenError):
    """A yard file that cannot be played, and why: `rails_yards.error.<what>`."""

    def __init__(self, what: str, **values: Any) -> None:
        super().__init__(f"rails_yards.error.{what}", **values)
        self.what = what


def wrong(line: int, field: str, expected: str, found: Any = "", **values: Any) -> YardError:
    """Return the error for a field; the faulty value is shown shortened, and a missing field is reported for line 1."""
    shown = " ".join(str(found).split()) if not isinstance(found, dict | list) else "[…]"
    short = shown[:SHOWN] + "…" * (len(shown) > SHOWN)
    return YardError(expected, line=line or 1, field=field, found=short, **values)
