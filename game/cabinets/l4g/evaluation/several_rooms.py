"""An evaluation of more players than one room holds: they are drawn into several rooms, anew for each round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from operator import mul
from typing import Any

import msgspec

from game.cabinets.l4g.evaluation.evaluation import FAILURES, MOST_CHUNK, ChunkPlayer, game_numbers
from game.cabinets.l4g.evaluation.lineup import Chunk, ChunkDone, Lineup, NumberedGame, first_of_seats
from game.cabinets.l4g.evaluation.outsiders import Kept
from game.cabinets.l4g.evaluation.result import (
    PART_NAMES,
    Counted,
    Evaluation,
    failed_by_player,
    player_lines,
    seat_lines,
)
from game.cabinets.l4g.rules import tally as t
from game.cabinets.l4g.rules.grading import GRADE
from game.core.cabinet import Cabinet
from game.core.tournament.evaluation import Rooms
from game.core.tournament.matches import check_bots
from game.core.tournament.plan import Contestant, files_of, identity_of
from game.core.tournament.rooms import draw_rooms, rooms_for, rounds_for
from game.core.work.run import Order, Tournament


@dataclass
class RoomsPlayer:
    """Plays chunks, each in its room. A plain value until it plays, so that it can be sent to a worker process."""

    cabinet: Cabinet
    everybody: Lineup
    """All players, with what holds in every room."""
    rooms: Rooms

    def __post_init__(self) -> None:
        self._kept = Kept()
        self._place: int | None = None

    def __call__(self, chunk: Chunk, worker: int) -> ChunkDone:
        """Return the tally of a chunk's games, and the failures of people's own players, by their seats there."""
        place = chunk[0].position // self.rooms.games
        if place != self._place:
            self.close()
            self._player = ChunkPlayer(self.cabinet, self._lineup(chunk[0].position), self._kept)
            self._place = place
        return self._player(chunk, worker)

    def close(self) -> None:
        """End the processes of people's own players."""
        if self._place is not None:
            self._player.close()
            self._place = None

    def __reduce__(self) -> tuple[Any, ...]:
        """Return what another process needs: the plain values, since it starts its own players."""
        return RoomsPlayer, (self.cabinet, self.everybody, self.rooms)

    def _lineup(self, position: int) -> Lineup:
        everybody = self.everybody
        return replace(everybody, seats=tuple(everybody.seats[line] for line in self.rooms.room(position)))


