"""A floor of a match: its level, its monsters and treasure by danger, and where heroes arrive."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from game.cabinets.cisterns.rules.guide import guide_level
from game.cabinets.cisterns.rules.state import GUIDE, LEVELS, SIZES, Monster, Options, State, Thing
from game.core.chance import derive
from game.core.forge.methods.registry import METHODS
from game.core.forge.model.chance import MOST_NUMBER, Chance, secret_number
from game.core.forge.model.level import CORRIDOR, FLOOR, HEADINGS, ROCK, WALL, Level, Recipe

HEARTS = {"rat": 1, "spitter": 2, "lurker": 2, "brute": 6}
WORTH = {"rat": 1, "spitter": 3, "lurker": 3, "brute": 6}
HARM = {"rat": 2, "spitter": 1, "lurker": 2, "brute": 3}
_PAIRS = (("rat", "spitter"), ("rat", "brute"), ("spitter", "brute"), ("rat", "lurker"))
CAMPS = (
    (("rat",),),
    (("rat", "rat"), ("rat", "spitter")),
    _PAIRS,
    _PAIRS,
    (*_PAIRS, ("rat", "spitter", "brute"), ("rat", "rat", "spitter")),
)
"""Kinds of monsters that sleep side by side, by danger. Their blows cross: each makes another one's harder to avoid.

From danger 2 on, more camps of the same pairs make a floor harder. Pairs without rats would be harder for an expert,
but easier for a player who does not read what is announced: with them, 40 in a hundred of those come out at danger 3,
and 18 at danger 2.
"""
SHARE = (8, 11, 33, 42, 50)
"""Number of monsters per thousand open squares, by danger."""
QUIET = 7
"""Distance from the start, in squares, within which no monster begins."""
CAMP, APART = 3, 4
"""Greatest distance between the monsters of a camp, and the distance within which no other camp is."""
LAMP_REACH = 3
FAR, SMALL = 11, 20
"""Least number of steps from any thing at which further treasure is laid, and the treasure's worth."""
PARAMETERS: dict[str, dict[str, int | str]] = {"mission": {"oneway": 0}}
"""Parameters of methods that differ from their defaults: ways back make most of the corridors, and the longest."""
_KEPT = ("treasure", "potion", "bomb", "lamp", "key", "exit")


def number_of(state: State, floor: int) -> int:
    """Return the number of a floor's level: a secret one, unless a person chose the number of the first."""
    if state.options.number:
        return 1 + (state.options.number + floor - 2) % MOST_NUMBER
    return secret_number(state.number, "cisterns", floor)


def level_for(options: Options, number: int) -> Level:
    """Return the level with this number for these options. Cached. Raises OptionError for a code that gives none."""
    if options.level == GUIDE:
        return guide_level()
    return given_level(options.level) if options.level else _made(options.method, options.size, number)


@lru_cache(maxsize=8)
def given_level(code: str) -> Level:
    """Return the level of a code. Cached. Raises OptionError."""
    return LEVELS.level(code)


@lru_cache(maxsize=64)
def _made(name: str, size: str, number: int) -> Level:
    method = METHODS[name]
    recipe = Recipe(method.id, method.version, number, *SIZES[size], PARAMETERS.get(name, {}))
    return method.make(recipe) if number <= MOST_NUMBER else method.make_secret(recipe)


def enter(state: State, floor: int) -> None:
    """Bring all living heroes to the start of a floor."""
    number = number_of(state, floor)
    level = level_for(state.options, number)
    state.floor, state.turn, state.first_down = floor, 0, 0
    state.width, state.height, state.tiles = level.width, level.height, level.tiles
    state.things = [
        Thing(each.kind, each.x, each.y, each.data[0] if each.data else 0)
        for each in level.entities
        if each.kind in _KEPT
    ]
    if not state.options.level:
        state.things += _scatter(level, state.things)
    state.dark = _dark(level, number, state.options)
    state.bombs, state.monsters = [], monsters_of(level, number, state.options)
    start = next(each for each in level.entities if each.kind == "start")
    free = _squares_from(state, start.x, start.y)
    for hero in state.heroes:
        hero.keys, hero.waited, hero.raised, hero.down = 0, 0, False, False
        hero.x, hero.y = next(free) if hero.lives else (-1, -1)
    state.memory = [bytes(len(level.tiles))] * state.seats
    state.recall = [[] for _ in range(state.seats)]


