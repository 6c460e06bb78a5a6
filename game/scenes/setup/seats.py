"""The seating of a match that is being set up: pure, and the same for every game.

A Seating is always one that the game can be played with. Every change returns the next seating, or None where there is
none, so that a scene can ask what to offer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from game.core.bot.loading import HUMAN
from game.core.bot.reading import is_own
from game.core.cabinet import Cabinet
from game.core.levels import ADAPTING
from game.ground.texts import Texts


@dataclass(frozen=True)
class SeatChoice:
    """The player chosen for a seat. An empty name stands for the default one."""

    spec: str = HUMAN
    name: str = ""

    @property
    def person(self) -> bool:
        """Whether a person at this screen plays the seat."""
        return self.spec == HUMAN


@dataclass(frozen=True)
class Seating:
    """The seats of a planned match, in seat order."""

    counts: tuple[int, ...]
    """Every number of seats the game can be played with, ascending."""
    bots: tuple[str, ...]
    """The game's built-in bots, weakest first."""
    seats: tuple[SeatChoice, ...]
    mix: tuple[str, ...] = ()
    """The computers that fill seats without a chosen player; empty stands for the strongest."""
    adapts: bool = False
    """Whether a computer's level may adapt."""

    @classmethod
    def first(cls, cabinet: Cabinet, remembered: Sequence[str] = ()) -> Seating:
        """Return the remembered seats if they are still possible, otherwise one person among gentle computers."""
        counts, bots = cabinet.info.seats, cabinet.table_bots
        known = {HUMAN, *bots, *(level.text for level in cabinet.levels), *[ADAPTING][: len(cabinet.levels)]}
        if len(remembered) in counts and all(spec in known or is_own(spec) for spec in remembered):
            specs = tuple(remembered)
        else:
            specs = cabinet.filled((HUMAN,), cabinet.info.usual_seats, cabinet.gentle)
        return cls(counts, bots, tuple(SeatChoice(spec) for spec in specs), cabinet.mix, bool(cabinet.levels))

    @property
    def own(self) -> tuple[str, ...]:
        """The specifications of people's own bots that sit here, each once."""
        return tuple(dict.fromkeys(seat.spec for seat in self.seats if is_own(seat.spec)))

    @property
    def kinds(self) -> tuple[str, ...]:
        """The computers to choose from: the levels, the adapting level, and steps between levels that sit here."""
        between = (seat.spec for seat in self.seats if "+" in seat.spec and not is_own(seat.spec))
        return (*self.bots, *dict.fromkeys(between), *[ADAPTING][: self.adapts])

    @property
    def people(self) -> int:
        """How many seats are played by people."""
        return sum(seat.person for seat in self.seats)

    @property
    def computers(self) -> int:
        """How many seats are played by computers."""
        return len(self.seats) - self.people

    def with_people(self, change: int) -> Seating | None:
        """Return the seating with one person more (+1) or less (-1); None where that is impossible."""
        return self._changed(HUMAN, change)

    def with_computers(self, change: int) -> Seating | None:
        """Return the seating with one computer more (+1) or less (-1); None where that is impossible."""
        return self._changed(self._usual_bot(), change)

    def with_spec(self, seat: int, spec: str) -> Seating:
        """Return the seating with another player in a seat."""
        if self.seats[seat].spec == spec:
            return self
        return self._put(seat, SeatChoice(spec))

    def with_name(self, seat: int, name: str) -> Seating:
        return self._put(seat, replace(self.seats[seat], name=name))

    def without(self, seat: int) -> Seating | None:
        return self._of(self.seats[:seat] + self.seats[seat + 1 :])

    def _put(self, seat: int, choice: SeatChoice) -> Seating:
        return replace(self, seats=(*self.seats[:seat], choice, *self.seats[seat + 1 :]))

    def _of(self, seats: tuple[SeatChoice, ...]) -> Seating | None:
        return replace(self, seats=seats) if len(seats) in self.counts else None

    def _usual_bot(self) -> str:
        """Return the kind of a further computer: that of the last one seated, otherwise an easy one."""
        return next((seat.spec for seat in reversed(self.seats) if not seat.person), self.bots[:2][-1])

    def _changed(self, spec: str, change: int) -> Seating | None:
        """Return the seating with one more or one less of a kind: by adding or removing a seat, otherwise by replacing
        a player of another kind. A computer that is removed never becomes a person.
        """
        person = spec == HUMAN
        if change > 0:
            added = self._of((*self.seats, SeatChoice(spec)))
            other = self._last(not person)
            return added or (None if other is None else self.with_spec(other, spec))
        mine = self._last(person)
        if mine is None:
            return None
        return self.without(mine) or (self.with_spec(mine, self._usual_bot()) if person else None)

    def _last(self, person: bool) -> int | None:
        return next((seat for seat in reversed(range(len(self.seats))) if self.seats[seat].person == person), None)


def names_of(seating: Seating, texts: Texts, remembered: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the names that the seats will show, all different: those typed, those remembered for people, otherwise
    default names.
    """
    taken = {seat.name for seat in seating.seats if seat.name}
    people, computers = _people(texts, remembered), _computers(texts)
    names: list[str] = []
    for seat in seating.seats:
        name = seat.name
        if not name:
            name = next(usual for usual in (people if seat.person else computers) if usual not in taken)
            taken.add(name)
        names.append(name)
    return tuple(names)


def _people(texts: Texts, remembered: Sequence[str]) -> Sequence[str]:
    return [*remembered, *(texts.line("setup.person", number=number) for number in range(1, 100))]


def _computers(texts: Texts) -> Sequence[str]:
    """Return names for computers, people of the souk; numbered once the names are used up."""
    names = texts.computers
    return names + [f"{name} {number}" for number in range(2, 12) for name in names]
