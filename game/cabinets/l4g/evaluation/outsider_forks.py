"""The server from which the processes of own players are forked, and a new one when a player has ended it."""

from __future__ import annotations

from game.cabinets.l4g.evaluation.outsider_worker import OutsiderWorker
from game.core.bot.loading import BotError, name_of
from game.core.process.fork_server import ForkServer
from game.core.process.process_group import worker_command, worker_environment

WORKER = name_of(OutsiderWorker)
"""What answers in the process of an own player, as its command line names it."""
MOST_LOST = 3
"""How many servers may be lost: nobody can tell which player ends them, so none is punished for it."""


class Forks:
    """Begins the server when it is first needed."""

    def __init__(self) -> None:
        self._server: ForkServer | None = None
        self._lost = 0

    def server(self) -> ForkServer:
        """Return the server, a new one if the last one is dead. Raises BotError after too many, and OSError."""
        if self._server is not None and self._server.dead:
            self._lost += 1
            self.close()
        if self._lost > MOST_LOST:
            raise BotError("bots.start.server_lost", count=self._lost)
        if self._server is None:
            self._server = ForkServer(worker_command(["--memory", "0", "--worker", WORKER]), worker_environment())
        return self._server

    def close(self) -> None:
        """End the server and all processes that it has forked."""
        if self._server is not None:
            self._server.close()
            self._server = None