class RoomsTournament(Tournament[NumberedGame, ChunkDone, Evaluation]):
    """A tournament of the games with these numbers, by rounds, and in each round by rooms."""

    done_type = ChunkDone

    def __init__(
        self,
        cabinet: Cabinet,
        everybody: Lineup,
        rooms: Rooms,
        numbers: tuple[int, ...],
        seed: str,
        *,
        checked: bool = False,
    ) -> None:
        """With `checked` no player is started beforehand."""
        self._cabinet = cabinet
        self._everybody = everybody
        self._rooms = rooms
        self._numbers = numbers
        self._seed = seed
        self._checked = checked

    def check(self) -> None:
        """Start each of people's own players once. Raises BotError if one cannot start."""
        everybody = self._everybody
        if not self._checked:
            seats = self._rooms.seats
            check_bots(self._cabinet, everybody.options, everybody.seats, seats, everybody.limits, everybody.logs)

    def workers(self, wanted: int) -> int:
        """Return fewer where people's own players play: those of one worker keep several cores busy by themselves."""
        everybody = self._everybody
        return max(1, wanted // self._rooms.seats) if everybody.outsiders and everybody.lockstep else wanted

    def identity(self) -> list[Any]:
        everybody, more = self._everybody, [self._numbers, msgspec.to_builtins(self._rooms)]
        return identity_of(self._cabinet, everybody.options, everybody.seats, more)

    def files(self) -> list[str]:
        return files_of(self._everybody.seats)

    def chunks(self) -> Sequence[Chunk]:
        """Return the games in the order of the list, cut into chunks that are played in one room."""
        games, size = self._rooms.games, min(self._rooms.games, MOST_CHUNK)
        ends = range(games, len(self._numbers) + 1, games)
        cuts = [(first, min(first + size, end)) for end in ends for first in range(end - games, end, size)]
        return [tuple(NumberedGame(place, self._numbers[place]) for place in range(*cut)) for cut in cuts]

    def task(self) -> RoomsPlayer:
        return self._player

    @cached_property
    def _player(self) -> RoomsPlayer:
        return RoomsPlayer(self._cabinet, self._everybody, self._rooms)

    def outcome(self, done: Sequence[ChunkDone]) -> Evaluation:
        """Return the figures of each player."""
        rooms, players = self._rooms, [entry.text for entry in self._everybody.seats]
        games = len(rooms.rounds) * rooms.games
        lines = [rooms.room(chunk[0].position) for chunk in self.chunks()]
        counted = self._counted(done, lines)
        failures = [
            msgspec.structs.replace(failure, seat=there[failure.seat])
            for chunk, there in zip(done, lines, strict=True)
            for failure in chunk.failures
        ]
        failed = [
            (players[there[seat]], kinds)
            for chunk, there in zip(done, lines, strict=True)
            for seat, kinds in sorted(chunk.failed.items())
        ]
        return Evaluation(
            game=self._cabinet.id,
            version=self._cabinet.info.version,
            seed=self._seed,
            games=games,
            options=msgspec.structs.asdict(self._everybody.options),
            seats=seat_lines(counted, self._numbers),
            players=player_lines(counted, games),
            numbers=self._numbers,
            grades=self._grades(done, lines),
            rooms=rooms,
            part_names=PART_NAMES,
            bar=t.BIN,
            failures=first_of_seats(failures, FAILURES),
            failed_calls=failed_by_player(failed),
        )

    def _counted(self, done: Sequence[ChunkDone], lines: Sequence[Sequence[int]]) -> Counted:
        """Return what was counted; `lines` says for each chunk who sat where. One round is one observation, since all
        games of a room have the same players.
        """
        players, rounds = [entry.text for entry in self._everybody.seats], len(self._rooms.rounds)
        columns: list[list[list[int]]] = [[] for _ in players]
        sums = [[0] * rounds for _ in players]
        together = {player: [0] * rounds for player in players}
        for chunk, played, there in zip(self.chunks(), done, lines, strict=True):
            number = chunk[0].position // self._rooms.round_games
            for seat, line in enumerate(there):
                column = t.column_of(played.tally, seat)
                columns[line].append(column)
                sums[line][number] += column[t.GRADES + GRADE]
                together[players[line]][number] += column[t.GRADES + GRADE]
        groups = {player: sum(map(mul, own, own)) for player, own in together.items()}
        return Counted(players, [*map(t.sum_of, columns)], [sum(map(mul, own, own)) for own in sums], groups, rounds)

    def _grades(self, done: Sequence[ChunkDone], lines: Sequence[Sequence[int]]) -> dict[str, tuple[int | None, ...]]:
        """Return for each player the sum of its seats' grades in each game; None where it sat in another room."""
        players = [entry.text for entry in self._everybody.seats]
        grades: dict[str, list[int | None]] = {player: [None] * len(self._numbers) for player in players}
        for chunk, played, there in zip(self.chunks(), done, lines, strict=True):
            leaders = list(dict.fromkeys(players[line] for line in there))
            for game, given in zip(chunk, played.grades, strict=True):
                for player, grade in zip(leaders, given, strict=True):
                    grades[player][game.position] = grade
        return {player: tuple(own) for player, own in grades.items()}


def rooms_of(cabinet: Cabinet, order: Order) -> RoomsTournament:
    """Return the evaluation in several rooms that was ordered. Raises BotError for an unknown player."""
    count, seats = len(order.bots), cabinet.info.usual_seats
    rooms = rooms_for(count, seats)
    rounds, games = rounds_for(order.games)
    fill = cabinet.filled((), seats - count // rooms, order.fill)
    lines = tuple(Contestant(name, order.spec(name, cabinet.bots)) for name in (*order.bots, *fill))
    drawn = tuple(
        tuple((*there, *range(count, count + seats - len(there))) for there in dealt)
        for dealt in draw_rooms(count, rooms, rounds, order.seed)
    )
    return RoomsTournament(
        cabinet,
        Lineup(lines, order.options, logs=order.logs, patience=order.patience),
        Rooms(games, drawn),
        game_numbers(order.seed, rounds * rooms * games),
        order.seed,
        checked=order.checked,
    )
