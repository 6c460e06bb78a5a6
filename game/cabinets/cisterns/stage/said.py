"""Sentences about a square that is pointed at: what is there, and what will happen there."""

from __future__ import annotations

from typing import Any, TypeAlias

from game.cabinets.cisterns.knowledge import Knowledge, Square
from game.cabinets.cisterns.rules.state import Action, Bomb, Descend, Drink, Options, Shove, Step, Wait
from game.cabinets.cisterns.rules.turn import BLAST, WATER_EVERY, WATER_HEARD
from game.cabinets.cisterns.rules.views import DARK, NOW, MonsterSeen, View
from game.core.forge.model.level import DOOR, GATES, HEADINGS, LOCKED, RUBBLE
from game.core.rules import Seat

Line: TypeAlias = tuple[str, dict[str, Any]]
"""A text key and its values."""


def lines_at(view: View, square: Square) -> list[Line]:
    """Return what to say about a square, the most urgent first."""
    x, y = square
    if not (0 <= x < view.width and 0 <= y < view.height):
        return []
    code = view.squares[y * view.width + x]
    if not code:
        return [("cisterns.at.unknown", {})]
    found = _coming(view, square)
    found += [
        (f"cisterns.at.monster_{_state_of(each)}", {"monster": each.kind, "hearts": each.hearts})
        for each in view.monsters
        if (each.x, each.y) == square
    ]
    found += [
        ("cisterns.at.hero", {"seat": seat}) for seat, hero in enumerate(view.heroes) if (hero.x, hero.y) == square
    ]
    for thing in view.things:
        if (thing.x, thing.y) == square:
            key = f"cisterns.at.{thing.kind}"
            values = {"seat": thing.value} if thing.kind == "grave" else {"value": thing.value}
            found.append((key, {"letter": "ABCDEFGH"[thing.value % 8]} if thing.kind == "key" else values))
    found += _ground(code)
    if not code & NOW:
        found.append(("cisterns.at.remembered", {}))
    return found


def _state_of(monster: MonsterSeen) -> str:
    return "asleep" if monster.asleep else "resting" if monster.rests else "awake"


def _coming(view: View, square: Square) -> list[Line]:
    """Return sentences about the harm announced on a square."""
    harm = sum(threat.harm for threat in view.threats if (threat.x, threat.y) == square)
    found: list[Line] = [("cisterns.at.threat", {"harm": harm})] if harm else []
    if any(max(abs(x - square[0]), abs(y - square[1])) <= 1 for x, y in view.bombs):
        found.append(("cisterns.at.blast", {"harm": BLAST}))
    return found


def _ground(code: int) -> list[Line]:
    tile = (code & 31) - 1
    if LOCKED <= tile < GATES:
        return [("cisterns.at.locked", {"letter": "ABCDEFGH"[tile - LOCKED]})]
    if GATES <= tile < GATES + 4:
        return [("cisterns.at.gate", {})]
    if tile in (DOOR, RUBBLE):
        return [("cisterns.at.door" if tile == DOOR else "cisterns.at.rubble", {})]
    return [("cisterns.at.dark", {})] if code & DARK else []


def water_line(view: View, options: Options) -> Line | None:
    """Return what to say of the water once it is heard; None before."""
    left = options.turns - view.turn
    if left > WATER_HEARD:
        return None
    if left > 0:
        return "cisterns.stage.water_heard", {"turns": left}
    return "cisterns.stage.water_takes", {"turns": WATER_EVERY - view.turn % WATER_EVERY}


def leads_to(view: View, seat: Seat, action: Action) -> Square | None:
    """Return the adjacent square that a step, shove or bomb goes to; None for other actions."""
    if not isinstance(action, Step | Shove | Bomb):
        return None
    hero, (dx, dy) = view.heroes[seat], HEADINGS[action.heading]
    return hero.x + dx, hero.y + dy


def why_not(view: View, seat: Seat, action: Action) -> str | None:
    """Return the text key of why an action is impossible as far as the view tells; None if the view does not tell."""
    hero = view.heroes[seat]
    match action:
        case Drink():
            return "cisterns.refuse.whole" if hero.potions else "cisterns.refuse.potion"
        case Bomb() if not hero.bombs:
            return "cisterns.refuse.bomb"
        case Shove():
            return "cisterns.refuse.nobody"
        case Descend():
            return "cisterns.refuse.stairs"
        case Wait():
            return None
    square = leads_to(view, seat, action)
    if square is None or not (0 <= square[0] < view.width and 0 <= square[1] < view.height):
        return "cisterns.refuse.wall"
    tile = (view.squares[square[1] * view.width + square[0]] & 31) - 1
    if LOCKED <= tile < GATES:
        return "cisterns.refuse.locked"
    if Knowledge(view, seat).walkable(square, action.heading):
        return None
    return "cisterns.refuse.gate" if GATES <= tile < GATES + 4 else "cisterns.refuse.wall"
