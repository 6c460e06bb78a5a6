"""Rehearses the match that is to begin beside the event loop, so that nobody else waits for a level or for lists.

Nothing of it is done when options are chosen, which anybody may do once a second.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

from game.core.attachments import attach_from
from game.core.errors import SpokenError
from game.core.match.rehearsal import rehearse
from net.host.match.disk import Disk
from net.host.match.hosted_match import Terms
from net.host.room.people import Person

_SWITCH = 0.0005
"""Seconds after which a rehearsal lets the event loop go on; Python's own 5 ms are waited for at every message."""
LONGEST = 60.0
"""Seconds after which nobody waits for a match to begin any longer."""


class Rehearsal:
    """The beginning of a match on given terms: `done` once it is over, with the `error` that it met."""

    def __init__(
        self, terms: Terms, seats: int, chance: tuple[int, int], lists: Path | None, disk: Disk, now: float
    ) -> None:
        """Begin: `chance` is the match's seed and key, `lists` the folder beside which people's own lists lie."""
        self.chance = chance
        self.until = now + LONGEST
        self.error: SpokenError | None = None
        self._terms, self._seats, self._lists = terms, seats, lists
        self._work = disk(self._begin)

    @property
    def done(self) -> bool:
        return self._work.done

    def is_of(self, terms: Terms, seats: int) -> bool:
        """Return whether it was of a match of this game, with these options and so many seats."""
        known = self._terms
        return (known.cabinet.id, known.options, self._seats) == (terms.cabinet.id, terms.options, seats)

    def _begin(self) -> None:
        rules, options = self._terms.cabinet.rules, self._terms.options
        usual = sys.getswitchinterval()
        sys.setswitchinterval(_SWITCH)
        try:
            if self._lists is not None:
                attach_from(self._lists, options)
            rehearse(rules, self._seats, options, *self.chance)
        except SpokenError as error:
            self.error = error
        finally:
            sys.setswitchinterval(usual)


@dataclass(frozen=True)
class Asked:
    """A match that was asked for and waits for its rehearsal: with which bot, without whom, by whom."""

    bot: str
    without: bool
    by: Person | None


class Rehearsals:
    """The rehearsal of the match that is to begin next: there is never more than one at a time."""

    def __init__(self) -> None:
        self._last: Rehearsal | None = None

    def of(
        self, terms: Terms, seats: int, chance: tuple[int, int], lists: Path | None, disk: Disk, now: float
    ) -> Rehearsal:
        """Return the rehearsal of a match on these terms, or the one that must be over before it can begin."""
        last = self._last
        if last is None or (last.done and not last.is_of(terms, seats)):
            last = self._last = Rehearsal(terms, seats, chance, lists, disk, now)
        return last

    @property
    def running(self) -> Rehearsal | None:
        """The rehearsal that is not over yet."""
        return None if self._last is None or self._last.done else self._last

    def forget(self) -> None:
        """Rehearse the next match anew, unless the last rehearsal is still running."""
        if self.running is None:
            self._last = None
