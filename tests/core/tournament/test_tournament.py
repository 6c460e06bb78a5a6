"""Tournaments: even seating, figures that no number of workers changes, and going on after an interruption."""

from __future__ import annotations

import csv
import json
import os
import re
import signal
import sys
import threading
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from multiprocessing import resource_tracker
from pathlib import Path

import msgspec
import pytest

from game.cabinets.listed import CABINETS
from game.cabinets.nullgame.rules import Options
from game.commands.shared.errors import CommandError
from game.commands.shared.failures import results_command, told
from game.core.bot.loading import BotError, parse_spec
from game.core.match.session import Failure
from game.core.tournament.matches import MatchTournament, tournament
from game.core.tournament.plan import Contestant, TournamentConfig, numbers_from, schedule, seed_of
from game.core.tournament.result import ChunkDone, MatchLine, SeatFigures, TournamentResult, summarise, wilson
from game.core.work.failure import MatchFailure
from game.core.work.journal import Journal
from game.core.work.place import Workplace
from game.core.work.run import Order, Progress, digest_of, run
from game.core.work.workers import LocalProcesses, WorkerDiedError, _uninterrupted
from game.ground.texts import Texts
from tests.commands.command_line import read_by_shell, souk, souk_here
from tests.in_turns import some
from tests.processes import children, wait_until

NULLGAME = CABINETS["nullgame"]
OWN_BOT = """
from game.cabinets.nullgame.rules import Take
from game.core.bots import Bot

class Own(Bot):
    def decide(self, request):
        return Take({stones})
"""


def config(*bots: str, games: int = 24, seats: int = 2, seed: int = 3, key: int | None = 5) -> TournamentConfig:
    entries = tuple(Contestant(text, parse_spec(text, NULLGAME.bots)) for text in bots)
    return TournamentConfig(NULLGAME, Options(), entries, seats, seed, numbers_from(seed, games), key=key)


def silent(progress: Progress) -> None:
    """Report to nobody."""


def played(config: TournamentConfig, workers: int = 1) -> TournamentResult:
    return run(MatchTournament(config), silent, Workplace(workers))


@pytest.fixture
def own_bot(tmp_path: Path) -> str:
    """A person's bot that always takes one stone."""
    path = tmp_path / "own.py"
    path.write_text(OWN_BOT.format(stones=1), encoding="utf-8")
    return f"{path}:Own"


@pytest.mark.parametrize(("bots", "seats"), [(2, 2), (3, 3), (4, 4), (2, 4), (3, 2), (1, 3), (3, 4)])
def test_every_bot_holds_every_seat_equally_often(bots: int, seats: int) -> None:
    plans = schedule(config(*["random"] * bots, games=bots * 5, seats=seats))
    held = Counter((entry, seat) for plan in plans for seat, entry in enumerate(plan.lineup))
    assert held == {(entry, seat): 5 for entry in range(bots) for seat in range(seats)}


@pytest.mark.parametrize(("bots", "seats", "size"), [(2, 2, 2), (3, 3, 3), (3, 2, 2), (2, 4, 2), (2, 3, 3), (1, 3, 1)])
def test_a_pair_plays_every_seating_with_one_seed(bots: int, seats: int, size: int) -> None:
    order = Order(Options(), ("random",) * bots, seats=seats, games=5 * bots * size - (size > 1), pairs=True)
    made = tournament(NULLGAME, order)
    plans = [plan for chunk in made.chunks() for plan in chunk]
    assert len(plans) == 5 * bots * size
    rounds = [plans[start : start + size] for start in range(0, len(plans), size)]
    for matches in rounds:
        first = matches[0].lineup
        assert {plan.lineup for plan in matches} == {first[moved:] + first[:moved] for moved in range(seats)}
        assert len({plan.seed for plan in matches}) == 1
    assert len({matches[0].seed for matches in rounds}) == len(rounds)
    held = Counter((entry, seat) for plan in plans for seat, entry in enumerate(plan.lineup))
    assert held == {(entry, seat): 5 * size for entry in range(bots) for seat in range(seats)}


def test_pairs_and_single_matches_are_other_tournaments() -> None:
    single, pairs = (tournament(NULLGAME, Order(Options(), ("random",) * 2, pairs=pairs)) for pairs in (False, True))
    assert single.identity() != pairs.identity()


def test_neighbours_change() -> None:
    plans = schedule(config(*["random"] * 4, games=80, seats=4))
    left_of_first = Counter(plan.lineup[plan.lineup.index(0) - 1] for plan in plans)
    assert set(left_of_first) == {1, 2, 3}


def test_matches_have_numbers_of_their_own() -> None:
    assert len(set(numbers_from(1, 1000))) == 1000
    assert numbers_from(1, 10) == numbers_from(1, 20)[:10]
    assert set(numbers_from(1, 100)).isdisjoint(numbers_from(2, 100))


