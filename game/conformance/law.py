"""A law of games, and how a game is found to break it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from game.core.cabinet import Cabinet
from game.core.errors import SpokenError
from game.core.match.broken import facts_of
from game.ground.texts import Texts

_LONGEST = 400
"""Characters of a value that a game gave, such as an action, in a sentence."""


class BreachError(SpokenError):
    """A game breaks a law. Its sentence says what was met, and `step` the step of the match that shows it."""

    def __init__(self, key: str, /, step: int | None = None, **values: Any) -> None:
        super().__init__(key, **values)
        self.step = step

    def __str__(self) -> str:
        return f"{super().__str__()} at step {self.step}"


def breach_by(error: Exception, step: int) -> BreachError:
    """Return what an exception says about a game, met before or while a step was played.

    Exceptions that the game's own code raised are told with the line that raised them.
    """
    if isinstance(error, BreachError):
        breach, breach.step = error, step if error.step is None else error.step
    elif isinstance(error, SpokenError):
        breach = BreachError(error.key, step, **error.values)
    else:
        breach = BreachError("conformance.breach.raised", step, **facts_of(error))
    return breach


def sentence(breach: BreachError, words: Texts) -> str:
    """Return what a breach says. A reason is said if it is the key of a text; what is long is cut."""
    values: dict[str, Any] = {}
    for name, value in breach.values.items():
        said = words.attempt(value, {}) if name == "why" and words.has(value) else None
        values[name] = said or (value if isinstance(value, int) else str(value)[:_LONGEST])
    return words.line(breach.key, values)


Steps = Callable[[Cabinet, int, int, int | None], Iterator[int]]
"""Looks at a match of so many seats, from a seed, over so many steps (None: to the end). It yields the number of the
step that it looks at next, and raises BreachError where the game breaks the law."""


class Law(NamedTuple):
    """One law: its name is the last part of the key of its sentence, `conformance.law.<name>`."""

    name: str
    steps: Steps

    def __call__(self, cabinet: Cabinet, seats: int, seed: int, most: int | None = None) -> None:
        """Hold one match of a game to the law. Raises BreachError, also where the game's code raises an exception."""
        step = 0
        try:
            for number in self.steps(cabinet, seats, seed, most):
                step = number
        except Exception as error:
            raise breach_by(error, step) from error


def law(steps: Steps) -> Law:
    """Make a law of what looks at the steps of a match; it is named as the function is."""
    return Law(steps.__name__, steps)
