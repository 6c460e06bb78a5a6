"""The headline of the results: who won, why the match ended, and how the only person at this screen did."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from game.core.rules import Result, Seat
from game.engine.stage import Look, Summary
from game.ground.texts import Texts


@dataclass(frozen=True)
class Headline:
    """The headline for a result; `points`: whether scores are points that people count."""

    result: Result
    looks: Sequence[Look]
    points: bool
    texts: Texts
    summary: Summary | None = None
    """The game's own words about the end; None where the ranks tell it."""

    @cached_property
    def winners(self) -> list[Seat]:
        """The seats of rank 1."""
        return [seat for seat, line in enumerate(self.result.seats) if line.rank == 1]

    @cached_property
    def _alike(self) -> bool:
        return len(self.winners) == len(self.result.seats)

    @cached_property
    def mine(self) -> Seat | None:
        """The seat of the only person at this screen; None for several or no people."""
        people = [seat for seat, look in enumerate(self.looks) if look.person]
        return people[0] if len(people) == 1 else None

    @cached_property
    def together(self) -> str | None:
        """The text key of an end that all seats share, ending in `_won` or `_lost`; None where seats ended differently
        or the game has no such text.
        """
        keys = (f"{self.result.reason}_{came}" for came in ("won", "lost"))
        return next((key for key in keys if self._alike and self.texts.has(key)), None)

    @property
    def drawn(self) -> bool:
        """Whether the match is a draw: all seats share a rank, and did not win or lose together."""
        return self._alike and len(self.result.seats) > 1 and self.together is None and self.summary is None

    @property
    def won(self) -> bool:
        """Whether a person at this screen has won, alone or together with all."""
        if self.summary is not None:
            return self.summary.won
        well = self.together is None or self.together.endswith("_won")
        return well and not self.drawn and any(self.looks[seat].person for seat in self.winners)

    @property
    def title(self) -> str:
        """The heading: the winner's name, "You won" for the only person at this screen, or their points if they played
        against nobody.
        """
        if self.summary is not None:
            return self.summary.title
        if self.together is not None:
            return self.texts.line(self.together)
        if self.drawn:
            return self.texts.line("results.draw")
        names = ", ".join(self.looks[seat].name for seat in self.winners)
        one = len(self.winners) == 1
        if self.mine in self.winners and len(self.result.seats) == 1:
            return self.texts.line("results.alone", points=self.result.seats[0].score)
        if self.mine in self.winners:
            return self.texts.line("results.you_won" if one else "results.you_shared")
        return self.texts.line("results.won" if one else "results.shared", seat=self.winners[0], names=names)

    @property
    def subtitle(self) -> str:
        """Why the match ended, and how the only person at this screen did if they have not won."""
        reason, mine, lines = self.texts.line(self.result.reason), self.mine, self.result.seats
        if mine is None or self.won or self._alike:
            return reason
        behind = max(line.score for line in lines) - lines[mine].score
        near = behind > 0 and self.points
        if len(lines) > 2:
            key = "results.placed_behind" if near else "results.your_place"
            return f"{reason} {self.texts.line(key, rank=lines[mine].rank, seats=len(lines), points=behind)}"
        return f"{reason} {self.texts.line('results.behind', points=behind)}" if near else reason

    def place(self, rank: int) -> str:
        """Return a rank in words; with two seats, whether the seat won; empty where all win or lose together, or the
        game sums the end up.
        """
        if self.summary is not None or self.together is not None:
            return ""
        if len(self.result.seats) != 2:
            return self.texts.line("results.rank", rank=rank)
        came = "drawn" if self.drawn else "won" if rank == 1 else "lost"
        return self.texts.line(f"results.two.{came}")
