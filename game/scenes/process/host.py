"""A room hosted by this program: the host runs in another process, started like `main.py host`.

It ends with the window unless other people are in the room; then it goes on until the last of them has left
(`--linger`), so that nobody loses a match because somebody else closed a window.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from game.core.bot.reading import listed
from game.core.errors import SpokenError, reason
from game.core.process.process_group import PASSWORD_VARIABLE, worker_environment
from game.ground.program import option_words
from game.scenes.process.program import ChildProgram

OPEN, CLOSED = "open", "closed"
LINGER = 20
"""Seconds that a room stays open with nobody in it."""
START_SECONDS = 60
"""Seconds in which the host must have opened its room: on a busy old machine whose virus scanner reads along, the start
of a program alone takes twenty.
"""
_LAST_WORDS = 1.0
"""Seconds after the host's end in which its last output may still arrive."""


class HostError(SpokenError):
    """The room could not be opened."""


@dataclass(frozen=True)
class HostPlan:
    """Everything needed to open a room."""

    game: str
    seats: tuple[str, ...]
    """For each seat "open", "closed", or a bot's specification."""
    name: str
    password: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    limit: float | None = None
    level: str = ""
    """The bot that fills open seats and replaces people who left; empty for the default."""
    port: int | None = None
    """The TCP port; None is the default one, or any free port if that is taken."""
    locked: bool = False
    """Whether the room has a password, even if `password` is no longer known."""
    resume: Path | None = None
    """The recording of a match to continue; of the other fields only game and port count then. None for a new match."""
    handed: Path | None = None
    """A room that another host handed over; of the other fields only game and port count then."""
    prepared: bool = False
    """Whether the program only loads itself, and reads `handed` once it is asked to: see `HostProcess.go_on`."""
    phones: bool = False
    """Whether people may join by the browser of a phone."""
    keep: Path | None = None
    """File in which the room is kept between matches, to restore it if its host is killed."""


@dataclass(frozen=True)
class Opened:
    """An open room: its TCP port, and the key that makes its holder the owner; empty for no key."""

    port: int
    owner: bytes


_left: list[HostProcess] = []
"""The hosts that this program has left running."""


def rooms_left() -> list[str]:
    """Return the names of the rooms that this program has left to others and that still run on this machine."""
    _left[:] = [host for host in _left if host.goes_on]
    return [host.plan.name for host in _left]


def host_words(plan: HostPlan) -> list[str]:
    """Return the command-line words after `main.py` that open the room.

    The password goes through the environment, which other users cannot read.

    >>> host_words(HostPlan("nullgame", ("open", "expert"), "레일라의 판"))[:8]
    ['host', 'nullgame', '--seats', 'open,expert', '--fill', '', '--name', '레일라의 판']
    """
    stay = ["--linger", str(LINGER), "--json", "--stay"]
    stay += ["--phones"] if plan.phones else []
    if plan.port is not None:
        stay += ["--port", str(plan.port)]
    if plan.keep is not None:
        stay += ["--keep", str(plan.keep)]
    if plan.handed is not None:
        stay += ["--prepared"] if plan.prepared else []
        return ["host", plan.game, "--handed", str(plan.handed), *stay]
    if plan.resume is not None:
        return ["host", plan.game, "--resume", str(plan.resume), *stay]
    words = ["host", plan.game, "--seats", listed(plan.seats), "--fill", "", "--name", plan.name]
    words += [*stay, "--pace", "0.6"]
    words += option_words(plan.options)
    if plan.limit is not None:
        words += ["--limit", f"{plan.limit:g}"]
    return [*words, "--level", plan.level] if plan.level else words


class HostProcess:
    """A running host; `poll` returns its room once it is open."""

    def __init__(self, plan: HostPlan) -> None:
        """Start the host. Raises HostError where no process can be started."""
        self.plan = plan
        self.journal: Path | None = None
        """File of the recording of the match that began last; None before the first."""
        self.phones: tuple[str, ...] = ()
        """What a phone opens to join, the likeliest first; it changes from time to time."""
        self.phones_refused = ""
        """Why phones cannot join, in words."""
        self.phones_unasked = False
        """Whether nobody has opened the page for phones for a while."""
        environment = {**worker_environment(), PASSWORD_VARIABLE: plan.password}
        try:
            self._child = ChildProgram(host_words(plan), environment)
        except OSError as error:
            raise HostError("lobby.host.not_started", why=reason(error)) from error
        self._ours = True
        self._opened = False
        self._since: float | None = None
        self._gone_since: float | None = None
        self.ended = False
        """Whether the host has ended by itself after opening its room, and all its output has been read."""

    @property
    def goes_on(self) -> bool:
        """Whether the process still runs, also after `abandon`."""
        return not self._child.heard_out

    @property
    def pid(self) -> int | None:
        """The process id; None after `close`."""
        return self._child.pid

    def go_on(self) -> None:
        """Let a program that was prepared open its room."""
        self._child.tell("go on")

    def poll(self, now: float) -> Opened | None:
        """Return the room once, when it is open. Raises HostError where it cannot be opened."""
        if not self._ours:
            return None
        self._since = now if self._since is None else self._since
        opened = None
        gone = not self._child.running
        while (line := self._child.line()) is not None:
            opened = self._hear(line) or opened
        if opened is None and not self._opened:
            if gone and self._child.heard_out:
                self.close()
                raise HostError("lobby.host.ended")
            if now - self._since > START_SECONDS:
                self.close()
                raise HostError("lobby.host.silent", seconds=START_SECONDS)
        self._opened = self._opened or opened is not None
        if gone:
            self._gone_since = now if self._gone_since is None else self._gone_since
            self.ended = self._child.heard_out or now - self._gone_since > _LAST_WORDS
        return opened

    def _hear(self, line: str) -> Opened | None:
        """Handle a line of the host's output: the room that it opened, or the file of a recording. Raises HostError."""
        try:
            told = json.loads(line)
            if told.get("phones"):
                self.phones = tuple(map(str, told["phones"]))
                return None
            if "unasked" in told:
                self.phones_unasked = told["unasked"] is True
                return None
            if told.get("replay"):
                self.journal = Path(told["replay"])
            return None if self._opened else Opened(int(told["port"]), bytes.fromhex(told["owner"]))
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            if self._opened:
                if self.plan.phones and not self.phones:
                    self.phones_refused = line.strip()
                return None
            self.close()
            raise HostError("lobby.host.failed", why=line.strip()) from error

    def abandon(self) -> None:
        """Leave the host running for the people in the room; it ends when they have left."""
        self._ours = False
        self._child.abandon()
        _left.append(self)

    def close(self) -> None:
        """End the host; everybody in its room is told. May be called twice."""
        self._ours = False
        self._child.close()
