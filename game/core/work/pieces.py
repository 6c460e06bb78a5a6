"""Long work in pieces: a generator that yields the share done and returns its result."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from typing import TypeAlias, TypeVar

T = TypeVar("T")

Pieces: TypeAlias = Generator[float, None, T]
"""Work that yields the share done (0 to 1) every few milliseconds and returns its result. Closing it stops the work."""


def at_once(work: Pieces[T]) -> T:
    """Do all of the work without a pause and return its result.

    >>> def counted():
    ...     yield 0.5
    ...     return "done"
    >>> at_once(counted())
    'done'
    """
    while True:
        try:
            next(work)
        except StopIteration as done:
            made: T = done.value
            return made


def part(work: Pieces[T], begin: float, end: float) -> Pieces[T]:
    """Do work as a part of longer work, scaling its share done to `begin` … `end`. Returns its result.

    >>> list(part((share for share in (0.0, 0.5, 1.0)), 0.25, 0.75))
    [0.25, 0.5, 0.75]
    """
    with closing(work):
        while True:
            try:
                share = next(work)
            except StopIteration as done:
                made: T = done.value
                return made
            yield begin + share * (end - begin)
