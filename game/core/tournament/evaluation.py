"""A finished evaluation, as `tournament … --json` writes it for a game with its own evaluations, and reading it back.

Nothing here is specific to a game. If a game's tournament writes these figures, the window can show them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from heapq import nlargest, nsmallest
from itertools import islice
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from game.core.errors import UNDECODABLE, SpokenError, reason

LARGEST = 64 << 20
"""Most bytes of a document that is read."""
RAISED = "raised"
"""The kind of a failed call that raised an exception, and cost no more than itself."""
_MOST_GAMES = 5

Name = Annotated[str, Meta(min_length=1, max_length=1000)]
MOST_TEXT = 10_000
Text = Annotated[str, Meta(max_length=MOST_TEXT)]
GameNumber = Annotated[int, Meta(ge=-(1 << 63), le=(1 << 63) - 1)]
Count = Annotated[int, Meta(ge=0, le=1 << 53)]


class EvaluationError(SpokenError):
    """A file is not an evaluation that can be shown."""


class PlayedGame(msgspec.Struct, frozen=True):
    """One game, by its number (its seed), and the grade achieved in it."""

    number: GameNumber
    grade: int


class SeatFigures(msgspec.Struct, frozen=True):
    """The figures of one seat over all games."""

    seat: Annotated[int, Meta(ge=0, lt=1000)]
    player: Name
    """The player as named on the command line."""
    rank: Annotated[int, Meta(ge=1)]
    """Rank of the seat, from 1; of equal seats the lower number ranks first."""
    mean: float
    """Mean grade per game."""
    error: float
    """Standard error of the mean; 0 for a single game."""
    parts: Annotated[tuple[float, ...], Meta(max_length=64)]
    """Mean grade per game for each part of the grade."""
    punished: Count
    histogram: Annotated[tuple[Count, ...], Meta(max_length=1000)]
    """How many games had a grade in each bar of the histogram."""
    best: Annotated[tuple[PlayedGame, ...], Meta(max_length=100)]
    """The games with the best grades, best first; equal grades by their place in the list of games."""
    worst: Annotated[tuple[PlayedGame, ...], Meta(max_length=100)]
    grade_sum: int = 0


class PlayerFigures(msgspec.Struct, frozen=True):
    """The figures of one player over all its seats."""

    player: Name
    seats: Annotated[int, Meta(ge=1)]
    """Its seats, those of all rooms together."""
    mean: float
    """Mean grade per game and seat."""
    error: float
    """Standard error of the mean; all seats of the player in one game, or in one round of several rooms, count as one
    observation."""
    parts: Annotated[tuple[float, ...], Meta(max_length=64)]
    punished: Count


class FailedCall(msgspec.Struct, frozen=True):
    """A failed call of a method of a person's own player."""

    number: GameNumber
    seat: int
    """The line of `seats` whose player it was."""
    turn: int
    call: Text
    text: Text
    """What went wrong in the call, in one line."""
    kind: Text = ""
    """What kind of failure it is: `RAISED`, or the kind of a `Failure` that cost the process, such as `hang`."""
    key: Text = ""
    """The text key of a sentence that says it; empty where `text` is all that is known."""
    values: dict[str, Any] = {}


Line = Annotated[int, Meta(ge=0, lt=1000)]


