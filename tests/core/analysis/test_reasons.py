"""Why a better move is better: what is said of it is what the rules do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import Any

import pytest

from game.cabinets.gems.cards import CARD_OF
from game.cabinets.gems.state import SeatView
from game.cabinets.listed import CABINETS
from game.cabinets.omok.state import Place
from game.core.analysis.positions import Position, position_of
from game.core.analysis.reasons import Reason, better_by, reason_of
from game.core.analysis.verdicts import Decision
from game.core.analyst import Analyst, Effect, Effort, Judgement, Line, Question
from game.core.match.match import Match
from game.core.rules import SPECTATOR
from game.ground.texts import Texts
from tests.bench.bench_reasons import EXPLAINED, sentences
from tests.bench.bench_reasons import drawn as drawn_decisions


@cache
def languages() -> tuple[Texts, ...]:
    return Texts("ko"), Texts("en")


class Weighs(Analyst[Any, Sequence[Effect]]):
    """An analyst whose actions are their own effects."""

    def judge(self, question: Question[Any, Sequence[Effect]]) -> Judgement[Sequence[Effect]]:
        raise NotImplementedError

    def effects(self, question: Question[Any, Sequence[Effect]], action: Sequence[Effect]) -> Sequence[Effect]:
        return action


QUESTION = Question[Any, Any](None, None, 2, 0, 1)


@pytest.mark.parametrize(
    ("better", "other", "reason"),
    [
        ([Effect("men", 2, 200), Effect("room", 4, 40)], [Effect("men", 1, 100), Effect("room", 0, 0)], ("men", 2, 1)),
        (
            [Effect("men", 2, 200), Effect("room", 90, 900)],
            [Effect("men", 1, 100), Effect("room", 0, 0)],
            ("room", 90, 0),
        ),
        ([Effect("cost", 1, -10, fewer=True)], [Effect("cost", 3, -30, fewer=True)], ("cost", 1, 3)),
        ([Effect("cost", 3, -30, fewer=True)], [Effect("cost", 1, -10, fewer=True)], None),
        ([Effect("area", 3, 50)], [Effect("area", 4, 40)], None),
        ([Effect("dice", 1.04, 50)], [Effect("dice", 1.0, 40)], None),
        ([], [Effect("men", 1, 1)], None),
        ([Effect("men", 2, 9, about=(("kind", 1),))], [Effect("men", 1, 1, about=(("kind", 2),))], None),
    ],
)
def test_the_greatest_gain_that_can_be_counted_is_named(
    better: Sequence[Effect], other: Sequence[Effect], reason: tuple[str, float, float] | None
) -> None:
    found = better_by("game", Weighs(), QUESTION, better, other)
    assert found == (None if reason is None else Reason(f"game.why.{reason[0]}", *reason[1:]))


def test_a_proven_win_is_the_reason_and_what_was_as_good_needs_none() -> None:
    won, lost = Line[Any](["a"], (1.0, -1.0)), Line[Any](["b"], (0.2, -0.2))
    judgement = Judgement[Any]((1.0, -1.0), (won, lost), lost, end_in=3)
    missed = Decision(0, 0, 0.8, None, won, lost)
    assert reason_of("game", Weighs(), QUESTION, judgement, missed) == Reason("review.wins", 3, 0)
    assert reason_of("game", Weighs(), QUESTION, judgement, Decision(0, 0, 0.02, None, won, lost)) is None


def test_a_move_that_forces_an_answer_and_what_was_played_after_it_are_told_as_their_order() -> None:
    four, three = (Effect("four", 1, 9), Effect("three", 0, 0)), (Effect("four", 0, 0), Effect("three", 1, 1))

    class Forces(Weighs):
        forcing = frozenset({"four"})

    for analyst, following, key in (
        (Forces(), ("answer", three), "game.why.four_first"),
        (Forces(), ("answer", "else"), "game.why.four"),
        (Forces(), (), "game.why.four"),
        (Weighs(), ("answer", three), "game.why.four"),
    ):
        best, played = Line[Any](four, (0.5, -0.5), following), Line[Any](three, (0.1, -0.1))
        decision = Decision(0, 0, 0.4, None, best, played)
        reason = reason_of("game", analyst, QUESTION, Judgement[Any]((0.5, -0.5), (best, played), played), decision)
        assert reason is not None and reason.key == key


def drawn(game: str, count: int) -> Iterator[tuple[Match, Position]]:
    """Positions of matches at random in which one seat decides."""
    chance, cabinet = Random(7), CABINETS[game]
    for seed in range(count):
        seats = chance.choice([seats for seats in cabinet.info.seats if seats <= 4])
        match = Match(cabinet.rules, seats, cabinet.info.options(), seed)
        match.tick(0.0)
        for _ in range(chance.randrange(2, 30)):
            seat = match.waiting_for[0]
            legal = match.legal(seat)
            assert legal and match.offer(seat, chance.choice(legal)) is None
            match.tick(0.0)
            if match.over:
                break
        if not match.over:
            yield match, position_of(match)


def asked(match: Match, position: Position) -> Question[Any, Any]:
    return Question(position.view, match.options, match.seats, position.seat, 1, Effort.QUICK, brief=position.brief)


@pytest.mark.parametrize("game", EXPLAINED)
def test_every_action_has_the_same_features_and_every_feature_a_text(game: str) -> None:
    analyst_of = CABINETS[game].analyst
    assert analyst_of is not None
    for match, position in drawn(game, 4):
        question, analyst, names = asked(match, position), analyst_of(), set()
        assert position.legal
        for action in (position.legal[0], position.legal[-1]):
            effects = analyst.effects(question, action)
            assert effects == analyst.effects(question, action), "asking changes nothing"
            names.add(tuple(dict.fromkeys(effect.name for effect in effects)))
            for effect in effects:
                for language in languages():
                    assert language.line(f"{game}.why.{effect.name}", {"better": 2, "played": 1, **dict(effect.about)})
            for name in analyst.forcing:
                assert all(language.line(f"{game}.why.{name}_first", {}) for language in languages())
        assert len(names) == 1


def told(game: str, match: Match, position: Position, action: Any) -> dict[str, float]:
    analyst = CABINETS[game].analyst
    assert analyst is not None
    return {effect.name: effect.amount for effect in analyst().effects(asked(match, position), action)}


def after(match: Match, position: Position, action: Any) -> Any:
    """The spectator's view after an action, before anything else happens."""
    assert position.seat is not None
    copy = match.copy()
    assert copy.offer(position.seat, action) is None
    copy.tick(0.0)
    return copy.view(SPECTATOR)


