"""The room opened from this lobby: opening, open, restarted after its host ended, left or closed."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from time import time
from uuid import uuid4

from game.cabinets.listed import CABINETS
from game.core.errors import SpokenError
from game.core.holding import is_held
from game.core.moving import remove_file
from game.ground import paths
from game.scenes.lan.heir import TakenRoom
from game.scenes.lan.kept import kept_rooms
from game.scenes.lan.link import Open, RoomHost
from game.scenes.lan.log import ConnectionLog
from game.scenes.process.host import CLOSED, OPEN, HostPlan, Opened
from net.host.room.record import SUFFIX, read_record, record_path
from net.messages import RoomState

_TRIES = 4
"""The most hosts started in a row while each ends within `_STABLE` seconds."""
_STABLE = 10.0
"""A host that ran longer than this, or whose match went on, begins a new row of tries when it ends."""
_ADOPT_AFTER = 10.0
"""Seconds without connection before this window hosts a lost room itself: another window may own it and be sooner."""
_WAIT = 1.0
"""Seconds before the second try; each further one waits twice as long."""
_FORGOTTEN = 7 * 86_400.0
"""Seconds after which a room kept between matches is deleted."""


class OwnRoom:
    """The room that this program hosts, or none. A host that ended by itself is started again, with its
    port and match.
    """

    def __init__(self, opener: Open, log: ConnectionLog) -> None:
        self.password = ""
        """The password with which the room was opened; empty for none."""
        self.reviving = False
        """Whether the room's host ended and is being started again."""
        self.failure: SpokenError | None = None
        """Why the room could not be opened, so that there is none; None if nothing failed."""
        self._opener = opener
        self._log = log
        self._plan: HostPlan | None = None
        self._last: HostPlan | None = None
        """The plan that `again` tries once more; None for none."""
        self.host: RoomHost | None = None
        """The host of the room; None without a room, and while the host is started again."""
        self._opened: Opened | None = None
        self._fresh: Opened | None = None
        self._tries = 0
        self._tried = 0.0
        self._missed = 0.0
        self._written = 0
        """Size in bytes of the match's recording when the host last ended."""

    def __bool__(self) -> bool:
        return self._plan is not None

    @property
    def phones(self) -> tuple[str, ...]:
        """What a phone opens to join the room, the likeliest first; empty where none may."""
        return self.host.phones if self.host is not None else ()

    @property
    def phones_refused(self) -> str:
        """Why phones cannot join although they may, in words; empty where nothing is known against it."""
        return self.host.phones_refused if self.host is not None else ""

    @property
    def phones_unasked(self) -> bool:
        """Whether nobody has opened the page for phones for a while."""
        return self.host is not None and self.host.phones_unasked

    def begin(self, plan: HostPlan, *, reviving: bool = False) -> None:
        """Start opening the room; failures go to the log. `reviving`: this person is in the room, and its host has
        ended.
        """
        self.failure, self.password, self.reviving = None, plan.password, reviving
        plan = replace(plan, keep=plan.keep or fresh_room())
        self._plan, self._opened, self._tries, self._written = plan, None, 0, 0
        self._log.say("lobby.log.resuming" if plan.resume else "lobby.log.opening", name=plan.name)
        self._start(plan)

    def follow(self, room: RoomState | None) -> None:
        """Remember what the room plays now, to reopen the room with it if its host ends between two matches."""
        plan = self._plan
        if plan is None or room is None or self.reviving:
            return
        limit = room.limit / 1000 or None
        if (plan.game, plan.options, plan.limit) == (room.game, room.options, limit):
            return
        seats = plan.seats
        if plan.game != room.game:
            seats = tuple(seat.kind if seat.kind in (OPEN, CLOSED) else seat.bot or OPEN for seat in room.seats)
        level = CABINETS[room.game].easy if room.game in CABINETS else plan.level
        self._plan = replace(plan, game=room.game, options=room.options, limit=limit, seats=seats, level=level)

    def adopt(self, port: int | None, now: float) -> None:
        """Host again a room of this computer that outlived its window and has now ended while this person was its
        guest.

        `port` is the port of the lost room; None while no room is lost.
        """
        if port is None or self or self.failure:
            self._missed = now
            if port is None and not self:
                self.failure = None
        elif now - self._missed >= _ADOPT_AFTER:
            self._missed = now
            kept = (room.plan for room in kept_rooms(paths.replays()) if room.plan.port == port)
            plan = next(kept, None)
            if plan is not None:
                self.begin(plan, reviving=True)

    def take_opened(self) -> Opened | None:
        """Return the room once each time it was opened; without a key where another window of this person keeps it."""
        opened, self._fresh = self._fresh, None
        return opened

    def poll(self, now: float) -> None:
        """Follow the host. If the room cannot be opened, say so in the log and have no room any more."""
        if self._plan is None:
            return
        if self.host is None:
            if now - self._tried >= _WAIT * 2 ** (self._tries - 2):
                self._start(self._plan)
            return
        try:
            opened = self.host.poll(now)
        except SpokenError as error:
            self.host = None
            self._failed(error, now)
            return
        if opened:
            self._opened = self._fresh = opened
            self._tried = now
            if self.reviving:
                self.reviving = False
                self._log.say("lobby.log.reopened", "good")
        elif self.host.ended:
            self._revive(self._plan, self.host, now)

    def _start(self, plan: HostPlan) -> None:
        self._last = plan
        if self._kept_elsewhere(plan):
            return
        try:
            self.host = self._opener(plan)
        except SpokenError as error:
            self._plan, self.reviving, self.failure = None, False, error
            self._log.error(error)

    def _kept_elsewhere(self, plan: HostPlan) -> bool:
        """If another window already hosts the match, leave it to that window and be its guest. Returns whether so."""
        if plan.resume is None or not is_held(plan.resume):
            return False
        try:
            port = read_record(plan.resume).port
        except SpokenError:
            return False
        self._plan, self.reviving, self._fresh = None, False, Opened(port, b"")
        self._log.say("lobby.log.elsewhere")
        return True

    def _revive(self, plan: HostPlan, host: RoomHost, now: float) -> None:
        """Start the host again: with its match if that can go on, otherwise with the room as it was opened."""
        assert self._opened is not None
        if not self.reviving:
            self._log.say("lobby.log.reviving", "warning")
        journal = host.journal or plan.resume
        before, self._written = self._written, _size(journal)
        if now - self._tried > _STABLE or self._written > before:
            self._tries = 0
        resume = journal if journal and record_path(journal).exists() else None
        self._plan = replace(plan, port=self._opened.port, resume=resume)
        host.close()
        self.host, self.reviving = None, True
        if (
            resume is None and plan.locked and not plan.password
        ):  # without its password the room would be open to everybody
            self._tries = _TRIES
        self._failed(None, now)

    def _failed(self, error: SpokenError | None, now: float) -> None:
        """Try again, the first time at once, unless that is pointless."""
        self._tries, self._tried = self._tries + 1, now
        if self._plan is not None and self._kept_elsewhere(self._plan):
            return
        if self._tries <= _TRIES and self._plan is not None and self.reviving:
            if self._tries == 1:
                self._start(self._plan)
            return
        self._plan, self.reviving, self.failure = None, False, error or SpokenError("lobby.host.keeps_ending")
        self._log.error(self.failure)

    def again(self) -> None:
        """Try once more after a `failure`."""
        if self._plan is None and self._last is not None:
            self.reviving, self.failure, self._tries = True, None, 0
            self._plan = self._last
            self._start(self._plan)

    def take(self, room: TakenRoom, now: float) -> None:
        """Keep running a room that has moved here."""
        self._plan, self.host, self._opened = replace(room.plan, handed=None), room.host, room.opened
        self.password, self._last = room.plan.password, None
        self.failure, self.reviving, self._tried, self._tries = None, False, now, 0

    def end(self, others: int) -> None:
        """Leave the room to the `others` in it, or close it where there are none. Does nothing without a room."""
        host, self.host, self._plan, self._last = self.host, None, None, None
        self.reviving, self.failure = False, None
        if host is None:
            return
        if others > 0 and not host.ended:
            host.abandon()
        else:
            host.close()


def fresh_room() -> Path:
    """Return a new file to keep a room in between matches; delete those of rooms long gone."""
    folder = paths.cache() / "rooms"
    for old in folder.glob(f"*{SUFFIX}"):
        with suppress(OSError):
            if time() - old.stat().st_mtime > _FORGOTTEN:
                remove_file(old)
    return folder / f"{uuid4().hex}{SUFFIX}"


def _size(journal: Path | None) -> int:
    try:
        return journal.stat().st_size if journal is not None else 0
    except OSError:
        return 0
