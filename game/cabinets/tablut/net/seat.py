"""The controller of a competition player's seat: what the player sends becomes a move, or the player has lost."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game.cabinets.tablut.net.server import Server
from game.cabinets.tablut.net.wire import SEATS, Colour, WireError, read_move
from game.cabinets.tablut.rules import notation
from game.cabinets.tablut.rules.state import Move, View
from game.core.bots import Ending, Request
from game.core.errors import SpokenError
from game.core.match.session import Failure
from game.core.settling import GiveUp

TURNS = {0: "", 1: "BLACK", 2: "WHITE"}


def turn_of(view: View) -> str:
    """Return whose turn it is in a view, or how the match ended, in the words of the protocol."""
    if view.mover >= 0:
        return TURNS[view.side]
    winner = view.rounds[-1].seat if view.rounds else -1
    return "DRAW" if winner < 0 else f"{SEATS[winner].upper()}WIN"


class FaultError(SpokenError):
    """Why a player of the competition has lost by its rules, not by the board."""


class ForeignSeat:
    """The controller of a foreign player's seat. It gives up if the player broke a rule of the competition."""

    crewed = None
    starting = False

    def __init__(
        self, server: Server, colour: Colour, seconds: float, errors: int, heard: Callable[[Colour, FaultError], None]
    ) -> None:
        """`heard` is told why the player has lost; `errors` is how many illegal moves it may replace."""
        self._server = server
        self._colour: Colour = colour
        self._seconds = seconds
        self._errors = errors
        self._heard = heard
        self._request: Request | None = None
        self._until: float | None = None

    def begin(self, request: Request) -> None:
        self._request, self._until = request, None

    def poll(self, now: float) -> Any:
        """Return the player's move, GiveUp if it has lost by the competition's rules, None while it thinks."""
        self._server.poll(now)
        request, player = self._request, self._server.players.get(self._colour)
        if request is None:
            return None
        self._until = now + self._seconds if self._until is None else self._until
        try:
            while player is not None and player.inbox:
                move = self._accepted(request, *read_move(player.inbox.popleft()))
                if move is not None:
                    return move
            if player is None or player.fault:
                raise FaultError("tablut_server.fault.gone")
            if now >= self._until:
                raise FaultError("tablut_server.fault.time", seconds=self._seconds)
        except WireError as error:
            return self._lost(FaultError("tablut_server.fault.message", text=str(error.values.get("why", error.key))))
        except FaultError as fault:
            return self._lost(fault)
        return None

    def _accepted(self, request: Request, origin: int, target: int) -> Move | None:
        """Return the move if it is legal; None if the player may try again. Raises FaultError if it may not."""
        move = Move.between(origin, target)
        if move in (request.legal or ()):
            return move
        if not self._errors:
            raise FaultError("tablut_server.fault.move", move=notation.write(origin, target))
        self._errors -= 1
        self._server.tell(request.view.squares, turn_of(request.view))
        return None

    def _lost(self, fault: FaultError) -> GiveUp:
        self._heard(self._colour, fault)
        return GiveUp()

    def wait(self, seconds: float) -> None:
        self._server.wait(seconds)

    def cancel(self) -> None:
        self._request = None

    def refused(self, key: str) -> Failure:
        return Failure("refused", key)

    def missed(self) -> Failure:
        return Failure("missed", "tablut_server.fault.gone")

    def finish(self, ending: Callable[[], Ending]) -> None:
        self._request = None

    def close(self) -> None:
        """Do nothing: the server, which belongs to the contest, goes on."""
