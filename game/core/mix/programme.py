"""What is played in an evening of short matches, drawn round by round from a seed that all can check afterwards.

Laws of a round, the first ones first: no game twice in a row; what lets the evening end on time; of what fits, what was
played least; not the mood of the round before; the first round is for all at one table, and fast or a party. The last
round is drawn before the first one and kept secret: at one table if any game is.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from game.core.chance import fair
from game.core.mix.points import final_weight, match_points
from game.core.mix.seating import COMPUTER, Pair, paired, seated, table_sizes
from game.core.ranking import ranked
from game.core.rules import Result
from game.core.short import Asks, Format, Mood, Short

BESIDE = 36
"""Seconds of a round beside its longest match: card 10, board 10, last picture and loading 16."""
OVER = 20
"""The evening may be longer than asked by one part of so many."""
MOST_ROUNDS = 30
MOST_SECONDS = 1 << 20
"""More than any evening takes."""


@dataclass(frozen=True)
class Guest:
    """What matters of one person for what may be drawn."""

    languages: tuple[str, ...] = ("ko",)
    """The languages that this person reads, the dearest first."""
    cannot: frozenset[Asks] = frozenset()
    games: frozenset[str] | None = None
    """The games that this person's program has; None for all."""


@dataclass(frozen=True)
class Party:
    """Who is there, and what they play on."""

    guests: Mapping[int, Guest]
    """Everybody who plays, by number."""
    own_windows: bool = True
    """Whether each has a window of their own; else all sit at one screen."""
    off: frozenset[str] = frozenset()
    """Games that nobody wants tonight."""


@dataclass(frozen=True)
class Table:
    """One table of a round."""

    people: tuple[int, ...]
    """Who sits where, by seat; COMPUTER for a computer."""
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Round:
    """One round of an evening as it was drawn."""

    game: str
    short: Short
    tables: tuple[Table, ...]
    seconds: int
    """How long it takes with everything around it."""
    weight: int = 1
    """By what its points are multiplied."""

    @property
    def together(self) -> bool:
        """Whether all sit at one table."""
        return len(self.tables) == 1


@dataclass(frozen=True)
class _Candidate:
    """A short form that fits the party, with how large its tables are, by language."""

    game: str
    short: Short
    groups: tuple[tuple[str, tuple[int, ...], tuple[int, ...]], ...]
    """Language, people and sizes of the tables of each group; the language is "" where none is needed."""

    @property
    def name(self) -> str:
        """What identifies it among all short forms."""
        return f"{self.game}/{self.short.name}"

    @property
    def seconds(self) -> int:
        """How long a round of it takes."""
        sizes = (size for _, _, sizes in self.groups for size in sizes)
        return BESIDE + max(self.short.forms[size].seconds for size in sizes)

    @property
    def together(self) -> bool:
        """Whether all sit at one table."""
        return sum(len(sizes) for _, _, sizes in self.groups) == 1


Shorts = Mapping[str, Sequence[Short]]
"""The short forms of each game, by its id."""


def programme(
    party: Party,
    shorts: Shorts,
    seed: int,
    *,
    seconds: int = 0,
    rounds: int = 0,
) -> Generator[Round, Mapping[int, int] | None, None]:
    """Yield the rounds of an evening of `seconds`, or of a number of `rounds`, the final last.

    The points that people won in a round may be sent back for it: who stands near to whom decides who meets whom.
    Yields nothing where no game fits the party or the time.
    """
    length = Length.of(seconds, rounds)
    past: list[Round] = []
    points: dict[int, int] = dict.fromkeys(party.guests, 0)
    final = ""
    while (drawn := next_round(party, shorts, seed, past, points, length, final)) is not None:
        final = drawn.final
        past.append(drawn.round)
        for person, won in ((yield drawn.round) or {}).items():
            points[person] += won
        if drawn.last:
            return
        length = length.after(drawn.round.seconds)