def test_a_seed_may_be_any_text() -> None:
    assert [seed_of(text) for text in ("0", "-9", "18446744073709551615")] == [0, -9, 2**64 - 1]
    assert len({seed_of(text) for text in ("", "souk", "Souk", "1 ", "99999999999999999999")}) == 5


@pytest.mark.slow
def test_the_figures_do_not_depend_on_the_workers(own_bot: str) -> None:
    asked = config("expert", "random", own_bot, games=6, seats=3)
    one, two, three = (played(asked, workers) for workers in (1, 2, 3))
    assert msgspec.json.encode(one) == msgspec.json.encode(two) == msgspec.json.encode(three)
    assert list(one.rows()) == list(two.rows())
    assert sum(bot.wins for bot in one.bots) == one.games == 6
    assert all(bot.games == 6 and bot.forced == 0 and bot.failures == {} for bot in one.bots)


def test_what_was_played_is_not_lost_where_its_figures_cannot_be_written(tmp_path: Path) -> None:
    tournament = MatchTournament(config("expert", "random", games=4))

    def refuse(_outcome: object) -> None:
        raise CommandError("tournament.error.write", path="x", reason="No space left on device")

    with pytest.raises(CommandError):
        run(tournament, lambda progress: None, journals=tmp_path, keep=refuse)
    reported: list[Progress] = []
    run(tournament, reported.append, journals=tmp_path)
    assert reported[0].kept == 4 and list(tmp_path.iterdir()) == []


def test_an_interrupted_tournament_goes_on(tmp_path: Path) -> None:
    asked = config("expert", "random", games=200)
    tournament = MatchTournament(asked)
    assert len(tournament.chunks()) > 10
    reported: list[Progress] = []

    def interrupt(progress: Progress) -> None:
        if progress.done >= 40:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(tournament, interrupt, journals=tmp_path)
    (journal,) = tmp_path.iterdir()
    journal.write_bytes(journal.read_bytes() + b'{"chunk":99,"do')
    result = run(tournament, reported.append, journals=tmp_path)
    assert reported[0] == Progress(41, 41, 200)
    assert reported[-1] == Progress(200, 41, 200)
    assert result == played(asked)
    assert list(tmp_path.iterdir()) == [], "a finished tournament leaves no journal"


