"""The eight lessons: what is built at which sentence, what is measured, and what is broken and repaired.

Sentences are texts: `rails_lessons.<lesson>.<step>`. The curves are those of docs/rails.md, "The laboratory".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Final, NamedTuple

from msgspec.structs import replace

from game.cabinets.rails.contract.actions import Call, Clear, Dock, Group, Rail, Road, Signal, Stop
from game.cabinets.rails.world.land import (
    INDUSTRY,
    MINE,
    PLAIN,
    POWER_STATION,
    REFINERY,
    SIDE,
    WATER,
    WELL,
    Industry,
    Land,
)
from game.cabinets.rails.yards import layouts
from game.cabinets.rails.yards.layouts import Layout

MUCH: Final = 256
"""Units that a lesson's mine makes in a period: more than any layout carries away."""
CURVES: Final[Mapping[str, Mapping[int, int]]] = {
    "single": {1: 3540, 2: 0},
    "passing_loop": {1: 3480, 2: 6840, 3: 6600, 4: 0},
    "simple_double": {1: 3540, 2: 7080},
    "loop": {1: 2640, 2: 5220, 4: 10480, 5: 13120, 6: 14447, 8: 14442},
    "tree": {3: 9002, 6: 16800, 8: 20722, 10: 20285, 12: 0},
    "loop_double": {2: 6000, 4: 12000, 6: 18000, 7: 20340, 8: 21200, 12: 21235},
}
"""For each layout the units delivered in 10,000 ticks, by number of reference trains; 0 is a jam."""


class Step(NamedTuple):
    """What a lesson builds while one of its sentences is shown."""

    name: str
    """The name of the sentence in `rails_lessons.<lesson>.<name>`."""
    groups: tuple[Group, ...] = ()


class Lesson(NamedTuple):
    """One lesson; all coordinates are on its land."""

    name: str
    land: Land
    steps: tuple[Step, ...]
    orders: tuple[tuple[Call, ...], ...]
    """Lists of orders; train n follows list n modulo their number.

    Stations have the ids 1, 2 … in the order they are founded.
    """
    curve: Mapping[int, int]
    """Units in 10,000 ticks by number of trains; empty where nothing is measured."""
    best: int
    """The number of trains that the lesson shows."""
    broken: tuple[Group, ...] = ()
    """The groups that break the layout."""
    mended: tuple[Group, ...] = ()
    """The groups that repair the layout again. Trains stuck by then are removed by a way out of the jam."""
    collisions: str = "never"
    broken_with: int = 0
    """The number of trains with which the layout breaks; 0 for `best`."""

    def sentence(self, what: str) -> str:
        """Return the text key of one of the lesson's sentences: a step's name, `name`, `broken` or `mended`."""
        return f"rails_lessons.{self.name}.{what}"


def _land(size: int, industries: Iterable[tuple[int, int, int]], water: int = 0) -> Land:
    """Return plain land with `water` columns of sea in the west and industries, each given by kind, column and row."""
    terrain = bytearray((WATER if x < water else PLAIN) for _ in range(size) for x in range(size))
    placed = []
    for kind, x, y in industries:
        at_sea = terrain[y * size + x] == WATER
        for down in range(SIDE[kind]):
            for across in range(SIDE[kind]):
                terrain[(y + down) * size + x + across] = INDUSTRY
        placed.append(Industry(kind, y * size + x, MUCH if kind in (MINE, WELL) else 0, at_sea))
    return Land(size, bytes(terrain), (), tuple(placed))


def _moved(layout: Layout, east: int, south: int) -> tuple[Group, ...]:
    """Return the groups of a layout, moved to its place on the land."""
    return tuple(replace(group, x=group.x + east, y=group.y + south) for group in layout.pieces)


def _steps(groups: tuple[Group, ...], *names: str) -> tuple[Step, ...]:
    """Return steps of these names; those named rails, platforms or signals build all groups of that kind."""
    platforms = tuple(group for group in groups if type(group).__name__ == "Platforms")
    signals = tuple(group for group in groups if isinstance(group, Signal))
    rails = tuple(group for group in groups if isinstance(group, Rail))
    of = {"rails": rails, "platforms": platforms, "signals": signals}
    return tuple(Step(name, of.get(name, ())) for name in names)


def _round(loads: int, takes: int) -> tuple[Call, ...]:
    return (Call(loads, "full"), Call(takes, "unload"))


def _single() -> Lesson:
    groups = _moved(layouts.single(), 8, 16)
    steps = _steps(groups, "rails", "platforms", "one", "two")
    land = _land(64, ((MINE, 9, 17), (POWER_STATION, 53, 17)))
    broken, mended = (Clear(30, 20, "rail"),), (Rail(30, 20, "W", "E"),)
    return Lesson("single", land, steps, (_round(1, 2),), CURVES["single"], 1, broken, mended)


