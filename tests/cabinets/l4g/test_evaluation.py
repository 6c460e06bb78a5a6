"""Evaluations: what adds up over chunks, the same for any number of workers."""

from __future__ import annotations

import signal
import statistics
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from game.cabinets.l4g.cabinet import L4G
from game.cabinets.l4g.evaluation import evaluation
from game.cabinets.l4g.evaluation.evaluation import EvaluationTournament, game_numbers
from game.cabinets.l4g.evaluation.lineup import Lineup
from game.cabinets.l4g.evaluation.result import Evaluation
from game.cabinets.l4g.players.bots import BOTS
from game.cabinets.l4g.rules.rules import L4g, Options
from game.core.bot.loading import BuiltinSpec, FileSpec
from game.core.match.match import Match
from game.core.tournament.evaluation import PlayedGame
from game.core.tournament.plan import Contestant
from game.core.work.place import Workplace
from game.core.work.run import Order, OrderError, Progress, run
from tests.cabinets.l4g.test_contract import play
from tests.commands.command_line import ROOT, environment, souk
from tests.processes import KILL, alive, children, wait_until

NAMES = ("loner", "scout", "predator", "seeker", "corpse-bomb", "horn-done", "scout")
SMALL = Options(3, 4, 20)
ASKED = ("tournament", "l4g", "--games", "400", "--seed", "souk", "--seats", "12", "--option", "turns=40")


def lineup(names: Sequence[str] = NAMES, options: Options = SMALL) -> Lineup:
    return Lineup(tuple(Contestant(name, BuiltinSpec(name)) for name in names), options)


def evaluated(numbers: tuple[int, ...], seats: Lineup | None = None, workers: int = 1) -> Evaluation:
    return run(EvaluationTournament(L4G, seats or lineup(), numbers), lambda progress: None, Workplace(workers))


def test_game_numbers_are_different_signed_and_follow_from_the_text() -> None:
    numbers = game_numbers("souk", 2000)
    assert len(set(numbers)) == 2000
    assert min(numbers) < 0 < max(numbers)
    assert min(numbers) >= -(2**63) and max(numbers) < 2**63
    assert numbers[:5] == game_numbers("souk", 5) != game_numbers("other", 5)