def test_a_journal_survives_what_breaks_it(tmp_path: Path) -> None:
    lines = [MatchLine(0, 7, "ab", 3, (SeatFigures(0, 1, 9, 0, {}),))]
    journal: Journal[list[MatchLine]] = Journal(tmp_path, "x", list[MatchLine])
    assert journal.read() == (None, {})
    journal.append(0, lines, 7)
    journal.append(1, lines, 7)
    assert journal.path is not None
    whole = journal.path.read_bytes()
    for cut in range(len(whole)):
        journal.path.write_bytes(whole[:cut])
        assert journal.read() == ((7, {0: lines}) if cut >= len(whole) // 2 else (None, {}))
        journal.append(5, lines, 7)
        assert journal.read()[1][5] == lines
    journal.append(6, lines, 8)
    assert 6 not in journal.read()[1], "of another run with another key"


def test_what_changes_the_figures_changes_the_journal(own_bot: str, tmp_path: Path) -> None:
    base = config("expert", own_bot)
    changed = [
        config("random", own_bot),
        config(own_bot, "expert"),
        config("expert", own_bot, seats=3),
        config("expert", own_bot, games=25),
        config("expert", own_bot, seed=4),
        replace(base, options=Options(smallest=13)),
    ]
    before = digest_of(MatchTournament(base))
    assert digest_of(MatchTournament(replace(base, logs=tmp_path))) == before
    Path(own_bot.rpartition(":")[0]).write_text(OWN_BOT.format(stones=2), encoding="utf-8")
    digests = [before, *(digest_of(MatchTournament(one)) for one in (base, *changed))]
    assert len(set(digests)) == len(digests)


def test_failures_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "own.py"
    path.write_text(OWN_BOT.format(stones=99), encoding="utf-8")
    result = played(config(f"{path}:Own", "expert", games=2))
    own = next(bot for bot in result.bots if bot.bot != "expert")
    assert own.failures == {"garbage": 2 * 3}, "it is started again twice in a match"
    assert own.forced > 2 * 3
    assert own.wins == 0


@pytest.mark.parametrize("command", some(2, ["tournament", "league"]))
def test_the_first_failure_of_a_bot_is_told_and_its_match_can_be_played_again(command: str, tmp_path: Path) -> None:
    path = tmp_path / "own.py"
    path.write_text(OWN_BOT.format(stones=99), encoding="utf-8")
    words = ("--bots", f"random,{path}:Own", "--games", "2", "--workers", "1", "--option", "smallest=20")
    done = souk_here(tmp_path, command, "nullgame", *words)
    assert done.returncode == 0
    assert done.stderr.count("It was asked: ") == 1, "the first of many"
    assert "Own sent an answer that is no action of this game" in done.stderr
    (file,) = re.findall("All of it: (.+)", done.stderr)
    assert json.loads(Path(file).read_text(encoding="utf-8"))["kind"] == "garbage"
    (again,) = re.findall("python main.py (play .+)", done.stderr)
    assert "--option smallest=20" in again
    failure = json.loads(souk_here(tmp_path, *read_by_shell(again), "--json").stdout)["failures"][0]
    assert f"Step {failure['step']}: " in done.stderr


def crashed(bot: str) -> MatchFailure:
    failure = Failure("crash", "bots.crash.silent", {"bot": bot})
    return MatchFailure(bot, 1, -5, ("random", bot, "random", "random"), 4, failure)


def test_every_bot_that_failed_is_named_and_few_are_told_of_in_full(tmp_path: Path) -> None:
    failures = [crashed(f"cmd:{number}") for number in range(5)]
    lines = list(told(Texts("en"), NULLGAME, Options(), failures, tmp_path))
    assert sum("Play that match again" in line for line in lines) == 3
    assert all(any("closed its output" in line and f"cmd:{number}" in line for line in lines) for number in range(5))
    (again,) = {line.partition("play ")[2] for line in lines if "souk play" in line and "cmd:0" in line}
    assert read_by_shell(again) == [*["nullgame", "--headless", "--seats", "random,cmd:0,random*2", "--seed", "-5"]]


def test_bots_are_named_without_their_folders_unless_two_are_called_alike(tmp_path: Path) -> None:
    failures = [crashed(f"{folder}/{file}.py:Fox") for folder, file in (("a", "one"), ("a", "two"), ("b", "two"))]
    lines = list(told(Texts("en"), NULLGAME, Options(), failures, tmp_path))
    assert [line.split(" failed, first")[0] for line in lines if " failed, first" in line] == [
        "one.py:Fox",
        "a/two.py:Fox",
        "b/two.py:Fox",
    ]


def test_a_match_that_is_in_a_file_of_results_is_shown_by_a_short_line(tmp_path: Path) -> None:
    def shown(failed: MatchFailure) -> str:
        return results_command(Path("class.json"), failed.seed, failed.seat)

    lines = list(told(Texts("en"), NULLGAME, Options(), [crashed("cmd:0")], tmp_path, shown))
    (again,) = [line for line in lines if "Play that match again" in line]
    assert again.endswith(" results class.json --game=-5 --follow 2")


@pytest.mark.slow
def test_a_league_with_a_file_tells_the_short_line(tmp_path: Path) -> None:
    path, file = tmp_path / "own.py", tmp_path / "league.json"
    path.write_text(OWN_BOT.format(stones=99), encoding="utf-8")
    words = ("--bots", f"random,{path}:Own", "--games", "8", "--workers", "1", "--file", str(file))
    done = souk(tmp_path, "league", "nullgame", *words)
    number, seat = map(int, re.findall(r"--game=(\d+) --follow (\d+)", done.stderr)[0])
    bout = json.loads(file.read_text(encoding="utf-8"))["bouts"][number - 1]
    assert bout["bots"][seat - 1].endswith("own.py:Own")
    assert "own.py:Own failed, first in the match with seed" in done.stderr and f"{path}:Own failed" not in done.stderr


def test_a_bot_that_cannot_start_is_told_of_before_the_first_match(tmp_path: Path) -> None:
    path = tmp_path / "own.py"
    path.write_text("class Own:\n    pass\n", encoding="utf-8")
    with pytest.raises(BotError) as refused:
        MatchTournament(config("expert", f"{path}:Own")).check()
    assert refused.value.key == "bots.load.not_a_bot"


def test_shared_wins_are_fractions() -> None:
    def match(index: int, *ranks: int) -> MatchLine:
        return MatchLine(
            index, index, "", 1, tuple(SeatFigures(seat, rank, 10 * seat, 0, {}) for seat, rank in enumerate(ranks))
        )

    asked = config("random", "expert", "random", games=2, seats=3)
    result = summarise(asked, [ChunkDone((match(0, 1, 1, 1),)), ChunkDone((match(1, 1, 1, 3),))])
    by_name = {bot.bot: bot for bot in result.bots}
    assert (by_name["expert"].games, by_name["expert"].wins) == (2, round(float(Fraction(5, 6)), 6))
    assert (by_name["random"].games, by_name["random"].wins) == (4, round(float(Fraction(7, 6)), 6))
    assert by_name["random"].mean_rank == 1.5
    assert by_name["random"].mean_score == 10


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_the_interval_is_the_published_one(wins: int, games: int, low: float, high: float) -> None:
    """Source: R. G. Newcombe, Statistics in Medicine 17 (1998), table I, method 3."""
    assert tuple(round(bound, 4) for bound in wilson(Fraction(wins), games)) == (low, high)


def end_at_once(work: int, worker: int) -> int:
    """A task in which the worker dies."""
    os._exit(9)


def test_a_worker_that_dies_is_an_error_and_not_a_hang() -> None:
    with pytest.raises(WorkerDiedError) as died, LocalProcesses(end_at_once, 2) as executor:
        list(executor.run({0: 0, 1: 1}))
    assert died.value.values == {"code": 9}


class Interrupted:
    """A task during whose way to its process somebody presses Ctrl-C."""

    def __reduce__(self) -> tuple[type[Interrupted], tuple[()]]:
        os.kill(os.getpid(), signal.SIGINT)
        return Interrupted, ()

    def __call__(self, work: int, worker: int, /) -> int:
        return work

    def close(self) -> None: ...


@pytest.mark.skipif(sys.platform == "win32", reason="os.kill ends the process there")
def test_a_worker_that_is_being_started_at_ctrl_c_ends_without_a_word(capfd: pytest.CaptureFixture[str]) -> None:
    resource_tracker.ensure_running()  # which stays when the workers end
    before = children()
    with pytest.raises(KeyboardInterrupt), LocalProcesses(Interrupted(), 2):
        pass
    wait_until(lambda: children() <= before, "the end of the workers")
    assert "Traceback" not in capfd.readouterr().err
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())


