"""Keeps a room from going on in two places: its match is played only where enough of its guests' windows are.

Of n windows on other computers a host needs half to play on; a host that opened the room because another was lost needs
more than half to begin. So one of two halves plays, never both. Nothing of this applies where no heir was ever reached:
nobody else can have the room then.
"""

from __future__ import annotations

from net.heirs import Hosting, Rival
from net.host.room.core import RoomCore
from net.host.room.people import Person
from net.host.room.play import RoomPlay
from net.limits import SILENCE
from net.states import RoomPhase

GATHERING = 3.0
"""Seconds from when enough are back to when computers play for those who are not."""
_GATHERED = 6.0
"""Seconds in which those who look for this host find it; then the host that seemed lost is asked, too."""
_ASK = 2.0
_ASK_LATER = 15.0
"""Seconds between two times that rivals are asked, at first and after `_SOON`."""
_SOON = 60.0


class Majority:
    """Follows whose windows are here, and pauses the match while too few are."""

    def __init__(self, core: RoomCore, play: RoomPlay) -> None:
        self.core = core
        self._play = play
        self._founders: frozenset[int] = frozenset()
        """The windows of whom more than half must come to a room opened for a host that was lost; empty afterwards."""
        self._held = False
        """Whether the match is paused for want of windows."""
        self._enough_since: float | None = None
        self._cut_since: float | None = None
        self._next_ask = 0.0
        self._running: bool | None = None

    def found(self, windows: tuple[int, ...]) -> None:
        """Open the room for a host that was lost, with these windows in its room."""
        self.core.windows, self._founders = windows, frozenset(windows)
        self._held = self.core.cut_off = bool(windows)

    def left(self, number: int) -> None:
        """Note that somebody left on purpose or was sent away: they are not waited for."""
        self.core.windows = tuple(one for one in self.core.windows if one != number)
        self._founders -= {number}

    def own(self) -> frozenset[int]:
        """Return who sits at this host's computer, as far as it is known."""
        return frozenset(person.number for person in self.core.people if self._is_own(person))

    def _is_own(self, person: Person) -> bool:
        own = person.link is not None and self.core.plan.ours(person.link.address)
        return person.keyed or person.browser or own

    def _here(self, now: float) -> set[int]:
        """Return whose windows are here: those heard of lately."""
        here = set()
        seated = set(self.core.seated_anywhere)
        for person in self.core.people.present:
            assert person.link is not None
            counts = person.number in self._founders or not (person.program or self._is_own(person))
            if counts and person.number in seated and now - person.link.heard <= SILENCE:
                here.add(person.number)
        return here

    def settle(self, now: float) -> None:
        """Count the windows; pause the match where too few are here, and go on once enough are back."""
        core = self.core
        if core.moving:
            return
        here = self._here(now)
        begins, self._running = core.running and self._running is False, core.running
        windows = here if begins and not self._held else (set(core.windows) | here) - self._played_for()
        windows -= self.own() - self._founders  # who sits at this computer now is lost with it
        enough = 2 * len(here) > len(windows) if self._founders else 2 * len(here) >= len(windows)
        enough = enough or not windows or not (core.rivals or self._founders)
        if enough:
            windows &= set(core.seated_anywhere)
            self._enough_since = now if self._enough_since is None else self._enough_since
        else:
            self._enough_since = None
            if not core.cut_off or self._cut_since is None:
                self._cut_since = self._next_ask = now
        core.windows, core.cut_off = tuple(sorted(windows)), not enough
        if core.running:
            self._hold_or_go_on(now)
        elif enough:
            self._established()

    def _played_for(self) -> set[int]:
        """Return whose seat a computer plays: the match goes on without them. Founders are waited for first."""
        if self._founders or not self.core.running:
            return set()
        return {place.person for place in self.core.seating if place.person and place.bot}

    def _hold_or_go_on(self, now: float) -> None:
        core, play = self.core, self._play
        if self._held and not core.waits:  # everybody is back, or the owner goes on without the others
            self._established()
            if core.cut_off:
                core.windows, core.cut_off = tuple(sorted(self._here(now))), False
        elif core.cut_off and not self._held and core.phase is RoomPhase.PLAYING:
            self._held = True
            play.hold(now)
            core.log("cut_off")
        elif self._held and self._enough_since is not None:
            if not self._founders:
                self._held = False
                play.resume_clock(now)
            elif now >= self._enough_since + GATHERING:
                play.go_on_without(now)
                self._established()

    def _established(self) -> None:
        self._held, self._founders = False, frozenset()
        self.core.windows = tuple(number for number in self.core.windows if number not in self.own())

    def wake(self, now: float) -> float:
        """Return the seconds until something is due without a message; infinity for never."""
        waits = []
        if self._held and self._enough_since is not None:
            waits.append(self._enough_since + GATHERING - now)
        if self.core.cut_off and self.core.rivals:
            waits.append(self._next_ask - now)
        return max(0.0, min(waits, default=float("inf")))

    # Whether the room is open elsewhere.

    def take_rivals(self, now: float) -> tuple[Rival, ...]:
        """Return whom to ask now whether they have the room open."""
        since, here = self._cut_since, self.core.plan.generation
        if not self.core.cut_off or since is None or now < self._next_ask or self.core.moving:
            return ()
        self._next_ask = now + (_ASK if now < since + _SOON else _ASK_LATER)
        return tuple(one for one in self.core.rivals if one.generation >= here or now >= since + _GATHERED)

    def yields(self, rival: Rival, hosting: Hosting) -> bool:
        """Return whether this host closes for a rival that answered, and proved that it is one."""
        here = self.core.plan.generation
        if not self.core.cut_off or hosting.room != self.core.id:
            return False
        if rival.generation < here:  # the host that seemed lost, with most of its guests
            return hosting.leads and hosting.generation == rival.generation and bool(self._founders)
        if hosting.generation < here:
            return False
        return hosting.generation > here or hosting.leads or rival.elder
