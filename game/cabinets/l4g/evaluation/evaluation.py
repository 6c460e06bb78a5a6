"""An evaluation: players over many game numbers, and their figures (docs/l4g.md, "Evaluations")."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import msgspec

from game.cabinets.l4g.evaluation.lineup import Chunk, ChunkDone, Lineup, NumberedGame, first_of_seats
from game.cabinets.l4g.evaluation.outsider_wire import BATCH
from game.cabinets.l4g.evaluation.outsiders import Kept, Outsiders
from game.cabinets.l4g.evaluation.result import (
    PART_NAMES,
    Evaluation,
    counted_in_one_room,
    failed_by_player,
    player_lines,
    seat_lines,
)
from game.cabinets.l4g.players.playing import new_scratch, play_games
from game.cabinets.l4g.players.styles import STYLES
from game.cabinets.l4g.rules import room as r
from game.cabinets.l4g.rules.tally import BIN, new_tally, parted
from game.core.cabinet import Cabinet
from game.core.chance import SEED_BITS, derive
from game.core.compiled import array, plain
from game.core.tournament.matches import check_bots
from game.core.tournament.plan import Contestant, checked_seats, files_of, identity_of
from game.core.work.run import Order, OrderError, Tournament, cut

LEAST_CHUNK, MOST_CHUNK = 25, 250
"""Least and most games of a chunk: at least a tenth of a second of work if there are games enough. Chunks with people's
own players hold at least a batch of games, since those are asked for many games at once."""
FAILURES = 20
"""The most failures of a seat that the document tells."""
LEAST_NUMBER, MOST_NUMBER = -(1 << (SEED_BITS - 1)), (1 << (SEED_BITS - 1)) - 1


def game_numbers(seed: str, games: int) -> tuple[int, ...]:
    """Return `games` different game numbers: BLAKE2b of `0/l4g/<seed>/<index>` for index 0, 1, …, as signed 64 bit.

    A number that occurred before is skipped.

    >>> game_numbers("souk", 2) == game_numbers("souk", 3)[:2]
    True
    """
    found: dict[int, None] = {}
    index = 0
    while len(found) < games:
        number = derive(0, "l4g", seed, index)
        found[number - (1 << SEED_BITS) if number >> (SEED_BITS - 1) else number] = None
        index += 1
    return tuple(found)


@dataclass(frozen=True)
class ChunkPlayer:
    """Plays chunks. A plain value, so that it can be sent to a worker process."""

    cabinet: Cabinet
    lineup: Lineup
    kept: Kept | None = None
    """What is kept of people's own players from one lineup to the next; None where there is one lineup."""

    def __call__(self, chunk: Chunk, worker: int) -> ChunkDone:
        """Return the tally of a chunk's games, and the failures of people's own players."""
        lineup = self.lineup
        if lineup.outsiders:
            return self._outsiders.play(chunk, worker)
        halves = [r.halves(game.number) for game in chunk]
        tally = new_tally(chunk[0].position, len(chunk))
        play_games(
            lineup.room(),
            array(high for high, _ in halves),
            array(low for _, low in halves),
            array(game.position for game in chunk),
            lineup.rows(),
            array(lineup.groups),
            array(weight for row in STYLES.values() for weight in row),
            new_scratch(),
            tally,
        )
        sums, grades = parted(plain(tally), lineup.leaders)
        return ChunkDone(sums, grades=grades)

    def start(self) -> None:
        """Start people's own players and try each of them, before a first chunk is played as worker number 0.

        Raises BotError if one cannot be started, or its object not be made.
        """
        self._outsiders.start(0, trying=True)

    def close(self) -> None:
        """End the processes of people's own players."""
        self._outsiders.close()

    def __getstate__(self) -> dict[str, Any]:
        """Return what another process needs: the plain values, since it starts its own players."""
        return {"cabinet": self.cabinet, "lineup": self.lineup}

    @cached_property
    def _outsiders(self) -> Outsiders:
        return Outsiders(self.cabinet, self.lineup, self.kept)


