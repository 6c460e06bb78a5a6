"""What people write players with: one file, one class, five calls. docs/writing-a-player.md begins here.

What is known is set before every call and cannot be changed. An exception in a call, and an answer of another
type than it asks for, is punished as the rules say.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import Any, ClassVar

import msgspec

from game.cabinets.l4g.outlook import Deed, Phase, PlayerState, PlayerView, Scores, Sight, View
from game.cabinets.l4g.rules import Action, Go, Place, Wait, Way
from game.core.bots import Bot, BotSetup, Request

__all__ = ["Cell", "Deed", "Direction", "Myself", "Player", "PlayerView", "Scores", "Sight", "State"]

Direction = Way
State = PlayerState


class Cell(msgspec.Struct, frozen=True):
    """What is known of one square."""

    sight: Sight
    players: tuple[PlayerView, ...]
    """Who is there, as far as it is known, oneself included."""
    actions: tuple[Deed, ...]
    events: tuple[Deed, ...]

    def count(self, state: PlayerState) -> int:
        """How many players of a state are known to be there."""
        return sum(player.state is state for player in self.players)

    @property
    def survivors(self) -> int:
        """Survivors known to be there."""
        return self.count(PlayerState.SURVIVOR)

    @property
    def corpses(self) -> int:
        """Corpses known to be there."""
        return self.count(PlayerState.CORPSE)

    @property
    def infected(self) -> int:
        """Infected known to be there."""
        return self.count(PlayerState.INFECTED)


class Myself(msgspec.Struct, frozen=True):
    """What a player knows of itself."""

    state: PlayerState
    hp: int
    position: tuple[int, int] | None
    """Row and column; None in the sky."""
    cooldown: int
    """Turns until it rises or may choose a square."""


class Player(Bot[View, Action]):
    """A player of L4G. Write the five calls; everything above them is there to be read."""

    name: ClassVar[str] = ""
    accept_direct_infection: bool = False
    """Read on choosing turns, after `survivor_move`."""

    number: int
    game_number: int
    turn: int
    choosing: bool
    """Direct infection is offered in this turn."""
    me: Myself
    score: Scores
    cells: tuple[tuple[Cell, ...], ...]
    """`cells[row][column]`, (0, 0) at the top left."""

    def __init__(self, setup: BotSetup) -> None:
        super().__init__(setup)
        self.number = setup.seat

    @abstractmethod
    def survivor_move(self) -> Way:
        """Where to go as a survivor: one square, never `STAY`."""

    @abstractmethod
    def corpse_stay(self) -> None:
        """Think, as a corpse."""

    @abstractmethod
    def infected_move(self) -> Way:
        """Where to go as an infected; `STAY` is a prayer."""

    @abstractmethod
    def soul_stay(self) -> None:
        """Think, as a soul. The first call of a game, in turn 0: set yourself up here."""

    @abstractmethod
    def soul_spawn(self) -> tuple[int, int] | None:
        """The row and column to come down on; anything else puts it off by a turn."""

    def decide(self, request: Request) -> Action:
        """Answer by the call that fits."""
        view: View = request.view
        self._learn(view)
        if view.phase is Phase.PLACE:
            return Place(_place(self._called(self.soul_spawn)))
        match self.me.state:
            case PlayerState.SURVIVOR:
                way = self._way(self.survivor_move)
                return Go(way, accept=view.choosing and bool(self.accept_direct_infection))
            case PlayerState.INFECTED:
                return Go(self._way(self.infected_move))
            case PlayerState.CORPSE:
                self._called(self.corpse_stay)
            case PlayerState.SOUL:
                self._called(self.soul_stay)
        return Wait()

    def _learn(self, view: View) -> None:
        """Set what is known from the view."""
        self.game_number = view.game_number
        self.turn = view.turn
        self.choosing = view.choosing
        self.me = Myself(view.me.state, view.me.health or 0, view.me.square, view.cooldown)
        (self.score,) = view.scores
        self.cells = cells_of(view)

    def _way(self, call: Callable[[], Any]) -> Way:
        """The way a call answers. Raises TypeError for anything else."""
        way = self._called(call)
        if not isinstance(way, Way):
            raise TypeError(f"{call.__name__} answered {way!r} in turn {self.turn}; it must answer a Direction")
        return way

    def _called(self, call: Callable[[], Any]) -> Any:
        """What a call answers; an exception is given where it happened, for its author."""
        try:
            return call()
        except Exception as error:
            error.add_note(f"game {self.game_number}, player {self.number}, turn {self.turn}, {call.__name__}")
            raise


def cells_of(view: View) -> tuple[tuple[Cell, ...], ...]:
    """What a view knows of each square, by row and column."""

    def cell(row: int, column: int) -> Cell:
        here = (row, column)
        return Cell(
            view.sight[row * view.columns + column],
            tuple(player for player in view.players if player.square == here),
            tuple(deed for deed in view.actions if deed.square == here),
            tuple(deed for deed in view.events if deed.square == here),
        )

    return tuple(tuple(cell(row, column) for column in range(view.columns)) for row in range(view.rows))


def _place(answer: Any) -> tuple[int, int] | None:
    """A row and column; None for anything else."""
    match answer:
        case (int(row), int(column)):
            return int(row), int(column)
    return None
