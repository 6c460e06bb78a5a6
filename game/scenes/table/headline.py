"""The words above the results: who won, why it ended, and how that concerns the only person at this screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from game.core.rules import Result, Seat
from game.engine.stage import Look
from game.texts import Texts


@dataclass(frozen=True)
class Headline:
    """The words for an end; `points`: whether scores are points that people count."""

    result: Result
    looks: Sequence[Look]
    points: bool
    texts: Texts

    @cached_property
    def winners(self) -> list[Seat]:
        """The seats of the first rank."""
        return [seat for seat, line in enumerate(self.result.seats) if line.rank == 1]

    @cached_property
    def _alike(self) -> bool:
        return len(self.winners) == len(self.result.seats)

    @cached_property
    def mine(self) -> Seat | None:
        """The seat of the one person at this screen; None where several or none sit here."""
        people = [seat for seat, look in enumerate(self.looks) if look.person]
        return people[0] if len(people) == 1 else None

    @cached_property
    def together(self) -> str | None:
        """Where all came off alike and the game says what that is: the key of the end, with `_won` or `_lost`."""
        keys = (f"{self.result.reason}_{came}" for came in ("won", "lost"))
        return next((key for key in keys if self._alike and self.texts.has(key)), None)

    @property
    def drawn(self) -> bool:
        """Whether nobody came off better than anybody else, and that is neither won nor lost."""
        return self._alike and len(self.looks) > 1 and self.together is None

    @property
    def won(self) -> bool:
        """Whether a person at this screen has won, alone or together with all."""
        well = self.together is None or self.together.endswith("_won")
        return well and not self.drawn and any(self.looks[seat].person for seat in self.winners)

    @property
    def title(self) -> str:
        """The heading: "You won" for the only person at this screen, else the winner's name."""
        if self.together is not None:
            return self.texts.line(self.together)
        if self.drawn:
            return self.texts.line("results.draw")
        names = ", ".join(self.looks[seat].name for seat in self.winners)
        one = len(self.winners) == 1
        if self.mine in self.winners:
            return self.texts.line("results.you_won" if one else "results.you_shared")
        return self.texts.line("results.won" if one else "results.shared", seat=self.winners[0], names=names)

    @property
    def subtitle(self) -> str:
        """Why it ended, and how the only person at this screen came off if they have not won."""
        reason, mine, lines = self.texts.line(self.result.reason), self.mine, self.result.seats
        if mine is None or self.won or self._alike:
            return reason
        behind = max(line.score for line in lines) - lines[mine].score
        place = self.texts.line("results.your_place", rank=lines[mine].rank, seats=len(lines)) if len(lines) > 2 else ""
        near = self.texts.line("results.behind", points=behind) if behind > 0 and self.points else ""
        return " ".join(part for part in (reason, place, near) if part)

    def place(self, rank: int) -> str:
        """A seat's place, or of two seats whether it won; empty where all win or lose together."""
        if self.together is not None:
            return ""
        if len(self.result.seats) != 2:
            return self.texts.line("results.rank", rank=rank)
        came = "drawn" if self.drawn else "won" if rank == 1 else "lost"
        return self.texts.line(f"results.two.{came}")
