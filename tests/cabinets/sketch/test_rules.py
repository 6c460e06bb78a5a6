"""The rules of the drawing game: points, ties, guesses, what is refused, and who may know what."""

from __future__ import annotations

import unicodedata
from operator import sub
from typing import Any

import msgspec
import pytest

from game.cabinets.sketch.cabinet import SKETCH
from game.cabinets.sketch.rules import GUESS_TOLD, ROUND_TOLD, VOTES_TOLD, Sketch
from game.cabinets.sketch.state import (
    Action,
    Draw,
    Enough,
    First,
    Guess,
    Judge,
    Options,
    Pose,
    State,
    View,
    Vote,
)
from game.conformance.walks import random_match
from game.core.bots import BotSetup, Request
from game.core.match.match import MALFORMED, Match
from game.core.rules import NATURE, SPECTATOR, Event, Move

RULES = Sketch()
SEATS = 6
LINE = Draw((100, 100, 300, 200), 400)
WORD = "찻주전자"


class Round:
    """A first round: seat 0 poses, seat 2 is the odd one, seat 1 begins."""

    def __init__(self, seats: int = SEATS, **options: Any) -> None:
        self.state: State = RULES.start(seats, Options(**options))
        self.events: list[Event] = []
        if options.get("master") != "machine":
            self.nature(0)
        self.nature(5)

    def nature(self, outcome: int) -> None:
        self._step([Move(NATURE, outcome)])

    def play(self, action: Action | None = None, **others: Action) -> None:
        """Everybody who is asked plays `action` (None: the fallback), seats named `s3=` something else."""
        ask = RULES.ask(self.state)
        assert ask is not None
        moves = []
        for seat in ask.seats:
            chosen = others.get(f"s{seat}", action) or RULES.fallback(self.state, seat)
            assert RULES.check(self.state, seat, chosen) is None, (seat, chosen)
            moves.append(Move(seat, chosen))
        self._step(moves)

    def _step(self, moves: list[Move]) -> None:
        self.events = RULES.step(self.state, moves)

    def drawn(self) -> None:
        """Everything up to the vote."""
        self.play(Pose("부엌", WORD))
        self.nature(1)
        self.play(First(1))
        while self.state.phase == "stroke":
            self.play(LINE)
        self.play(Enough())

    def view(self, viewer: int) -> View:
        return RULES.view(self.state, viewer)


def caught(**options: Any) -> Round:
    """The odd one was voted out, and is to guess."""
    played = Round(**options)
    played.drawn()
    played.play(Vote(2), s2=Vote(1))
    return played


def test_each_artist_draws_in_seat_order_from_the_first_brush_and_the_master_never() -> None:
    played = Round(laps=2)
    played.play(Pose("부엌", WORD))
    played.nature(1)
    played.play(First(4))
    order = []
    while played.state.phase == "stroke":
        order.append(played.view(SPECTATOR).artist)
        played.play(LINE)
    assert order == [4, 5, 1, 2, 3] * 2
    assert [stroke.seat for stroke in played.view(SPECTATOR).strokes] == order


def test_the_wrong_suspect_and_equal_votes_pay_the_odd_side() -> None:
    wrong = Round()
    wrong.drawn()
    wrong.play(Vote(3), s3=Vote(1))
    assert wrong.state.points == [2, 0, 2, 0, 0, 0]
    even = Round()
    even.drawn()
    even.play(s1=Vote(5), s2=Vote(1), s3=Vote(1), s4=Vote(2), s5=Vote(2))
    assert even.state.suspect == -1 and even.state.points == [2, 0, 2, 0, 0, 0]


def test_equal_votes_are_voted_on_once_more_where_that_is_agreed() -> None:
    played = Round(tie="runoff")
    played.drawn()
    played.play(s1=Vote(2), s2=Vote(1), s3=Vote(1), s4=Vote(2), s5=Vote(3))
    assert played.state.phase == "runoff" and played.view(SPECTATOR).tied == (1, 2)
    assert RULES.check(played.state, 4, Vote(3)) == "sketch.refuse.vote"
    played.play(Vote(2), s2=Vote(1))
    assert played.state.phase == "guess" and played.view(SPECTATOR).odd == 2


@pytest.mark.parametrize("text", ["찻 주전자", "TEAPOT!"])
def test_a_right_guess_in_either_language_pays_the_odd_side(text: str) -> None:
    played = caught()
    played.play(Guess(text))
    assert played.state.history[-1].right and played.state.points == [2, 0, 2, 0, 0, 0]


def test_another_guess_is_judged_by_the_real_artists_and_equal_is_wrong() -> None:
    played = caught()
    played.play(Guess("솥"))
    ask = RULES.ask(played.state)
    assert ask is not None and ask.seats == (1, 3, 4, 5)
    played.play(Judge(True), s1=Judge(False), s3=Judge(False))
    assert played.state.points == [0, 1, 0, 1, 1, 1] and not played.state.history[-1].right
    kind = caught()
    kind.play(Guess("솥"))
    kind.play(Judge(True), s1=Judge(False))
    assert kind.state.points == [2, 0, 2, 0, 0, 0]


