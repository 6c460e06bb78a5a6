"""Saved matches of Caravan Rails: they go on as if nobody had left, and nothing that a file says breaks anything."""

from __future__ import annotations

from hashlib import blake2b
from random import Random
from typing import Any

import msgspec
import pytest

from game.cabinets.rails.building.plans import try_groups
from game.cabinets.rails.contract.actions import Clear, Plan, Rail, Signal
from game.cabinets.rails.contract.options import Options
from game.cabinets.rails.match.state import State
from game.cabinets.rails.running.looking import look_of
from game.cabinets.rails.running.saves import read_save, save
from game.cabinets.rails.yards.errors import YardError
from game.cabinets.rails.yards.reading import read_yard
from game.cabinets.rails.yards.writing import write_yard
from game.cabinets.rails.yards.yard import Saved, Words, Yard
from game.core.attachments import attach
from game.core.rules import NATURE, Move
from game.ground.texts import LANGUAGES, Texts
from tests.cabinets.rails.duels import RULES, duel
from tests.cabinets.rails.matches import advance, play
from tests.cabinets.rails.test_laws import assert_owned_is_what_is_reserved, ground, random_network

WORDS = Words("Saved", "저장")
CHANGES = 200


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


def played(name: str, number: int, ticks: int, **options: Any) -> State:
    """A match of a computer alone, and as many ticks more."""
    return duel((name,), number, ticks, **options)


@pytest.mark.parametrize("made", ["network", "expert", "yard"])
def test_a_saved_match_goes_on_as_if_it_had_not_been_left(made: str) -> None:
    if made == "network":
        state = network(11)
    else:
        state = played("expert", 6, 900, **({"yard": "oil_at_sea"} if made == "yard" else {}))
    again = gone_on(save(state, WORDS, WORDS))
    assert again.last_tick == state.last_tick
    assert sights(again) == sights(state)
    for each in (state, again):
        advance(each, 400)
    assert sights(again) == sights(state)
    RULES.load(RULES.dump(again))
    once_more = gone_on(save(again, WORDS, WORDS), 9)
    assert sights(once_more) == sights(again)
    assert once_more.works == again.works == state.works
    assert once_more.last_tick == state.last_tick


def test_a_yard_has_prices_of_its_own_which_go_on_with_it() -> None:
    state = gone_on(write_yard(Yard(WORDS, WORDS, size=64, land=ground(), prices={"rail": 50, "signal": 0})).encode())
    for each in (state, gone_on(save(state, WORDS, WORDS))):
        site = each.site
        groups = Rail(2, 2, "W", "E10"), Signal(6, 2, "W", "E", "one_way"), Clear(11, 2, "rail")
        assert try_groups(site, 0, 0, groups).prices == (500, 0, -37)
        play(each, *groups)
        assert each.site.cash[0] == 60_000 - 463
        told = RULES.brief(each, 0)
        assert isinstance(told, dict) and (told["prices"]["rail"], told["prices"]["dock"]) == (50, 800)


def test_a_sandbox_that_ended_gets_its_time_again() -> None:
    state = played("greedy", 6, 2_400, minutes=5)
    assert RULES.ask(state) is None
    again = gone_on(save(state, WORDS, WORDS))
    assert RULES.ask(again) is not None
    assert again.last_tick == 2 * 2_400


def test_what_a_shared_company_left_goes_on_for_two_in_as_many_rounds_as_they_choose() -> None:
    state = duel(("greedy", "greedy"), 6, company="shared", rounds=6)
    options = Options(yard=f"save@{attach(save(state, WORDS, WORDS))}", rounds=4)
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


def test_several_companies_and_no_map_are_not_saved() -> None:
    with pytest.raises(YardError, match="saved_companies"):
        save(RULES.start(2, Options()), WORDS, WORDS)
    with pytest.raises(YardError, match="saved_unbegun"):
        save(RULES.start(1, Options()), WORDS, WORDS)


