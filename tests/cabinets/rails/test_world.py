"""The land of a map follows from its number, and keeps its demands (spec, chapters 2 and 11)."""

from __future__ import annotations

from hashlib import blake2b

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.cabinets.rails.track.coded import NO_SPAN, Built, decode, encode
from game.cabinets.rails.world.land import (
    INDUSTRY,
    MINE,
    POWER_STATION,
    REFINERY,
    ROCK,
    SIDE,
    STREET,
    WATER,
    WELL,
    Land,
    around,
    beside,
    by_land,
    packed,
)
from game.cabinets.rails.world.worldgen import land_of, main_ground, pairs_of


def digest(land: Land) -> str:
    return blake2b(repr(land).encode(), digest_size=8).hexdigest()


def test_a_number_gives_the_same_land_for_ever() -> None:
    """Recorded matches stand on these: raise the version of the rules where they change."""
    assert [digest(land_of(number, 32)) for number in (0, 1, 2**64 - 1)] == GOLDEN


GOLDEN = ["718b966b35e21401", "16d16aa7df8e2e54", "99fde79ba176491b"]


@given(st.integers(0, 2**64 - 1))
@settings(max_examples=12)
def test_every_map_of_size_32_keeps_its_demands(number: int) -> None:
    check(land_of(number, 32))


@pytest.mark.slow
@given(st.integers(0, 2**64 - 1), st.sampled_from((64, 96, 128)))
@settings(max_examples=60)
def test_every_larger_map_keeps_its_demands(number: int, size: int) -> None:
    check(land_of(number, size))


def check(land: Land) -> None:
    size, terrain = land.size, land.terrain
    assert b"".join(bytes((byte & 7,)) * ((byte >> 3) + 1) for byte in packed(terrain)) == terrain
    assert len(packed(terrain)) <= 6000
    wet = sum(kind == WATER for kind in terrain) + sum(industry.at_sea for industry in land.industries)
    assert abs(wet - size * size * 150 // 1000) <= 1
    counts = [sum(industry.kind == kind for industry in land.industries) for kind in range(4)]
    assert counts == [max(1, at_64 * size * size // 4096) for at_64 in (3, 1, 3, 1)]
    assert len(land.towns) >= max(1, size * size // 1024)
    assert len({town.name for town in land.towns}) == len(land.towns)
    assert len(pairs_of(land)) >= 2
    for number, industry in enumerate(land.industries):
        low, high = {MINE: (16, 64), WELL: (16, 48), POWER_STATION: (0, 0), REFINERY: (0, 0)}[industry.kind]
        assert low <= industry.output <= high
        assert all(terrain[tile] == INDUSTRY for tile in land.tiles_of(industry))
        for other in land.industries[:number]:
            assert gap(land, industry.tile, SIDE[industry.kind], other.tile, SIDE[other.kind]) >= 6
    check_reach(land)


def gap(land: Land, first: int, side: int, second: int, other: int) -> int:
    """Tiles between two squares."""
    x, y, right, down = first % land.size, first // land.size, second % land.size, second // land.size
    return max(right - x - side, x - right - other, down - y - side, y - down - other)


def check_reach(land: Land) -> None:
    size, terrain = land.size, land.terrain
    ground = main_ground(terrain, size)
    assert by_land(terrain, size, min(ground)) == ground
    places = [(town.tile, *town.houses) for town in land.towns]
    places += [(industry.tile,) for industry in land.industries if not industry.at_sea]
    for tiles in places:
        assert any(near(land, tile) & ground for tile in tiles), "cut off"
    for town in land.towns:
        assert terrain[town.tile] == STREET
        assert 300 <= town.inhabitants <= 3000
    for well in (each for each in land.industries if each.at_sea):
        reached, waiting = set(), [tile for tile in around(size, well.tile) if terrain[tile] == WATER]
        while waiting:
            tile = waiting.pop()
            if tile not in reached:
                reached.add(tile)
                waiting += [other for other in around(size, tile) if terrain[other] == WATER]
        assert any(other in ground and terrain[other] < ROCK for tile in reached for other in beside(size, tile))


def near(land: Land, place: int) -> set[int]:
    x, y = place % land.size, place // land.size
    rows = range(max(0, y - 3), min(land.size, y + 5))
    return {row * land.size + column for row in rows for column in range(max(0, x - 3), min(land.size, x + 5))}


@st.composite
def built_tiles(draw: st.DrawFn) -> list[Built]:
    tiles = draw(st.lists(st.integers(0, 128 * 128 - 1), unique=True, max_size=30))
    return [draw(built(tile)) for tile in sorted(tiles)]


@st.composite
def built(draw: st.DrawFn, tile: int) -> Built:
    pieces = draw(st.sampled_from((0, 1, 2, 4, 8, 16, 32, 4 | 16, 8 | 32)))
    legs = [2 * kind + draw(st.integers(0, 1)) for kind in range(6) if pieces >> kind & 1 and draw(st.booleans())]
    signals = tuple((leg, draw(st.integers(1, 2))) for leg in legs)
    stop = draw(st.integers(0, 2))
    platform, dock = draw(st.booleans()), draw(st.booleans())
    station = draw(st.integers(1, 70_000)) if stop or platform or dock else 0
    bays = draw(st.integers(1, 6)) if stop else 0
    span = draw(st.sampled_from((NO_SPAN, (0, 2, 0), (3, 12, 1), (1, 8, 0))))
    owners = draw(st.integers(0, 15)), draw(st.integers(0, 15))
    return Built(tile, pieces, *owners, signals, station, platform, dock, stop, bays, span)


@settings(max_examples=25)
@given(built_tiles())
def test_works_decode_to_what_was_encoded(tiles: list[Built]) -> None:
    assert list(decode(encode(tiles)).values()) == tiles


def test_works_that_end_early_are_refused() -> None:
    with pytest.raises(ValueError, match="end in the middle of tile 6"):
        decode(encode([Built(6, 1, 0)])[:-1])
