"""The plan of a match at this screen: everything it begins with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from game.core.bot.loading import HUMAN
from game.core.cabinet import Cabinet
from game.core.chance import derive
from game.core.levels import ADAPTING, adapts, level_of, moved
from game.core.match.match import Match, Step


@dataclass(frozen=True)
class SeatPlan:
    """A seat of a plan: the name shown, and "human" or a bot's specification."""

    name: str
    spec: str = HUMAN

    @property
    def person(self) -> bool:
        """Whether a person at this screen plays the seat."""
        return self.spec == HUMAN


@dataclass(frozen=True)
class MatchPlan:
    """Everything a match at this screen begins with."""

    game: str
    seats: tuple[SeatPlan, ...]
    options: Any
    """The game's options Struct."""
    seed: int
    limit: float | None = None
    """Seconds that a person has for a choice; None is no limit."""
    begun: tuple[Step, ...] = ()
    """Steps that were already played; the match continues after them."""

    key: int = 0
    """The key from which chance and bots are derived together with the seed."""
    tried: bool = False
    """Whether the match continues another one from its middle, to try out what might have happened."""

    follow: int | None = None
    """The seat whose sight a spectator is shown first, in games that follow one."""

    hints: int = 0
    """How many hints were given in the part already played."""

    @property
    def specs(self) -> tuple[str, ...]:
        """Who plays each seat: "human" or a bot's specification."""
        return tuple(seat.spec for seat in self.seats)

    def at_level(self, bots: Sequence[str], change: int) -> MatchPlan | None:
        """Return the plan with computers a level stronger (+1) or gentler (-1), of `bots`, weakest first.

        None where there are no such computers, or one of the seats is of a person's own player.

        >>> plan = MatchPlan("nullgame", (SeatPlan("지우"), SeatPlan("Omar", "random")), None, 1)
        >>> stronger = plan.at_level(("random", "expert"), 1)
        >>> stronger.seats[1].spec, stronger.at_level(("random", "expert"), 1)
        ('expert', None)
        """
        if any(not seat.person and seat.spec not in bots for seat in self.seats):
            return None
        last = len(bots) - 1
        seats = tuple(
            seat if seat.person else replace(seat, spec=bots[min(last, max(0, bots.index(seat.spec) + change))])
            for seat in self.seats
        )
        return replace(self, seats=seats) if seats != self.seats else None

    def adapted(self, cabinet: Cabinet, change: int) -> MatchPlan:
        """Return the plan with adapting levels changed by `change` steps of their ladder, + for stronger.

        >>> from game.cabinets.listed import CABINETS
        >>> seats = SeatPlan("지우"), SeatPlan("Omar", "adapting:random")
        >>> plan = MatchPlan("nullgame", seats, None, 1).adapted(CABINETS["nullgame"], 1)
        >>> plan.seats[1].spec, plan.held().seats[1].spec
        ('adapting:random+expert@1', 'random+expert@1')
        """
        seats = []
        for seat in self.seats:
            level = level_of(seat.spec, cabinet.bots) if adapts(seat.spec) else None
            if level is not None:
                seat = replace(seat, spec=f"{ADAPTING}:{moved(level, cabinet.levels, change).text}")
            seats.append(seat)
        return replace(self, seats=tuple(seats))

    def held(self) -> MatchPlan:
        """Return the plan with computers whose level no longer adapts."""
        seats = (replace(seat, spec=seat.spec.removeprefix(f"{ADAPTING}:")) for seat in self.seats)
        return replace(self, seats=tuple(seats))

    @property
    def adapting(self) -> str | None:
        """The specification of a computer whose level adapts; None where there is none."""
        return next((seat.spec for seat in self.seats if adapts(seat.spec)), None)

    def again(self) -> MatchPlan:
        """Return the same plan from the start with a new seed."""
        return replace(self, seed=derive(self.seed, "again"), begun=(), tried=False, hints=0)


def branch_of(match: Match, names: Sequence[str]) -> MatchPlan | None:
    """Return a plan that goes on from here with a person in every seat; None where nothing can be tried out.

    That includes games with secrets: a person who plays all seats would see them.
    """
    info = match.rules.info
    if match.over or info.curtain:
        return None
    seed = derive(match.seed, "branch", match.number)
    seats = tuple(map(SeatPlan, names))
    return MatchPlan(info.id, seats, match.options, seed, begun=tuple(match.steps), key=match.key, tried=True)