def test_an_evaluation_adds_up_what_matches_give() -> None:
    numbers = game_numbers("souk", 7)
    results = []
    for number in numbers:
        match = Match(L4g(), len(NAMES), SMALL, number)
        play(match, list(NAMES))
        results.append(match.result())
    found = evaluated(numbers)
    for seat, line in enumerate(found.seats):
        grades = [result.seats[seat].score for result in results]
        parts = [result.seats[seat].details["grades"] for result in results]
        games = [PlayedGame(number, grade) for number, grade in zip(numbers, grades, strict=True)]
        assert line.player == NAMES[seat] in BOTS
        assert line.grade_sum == sum(grades)
        assert line.mean == pytest.approx(statistics.mean(grades), abs=1e-6)
        assert line.error == pytest.approx(statistics.stdev(grades) / 7**0.5, abs=1e-6)
        assert line.parts == pytest.approx([statistics.mean(column) for column in zip(*parts, strict=True)], abs=1e-6)
        assert line.punished == sum(result.seats[seat].details["punished"] for result in results)
        assert line.histogram == tuple(sum(grade // 10 == index for grade in grades) for index in range(41))
        assert line.best == tuple(sorted(games, key=lambda game: -game.grade)[:5])
        assert line.worst == tuple(sorted(games, key=lambda game: game.grade)[:5])
    scouts = next(line for line in found.players if line.player == "scout")
    together = [result.seats[1].score + result.seats[6].score for result in results]
    assert (scouts.seats, scouts.mean) == (2, pytest.approx(statistics.mean(together) / 2, abs=1e-6))
    assert scouts.error == pytest.approx(statistics.stdev(together) / 2 / 7**0.5, abs=1e-6)


def test_ranks_and_tables_go_by_the_sum_of_grades() -> None:
    found = evaluated(game_numbers("souk", 3))
    ranked = sorted(found.seats, key=lambda line: line.rank)
    assert [line.rank for line in ranked] == list(range(1, len(NAMES) + 1))
    assert [(-line.grade_sum, line.seat) for line in ranked] == sorted((-line.grade_sum, line.seat) for line in ranked)
    seats, players = found.tables()
    assert [row[0] for row in seats.rows] == [line.player for line in ranked]
    assert len(players.rows) == len(set(NAMES))
    heading, *rows = found.rows()
    assert [row[0] for row in rows] == list(range(1, len(NAMES) + 1))
    assert all(len(row) == len(heading) for row in rows)


def test_the_document_can_be_read_again() -> None:
    found = evaluated(game_numbers("souk", 2))
    assert msgspec.json.decode(msgspec.json.encode(found.document()), type=Evaluation) == found


@pytest.mark.slow
def test_chunks_and_workers_change_no_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = game_numbers("souk", 60)
    whole = evaluated(numbers)
    assert evaluated(numbers, workers=2) == whole
    told: list[Progress] = []
    monkeypatch.setattr(evaluation, "LEAST_CHUNK", 20)
    assert run(EvaluationTournament(L4G, lineup(), numbers), told.append) == whole
    assert [progress.done for progress in told] == [0, 1, 3, 7, 15, 31, 51, 60]


def test_the_first_chunks_are_short_so_that_little_is_lost() -> None:
    own = Lineup((Contestant("own", FileSpec("own.py", "Own")), Contestant("scout", BuiltinSpec("scout"))), SMALL)
    lengths = [
        list(map(len, EvaluationTournament(L4G, seats, tuple(range(600))).chunks())) for seats in (own, lineup())
    ]
    assert lengths[0] == [1, 2, 4, 8, 16, 32, *[64] * 8, 25]
    assert lengths[1][:6] == [1, 2, 4, 8, 16, 25]


def test_an_interrupted_evaluation_goes_on(tmp_path: Path) -> None:
    numbers = game_numbers("souk", 100)
    told: list[Progress] = []

    def interrupt(progress: Progress) -> None:
        if progress.done >= 50:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(EvaluationTournament(L4G, lineup(), numbers), interrupt, journals=tmp_path)
    found = run(EvaluationTournament(L4G, lineup(), numbers), told.append, journals=tmp_path)
    assert told[0] == Progress(56, 56, 100)
    assert found == evaluated(numbers)


def test_an_order_fills_the_room_with_the_regular_mix() -> None:
    asked = evaluation.evaluation_of(L4G, Order(Options(), bots=("expert", "scout"), seed="souk", games=3))
    found = run(asked, lambda progress: None)
    assert (found.seed, found.games, len(found.seats)) == ("souk", 3, 49)
    assert [line.player for line in found.seats[:4]] == ["expert", "scout", "loner", "scout"]
    assert "horn-done" not in {line.player for line in found.seats}
    listed = evaluation.evaluation_of(L4G, Order(Options(), fill=("seeker",), seats=3, numbers=game_numbers("souk", 3)))
    assert run(listed, lambda progress: None).seed is None


@pytest.mark.parametrize(
    ("order", "key"),
    [
        (Order(Options(), numbers=()), "l4g.evaluation.error.numbers_twice"),
        (Order(Options(), numbers=(5, 5)), "l4g.evaluation.error.numbers_twice"),
        (Order(Options(), numbers=(2**63,)), "l4g.evaluation.error.number_range"),
        (Order(Options(), seats=61), "tournament.error.seats"),
        (Order(Options(), seats=2, bots=("scout",) * 3), "tournament.error.too_many"),
    ],
)
def test_an_order_that_cannot_be_is_refused(order: Order, key: str) -> None:
    with pytest.raises(OrderError) as refused:
        evaluation.evaluation_of(L4G, order)
    assert refused.value.key == key


def started(home: Path, out: Path) -> subprocess.Popen[str]:
    """An evaluation by two workers, once it has kept a chunk."""
    command = [sys.executable, str(ROOT / "main.py"), *ASKED, "--workers", "2", "--json", str(out)]
    playing = subprocess.Popen(command, env=environment(home), stderr=subprocess.PIPE, encoding="utf-8")
    journals = home / "cache" / "tournaments"
    wait_until(lambda: journals.exists() and any(file.stat().st_size for file in journals.iterdir()), "a chunk")
    return playing


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("end", [signal.SIGINT, KILL])
def test_the_same_command_goes_on_after_an_end(end: signal.Signals, tmp_path: Path) -> None:
    out, whole = tmp_path / "out.json", tmp_path / "whole.json"
    playing = started(tmp_path, out)
    workers = children(playing.pid)
    playing.send_signal(end)
    _, said = playing.communicate(timeout=240)
    assert ("goes on from there" in said) == (end is signal.SIGINT), said
    wait_until(lambda: not any(map(alive, workers)), "the workers' end")
    (journal,) = (tmp_path / "cache" / "tournaments").iterdir()
    with journal.open("ab") as torn:
        torn.write(journal.read_bytes().splitlines()[0][:500])
    done = souk(tmp_path, *ASKED, "--json", out)
    assert not done.stderr.startswith("0 of"), "it goes on"
    assert souk(tmp_path, *ASKED, "--json", whole).stderr.startswith("0 of")
    assert out.read_bytes() == whole.read_bytes()


@pytest.mark.slow
def test_one_expert_among_the_regular_mix_is_the_best_of_all() -> None:
    names = L4G.filled(("expert",), 49)
    found = evaluated(game_numbers("souk", 250), lineup(names, Options()))
    assert found.seats[0].rank == 1
