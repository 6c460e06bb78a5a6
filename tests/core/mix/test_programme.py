"""Programmes of an evening: the laws of their rounds over many parties, and points."""

from __future__ import annotations

from itertools import pairwise

import pytest

from game.cabinets.listed import CABINETS
from game.core.mix.points import final_weight
from game.core.mix.programme import Guest, Length, Party, Round, Table, next_round, points_won, programme
from game.core.mix.seating import COMPUTER
from game.core.rules import Result, SeatResult
from game.core.short import Asks, Form, Format, Mood, Short
from tests.in_turns import in_turns

SHORTS = {game: CABINETS[game].shorts for game in CABINETS.places}
LANGUAGES = {"ko": ("ko",), "en": ("en",), "both": ("ko", "en")}


def party(people: int, languages: tuple[str, ...] = ("ko",), *, own_windows: bool = True) -> Party:
    guests = {person: Guest((languages[person % len(languages)],)) for person in range(1, people + 1)}
    return Party(guests, own_windows=own_windows)


@in_turns(people=[1, 2, 3, 4, 5, 6, 7, 8, 12], languages=LANGUAGES, minutes=[20, 40, 60])
def test_evenings_keep_their_laws(people: int, languages: str, minutes: int) -> None:
    for own_windows in (True, False) if people <= 4 else (True,):
        for seed in range(2):
            asked = party(people, LANGUAGES[languages], own_windows=own_windows)
            rounds = [*programme(asked, SHORTS, seed, seconds=60 * minutes)]
            assert 0.95 <= sum(each.seconds for each in rounds) / (60 * minutes) <= 1.05
            assert all(one.game != other.game for one, other in pairwise(rounds))
            assert rounds[-1].weight == final_weight(len(rounds), people)
            assert all(each.weight == 1 for each in rounds[:-1])
            for each in rounds:
                check_seats(each, asked)
            played = [each.game for each in rounds[:-1]]
            first_again = next((place for place, game in enumerate(played) if game in played[:place]), len(played))
            assert first_again >= min(3, len(played))


@pytest.mark.parametrize("people", range(2, 9))
def test_only_the_last_two_rounds_move_the_end_of_an_evening_whose_rounds_take_other_times_than_usual(
    people: int,
) -> None:
    for minutes in (20, 40, 60):
        for pace in (0.7, 0.85, 1.1, 1.5):
            length, past, took, final = Length.of(60 * minutes, 0), list[Round](), 0, ""
            while drawn := next_round(party(people), SHORTS, people, past, {}, length, final):
                past.append(drawn.round)
                final, took = drawn.final, took + round(pace * drawn.round.seconds)
                if drawn.last:
                    break
                length = length.after(round(pace * drawn.round.seconds))
            unforeseen = sum(round(pace * each.seconds) - each.seconds for each in past[-2:])
            assert 0.95 * 60 * minutes + min(0, unforeseen) <= took <= 1.05 * 60 * minutes + max(0, unforeseen)


def check_seats(drawn: Round, asked: Party) -> None:
    """Everybody has one seat at a table of a size that the form has, and can read what is played."""
    seats = [person for table in drawn.tables for person in table.people if person != COMPUTER]
    assert sorted(seats) == sorted(asked.guests)
    assert asked.own_windows or not drawn.short.own_window
    for table in drawn.tables:
        people = [person for person in table.people if person != COMPUTER]
        assert people
        spoken = {asked.guests[person].languages[0] for person in people}
        assert not drawn.short.spoken or any(
            table.options.items() >= options.items() and spoken <= {language}
            for language, options in drawn.short.spoken.items()
        )


def test_the_first_round_and_the_final_are_for_all_at_one_table() -> None:
    for seed in range(20):
        rounds = [*programme(party(4), SHORTS, seed, seconds=2400)]
        assert rounds[0].together and rounds[0].short.mood in (Mood.FAST, Mood.PARTY)
        assert rounds[-1].together


