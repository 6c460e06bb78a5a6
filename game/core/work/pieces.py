"""Long work in pieces: a generator that tells how far it is and returns what it made."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from typing import TypeAlias, TypeVar

T = TypeVar("T")

Pieces: TypeAlias = Generator[float, None, T]
"""Yields, every few milliseconds, the share that is done, 0 to 1. Closing it gives the work up."""


def at_once(work: Pieces[T]) -> T:
    """Do all of the work without a pause.

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
    """The work as a part of longer work, whose share goes from `begin` to `end` meanwhile.

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
