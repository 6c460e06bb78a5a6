"""Many seats, as kinds of players and how often each sits there: pure.

A Seating holds the only truth; each function here returns the next Seating. Changing how often one kind
sits takes seats from the others or gives them some, and leaves everybody else where they are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from game.core.bot.loading import HUMAN
from game.core.bot.reading import is_own
from game.scenes.setup.seats import SeatChoice, Seating, names_of
from game.scenes.staging.kinds import numbered_name
from game.texts import Texts

MOST_CARDS = 12
"""A game of at most so many seats shows a card for each, with a name; one of more shows kinds."""


def kinds_of(seating: Seating, further: Iterable[str] = ()) -> tuple[str, ...]:
    """Everybody who may sit there: people, their own players (those seated and `further` ones), the computers."""
    return (HUMAN, *dict.fromkeys((*seating.own, *further)), *seating.bots)


def counts_of(seating: Seating) -> Counter[str]:
    """How often each kind sits there."""
    return Counter(seat.spec for seat in seating.seats)


def with_count(seating: Seating, kind: str, number: int) -> Seating:
    """`number` seats of a kind, as far as there are seats; the others make way, or take what it leaves.

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
    """So many seats, if the game can be played with them: computers of the mix come and go."""
    if total not in seating.counts:
        return seating
    specs = [seat.spec for seat in seating.seats]
    while len(specs) > total:
        del specs[_last(specs, _giver(seating, specs, ""))]
    while len(specs) < total:
        specs.append(_taker(seating, specs, ""))
    return _of(seating, specs)


def mixed(seating: Seating) -> Seating:
    """The usual mix of computers in every seat that neither a person nor a player of their own has."""
    mix = _mix(seating)
    free = iter(range(len(seating.seats)))
    specs = [seat.spec if seat.person or is_own(seat.spec) else mix[next(free) % len(mix)] for seat in seating.seats]
    return _of(seating, specs)


def with_person_at(seating: Seating, seat: int) -> Seating:
    """The first person in that seat, and who sat there where the person was; without people, one sits down."""
    seats = list(seating.seats)
    here = person_seat(seating)
    if here is None:
        seats[seat] = SeatChoice(HUMAN)
    else:
        seats[here], seats[seat] = seats[seat], seats[here]
    return replace(seating, seats=tuple(seats))


def without_person_at(seating: Seating, seat: int) -> Seating:
    """A computer of the mix in that seat."""
    specs = [choice.spec for choice in seating.seats]
    specs[seat] = _taker(seating, specs, HUMAN)
    return _of(seating, specs)


def person_seat(seating: Seating) -> int | None:
    """The first seat of a person."""
    return next((number for number, seat in enumerate(seating.seats) if seat.person), None)


def crowd_names(seating: Seating, game: str, texts: Texts, remembered: Sequence[str] = ()) -> tuple[str, ...]:
    """Names for seats of kinds: people have their own, computers that of their kind and the number of their seat."""
    people = names_of(seating, texts, remembered)
    return tuple(
        people[number] if seat.person else numbered_name(seat.spec, number, game, texts)
        for number, seat in enumerate(seating.seats)
    )


def _mix(seating: Seating) -> tuple[str, ...]:
    return seating.mix or seating.bots[-1:]


def _giver(seating: Seating, specs: Sequence[str], kind: str) -> str:
    """The kind that gives up a seat to another: the most frequent of the mix, else of the computers, else a player of
    one's own."""
    count = Counter(specs)
    tiers = (_mix(seating), seating.bots, tuple(filter(is_own, specs)), (HUMAN,))
    for tier in tiers:
        others = [other for other in tier if other != kind and count[other]]
        if others:
            return max(others, key=lambda other: count[other])
    raise ValueError(f"nobody but {kind} sits there")


def _taker(seating: Seating, specs: Sequence[str], kind: str) -> str:
    """The kind that takes a seat which another leaves: the least frequent of the mix."""
    count = Counter(specs)
    others = [other for other in (*_mix(seating), *seating.bots) if other != kind]
    mix = [other for other in others if other in _mix(seating)] or others or list(seating.bots) or [HUMAN]
    return min(mix, key=lambda other: count[other])


def _last(specs: Sequence[str], kind: str) -> int:
    return len(specs) - 1 - list(reversed(specs)).index(kind)


def _of(seating: Seating, specs: Sequence[str]) -> Seating:
    """The seating with these players in its seats; whoever stays keeps their name."""
    kept = dict(enumerate(seating.seats))
    seats = (
        kept[number] if number in kept and kept[number].spec == spec else SeatChoice(spec)
        for number, spec in enumerate(specs)
    )
    return replace(seating, seats=tuple(seats))
