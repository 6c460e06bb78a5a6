"""Write yard files, in the form that `reading` reads: yards, and matches that were saved.

To go on from a saved match, name its file in the option `yard` by `attach_own(path)`, as any yard file of a person's
own. Plans played before a match was saved cannot be taken back.
"""

from __future__ import annotations

import zlib
from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from game.cabinets.rails.contract.actions import Action, Advance
from game.cabinets.rails.contract.options import TICKS_A_MINUTE, VERSION, Options
from game.cabinets.rails.track.pieces import EDGES
from game.cabinets.rails.world.land import INDUSTRY, MINE, PLAIN, SIGNS, WATER, WELL, Land
from game.cabinets.rails.yards.notation import write_groups
from game.cabinets.rails.yards.reading import INDUSTRIES, MOST_TICKS
from game.cabinets.rails.yards.tasks import task_of
from game.cabinets.rails.yards.yard import MOST_MOVES, MOST_TICK, NOTATION, Bench, Saved, Words, Yard, YardError

_LEAST_TICKS = 100


def write_yard(yard: Yard) -> str:
    """Return the content of a yard's file. Raise ValueError if anything has no notation (see `write_groups`)."""
    return "\n".join(_lines(yard)) + "\n"


def _lines(yard: Yard) -> Iterator[str]:
    yield f"yard = {NOTATION}"
    yield f"difficulty = {yard.difficulty}"
    yield f"size = {yard.size}"
    if yard.number is not None:
        yield f"number = {yard.number}"
    yield f"budget = {yard.budget}"
    yield f"free = {str(yard.free).lower()}"
    if yard.story:
        yield "story = true"
    yield f"ticks = {yard.ticks}"
    yield f"collisions = {_quoted(yard.collisions)}"
    if yard.groups:
        yield from _block("built", write_groups(yard.groups))
    if yard.land is not None:
        yield from _block("land", _rows(yard.land))
    yield from _table("name", _words(yard.name))
    yield from _table("text", _words(yard.text))
    if yard.prices:
        yield from _table("prices", [f"{name} = {price}" for name, price in yard.prices.items()])
    if yard.goal is not None:
        rows = [f"units = {yard.goal.units}", f"silver = {yard.goal.silver}", f"gold = {yard.goal.gold}"]
        yield from _table("goal", rows + [f"cargo = {_quoted(yard.goal.cargo)}"] * bool(yard.goal.cargo))
    if yard.bench is not None:
        yield from _table("bench", _bench(yard.bench))
    if yard.saved is not None:
        yield from _table("saved", _saved(yard.saved))
    if yard.land is not None:
        yield from _places(yard.land)


def _quoted(text: str) -> str:
    """Return a text as a TOML string in double quotes, with escapes where TOML needs them."""
    out = []
    for letter in text:
        if letter in '"\\':
            out.append("\\" + letter)
        elif letter < " " or letter == "\x7f":
            out.append(f"\\u{ord(letter):04x}")
        else:
            out.append(letter)
    return '"' + "".join(out) + '"'


def _block(name: str, rows: Iterable[str]) -> Iterator[str]:
    yield f"{name} = '''"
    yield from rows
    yield "'''"


def _table(name: str, rows: Iterable[str]) -> Iterator[str]:
    yield ""
    yield f"[{name}]"
    yield from rows


def _words(words: Words) -> list[str]:
    return [f"en = {_quoted(words.en)}", f"ko = {_quoted(words.ko)}"]


def _rows(land: Land) -> Iterator[str]:
    """Yield rows of the land with a character for each tile. The tiles of industries are written as water or plain."""
    terrain = bytearray(land.terrain)
    for industry in land.industries:
        for tile in land.tiles_of(industry):
            if terrain[tile] == INDUSTRY:
                terrain[tile] = WATER if industry.at_sea else PLAIN
    for row in range(land.size):
        yield "".join(SIGNS[kind] for kind in terrain[row * land.size : (row + 1) * land.size])


def _bench(bench: Bench) -> Iterator[str]:
    yield f"loads = [{', '.join(map(_quoted, bench.loads))}]"
    yield f"takes = {_quoted(bench.takes)}"
    yield f"best = {bench.best}"
    starts = (
        f"({place.x}, {place.y}) {EDGES[place.enter]}→{EDGES[place.leave]} {bound}".rstrip()
        for place, bound in bench.starts
    )
    yield from _block("starts", starts)


def _saved(saved: Saved) -> Iterator[str]:
    yield f"version = {saved.version}"
    written = b64encode(packed_moves(saved)).decode()
    yield from _block("moves", (written[at : at + 100] for at in range(0, len(written), 100)))


def packed_moves(saved: Saved) -> bytes:
    """Return what was played in a saved match as bytes, compressed."""
    return zlib.compress(msgspec.msgpack.encode(saved.sittings), 9)


def _places(land: Land) -> Iterator[str]:
    kinds = {kind: name for name, kind in INDUSTRIES.items()}
    for industry in land.industries:
        yield from ("", "[[industry]]", f"kind = {_quoted(kinds[industry.kind])}")
        yield from (f"x = {industry.tile % land.size}", f"y = {industry.tile // land.size}")
        if industry.kind in (MINE, WELL):
            yield f"output = {industry.output}"
    for town in land.towns:
        yield from ("", "[[town]]", f"x = {town.tile % land.size}", f"y = {town.tile // land.size}")
        yield from (f"name = {town.name}", f"inhabitants = {town.inhabitants}")


def save(options: Options, number: int, actions: Sequence[Action], name: Words, text: Words) -> bytes:
    """Return a match of one seat as the content of a yard file, with the time that remains, or all of it if it ended.

    `number` is that of its map, `actions` all that its seat has done. Raise YardError if the map is not drawn yet, or
    if there are too many moves or ticks for a file.
    """
    if number < 0:
        raise YardError("saved_unbegun")
    task = task_of(options)
    yard = task.yard if task else None
    if task is None:
        yard = Yard(
            name,
            text,
            size=options.size,
            number=number,
            budget=options.cash,
            free=options.free,
            story=options.story,
            collisions=options.collisions,
        )
    elif yard is None:
        yard = Yard(
            name,
            text,
            size=task.land.size,
            land=task.land,
            budget=task.budget,
            free=task.free,
            collisions=task.collisions,
        )
    before = yard.saved or Saved(VERSION)
    whole = task.last_tick - before.tick if task else options.minutes * TICKS_A_MINUTE
    sitting = list(actions)
    left = whole - sum(one.ticks for one in sitting if isinstance(one, Advance))
    if left < 0 and isinstance(sitting[-1], Advance):  # the end of the match cut its last ticks off
        sitting[-1] = Advance(sitting[-1].ticks + left)
    saved = Saved(VERSION, (*before.sittings, tuple(sitting)))
    if len(packed_moves(saved)) > MOST_MOVES or saved.tick > MOST_TICK:
        raise YardError("saved_long", most=MOST_TICK // TICKS_A_MINUTE)
    ticks = min(MOST_TICKS, left if left >= _LEAST_TICKS else max(_LEAST_TICKS, whole))
    yard = msgspec.structs.replace(yard, name=name, text=text, ticks=ticks, saved=saved)
    return write_yard(yard).encode()