def _passing_loop() -> Lesson:
    groups = _moved(layouts.passing_loop(), 8, 16)
    steps = _steps(groups, "rails", "platforms", "signals", "wait")
    land = _land(64, ((MINE, 9, 17), (POWER_STATION, 53, 17)))
    wrong = Signal(50, 20, "W", "E", "two_way")
    broken, mended = (wrong,), (Clear(50, 20, "signal"),)
    return Lesson(
        "passing_loop", land, steps, (_round(1, 2),), CURVES["passing_loop"], 2, broken, mended, broken_with=3
    )


def _simple_double() -> Lesson:
    groups = _moved(layouts.simple_double(), 8, 16)
    steps = _steps(groups, "rails", "platforms", "waste")
    land = _land(64, ((MINE, 9, 17), (POWER_STATION, 53, 17)))
    broken, mended = (Signal(31, 22, "E", "W", "one_way"),), (Clear(31, 22, "signal"),)
    return Lesson("simple_double", land, steps, (_round(1, 2),), CURVES["simple_double"], 2, broken, mended)


def _loop() -> Lesson:
    groups = _moved(layouts.loop(), 0, 16)
    steps = _steps(groups, "rails", "platforms", "signals", "distance")
    land = _land(64, ((MINE, 9, 17), (POWER_STATION, 53, 17)))
    broken, mended = (Clear(51, 20, "signal"),), (Signal(51, 20, "W", "E", "one_way"),)
    return Lesson("loop", land, steps, (_round(1, 2),), CURVES["loop"], 6, broken, mended)


def _tree() -> Lesson:
    groups = _moved(layouts.tree(), 8, 16)
    steps = _steps(groups, "rails", "platforms", "signals", "join", "many")
    mines = ((MINE, 11, 26), (MINE, 31, 26), (MINE, 51, 26))
    land = _land(96, (*mines, (POWER_STATION, 83, 19)))
    orders = tuple(_round(mine, 4) for mine in (1, 2, 3))
    return Lesson("tree", land, steps, orders, CURVES["tree"], 8)


def _loop_double() -> Lesson:
    groups = _moved(layouts.loop_double(), 0, 16)
    steps = _steps(groups, "rails", "platforms", "signals", "turn")
    land = _land(64, ((MINE, 5, 19), (POWER_STATION, 57, 19)))
    broken, mended = (Signal(53, 23, "W", "E", "two_way"),), (Clear(53, 23, "signal"),)
    return Lesson("loop_double", land, steps, (_round(1, 2),), CURVES["loop_double"], 8, broken, mended)


def _signals() -> Lesson:
    """Return the lesson in which two trains collide on a loop without signals, and no longer with them.

    The second train, which loads nothing much, catches up with the first before that one has left the other station.
    """
    groups = _moved(layouts.loop(signals=False), 0, 16)
    signals = tuple(group for group in _moved(layouts.loop(), 0, 16) if isinstance(group, Signal))
    steps = _steps(groups, "rails", "platforms", "crash")
    steps = (*steps, Step("guard", signals), Step("safe"))
    land = _land(64, ((MINE, 9, 17), (POWER_STATION, 53, 17)))
    orders = _round(1, 2), (Call(1, "go"), Call(2, "go"))
    return Lesson("signals", land, steps, orders, {}, 2, collisions="classic")


def _transfer() -> Lesson:
    """Return the lesson of a well in the sea, ships to a dock, and trucks from there to a refinery."""
    land = _land(32, ((WELL, 4, 14), (REFINERY, 25, 14)), water=10)
    dock, road = Dock(10, 15), Road(11, 15, "E12")
    stops = (Stop(11, 15, "truck", 4), Stop(22, 15, "truck", 4))
    steps = (
        Step("well"),
        Step("dock", (dock,)),
        Step("road", (road, stops[0])),
        Step("refinery", (stops[1],)),
        Step("transfer"),
        Step("join"),
    )
    ships, trucks = (Call(1, "full"), Call(2, "transfer")), (Call(2, "full"), Call(3, "unload"))
    return Lesson("transfer", land, steps, (ships, trucks), {}, 4)


LESSONS: Final[Mapping[str, Callable[[], Lesson]]] = {
    "single": cache(_single),
    "passing_loop": cache(_passing_loop),
    "simple_double": cache(_simple_double),
    "loop": cache(_loop),
    "tree": cache(_tree),
    "loop_double": cache(_loop_double),
    "signals": cache(_signals),
    "transfer": cache(_transfer),
}
"""The lessons by name, in the order of learning."""