def test_another_version_says_which() -> None:
    yard = read_yard(save(network(3), WORDS, WORDS))
    assert yard.saved is not None
    newer = msgspec.structs.replace(yard, saved=msgspec.structs.replace(yard.saved, version=7))
    with pytest.raises(YardError) as error:
        gone_on(write_yard(newer).encode())
    assert "7" in Texts("en").line(error.value.key, error.value.values)


def test_what_the_first_version_saved_goes_on_with_empty_books() -> None:
    state = played("expert", 6, 900)
    yard = read_yard(save(state, WORDS, WORDS))
    assert yard.saved is not None
    rows = msgspec.msgpack.decode(yard.saved.state)
    assert rows[0][-2]
    rows[0] = rows[0][:-2]
    older = read_yard(_rewritten(yard, rows))
    assert older.saved is not None
    older = msgspec.structs.replace(older, saved=msgspec.structs.replace(older.saved, version=1))
    again = gone_on(write_yard(older).encode())
    assert sights(again) == msgspec.structs.replace(sights(state), sales=(), lost=())


def test_what_the_second_version_saved_goes_on_by_the_rules_of_today() -> None:
    state = played("greedy", 6, 900)
    yard = read_yard(save(state, WORDS, WORDS))
    assert yard.saved is not None
    older = msgspec.structs.replace(yard, saved=msgspec.structs.replace(yard.saved, version=2))
    assert sights(gone_on(write_yard(older).encode())) == sights(state)


def test_changed_files_get_a_sentence_each_or_are_the_same() -> None:
    state = network(3)
    data = save(state, WORDS, WORDS)
    whole = read_yard(data)
    random = Random(1)
    refused = 0
    for _ in range(CHANGES):
        changed = bytearray(data)
        for _ in range(random.choice([1, 1, 3])):
            changed[random.randrange(len(changed))] = random.randrange(256)
        try:
            yard = read_save(bytes(changed))
        except YardError as error:
            refused += 1
            assert all(Texts(language).line(error.key, error.values) for language in LANGUAGES)
        else:
            assert yard.saved == whole.saved or yard.land != whole.land or yard != whole
    assert refused > CHANGES // 2


def _rewritten(yard: Yard, rows: Any) -> bytes:
    """The file with another state, its digest right."""
    assert yard.saved is not None
    data = msgspec.msgpack.encode(rows)
    saved = Saved(yard.saved.version, yard.saved.tick, blake2b(data, digest_size=8).hexdigest(), data)
    return write_yard(msgspec.structs.replace(yard, saved=saved)).encode()


def _change(random: Random, rows: Any) -> None:
    """Change something somewhere deep in it."""
    at, key = rows, random.randrange(len(rows))
    while isinstance(at[key], list) and at[key] and random.random() < 0.97:
        at, key = at[key], random.randrange(len(at[key]))
    value = at[key]
    if isinstance(value, bytes) and value:
        place = random.randrange(len(value))
        at[key] = value[:place] + bytes([random.randrange(256)]) + value[place + random.randrange(2) :]
    else:
        small = random.choice([-1, 1, 2, 100]) + value if isinstance(value, int) else 1
        at[key] = random.choice([small, small, small, 0, -1, 1 << 40, 1 << 62, -(1 << 62), "x", [], None, [[]], True])


@pytest.mark.parametrize("changes", [100, pytest.param(1_000, marks=pytest.mark.slow)])
def test_changed_states_get_a_sentence_each_or_go_on(changes: int) -> None:
    state = played("expert", 6, 700, yard="oil_at_sea")
    yards = [read_yard(save(each, WORDS, WORDS)) for each in (state, network(3))]
    random = Random(changes)
    went_on = 0
    for turn in range(changes):
        yard = yards[turn % 2]
        assert yard.saved is not None
        rows = msgspec.msgpack.decode(yard.saved.state)
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
    assert 0 < went_on < changes // 2


def test_a_state_is_written_as_text() -> None:
    yard = read_yard(save(network(3), WORDS, WORDS))
    assert yard.saved is not None
    assert read_yard(write_yard(yard)) == yard
