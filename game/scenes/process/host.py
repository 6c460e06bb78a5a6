"""A room of our own: the host in a process beside the window, started as `main.py host` is.

It ends with the window unless other people are still in the room; then it goes on until the last of them has
left (`--linger`), so that nobody loses a match because somebody else closed a window.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from game.core.bot.process_group import PASSWORD_VARIABLE, worker_environment
from game.core.bot.reading import listed
from game.core.errors import SpokenError, reason
from game.program import option_words
from game.scenes.process.program import ChildProgram

OPEN, CLOSED = "open", "closed"
LINGER = 20
"""Seconds a room stays open with nobody in it."""
START_SECONDS = 20.0


class HostError(SpokenError):
    """The room could not be opened."""


@dataclass(frozen=True)
class HostPlan:
    """What a room is opened with."""

    game: str
    seats: tuple[str, ...]
    """Each "open", "closed", a bot's name or a player of one's own."""
    name: str
    password: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    limit: float | None = None
    level: str = ""
    """The bot that fills open seats and plays for who is gone."""


@dataclass(frozen=True)
class Opened:
    """The room is open: its TCP port, and the key that makes its holder the owner."""

    port: int
    owner: bytes


def host_words(plan: HostPlan, port: int | None = None) -> list[str]:
    """The words after `main.py` that open the room; without a `port` it takes the usual one, or any if that is taken.

    The password goes by the environment, which nobody else reads.

    >>> host_words(HostPlan("nullgame", ("open", "expert"), "레일라의 판"))[:6]
    ['host', 'nullgame', '--seats', 'open,expert', '--name', '레일라의 판']
    """
    words = ["host", plan.game, "--seats", listed(plan.seats), "--name", plan.name]
    words += ["--linger", str(LINGER), "--json", "--stay", "--pace", "0.6"]
    words += option_words(plan.options)
    if port is not None:
        words += ["--port", str(port)]
    if plan.limit is not None:
        words += ["--limit", f"{plan.limit:g}"]
    return [*words, "--level", plan.level] if plan.level else words


class HostProcess:
    """A host that was started. `poll` tells once when its room is open."""

    def __init__(self, plan: HostPlan, port: int | None = None) -> None:
        """Raises HostError where no process can be started."""
        self.plan = plan
        environment = {**worker_environment(), PASSWORD_VARIABLE: plan.password}
        try:
            self._child = ChildProgram(host_words(plan, port), environment)
        except OSError as error:
            raise HostError("lobby.host.not_started", why=reason(error)) from error
        self._ours = True
        self._opened = False
        self._since: float | None = None

    @property
    def running(self) -> bool:
        """Whether it has not ended."""
        return self._child.running

    def poll(self, now: float) -> Opened | None:
        """The room, once it is open. Raises HostError where it cannot be opened."""
        if self._opened or not self._ours:
            return None
        self._since = now if self._since is None else self._since
        line = self._child.line()
        if not line:
            if not self.running or now - self._since > START_SECONDS:
                self.close()
                raise HostError("lobby.host.ended")
            return None
        try:
            told = json.loads(line)
            opened = Opened(int(told["port"]), bytes.fromhex(told["owner"]))
        except (ValueError, TypeError, KeyError) as error:
            self.close()
            raise HostError("lobby.host.failed", why=line.strip()) from error
        self._opened = True
        return opened

    def abandon(self) -> None:
        """Let it go on for those who are there; it ends when they have left."""
        self._ours = False
        self._child.abandon()

    def close(self) -> None:
        """End it: everybody in its room is told. Harmless the second time."""
        self._ours = False
        self._child.close()
