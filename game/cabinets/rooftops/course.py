"""The level of a race, and runners as they are sent over the network.

A level follows from the options and the number of the match, so hosts, guests, bots and replays make it themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Annotated, Any, TypeAlias

import msgspec

from game.cabinets.rooftops.first_level import first_level
from game.core.compiled import filled, plain
from game.core.forge.formats.given import Given
from game.core.forge.methods.registry import METHODS
from game.core.forge.model.level import Level, Recipe, Value
from game.core.forge.physics import numbers as n
from game.core.forge.physics.world import World, world_of
from game.core.forge.proof.platform import squares_to_goal, told

FIRST = "first"
"""The option that stands, in place of a code, for the first level, which is always the same."""
LEVELS = Given("rooftops", "platform", 320, 48)
"""The levels that a match may be given by their codes."""
HIGH = 15
MEDALS = {"gold": 1100, "silver": 1300, "bronze": 1600}
"""The time of each medal, in thousandths of that of a way that a search found."""
COMPUTED = 750
"""How long such a way takes where none is carried, in thousandths of the par: the middle of 500 courses."""
JEWEL_SQUARES, JEWEL_TICKS = 40, 130
"""Squares of way, and ticks of the par, for which a jewel counts that a goal asks for."""
_Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=1 << 30)]
_Place: TypeAlias = Annotated[int, msgspec.Meta(ge=-(1 << 14), le=1 << 17)]
_Speed: TypeAlias = Annotated[int, msgspec.Meta(ge=-160, le=160)]
_Few: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=63)]
_Bits: TypeAlias = Annotated[int, msgspec.Meta(ge=0, lt=1 << 60)]

DIFFICULTIES: Mapping[str, tuple[Mapping[str, Value], ...]] = {
    "ideas": tuple({"difficulty": difficulty} for difficulty in range(5)),
    "rhythm": (
        {"enemy": 0, "wait": 0, "jump": 600},
        {},
        {"density": "medium", "jump": 450, "enemy": 200, "wait": 150},
        {"density": "high", "jump": 450, "enemy": 200, "wait": 150},
        {"density": "high", "jump": 400, "enemy": 300, "wait": 250, "path": "waves"},
    ),
    "ore": (
        {"bias_enemy": 0, "bias_trap": 0},
        {"bias_trap": 2},
        {},
        {"bias_enemy": 8, "bias_trap": 8, "bias_flat": 2},
        {"bias_enemy": 10, "bias_trap": 10, "bias_flat": 0, "density": 8},
    ),
    "rooms": (
        {"traps": 0, "monsters": 0},
        {},
        {"traps": 40, "monsters": 60},
        {"traps": 60, "monsters": 70, "columns": 5, "rows": 5},
        {"traps": 80, "monsters": 90, "columns": 5, "rows": 5},
    ),
    "multipass": (
        {"enemy": 0, "hill_enemy": 0, "block_enemy": 0, "hard": 0, "gap_most": 4},
        {"gap_most": 5, "hard": 2},
        {},
        {"enemy": 200, "gap": 150},
        {"enemy": 300, "gap": 200, "hill_enemy": 600},
    ),
}
"""Parameters of each method by difficulty. At 0 only falling kills, and in `rooms` spikes."""


class Runner(msgspec.Struct, frozen=True, array_like=True):
    """One runner at a tick of its own clock: the numbers of the physics, in their order."""

    x: _Place
    """Left edge of its box (176 units wide, 224 high), in units of which a square has 256."""
    y: _Place
    """Upper edge of its box, in units from the top of the level."""
    speed_x: _Speed = 0
    """Units a tick to the right; a second has 60 ticks."""
    speed_y: _Speed = 0
    """Units a tick downwards."""
    ground: _Few = 0
    """Whether it stands on something."""
    on_ladder: _Few = 0
    """Whether it climbs."""
    sprung: _Few = 0
    """1 while it rises from a spring, else 0."""
    grace: _Few = 0
    """1 + the ticks for which a press of jump still counts; 0 after a jump."""
    wish: _Few = 0
    """The ticks for which an earlier press of jump still counts."""
    held: _Few = 0
    """The buttons held in the last tick: 1 left, 2 right, 4 up, 8 down, 16 jump, 32 again, added up."""
    dead: _Few = 0
    """The ticks until it returns from a death; 0 while it lives."""
    cause: _Few = 0
    """The cause of its last death: 1 a fall, 2 spikes, 3 + the kind of the mover that it touched."""
    clock: _Count = 0
    """How many ticks it has run."""
    goal: _Count = 0
    """The tick in which it reached the goal; 0 before."""
    back_x: _Place = 0
    """To where it returns after a death, as `x`."""
    back_y: _Place = 0
    """To where it returns after a death, as `y`."""
    coins: _Count = 0
    jewels: _Count = 0
    stomps: _Count = 0
    deaths: _Count = 0
    furthest: _Place = 0
    """Its greatest `x` so far."""
    checkpoints: _Count = 0
    """How often it touched a checkpoint other than its last one."""
    bits: Annotated[tuple[_Bits, ...], msgspec.Meta(max_length=n.NUMBERS - n.GONE)] = ()
    """Words of bits for what was stomped and taken, without trailing zero words."""

    @property
    def net(self) -> int:
        """The counted time in ticks: each coin takes off 15, each jewel 60."""
        return self.goal - 15 * self.coins - 60 * self.jewels


def numbers_of(runner: Runner, world: World) -> Any:
    """Return a runner as an array for the physics; one outside the world, as a stranger may send, is at the start."""
    *numbers, bits = msgspec.structs.astuple(runner)
    made = filled(n.NUMBERS)
    for place, number in enumerate((*numbers, *bits)):
        made[place] = number
    for x, y in ((n.X, n.Y), (n.BACK_X, n.BACK_Y)):
        wide = 0 <= made[x] <= world.width * n.SQUARE - n.WIDE
        high = -10 * n.SQUARE <= made[y] <= (world.height + 1) * n.SQUARE
        if not (wide and high):
            made[x], made[y] = world.start
    return made


def runner_of(numbers: Any) -> Runner:
    """Return an array of the physics as a runner that can be sent."""
    found = plain(numbers)
    bits = found[n.GONE :]
    while bits and not bits[-1]:
        bits.pop()
    x, y, *numbers = found[: n.GONE]
    made: Any = (x, y, *numbers, tuple(bits))
    return Runner(*made)


@dataclass(frozen=True, eq=False)
class Course:
    """A level, the arrays of its physics, and its par in ticks."""

    level: Level
    world: World
    par: int

    def start(self) -> Runner:
        return runner_of(self.world.runner())

    @cached_property
    def whole(self) -> int:
        """The way left at the start, in squares."""
        return self.left(self.world.runner(), 1 << 30)

    @cached_property
    def medals(self) -> dict[str, int]:
        """The most ticks for each medal, the best medal first."""
        way = sum(ticks for ticks, _ in self.level.way) or self.par * COMPUTED // 1000
        return {medal: way * share // 1000 for medal, share in MEDALS.items()}

    def medal(self, ticks: int) -> str:
        """Return the medal of a run that took so many ticks; "" for none, and where it did not arrive (0)."""
        return next((medal for medal, most in self.medals.items() if 0 < ticks <= most), "")

    def next_medal(self, ticks: int) -> str:
        """Return the medal above that of a run; "" above gold. 0 ticks: above no run."""
        names = ("", *reversed(self.medals), "")
        return names[names.index(self.medal(ticks)) + 1] if ticks else names[1]

    def left(self, numbers: Any, so_far: int) -> int:
        """Return the squares that a runner with these numbers has left to go, at most `so_far`; 0 at the goal.

        A jewel that the goal still asks for counts as `JEWEL_SQUARES`.
        """
        if numbers[n.GOAL]:
            return 0
        stride, base = int(self.world.shape[0]), int(self.world.shape[1])
        x, y = (int(numbers[n.X]) + n.WIDE // 2) // n.SQUARE, (int(numbers[n.Y]) + n.TALL // 2) // n.SQUARE
        away = self._away[base + min(y, self.world.height - 1) * stride + x]
        missing = max(0, self.world.jewels - int(numbers[n.GEM_COUNT]))
        return min(so_far, max(1, away + JEWEL_SQUARES * missing)) if away >= 0 else so_far

    def share(self, left: int) -> int:
        """Return the part of the way that is run where so many squares are left, in thousandths."""
        return max(0, 1000 - 1000 * left // max(1, self.whole))

    @cached_property
    def _away(self) -> list[int]:
        """The squares from each square of the grid to the goal, around solid ones; -1 where there is no way."""
        return list(plain(squares_to_goal(self.world)))


def course_of(method: str, width: int, difficulty: int, code: str, number: int) -> Course:
    """Return the course of a match. Cached. Raises OptionError for a code that gives none."""
    return given_course(code) if code else _made(method, width, difficulty, number)


@lru_cache(maxsize=8)
def given_course(code: str) -> Course:
    """Return the course of a level's code, or the first one. Cached. Raises OptionError."""
    return _course(first_level() if code == FIRST else LEVELS.level(code))


@lru_cache(maxsize=16)
def _made(method: str, width: int, difficulty: int, number: int) -> Course:
    made = METHODS[method]
    size = made.size if method == "rooms" else (width, HIGH)
    if method == "rooms" and difficulty >= 3:
        size = (62, 42)
    return _course(made.make(Recipe(method, made.version, number, *size, dict(DIFFICULTIES[method][difficulty]))))


def _course(level: Level) -> Course:
    world = world_of(level)
    par = told(world, level.way).ticks if level.way else 0
    return Course(level, world, par or 8 * level.width + 120 + JEWEL_TICKS * world.jewels)
