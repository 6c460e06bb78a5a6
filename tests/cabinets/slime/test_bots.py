"""Computer players of Slime: legal, deterministic, the same compiled and plain, and stronger one than the next."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.cabinets.slime import field as f
from game.cabinets.slime.bots import ExpertBot, field_of
from game.cabinets.slime.cabinet import SLIME
from game.cabinets.slime.greedy import distance, gain, nearest, steer_greedily
from game.cabinets.slime.rules import Options, owners_of
from game.cabinets.slime.search import outlook, steer_expertly
from game.core.bot.loading import parse_spec
from game.core.bots import BotSetup, Request
from game.core.compiled import array, plain
from game.core.match.match import Match
from game.core.rules import SPECTATOR
from game.core.tournament.matches import MatchTournament
from game.core.tournament.plan import Contestant, TournamentConfig, numbers_from
from game.core.work.run import run
from tests import ROOT
from tests.cabinets.slime.field import A, B, D, L, R, U, at, bare, mirrored, own, place, walk


def win_rate(name: str, other: str, games: int) -> float:
    """The share of matches that `name` wins, the sides changing."""
    entries = tuple(Contestant(bot, parse_spec(bot, SLIME.bots)) for bot in (name, other))
    config = TournamentConfig(SLIME, Options(), entries, 2, 1, numbers_from(1, games))
    best, worse = run(MatchTournament(config), lambda progress: None).bots
    assert best.forced == worse.forced == 0, "every order was allowed"
    return next(line.win_rate for line in (best, worse) if line.bot == name)


@pytest.mark.slow
def test_greedy_beats_random_in_many_matches() -> None:
    assert win_rate("greedy", "random", 20) >= 0.95


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_expert_beats_greedy_in_many_matches() -> None:
    pytest.importorskip("numba", reason="plain Python takes an hour")
    assert win_rate("expert", "greedy", 6) >= 0.8


def request_at(turn: int, seed: int = 3) -> Request:
    """What a bot is asked in the middle of a match of greedy players."""
    match = Match(SLIME.rules, 2, Options(), seed)
    bots = [SLIME.bots["greedy"](BotSetup("slime", seat, 2, Options(), None, seat)) for seat in (0, 1)]
    while match.view(SPECTATOR).turn < turn:
        match.tick(0.0)
        for seat in match.waiting_for:
            request = Request(match.number, match.view(seat), None, (), seed + match.number)
            assert match.offer(seat, bots[seat].decide(request)) is None
        match.tick(0.0)
    return Request(match.number, match.view(0), None, (), seed)


@pytest.mark.parametrize("name", SLIME.bots)
@pytest.mark.parametrize("seat", [A, B])
def test_the_same_question_gets_the_same_answer(name: str, seat: int) -> None:
    request = request_at(40)
    setup = BotSetup("slime", seat, 2, Options(), None, 1)
    assert SLIME.bots[name](setup).decide(request) == SLIME.bots[name](setup).decide(request)


FINGERPRINT = """
from game.cabinets.slime.cabinet import SLIME
from game.cabinets.slime import field as f
from game.cabinets.slime.rules import Options, owners_of
from game.core.bots import BotSetup
from game.core.compiled import array, plain
from tests.cabinets.slime.field import play_at_random
from game.conformance.walks import random_match
from tests.cabinets.slime.test_bots import request_at

field = array(f.new_field())
print(play_at_random(field, 5), plain(field))
print(random_match(SLIME, 2, 3).hash())
for turn in (0, 30, 100, 176):
    request = request_at(turn)
    for name in ("greedy", "expert"):
        for seat in (0, 1):
            print(SLIME.bots[name](BotSetup("slime", seat, 2, Options(), None, 1)).decide(request))
