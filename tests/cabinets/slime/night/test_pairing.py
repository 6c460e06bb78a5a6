"""Whom the teams of a night meet: groups, Swiss rounds and brackets of every size."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from game.cabinets.slime.night.night import Night, places
from game.cabinets.slime.night.pairing import groups_of, next_round, swiss_rounds
from game.cabinets.slime.night.schedule import Form, most_rounds
from game.cabinets.slime.night.standings import WIN, standings
from game.cabinets.slime.night.ties import Reason, Stage
from tests.cabinets.slime.night.play import played_out, schedule_of

SEEDS = some.integers(0, 2**32)


def night_of(seed: int, form: Form, teams: int, **more: object) -> Night:
    """A whole night, played by lot."""
    chance = Random(seed)
    return played_out(Night(schedule_of(form, teams, **more), seed), chance.randrange)


def met(night: Night, stage: Stage) -> Counter[frozenset[int | None]]:
    """How often each two teams met."""
    return Counter(frozenset(tie.teams) for round_ in night.rounds if round_.stage is stage for tie in round_.ties)


@given(SEEDS, some.integers(2, 12), some.data())
def test_in_groups_everybody_meets_everybody_of_the_group_once(seed: int, teams: int, data: some.DataObject) -> None:
    groups = data.draw(some.integers(1, teams // 2))
    night = night_of(seed, Form.GROUPS, teams, groups=groups, drawn=True)
    expected = Counter(
        frozenset((one, other))
        for group in groups_of(night.schedule, seed)
        for one in group
        for other in group
        if one < other
    )
    assert met(night, Stage.GROUPS) == expected
    sizes = [len(group) for group in groups_of(night.schedule, seed)]
    assert max(sizes) - min(sizes) <= 1
    for round_ in night.rounds:
        playing = [team for tie in round_.ties for team in tie.teams]
        assert len(set(playing)) == len(playing), "nobody plays twice in a round"


@settings(max_examples=40, deadline=None)
@given(SEEDS, some.integers(2, 17), some.data())
def test_in_swiss_rounds_nobody_meets_anybody_twice_and_free_rounds_are_fair(
    seed: int, teams: int, data: some.DataObject
) -> None:
    pytest.importorskip("py4swiss")
    rounds = data.draw(some.integers(0, most_rounds(teams)))
    night = night_of(seed, Form.SWISS, teams, rounds=rounds)
    assert len(night.rounds) == swiss_rounds(night.schedule)
    pairs = met(night, Stage.SWISS)
    assert max(pairs.values()) == 1
    free = Counter(tie.first for round_ in night.rounds for tie in round_.ties if tie.second is None)
    assert sum(free.values()) == len(night.rounds) * (teams % 2)
    assert not free or max(free.values()) == 1, "a free round is given to nobody twice"
    table = standings(night.schedule, seed, night.rounds, Stage.SWISS, range(teams))
    assert all(line.ties + free[line.team] == len(night.rounds) for line in table)
    assert [line.points for line in table] == sorted((line.points for line in table), reverse=True)


def test_a_free_swiss_round_counts_as_a_win_and_goes_to_the_last() -> None:
    pytest.importorskip("py4swiss")
    night = Night(schedule_of(Form.SWISS, 3), 1)
    round_ = next_round(night.schedule, 1, ())
    assert round_ is not None
    assert round_.ties[-1].teams == (2, None)
    line = next(line for line in standings(night.schedule, 1, [round_], Stage.SWISS, range(3)) if line.team == 2)
    assert (line.points, line.ties) == (WIN, 0)


@given(SEEDS, some.integers(2, 20), some.booleans(), some.sampled_from([1, 2, 3]))
def test_a_bracket_ends_with_one_winner_and_the_free_places_go_to_the_best(
    seed: int, teams: int, third: bool, best_of: int
) -> None:
    night = night_of(seed, Form.BRACKET, teams, third=third, best_of=best_of)
    first = night.rounds[0]
    free = {tie.first if tie.second is None else tie.second for tie in first.ties if None in tie.teams}
    assert free == set(range((1 << (teams - 1).bit_length()) - teams)), "the strongest have the free places"
    finals = [round_ for round_ in night.rounds if round_.stage is Stage.BRACKET and round_.last]
    assert len(finals) == 1 and len(finals[0].ties) == 1
    ranked = [team for group in places(night) for team in group]
    assert len(ranked) == len(set(ranked))
    losers = Counter[int]()
    for number, round_ in enumerate(night.rounds):
        for index, tie in enumerate(round_.ties):
            end = night.verdict(number, index)
            assert end is not None
            assert end.reason is not Reason.DRAW
            if round_.stage is Stage.BRACKET and end.winner is not None and tie.teams[1 - end.winner] is not None:
                losers[tie.teams[1 - end.winner] or 0] += 1
    assert not losers or max(losers.values()) == 1, "who loses is out"


@given(SEEDS, some.integers(1, 4), some.integers(2, 5), some.data())
def test_the_best_of_each_group_go_on_and_do_not_meet_again_at_once(
    seed: int, groups: int, size: int, data: some.DataObject
) -> None:
    advance = data.draw(some.integers(1 if groups > 1 else 2, size))
    night = night_of(seed, Form.GROUPS_BRACKET, groups * size, groups=groups, advance=advance)
    of = groups_of(night.schedule, seed)
    first = next(round_ for round_ in night.rounds if round_.stage is Stage.BRACKET)
    entered = {team for tie in first.ties for team in tie.teams if team is not None}
    tables = [standings(night.schedule, seed, night.rounds, Stage.GROUPS, group) for group in of]
    assert entered == {line.team for table in tables for line in table[:advance]}
    if groups > 1 and advance <= 2:
        home = {team: number for number, group in enumerate(of) for team in group}
        for tie in first.ties:
            if tie.first is not None and tie.second is not None:
                assert home[tie.first] != home[tie.second]


@given(SEEDS, some.sampled_from([Form.GROUPS, Form.BRACKET, Form.GROUPS_BRACKET]), some.integers(2, 9))
def test_everything_follows_from_the_seed_and_the_results(seed: int, form: Form, teams: int) -> None:
    assert night_of(seed, form, teams, drawn=True).rounds == night_of(seed, form, teams, drawn=True).rounds