@pytest.mark.skipif(sys.platform == "win32", reason="os.kill ends the process there")
def test_ctrl_c_waits_for_a_start_though_another_thread_gets_the_signal() -> None:
    over, started = threading.Event(), False
    other = threading.Thread(target=over.wait)
    other.start()
    try:
        with pytest.raises(KeyboardInterrupt), _uninterrupted():
            os.kill(os.getpid(), signal.SIGINT)
            other.join(0.05)
            started = True
    finally:
        over.set()
        other.join()
    assert started


def test_the_command_writes_figures_and_rows(tmp_path: Path) -> None:
    numbers, table = tmp_path / "numbers", tmp_path / "table.csv"
    numbers.write_text("5 6\n7\n", encoding="utf-8")
    done = souk_here(
        tmp_path, "tournament", "nullgame", "--numbers", numbers, "--seats", "3", "--csv", table, "--json", "-"
    )
    assert done.returncode == 0
    document = json.loads(done.stdout)
    assert (document["game"], document["games"], document["seats"]) == ("nullgame", 3, 3)
    assert {bot["bot"] for bot in document["bots"]} == {"random", "expert"}
    rows = list(csv.DictReader(table.open(encoding="utf-8")))
    assert [row["number"] for row in rows] == ["5", "5", "5", "6", "6", "6", "7", "7", "7"]


def test_the_command_plays_pairs_and_says_so(tmp_path: Path) -> None:
    table = tmp_path / "table.csv"
    words = ["--bots", "expert,random", "--games", "5", "--pairs", "--csv", table]
    done = souk_here(tmp_path, "tournament", "nullgame", *words)
    assert done.returncode == 0 and "6 matches of 2 seats, every lineup in every seating with one seed" in done.stdout
    rows = list(csv.DictReader(table.open(encoding="utf-8")))
    played: dict[str, list[str]] = {}
    for row in rows:
        played.setdefault(row["number"], []).append(row["bot"])
    assert len(played) == 3
    assert all(
        bots in (["expert", "random", "random", "expert"], ["random", "expert", "expert", "random"])
        for bots in played.values()
    )
    figures = souk_here(tmp_path, "tournament", "nullgame", *words[:-2], "--json", "-")
    assert json.loads(figures.stdout)["pairs"] is True
    refused = souk_here(tmp_path, "tournament", "l4g", "--pairs", "--games", "1")
    assert refused.returncode == 1 and "leave --pairs out" in refused.stderr


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--fill", "random"], "leave --fill out"),
        (["--bots", "genius"], "There is no bot called genius"),
        (["--bots", ","], "at least one bot"),
        (["--seats", "9"], "9"),
        (["--numbers", "nowhere"], "nowhere"),
        (["--json", "no/such/folder/x.json"], "cannot be written"),
    ],
)
def test_what_cannot_be_played_is_said_in_one_sentence(tmp_path: Path, words: list[str], sentence: str) -> None:
    done = souk_here(tmp_path, "tournament", "nullgame", *words)
    assert done.returncode == 1
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr


def test_wrong_usage_is_exit_code_2(tmp_path: Path) -> None:
    assert souk_here(tmp_path, "tournament", "nullgame", "--games", "0").returncode == 2
