"""Holds one game to every law, match by match."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import pygame

from game.conformance.cases import CROWD, option_cases, seat_counts
from game.conformance.law import BreachError, Law
from game.conformance.laws import LAWS_OF_RULES
from game.conformance.pictures import LAWS_OF_PICTURES
from game.conformance.words import LAWS_OF_WORDS, declared_things_have_texts
from game.core.cabinet import Cabinet
from game.core.options import describe

LAWS: tuple[Law, ...] = (*LAWS_OF_RULES, *LAWS_OF_WORDS, *LAWS_OF_PICTURES)
"""Every law, in the order in which they are told."""
ONCE = frozenset({declared_things_have_texts})
"""Laws of a game alone, for which one match is as good as any."""
QUICK_STEPS, CROWD_STEPS, OPTION_STEPS = 60, 60, 12
"""Steps of the matches of a quick look, of crowds, and of those with other values of options."""


class Case(NamedTuple):
    """A match that is looked at."""

    cabinet: Cabinet
    seats: int
    seed: int
    most: int | None
    """At most so many steps; None for the whole match."""
    chosen: dict[str, Any]
    """The options that are not as usual."""


class Verdict(NamedTuple):
    """Whether a game holds to a law: in all of `matches`, or not in `case`, by `breach`."""

    law: Law
    matches: int
    breach: BreachError | None = None
    case: Case | None = None


def cases(cabinet: Cabinet, seed: int, most: int | None, *, quick: bool) -> Iterator[Case]:
    """Yield the matches that a game is tried in: each number of seats, then each value of each option.

    A quick look plays the least and the most seats, not whole matches, and the usual options alone.
    """
    counts: Sequence[int] = seat_counts(cabinet)
    if quick:
        counts, most = sorted({counts[0], counts[-1]}), QUICK_STEPS if most is None else most
    for seats in counts:
        yield Case(cabinet, seats, seed, most if seats < CROWD or most is not None else CROWD_STEPS, {})
    if not quick:
        usual = {option.name: option.default for option in describe(cabinet.info.options)}
        for changed, seats in option_cases(cabinet):
            values = {option.name: option.default for option in describe(changed.info.options)}
            chosen = {name: value for name, value in values.items() if value != usual[name]}
            yield Case(changed, seats, seed, OPTION_STEPS, chosen)


def tried(cases: Sequence[Case], report: Callable[[int], None] = lambda done: None) -> list[Verdict]:
    """Hold a game to every law in each of these matches. A law that was broken is not looked at again.

    `report` is told how many matches are done. Opens a display, or SDL's dummy of one.
    """
    pygame.display.init()
    pygame.display.set_mode((1, 1))
    verdicts = [Verdict(law, 0) for law in LAWS]
    for number, case in enumerate(cases):
        for place, verdict in enumerate(verdicts):
            if verdict.breach is None and not (number and verdict.law in ONCE):
                verdicts[place] = _looked_at(verdict, case)
        report(number + 1)
    return verdicts


def _looked_at(verdict: Verdict, case: Case) -> Verdict:
    try:
        verdict.law(case.cabinet, case.seats, case.seed, case.most)
    except BreachError as breach:
        return verdict._replace(breach=breach, case=case)
    return verdict._replace(matches=verdict.matches + 1)
