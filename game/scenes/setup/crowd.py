"""Many seats as kinds of players and how often each kind sits: pure functions.

The Seating holds all data; each function returns the next Seating. A changed count of one kind takes seats from the
others or gives them some; all other players stay where they are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from game.core.bot.loading import HUMAN
from game.core.bot.reading import is_own
from game.ground.texts import Texts
from game.scenes.setup.seats import SeatChoice, Seating, names_of
from game.scenes.staging.kinds import numbered_name

MOST_CARDS = 12
"""The most seats of a game that shows a card per seat; a game with more shows kinds of players."""


def kinds_of(seating: Seating, further: Iterable[str] = ()) -> tuple[str, ...]:
    """Return every kind that may sit there: people, their own bots (seated and `further` ones), and the computers."""
    return (HUMAN, *dict.fromkeys((*seating.own, *further)), *seating.bots)


def counts_of(seating: Seating) -> Counter[str]:
    """Return how often each kind sits there."""
    return Counter(seat.spec for seat in seating.seats)


def with_count(seating: Seating, kind: str, number: int) -> Seating:
    """Give a kind `number` seats, as far as there are seats; other kinds give up seats, or take those it leaves.

    >>> bots, seats = ("easy", "hard"), map(SeatChoice, ("human", "easy", "hard", "hard"))
    >>> few = Seating((4,), bots, tuple(seats), mix=bots)
    >>> [seat.spec for seat in with_count(few, "human", 2).seats]
    ['human', 'easy', 'hard', 'human']
    >>> [seat.spec for seat in with_count(few, "hard", 0).seats]
    ['human', 'easy', 'easy', 'easy']
    """
    specs = [seat.spec for seat in seating.seats]
    number = max(0, min(len(specs), number))
    while (count := specs.count(kind)) != number:
        if count < number:
            giver = _giver(seating, specs, kind)
            specs[_last(specs, giver)] = kind
        else:
            specs[_last(specs, kind)] = _taker(seating, specs, kind)
    return _of(seating, specs)


def with_total(seating: Seating, total: int) -> Seating:
    """Change the number of seats, if the game can be played with it: computers of the mix are added or removed."""
    if total not in seating.counts:
        return seating
    specs = [seat.spec for seat in seating.seats]
    while len(specs) > total:
        del specs[_last(specs, _giver(seating, specs, ""))]
    while len(specs) < total:
        specs.append(_taker(seating, specs, ""))
    return _of(seating, specs)


def mixed(seating: Seating) -> Seating:
    """Put the game's usual mix of computers in every seat without a person or a person's own bot."""
    mix = _mix(seating)
    free = iter(range(len(seating.seats)))
    specs = [seat.spec if seat.person or is_own(seat.spec) else mix[next(free) % len(mix)] for seat in seating.seats]
    return _of(seating, specs)


def with_person_at(seating: Seating, seat: int) -> Seating:
    """Move the first person to that seat, and its player to the person's old seat; without people, add a person."""
    seats = list(seating.seats)
    here = person_seat(seating)
    if here is None:
        seats[seat] = SeatChoice(HUMAN)
    else:
        seats[here], seats[seat] = seats[seat], seats[here]
    return replace(seating, seats=tuple(seats))


def without_person_at(seating: Seating, seat: int) -> Seating:
    """Put a computer of the mix in that seat."""
    specs = [choice.spec for choice in seating.seats]
    specs[seat] = _taker(seating, specs, HUMAN)
    return _of(seating, specs)


def person_seat(seating: Seating) -> int | None:
    """Return the first seat of a person; None for none."""
    return next((number for number, seat in enumerate(seating.seats) if seat.person), None)


def crowd_names(seating: Seating, game: str, texts: Texts, remembered: Sequence[str] = ()) -> tuple[str, ...]:
    """Return names for many seats: people have their own names, computers their kind and seat number."""
    people = names_of(seating, texts, remembered)
    return tuple(
        people[number] if seat.person else numbered_name(seat.spec, number, game, texts)
        for number, seat in enumerate(seating.seats)
    )


def _mix(seating: Seating) -> tuple[str, ...]:
    return seating.mix or seating.bots[-1:]


def _giver(seating: Seating, specs: Sequence[str], kind: str) -> str:
    """Return the kind that gives up a seat: the most frequent of the mix, otherwise of the computers, otherwise a
    person's own bot.
    """
    count = Counter(specs)
    tiers = (_mix(seating), seating.bots, tuple(filter(is_own, specs)), (HUMAN,))
    for tier in tiers:
        others = [other for other in tier if other != kind and count[other]]
        if others:
            return max(others, key=lambda other: count[other])
    raise ValueError(f"nobody but {kind} sits there")


def _taker(seating: Seating, specs: Sequence[str], kind: str) -> str:
    """Return the kind that takes a seat which another kind leaves: the least frequent of the mix."""
    count = Counter(specs)
    others = [other for other in (*_mix(seating), *seating.bots) if other != kind]
    mix = [other for other in others if other in _mix(seating)] or others or list(seating.bots) or [HUMAN]
    return min(mix, key=lambda other: count[other])


def _last(specs: Sequence[str], kind: str) -> int:
    return len(specs) - 1 - list(reversed(specs)).index(kind)


def _of(seating: Seating, specs: Sequence[str]) -> Seating:
    """Return the seating with these players in its seats; a player who stays keeps their name."""
    kept = dict(enumerate(seating.seats))
    seats = (
        kept[number] if number in kept and kept[number].spec == spec else SeatChoice(spec)
        for number, spec in enumerate(specs)
    )
    return replace(seating, seats=tuple(seats))