class EvaluationTournament(Tournament[NumberedGame, ChunkDone, Evaluation]):
    """A tournament of the games with these numbers, all with the same lineup."""

    done_type = ChunkDone

    def __init__(
        self,
        cabinet: Cabinet,
        lineup: Lineup,
        numbers: tuple[int, ...],
        seed: str | None = None,
        *,
        checked: bool = False,
    ) -> None:
        """Raises OrderError unless the numbers are different signed 64-bit numbers, at least one.

        With `checked` no player is started beforehand.
        """
        self._cabinet = cabinet
        self._lineup = lineup
        self._numbers = numbers
        self._seed = seed
        self._checked = checked
        if not numbers or len(set(numbers)) < len(numbers):
            raise OrderError("l4g.evaluation.error.numbers_twice")
        for number in numbers:
            if not LEAST_NUMBER <= number <= MOST_NUMBER:
                raise OrderError("l4g.evaluation.error.number_range", number=number)

    def check(self) -> None:
        """Start each of people's own players. Raises BotError if one cannot start.

        Those in Python stay for the games that the task plays in this process.
        """
        lineup = self._lineup
        if lineup.lockstep:
            self._player.start()
        elif not self._checked:
            check_bots(self._cabinet, lineup.options, lineup.seats, len(lineup.seats), lineup.limits, lineup.logs)

    def workers(self, wanted: int) -> int:
        """Return fewer where people's own players play: those of one worker keep several cores busy by themselves."""
        lineup = self._lineup
        return max(1, wanted // len(lineup.outsiders)) if lineup.outsiders and lineup.lockstep else wanted

    def identity(self) -> list[Any]:
        return identity_of(self._cabinet, self._lineup.options, self._lineup.seats, self._numbers)

    def files(self) -> list[str]:
        return files_of(self._lineup.seats)

    def chunks(self) -> Sequence[Chunk]:
        """Return the games in the order of the list, cut into chunks."""
        games = [NumberedGame(position, number) for position, number in enumerate(self._numbers)]
        return cut(games, BATCH if self._lineup.outsiders else LEAST_CHUNK, MOST_CHUNK)

    def task(self) -> ChunkPlayer:
        return self._player

    @cached_property
    def _player(self) -> ChunkPlayer:
        return ChunkPlayer(self._cabinet, self._lineup)

    def outcome(self, done: Sequence[ChunkDone]) -> Evaluation:
        """Return the figures of each seat and each player."""
        players = [entry.text for entry in self._lineup.seats]
        counted = counted_in_one_room(players, [chunk.tally for chunk in done], len(self._numbers))
        failures = [failure for chunk in done for failure in chunk.failures]
        games = [game for chunk in done for game in chunk.grades]
        whole = len(games) == len(self._numbers)  # a journal may be older than the grades of single games
        grades: dict[str, tuple[int | None, ...]] = {
            players[leader]: tuple(game[place] for game in games) for place, leader in enumerate(self._lineup.leaders)
        }
        return Evaluation(
            game=self._cabinet.id,
            version=self._cabinet.info.version,
            seed=self._seed,
            games=len(self._numbers),
            options=msgspec.structs.asdict(self._lineup.options),
            seats=seat_lines(counted, self._numbers),
            players=player_lines(counted, len(self._numbers)),
            numbers=self._numbers if whole else (),
            grades=grades if whole else {},
            part_names=PART_NAMES,
            bar=BIN,
            failures=first_of_seats(failures, FAILURES),
            failed_calls=failed_by_player(
                (players[seat], kinds) for chunk in done for seat, kinds in sorted(chunk.failed.items())
            ),
        )


def evaluation_of(cabinet: Cabinet, order: Order) -> EvaluationTournament:
    """Return the evaluation that was ordered: the named bots, followed by those that fill the room.

    Raises BotError for an unknown player, and OrderError for an order that cannot be played.
    """
    wanted = max(cabinet.info.usual_seats, len(order.bots)) if order.seats is None else order.seats
    count = checked_seats(cabinet.info, wanted)
    if len(order.bots) > count:
        raise OrderError("tournament.error.too_many", bots=len(order.bots), seats=count)
    if order.pairs:
        raise OrderError("tournament.error.pairs", game=cabinet.id)
    names = cabinet.filled(order.bots, count, order.fill)
    seats = tuple(Contestant(name, order.spec(name, cabinet.bots)) for name in names)
    numbers = game_numbers(order.seed, order.games) if order.numbers is None else order.numbers
    seed = order.seed if order.numbers is None else None
    return EvaluationTournament(
        cabinet,
        Lineup(seats, order.options, logs=order.logs, patience=order.patience),
        numbers,
        seed,
        checked=order.checked,
    )