def test_silence_and_exact_judging_ask_nobody() -> None:
    silent = caught()
    silent.play()
    assert silent.state.points == [0, 1, 0, 1, 1, 1]
    exact = caught(judge="exact")
    exact.play(Guess("솥"))
    assert exact.state.points == [0, 1, 0, 1, 1, 1]


def test_the_machine_poses_everybody_draws_and_nobody_has_the_masters_points() -> None:
    played = Round(master="machine", talk=0, laps=1)
    played.nature(3)
    played.nature(0)
    assert RULES.ask(played.state).seats == (0,)  # type: ignore[union-attr]
    for _ in range(SEATS):
        played.play(LINE)
    played.play(Vote(1), s1=Vote(0))
    assert played.state.odd == 3 and played.state.points == [0, 0, 0, 2, 0, 0]


@pytest.mark.parametrize(
    ("master", "words", "first"), [("turns", "free", "pose"), ("turns", "deal", "first"), ("machine", "free", "stroke")]
)
def test_no_clock_runs_while_it_is_shown_how_a_round_came_out(master: str, words: str, first: str) -> None:
    played, leads = Round(master=master, words=words, goal=9), list[tuple[int, str, float]]()
    while played.state.round < 3:
        ask = RULES.ask(played.state)
        assert ask is not None
        if ask.seats == (NATURE,):
            played.nature(1)
        else:
            leads.append((played.state.round, played.state.phase, ask.lead))
            played.play()
    assert next(lead for lead in leads if lead[0] == 2) == (2, first, ROUND_TOLD)
    assert sum(told for *_, told in leads) == ROUND_TOLD


def test_no_clock_runs_while_it_is_shown_how_a_vote_and_a_guess_came_out() -> None:
    for seconds, told in ((45, [VOTES_TOLD, GUESS_TOLD]), (0, [0.0, 0.0])):
        played = caught(seconds=seconds)
        asks = [RULES.ask(played.state)]
        played.play(Guess("국자"))
        asks.append(RULES.ask(played.state))
        assert played.state.phase == "judge" and [ask and ask.lead for ask in asks] == told


def test_a_match_ends_after_the_round_in_which_somebody_reaches_the_goal() -> None:
    played = Round(goal=3)
    for _ in range(2):
        master = played.state.master
        played.play()
        played.nature(0)
        while played.state.phase not in ("deal", "over"):
            played.play()
        if played.state.phase == "deal":
            played.nature(7)
            assert played.state.master == (master + 1) % SEATS
    assert max(played.state.points) >= 3 and RULES.ask(played.state) is None
    assert played.view(SPECTATOR).revealed


def test_a_match_ends_after_its_last_round_though_nobody_reached_the_goal() -> None:
    played = Round(goal=20, rounds=1)
    played.play()
    played.nature(0)
    while played.state.phase not in ("deal", "over"):
        played.play()
    assert played.state.phase == "over" and max(played.state.points) < 20
    assert RULES.result(played.state).reason == "sketch.end.rounds"


def voted(**options: Any) -> Round:
    """A match of one round that the real artists win; seat 3 does not name the odd one, who names seat 4."""
    played = Round(rounds=1, **options)
    played.drawn()
    played.play(Vote(2), s2=Vote(4), s3=Vote(1))
    played.play(Guess("솥"))
    while played.state.phase != "over":
        played.play(Judge(False))
    return played


def test_of_equal_points_the_votes_decide_where_people_agreed_on_that() -> None:
    played = voted(tiebreak="votes")
    result = RULES.result(played.state)
    assert [seat.score for seat in result.seats] == [0, 1, 0, 1, 1, 1]
    assert [seat.details["found"] for seat in result.seats] == [0, 1, 0, 0, 1, 1]
    assert [seat.details["suspected"] for seat in result.seats] == [0, 1, 3, 0, 1, 0]
    assert [seat.rank for seat in result.seats] == [5, 2, 6, 4, 2, 1]
    assert [seat.rank for seat in RULES.result(voted().state).seats] == [5, 1, 5, 1, 1, 1], "they share it otherwise"


def test_secret_votes_tell_nothing_of_who_named_whom_even_by_rank() -> None:
    result = RULES.result(voted(tiebreak="votes", blind_votes=True).state)
    assert [seat.details["found"] for seat in result.seats] == [0] * 6
    assert [seat.rank for seat in result.seats] == [5, 3, 6, 1, 3, 1]


def test_a_match_without_the_tiebreak_is_sealed_as_before_there_was_one() -> None:
    state = voted().state
    assert not state.found and not state.suspected
    assert RULES.seal(state) != RULES.seal(voted(tiebreak="votes").state)