class Rooms(msgspec.Struct, frozen=True):
    """Who sat in which room, where players were drawn into several anew for each round."""

    games: Annotated[int, Meta(ge=1)]
    """How many games each room played in a round."""
    rounds: Annotated[tuple[tuple[tuple[Line, ...], ...], ...], Meta(min_length=1, max_length=10_000)]
    """By round, room and seat: who sat there, as the number of a line of the document's `seats`."""

    @property
    def count(self) -> int:
        """How many rooms there were in a round."""
        return len(self.rounds[0])

    @property
    def seats(self) -> int:
        """How many seats a room had."""
        return len(self.rounds[0][0])

    @property
    def round_games(self) -> int:
        """How many games were played in a round, those of all rooms together."""
        return self.games * self.count

    def room(self, place: int) -> tuple[int, ...]:
        """Return who sat where in the game at a place in the list of games: by rounds, and in each by rooms."""
        number, room = divmod(place // self.games, self.count)
        return self.rounds[number][room]


class EvaluationDocument(msgspec.Struct, frozen=True):
    """A finished evaluation; no figure depends on how it was computed.

    Where players were drawn into several rooms, `seats` has a line for each of them that moves from room to room.
    """

    game: Name
    version: int
    seed: str | None
    """The seed of the game numbers; None where they came from a file."""
    games: Annotated[int, Meta(ge=1)]
    """How many games there were; in several rooms, how many everybody played."""
    options: dict[str, Any]
    seats: Annotated[tuple[SeatFigures, ...], Meta(min_length=1, max_length=1000)]
    """Figures of the seats, in order of seat numbers."""
    players: Annotated[tuple[PlayerFigures, ...], Meta(min_length=1, max_length=1000)]
    """Figures of the players, best mean first."""
    part_names: Annotated[tuple[Name, ...], Meta(max_length=64)]
    """Names of the parts of a grade, as in a match's result."""
    bar: Annotated[int, Meta(ge=1)]
    """How many grades one bar of a histogram covers."""
    failures: Annotated[tuple[FailedCall, ...], Meta(max_length=10_000)] = ()
    """The first failed calls, in the order of games."""
    failed_calls: dict[Name, dict[Name, Count]] = {}
    """For each player that failed, how many of its calls did, by the kind of failure."""
    numbers: tuple[GameNumber, ...] = ()
    """The seeds of the games, in the order of `grades`; empty where single games were not kept."""
    grades: dict[Name, tuple[int | None, ...]] = {}
    """For each player the sum of its seats' grades in each game, in the order of `numbers`; None for a game that was
    played in another room."""
    rooms: Rooms | None = None
    """Who sat in which room; None where all games were played in one."""

    specs: dict[Name, Text] = {}
    """How players are started whose names do not say it, with paths relative to the document."""

    def lines_of(self, number: int) -> tuple[int, ...]:
        """Return by seat the line of `seats` that sat there in the game with this number. A game that was not played
        has the room of the first one.
        """
        if self.rooms is None:
            return tuple(range(len(self.seats)))
        return self.rooms.room(self.numbers.index(number) if number in self.numbers else 0)

    def lineup_of(self, number: int) -> tuple[str, ...]:
        """Return the player in each seat of a game, as named on the command line."""
        return tuple(self.seats[line].player for line in self.lines_of(number))

    def round_of(self, place: int) -> int:
        """Return the round of the game at a place in `numbers`; each game is one where all were played in one room."""
        return place // self._round_games

    @property
    def _round_games(self) -> int:
        return self.rooms.round_games if self.rooms else 1

    @property
    def observed(self) -> dict[str, tuple[int, ...]]:
        """For each player the sums of its grades, each independent of the others: a game's, or a round's where in each
        round rooms were drawn anew; empty where single games were not kept.
        """
        size = self._round_games
        places = range(0, len(self.numbers), size)
        return {
            name: tuple(sum(grade or 0 for grade in grades[first : first + size]) for first in places)
            for name, grades in self.grades.items()
        }


class Standing(msgspec.Struct, frozen=True):
    """A row of the table of an evaluation: one seat, or a player with all its seats."""

    rank: int
    player: str
    seat: int | None
    """The seat of the row; None for a player with all its seats."""
    seats: int
    mean: float
    error: float
    parts: tuple[float, ...]
    punished: int
    histogram: tuple[int, ...]
    best: tuple[PlayedGame, ...]
    worst: tuple[PlayedGame, ...]
    failures: tuple[FailedCall, ...]
    """The first few failed calls."""


def read_evaluation(path: Path, games: Collection[str] | None = None) -> EvaluationDocument:
    """Return the evaluation in a file; `games` names the games that can be shown, None is any.

    Raises EvaluationError, which says what is wrong with the file.
    """
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise EvaluationError("evaluation.error.read", path=str(path), why=reason(error)) from error
    if len(data) > LARGEST:
        raise EvaluationError("evaluation.error.large", path=str(path))
    try:
        document = msgspec.json.decode(data, type=EvaluationDocument)
    except UNDECODABLE as error:
        key = "other" if isinstance(error, msgspec.ValidationError) else "broken"
        raise EvaluationError(f"evaluation.error.{key}", path=str(path)) from error
    if contradictory(document):
        raise EvaluationError("evaluation.error.other", path=str(path))
    if games is not None and document.game not in games:
        raise EvaluationError("evaluation.error.game", path=str(path), game=document.game)
    return document


def contradictory(document: EvaluationDocument) -> bool:
    """Return whether the fields of a document contradict each other."""
    parts, count = len(document.part_names), len(document.seats)
    lines: Collection[SeatFigures | PlayerFigures] = (*document.seats, *document.players)
    in_order = all(line.seat == number for number, line in enumerate(document.seats))
    known = {line.player for line in document.seats}.issuperset(line.player for line in document.players)
    failed = all(0 <= failure.seat < count for failure in document.failures)
    kept = all(len(grades) == len(document.numbers) for grades in document.grades.values())
    if not (in_order and known and failed and kept) or any(len(line.parts) != parts for line in lines):
        return True
    if document.rooms is None:
        return any(None in grades for grades in document.grades.values())
    return not _fits(document.rooms, document)


def _fits(rooms: Rooms, document: EvaluationDocument) -> bool:
    """Return whether rooms are those of a document: as many games, each with the grades of those who sat there, and in
    each round as many seats of each player.
    """
    counts = {len(drawn) for drawn in rooms.rounds} | {rooms.count}
    sizes = {len(room) for drawn in rooms.rounds for room in drawn}
    if len(counts) > 1 or sizes in (set(), {0}) or len(sizes) > 1:
        return False
    if any(line >= len(document.seats) for drawn in rooms.rounds for room in drawn for line in room):
        return False
    if len(document.numbers) != len(rooms.rounds) * rooms.round_games:
        return False
    players = [line.player for line in document.seats]
    seats = {line.player: line.seats for line in document.players}
    place = 0
    for drawn in rooms.rounds:
        if Counter(players[line] for room in drawn for line in room) != seats:
            return False
        for room in drawn:
            there, games = {players[line] for line in room}, slice(place, place + rooms.games)
            for name, grades in document.grades.items():
                if {grade is None for grade in grades[games]} != {name not in there}:
                    return False
            place += rooms.games
    return True


def by_seat(document: EvaluationDocument) -> list[Standing]:
    """Return a row for each seat, best first."""
    ranked = sorted(document.seats, key=lambda line: (line.rank, line.seat))
    return [
        Standing(
            line.rank, line.player, line.seat, 1, line.mean, line.error, line.parts, line.punished, line.histogram,
            line.best, line.worst, _failures(document, {line.seat}),
        )
        for line in ranked
    ]  # fmt: skip


def _failures(document: EvaluationDocument, seats: Collection[int]) -> tuple[FailedCall, ...]:
    """Return the first few failed calls in these seats."""
    return tuple(islice((failure for failure in document.failures if failure.seat in seats), _MOST_GAMES))


def by_player(document: EvaluationDocument) -> list[Standing]:
    """Return a row for each player, best first, with the histogram and the extreme games of all its seats together."""
    rows = []
    for rank, line in enumerate(document.players, 1):
        seats = [seat for seat in document.seats if seat.player == line.player]
        bars: Counter[int] = Counter()
        for seat in seats:
            bars.update(dict(enumerate(seat.histogram)))
        best = nlargest(_MOST_GAMES, (game for seat in seats for game in seat.best), key=lambda game: game.grade)
        worst = nsmallest(_MOST_GAMES, (game for seat in seats for game in seat.worst), key=lambda game: game.grade)
        histogram = tuple(bars[index] for index in range(max(bars, default=-1) + 1))
        rows.append(
            Standing(
                rank, line.player, None, line.seats, line.mean, line.error, line.parts, line.punished, histogram,
                tuple(best), tuple(worst), _failures(document, {seat.seat for seat in seats}),
            )
        )  # fmt: skip
    return rows
