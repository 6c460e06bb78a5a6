"""A mix at one screen: of one person against computers, or of a few. All sit at one table in each round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from game.core.mix.programme import Drawn, Length, Party, Round, Shorts, next_round, points_won
from game.core.mix.sprint import Sprints, sprint_of, sprint_points
from game.core.rules import Result
from game.core.short import Format


@dataclass(frozen=True)
class HomeMix:
    """How far a mix has come; equal beginnings with equal results give equal rounds."""

    party: Party
    shorts: Shorts
    seed: int
    length: Length
    sprints: Sprints = field(default_factory=dict)
    past: tuple[Round, ...] = ()
    points: Mapping[int, int] = field(default_factory=dict)
    won: Mapping[int, int] = field(default_factory=dict)
    """Points of the last round."""
    final: str = ""

    @classmethod
    def begun(
        cls,
        party: Party,
        shorts: Shorts,
        seed: int,
        *,
        sprints: Sprints | None = None,
        seconds: int = 0,
        rounds: int = 0,
    ) -> HomeMix:
        """Return a mix of so many seconds, or of a number of rounds."""
        people = party.guests
        if len(people) == 1:  # nobody wins a race that is run alone
            shorts = {
                game: [short for short in forms if short.format is not Format.SAME] for game, forms in shorts.items()
            }
        return cls(party, shorts, seed, Length.of(seconds, rounds), sprints or {}, points=dict.fromkeys(people, 0))

    @property
    def coming(self) -> Drawn | None:
        """The round that is next; None where nothing fits."""
        return next_round(
            self.party, self.shorts, self.seed, self.past, self.points, self.length, self.final, together=True
        )

    @property
    def sprint(self) -> Drawn | None:
        """What follows the final where several share the first place; None where one has won, or nothing fits."""
        drawn = sprint_of(self.party, self.sprints, self.points)
        return None if drawn is None else Drawn(drawn, True, "", sprint=True)

    def without(self, game: str) -> HomeMix:
        """Return the mix without a game that cannot be begun here."""
        return replace(self, party=replace(self.party, off=self.party.off | {game}))

    def after(self, drawn: Drawn, results: Sequence[Result] | None) -> HomeMix:
        """Return the mix after a round; one that was left brings nobody anything (`results` is None)."""
        if results is None:
            won = dict.fromkeys(self.points, 0)
        elif drawn.sprint:
            won = sprint_points(drawn.round.tables[0].people, results[0])
        else:
            won = points_won(drawn.round, [results])
        return replace(
            self,
            past=self.past if drawn.sprint else (*self.past, drawn.round),
            points={person: points + won.get(person, 0) for person, points in self.points.items()},
            won=won,
            final=drawn.final,
            length=self.length.after(drawn.round.seconds),
        )
