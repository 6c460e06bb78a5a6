"""Gem Merchants: the table of cards, the laws of a match, returns, payments, nobles, passing, secrets, undo."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec
import pytest

from game.cabinets.gems import board as b
from game.cabinets.gems.cabinet import GEMS
from game.cabinets.gems.cards import CARD_OF, COLOURS, FIRST_OF, GOLD, NOBLE_OF
from game.cabinets.gems.cards import GEMS as KINDS
from game.cabinets.gems.rules import Gems
from game.cabinets.gems.state import Action, Buy, Draw, Options, Reserve, Return, State, Take, Welcome
from game.conformance.cases import with_defaults
from game.conformance.walks import random_match, walk
from game.core.compiled import COMPILED
from game.core.match.match import Match
from game.core.rules import NATURE, OMNISCIENT, SPECTATOR, Event, Move

RULES = Gems()


def dealt(seats: int = 2, seed: int = 1, **options: Any) -> State:
    """A match at its first decision; seat 0 begins."""
    chance, state = Random(seed), RULES.start(seats, Options(**options))
    while (ask := RULES.ask(state)) and ask.seats == (NATURE,):
        RULES.step(state, (Move(NATURE, 0 if state.phase == "first" else chance.randrange(ask.outcomes)),))
    return state


def play(state: State, action: Action, outcome: int = 0) -> list[Event]:
    """What the mover does, and the draws that follow."""
    seat = state.cells[b.MOVER]
    assert RULES.check(state, seat, action) is None, RULES.check(state, seat, action)
    events = RULES.step(state, (Move(seat, action),))
    while (ask := RULES.ask(state)) and ask.seats == (NATURE,):
        events += RULES.step(state, (Move(NATURE, outcome % ask.outcomes),))
    return events


def give(state: State, seat: int, tokens: Sequence[int] = (), bonuses: Sequence[int] = ()) -> None:
    """Let a seat have exactly these tokens, out of the bank, and these bonuses."""
    at = b.at_seat(seat)
    for colour, count in enumerate(tokens):
        state.cells[b.BANK + colour] += state.cells[at + colour] - count
        state.cells[at + colour] = count
    for colour, count in enumerate(bonuses):
        state.cells[at + b.BONUSES + colour] = count


def lay(state: State, place: int, card: int) -> None:
    """Put a card into a place of the market; what lay there goes back into its deck."""
    level = CARD_OF[card].level
    deck = b.DECK + FIRST_OF[level - 1] - 1
    left = state.cells[b.LEFT + level - 1]
    if card in state.cells[b.MARKET : b.MARKET + b.PLACES]:
        return
    undealt = state.cells[deck : deck + left]
    undealt[undealt.index(card)] = state.cells[b.MARKET + place]
    state.cells[deck : deck + left] = sorted(undealt)
    state.cells[b.MARKET + place] = card


def test_the_table_of_cards_adds_up_as_published() -> None:
    for level, sums, points, bonuses in ((1, 33, 5, 8), (2, 41, 55, 6), (3, 43, 80, 4)):
        cards = [card for card in CARD_OF.values() if card.level == level]
        assert len(cards) == (40, 30, 20)[level - 1] and sum(card.points for card in cards) == points
        assert [sum(card.cost[colour] for card in cards) for colour in range(COLOURS)] == [sums] * COLOURS
        assert [sum(card.bonus == colour for card in cards) for colour in range(COLOURS)] == [bonuses] * COLOURS
    assert [sum(noble[colour] for noble in NOBLE_OF.values()) for colour in range(COLOURS)] == [17] * COLOURS
    assert len(set(NOBLE_OF.values())) == 10 and len({(*card,) for card in CARD_OF.values()}) == 90


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_tokens_and_cards_are_neither_made_nor_lost(seats: int) -> None:
    cabinet = with_defaults(GEMS, {"fewer": "free", "returns": "any", "nobles": "all"}) if seats == 3 else GEMS
    for state, ask, _ in walk(cabinet, seats, Random(seats)):
        cells = state.cells
        own = [cells[b.at_seat(seat) : b.at_seat(seat) + b.STRIDE] for seat in range(seats)]
        whole = [b.TOKENS_OF[seats]] * COLOURS + [b.GOLD_TOKENS]
        assert [cells[b.BANK + colour] + sum(each[colour] for each in own) for colour in range(KINDS)] == whole
        assert min(cells) >= 0
        starts = [b.DECK + first - 1 for first in FIRST_OF]
        undealt = [card for k in range(3) for card in cells[starts[k] : starts[k] + cells[b.LEFT + k]]]
        market = [card for card in cells[b.MARKET : b.MARKET + b.PLACES] if card]
        held = [card for each in own for card in each[b.RESERVED : b.BLIND] if card]
        bought = [card for cards in state.bought for card in cards]
        assert sorted([*undealt, *market, *held, *bought]) == list(range(1, 91))
        for seat, each in enumerate(own):
            cards = [CARD_OF[card] for card in state.bought[seat]]
            assert each[b.BONUSES : b.SCORE] == [sum(c.bonus == colour for c in cards) for colour in range(COLOURS)]
            nobles = sum(cells[b.NOBLE + noble] == 2 + seat for noble in NOBLE_OF)
            assert each[b.SCORE] == sum(card.points for card in cards) + 3 * nobles
            assert sum(each[:KINDS]) <= 10 or seat == cells[b.MOVER]
        if state.phase == "act":
            gaps = {place // b.ROW for place in range(b.PLACES) if not cells[b.MARKET + place]}
            assert all(not cells[b.LEFT + level] for level in gaps)
            assert sum(own[ask.seats[0]][:KINDS]) <= 10


def test_everybody_has_had_equally_many_turns_at_the_end() -> None:
    for seed in range(6):
        match = random_match(GEMS, 2 + seed % 3, seed)
        if match.result().reason == "gems.end.target":
            assert match.view(SPECTATOR).turns % (2 + seed % 3) == 0


def test_a_payment_may_be_gold_where_one_has_the_colour() -> None:
    state = dealt()
    lay(state, 0, 6)
    give(state, 0, (0, 2, 0, 0, 0, 2), (0, 1, 0, 0, 0))
    legal = [action for action in RULES.legal(state, 0) if isinstance(action, Buy) and action.card == 6]
    assert [buy.gold for buy in legal] == [(0, 0, 0, 0, 0), (0, 1, 0, 0, 0), (0, 2, 0, 0, 0)]
    assert RULES.check(state, 0, Buy(6, (1, 0, 0, 0, 0))) == "gems.refuse.wrong_payment"
    (bought, *_) = play(state, Buy(6, (0, 1, 0, 0, 0)))
    assert bought.data["paid"] == [0, 1, 0, 0, 0, 1]


def test_what_goes_back_holds_a_colour_that_was_taken() -> None:
    for returns, listed in (("taken", 6), ("any", 20)):
        state = dealt(seats=4, returns=returns)
        give(state, 0, (1, 2, 1, 2, 2, 2))
        play(state, Take((2, 2)))
        backs = [action.tokens for action in RULES.legal(state, 0) if isinstance(action, Return)]
        assert len(backs) == listed and all(sum(tokens) == 2 for tokens in backs)
        assert (returns == "any") == any(not tokens[2] for tokens in backs)
        assert (0, 0, 2, 0, 0, 0) in backs, "to return just what was taken is allowed"
    state = dealt(seats=4)
    give(state, 0, (1, 2, 1, 2, 2, 2))
    play(state, Take((2, 2)))
    assert RULES.check(state, 0, Return((1, 1, 0, 0, 0, 0))) == "gems.refuse.none_of_taken"
    assert RULES.check(state, 0, Return((1, 0, 0, 0, 0, 0))) == "gems.refuse.wrong_surplus"


def test_reserving_with_ten_tokens_under_taken_returns_that_gold() -> None:
    state = dealt()
    give(state, 0, (2, 2, 2, 2, 2, 0))
    card = state.cells[b.MARKET]
    events = play(state, Reserve(card))
    assert Event("returned", {"seat": 0, "gems": [GOLD]}) in events
    assert state.cells[b.BANK + GOLD] == 5 and state.cells[b.MOVER] == 1


def test_the_fallback_keeps_a_seat_balanced() -> None:
    state = dealt(seats=4)
    give(state, 0, (6, 1, 1, 1, 0, 0))
    play(state, Take((1, 2, 4)))
    back = RULES.fallback(state, 0)
    assert isinstance(back, Return) and RULES.check(state, 0, back) is None and back.tokens[0] >= 1


def test_of_two_nobles_one_comes_and_the_other_a_turn_later() -> None:
    state = dealt(nobles="all")
    give(state, 0, bonuses=(4, 4, 0, 0, 4))
    play(state, Take((0, 1, 2)))
    assert state.phase == "noble" and RULES.legal(state, 0) == [Welcome(7), Welcome(9), Welcome(10)]
    assert RULES.check(state, 0, Welcome(1)) == "gems.refuse.not_visiting"
    play(state, Welcome(9))
    assert state.cells[b.MOVER] == 1 and RULES.scores(state) == (3, 0)
    play(state, Take((0, 1, 2)))
    play(state, Take((2, 3, 4)))
    assert state.phase == "noble" and RULES.legal(state, 0) == [Welcome(7), Welcome(10)]
    events = play(state, Welcome(7))
    assert [event.data["noble"] for event in events if event.kind == "visited"] == [7]


def empty(state: State) -> None:
    """Nothing to take, to reserve or to reveal."""
    for colour in range(COLOURS):
        state.cells[b.BANK + colour] = 0
    for at in (*range(b.MARKET, b.MARKET + b.PLACES), *range(b.LEFT, b.DECK)):
        state.cells[at] = 0


def test_whoever_can_do_nothing_passes_and_all_in_a_row_end_the_match() -> None:
    state = dealt(seats=3)
    keep = state.cells[b.MARKET]
    empty(state)
    state.cells[b.MARKET] = keep
    events = play(state, Reserve(keep))
    assert [event.data["seat"] for event in events if event.kind == "passed"] == [1, 2, 0]
    assert RULES.ask(state) is None and RULES.result(state).reason == "gems.end.stuck"


def test_a_noble_that_comes_to_who_passes_keeps_the_match_alive() -> None:
    state = dealt(seats=2, nobles="all")
    keep = state.cells[b.MARKET]
    empty(state)
    state.cells[b.MARKET] = keep
    give(state, 1, bonuses=(4, 4, 0, 0, 0))
    events = [event.kind for event in play(state, Reserve(keep)) if event.kind in ("passed", "visited", "over")]
    assert events == ["passed", "visited", "passed", "passed", "over"]


def test_who_reaches_the_target_lets_the_round_be_finished() -> None:
    state = dealt(seats=3, target=5)
    state.cells[b.at_seat(0) + b.SCORE] = 5
    assert "last_round" in [event.kind for event in play(state, Take((0, 1, 2)))]
    assert RULES.view(state, 1).last_round
    play(state, Take((0, 1, 2)))
    play(state, Take((0, 1, 2)))
    result = RULES.result(state)
    assert result.reason == "gems.end.target" and [line.rank for line in result.seats] == [1, 2, 2]


def test_fewer_bought_cards_break_a_tie() -> None:
    state = dealt()
    for seat, cards in ((0, [6, 8]), (1, [16])):
        state.bought[seat] = cards
        state.cells[b.at_seat(seat) + b.SCORE] = 4
    assert [line.rank for line in RULES.result(state).seats] == [2, 1]


@pytest.mark.parametrize(
    ("gems", "why"),
    [((0,), "too_few"), ((0, 1), "too_few"), ((1, 0, 2), "not_different"), ((0, 0, 1), "not_different")],
)
def test_takes_that_are_refused_say_why(gems: tuple[int, ...], why: str) -> None:
    assert RULES.check(dealt(), 0, Take(gems)) == f"gems.refuse.{why}"


def test_two_of_a_kind_need_four_and_fewer_may_be_free() -> None:
    state = dealt()
    play(state, Take((0, 1, 2)))
    assert RULES.check(state, 1, Take((0, 0))) == "gems.refuse.needs_four"
    assert RULES.check(state, 1, Take((3, 3))) is None
    assert RULES.check(dealt(fewer="free"), 0, Take((0, 1))) is None
    state.cells[b.BANK : b.BANK + COLOURS] = [0, 0, 0, 2, 1]
    assert RULES.check(state, 1, Take((3, 4))) is None and RULES.check(state, 1, Take((3,))) == "gems.refuse.too_few"
    assert RULES.check(state, 1, Take((0, 3, 4))) == "gems.refuse.none_left"


def test_refusals_tell_nothing_of_what_is_hidden() -> None:
    state = dealt()
    play(state, Draw(1))
    hidden = state.cells[b.at_seat(0) + b.RESERVED]
    undealt = state.cells[b.DECK]
    free = (0, 0, 0, 0, 0)
    for card in (hidden, undealt):
        assert RULES.check(state, 1, Buy(card, free)) == "gems.refuse.not_there"
        assert RULES.check(state, 1, Reserve(card)) == "gems.refuse.not_there"
    assert RULES.check(state, 0, Buy(hidden, free)) == "gems.refuse.not_your_turn"


def test_a_card_of_ones_own_is_not_said_to_be_somebody_elses() -> None:
    state = dealt(seats=2)
    card = state.cells[b.MARKET]
    for action in (Reserve(card), Draw(1), Take((0, 1, 2)), Take((0, 1, 2))):
        play(state, action)
    blind = state.cells[b.at_seat(1) + b.RESERVED]
    assert RULES.check(state, 0, Reserve(card)) == "gems.refuse.yours_already"
    assert RULES.check(state, 0, Reserve(blind)) == "gems.refuse.not_there"
    play(state, Take((2, 3, 4)))
    assert RULES.check(state, 1, Reserve(card)) == "gems.refuse.not_yours"
    assert RULES.check(state, 1, Reserve(blind)) == "gems.refuse.yours_already"


@pytest.mark.parametrize(
    ("junk", "why"),
    [
        (Take((-1, 0, 1)), "none_left"),
        (Take((9,)), "none_left"),
        (Take((10**30,)), "none_left"),
        (Take(()), "too_few"),
        (Take((0, 0, 0, 0)), "not_different"),
        (Draw(0), "deck_empty"),
        (Draw(-3), "deck_empty"),
        (Draw(10**30), "deck_empty"),
        (Reserve(0), "not_there"),
        (Reserve(-4), "not_there"),
        (Buy(10**30, (0, 0, 0, 0, 0)), "not_there"),
        (Return((1, 0, 0, 0, 0, 0)), "not_this_phase"),
        (Welcome(99), "not_this_phase"),
    ],
)
def test_junk_is_refused_and_never_raised(junk: Action, why: str) -> None:
    assert RULES.check(dealt(), 0, junk) == f"gems.refuse.{why}"


def test_a_hidden_card_is_in_nothing_that_others_are_told_until_it_is_bought() -> None:
    """Two matches that differ in the hidden card alone look alike to everybody but its owner, refusals too."""
    seen = []
    for outcome in (3, 17):
        state = dealt(seats=3)
        events = play(state, Draw(2), outcome)
        for action in (Take((0, 1, 2)), Take((2, 3, 4)), Take((0, 1, 3))):
            events += play(state, action)
        others = [msgspec.msgpack.encode(RULES.view(state, viewer)) for viewer in (1, 2, SPECTATOR)]
        told = [[event for event in events if event.seen_by(viewer)] for viewer in (1, 2, SPECTATOR)]
        asked: list[Action] = [each for card in CARD_OF for each in (Reserve(card), Buy(card, (0, 0, 0, 0, 0)))]
        said = [RULES.check(state, state.cells[b.MOVER], action) for action in asked]
        seen.append((others, told, said))
        assert (
            state.cells[b.MOVER] == 1
            and RULES.view(state, 0).seats[0].reserved[0].card
            == RULES.view(state, OMNISCIENT).seats[0].reserved[0].card
        )
        assert RULES.view(state, 1).seats[0].reserved[0].card == 0
    assert seen[0] == seen[1]


def test_buying_a_hidden_card_is_news_to_all_others() -> None:
    state = dealt()
    play(state, Draw(1))
    play(state, Take((0, 1, 2)))
    hidden = state.cells[b.at_seat(0) + b.RESERVED]
    give(state, 0, bonuses=(7, 7, 7, 7, 7))
    events = play(state, Buy(hidden, (0, 0, 0, 0, 0)))
    (unveiled,) = [event for event in events if event.kind == "unveiled"]
    assert unveiled.audience == (SPECTATOR, 1) and unveiled.data["card"] == hidden
    assert events[0].data["source"] == "blind"


def test_undo_goes_back_to_the_last_card_revealed_and_no_further() -> None:
    match = Match(RULES, 2, Options(), 5)
    match.tick(0.0)
    for action in (Take((0, 1, 2)), Take((1, 2, 3))):
        assert match.offer(match.waiting_for[0], action) is None
        match.tick(0.0)
    first = match.number
    assert match.can_undo(0) and match.can_undo(1)
    seat = match.waiting_for[0]
    card = match.view(seat).market[0]
    assert match.offer(seat, Reserve(card)) is None
    match.tick(0.0)
    assert match.number > first + 1, "a card was revealed"
    assert not match.can_undo(0) and not match.can_undo(1)


def test_views_are_small() -> None:
    match = random_match(GEMS, 4, 11)
    assert len(msgspec.msgpack.encode(match.view(OMNISCIENT))) <= 1500


def shifted(counts: Sequence[int]) -> tuple[int, ...]:
    """Numbers by colour after every colour has become the next one; gold stays."""
    return (counts[COLOURS - 1], *counts[: COLOURS - 1], *counts[COLOURS:])


def recoloured(action: Any) -> Any:
    """An action after every colour has become the next one."""
    match action:
        case Take(gems):
            return Take(tuple(sorted((gem + 1) % COLOURS for gem in gems)))
        case Buy(card, gold):
            return Buy(card, shifted(gold))  # type: ignore[arg-type]
        case Return(tokens):
            return Return(shifted(tokens))  # type: ignore[arg-type]
    return action


@pytest.mark.skipif(COMPILED, reason="compiled code has the tables of cards in it")
def test_colours_are_alike_to_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """A match on cards and nobles of which every colour has become the next goes alike, token by token."""
    played = []
    for state, _, moves in walk(GEMS, 3, Random(4)):
        played.append((RULES.dump(state), moves))
    for number, card in CARD_OF.items():
        monkeypatch.setitem(CARD_OF, number, card._replace(bonus=(card.bonus + 1) % COLOURS, cost=shifted(card.cost)))
    for number, wants in NOBLE_OF.items():
        monkeypatch.setitem(NOBLE_OF, number, shifted(wants))
    cards = CARD_OF.values()
    monkeypatch.setattr(b, "BONUS", [0, *(card.bonus for card in cards)])
    monkeypatch.setattr(b, "COST", [0] * COLOURS + [count for card in cards for count in card.cost])
    monkeypatch.setattr(b, "NOBLE_COST", [0] * COLOURS + [count for wants in NOBLE_OF.values() for count in wants])
    other = RULES.start(3, Options())
    for dumped, moves in played:
        state = RULES.load(dumped)
        assert RULES.scores(other) == RULES.scores(state) and other.phase == state.phase
        for at in (b.BANK, *(b.at_seat(seat) for seat in range(3))):
            assert tuple(other.cells[at : at + KINDS]) == shifted(state.cells[at : at + KINDS])
        (move,) = moves
        if move.seat != NATURE:
            move = Move(move.seat, recoloured(move.action))
            assert RULES.check(other, move.seat, move.action) is None
        RULES.step(other, (move,))
    assert RULES.ask(other) is None


def test_what_is_paid_is_the_cost_less_the_bonuses() -> None:
    bought, paid_by = 0, [0, 0]
    for state, _, (move,) in walk(GEMS, 2, Random(8)):
        if isinstance(move.action, Buy):
            at, card = b.at_seat(move.seat), CARD_OF[move.action.card]
            owned = state.cells[at + b.BONUSES : at + b.BONUSES + COLOURS]
            needs = [max(0, cost - bonus) for cost, bonus in zip(card.cost, owned, strict=True)]
            other = RULES.load(RULES.dump(state))
            event = RULES.step(other, (move,))[0]
            paid_by[move.seat] += event.data["tokens"]
            assert [own.paid for own in RULES.view(other, SPECTATOR).seats] == paid_by
            *colours, gold = event.data["paid"]
            assert min(*colours, gold) >= 0 and event.data["tokens"] == sum(needs)
            assert [paid + laid for paid, laid in zip(colours, move.action.gold, strict=True)] == needs
            bought += 1
    assert bought > 10


def test_undo_goes_from_every_decision_to_the_last_reveal_and_draws_come_again() -> None:
    match, plain, chance = Match(RULES, 3, Options(), 9), Match(RULES, 3, Options(), 9), Random(9)
    undone = 0
    for each in (match, plain):
        each.tick(0.0)
    while not match.over:
        (seat,) = match.waiting_for
        hashed, number = match.hash(), match.number
        action = chance.choice(match.legal(seat) or ())
        for each in (match, plain):
            assert each.offer(seat, action) is None
            each.tick(0.0)
        kinds = {event.kind for step in match.steps[number:] for event in step.events}
        learned = bool(kinds & {"revealed", "peeked", "unveiled"})
        assert match.can_undo(seat) == (not learned and not match.over)
        if match.can_undo(seat):
            after = match.hash()
            match.undo(seat)
            assert match.hash() == hashed
            match.offer(seat, action)
            match.tick(0.0)
            assert match.hash() == after
            undone += 1
    assert undone > 30 and match.hash() == plain.hash()


def test_workshops_make_cards_cheaper_from_the_first_turn() -> None:
    state = dealt(start="workshops")
    view = RULES.view(state, 0)
    assert [own.bonuses for own in view.seats] == [(1,) * COLOURS] * 2
    assert all(own.paid == 0 and own.points == 0 for own in view.seats)
    card = next(card for card in view.market if card and max(CARD_OF[card].cost) == 2)
    assert view.seats[0].needs(card) == [max(0, cost - 1) for cost in CARD_OF[card].cost]
    give(state, 0, tokens=view.seats[0].needs(card))
    play(state, Buy(card, (0,) * COLOURS))
    bought = RULES.view(state, 0).seats[0]
    assert bought.paid == sum(view.seats[0].needs(card))
    assert sum(bought.bonuses) == COLOURS + 1
