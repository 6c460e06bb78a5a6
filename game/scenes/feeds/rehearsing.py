"""Rehearses a match in a thread, so that no frame waits for a level or for lists that somebody gave."""

from __future__ import annotations

import threading
from typing import Any

from game.core.errors import SpokenError
from game.core.match.rehearsal import rehearse
from game.core.options import describe
from game.core.rules import AnyRules
from game.core.work.pieces import Pieces

_LOOK = 0.004
"""Seconds between two looks at whether a rehearsal is over."""


def rehearsing(rules: AnyRules, seats: int, options: Any, seed: int, key: int = 0) -> Pieces[None]:
    """Rehearse a match in a thread, if its options are given by somebody: name a level or lists.

    Raises SpokenError like `rehearse`.
    """
    if not any(
        option.kind in ("text", "names") and getattr(options, option.name) != option.default
        for option in describe(options.__class__)
    ):
        return
    troubles: list[BaseException] = []

    def work() -> None:
        try:
            rehearse(rules, seats, options, seed, key)
        except BaseException as error:
            troubles.append(error)

    thread = threading.Thread(target=work, name="souk-rehearsal", daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(_LOOK)
        yield 0.0
    for trouble in troubles:
        if isinstance(trouble, SpokenError):
            raise trouble
