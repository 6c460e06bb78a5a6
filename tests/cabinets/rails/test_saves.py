"""Saved matches of Caravan Rails: they go on as if nobody had left, and nothing that a file says breaks anything."""

from __future__ import annotations

import time
import zlib
from base64 import b64encode
from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest

from game.cabinets.rails.building.plans import try_groups
from game.cabinets.rails.contract.actions import Action, Advance, Clear, Group, Plan, Rail, Signal, TakeBack
from game.cabinets.rails.contract.options import VERSION, Options
from game.cabinets.rails.match.state import State
from game.cabinets.rails.rules import RailsRules
from game.cabinets.rails.running.viewing import look_of
from game.cabinets.rails.yards.reading import read_yard
from game.cabinets.rails.yards.writing import save, write_yard
from game.cabinets.rails.yards.yard import MOST_TICK, Saved, Words, Yard, YardError
from game.core.attachments import attach
from game.core.recording.replay import Header, Playback, Replay, ReplayError, SeatRecord
from game.core.rules import NATURE, Move
from game.ground.texts import LANGUAGES, Texts
from tests.cabinets.rails import test_laws
from tests.cabinets.rails.duels import RULES, duel
from tests.cabinets.rails.matches import act, advance, play, refused
from tests.cabinets.rails.test_laws import assert_owned_is_what_is_reserved, ground, random_network

WORDS = Words("Saved", "저장")
CHANGES = 200


@pytest.fixture(autouse=True)
def what_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each match remembers all that its first seat does, as a feed does."""
    step = RailsRules.step

    def remembered(rules: RailsRules, state: State, moves: Sequence[Move]) -> Any:
        done(state).extend(move.action for move in moves if move.seat == 0)
        return step(rules, state, moves)

    monkeypatch.setattr(RailsRules, "step", remembered)
    monkeypatch.setattr(test_laws, "tolerant", what_fits)


def what_fits(state: State, *groups: Group) -> None:
    """Play the groups that a person could play."""
    for group in groups:
        if not refused(state, group):
            play(state, group)


def done(state: State) -> list[Action]:
    found: list[Action] = state.__dict__.setdefault("done", [])
    return found


def saved(state: State) -> bytes:
    return save(state.options, state.number, done(state), WORDS, WORDS)


def gone_on(data: bytes, number: int = 5) -> State:
    """A new match from a saved one."""
    state = RULES.start(1, Options(yard=f"save@{attach(data)}"))
    RULES.step(state, [Move(NATURE, number)])
    return state


def sights(state: State) -> Any:
    """What a viewer sees of a match beside its own time and number."""
    return msgspec.structs.replace(look_of(state), number=0, due=0, first=0, serials=())


def network(seed: int) -> State:
    """A random network on a yard's own land, some ticks later."""
    yard = write_yard(Yard(WORDS, WORDS, size=64, land=ground(), budget=500_000))
    state = random_network(seed, state=gone_on(yard.encode()))
    advance(state, 200)
    return state


@cache
def kept() -> bytes:
    """A random network, saved."""
    return saved(network(3))


def played(name: str, number: int, ticks: int, **options: Any) -> State:
    """A match of a computer alone, and as many ticks more."""
    return duel((name,), number, ticks, **options)


@pytest.mark.parametrize("made", ["network", pytest.param("expert", marks=pytest.mark.slow), "yard"])
def test_a_saved_match_goes_on_as_if_it_had_not_been_left(made: str) -> None:
    if made == "network":
        state = network(11)
    else:
        state = played("expert", 6, 600, **({"yard": "oil_at_sea"} if made == "yard" else {}))
    again = gone_on(saved(state))
    assert again.last_tick == state.last_tick
    assert sights(again) == sights(state)
    for each in (state, again):
        advance(each, 200)
    assert sights(again) == sights(state)
    RULES.load(RULES.dump(again))
    once_more = gone_on(saved(again), 9)
    assert sights(once_more) == sights(again)
    assert once_more.works == again.works == state.works
    assert once_more.last_tick == state.last_tick


def test_a_yard_has_prices_of_its_own_which_go_on_with_it() -> None:
    state = gone_on(write_yard(Yard(WORDS, WORDS, size=64, land=ground(), prices={"rail": 50, "signal": 0})).encode())
    for each in (state, gone_on(saved(state))):
        site = each.site
        groups = Rail(2, 2, "W", "E10"), Signal(6, 2, "W", "E", "one_way"), Clear(11, 2, "rail")
        assert try_groups(site, 0, 0, groups).prices == (500, 0, -37)
        play(each, *groups)
        assert each.site.cash[0] == 60_000 - 463
        told = RULES.brief(each, 0)
        assert isinstance(told, dict) and (told["prices"]["rail"], told["prices"]["dock"]) == (50, 800)


def test_a_sandbox_that_ended_gets_its_time_again() -> None:
    state = played("random", 6, 2_400, minutes=5)
    assert RULES.ask(state) is None
    again = gone_on(saved(state))
    assert RULES.ask(again) is not None
    assert again.last_tick == 2 * 2_400


def test_what_one_left_goes_on_for_two_in_as_many_rounds_as_they_choose() -> None:
    state = played("greedy", 6, 1_200)
    options = Options(yard=f"save@{attach(saved(state))}", rounds=4)
    again = RULES.start(2, options)
    RULES.step(again, [Move(NATURE, 1)])
    assert sights(again).vehicles == sights(state).vehicles != ()
    for number in range(4):
        ask = RULES.ask(again)
        assert ask is not None and ask.seats == (0, 1)
        RULES.step(again, [Move(seat, Plan(number, ())) for seat in ask.seats])
        while again.due:
            RULES.step(again, [Move(NATURE, 0)])
    assert RULES.ask(again) is None


