"""The actions of heroes in a turn, one after another."""

from __future__ import annotations

from collections.abc import Mapping

from game.cabinets.cisterns.rules.floors import WORTH
from game.cabinets.cisterns.rules.ground import blow, can_go
from game.cabinets.cisterns.rules.state import (
    BUMP,
    DRINK,
    MOST_CARRIED,
    MOST_HEARTS,
    STRIKE,
    Action,
    Bomb,
    Descend,
    Drink,
    Hero,
    Laid,
    Monster,
    Shove,
    State,
    Step,
)
from game.cabinets.cisterns.rules.told import Telling
from game.core.forge.model.level import CORRIDOR, GATES, HEADINGS, LOCKED

FIRST_DOWN = 5
"""Worth given to the rival who leaves a floor first."""
LAST_CALL = 60
"""Number of turns that rivals have to follow the first one down: enough from nine in ten squares of a usual floor."""


def act_all(state: State, actions: Mapping[int, Action], telling: Telling) -> None:
    """Let all heroes act; the seat that goes first changes from turn to turn."""
    done: set[int] = set()
    for place in range(state.seats):
        seat = (state.turns + place) % state.seats
        if seat in actions and seat not in done and state.heroes[seat].acts:
            done.add(seat)
            done |= _act(state, seat, actions[seat], actions, telling)


def _act(state: State, seat: int, action: Action, actions: Mapping[int, Action], telling: Telling) -> set[int]:
    """Carry out one hero's action. Return further seats whose actions were carried out with it."""
    hero = state.heroes[seat]
    match action:
        case Step(heading):
            return _step(state, seat, heading, actions, telling)
        case Shove(heading):
            _shove(state, seat, heading, telling)
        case Drink() if hero.potions and hero.hearts < MOST_HEARTS:
            hero.potions -= 1
            hero.hearts = min(MOST_HEARTS, hero.hearts + DRINK)
            telling.at(hero.x, hero.y, "drank", seat, seat=seat)
        case Bomb(heading) if hero.bombs and can_go(state, hero.x, hero.y, heading):
            hero.bombs -= 1
            x, y = hero.x + HEADINGS[heading][0], hero.y + HEADINGS[heading][1]
            state.bombs.append(Laid(x, y, state.turn))
            telling.at(x, y, "laid", seat, seat=seat)
        case Descend() if state.thing_at(hero.x, hero.y, "exit"):
            hero.down = True
            telling.all("descended", seat=seat)
            if not state.first_down:
                state.first_down = state.turn
                if not state.coop:
                    hero.worth += FIRST_DOWN
                    if any(other.acts for other in state.heroes):
                        telling.all("last_call", turns=LAST_CALL)
    return set()


def _step(state: State, seat: int, heading: int, actions: Mapping[int, Action], telling: Telling) -> set[int]:
    hero = state.heroes[seat]
    x, y = hero.x + HEADINGS[heading][0], hero.y + HEADINGS[heading][1]
    if not (0 <= x < state.width and 0 <= y < state.height):
        return set()
    monster, other = state.monster_at(x, y), state.hero_at(x, y)
    if monster is not None:
        strike(state, monster, STRIKE, seat, telling)
        return set()
    tile = state.at(x, y)
    if LOCKED <= tile < GATES and keys_of(state, seat) >> (tile - LOCKED) & 1:
        state.put(x, y, CORRIDOR)
        telling.at(x, y, "opened", seat, seat=seat)
        return set()
    if not can_go(state, hero.x, hero.y, heading):
        return set()
    if other >= 0:
        return _meet(state, seat, other, heading, actions)
    hero.x, hero.y = x, y
    take(state, seat, telling)
    return set()


def _shove(state: State, seat: int, heading: int, telling: Telling) -> None:
    """Push a monster a square further, or against what stops it; where a hero stands behind it, it stays."""
    (dx, dy), hero = HEADINGS[heading], state.heroes[seat]
    monster = state.monster_at(hero.x + dx, hero.y + dy)
    if monster is None:
        return
    x, y = monster.x + dx, monster.y + dy
    telling.at(monster.x, monster.y, "shoved", seat, seat=seat, monster=monster.kind)
    behind, open_ = state.monster_at(x, y), can_go(state, monster.x, monster.y, heading)
    monster.asleep = False
    if behind is not None or not open_:
        for bumped in (monster, behind if open_ else None):
            if bumped is not None:
                strike(state, bumped, BUMP, seat, telling)
    elif state.hero_at(x, y) < 0:
        aimed = (
            HEADINGS.index((monster.threat[0][0] - monster.x, monster.threat[0][1] - monster.y))
            if monster.threat
            else -1
        )
        monster.x, monster.y = x, y
        monster.threat = blow(state, monster.kind, x, y, aimed) if aimed >= 0 else []


def _meet(state: State, seat: int, other: int, heading: int, actions: Mapping[int, Action]) -> set[int]:
    """Let a hero step onto another's square: they swap if both want to, rivals shove. Return seats as `_act` does."""
    hero, met = state.heroes[seat], state.heroes[other]
    back = (heading + 2) % 4
    if actions.get(other) == Step(back) and can_go(state, met.x, met.y, back):
        hero.x, hero.y, met.x, met.y = met.x, met.y, hero.x, hero.y
        return {other}
    x, y = met.x + HEADINGS[heading][0], met.y + HEADINGS[heading][1]
    free = can_go(state, met.x, met.y, heading) and state.monster_at(x, y) is None and state.hero_at(x, y) < 0
    if not state.coop and free:
        hero.x, hero.y, met.x, met.y = met.x, met.y, x, y
    return set()


def keys_of(state: State, seat: int) -> int:
    """Return the mask of keys that a hero may use: in coop the keys of all heroes."""
    if not state.coop:
        return state.heroes[seat].keys
    found = 0
    for hero in state.heroes:
        found |= hero.keys
    return found


def take(state: State, seat: int, telling: Telling) -> None:
    """Take what lies on a hero's square, as far as the hero can carry it."""
    hero = state.heroes[seat]
    for thing in [each for each in state.things if (each.x, each.y) == (hero.x, hero.y)]:
        if _carries(hero, thing.kind, thing.value):
            if state.coop or thing.kind != "key":  # rivals copy a key: taking it away would lock the others in for good
                state.things.remove(thing)
            telling.at(hero.x, hero.y, f"took_{thing.kind}", seat, seat=seat, value=thing.value)


def _carries(hero: Hero, kind: str, value: int) -> bool:
    match kind:
        case "treasure":
            hero.worth += value
        case "potion" if hero.potions < MOST_CARRIED:
            hero.potions += 1
        case "bomb" if hero.bombs < MOST_CARRIED:
            hero.bombs += 1
        case "key" if not hero.keys >> value & 1:
            hero.keys |= 1 << value
        case _:
            return False
    return True


def strike(state: State, monster: Monster, harm: int, seat: int, telling: Telling, times: int = 1) -> None:
    """Hurt a monster. If it dies, its killer gets its worth, multiplied by `times`."""
    monster.hearts -= harm
    monster.asleep = False
    if monster.hearts <= 0:
        state.monsters.remove(monster)
        if seat >= 0:
            state.heroes[seat].worth += times * WORTH[monster.kind]
            state.heroes[seat].slain += 1
        telling.at(monster.x, monster.y, "killed", *([seat] if seat >= 0 else []), monster=monster.kind)
    elif seat >= 0:
        telling.at(monster.x, monster.y, "struck", seat, seat=seat, monster=monster.kind)
