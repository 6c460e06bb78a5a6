"""Laws of Volcano Isle, on islands of random matches: levels, volcanoes, stocks, settlements, turning and mirroring."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from copy import copy
from itertools import pairwise
from random import Random

import msgspec
import pytest

from game.cabinets.volcano import ground as g
from game.cabinets.volcano.cabinet import VOLCANO
from game.cabinets.volcano.island import Island, covered, island_of
from game.cabinets.volcano.rules import Volcano
from game.cabinets.volcano.state import STOCK, Expand, House, Hut, Laid, Options, Place, State, Temple, Tower
from game.cabinets.volcano.tiles import FIELDS, KINDS, TILES
from game.conformance.cases import with_defaults
from game.conformance.walks import Thoughtless, random_match
from game.core.match.match import Match
from game.core.rules import NATURE, SPECTATOR, Event, Move
from game.core.space import Hex, Hexes
from tests.walks import state_of

RULES = Volcano()
CASES = [(Options(), 2), (Options(builds="one", buried="out"), 3), (Options(builds="one", ahead=True, tiles=8), 4)]


def states(options: Options, seats: int, seed: int) -> Iterator[tuple[State, list[Event]]]:
    """A random match, each state with the events that led to it."""
    chance, state = Random(seed), RULES.start(seats, options)
    while (ask := RULES.ask(state)) is not None:
        if ask.seats == (NATURE,):
            move = Move(NATURE, chance.randrange(ask.outcomes))
        else:
            move = Move(ask.seats[0], chance.choice(RULES.legal(state, ask.seats[0])))
        events = RULES.step(state, [move])
        yield state, events


def fields_of(kind: int) -> tuple[int, int, int]:
    """What a tile shows on its volcano, right field and left field."""
    return 0, KINDS[kind].right, KINDS[kind].left


def test_the_tiles_are_those_of_two_public_programs() -> None:
    assert len(KINDS) == 25 and TILES == 48
    assert [kind.number for kind in KINDS if kind.left == kind.right] == [1, 1, 1, 1, 1]
    assert KINDS[1][:2] == (1, 2) and KINDS[1].number == 6 and KINDS[5].number == 5


@pytest.mark.parametrize(("options", "seats"), CASES)
def test_levels_supports_and_houses_of_random_matches(options: Options, seats: int) -> None:
    towers: dict[Hex, list[int]] = {}
    laid = 0
    for state, events in states(options, seats, 5):
        for tile in state.tiles[laid:]:
            below = [towers.setdefault(cell, []) for cell in covered(tile.q, tile.r, tile.way)]
            assert {len(stack) for stack in below} == {tile.level - 1}, "the supports have one level"
            if tile.level > 1:
                under = state.tiles[below[0][-1]]
                assert (under.q, under.r) == (tile.q, tile.r) and under.way != tile.way
                assert len({stack[-1] for stack in below}) > 1, "a tile lies wholly on one other"
            for stack in below:
                stack.append(laid)
            laid += 1
        island = island_of(state)
        assert {cell: len(stack) for cell, stack in towers.items()} == {c: t.level for c, t in island.hexes.items()}
        for house in state.houses:
            top = island.hexes[house.q, house.r]
            assert top.field and (house.kind != 2 or top.level >= 3)
        check_stocks(state, island)
        check_buried(events)


def check_stocks(state: State, island: Island) -> None:
    for seat in range(state.seats):
        own = [house for house in state.houses if house.owner == seat]
        huts = sum(island.level((house.q, house.r)) for house in own if house.kind == 0)
        # a single hut founded on level 1 is one hut, and so is its level
        assert state.stock[3 * seat] + huts + state.lost[seat] == STOCK[0]
        for kind in (1, 2):
            assert state.stock[3 * seat + kind] + sum(house.kind == kind for house in own) == STOCK[kind]


def check_buried(events: list[Event]) -> None:
    for event in events:
        if event.kind == "buried":
            assert event.data["huts"] > 0


def test_no_settlement_is_buried_whole_and_temples_stay() -> None:
    for options, seats in CASES[1:]:
        before: list[frozenset[Hex]] = []
        standing: set[House] = set()
        for state, events in states(options, seats, 8):
            if any(event.kind == "erupted" for event in events):
                left = {(house.q, house.r) for house in state.houses}
                assert all(cells & left for cells in before)
            kept = {house for house in state.houses if house.kind}
            assert standing <= kept
            standing = kept
            island = island_of(state)
            before = [each.cells for seat in range(seats) for each in island.settlements(seat)]


def brute_places(island: Island) -> set[Place]:
    """Every place of the window and three further rings that nothing speaks against."""
    window = {cell for top in island.hexes for cell in Hexes.disc(top, 4)}
    fresh = copy(island)
    fresh.__dict__["_legal"] = frozenset()
    return {place for q, r in window for way in range(6) if not fresh.why_no_place(place := Place(q, r, way))}


@pytest.mark.parametrize(("options", "seats"), CASES[:2])
def test_legal_is_what_nothing_speaks_against(options: Options, seats: int) -> None:
    chance = Random(3)
    for state, _ in states(options, seats, 21):
        if state.phase == "tile" and state.tiles and chance.random() < 0.2:
            island = island_of(state)
            assert set(RULES.legal(state, state.mover)) == brute_places(island)
        if state.phase == "build":
            cells = [(top.q, top.r) for top in island_of(state).hexes.values()]
            tried = [make(*cell) for make in (Hut, Temple, Tower) for cell in cells]
            tried += [Expand(*cell, field) for cell in cells for field in FIELDS]
            free = {action for action in tried if RULES.check(state, state.mover, action) is None}
            listed = set(RULES.legal(state, state.mover))
            assert {action for action in free if not isinstance(action, Expand)} == {
                action for action in listed if isinstance(action, Hut | Temple | Tower)
            }
            assert {action for action in listed if isinstance(action, Expand)} <= free


def united(island: Island, owner: int, without: Collection[Hex] = ()) -> set[frozenset[Hex]]:
    """The settlements of a seat by union and find, as if nothing stood on some hexagons."""
    root = {cell: cell for cell, house in island.houses.items() if house.owner == owner and cell not in without}

    def find(cell: Hex) -> Hex:
        while root[cell] != cell:
            cell = root[cell]
        return cell

    for cell in root:
        for q, r in ((1, 0), (0, 1), (-1, 1)):
            beside = cell[0] + q, cell[1] + r
            if beside in root:
                root[find(cell)] = find(beside)
    return {frozenset(cell for cell in root if find(cell) == top) for top in map(find, root)}


def test_settlements_are_those_that_union_and_find_joins() -> None:
    for options, seats in CASES:
        for state, _ in states(options, seats, 31):
            island = island_of(state)
            for seat in range(seats):
                assert {each.cells for each in island.settlements(seat)} == united(island, seat)
                count = g.survey(island.ground, seat)
                sizes = [int(island.ground.groups[g.GROUP * number + g.SIZE]) for number in range(1, count + 1)]
                assert sorted(sizes) == sorted(map(len, united(island, seat)))


def holds(why: str, island: Island, place: Place) -> bool:
    """Whether a reason against a place is true, found without the rules."""
    cells = covered(place.q, place.r, place.way)
    tops = [island.hexes.get(cell) for cell in cells]
    levels = {top.level if top else 0 for top in tops}
    houses = [island.houses[cell] for cell in cells if cell in island.houses]
    match why:
        case "not_touching":
            around = {
                (q + dq, r + dr) for q, r in cells for dq, dr in ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
            }
            return levels == {0} and not around & island.hexes.keys()
        case "half_at_sea":
            return 0 in levels and len(levels) > 1
        case "not_a_volcano":
            return tops[0] is not None and tops[0].field > 0
        case "same_way":
            return tops[0] is not None and tops[0].field == 0 and tops[0].way == place.way
        case "uneven":
            return len(levels) > 1
        case "on_temple" | "on_tower":
            return any(house.kind == ("on_temple", "on_tower").index(why) + 1 for house in houses)
        case "whole_settlement":
            return any(own <= set(cells) for house in houses for own in united(island, house.owner))
    return False


def test_each_reason_against_a_place_is_true_of_the_island() -> None:
    chance, seen = Random(5), set()
    for options, seats in CASES[:2]:
        for state, _ in states(options, seats, 23):
            if state.phase != "tile" or not state.tiles:
                continue
            island = island_of(state)
            window = sorted({cell for top in island.hexes for cell in Hexes.disc(top, 2)})
            for q, r in chance.sample(window, 12):
                for way in range(6):
                    why = island.why_no_place(Place(q, r, way))
                    assert why is None or holds(why, island, Place(q, r, way)), (why, q, r, way)
                    seen.add(why)
    assert len(seen) >= 7


def test_turning_and_mirroring_change_nothing() -> None:
    for state, _ in states(Options(builds="one"), 2, 13):
        if state.phase != "build" or len(state.tiles) % 5:
            continue
        island = island_of(state)
        turned = Island(
            [Laid(*Hexes.turned([(t.q, t.r)], 1)[0], (t.way + 1) % 6, t.kind, t.level) for t in state.tiles],
            [House(*Hexes.turned([(h.q, h.r)], 1)[0], h.owner, h.kind) for h in state.houses],
        )
        kinds = {kind[:2]: number for number, kind in enumerate(KINDS)}
        mirrored = Island(
            [
                # a way d and the next one become 3 - d and the one before it, so left and right change places
                Laid(*Hexes.mirrored([(t.q, t.r)])[0], (2 - t.way) % 6, kinds[KINDS[t.kind][1::-1]], t.level)
                for t in state.tiles
            ],
            [House(*Hexes.mirrored([(h.q, h.r)])[0], h.owner, h.kind) for h in state.houses],
        )
        for other, at in ((turned, lambda c: Hexes.turned([c], 1)[0]), (mirrored, lambda c: Hexes.mirrored([c])[0])):
            assert {at(cell): top.level for cell, top in island.hexes.items()} == {
                cell: top.level for cell, top in other.hexes.items()
            }
            assert len(island.places) == len(other.places)
            for seat in range(2):
                assert {frozenset(map(at, each.cells)) for each in island.settlements(seat)} == {
                    each.cells for each in other.settlements(seat)
                }
                assert len(island.build_codes(seat, state.stock)) == len(other.build_codes(seat, state.stock))


def test_after_an_expansion_no_such_field_is_free_beside_the_settlement_as_it_was() -> None:
    seen = 0
    before: Island | None = None
    for state, events in states(Options(), 3, 2):
        island = island_of(state)
        for event in events:
            if event.kind == "expanded" and before is not None:
                settlement = before.settlement_at((event.data["q"], event.data["r"]), event.data["seat"])
                assert settlement is not None
                assert island.grows_on(settlement, 1 + FIELDS.index(event.data["field"])) == []
                seen += 1
        before = island
    assert seen


def test_a_turn_has_one_build_or_one_kind_of_builds_and_a_match_no_more_than_its_tiles() -> None:
    for options, seats in CASES:
        turns: dict[int, list[str]] = {}
        for state, events in states(options, seats, 17):
            for event in events:
                if event.kind in ("hut", "temple", "tower", "expanded", "out"):
                    turns.setdefault(len(state.tiles), []).append(event.kind)
        assert len(turns) <= min(TILES, seats * options.tiles)
        for kinds in turns.values():
            assert len(set(kinds)) == 1 and (options.builds == "many" or len(kinds) == 1)


def test_a_straight_chain_of_all_tiles_lies_within_the_map() -> None:
    state = RULES.start(4, Options(builds="one"))
    state.phase, state.mover, state.hand = "tile", 0, 0
    for number in range(TILES):
        place = Place(2 * number, 0, 0)
        assert RULES.check(state, 0, place) is None, number
        state.tiles.append(Laid(place.q, place.r, place.way, 0, 1))
        assert number % 8 or place not in Island(tuple(state.tiles), ()).places
    island = Island(tuple(state.tiles), ())
    assert len(island.hexes) == 3 * TILES and all(abs(place.q) <= 99 for place in island.places)
    assert RULES.check(state, 0, Place(97, 0, 0)) == "volcano.refuse.off_map"


def test_held_tiles_are_told_to_nobody_else_and_undo_stops_where_one_is_shown() -> None:
    options = Options(ahead=True, builds="one", tiles=6)
    match = Match(RULES, 3, options, 4)
    cabinet = with_defaults(VOLCANO, {"ahead": True, "builds": "one", "tiles": 6})
    player = Thoughtless(cabinet, 3, options, Random(1))
    match.tick(0.0)
    showed = 0
    while not match.over:
        (seat,) = match.waiting_for
        state = state_of(match)
        for viewer in (0, 1, 2, SPECTATOR):
            view = RULES.view(state, viewer)
            for other, stocks in enumerate(view.seats):
                assert (stocks.held >= 0) == (stocks.holds and other == viewer)
            hidden = sum(stocks.holds and other != viewer for other, stocks in enumerate(view.seats))
            assert sum(view.left) == sum(state.left) + hidden
        before = match.number
        match.offer(seat, player.action(seat, match))
        steps = match.tick(0.0)
        showed += sum(event.kind == "showed" for step in match.steps[before:] for event in step.events)
        if any(event.kind == "showed" for step in match.steps[before:] for event in step.events):
            assert not any(match.can_undo(each) for each in range(3))
        del steps
    assert showed > 6


def test_undo_goes_back_to_the_drawn_tile_and_no_further() -> None:
    match = Match(RULES, 2, Options(), 3)
    player = Thoughtless(VOLCANO, 2, Options(), Random(2))
    match.tick(0.0)
    (seat,) = match.waiting_for
    assert not match.can_undo(seat)
    drawn = match.hash()
    match.offer(seat, player.action(seat, match))
    match.tick(0.0)
    assert match.can_undo(seat)
    match.undo(seat)
    assert match.hash() == drawn and not match.can_undo(seat)


def test_nothing_grows_on_a_volcano_and_it_is_said_so() -> None:
    state = next(state for state, _ in states(Options(), 2, 1) if state.phase == "build" and state.houses)
    cells = {(cell.q, cell.r): cell for cell in RULES.view(state, SPECTATOR).hexes}
    own = {(house.q, house.r) for house in state.houses if house.owner == state.mover}
    for (q, r), cell in cells.items():
        if (q, r) not in own:
            why = "no_settlement" if cell.field else "volcano"
            assert RULES.check(state, state.mover, Expand(q, r, "lake")) == f"volcano.refuse.{why}"


def test_numbers_beyond_all_bounds_are_refused() -> None:
    state = next(state for state, _ in states(Options(), 2, 1) if state.phase == "build")
    for number in (97, -97, 10**30, -(10**30)):
        for action in (Hut(number, 0), Temple(0, number), Tower(number, number), Expand(number, 0, "lake")):
            assert RULES.check(state, state.mover, action) == "volcano.refuse.not_there"
    state = next(state for state, _ in states(Options(), 2, 1) if state.phase == "tile" and state.tiles)
    assert RULES.check(state, state.mover, Place(10**30, 0, 0)) == "volcano.refuse.off_map"
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"do": "place", "q": 0, "r": 0, "way": 6}, type=Place)


def test_views_stay_small() -> None:
    for seed in range(2):
        match = random_match(VOLCANO, 4, seed, Options(builds="one"))
        assert len(msgspec.msgpack.encode(RULES.view(state_of(match), SPECTATOR))) <= 4096


def test_ways_go_clockwise_from_the_east() -> None:
    assert covered(0, 0, 1) == ((0, 0), (0, 1), (-1, 1))
    for one, two in pairwise(covered(3, -2, 4)):
        assert Hexes.distance(one, two) == 1
