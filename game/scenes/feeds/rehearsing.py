"""Work in a thread, so that no frame waits for a level or for lists that somebody gave."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, TypeVar

from game.core.match.rehearsal import rehearse
from game.core.options import describe
from game.core.rules import AnyRules
from game.core.work.pieces import Pieces

_LOOK = 0.004
"""Seconds between two looks at whether the work is over."""
T = TypeVar("T")


def beside(work: Callable[[], T]) -> Pieces[T]:
    """Do work in a thread, and return its result or raise what it raises."""
    made: list[T] = []
    raised: list[BaseException] = []

    def run() -> None:
        try:
            made.append(work())
        except BaseException as error:
            raised.append(error)

    thread = threading.Thread(target=run, name="souk-beside", daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(_LOOK)
        yield 0.0
    if raised:
        raise raised[0]
    return made[0]


def rehearsing(rules: AnyRules, seats: int, options: Any, seed: int, key: int = 0) -> Pieces[None]:
    """Rehearse a match, if its options are given by somebody: name a level or lists.

    Raises SpokenError like `rehearse`.
    """
    if any(
        option.kind in ("text", "names") and getattr(options, option.name) != option.default
        for option in describe(options.__class__)
    ):
        yield from beside(lambda: rehearse(rules, seats, options, seed, key))