"""


@pytest.mark.slow
def test_plain_python_and_numba_play_alike() -> None:
    pytest.importorskip("numba")
    printed = []
    for is_plain in ("", "1"):
        environment = {**os.environ, "SOUK_PLAIN": is_plain}
        command = [sys.executable, "-c", FINGERPRINT]
        done = subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, encoding="utf-8", check=True, timeout=240
        )
        printed.append(done.stdout.splitlines())
    assert printed[0] == printed[1]
    assert len(printed[0]) == 2 + 4 * 2 * 2


@given(st.integers(0, 2**32))
@settings(max_examples=20)
def test_the_nearest_square_that_is_not_ones_own(seed: int) -> None:
    for field, _ in walk(seed, 16):
        owners, hot = owners_of(field), array(field)
        for team in (A, B):
            free = [square for square, owner in enumerate(owners) if owner != team]
            for slime in range(f.SLIMES):
                here = field[f.SQUARE + slime]
                found = int(nearest(hot, team, here))
                assert owners[found] != team
                assert distance(here, found) == min(distance(here, square) for square in free)


@given(st.integers(0, 2**32), st.integers(0, 2**31 - 1))
@settings(max_examples=20)
def test_greedy_knows_no_side(seed: int, chance: int) -> None:
    for field, _ in walk(seed, 16):
        ours, theirs = array(field), array(mirrored(field))
        steer_greedily(ours, A, chance)
        steer_greedily(theirs, B, chance)
        assert mirrored(plain(ours)) == plain(theirs)


def test_greedy_prefers_the_others_squares_and_parts_its_slimes() -> None:
    field = bare()
    place(field, 0, 10, 6, U)
    place(field, 1, 10, 6, U)
    for x, y in ((10, 6), (9, 6), (10, 5)):
        own(field, A, x, y)
    own(field, B, 11, 6)
    hot = array(field)
    assert [int(gain(hot, A, at(x, y))) for x, y in ((11, 6), (10, 7), (9, 6))] == [2, 1, 0]
    for chance in range(8):
        steer_greedily(hot, A, chance)
        assert [int(heading) for heading in hot[f.HEADING : f.HEADING + 2]] == [R, U]


def test_an_expert_closes_a_ring() -> None:
    field = bare()
    ring = [(x, y) for x in range(8, 15) for y in range(3, 10) if x in (8, 14) or y in (3, 9)]
    for x, y in ring:
        own(field, A, x, y)
    for x in range(9, 14):
        for y in range(4, 9):
            own(field, B, x, y)
    own(field, B, 14, 6)
    place(field, 5, 11, 6, U)
    place(field, 0, 15, 6, R)
    hot = array(field)
    for turn in range(4):
        steer_expertly(hot, A, 1 + turn)
        steer_greedily(hot, B, turn)
        f.play_turn(hot, 0)
    after = plain(hot)
    assert sum(owners_of(after)[at(x, y)] == A for x in range(9, 14) for y in range(4, 9)) >= 20
    assert after[f.DEATHS + 5] > 0


def test_an_expert_leaves_where_it_would_be_closed_in() -> None:
    field = bare()
    ring = [(x, y) for x in range(9, 14) for y in range(4, 9) if x in (9, 13) or y in (4, 8)]
    for x, y in ring:
        own(field, B, x, y)
    own(field, A, 13, 6)
    own(field, A, 12, 6)
    place(field, 0, 12, 6, L)
    place(field, 5, 16, 6, L)
    hot = array(field)
    stay, leave = array([4 * 6 + L, 0, 0, 0, 0]), array([4 * 3 + R, 0, 0, 0, 0])
    assert int(outlook(hot, A, leave, 12345)) > int(outlook(hot, A, stay, 12345))


def test_an_expert_answers_at_every_turn() -> None:
    for turn in (0, 120, 179):
        request = request_at(turn)
        for seat in (A, B):
            answer = ExpertBot(BotSetup("slime", seat, 2, Options(), None, 0)).decide(request)
            field = plain(field_of(request.view))
            for number, heading in enumerate(answer.headings):
                assert heading is not None
                square = field[f.SQUARE + seat * f.TEAM + number]
                assert f.BESIDE[square * 4 + heading] != f.OUTSIDE, "it never leaves the field to chance"


def test_headings_have_their_names() -> None:
    assert (R, U, L, D) == (0, 1, 2, 3)
