"""Play a turn from beginning to end, and leave a floor when it is over."""

from __future__ import annotations

from collections.abc import Mapping

from game.cabinets.cisterns.rules.floors import enter
from game.cabinets.cisterns.rules.ground import SOLID, remember, sight_of
from game.cabinets.cisterns.rules.heroes import LAST_CALL, act_all, strike
from game.cabinets.cisterns.rules.monsters import HEARS, land_all, move_all
from game.cabinets.cisterns.rules.state import MOST_HEARTS, Action, Hero, State, Thing, Wait
from game.cabinets.cisterns.rules.told import Telling
from game.core.forge.model.level import CORRIDOR, RUBBLE

BLAST, BLAST_REACH = 3, 1
WATER_EVERY, WATER_HEARD = 5, 60
"""Turns between two hearts that the water takes, and turns of warning before it rises."""
BREATH = 40
"""Number of squares seen for the first time that give a hurt hero a heart back."""
RAISED_HEARTS, WATCH = 3, 3


def play(state: State, actions: Mapping[int, Action], telling: Telling) -> None:
    """Play one turn of all heroes and monsters."""
    state.turn += 1
    state.turns += 1
    act_all(state, actions, telling)
    land_all(state, telling)
    move_all(state, telling)
    _blast(state, telling)
    water = state.options.turns
    if state.turn == water - WATER_HEARD:
        telling.all("water_heard", turns=WATER_HEARD)
    if state.turn >= water and state.turn % WATER_EVERY == 0:
        _flood(state, telling)
    if state.coop:
        _raise(state, actions, telling)
    _fall(state, actions, telling)
    _breathe(state, telling)
    _go_down(state, telling)
    remember(state)


def _blast(state: State, telling: Telling) -> None:
    for bomb in [each for each in state.bombs if each.turn < state.turn]:
        state.bombs.remove(bomb)
        telling.at(bomb.x, bomb.y, "blast")
        for y in range(bomb.y - BLAST_REACH, bomb.y + BLAST_REACH + 1):
            for x in range(bomb.x - BLAST_REACH, bomb.x + BLAST_REACH + 1):
                _burst(state, x, y, telling)
        for monster in state.monsters:
            if max(abs(monster.x - bomb.x), abs(monster.y - bomb.y)) <= HEARS:
                monster.asleep = False
                monster.goal = monster.goal if monster.goal != (-1, -1) else (bomb.x, bomb.y)


def _burst(state: State, x: int, y: int, telling: Telling) -> None:
    if not (0 <= x < state.width and 0 <= y < state.height):
        return
    if state.at(x, y) == RUBBLE:
        state.put(x, y, CORRIDOR)
    seat, monster = state.hero_at(x, y), state.monster_at(x, y)
    if seat >= 0:
        state.heroes[seat].hearts -= BLAST
        telling.blame[seat] = "bomb"
        telling.at(x, y, "burnt", seat, seat=seat, harm=BLAST)
    if monster is not None:
        strike(state, monster, BLAST, -1, telling)


def _flood(state: State, telling: Telling) -> None:
    telling.all("water")
    for seat, hero in enumerate(state.heroes):
        if hero.acts:
            hero.hearts -= 1
            telling.blame[seat] = "water"


def _breathe(state: State, telling: Telling) -> None:
    """Give a heart back to hurt heroes for squares that nobody on their side saw before; to the whole it is nothing."""
    for seat, hero in enumerate(state.heroes):
        if not hero.acts or hero.hearts >= MOST_HEARTS:
            hero.breath = 0
            continue
        known = state.memory[seat]
        hero.breath += sum(not known[place] and not SOLID[state.tiles[place]] for place in sight_of(state, seat))
        if hero.breath >= BREATH:
            hero.breath -= BREATH
            hero.hearts += 1
            telling.at(hero.x, hero.y, "breathed", seat, seat=seat)


def _fall(state: State, actions: Mapping[int, Action], telling: Telling) -> None:
    """Let heroes without hearts fall: in coop they leave a grave, rivals leave half their treasure."""
    graves = {thing.value for thing in state.things if thing.kind == "grave"}
    for seat, hero in enumerate(state.heroes):
        if hero.hearts > 0 or hero.x < 0 or seat in graves:
            continue
        hero.hearts = 0
        telling.all("fell", seat=seat)
        did = actions.get(seat, Wait()).__struct_config__.tag
        telling.at(hero.x, hero.y, f"end_{telling.blame.get(seat, 'water')}", seat, seat=seat, did=did)
        if state.coop:
            state.things.append(Thing("grave", hero.x, hero.y, seat))
        else:
            _lose_half(state, hero)


def _lose_half(state: State, hero: Hero) -> None:
    """Leave half of a fallen rival's treasure on its square."""
    half = hero.worth // 2
    hero.worth -= half
    if half:
        state.things.append(Thing("treasure", hero.x, hero.y, half))
    hero.x, hero.y = -1, -1


def _raise(state: State, actions: Mapping[int, Action], telling: Telling) -> None:
    """Bring back fallen heroes at whose grave somebody has waited for three turns, once per floor."""
    for grave in [thing for thing in state.things if thing.kind == "grave"]:
        fallen = state.heroes[grave.value]
        watched = any(
            hero.acts and abs(hero.x - grave.x) + abs(hero.y - grave.y) <= 1 and actions.get(seat) == Wait()
            for seat, hero in enumerate(state.heroes)
        )
        fallen.waited = fallen.waited + 1 if watched else 0
        free = state.hero_at(grave.x, grave.y) < 0 and state.monster_at(grave.x, grave.y) is None
        if fallen.waited >= WATCH and not fallen.raised and free and state.turn < state.options.turns:
            state.things.remove(grave)
            fallen.hearts, fallen.raised, fallen.waited = RAISED_HEARTS, True, 0
            telling.all("raised", seat=grave.value)


def _go_down(state: State, telling: Telling) -> None:
    """Leave the floor once all living heroes are down, or rivals have had their turns to follow the first one."""
    late = not state.coop and state.first_down and state.turn - state.first_down >= LAST_CALL
    if late:
        for seat, hero in enumerate(state.heroes):
            if hero.acts:
                telling.at(hero.x, hero.y, "end_stairs", seat, seat=seat)
                hero.hearts = 0
                _lose_half(state, hero)
                telling.all("fell", seat=seat)
    if any(hero.acts for hero in state.heroes):
        return
    if not any(hero.lives for hero in state.heroes):
        state.over = True
        return
    if state.floor >= _floors(state):
        state.floor += 1
        state.over = True
        telling.all("escaped", count=sum(hero.lives for hero in state.heroes))
        return
    enter(state, state.floor + 1)
    telling.all("floor", floor=state.floor)


def _floors(state: State) -> int:
    return 1 if state.options.level else state.options.floors


def escaped(state: State, hero: Hero) -> bool:
    """Return whether a hero has escaped alive from the last floor."""
    return state.over and hero.lives and state.floor > _floors(state)
