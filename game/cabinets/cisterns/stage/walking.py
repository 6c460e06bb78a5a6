"""Walk several steps with one press: to a square, or on to the nearest thing that is unknown or worth taking."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from game.cabinets.cisterns.knowledge import GOODS, Knowledge, Square
from game.cabinets.cisterns.rules.state import MOST_CARRIED, Action, Step
from game.cabinets.cisterns.rules.views import View
from game.core.forge.model.level import HEADINGS
from game.core.rules import Event, Seat

LOUD = frozenset(("woke", "hurt", "burnt", "blast", "water", "water_heard", "fell", "raised", "floor", "last_call"))
"""Events after which a hero stops walking on by itself."""
HARD = LOUD - {"woke", "blast", "water_heard"}
"""Events after which a held control must be pressed again."""


@dataclass(frozen=True)
class Walk:
    """A walk to a square, or for None wherever something is to be found."""

    target: Square | None = None


def next_step(walk: Walk, view: View, seat: Seat) -> Action | None:
    """Return the next step of a walk, around everybody and announced squares; None if the walk is over.

    If heroes leave no way around them, the walk leads up to them.
    """
    known = Knowledge(view, seat)
    around = _first_step(walk, known, {*known.threats, *known.others, *known.monsters})
    if around is not None or not known.others:
        return around
    towards = _first_step(walk, known, {*known.threats, *known.monsters})
    return None if towards is None or _beside(known, towards.heading) in known.others else towards


def _first_step(walk: Walk, known: Knowledge, avoid: Collection[Square]) -> Step | None:
    """Return the first step of the shortest way; None if there is none."""
    steps = known.steps(avoid)
    goal = walk.target if walk.target is not None else nearest(known, steps)
    found = steps.get(goal) if goal is not None else None
    return Step(found[1]) if found and found[0] else None


def _beside(known: Knowledge, heading: int) -> Square:
    return known.here[0] + HEADINGS[heading][0], known.here[1] + HEADINGS[heading][1]


def is_watched(view: View) -> bool:
    """Return whether an awake monster is in sight; if so, exploring stops."""
    return any(not monster.asleep for monster in view.monsters)


def why_nowhere(walk: Walk, view: View, seat: Seat) -> str:
    """Return the text key of why a walk cannot start: a monster is awake, a hero is in the way, or nothing is left."""
    if walk.target is None and is_watched(view):
        return "cisterns.refuse.awake"
    known = Knowledge(view, seat)
    if known.others and _first_step(walk, known, {*known.threats, *known.monsters}) is not None:
        return "cisterns.refuse.hero"
    if walk.target is not None:
        return "cisterns.refuse.nowhere"
    if nearest(known, known.steps()) is not None:
        return "cisterns.refuse.nowhere"
    return "cisterns.refuse.explored_here" if known.things.get(known.here) == "exit" else "cisterns.refuse.explored"


def nearest(known: Knowledge, steps: dict[Square, tuple[int, int]]) -> Square | None:
    """Return the nearest square worth going to: things to take, then the edge of the unknown, last the stairs.

    If the stairs are known and about to be shut, only they count.
    """
    exits = [square for square, kind in known.things.items() if kind == "exit" and square in steps]
    if known.view.shuts and exits and not known.me.down:
        return None if exits[0] == known.here else exits[0]
    wanted = {square for square, kind in known.things.items() if kind in GOODS}
    if known.me.potions >= MOST_CARRIED:
        wanted -= {square for square, kind in known.things.items() if kind == "potion"}
    if known.me.bombs >= MOST_CARRIED:
        wanted -= {square for square, kind in known.things.items() if kind == "bomb"}
    far = [
        (far, square) for square, (far, _) in steps.items() if far and (square in wanted or known.is_frontier(square))
    ]
    if not far:
        far = [
            (steps[square][0], square) for square, kind in known.things.items() if kind == "exit" and square in steps
        ]
        far = [each for each in far if each[0]]
    return min(far)[1] if far else None


def is_news(before: View, after: View, events: Sequence[Event]) -> bool:
    """Return whether a walk should stop: something new was seen or found, or harm was announced or done.

    Treasure does not stop a walk: exploring leads there anyway, and in a corridor each piece would cost another press.
    """
    if before.floor != after.floor or after.threats or any(event.kind in LOUD for event in events):
        return True
    if {(each.kind, each.hearts) for each in after.monsters} - {(each.kind, each.hearts) for each in before.monsters}:
        return True
    if len(after.monsters) > len(before.monsters) or any(not each.asleep for each in after.monsters):
        return True
    return any(thing.kind != "treasure" for thing in set(after.things) - set(before.things))
