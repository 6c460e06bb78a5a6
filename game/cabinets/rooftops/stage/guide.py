"""Two guides on the first level: what is said at which column, and what a person has learnt at its end.

Nothing stops: what is said stands in the sky while one runs, until its thing is behind.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from game.cabinets.rooftops.course import FIRST as FIRST_LEVEL
from game.cabinets.rooftops.first_level import (
    BLOCKS,
    GAPS,
    LINE,
    PIT_DEEP,
    PITS,
    ROW,
    SPRING_AT,
    WALKERS,
    WALL,
    WALL_HIGH,
)
from game.cabinets.rooftops.rules import Options, Run, View
from game.core.forge.physics import numbers as n
from game.engine.stage.guide import Guide, Named, Place, Step, lit

_BEFORE: Final = 5
"""Number of columns before a thing in which the guide speaks of it."""
_SAID_ON: Final = 6
"""Number of columns behind a thing up to which what is said of it stays."""
_SET_OUT: Final = 4
"""The column from which a runner counts as under way."""
_RUNNER, _WAY = Named("runner"), Named("way")


def _past(column: int) -> Callable[[View], bool]:
    return lambda view: view.runners[0].furthest >= column * n.SQUARE


def _there(view: View) -> bool:
    """Return whether the runner has reached the goal."""
    return bool(view.runners) and view.runners[0].goal > 0


def _squares(x: int, y: int, wide: int = 1, high: int = 1) -> Place:
    return Named(f"squares.{x}.{y}.{wide}.{high}")


def _read(name: str, column: int, *places: Place, wide: int = _BEFORE) -> Step[View, Run]:
    """Return a guide's step about a thing, said from before the runner meets it until it is past it."""
    until = _past(column + wide + _SAID_ON)
    return Step(name, _past(column), lit(*places), values=_counted, unhidden=lit(_RUNNER), until=until, optional=True)


def _begun(view: View) -> bool:
    return bool(view.runners)


def _counted(view: View) -> Mapping[str, Any]:
    """Return what a run has counted so far, as values for the guide's texts."""
    runner = view.runners[0]
    return {
        "coins": runner.coins,
        "jewels": runner.jewels,
        "seconds": f"{runner.goal / 60:.1f}",
        "net": f"{runner.net / 60:.1f}",
    }


def _options(_language: str, ghosts: Any) -> Options:
    """Return the options of a guide's race: the longest that there is, as who reads does not run."""
    return Options(level=FIRST_LEVEL, ghosts=ghosts, wait=60)


def _way_there(name: str, steps: Sequence[Step[View, Run]], last: str, ghosts: str) -> Guide[View, Run]:
    """Return a guide that starts, goes through these steps, and ends with a last sentence at the goal."""
    return Guide[View, Run](
        bots=(),
        seed=0,
        options=partial(_options, ghosts=ghosts),
        steps=(
            Step(name, _begun, lit(_RUNNER), until=_past(_SET_OUT)),
            *steps,
            Step("lantern", _past(GAPS[3][0] + GAPS[3][1] + 2), lit(_WAY), until=_there),
            Step(last, _there, values=_counted),
        ),
    )


FIRST = _way_there(
    "run",
    (
        _read("jump", _SET_OUT, _squares(PITS[0][0], ROW, PITS[0][1], PIT_DEEP), wide=PITS[0][0] - _SET_OUT),
        _read("longer", PITS[1][0] - _BEFORE, _squares(PITS[1][0], ROW - 4, PITS[1][1], 7)),
        _read("walker", WALKERS[0][1] - _BEFORE, _squares(WALKERS[0][1], ROW - 1, 7, 1)),
        _read("spring", SPRING_AT - _BEFORE, _squares(SPRING_AT, ROW - 1)),
        _read("back", WALL + 12, _RUNNER),
        _read("deep", GAPS[0][0] - _BEFORE, _squares(GAPS[0][0], ROW, GAPS[0][1], 4)),
        _read("washing", GAPS[2][0] - _BEFORE, _squares(LINE[0], ROW - 1, LINE[1], 1)),
        _read("blocks", BLOCKS[0][0] - 3, _squares(BLOCKS[0][0], ROW - 4, BLOCKS[0][1], 1)),
    ),
    "end",
    "none",
)
"""The first guide: each thing is explained alone, before it is met."""

TENTHS = _way_there(
    "ghost",
    (
        _read("never", _SET_OUT, _RUNNER, wide=PITS[0][0] - _SET_OUT),
        _read("coins", PITS[1][0] - _BEFORE, _squares(PITS[1][0] - 1, ROW - 4, PITS[1][1] + 2, 3)),
        _read("stomp", WALKERS[0][1] - _BEFORE, _squares(WALKERS[0][1], ROW - 1, 7, 1)),
        _read("jewel", SPRING_AT - _BEFORE, _squares(WALL + 1, ROW - WALL_HIGH - 2)),
        _read("early", GAPS[0][0] - _BEFORE, _squares(GAPS[0][0], ROW, GAPS[0][1], 4)),
        _read("bump", BLOCKS[0][0] - 3, _squares(BLOCKS[0][0], ROW - 4, BLOCKS[0][1], 1)),
    ),
    "counted",
    "par",
)
"""The second guide: where to win time, beside a ghost that shows the way."""
