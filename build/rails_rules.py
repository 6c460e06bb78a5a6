"""Play the passing loop of Caravan Rails up to the moments that its rules page shows, and write them to their file.

    python build/rails_rules.py
    python build/rails_rules.py --check

The file is made anew whenever the rules play these moments otherwise; `--check` fails then, and tests run it.
"""

from __future__ import annotations

import argparse
import sys
import zlib
from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Final

import msgspec

from game.cabinets.rails.contract.actions import MOST_ADVANCE, Advance, Buy, Plan
from game.cabinets.rails.contract.options import LESSON
from game.cabinets.rails.contract.views import VehicleState, View
from game.cabinets.rails.match.look import Look
from game.cabinets.rails.rules import RailsRules
from game.cabinets.rails.running.viewing import look_of
from game.cabinets.rails.stage.rules import FILE, OPTIONS, Moment, read_moments
from game.cabinets.rails.world.land import distance
from game.cabinets.rails.yards.lessons import LESSONS
from game.core.rules import NATURE, OMNISCIENT, Move

PLATFORM, RESERVED, JAM = 2, 3, 5
"""Numbers of the rules' points."""
MOST_STEPS = 60


def stops(look: Look) -> Sequence[int]:
    return [one.tile for one in look.vehicles if one.state == VehicleState.STOP and one.load > 0][:1]


def runs(look: Look) -> Sequence[int]:
    return [one.tile for one in look.vehicles if one.state == VehicleState.MOVING and one.speed > 0 < one.load][:1]


def jams(look: Look) -> Sequence[int]:
    """Return the tiles of the two trains of a jam that stand nearest to each other."""
    stuck = [one.tile for one in look.vehicles if any(one.id in ring for ring in look.rings)]
    return min(combinations(stuck, 2), key=lambda two: distance(look.size, *two), default=())


SHOWN: Final = ((PLATFORM, 2, stops), (RESERVED, 2, runs), (JAM, 3, jams))
"""For each part the number of its point, that of trains, and its moment; three trains jam by a wrong signal."""


def played(count: int, tiles: Callable[[Look], Sequence[int]]) -> tuple[Sequence[int], View]:
    """Return the tiles and the view of so many trains, once there are tiles to look at.

    Raise RuntimeError if that does not come.
    """
    rules, lesson = RailsRules(), LESSONS[OPTIONS.yard.removeprefix(LESSON)]()
    state = rules.start(1, OPTIONS)
    rules.step(state, (Move(NATURE, 0),))
    groups = [group for step in lesson.steps for group in step.groups]
    trains = [Buy("freight", 5, 0, lesson.orders[0]) for _ in range(count)]
    rules.step(state, (Move(0, Plan(1, (*groups, *(lesson.broken if count > 2 else ()), *trains))),))
    for _ in range(MOST_STEPS):
        rules.step(state, (Move(0, Advance(MOST_ADVANCE // 2)),))
        while state.due:
            rules.step(state, (Move(NATURE, 0),))
        found = tiles(look_of(state))
        if found:
            return found, rules.view(state, OMNISCIENT)
    raise RuntimeError(f"{count} trains never come to what {tiles.__name__!r} looks for: change the plan or SHOWN")


def moments() -> tuple[Moment, ...]:
    views = [(number, *played(count, tiles)) for number, count, tiles in SHOWN]
    return tuple(Moment(number, tuple(tiles), view) for number, tiles, view in views)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; 1 if the rules play otherwise")
    made = moments()
    if not parser.parse_args().check:
        FILE.parent.mkdir(exist_ok=True)
        FILE.write_bytes(zlib.compress(msgspec.msgpack.encode(made), 9))
    elif made != read_moments():
        sys.exit(f"{FILE.name} is not what the rules play: run build/rails_rules.py")


if __name__ == "__main__":
    main()
