"""Leagues that are played: rounds, certainty, going on from a file."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from game.cabinets.listed import CABINETS
from game.core.bot.loading import parse_spec
from game.core.league.league import League
from game.core.league.run import LeagueOrder, LeagueProgress, joined, new_league, play_league
from game.core.tournament.plan import Contestant
from game.core.work.place import Workplace
from game.core.work.run import OrderError
from game.ground.leagues import LeagueFileError, read_league, write_league
from game.ground.texts import Texts
from tests.commands.command_line import souk, souk_here

NULLGAME = CABINETS["nullgame"]


def order(*bots: str, games: int = 200, seats: int = 2, doubt: float = 0.01) -> LeagueOrder:
    entries = tuple(Contestant(bot, parse_spec(bot, NULLGAME.bots)) for bot in bots)
    return LeagueOrder(NULLGAME, NULLGAME.info.options(), entries, seats, 7, games, doubt)


def last(wanted: LeagueOrder, league: League | None = None, place: Workplace = Workplace()) -> LeagueProgress:  # noqa: B008
    *_, latest = play_league(wanted, league or new_league(wanted), place)
    return latest


def test_it_stops_when_the_order_is_certain_and_seats_go_round() -> None:
    latest = last(order("random", "expert"))
    assert latest.certain
    assert len(latest.league.bouts) == 40
    assert Counter((bout.bots[0]) for bout in latest.league.bouts) == {"random": 20, "expert": 20}


def test_going_on_gives_what_one_go_would_have_given() -> None:
    whole, half = order("random", "expert", games=80, doubt=-1.0), order("random", "expert", games=40, doubt=-1.0)
    assert last(whole, last(half).league) == last(whole)
    assert len(last(whole).league.bouts) == 80


def test_what_is_finished_of_an_interrupted_round_is_kept() -> None:
    wanted = order("random", "expert", games=80, doubt=-1.0)
    played = play_league(wanted, new_league(wanted))
    partly = next(progress.league for progress in played if len(progress.league.bouts) > 8)
    assert len(partly.bouts) == 12
    assert last(wanted, partly) == last(wanted)


def test_a_limit_within_a_round_keeps_the_seats_even_later() -> None:
    whole, part = order("random", "expert", games=80, doubt=-1.0), order("random", "expert", games=51, doubt=-1.0)
    assert last(whole, last(part).league).league.bouts == last(whole).league.bouts


def test_matches_of_a_bot_that_changed_are_played_again() -> None:
    wanted = order("random", "expert", games=80, doubt=-1.0)
    whole = last(wanted).league
    league, _ = joined(new_league(wanted), msgspec.structs.replace(whole, bots={**whole.bots, "random": "of old"}))
    assert last(wanted, league).league.bouts == whole.bouts


def test_with_another_bot_no_number_is_played_twice() -> None:
    two = order("random", "expert", games=40)
    third = Contestant("third", parse_spec("random", NULLGAME.bots))
    three = replace(two, entries=(*two.entries, third), games=124, doubt=-1.0)
    league, _ = joined(new_league(three), last(two).league)
    bouts = last(three, league).league.bouts
    assert len({bout.seed for bout in bouts}) == len(bouts) == 124
    seats = Counter((bot, seat) for bout in bouts[40:] for seat, bot in enumerate(bout.bots))
    assert set(seats.values()) == {28}


def test_the_first_look_may_use_half_of_the_doubt() -> None:
    latest = last(order("random", "expert", doubt=-1.0, games=120))
    assert latest.league.looks == 3
    assert last(order("random", "expert", doubt=-1.0, games=120), latest.league).league.looks == 3


def test_a_changed_bot_begins_anew_and_one_that_left_keeps_its_matches() -> None:
    earlier = last(order("random", "expert")).league
    changed = msgspec.structs.replace(earlier, bots={**earlier.bots, "random": "of old"})
    league, gone = joined(new_league(order("random", "expert")), changed)
    assert gone == ("random",)
    assert league.bouts == ()
    league, gone = joined(new_league(order("random", "expert")), msgspec.structs.replace(earlier, seed=99))
    assert (gone, league.bouts) == ((), earlier.bouts)


@pytest.mark.parametrize(
    ("bots", "seats", "key"),
    [(("random",), 2, "too_few"), (("random", "expert"), 3, "too_few"), (("random", "random"), 2, "twice")],
)
def test_what_is_no_league_is_refused(bots: tuple[str, ...], seats: int, key: str) -> None:
    with pytest.raises(OrderError) as refused:
        new_league(order(*bots, seats=seats))
    assert refused.value.key == f"league.error.{key}"


def test_a_league_of_another_game_is_not_mixed_in() -> None:
    new = new_league(order("random", "expert"))
    with pytest.raises(OrderError) as refused:
        joined(new, msgspec.structs.replace(new, seats=3))
    assert (
        Texts("en")
        .line(refused.value.key, refused.value.values)
        .startswith("The league in that file differs in its number of seats: 3, not 2.")
    )


def test_files_come_back_and_broken_ones_say_so(tmp_path: Path) -> None:
    league = last(order("random", "expert")).league
    assert write_league(tmp_path / "league.json", lambda theirs: league) == league
    assert read_league(tmp_path / "league.json") == league
    (tmp_path / "broken.json").write_text("{", encoding="utf-8")
    for name in ("broken.json", "missing.json"):
        with pytest.raises(LeagueFileError):
            read_league(tmp_path / name)


def test_a_number_of_seats_that_is_none_is_said(tmp_path: Path) -> None:
    done = souk_here(tmp_path, "league", "nullgame", "--seats", "9")
    assert done.returncode == 1
    assert "nullgame is played by 1…4, not by 9. Give --seats one of these numbers" in done.stderr


def test_a_league_of_few_in_a_game_of_full_rooms_is_refused(tmp_path: Path) -> None:
    done = souk_here(tmp_path, "league", "l4g", "--bots", "expert,seeker")
    assert done.returncode != 0
    assert "A match of l4g has 49 seats, and 2 bots would play with nobody else" in done.stderr
    assert "--seats 2" in done.stderr and "tournament l4g" in done.stderr


def test_the_command_keeps_and_continues(tmp_path: Path) -> None:
    file = tmp_path / "league.json"
    words = ("league", "nullgame", "--file", str(file), "--workers", "1", "--json", "-")
    first = souk_here(tmp_path, *words)
    assert first.returncode == 0, first.stderr
    document = json.loads(first.stdout)
    assert [line["bot"] for line in document["bots"]] == ["expert", "random"]
    assert document["certain"]
    assert json.loads(souk_here(tmp_path, *words).stdout) == document
    assert len(read_league(file).bouts) == document["games"]


@pytest.mark.slow
def test_two_workers_give_the_same_league() -> None:
    wanted = order("random", "expert")
    assert last(wanted, place=Workplace(2)).league == last(wanted).league


@pytest.mark.slow
@pytest.mark.parametrize("game", ["marrakech", "slime"])
def test_the_order_of_the_built_in_bots_is_that_of_the_docs(game: str, tmp_path: Path) -> None:
    done = souk(tmp_path, "league", game, "--seats", "2", "--games", "60", "--json", "-", SOUK_PLAIN="")
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    assert [line["bot"] for line in document["bots"]] == ["expert", "greedy", "random"]
    assert document["certain"]
