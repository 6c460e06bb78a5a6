"""Twins of a match of Caravan Rails, which stages and bots keep: they follow it, or are made anew from a view."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from random import Random

import msgspec
import pytest

from game.cabinets.rails.building.plans import try_groups
from game.cabinets.rails.contract.actions import (
    Advance,
    Buy,
    Call,
    Clear,
    Go,
    Group,
    Halt,
    Plan,
    Platforms,
    Rail,
    Signal,
    Span,
    TakeBack,
)
from game.cabinets.rails.contract.options import Options
from game.cabinets.rails.contract.views import View
from game.cabinets.rails.match.state import State
from game.cabinets.rails.running.beginning import task_told
from game.cabinets.rails.running.dump import kept
from game.cabinets.rails.running.fleet import let_look
from game.cabinets.rails.running.twin import Twin, match_of, unpacked
from game.cabinets.rails.running.viewing import look_of
from game.cabinets.rails.stage.sight.course import Piece
from game.cabinets.rails.stage.sight.offers import proposed
from game.cabinets.rails.stage.sight.sight import Sight
from game.cabinets.rails.stage.sight.tracks import turned
from game.cabinets.rails.track.pieces import Place, edges
from game.cabinets.rails.world.land import MINE, POWER_STATION, Industry, Town
from game.cabinets.rails.yards.tasks import task_named
from game.cabinets.rails.yards.writing import write_yard
from game.core.attachments import attach
from game.core.rules import NATURE, SPECTATOR, Move
from tests.cabinets.rails.matches import COAL_LINE, RULES, advance, at, begun, coal_land, land, play
from tests.cabinets.rails.solo import Solo
from tests.in_turns import some

TRAIN = Buy("freight", 5, 0, COAL_LINE)
WINDING: tuple[Group, ...] = (
    Rail(6, 10, "W", "E14 S E S E S E3"),
    Span(25, 13, "E", 5, "bridge"),
    Rail(30, 13, "W", "E6 N E N E N E12"),
    Platforms(6, 10, "EW", 4, 1),
    Platforms(50, 10, "EW", 4, 1),
    Rail(20, 10, "W", "E3 N E N E3 S E S E9"),
)
"""From the mine to the power station over diagonals and a bridge."""


def _winding(*more: Group) -> State:
    state = begun(coal_land())
    play(state, *WINDING[:-1], *more, TRAIN)
    return state


def _legs(state: State, pieces: Sequence[Piece]) -> list[int]:
    return [state.railway.slots.leg(Place(one.x, one.y, *edges(one.leg >> 1, one.leg & 1))) for one in pieces]


def test_what_ran_leads_from_one_view_to_the_next() -> None:
    state, twin = _winding(), Twin()
    before = Sight(twin.see(RULES.view(state, SPECTATOR), state.land))
    then, since, choices, spans = before.ways, state.tick, 0, 0
    for _ in range(120):
        RULES.step(state, [Move(0, Advance(11))])
        after = Sight(twin.follow(RULES.view(state, SPECTATOR), state.land), before)
        now, entries = after.ways, after.entered(since)
        for vehicle, way in now.items():
            assert _legs(state, way.pieces) == state.railway.path(vehicle - 1)
            pieces = list(then[vehicle].pieces[: then[vehicle].head + 1])
            for tick, choice in entries.get(vehicle, []):
                assert since < tick <= state.tick
                choices += 1
                if choice == 3:
                    pieces = [turned(one) for one in reversed(pieces)]
                else:
                    beyond = after.tracks.after(pieces[-1], choice - 1)
                    assert beyond is not None
                    pieces.append(beyond)
            body = way.pieces[: way.head + 1]
            assert tuple(pieces[-len(body) :]) == body
            spans += any(one.tiles > 1 for one in body)
        before, then, since = after, now, state.tick
    assert choices > 40 and spans > 4


def test_a_twin_that_follows_a_match_is_always_the_match(caplog: pytest.LogCaptureFixture) -> None:
    state, twin = _winding(), Twin()
    first = twin.see(RULES.view(state, SPECTATOR), state.land)
    groups: tuple[Group, ...] = (Rail(40, 20, "W", "E6"), TRAIN, Clear(40, 20, "rail"), Halt((1,)), Go((1,)))
    for number in range(60):
        if number % 7 == 3:
            RULES.step(state, [Move(0, Plan(state.serials[0] + 1, (groups[number // 7 % len(groups)],)))])
        else:
            RULES.step(state, [Move(0, Advance(20 + number % 12))])
        seen = msgspec.msgpack.decode(msgspec.msgpack.encode(RULES.view(state, SPECTATOR)), type=View)
        assert twin.follow(seen, state.land) is first, "it never strayed"
        assert look_of(first) == look_of(state)
        assert kept(first) == kept(state)
    assert not caplog.records


def test_a_twin_that_strayed_is_made_anew_and_the_log_says_so(caplog: pytest.LogCaptureFixture) -> None:
    state, twin = _winding(), Twin()
    first = twin.see(RULES.view(state, SPECTATOR), state.land)
    first.site.cash[0] += 1
    RULES.step(state, [Move(0, Plan(state.serials[0] + 1, (Rail(40, 20, "W", "E6"),)))])
    second = twin.follow(RULES.view(state, SPECTATOR), state.land)
    assert second is not first
    assert look_of(second) == look_of(state)
    assert "strayed" in caplog.text


def test_a_plan_that_takes_back_another_is_followed_too(caplog: pytest.LogCaptureFixture) -> None:
    state, twin = _winding(), Twin()
    twin.see(RULES.view(state, SPECTATOR), state.land)
    serial = state.serials[0]
    for groups in ((Rail(40, 20, "W", "E6"),), (TakeBack(serial + 1),)):
        RULES.step(state, [Move(0, Plan(state.serials[0] + 1, groups))])
        assert look_of(twin.follow(RULES.view(state, SPECTATOR), state.land)) == look_of(state)
    assert not caplog.records


def test_a_plan_that_is_tried_on_a_twin_costs_what_it_costs_in_the_match() -> None:
    state = _winding()
    advance(state, 30)
    twin = match_of(RULES.view(state, SPECTATOR), state.land)
    let_look(twin)
    groups = (
        Rail(40, 20, "W", "E6"),
        Signal(42, 20, "W", "E", "two_way"),
        Clear(40, 20, "rail"),
        Rail(60, 20, "W", "E9"),
        Clear(8, 10, "rail"),
    )
    before = kept(twin)
    trial = try_groups(twin.site, 0, 0, groups)
    assert trial.prices == (600, 80, -75, 0, 0)
    assert [(one.group, one.reason) for one in trial.refused] == [(3, "out_of_map"), (4, "in_use")]
    assert [built.pieces for built in trial.built.values()] == [2] * 5
    assert kept(twin) == before and twin.site.built() == state.works
    cash = state.site.cash[0]
    play(state, *groups[:3])
    assert cash - state.site.cash[0] == 605


def test_orders_are_proposed_from_either_end() -> None:
    state = begun(coal_land())
    play(state, *WINDING[:-1])
    sight = Sight(state)
    assert proposed(sight, 1, 0) == proposed(sight, 2, 0) == (Call(1, "full"), Call(2, "unload"))
    play(state, Clear(15, 10, "rail"))
    assert proposed(Sight(state), 1, 0) == ()


@pytest.mark.parametrize(
    ("takes_coal", "orders"), [(False, ("go", "go")), (True, ("full", "unload"))], ids=["passengers", "coal"]
)
def test_the_cargo_that_is_taken_there_decides_the_orders(takes_coal: bool, orders: tuple[str, str]) -> None:
    """A station that reaches a mine and a town has both to send; who takes passengers alone gets no *unload*."""
    towns = [Town(at(x, 12), number, 900, (at(x, 13),)) for number, x in enumerate((7, 52))]
    industries = (Industry(MINE, at(6, 7), 64), Industry(POWER_STATION, at(52, 7), 0))
    state = begun(land(industries[: 2 if takes_coal else 1], towns))
    play(state, *WINDING[:-1])
    sight = Sight(state)
    assert tuple(call.order for call in proposed(sight, 1, 0)) == orders


def test_a_match_made_of_a_view_goes_on_as_the_real_one() -> None:
    state = _winding()
    for _ in range(25):
        advance(state, 53)
        twin, before = match_of(RULES.view(state, SPECTATOR), state.land), RULES.load(RULES.dump(state))
        assert look_of(twin) == look_of(state)
        for one in (twin, before):
            advance(one, 40)
        assert look_of(twin) == look_of(before)


def test_a_guest_follows_a_match_in_a_yard_whose_file_is_only_at_the_host() -> None:
    task = task_named("busy_loop")
    assert task is not None and task.yard is not None
    options = Options(yard=f"own@{attach(write_yard(task.yard).encode())}")
    state = RULES.start(2, options)
    RULES.ground = None
    RULES.step(state, [Move(NATURE, 1)])
    view, brief = RULES.view(state, SPECTATOR), RULES.brief(state, SPECTATOR)
    parts = msgspec.msgpack.decode(unpacked(view.state))
    parts[0][0] = {"yard": "own@0000000000000000"}
    body = msgspec.msgpack.encode(parts)
    view = msgspec.structs.replace(view, state=zlib.compress(body), check=zlib.crc32(state.works, zlib.crc32(body)))
    told = task_told(msgspec.json.decode(msgspec.json.encode(brief)))
    assert told is not None
    twin = match_of(view, told.land, told)
    assert look_of(twin) == look_of(state)
    assert (twin.site.prices, twin.site.free) == (state.site.prices, state.site.free)
    for one in (twin, state):
        RULES.step(one, [Move(0, Plan(0)), Move(1, Plan(0))])
    assert look_of(twin) == look_of(state)


@pytest.mark.parametrize("part", some(2, range(6)))
def test_a_view_that_no_match_has_is_refused_and_the_picture_stays(part: int) -> None:
    solo = Solo(land=coal_land())
    play(solo.state, *WINDING, TRAIN)
    advance(solo.state, 100)
    solo.stage.reset(solo.view)
    known = solo.stage.play.sight
    view, random = solo.view, Random(part)
    body = bytearray(unpacked(view.state))
    for number in range(60):
        spoilt = bytearray(body)
        for _ in range(1 + number % 4):
            spoilt[random.randrange(len(spoilt) * part // 6, len(spoilt))] = random.randrange(256)
        solo.stage.show(msgspec.structs.replace(view, state=zlib.compress(bytes(spoilt)), check=number), [])
    for state in (b"", zlib.compress(b"0" * (1 << 22)), view.state[:-9]):
        solo.stage.reset(msgspec.structs.replace(view, state=state, check=1))
    assert known is not None and solo.stage.play.sight is not None
    solo.stage.reset(view)
    assert look_of(solo.stage.play.sight.state) == solo.look


def test_a_match_with_the_greatest_numbers_is_sound() -> None:
    state = RULES.start(1, Options())
    RULES.step(state, [Move(NATURE, (1 << 64) - 1)])
    state.serials[0] = (1 << 63) - 1
    assert look_of(match_of(RULES.view(state, SPECTATOR), state.land)) == look_of(state)
