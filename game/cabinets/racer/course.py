"""How a racer runs: one tick of a sixtieth of a second, in whole numbers, for rules, bots and stage alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, TypeAlias

import msgspec

RUN, JUMP = 1, 2
"""Buttons, as bits of what is held."""
GAP = 4096
"""Units between two hurdles; the goal lies one gap behind the last."""
TOP_SPEED = 48
"""The highest speed, in units a tick."""
AIRBORNE = 34
"""Ticks of a jump."""
CLEAR = 4
"""Ticks at the beginning and at the end of a jump in which a racer is still too low for a hurdle."""
DOWN = 40
"""Ticks for which a racer that ran into a hurdle lies on the ground."""


Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=1 << 30)]


class Racer(msgspec.Struct, array_like=True):
    """One racer, after `tick` ticks of its own clock."""

    tick: Count = 0
    x: Count = 0
    speed: Annotated[int, msgspec.Meta(ge=0, le=TOP_SPEED)] = 0
    air: Annotated[int, msgspec.Meta(ge=0, le=AIRBORNE)] = 0
    """Ticks left in the air."""
    down: Annotated[int, msgspec.Meta(ge=0, le=DOWN)] = 0
    """Ticks left lying on the ground after a fall."""
    fallen: Annotated[int, msgspec.Meta(ge=0, le=60)] = 0
    """Hurdles that it ran into."""
    goal: Count = 0
    """The tick in which it reached the goal; 0 before."""


def run(racer: Racer, held: int, hurdles: Sequence[int], goal: int) -> None:
    """Let one tick pass for a racer that holds the buttons `held`. A racer that has reached the goal stays there."""
    racer.tick += 1
    if racer.goal:
        return
    racer.air = max(0, racer.air - 1)
    if racer.down:
        racer.down -= 1
        return
    if held & JUMP and not racer.air:
        racer.air = AIRBORNE
    if not racer.air:
        racer.speed = min(TOP_SPEED, racer.speed + 1) if held & RUN else max(0, racer.speed - 2)
    before, racer.x = racer.x, racer.x + racer.speed
    low = not CLEAR <= racer.air <= AIRBORNE - CLEAR
    if low and any(before < hurdle <= racer.x for hurdle in hurdles):
        racer.speed, racer.air, racer.down = 0, 0, DOWN
        racer.fallen += 1
    elif racer.x >= goal:
        racer.goal = racer.tick
