"""What the stage has seen so far, turn by turn: how many players were in each state, and where each one was."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from game.cabinets.l4g.rules.views import Phase, PlayerState, View
from game.cabinets.l4g.stage.floor.layout import Place


@dataclass(frozen=True)
class Moment:
    """The known players after one turn."""

    counts: tuple[int, ...]
    """How many players are in each state, in the order of PlayerState; for a viewer with a seat, itself alone."""
    places: Mapping[int, Place | None]
    """Where each known player is; None in the sky."""
    deaths: int
    """How many players are known to have died in this turn."""
    choosing: bool
    """Whether direct infection is offered after this turn."""


@dataclass
class Record:
    """Moments by the number of turns played."""

    moments: dict[int, Moment] = field(default_factory=dict)

    def see(self, view: View) -> None:
        """Add the moment of a view."""
        if view.phase in (Phase.NUMBER, Phase.PLACE):
            return
        states = [player.state for player in view.players if view.number in (-1, player.number)]
        self.moments[view.turn] = Moment(
            tuple(states.count(state) for state in PlayerState),
            {player.number: player.square for player in view.players},
            sum(deed.kind == "died" for deed in view.events),
            view.choosing,
        )

    def path(self, number: int, turn: int, length: int) -> Sequence[Place]:
        """Return the squares a player came over, up to `length` of them, ending with its square after `turn`.

        The path is cut at the first turn that was not seen.
        """
        squares: list[Place] = []
        while len(squares) < length and turn in self.moments:
            square = self.moments[turn].places.get(number)
            if square is None:
                break
            squares.append(square)
            turn -= 1
        return squares[::-1]
