"""Evaluations of more players than a room holds: the same figures however they were played, and what they mean."""

from __future__ import annotations

import pickle
import statistics
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from game.cabinets.l4g.cabinet import L4G
from game.cabinets.l4g.evaluation.evaluation import EvaluationTournament
from game.cabinets.l4g.evaluation.result import Evaluation
from game.cabinets.l4g.evaluation.several_rooms import RoomsTournament, rooms_of
from game.cabinets.l4g.players.bots import BOTS
from game.cabinets.l4g.rules.rules import L4g, Options
from game.core.bot.loading import BuiltinSpec, FileSpec
from game.core.bot.patience import Patience, PatienceError
from game.core.match.match import Match
from game.core.tournament.evaluation import EvaluationDocument, Rooms, by_player, contradictory
from game.core.tournament.rooms import draw_rooms
from game.core.work.place import Workplace
from game.core.work.run import Order, OrderError, Progress, run
from tests.cabinets.l4g.test_contract import play

ENTRIES = 51
ROUNDS = 3
SMALL = Options(3, 3, 5)
STYLES = tuple(BOTS)[:5]
OWN = {f"e{number}": BuiltinSpec(STYLES[number % len(STYLES)]) for number in range(ENTRIES)}


def order(games: int = ROUNDS) -> Order:
    return Order(SMALL, bots=tuple(OWN), own=OWN, seed="souk", games=games, rooms=True, checked=True)


def ordered(games: int = ROUNDS) -> RoomsTournament:
    return rooms_of(L4G, order(games))


@pytest.fixture(scope="module")
def found() -> Evaluation:
    return run(ordered(), lambda progress: None)


def test_only_more_players_than_a_room_holds_are_drawn_into_several() -> None:
    assert L4G.tournament is not None
    assert isinstance(L4G.tournament(L4G, order()), RoomsTournament)
    assert isinstance(L4G.tournament(L4G, replace(order(), bots=tuple(OWN)[:49])), EvaluationTournament)
    with pytest.raises(OrderError):
        L4G.tournament(L4G, replace(order(), rooms=False, seats=49))


def test_figures_are_those_of_the_matches_in_each_room(found: Evaluation) -> None:
    rooms = found.rooms
    assert rooms is not None and (rooms.count, rooms.seats, rooms.games, len(rooms.rounds)) == (2, 49, 1, ROUNDS)
    assert (found.games, len(found.numbers)) == (ROUNDS, 2 * ROUNDS)
    taken: dict[str, list[int]] = {}
    for place, number in enumerate(found.numbers):
        names = found.lineup_of(number)
        match = Match(L4g(), 49, SMALL, number)
        play(match, [OWN[name].name if name in OWN else name for name in names])
        sums: Counter[str] = Counter()
        for name, seat in zip(names, match.result().seats, strict=True):
            sums[name] += int(seat.score)
            taken.setdefault(name, []).append(int(seat.score))
        assert {name: grades[place] for name, grades in found.grades.items() if grades[place] is not None} == sums
    assert {name: len(taken[name]) for name in OWN} == dict.fromkeys(OWN, ROUNDS)
    for line in found.players:
        assert line.seats * ROUNDS == len(taken[line.player])
        assert line.mean == pytest.approx(statistics.mean(taken[line.player]), abs=1e-6)
    for row in by_player(found):
        assert sum(row.histogram) == len(taken[row.player])
        assert row.best[0].grade == max(taken[row.player])


def test_one_round_is_one_observation_whoever_sat_in_which_room() -> None:
    """With several games a round, whose players are the same: errors come from the rounds alone."""
    rounds, games = 3, 2
    drawn = tuple(
        tuple((*there, *range(ENTRIES, ENTRIES + 49 - len(there))) for there in dealt)
        for dealt in draw_rooms(ENTRIES, 2, rounds, "souk")
    )
    asked = ordered(rounds)
    asked._rooms = Rooms(games, drawn)
    asked._numbers = tuple(range(rounds * games * 2))
    found = run(asked, lambda progress: None)
    assert not contradictory(found)
    for line in found.players:
        own = found.grades[line.player]
        sums = [sum(grade or 0 for grade in own[first : first + 2 * games]) for first in range(0, len(own), 2 * games)]
        assert list(found.observed[line.player]) == sums
        means = [total / games / line.seats for total in sums]
        assert line.error == pytest.approx(statistics.stdev(means) / rounds**0.5, abs=1e-5)
    for seat in found.seats[:ENTRIES]:
        assert seat.error == next(line.error for line in found.players if line.player == seat.player)


