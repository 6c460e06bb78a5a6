"""What the rounds of a room's mix are drawn from: who is here, with which games, and what is left."""

from __future__ import annotations

import msgspec

from game.core.mix.programme import Drawn, Guest, Length, Party, Round, Table
from game.core.mix.sprint import sprint_of
from game.core.short import Short
from net.host.room.core import RoomCore
from net.host.room.mix_record import MixRecord
from net.host.room.people import Person
from net.ledger.mixes import MixDraw, MixGuest, draw_round, forms_of

LANGUAGES = ("ko", "en")
"""What people read whose programs do not say."""


class MixDrawing:
    """Draws the rounds of a mix for those who are in the room."""

    def __init__(self, core: RoomCore) -> None:
        self.awaited: frozenset[int] = frozenset()
        """Who was here before the host was started again: they have their seats in the round while they come back."""
        self._core = core
        self._shorts = {game: cabinet.shorts for game, cabinet in core.plan.games.items()}
        self._sprints = {game: cabinet.sprint for game, cabinet in core.plan.games.items() if cabinet.sprint}

    def present(self, kept: MixRecord) -> list[Person]:
        """Return who plays the next round: those who are here, or are just coming back."""
        people = [person for person in self._core.people if person.number in kept.points]
        return [person for person in people if person.present or person.number in self.awaited]

    def await_people(self, kept: MixRecord) -> None:
        """Keep seats for those whose windows an heir waits for; else for who was here as the last card was shown."""
        core = self._core
        here = kept.now.people if kept.now is not None else kept.points
        gone = kept.now.gone if kept.now is not None else ()
        self.awaited = frozenset((core.people.owner, *core.windows) if core.windows else here).difference(gone)

    def short(self, game: str, name: str) -> Short | None:
        """Return the short form or the sprint with a name; None where there is none here."""
        forms = [*self._shorts.get(game, ()), *([self._sprints[game]] if game in self._sprints else [])]
        return next((short for short in forms if short.name == name), None)

    def drawn(self, kept: MixRecord) -> Drawn | None:
        """Return the next round for those who are here."""
        return self._next(kept, self._past(kept), kept.length, kept.final)

    def sprint(self, kept: MixRecord) -> Round | None:
        """Return the sprint of those who share the first place; None where there is none, or one of them is away."""
        people = self.present(kept)
        has = {game for game in self._sprints if not any(one.lacks(self._core.plan.games[game].info) for one in people)}
        party = Party({one.number: Guest(games=frozenset(has)) for one in people}, off=frozenset(kept.off))
        return sprint_of(party, self._sprints, kept.points)

    def told(self, kept: MixRecord, drawn: Drawn) -> MixDraw:
        """Return what a round was drawn from, for everybody who draws it again."""
        inputs = self._inputs(kept, kept.length)
        return msgspec.structs.replace(
            inputs,
            short=drawn.round.short.name,
            forms=forms_of(self._shorts, inputs.games),
            tables=tuple(table.people for table in drawn.round.tables),
        )

    def rounds(self, kept: MixRecord, drawn: Drawn) -> int:
        """Return how many rounds there will be if everybody stays and each takes as long as it usually does."""
        past, length = self._past(kept), kept.length
        coming: Drawn | None = drawn
        while coming is not None:
            past.append(coming.round)
            if coming.last:
                break
            length = length.after(coming.round.seconds)
            coming = self._next(kept, past, length, coming.final)
        return len(past)

    def _next(self, kept: MixRecord, past: list[Round], length: Length, final: str) -> Drawn | None:
        return draw_round(self._inputs(kept, length), self._shorts, kept.seed, past, final)

    def _inputs(self, kept: MixRecord, length: Length) -> MixDraw:
        """Return what a round is drawn from, with nothing yet of what comes of it."""
        people = self.present(kept)
        games = tuple(
            game
            for game, cabinet in self._core.plan.games.items()
            if cabinet.shorts and game not in kept.off and not any(person.lacks(cabinet.info) for person in people)
        )
        guests = (MixGuest(one.number, one.languages or LANGUAGES, kept.points[one.number]) for one in people)
        return MixDraw(
            short="",
            forms="",
            games=games,
            guests=tuple(guests),
            seconds=length.seconds,
            rounds=length.rounds,
            spare=length.spare,
            struck=kept.struck,
        )

    def _past(self, kept: MixRecord) -> list[Round]:
        return [
            Round(each.game, short, tuple(map(Table, each.tables)), 0)
            for each in kept.past
            if (short := self.short(each.game, each.short)) is not None
        ]
