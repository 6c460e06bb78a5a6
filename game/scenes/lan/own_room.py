"""The room that was opened from the lobby: being opened, open, left to others or closed."""

from __future__ import annotations

from game.core.errors import SpokenError
from game.scenes.lan.link import Open, RoomHost
from game.scenes.lan.log import ConnectionLog
from game.scenes.process.host import HostPlan, Opened


class OwnRoom:
    """A room of our own, or none."""

    def __init__(self, opener: Open, log: ConnectionLog) -> None:
        self.password = ""
        """What it was opened with."""
        self._opener = opener
        self._log = log
        self._host: RoomHost | None = None

    def __bool__(self) -> bool:
        """Whether there is one."""
        return self._host is not None

    def begin(self, plan: HostPlan) -> None:
        """Have it opened; the log says where that fails."""
        try:
            self._host = self._opener(plan)
        except SpokenError as error:
            self._log.error(error)
            return
        self.password = plan.password
        self._log.say("lobby.log.opening", name=plan.name)

    def poll(self, now: float) -> Opened | None:
        """The room, once it is open. Where it could not be opened the log says so and there is none any more."""
        if self._host is None:
            return None
        try:
            return self._host.poll(now)
        except SpokenError as error:
            self._host = None
            self._log.error(error)
            return None

    def end(self, others: int) -> None:
        """Leave it to the others in it, so many, or close it. Harmless where there is none."""
        host, self._host = self._host, None
        if host is None:
            return
        if others > 0 and host.running:
            host.abandon()
        else:
            host.close()
