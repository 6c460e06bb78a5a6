"""Options, actions and the state of a match of Cisterns."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from game.core.errors import SpokenError
from game.core.forge.formats.codes import MOST_LETTERS
from game.core.forge.formats.reading import level_of_code
from game.core.forge.model.chance import MOST_NUMBER
from game.core.options import OptionError

MOST_HEARTS, FIRST_POTIONS, FIRST_BOMBS, MOST_CARRIED = 8, 1, 1, 3
STRIKE, DRINK = 2, 4
SIZES: dict[str, tuple[int, int]] = {"small": (32, 24), "medium": (48, 36), "large": (64, 48)}
"""Squares across and down."""
MOST_SIDE = 96
"""Squares across and down of a level that comes by its code."""
GUIDE = "guide"
"""The level that everybody begins with, as an option."""
_CODE: Any = Annotated[str, msgspec.Meta(max_length=MOST_LETTERS, examples=[GUIDE])]
_Heading: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=3)]


class Options(msgspec.Struct, frozen=True):
    """How the floors are made and how dangerous they are. Raises OptionError for an invalid level."""

    method: Literal[
        "mission",
        "gameplay",
        "topology",
        "bsp",
        "quadtree",
        "quad-fill",
        "quad-room",
        "digger-blind",
        "digger-ahead",
        "caves",
    ] = "mission"
    number: Annotated[int, msgspec.Meta(ge=0, le=MOST_NUMBER)] = 0
    """The number of the first floor's level.

    0: it is drawn, and told at the end; a chosen number makes the match practice.
    """
    size: Literal["small", "medium", "large"] = "medium"
    floors: Annotated[int, msgspec.Meta(ge=1, le=5)] = 3
    mode: Literal["coop", "rivals"] = "coop"
    danger: Annotated[int, msgspec.Meta(ge=0, le=4)] = 1
    light: Annotated[int, msgspec.Meta(ge=4, le=9)] = 6
    level: _CODE = ""

    def __post_init__(self) -> None:
        if self.level in ("", GUIDE):
            return
        try:
            level = level_of_code(self.level)
        except SpokenError as error:
            raise OptionError("cisterns.level.code") from error
        kinds = [entity.kind for entity in level.entities]
        if level.kind != "dungeon" or max(level.width, level.height) > MOST_SIDE:
            raise OptionError("cisterns.level.kind")
        inside = all(each.x < level.width and each.y < level.height for each in level.entities)
        if kinds.count("start") != 1 or kinds.count("exit") != 1 or not inside:
            raise OptionError("cisterns.level.kind")


class Step(msgspec.Struct, frozen=True, tag_field="do", tag="step"):
    """Go one square north 0, east 1, south 2 or west 3: into a monster strikes it, into a locked door opens it."""

    heading: _Heading


class Wait(msgspec.Struct, frozen=True, tag_field="do", tag="wait"):
    """Stay for a turn. Beside a grave this counts towards the return of its hero."""


class Drink(msgspec.Struct, frozen=True, tag_field="do", tag="drink"):
    """Drink a potion."""


class Bomb(msgspec.Struct, frozen=True, tag_field="do", tag="bomb"):
    """Lay a bomb on the square beside; it goes off at the end of the next turn."""

    heading: _Heading


class Descend(msgspec.Struct, frozen=True, tag_field="do", tag="descend"):
    """Go down the stairs on one's own square."""


Action: TypeAlias = Step | Wait | Drink | Bomb | Descend


class Thing(msgspec.Struct):
    """What lies or stands on a square: `value` of treasure, the number of a key, the seat of a grave."""

    kind: str
    x: int
    y: int
    value: int = 0


class Monster(msgspec.Struct):
    """A monster. `threat`: the squares it announced; `against` whom; `goal`: where it last saw somebody;
    `rests`: it does nothing in the next turn: a brute that acted, a spitter that announced."""

    number: int
    kind: str
    x: int
    y: int
    hearts: int
    asleep: bool = True
    threat: list[tuple[int, int]] = []
    against: int = -1
    goal: tuple[int, int] = (-1, -1)
    rests: bool = False


class Laid(msgspec.Struct):
    """A bomb on a square, and the turn in which it was laid."""

    x: int
    y: int
    turn: int


class Hero(msgspec.Struct):
    """A hero.

    `keys` is a mask; `down`: it waits on the floor below; `waited`: turns that somebody has stood at its grave.
    """

    x: int = 0
    y: int = 0
    hearts: int = MOST_HEARTS
    potions: int = FIRST_POTIONS
    bombs: int = FIRST_BOMBS
    keys: int = 0
    worth: int = 0
    slain: int = 0
    """Monsters that it killed: struck, or led into announced harm of others."""
    down: bool = False
    waited: int = 0
    raised: bool = False

    @property
    def lives(self) -> bool:
        return self.hearts > 0

    @property
    def acts(self) -> bool:
        """Whether it is asked: alive, and still on this floor."""
        return self.hearts > 0 and not self.down


class State(msgspec.Struct):
    """A match. `number` is 0 before it is drawn; squares are a byte each, in reading order."""

    options: Options
    seats: int
    number: int = 0
    floor: int = 0
    """The floor in play, from 1; one more than there are after the last one."""
    turn: int = 0
    """Turns played on this floor."""
    turns: int = 0
    width: int = 0
    height: int = 0
    tiles: bytes = b""
    dark: bytes = b""
    """A byte for each square: 1 where one sees only two squares far."""
    things: list[Thing] = []
    monsters: list[Monster] = []
    heroes: list[Hero] = []
    bombs: list[Laid] = []
    memory: list[bytes] = []
    """For each seat a byte for each square: 0 unknown, else 1 + the tile it saw there last."""
    recall: list[list[Thing]] = []
    """For each seat, the things it has seen, each where it saw it last."""
    first_down: int = 0
    """The turn in which the first hero left this floor."""
    over: bool = False

    @property
    def coop(self) -> bool:
        return self.options.mode == "coop"

    def at(self, x: int, y: int) -> int:
        """The tile of a square."""
        return self.tiles[y * self.width + x]

    def put(self, x: int, y: int, tile: int) -> None:
        """Let a square be of that kind."""
        place = y * self.width + x
        self.tiles = self.tiles[:place] + bytes([tile]) + self.tiles[place + 1 :]

    def monster_at(self, x: int, y: int) -> Monster | None:
        return next((monster for monster in self.monsters if (monster.x, monster.y) == (x, y)), None)

    def hero_at(self, x: int, y: int) -> int:
        """The seat of the hero on a square; -1 where there is none."""
        acting = (seat for seat, hero in enumerate(self.heroes) if hero.acts and (hero.x, hero.y) == (x, y))
        return next(acting, -1)

    def thing_at(self, x: int, y: int, kind: str = "") -> Thing | None:
        """The thing that lies on a square, of that kind where one is named; None for none."""
        here = (each for each in self.things if (each.x, each.y) == (x, y) and kind in ("", each.kind))
        return next(here, None)