def test_tablut_takes_what_it_is_said_to_take() -> None:
    for match, position in drawn("tablut", 12):
        assert position.legal
        for action in Random(1).sample(list(position.legal), 3):
            men = [
                sum(square > 0 for square in view.squares) for view in (position.view, after(match, position, action))
            ]
            assert told("tablut", match, position, action)["takes"] == men[0] - men[1]


def test_marrakech_shows_and_covers_the_squares_it_is_said_to() -> None:
    seen = 0
    for match, position in drawn("marrakech", 30):
        seat = position.seat
        assert seat is not None and position.legal
        for action in position.legal[:3]:
            effects = told("marrakech", match, position, action)
            if "sight" in effects:
                assert effects["sight"] == after(match, position, action).seats[seat].squares
                seen += 1
    assert seen > 5


def test_gems_brings_the_points_and_tokens_it_is_said_to() -> None:
    for match, position in drawn("gems", 12):
        seat = position.seat
        assert seat is not None and position.legal
        for action in Random(2).sample(list(position.legal), min(3, len(position.legal))):
            effects, now = told("gems", match, position, action), after(match, position, action).seats[seat]
            gold = now.tokens[5]
            assert effects["gold"] == gold and effects["tokens"] == min(sum(now.tokens[:5]), 10 - gold), "ten stay"


