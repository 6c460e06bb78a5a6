"""Lengths of time as people read them."""

from __future__ import annotations


def clock_time(seconds: int) -> str:
    """Return a number of seconds, not negative, as minutes and seconds on a clock.

    >>> clock_time(65), clock_time(3600)
    ('1:05', '60:00')
    """
    minutes, rest = divmod(seconds, 60)
    return f"{minutes}:{rest:02}"
