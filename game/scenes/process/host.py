"""A room of our own: the host in a process beside the window, started as `main.py host` is.

It ends with the window unless other people are still in the room; then it goes on until the last of them has
left (`--linger`), so that nobody loses a match because somebody else closed a window.
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
from game.program import option_words
from game.scenes.process.program import ChildProgram

OPEN, CLOSED = "open", "closed"
LINGER = 20
"""Seconds a room stays open with nobody in it."""
START_SECONDS = 20.0
_LAST_WORDS = 1.0
"""Seconds after its end in which something of what it said may still come."""


class HostError(SpokenError):
    """The room could not be opened."""


@dataclass(frozen=True)
class HostPlan:
    """Everything needed to open a room."""

    game: str
    seats: tuple[str, ...]
    """Each "open", "closed", a bot's name or a player of one's own."""
    name: str
    password: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    limit: float | None = None
    level: str = ""
    """The bot that fills open seats and plays for people who are gone."""
    port: int | None = None
    """The TCP port; None is the usual one, or any if that is taken."""
    locked: bool = False
    """Whether the room has a password, though `password` may not be known any more."""
    resume: Path | None = None
    """The recording of a match to go on with; of the others, only game and port count then."""
    keep: Path | None = None
    """Where the room is kept between matches; it goes on from there where a host of it was killed."""


@dataclass(frozen=True)
class Opened:
    """The room is open: its TCP port, and the key that makes its holder the owner, or none."""

    port: int
    owner: bytes


def host_words(plan: HostPlan) -> list[str]:
    """The words after `main.py` that open the room.

    The password goes by the environment, which nobody else reads.

    >>> host_words(HostPlan("nullgame", ("open", "expert"), "레일라의 판"))[:8]
    ['host', 'nullgame', '--seats', 'open,expert', '--fill', '', '--name', '레일라의 판']
    """
    stay = ["--linger", str(LINGER), "--json", "--stay"]
    if plan.port is not None:
        stay += ["--port", str(plan.port)]
    if plan.keep is not None:
        stay += ["--keep", str(plan.keep)]
    if plan.resume is not None:
        return ["host", plan.game, "--resume", str(plan.resume), *stay]
    words = ["host", plan.game, "--seats", listed(plan.seats), "--fill", "", "--name", plan.name]
    words += [*stay, "--pace", "0.6"]
    words += option_words(plan.options)
    if plan.limit is not None:
        words += ["--limit", f"{plan.limit:g}"]
    return [*words, "--level", plan.level] if plan.level else words


class HostProcess:
    """A host that was started. `poll` tells once when its room is open."""

    def __init__(self, plan: HostPlan) -> None:
        """Raises HostError where no process can be started."""
        self.plan = plan
        self.journal: Path | None = None
        """The recording of the match that began last."""
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
        """Whether it has ended by itself after its room was open, and all it said was heard."""

    @property
    def pid(self) -> int | None:
        """The number of its process; None once it was closed."""
        return self._child.pid

    def poll(self, now: float) -> Opened | None:
        """The room, once it is open. Raises HostError where it cannot be opened."""
        if not self._ours:
            return None
        self._since = now if self._since is None else self._since
        opened = None
        gone = not self._child.running
        while (line := self._child.line()) is not None:
            opened = self._hear(line) or opened
        if (
            opened is None
            and not self._opened
            and ((gone and self._child.heard_out) or now - self._since > START_SECONDS)
        ):
            self.close()
            raise HostError("lobby.host.ended")
        self._opened = self._opened or opened is not None
        if gone:
            self._gone_since = now if self._gone_since is None else self._gone_since
            self.ended = self._child.heard_out or now - self._gone_since > _LAST_WORDS
        return opened

    def _hear(self, line: str) -> Opened | None:
        """Take in a line from the host: the room it opened, or where a match is recorded. Raises HostError."""
        try:
            told = json.loads(line)
            if told.get("replay"):
                self.journal = Path(told["replay"])
            return None if self._opened else Opened(int(told["port"]), bytes.fromhex(told["owner"]))
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            if self._opened:
                return None
            self.close()
            raise HostError("lobby.host.failed", why=line.strip()) from error

    def abandon(self) -> None:
        """Let it go on for the people in the room; it ends when they have left."""
        self._ours = False
        self._child.abandon()

    def close(self) -> None:
        """End it: everybody in its room is told. Harmless the second time."""
        self._ours = False
        self._child.close()
