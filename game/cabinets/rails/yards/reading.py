"""Reads yard files. Any bytes give either a yard or a YardError with line, field, and what was expected."""

from __future__ import annotations

import re
from base64 import b64decode
from typing import Final

import msgspec

from game.cabinets.rails.contract.actions import Action, Advance
from game.cabinets.rails.contract.options import TICKS_A_MINUTE, VERSION
from game.cabinets.rails.track.pieces import EDGES, Place
from game.cabinets.rails.world.land import (
    HOUSE,
    INDUSTRY,
    MINE,
    POWER_STATION,
    REFINERY,
    SIDE,
    SIGNS,
    STREET,
    WATER,
    WELL,
    Industry,
    Land,
    Town,
    distance,
)
from game.cabinets.rails.world.worldgen import NAMES
from game.cabinets.rails.yards.fields import Fields, read_document
from game.cabinets.rails.yards.notation import Reader
from game.cabinets.rails.yards.yard import (
    CARGOES,
    MOST_MOVES,
    MOST_TICK,
    NOTATION,
    PRICES,
    SIZES,
    Bench,
    Goal,
    Saved,
    Words,
    Yard,
    YardError,
    wrong,
)
from game.core.errors import UNDECODABLE
from game.core.given import inflated, text_of

INDUSTRIES: Final = {"coal_mine": MINE, "power_station": POWER_STATION, "oil_well": WELL, "refinery": REFINERY}
MOST_UNITS: Final = 1_000_000
MOST_TICKS: Final = 28_800
_MOST_BYTES: Final = 1 << 20
"""Greatest size of the moves of a saved match, in bytes."""
_FIELDS: Final = (
    "yard", "name", "text", "difficulty", "size", "number", "land", "town", "industry", "budget", "free", "story",
    "ticks", "collisions", "prices", "built", "goal", "bench", "saved",
)  # fmt: skip
_START: Final = re.compile(r"\((\d{1,3}), ?(\d{1,3})\) ?([NESW]) ?[→>] ?([NESW])(?: ([A-Z]))?")


def read_yard(data: bytes | str) -> Yard:
    """Return the yard in a file. Raise YardError if it is not one."""
    document, lines = read_document(data)
    top = Fields(document, lines)
    top.whole("yard", NOTATION, NOTATION)
    top.only(*_FIELDS)
    size = top.one_of("size", SIZES)
    plan = Reader()
    groups = plan.read(top.text("built", 200_000, ""), first_line(data, top, "built"), "built")
    bench = _bench(data, top.table("bench"), plan) if "bench" in top else None
    if ("land" in top) == ("number" in top) and bench is None:
        raise top.wrong("land", "land_or_number")
    land = _land(data, top, size) if "land" in top else None
    return Yard(
        name=_words(top.table("name"), 60),
        text=_words(top.table("text"), 800),
        difficulty=top.whole("difficulty", 1, 4, 1),
        size=size,
        number=top.whole("number", 0, (1 << 64) - 1) if "number" in top else None,
        land=land,
        budget=top.whole("budget", 0, 500_000, 60_000),
        free=top.flag("free", False),
        story=top.flag("story", False),
        ticks=top.whole("ticks", 100, MOST_TICKS, 4_800),
        collisions=top.one_of("collisions", ("never", "classic"), "never"),
        prices=_prices(top),
        groups=groups,
        goal=_goal(top.table("goal")) if "goal" in top else None,
        bench=bench,
        saved=_saved(top.table("saved")) if "saved" in top else None,
    )


def first_line(data: bytes | str, fields: Fields, key: str) -> int:
    """Return the line in which the text of a field begins: below its key if the key's line ends with three quotes."""
    line = fields.line(key)
    rows = text_of(data).split("\n")
    opened = 0 < line <= len(rows) and rows[line - 1].rstrip().endswith(('"""', "'''"))
    return line + opened


def _words(fields: Fields, most: int) -> Words:
    fields.only("en", "ko")
    return Words(fields.text("en", most), fields.text("ko", most))


def _prices(top: Fields) -> dict[str, int]:
    if "prices" not in top:
        return {}
    fields = top.table("prices")
    fields.only(*PRICES)
    return {name: fields.whole(name, 0, 1000) for name in fields.names()}


def _goal(fields: Fields) -> Goal:
    fields.only("units", "silver", "gold", "cargo")
    units = fields.whole("units", 1, MOST_UNITS)
    silver = fields.whole("silver", units, MOST_UNITS, units)
    gold = fields.whole("gold", silver, MOST_UNITS, silver)
    return Goal(units, silver, gold, fields.one_of("cargo", CARGOES) if "cargo" in fields else "")