def test_no_map_is_not_saved() -> None:
    with pytest.raises(YardError, match="saved_unbegun"):
        saved(RULES.start(1, Options()))


def test_a_match_longer_than_can_be_played_again_in_good_time_is_not_saved() -> None:
    long = Yard(WORDS, WORDS, number=1, saved=Saved(VERSION, ((Advance(32),) * (MOST_TICK // 32),)))
    with pytest.raises(YardError, match="saved_long"):
        save(Options(yard=f"save@{attach(write_yard(long).encode())}"), 1, [Advance(32)], WORDS, WORDS)


def test_plans_taken_back_in_several_sittings_are_played_in_theirs() -> None:
    state = gone_on(write_yard(Yard(WORDS, WORDS, size=64, land=ground())).encode())
    for _ in range(3):
        act(state, Plan(1, (Rail(2, 2, "W", "E10"),)))
        act(state, Plan(2, (TakeBack(1),)))
        act(state, Plan(3, (Rail(2, 2, "W", "E9"), Clear(10, 2, "rail"))))
        act(state, Plan(4, (Clear(2, 2, "rail"),)))
        again = gone_on(saved(state))
        assert (again.works, again.site.cash, again.site.spent) == (state.works, state.site.cash, state.site.spent)
        state = again
    assert len(read_yard(saved(state)).saved.sittings) == 4  # type: ignore[union-attr]


def test_another_version_says_which() -> None:
    data = kept()
    newer = data.replace(f"version = {VERSION}".encode(), b"version = 77")
    with pytest.raises(YardError) as error:
        gone_on(newer)
    assert "77" in Texts("en").line(error.value.key, error.value.values)


def test_a_file_that_holds_a_state_instead_of_moves_says_so() -> None:
    data = kept().replace(b"moves = ", b'tick = 200\ndigest = "0"\nstate = ')
    with pytest.raises(YardError, match="saved_state"):
        gone_on(data)


def test_a_recording_that_went_on_from_such_a_file_says_so_too() -> None:
    data = kept().replace(b"moves = ", b'tick = 200\ndigest = "0"\nstate = ')
    options = msgspec.to_builtins(Options(yard=f"save@{attach(data)}"))
    header = Header("rails", VERSION, 1, options, (SeatRecord("Mina"),), "2026-11-28")
    with pytest.raises(ReplayError) as caught:
        Playback(Replay(header, ()), RULES)
    told = [Texts(language).line(caught.value.key, caught.value.values) for language in LANGUAGES]
    assert told == [Texts(language).line("rails_yards.error.saved_state") for language in LANGUAGES]


@pytest.mark.slow
def test_ten_minutes_are_played_again_in_a_few_seconds() -> None:
    data = saved(played("expert", 6, 4_800))
    began = time.process_time()
    gone_on(data)
    assert time.process_time() - began < 5


def test_changed_files_get_a_sentence_each_or_are_the_same() -> None:
    data = kept()
    whole = read_yard(data)
    random = Random(1)
    refused = 0
    for _ in range(CHANGES):
        changed = bytearray(data)
        for _ in range(random.choice([1, 1, 3])):
            changed[random.randrange(len(changed))] = random.randrange(256)
        try:
            yard = read_yard(bytes(changed))
        except YardError as error:
            refused += 1
            assert all(Texts(language).line(error.key, error.values) for language in LANGUAGES)
        else:
            assert yard.saved == whole.saved or yard.land != whole.land or yard != whole
    assert refused > CHANGES // 2


def _rewritten(yard: Yard, rows: Any) -> bytes:
    """The file with other moves, which may be none at all."""
    written = b64encode(zlib.compress(msgspec.msgpack.encode(rows))).decode()
    bare = write_yard(msgspec.structs.replace(yard, saved=None))
    return f"{bare}\n[saved]\nversion = {VERSION}\nmoves = '{written}'\n".encode()


def _change(random: Random, rows: Any) -> None:
    """Change something somewhere deep in it."""
    at, key = rows, random.randrange(len(rows))
    while isinstance(at[key], list | dict) and at[key] and random.random() < 0.97:
        at = at[key]
        key = random.choice(list(at)) if isinstance(at, dict) else random.randrange(len(at))
    value = at[key]
    small = random.choice([-1, 1, 2, 9]) + value if isinstance(value, int) else 1
    strange = random.choice([0, -1, 1 << 40, 1 << 62, -(1 << 62), "x", "E", [], None, [[]], True])
    at[key] = small if random.random() < 0.6 else strange


@pytest.mark.parametrize("changes", [12, pytest.param(600, marks=pytest.mark.slow)])
def test_changed_moves_get_a_sentence_each_or_go_on(changes: int) -> None:
    yard = read_yard(kept())
    assert yard.saved is not None
    random = Random(changes)
    went_on = 0
    for _ in range(changes):
        rows = msgspec.to_builtins(yard.saved.sittings)
        rows = msgspec.msgpack.decode(msgspec.msgpack.encode(rows))
        _change(random, rows)
        try:
            other = gone_on(_rewritten(yard, rows))
        except YardError as error:
            assert Texts("en").line(error.key, error.values)
            continue
        went_on += 1
        RULES.step(other, [Move(0, Plan(1, ()))])
        advance(other, 64)
        assert_owned_is_what_is_reserved(other)
        look_of(other)
        RULES.load(RULES.dump(other))
    assert 0 < went_on < changes


def test_moves_are_written_as_text() -> None:
    yard = read_yard(kept())
    assert isinstance(yard.saved, Saved)
    assert read_yard(write_yard(yard)) == yard