def test_gems_leaves_others_the_points_it_is_said_to() -> None:
    seen = 0
    for match, position in drawn("gems", 60):
        assert position.legal and position.seat is not None
        for action in (position.legal[0], position.legal[-1]):
            now = after(match, position, action)
            stay = [card for card, then in zip(position.view.market, now.market, strict=True) if card and card == then]
            bought = [
                CARD_OF[card].points
                for seat in set(range(match.seats)) - {position.seat}
                for card in stay
                if lacks(now.seats[seat], CARD_OF[card].cost) <= now.seats[seat].tokens[5]
            ]
            assert told("gems", match, position, action)["left_points"] == max(bought, default=0)
            seen += max(bought, default=0) > 0
    assert seen > 3


def test_gems_compares_what_is_lacking_for_one_card_and_names_it() -> None:
    named = 0
    for match, position in drawn("gems", 12):
        question, analyst = asked(match, position), CABINETS["gems"].analyst
        assert analyst is not None and position.legal and position.seat is not None
        better, other = position.legal[0], position.legal[-1]
        reason = better_by("gems", analyst(), question, better, other)
        if reason and reason.key == "gems.why.lack":
            card = CARD_OF[int(reason.values["card"])]
            for action, amount in ((better, reason.better), (other, reason.played)):
                now = after(match, position, action).seats[position.seat]
                assert amount == max(0, lacks(now, card.cost) - now.tokens[5])
            assert reason.values["points"] == card.points and reason.better < reason.played
            named += 1
    assert named


def lacks(seat: SeatView, cost: Sequence[int]) -> int:
    return sum(max(0, wanted - seat.tokens[colour] - seat.bonuses[colour]) for colour, wanted in enumerate(cost))


def test_volcano_builds_and_buries_what_it_is_said_to() -> None:
    seen = 0
    for match, position in drawn("volcano", 30):
        seat = position.seat
        assert seat is not None and position.legal
        for action in Random(3).sample(list(position.legal), min(4, len(position.legal))):
            effects, now = told("volcano", match, position, action), after(match, position, action)
            if not effects:
                continue
            own = now.seats[seat]
            assert (effects["huts"], effects["temples"]) == (20 - own.huts, 3 - own.temples)
            others = [other for other in range(match.seats) if other != seat]
            assert effects["buries"] == sum(now.seats[other].huts - position.view.seats[other].huts for other in others)
            seen += 1
    assert seen > 20


def test_omok_makes_and_stops_the_rows_it_is_said_to() -> None:
    cabinet = CABINETS["omok"]
    match = Match(cabinet.rules, 2, cabinet.info.options(rule="free"), 1)
    match.tick(0.0)
    for x, y in ((7, 7), (0, 0), (8, 7), (0, 2), (9, 7), (14, 14)):
        assert match.offer(match.waiting_for[0], Place(x, y)) is None
        match.tick(0.0)
    position = position_of(match)
    assert told("omok", match, position, Place(10, 7))["fours"] == 1
    assert told("omok", match, position, Place(3, 12)) == {
        "five": 0, "leaves_four": 0, "leaves_three": 0, "fours": 0, "threes": 1,
        "forks": 0, "leaves_forks": 0, "growing": 4, "leaves_growing": 0,
    }  # fmt: skip
    assert match.offer(match.waiting_for[0], Place(3, 12)) is None
    match.tick(0.0)
    assert told("omok", match, position_of(match), Place(6, 7))["leaves_three"] == 0
    assert told("omok", match, position_of(match), Place(14, 0))["leaves_three"] == 1


@pytest.mark.slow
@pytest.mark.parametrize("game", EXPLAINED)
def test_half_of_the_decisions_drawn_from_matches_of_computers_have_a_reason_that_counts_both_ways(game: str) -> None:
    effort = Effort.NORMAL if game == "tablut" else Effort.QUICK  # whose computers see what a quick search sees
    found = drawn_decisions(game, 10, 1, effort, Effort.QUICK)
    reasons = [each.reason for each in found if each.reason]
    assert len(reasons) >= 5
    for reason in reasons:
        assert reason.values["better"] != reason.values["played"]
        assert all(sentences(reason))