def _bench(data: bytes | str, fields: Fields, plan: Reader) -> Bench:
    """Return the description of a measurement from its table in a yard file."""
    fields.only("loads", "takes", "starts", "best")
    loads = fields.texts("loads", 24)
    takes = fields.text("takes", 1)
    for key, letters in (("loads", loads), ("takes", [takes])):
        for letter in letters or [""]:
            if letter not in plan.letters:
                raise fields.wrong(key, "letter", name=letter[:10])
    starts: list[tuple[Place, str]] = []
    for number, line in enumerate(fields.text("starts", 20_000).split("\n"), first_line(data, fields, "starts")):
        if not line.strip():
            continue
        match = _START.fullmatch(" ".join(line.split()))
        if match is None or match[3] == match[4]:
            raise wrong(number, "bench.starts", "start", line)
        place = Place(int(match[1]), int(match[2]), EDGES.index(match[3]), EDGES.index(match[4]))
        starts.append((place, match[5] or ""))
    return Bench(tuple(loads), takes, tuple(starts), fields.whole("best", 1, 200, 1))


def _saved(fields: Fields) -> Saved:
    """Return what was played in a saved match; that it can be played is for the rules to find out."""
    version = fields.whole("version", 1, 1 << 20)
    if "state" in fields:
        raise YardError("saved_state")
    if version != VERSION:
        raise YardError("saved_version", version=version, ours=VERSION)
    fields.only("version", "moves")
    written = fields.text("moves", MOST_MOVES * 3 // 2)
    try:
        moves = inflated(b64decode("".join(written.split()), validate=True), _MOST_BYTES)
        saved = Saved(version, msgspec.msgpack.decode(moves, type=tuple[tuple[Action, ...], ...]))
    except (ValueError, *UNDECODABLE) as error:
        raise fields.wrong("moves", "base64") from error
    played = [one for sitting in saved.sittings for one in sitting if isinstance(one, Advance)]
    if any(one.ticks < 1 for one in played) or saved.tick > MOST_TICK:
        raise YardError("saved_long", most=MOST_TICK // TICKS_A_MINUTE)
    return saved


def _land(data: bytes | str, top: Fields, size: int) -> Land:
    """Return the land in a yard file: terrain as a character for each tile, and its towns and industries."""
    first = first_line(data, top, "land")
    rows = [row.rstrip() for row in top.text("land", 20_000).strip("\n").split("\n")]
    terrain = bytearray()
    for number, row in enumerate(rows, first):
        if len(row) != size:
            raise wrong(number, "land", "row", row, size=size)
        for letter in row:
            if letter not in SIGNS:
                raise wrong(number, "land", "sign", letter, names=SIGNS)
            terrain.append(SIGNS.index(letter))
    if len(rows) != size:
        raise wrong(first, "land", "rows", len(rows), size=size)
    industries = tuple(_industry(fields, terrain, size) for fields in top.tables("industry", 64))
    towns = _towns(top.tables("town", 32), terrain, size)
    return Land(size, bytes(terrain), towns, industries)


def _industry(fields: Fields, terrain: bytearray, size: int) -> Industry:
    """Return an industry from its table, and mark its tiles in `terrain`."""
    fields.only("kind", "x", "y", "output")
    kind = INDUSTRIES[fields.one_of("kind", INDUSTRIES)]
    side = SIDE[kind]
    x, y = fields.whole("x", 0, size - side), fields.whole("y", 0, size - side)
    output = fields.whole("output", 1, 256) if kind in (MINE, WELL) else fields.whole("output", 0, 0, 0)
    tiles = [(y + down) * size + x + across for down in range(side) for across in range(side)]
    at_sea = kind == WELL and terrain[tiles[0]] == WATER
    if not all(terrain[tile] < WATER or at_sea for tile in tiles):
        raise fields.wrong("x", "open_land")
    for tile in tiles:
        terrain[tile] = INDUSTRY
    return Industry(kind, tiles[0], output, at_sea)


def _towns(tables: list[Fields], terrain: bytearray, size: int) -> tuple[Town, ...]:
    """Return towns from their tables; each house on the map belongs to the nearest town."""
    centres: list[tuple[int, int, int]] = []
    for fields in tables:
        fields.only("x", "y", "name", "inhabitants")
        tile = fields.whole("y", 0, size - 1) * size + fields.whole("x", 0, size - 1)
        if terrain[tile] != STREET or tile in [centre[0] for centre in centres]:
            raise fields.wrong("x", "street")
        centres.append((tile, fields.whole("name", 0, NAMES - 1), fields.whole("inhabitants", 1, 20_000)))
    houses: dict[int, list[int]] = {tile: [] for tile, _, _ in centres}
    for tile, kind in enumerate(terrain):
        if kind == HOUSE and houses:
            houses[min(houses, key=lambda centre, tile=tile: distance(size, centre, tile))].append(tile)  # type: ignore[misc]
    return tuple(Town(tile, name, inhabitants, tuple(houses[tile])) for tile, name, inhabitants in centres)