def test_a_number_of_rounds_may_be_asked_for() -> None:
    for rounds in (1, 2, 5, 9, 13):
        assert len([*programme(party(5), SHORTS, 1, rounds=rounds)]) == rounds


def test_equal_seeds_draw_alike_and_others_do_not() -> None:
    drawn = [[each.game for each in programme(party(6), SHORTS, seed, seconds=2400)] for seed in (1, 1, 2, 3)]
    assert drawn[0] == drawn[1]
    assert drawn[0] != drawn[2] or drawn[0] != drawn[3]


def test_what_somebody_lacks_or_cannot_do_is_not_drawn() -> None:
    guests = {1: Guest(cannot=frozenset({Asks.REFLEXES})), 2: Guest(games=frozenset({"rooftops", "omok", "tablut"}))}
    drawn = {each.game for seed in range(9) for each in programme(Party(guests), SHORTS, seed, seconds=1800)}
    assert drawn == {"omok", "tablut"}
    off = Party({1: Guest(), 2: Guest()}, off=frozenset({"tablut", "l4g"}))
    assert not {"tablut", "l4g"} & {each.game for each in programme(off, SHORTS, 1, seconds=3600)}


def test_where_nothing_fits_nothing_is_drawn() -> None:
    assert [*programme(party(4), SHORTS, 1, seconds=60)] == []
    nobody = Party({1: Guest(games=frozenset()), 2: Guest()})
    assert [*programme(nobody, SHORTS, 1, seconds=3600)] == []


def test_two_languages_sit_at_tables_of_their_own_and_one_alone_with_a_computer() -> None:
    guests = {1: Guest(("ko",)), 2: Guest(("ko", "en")), 3: Guest(("en",))}
    words = {"words": SHORTS["words"]}
    for drawn in programme(Party(guests), words, 1, rounds=1):
        assert [table.people for table in drawn.tables][1] == (3, COMPUTER)
        assert [table.options["mode"] in ("quiz", "chain") for table in drawn.tables] == [True, False]
    one_screen = Party(guests, own_windows=False)
    assert [*programme(one_screen, words, 1, rounds=1)] == []


def test_the_standing_seats_neighbours_together() -> None:
    pairs = {"omok": SHORTS["omok"], "tablut": SHORTS["tablut"]}
    standing = {person: 100 * (person // 2) for person in range(1, 7)}

    def apart(sent: dict[int, int]) -> int:
        """How far those who meet in the second rounds of ten evenings stand from each other."""
        far = 0
        for seed in range(10):
            rounds = programme(party(6), pairs, seed, rounds=6)
            next(rounds)
            tables = [table.people for table in rounds.send(sent).tables]
            far += sum(abs(standing[one] - standing[other]) for one, other in tables)
        return far

    assert apart(standing) < 0.8 * apart({})


def result(*scores: int, ranks: tuple[int, ...] = ()) -> Result:
    given = ranks or tuple(1 + sum(other > score for other in scores) for score in scores)
    return Result(tuple(SeatResult(rank, score) for rank, score in zip(given, scores, strict=True)), "")


def drawn_round(format_: Format, *people: tuple[int, ...], matches: int = 1, weight: int = 1) -> Round:
    short = Short("short", {2: Form(60, 60)}, format=format_, matches=matches)
    return Round("omok", short, tuple(map(Table, people)), 60, weight)


def test_points_of_tables_are_each_tables_own_and_computers_win_none() -> None:
    drawn = drawn_round(Format.TABLES, (1, 2, 3), (4, COMPUTER), weight=2)
    assert points_won(drawn, [[result(9, 5, 1)], [result(0, 1)]]) == {1: 24, 2: 12, 3: 0, 4: 0}


def test_points_of_the_same_number_go_over_all_tables_and_runs() -> None:
    drawn = drawn_round(Format.SAME, (1, 2), (3,), matches=2)
    runs = [[result(5, 1), result(5, 1)], [result(3), result(9)]]
    assert points_won(drawn, runs) == {1: 9, 3: 9, 2: 0}
