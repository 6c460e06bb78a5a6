"""What is wrong with a yard file: the line, the field, and what was expected there."""

from __future__ import annotations

from typing import Any, Final

from game.core.errors import SpokenError

SHOWN: Final = 40
"""Characters of what was found."""


class YardError(SpokenError):
    """A yard file that cannot be played, and why: `rails_yards.error.<what>`."""

    def __init__(self, what: str, **values: Any) -> None:
        super().__init__(f"rails_yards.error.{what}", **values)
        self.what = what


def wrong(line: int, field: str, expected: str, found: Any = "", **values: Any) -> YardError:
    """The error for a field. What was found is shown shortened; a field that is missing is told of line 1."""
    shown = " ".join(str(found).split()) if not isinstance(found, dict | list) else "[…]"
    short = shown[:SHOWN] + "…" * (len(shown) > SHOWN)
    return YardError(expected, line=line or 1, field=field, found=short, **values)