@dataclass(frozen=True)
class Length:
    """What is left of an evening, its final with it: seconds, or a number of rounds."""

    seconds: int = 0
    rounds: int = 0
    spare: int = 0
    """Seconds that may be left over at the end."""

    @classmethod
    def of(cls, seconds: int, rounds: int) -> Length:
        """Return the length of a whole evening, which may be a little shorter or longer than `seconds`."""
        return cls(seconds + seconds // OVER if seconds else 0, rounds, 2 * (seconds // OVER))

    def after(self, seconds: int) -> Length:
        """Return what is left after a round of so many seconds."""
        left = max(1, self.seconds - seconds) if self.seconds else 0
        return Length(left, self.rounds and self.rounds - 1, self.spare)


@dataclass(frozen=True)
class Drawn:
    """The next round of an evening."""

    round: Round
    last: bool
    """Whether it is the final, or the sprint after it."""
    final: str
    """Game and short form of the final, to be given to the next draw and told to nobody."""
    sprint: bool = False
    """Whether it is the sprint of those who share the first place, of which nothing is drawn."""


def next_round(
    party: Party,
    shorts: Shorts,
    seed: int,
    past: Sequence[Round],
    points: Mapping[int, int],
    length: Length,
    final: str = "",
    *,
    together: bool = False,
    struck: Collection[str] = frozenset(),
) -> Drawn | None:
    """Return what is played after the rounds of the past, or None where no game fits the party or the time.

    `final` is what an earlier draw named; it is drawn anew where the party cannot play that any more. `together` leaves
    out what needs several tables, and `struck` games are not drawn.
    """
    fitting = [
        each for each in candidates(party, shorts) if each.game not in struck and (each.together or not together)
    ]
    known = next((each for each in fitting if each.name == final), None)
    last = known or _final(fitting, seed, length)
    if last is None:
        return None
    left = length.seconds - last.seconds
    chosen = None
    if length.rounds > 1 or (not length.rounds and len(past) < MOST_ROUNDS):
        fitting = [each for each in fitting if length.rounds or each.seconds <= left]
        room = None if length.rounds == 2 else MOST_SECONDS if length.rounds else left
        apart = _apart_from(last, fitting, room)
        if not length.rounds:
            filling = _Filling(candidates(party, shorts), last.game, length.spare)
            before = past[-1].game if past else ""
            filled = [each for each in apart if each.game != before and filling(each.game, left - each.seconds)]
            apart = filled or ([] if filling(before, left) else apart)
        chosen = next_of(apart, past, seed, last.game)
    if chosen is None:
        weight = final_weight(len(past) + 1, len(party.guests))
        return Drawn(_seated(last, past, points, seed, weight), True, last.name)
    return Drawn(_seated(chosen, past, points, seed, 1), False, last.name)


def _apart_from(final: _Candidate, fitting: Sequence[_Candidate], left: int | None) -> list[_Candidate]:
    """Return what fits, the final's game only where another one is certain to fit between it and the final.

    `left` is the seconds up to the final; None where it comes next.
    """
    shortest = min((each.seconds for each in fitting if each.game != final.game), default=None)
    return [
        each
        for each in fitting
        if each.game != final.game or (left is not None and shortest is not None and each.seconds + shortest <= left)
    ]


def candidates(party: Party, shorts: Shorts) -> list[_Candidate]:
    """Return every short form that fits the party, in the order of the games."""
    guests = party.guests.values()
    found = []
    for game, forms in shorts.items():
        if game in party.off or any(guest.games is not None and game not in guest.games for guest in guests):
            continue
        for short in forms:
            unable = any(short.asks & guest.cannot for guest in guests)
            if unable or (short.own_window and not party.own_windows):
                continue
            groups = _groups(party, short)
            if groups is not None:
                found.append(_Candidate(game, short, groups))
    return found


def _groups(party: Party, short: Short) -> tuple[tuple[str, tuple[int, ...], tuple[int, ...]], ...] | None:
    """Return who can sit together, with the sizes of their tables; None where somebody cannot."""
    everybody = tuple(sorted(party.guests))
    if not short.spoken:
        parted = [("", everybody)]
    else:
        common = [each for each in short.spoken if all(each in guest.languages for guest in party.guests.values())]
        if common:
            parted = [(common[0], everybody)]
        elif short.apart and party.own_windows:
            parted = _by_language(party, short)
        else:
            return None
    groups = []
    for language, people in parted:
        sizes = table_sizes(len(people), short.forms)
        if sizes is None or (short.filled and sum(sizes) > len(people)):
            return None
        groups.append((language, people, sizes))
    return tuple(groups)


def _by_language(party: Party, short: Short) -> list[tuple[str, tuple[int, ...]]]:
    """Return the people of each language, by the one of the game's that they read best."""
    reads = {
        person: next((each for each in guest.languages if each in short.spoken), "")
        for person, guest in party.guests.items()
    }
    if "" in reads.values():
        return [("", ())]
    return [
        (language, people)
        for language in short.spoken
        if (people := tuple(sorted(person for person, spoken in reads.items() if spoken == language)))
    ]


def next_of(fitting: Sequence[_Candidate], past: Sequence[Round], seed: int, final: str) -> _Candidate | None:
    """Return what is played next, by the laws of a round; None where nothing is left.

    The game of the final counts as played once.
    """
    before = past[-1] if past else None
    left = [each for each in fitting if before is None or each.game != before.game]
    if before is None:
        left = _narrowed(left, lambda each: each.together)
        left = _narrowed(left, lambda each: each.short.mood in (Mood.FAST, Mood.PARTY))
    played = [*(each.game for each in past), final]
    fewest = min((played.count(each.game) for each in left), default=0)
    left = [each for each in left if played.count(each.game) == fewest]
    if before is not None:
        left = _narrowed(left, lambda each: each.short.mood is not before.short.mood)
    return _drawn(left, seed, len(past) + 1)


class _Filling:
    """Says whether further rounds can fill a time up to the final, no game twice in a row."""

    def __init__(self, fitting: Sequence[_Candidate], final: str, spare: int) -> None:
        self._rounds = sorted({(each.seconds, each.game) for each in fitting}, reverse=True)
        self._final, self._spare = final, spare
        self._known: dict[tuple[str, int], bool] = {}

    def __call__(self, before: str, seconds: int) -> bool:
        """Return whether `seconds` can be filled after a round of the game `before`."""
        if seconds < 0:
            return False
        known = self._known.get((before, seconds))
        if known is None:
            enough = seconds <= self._spare and before != self._final
            known = enough or any(game != before and self(game, seconds - long) for long, game in self._rounds)
            self._known[before, seconds] = known
        return known


def _final(fitting: Sequence[_Candidate], seed: int, length: Length) -> _Candidate | None:
    left = [each for each in fitting if not length.seconds or each.seconds <= length.seconds]
    if length.seconds:
        left = _narrowed(
            left, lambda each: _Filling(fitting, each.game, length.spare)("", length.seconds - each.seconds)
        )
    return _drawn(_narrowed(left, lambda each: each.together), seed, 0)


def _narrowed(left: list[_Candidate], keeps: Callable[[_Candidate], bool]) -> list[_Candidate]:
    """Return those that a law keeps, or all where it would keep none."""
    return [*filter(keeps, left)] or left


def _drawn(left: Sequence[_Candidate], seed: int, number: int) -> _Candidate | None:
    """Draw a game, each as likely, and then one of its forms that are left."""
    if not left:
        return None
    games = sorted({each.game for each in left})
    game = games[fair(len(games), seed, "mix", number)]
    forms = [each for each in left if each.game == game]
    return forms[fair(len(forms), seed, "mix", number, "form")]


def _seated(chosen: _Candidate, past: Sequence[Round], points: Mapping[int, int], seed: int, weight: int) -> Round:
    number, short = len(past) + 1, chosen.short
    tables = []
    for language, people, sizes in chosen.groups:
        rows: Sequence[tuple[int, ...]] = (
            paired(people, _duels(past), points, number, seed)
            if short.format is Format.DUEL
            else seated(people, sizes, points, number, seed)
        )
        for row in rows:
            options = {**short.options, **short.forms[len(row)].options, **short.spoken.get(language, {})}
            filled = (*row, *[COMPUTER] * (short.filled - len(row)))
            tables.append(Table(filled, options))
    return Round(chosen.game, short, tuple(tables), chosen.seconds, weight)


def _duels(past: Sequence[Round]) -> list[Pair]:
    return [
        (table.people[0], table.people[1])
        for each in past
        if each.short.format is Format.DUEL
        for table in each.tables
        if len(table.people) > 1  # what a record says was played need not be so
    ]


def points_won(played: Round, results: Sequence[Sequence[Result]]) -> dict[int, int]:
    """Return the points of each person in a round: `results` has those of each table, one for each of its matches.

    Ranks of several matches are added. Where every table has the same number, ranks go over all tables by score.
    """
    matches = [[table[number] for table in results] for number in range(played.short.matches)]
    if played.short.format is Format.SAME:
        people = [person for table in played.tables for person in table.people]
        each = [ranked([seat.score for result in match for seat in result.seats]) for match in matches]
        return _points(people, each, played.weight)
    won: dict[int, int] = {}
    for place, table in enumerate(played.tables):
        each = [tuple(seat.rank for seat in match[place].seats) for match in matches]
        won |= _points(table.people, each, played.weight)
    return won


def _points(people: Sequence[int], ranks: Sequence[Sequence[int]], weight: int) -> dict[int, int]:
    """Return the points of those who are people, from the ranks of each match."""
    total = ranked([-sum(row) for row in zip(*ranks, strict=True)])
    return {person: weight * match_points(total, seat) for seat, person in enumerate(people) if person != COMPUTER}
