"""What is offered in a jam can be played and ends it; the adviser looks at plans before they are built."""

from __future__ import annotations

from game.cabinets.rails.contract.actions import Buy, Call, Signal
from game.cabinets.rails.jams.ways_out import FEWER, LIFT, PASSING_PLACE
from game.cabinets.rails.match.state import State
from game.cabinets.rails.running.advising import advice, offers
from game.cabinets.rails.running.twin import match_of
from game.cabinets.rails.running.viewing import look_of
from game.ground.texts import LANGUAGES, Texts
from tests.cabinets.rails.matches import RULES, SINGLE, advance, begun, coal_land, play

ROUND = (Call(1, "full"), Call(2, "unload"))


def seen(state: State) -> State:
    """The match as its view shows it."""
    return match_of(RULES.view(state, 0), state.land)


def jammed() -> State:
    state = begun(coal_land(256), size=64, cash=100_000)
    play(state, *SINGLE, Buy("freight", 5, 0, ROUND), Buy("freight", 5, 0, like=1))
    advance(state, 900)
    assert look_of(state).rings == ((1, 2),)
    return state


def test_every_way_out_of_a_jam_fits_and_ends_it() -> None:
    jam, kinds = jammed(), set()
    for offer in offers(seen(jam), 0):
        state = RULES.load(RULES.dump(jam))
        kinds.add(offer.kind)
        assert all(Texts(language).line(*offer.sentence) for language in LANGUAGES)
        before = state.site.cash[0]
        play(state, *offer.groups)
        assert before - state.site.cash[0] == offer.price
        delivered = state.units[0]
        advance(state, 900)
        assert state.units[0] > delivered
        assert look_of(state).rings == ()
    assert kinds == {PASSING_PLACE, LIFT, FEWER}


def test_what_cannot_be_paid_is_not_offered() -> None:
    state = jammed()
    state.site.cash[0] = 5
    assert {offer.kind for offer in offers(seen(state), 0)} == {LIFT, FEWER}


def test_the_adviser_looks_at_a_plan_before_it_is_built() -> None:
    state = jammed()
    assert {one.kind for one in advice(seen(state), 0)} == {"too_many"}
    wrong = Signal(48, 10, "W", "E", "two_way")
    assert ("signal_into_single", 48, 10) in [one[:3] for one in advice(seen(state), 0, (wrong,))]
    assert RULES.view(state, 0).works == RULES.view(jammed(), 0).works
