"""Errors in yard files: they say the line, the field, and what was expected."""

from __future__ import annotations

from typing import Any, Final

from game.core.errors import SpokenError

SHOWN: Final = 40
"""Greatest number of characters of a wrong value that an error repeats."""


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
