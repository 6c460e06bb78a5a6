"""Where heroes and monsters can go on a floor, distances, and what each viewer sees."""

from __future__ import annotations

from collections.abc import Iterable

from game.cabinets.cisterns.rules.floors import is_lit
from game.cabinets.cisterns.rules.sight import OPAQUE, seen_from
from game.cabinets.cisterns.rules.state import Hero, State
from game.core.forge.model.level import GATES, HEADINGS, LOCKED, ROCK, RUBBLE, WALL

SOLID = bytes(code in (ROCK, WALL, RUBBLE) or LOCKED <= code < GATES for code in range(256))
"""Table over tiles: whether a tile blocks every walker."""
DARK_RADIUS = 2
LURKS = 2
SPIT, POUNCE = 5, 2
"""Length of the lines that spitters and rats announce, in squares."""
"""The distance at which a lurker is seen without a lamp."""


def can_go(state: State, x: int, y: int, heading: int) -> bool:
    """Return whether a step in this direction leads from (x, y) onto a square that can be walked on."""
    to_x, to_y = x + HEADINGS[heading][0], y + HEADINGS[heading][1]
    if not (0 <= to_x < state.width and 0 <= to_y < state.height):
        return False
    tile = state.at(to_x, to_y)
    return not SOLID[tile] and not (GATES <= tile < GATES + 4 and tile - GATES != heading)


def distances(state: State, sources: Iterable[tuple[int, int]], most: int = 1 << 30) -> dict[tuple[int, int], int]:
    """Return the number of steps from each square to the nearest source, up to `most`, walking towards the source."""
    found = dict.fromkeys(sources, 0)
    wave = list(found)
    steps = 0
    while wave and steps < most:
        steps, after = steps + 1, []
        for x, y in wave:
            for heading, (dx, dy) in enumerate(HEADINGS):
                square = x - dx, y - dy
                inside = 0 <= square[0] < state.width and 0 <= square[1] < state.height
                if inside and square not in found and not SOLID[state.at(*square)] and can_go(state, *square, heading):
                    found[square] = steps
                    after.append(square)
        wave = after
    return found


def radius_of(state: State, hero: Hero) -> int:
    """Return how many squares far a hero sees."""
    if state.dark[hero.y * state.width + hero.x] and not is_lit(state, hero.x, hero.y):
        return DARK_RADIUS
    return state.options.light


def sight_of(state: State, seat: int) -> frozenset[int]:
    """Return the squares that one hero sees itself; none if it has fallen or gone down."""
    hero = state.heroes[seat]
    if not hero.acts:
        return frozenset()
    return seen_from(state.tiles, state.width, hero.x, hero.y, radius_of(state, hero))


def seen_by(state: State, viewer: int) -> frozenset[int]:
    """Return the squares that a viewer sees now: in coop those of all heroes; a spectator of rivals sees none."""
    if not state.heroes or (viewer < 0 and not state.coop):
        return frozenset()
    if not state.coop:
        return sight_of(state, viewer)
    return frozenset().union(*(sight_of(state, seat) for seat in range(state.seats)))


def sees_monster(state: State, viewer: int, kind: str, x: int, y: int) -> bool:
    """Return whether a viewer sees a monster on a visible square: lurkers only if near or in lamplight."""
    if kind != "lurker" or is_lit(state, x, y):
        return True
    heroes = state.heroes if state.coop or viewer < 0 else [state.heroes[viewer]]
    return any(hero.acts and max(abs(hero.x - x), abs(hero.y - y)) <= LURKS for hero in heroes)


def remember(state: State) -> None:
    """Let every seat remember the squares that it sees now, and what lies there."""
    shared = seen_by(state, 0) if state.coop else frozenset()
    for seat in range(state.seats):
        if state.coop and seat:
            state.memory[seat], state.recall[seat] = state.memory[0], state.recall[0]
            continue
        memory, seen = bytearray(state.memory[seat]), shared if state.coop else sight_of(state, seat)
        for place in seen:
            memory[place] = state.tiles[place] + 1
        state.memory[seat] = bytes(memory)
        wide = state.width
        state.recall[seat] = [
            *(each for each in state.recall[seat] if each.y * wide + each.x not in seen),
            *(each for each in state.things if each.y * wide + each.x in seen),
        ]


def blow(state: State, kind: str, x: int, y: int, heading: int) -> list[tuple[int, int]]:
    """Return the squares that a monster standing on (x, y) announces in a direction, the nearest first."""
    if kind != "spitter" and not can_go(state, x, y, heading):
        return []
    dx, dy = HEADINGS[heading]
    match kind:
        case "spitter" | "rat":
            return in_line(state, x, y, heading, SPIT if kind == "spitter" else POUNCE)
        case "brute":
            return [(x + dx + side * dy, y + dy + side * dx) for side in (0, -1, 1)]
    return [(x + dx, y + dy)]


def in_line(state: State, x: int, y: int, heading: int, length: int) -> list[tuple[int, int]]:
    """Return the squares in a straight line from a square (not included), up to a wall or closed door."""
    found = []
    dx, dy = HEADINGS[heading]
    for step in range(1, length + 1):
        square = x + step * dx, y + step * dy
        inside = 0 <= square[0] < state.width and 0 <= square[1] < state.height
        if not inside or OPAQUE[state.at(*square)]:
            break
        found.append(square)
    return found