@pytest.mark.parametrize(
    ("action", "key"),
    [
        (Draw(()), "points"),
        (Draw((1,)), "points"),
        (Draw((1, 2, 3)), "points"),
        (Draw(tuple(range(514))), "points"),
        (Draw((0, 768)), "outside"),
        (Draw((-1, 5)), "outside"),
        (Draw((10**30, 5)), "outside"),
        (Draw((5, 5, 5, 5)), "equal"),
        (Draw((0, 0, 1023, 0) * 3), "ink"),
        (Draw((5, 5), -1), "took"),
        (Draw((5, 5), 120_001), "took"),
        (Guess("x"), "phase"),
    ],
)
def test_what_is_no_stroke_is_refused(action: Action, key: str) -> None:
    played = Round()
    played.play(Pose("부엌", WORD))
    played.nature(1)
    played.play(First(1))
    assert RULES.check(played.state, 1, action) == f"sketch.refuse.{key}"


@pytest.mark.parametrize(
    ("category", "word", "key"),
    [
        ("", "고양이", "write"),
        ("동물", "고\u0000양이", "write"),
        ("동물", "\u202e고양이", "write"),
        ("동물", "고" * 25, "write"),
        ("동물", "동 물", "same"),
    ],
)
def test_what_is_no_word_is_refused(category: str, word: str, key: str) -> None:
    played = Round(words="free")
    assert RULES.check(played.state, 0, Pose(category, word)) == f"sketch.refuse.{key}"


def test_decomposed_jamo_are_put_together_and_what_is_pasted_by_the_yard_is_malformed() -> None:
    played = Round()
    played.play(Pose("  부엌 ", unicodedata.normalize("NFD", WORD)))
    assert (played.state.category, played.state.word) == ("부엌", WORD)
    match = Match(RULES, SEATS, Options(), 1)
    match.tick(0.0)
    (master,) = match.waiting_for
    assert match.offer(master, {"type": "pose", "category": "동물", "word": "가" * 10_000}) == MALFORMED


def test_votes_for_oneself_and_for_the_master_are_refused() -> None:
    played = Round()
    played.drawn()
    assert RULES.check(played.state, 3, Vote(3)) == "sketch.refuse.oneself"
    assert RULES.check(played.state, 3, Vote(0)) == "sketch.refuse.master"
    assert RULES.check(played.state, 3, Vote(77)) == "sketch.refuse.vote"


def test_no_view_and_no_event_for_others_holds_the_word_or_the_odd_one() -> None:
    marker = "열쇠Zq"
    played = Round()
    assert not any(each.offered for each in map(played.view, (1, 2, SPECTATOR)))
    played.play(Pose("부엌", marker))
    played.nature(1)
    for event in played.events:
        assert event.audience is not None and marker.encode() not in msgspec.msgpack.encode(
            [each for each in played.events if each.seen_by(2) or each.seen_by(SPECTATOR)]
        )
    played.play(First(1))
    while played.state.phase != "deal":
        for viewer in (2, SPECTATOR):
            assert b"Zq" not in msgspec.msgpack.encode(played.view(viewer)), played.state.phase
        for viewer in (0, 1, 3, SPECTATOR):
            assert played.view(viewer).odd is None
        played.play(LINE if played.state.phase == "stroke" else None)
        told = msgspec.msgpack.encode(played.events)
        assert played.state.phase == "deal" or b"Zq" not in told
    assert played.view(SPECTATOR).word == marker and played.view(SPECTATOR).odd == 2


@pytest.mark.parametrize("seats", [5, 10])
def test_every_round_adds_what_it_must(seats: int) -> None:
    for seed in range(3):
        match = random_match(SKETCH, seats, seed, Options(laps=1, blind_votes=bool(seed % 2)))
        history = match.view(SPECTATOR).history
        assert all(sum(each.points) in (4, seats - 2) for each in history)
        assert [sum(each.points[seat] for each in history) for seat in range(seats)] == list(match.scores())


def test_hidden_votes_are_in_nobodys_view() -> None:
    played = caught(blind_votes=True)
    assert played.view(SPECTATOR).counts == (0, 1, 4, 0, 0, 0) and played.view(3).votes == ()


def test_a_model_is_for_who_knows_the_word_and_has_few_strokes() -> None:
    strokes = ((400, 300, 500, 400),) * 5
    played = Round(words="free")
    for model, key in (
        (strokes[:3], "model"),
        (strokes * 3, "model"),
        ((tuple(range(500)),) * 5, "model"),
        ((*strokes, (1,)), "points"),
        ((*strokes, (1, 2, 1, 2)), "equal"),
        ((*strokes, (0, 0, 2000, 0)), "outside"),
    ):
        assert RULES.check(played.state, 0, Pose("부엌", "국자집", model)) == f"sketch.refuse.{key}"
    played.play(Pose("부엌", "국자집", strokes))
    played.nature(1)
    assert [viewer for viewer in (0, 1, 2, 3, SPECTATOR) if played.view(viewer).model] == [0, 1, 3]
    played.play(First(1))
    drawn = {}
    for seat in (1, 2):
        bot = SKETCH.bots["artist"](BotSetup("sketch", seat, SEATS, played.state.options, None, 5))
        answer = bot.decide(Request(0, played.view(seat), None, (), 7, None))
        drawn[seat] = answer.action.points
    far = {seat: max(map(abs, map(sub, drawn[seat], strokes[0]))) for seat in drawn}
    assert far[1] < 120 < far[2]