def _scatter(level: Level, things: list[Thing]) -> list[Thing]:
    """Return treasure on squares far from everything, so that nobody walks far for nothing."""
    wide = level.width
    start = next(each for each in level.entities if each.kind == "start")
    begin = start.y * wide + start.x
    near = set(_around(level, begin, FAR))
    for each in things:
        if each.kind != "lamp":
            near |= set(_around(level, each.y * wide + each.x, FAR))
    found = list[Thing]()
    for place in _around(level, begin, len(level.tiles)):
        if place not in near and level.tiles[place] in (FLOOR, CORRIDOR):
            found.append(Thing("treasure", place % wide, place // wide, SMALL))
            near |= set(_around(level, place, FAR))
    return found


def _around(level: Level, start: int, most: int) -> dict[int, None]:
    """Return the squares fewer than `most` steps from one, nearest first; doors of every kind count as open."""
    found, wave = {start: None}, [start]
    for _ in range(1, most):
        steps = (place + dx + dy * level.width for place in wave for dx, dy in HEADINGS)
        open_ = [to for to in steps if 0 <= to < len(level.tiles) and level.tiles[to] not in (ROCK, WALL)]
        wave = [to for to in dict.fromkeys(open_) if to not in found]
        found |= dict.fromkeys(wave)
    return found


def monsters_of(level: Level, number: int, options: Options) -> list[Monster]:
    """Return the monsters by danger, in camps: where the level has its own ones, and on random squares."""
    if options.level:
        return _numbered([(each.kind, each.x, each.y) for each in level.entities if each.kind in HEARTS])
    chance = Chance(number, "cisterns", f"danger{options.danger}")
    start = next(each for each in level.entities if each.kind == "start")
    taken = {(each.x, each.y) for each in level.entities if each.kind in _KEPT}
    open_ = [divmod(place, level.width)[::-1] for place, tile in enumerate(level.tiles) if tile in (FLOOR, CORRIDOR)]
    free = {(x, y) for x, y in open_ if max(abs(x - start.x), abs(y - start.y)) > QUIET and (x, y) not in taken}
    places = [(each.x, each.y) for each in level.entities if each.kind in HEARTS and (each.x, each.y) in free]
    wanted = max(1, len(open_) * SHARE[options.danger] // 1000)
    found: list[tuple[str, int, int]] = []
    for _ in range(4 * wanted):
        if len(found) >= wanted or not free:
            break
        x, y = places.pop(chance.below(len(places))) if places else chance.one_of(open_)
        camp = chance.one_of(CAMPS[options.danger])
        near = sorted(free, key=lambda square: (abs(square[0] - x) + abs(square[1] - y), square))[: len(camp)]
        if (x, y) in free and all(abs(to_x - x) + abs(to_y - y) <= CAMP for to_x, to_y in near):
            found += [(kind, *square) for kind, square in zip(camp, near, strict=False)]
            free -= {(to_x, to_y) for to_x, to_y in free if abs(to_x - x) + abs(to_y - y) <= APART}
    return _numbered(found)


def _numbered(found: list[tuple[str, int, int]]) -> list[Monster]:
    return [Monster(number, kind, x, y, HEARTS[kind]) for number, (kind, x, y) in enumerate(found)]


def _dark(level: Level, number: int, options: Options) -> bytes:
    """Return a byte per square, 1 if dark: about one zone in four, more with danger, never the start's zone."""
    start = next(each for each in level.entities if each.kind == "start")
    zones = level.zones or bytes(len(level.tiles))
    first = zones[start.y * level.width + start.x]
    dark = bytes(
        zone not in (0, first) and derive(number, "dark", zone) % 8 < 1 + options.danger for zone in range(256)
    )
    return zones.translate(dark)


def _squares_from(state: State, x: int, y: int) -> Iterator[tuple[int, int]]:
    """Yield a square and the open ones around it, nearest first."""
    found, waiting = {(x, y)}, [(x, y)]
    while waiting:
        x, y = waiting.pop(0)
        yield x, y
        for dx, dy in HEADINGS:
            square = x + dx, y + dy
            if square not in found and state.at(*square) in (FLOOR, CORRIDOR):
                if state.monster_at(*square) is None and state.thing_at(*square) is None:
                    waiting.append(square)
                found.add(square)


def is_lit(state: State, x: int, y: int) -> bool:
    """Return whether a lamp stands near a square."""
    return any(thing.kind == "lamp" and max(abs(thing.x - x), abs(thing.y - y)) <= LAMP_REACH for thing in state.things)
