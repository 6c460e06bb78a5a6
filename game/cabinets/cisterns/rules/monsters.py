"""The actions of monsters in a turn: announced harm lands, then each monster announces again or moves."""

from __future__ import annotations

from collections.abc import Collection

from game.cabinets.cisterns.rules.floors import HARM
from game.cabinets.cisterns.rules.ground import blow, can_go, distances, sees_monster
from game.cabinets.cisterns.rules.heroes import strike
from game.cabinets.cisterns.rules.sight import seen_from
from game.cabinets.cisterns.rules.state import Monster, State
from game.cabinets.cisterns.rules.told import Telling
from game.core.forge.model.level import HEADINGS

WAKES, HEARS = 7, 10
"""Distance in squares at which a visible hero wakes a monster, and at which a bomb does."""
RESTS = frozenset(("brute", "spitter"))
"""Kinds of monsters that rest in the turn after announcing, so that a hero can approach them in a corridor."""
KEEPS_FROM, KEEPS_TO = 3, 5


def land_all(state: State, telling: Telling) -> None:
    """Let announced attacks hit everybody on their squares."""
    for monster in sorted(state.monsters, key=lambda each: each.number):
        if not monster.threat or monster not in state.monsters:
            continue
        squares, against = set(monster.threat), monster.against
        monster.threat, monster.against = [], -1
        for seat, hero in enumerate(state.heroes):
            if hero.acts and (hero.x, hero.y) in squares:
                hero.hearts -= HARM[monster.kind]
                telling.blame[seat] = monster.kind
                telling.at(hero.x, hero.y, "hurt", seat, seat=seat, monster=monster.kind, harm=HARM[monster.kind])
        for other in [each for each in state.monsters if each is not monster and (each.x, each.y) in squares]:
            strike(state, other, HARM[monster.kind], against, telling, times=2)


def move_all(state: State, telling: Telling) -> None:
    """Let each monster wake, announce or move, those nearest to a hero first."""
    heroes = [(seat, hero.x, hero.y) for seat, hero in enumerate(state.heroes) if hero.acts]
    if not heroes or not state.monsters:
        return
    sights = {seat: seen_from(state.tiles, state.width, x, y, WAKES) for seat, x, y in heroes}
    order = sorted(
        state.monsters,
        key=lambda each: (min(abs(each.x - x) + abs(each.y - y) for _, x, y in heroes), each.number),
    )
    maps: dict[tuple[int, int], dict[tuple[int, int], int]] = {}
    for monster in order:
        place = monster.y * state.width + monster.x
        seen = [(abs(monster.x - x) + abs(monster.y - y), seat) for seat, x, y in heroes if place in sights[seat]]
        if seen:
            target = state.heroes[min(seen)[1]]
            monster.goal = (target.x, target.y)
            if monster.asleep:
                monster.asleep = False
                telling.at(monster.x, monster.y, "woke", monster=monster.kind)
                continue
        if monster.asleep or monster.rests:
            monster.rests = False
            continue
        monster.rests = monster.kind == "brute"
        if _announce(state, monster, heroes):
            monster.rests = monster.kind in RESTS
        elif monster.goal != (-1, -1):
            if monster.goal not in maps:
                maps[monster.goal] = distances(state, [monster.goal], 40)
            _go(state, monster, maps[monster.goal], bool(seen))


def _announce(state: State, monster: Monster, heroes: list[tuple[int, int, int]]) -> bool:
    """Announce an attack on a hero within reach, the lowest seat if several are. Return whether one was announced."""
    for seat, x, y in heroes:
        for heading in range(4):
            squares = blow(state, monster.kind, monster.x, monster.y, heading)
            if (x, y) in (squares[:1] if monster.kind == "brute" else squares):
                monster.threat, monster.against = squares, seat
                return True
    return False


def _go(state: State, monster: Monster, far: dict[tuple[int, int], int], in_sight: bool) -> None:
    """Move a monster one step along the shortest way; a spitter that sees a hero keeps its distance."""
    here = far.get((monster.x, monster.y))
    if here is None:
        monster.goal = (-1, -1)
        return
    away = monster.kind == "spitter" and in_sight and here < KEEPS_FROM
    if monster.kind == "spitter" and in_sight and KEEPS_FROM <= here <= KEEPS_TO:
        return
    for heading, (dx, dy) in enumerate(HEADINGS):
        square = monster.x + dx, monster.y + dy
        there = far.get(square)
        if there is None or not can_go(state, monster.x, monster.y, heading):
            continue
        nearer = there > here if away else there < here
        if nearer and state.monster_at(*square) is None and state.hero_at(*square) < 0:
            monster.x, monster.y = square
            break
    if (monster.x, monster.y) == monster.goal:
        monster.goal = (-1, -1)


def shown(state: State, viewer: int, monster: Monster, seen: Collection[int]) -> bool:
    """Return whether a viewer who sees these squares sees a monster."""
    place = monster.y * state.width + monster.x
    return place in seen and sees_monster(state, viewer, monster.kind, monster.x, monster.y)
