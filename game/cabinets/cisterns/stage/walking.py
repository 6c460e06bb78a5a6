"""Walking several steps with one press: to a square, or on to the nearest thing that is unknown or worth having."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from game.cabinets.cisterns.knowledge import GOODS, Knowledge, Square
from game.cabinets.cisterns.rules.state import MOST_CARRIED, Action, Step
from game.cabinets.cisterns.rules.views import View
from game.core.forge.model.level import HEADINGS
from game.core.rules import Event, Seat

LOUD = frozenset(("woke", "hurt", "burnt", "blast", "water", "water_heard", "fell", "raised", "floor", "last_call"))
"""Events after which nobody walks on by itself."""
HARD = LOUD - {"woke", "blast", "water_heard"}
"""Events after which what is held down is to be pressed anew."""


@dataclass(frozen=True)
class Walk:
    """Where somebody walks to; None: wherever something is to be found."""

    target: Square | None = None


def next_step(walk: Walk, view: View, seat: Seat) -> Action | None:
    """The next step of a walk, around all who stand in the way and off announced squares; None: it is over.

    Where heroes leave no way round them one walks up to them.
    """
    known = Knowledge(view, seat)
    around = _first_step(walk, known, {*known.threats, *known.others, *known.monsters})
    if around is not None or not known.others:
        return around
    towards = _first_step(walk, known, {*known.threats, *known.monsters})
    return None if towards is None or _beside(known, towards.heading) in known.others else towards


def _first_step(walk: Walk, known: Knowledge, avoid: Collection[Square]) -> Step | None:
    """The first step of the shortest way."""
    steps = known.steps(avoid)
    goal = walk.target if walk.target is not None else nearest(known, steps)
    found = steps.get(goal) if goal is not None else None
    return Step(found[1]) if found and found[0] else None


def _beside(known: Knowledge, heading: int) -> Square:
    return known.here[0] + HEADINGS[heading][0], known.here[1] + HEADINGS[heading][1]


def is_watched(view: View) -> bool:
    """Whether somebody awake is in sight: then nobody explores, who would only walk away from them."""
    return any(not monster.asleep for monster in view.monsters)


def why_nowhere(walk: Walk, view: View, seat: Seat) -> str:
    """Why a walk does not begin, as a text key: somebody is awake or in the way, or nothing is left to be found."""
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
    """The nearest square worth going to: what can be taken, else what borders on the unknown, at last the stairs.

    Where these are about to be shut and are known, nothing else.
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
    """Whether something happened at which one stops: somebody seen, something found, harm announced or done.

    Treasure is no news: whoever explores goes there anyway, and in a corridor would press a key for each.
    """
    if before.floor != after.floor or after.threats or any(event.kind in LOUD for event in events):
        return True
    if {(each.kind, each.hearts) for each in after.monsters} - {(each.kind, each.hearts) for each in before.monsters}:
        return True
    if len(after.monsters) > len(before.monsters) or any(not each.asleep for each in after.monsters):
        return True
    return any(thing.kind != "treasure" for thing in set(after.things) - set(before.things))