def test_the_built_in_fill_every_room_to_its_size(found: Evaluation) -> None:
    fill = [line.player for line in found.seats[ENTRIES:]]
    assert fill == [*L4G.filled((), 24)] and all(name in BOTS for name in fill)
    rooms = found.rooms
    assert rooms is not None
    assert {len(room) for dealt in rooms.rounds for room in dealt} == {49}


def test_an_interrupted_one_goes_on_and_nothing_is_kept_afterwards(found: Evaluation, tmp_path: Path) -> None:
    told: list[Progress] = []

    def interrupt(progress: Progress) -> None:
        if progress.done >= 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(ordered(), interrupt, journals=tmp_path)
    again = run(ordered(), told.append, journals=tmp_path)
    assert told[0] == Progress(3, 3, 2 * ROUNDS)
    assert again == found and not list(tmp_path.iterdir())


def test_chunks_in_any_order_and_elsewhere_give_the_same(found: Evaluation) -> None:
    asked = ordered()
    task = pickle.loads(pickle.dumps(asked.task()))
    chunks = list(asked.chunks())
    done = {place: task(chunks[place], 1) for place in reversed(range(len(chunks)))}
    assert asked.outcome([done[place] for place in range(len(chunks))]) == found


@pytest.mark.slow
def test_two_workers_change_no_figure(found: Evaluation) -> None:
    assert run(ordered(), lambda progress: None, Workplace(2)) == found


def test_a_large_room_is_played_in_pieces() -> None:
    chunks = ordered(26_000).chunks()
    assert {len(chunk) for chunk in chunks} == {250, 10}
    assert [game.position for chunk in chunks for game in chunk] == list(range(2 * 26_000))
    assert all(len({game.position // 260 for game in chunk}) == 1 for chunk in chunks)


SLEEPER = """
import time

from game.cabinets.l4g.player import Direction, Player


class Sleeper(Player):
    def soul_stay(self):
        if self.turn == 1:
            print("good night")
            time.sleep(60)

    def soul_spawn(self):
        return None

    def survivor_move(self):
        return Direction.STAY

    infected_move = survivor_move

    def corpse_stay(self):
        pass
"""


@pytest.mark.slow
def test_what_an_entry_costs_counts_on_from_room_to_room_and_it_has_one_log(tmp_path: Path) -> None:
    """It hangs once in each game, and each round has it in another room."""
    (tmp_path / "sleeper.py").write_text(SLEEPER, encoding="utf-8")
    own = {**OWN, "e7": FileSpec(str(tmp_path / "sleeper.py"), "Sleeper")}
    asked = replace(order(), own=own, patience=Patience(hung=3.0), logs=tmp_path / "logs")
    told: list[int] = []
    with pytest.raises(PatienceError) as tired:
        run(rooms_of(L4G, asked), lambda progress: told.append(progress.done))
    assert tired.value.values["seconds"] == 4 and 2 <= told[-1] <= 3, "one hang was not enough"
    (log,) = (tmp_path / "logs").rglob("*.log")
    assert log.read_text(encoding="utf-8").count("good night") == 2


def broken(found: Evaluation, **changes: Any) -> bool:
    """Whether the document with these changes is refused."""
    document = msgspec.json.decode(msgspec.json.encode(found), type=EvaluationDocument)
    assert not contradictory(document)
    return contradictory(msgspec.structs.replace(document, **changes))


def test_rooms_that_contradict_the_rest_are_refused(found: Evaluation) -> None:
    rooms, own = found.rooms, found.grades["e0"]
    assert rooms is not None
    first, *rest = rooms.rounds
    assert broken(found, rooms=None)
    assert broken(found, rooms=Rooms(2, rooms.rounds))
    assert broken(found, rooms=Rooms(1, tuple(rest)))
    assert broken(found, rooms=Rooms(1, ((), *rest)))
    assert broken(found, rooms=Rooms(1, ((first[0], ()), *rest)))
    assert broken(found, rooms=Rooms(1, ((first[0], (*first[1][:-1], 900)), *rest)))
    assert broken(found, rooms=Rooms(1, ((first[1], first[0]), *rest)))
    assert broken(found, rooms=Rooms(1, ((first[0], first[0]), *rest)))
    assert broken(found, grades={**found.grades, "e0": tuple(0 if grade is None else grade for grade in own)})
    assert broken(found, grades={**found.grades, "e0": (None,) * len(own)})


def test_a_game_that_was_not_played_has_the_room_of_the_first(found: Evaluation) -> None:
    assert 7 not in found.numbers
    assert found.lineup_of(7) == found.lineup_of(found.numbers[0]) != found.lineup_of(found.numbers[1])
