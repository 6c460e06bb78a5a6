"""Options, actions and state of Cisterns."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from game.core.forge.formats.codes import MOST_LETTERS
from game.core.forge.formats.given import Given
from game.core.forge.model.chance import MOST_NUMBER

MOST_HEARTS, FIRST_POTIONS, FIRST_BOMBS, MOST_CARRIED = 8, 1, 1, 3
STRIKE, DRINK, BUMP = 2, 4, 1
WATER = 300
"""The turn of a floor from which the water rises, unless the option says another."""
SIZES: dict[str, tuple[int, int]] = {"small": (32, 24), "medium": (48, 36), "large": (64, 48)}
"""Width and height of a generated level in squares, by size."""
MOST_SIDE = 96
"""Greatest width and height, in squares, of a level given by its code."""
LEVELS = Given("cisterns", "dungeon", MOST_SIDE, MOST_SIDE)
"""The levels that a match may be given by their codes."""
GUIDE = "guide"
"""The value of the option `level` that stands for the first level."""
_OVERRULED = ("method", "number", "size", "floors")
_CODE: Any = Annotated[str, msgspec.Meta(max_length=MOST_LETTERS, examples=[GUIDE], extra={"overrules": _OVERRULED})]
_Heading: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=3)]


class Options(msgspec.Struct, frozen=True):
    """How the floors are made and how dangerous they are. Raises OptionError for an invalid level."""

    mode: Literal["coop", "rivals"] = "coop"
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

    0 lets it be drawn, and told at the end; a chosen number makes the match practice.
    """
    size: Literal["small", "medium", "large"] = "medium"
    floors: Annotated[int, msgspec.Meta(ge=1, le=5)] = 3
    danger: Annotated[int, msgspec.Meta(ge=0, le=4)] = 1
    light: Annotated[int, msgspec.Meta(ge=4, le=9)] = 6
    turns: Annotated[int, msgspec.Meta(ge=100, le=600)] = WATER
    """The turn of a floor from which the water rises."""
    level: _CODE = ""

    def __post_init__(self) -> None:
        if self.level not in ("", GUIDE):
            LEVELS.look(self.level)


class Step(msgspec.Struct, frozen=True, tag_field="do", tag="step"):
    """Go one square north (0), east (1), south (2) or west (3); strike a monster or unlock a door that is there."""

    heading: _Heading


class Wait(msgspec.Struct, frozen=True, tag_field="do", tag="wait"):
    """Stay for a turn. Beside a grave this counts towards the return of its hero."""


class Shove(msgspec.Struct, frozen=True, tag_field="do", tag="shove"):
    """Push the monster on the adjacent square in a direction one square further, with the blow it has announced.

    What stops it, a wall or another monster, costs it one heart, and the other monster, too.
    """

    heading: _Heading


class Drink(msgspec.Struct, frozen=True, tag_field="do", tag="drink"):
    """Drink a potion, which gives back hearts."""


class Bomb(msgspec.Struct, frozen=True, tag_field="do", tag="bomb"):
    """Lay a bomb on the adjacent square in a direction; it goes off at the end of the next turn."""

    heading: _Heading


class Descend(msgspec.Struct, frozen=True, tag_field="do", tag="descend"):
    """Go down the stairs on the hero's own square."""


Action: TypeAlias = Step | Wait | Shove | Drink | Bomb | Descend


class Thing(msgspec.Struct):
    """A thing on a square; `value` is a treasure's worth, a key's number or the seat of a grave."""

    kind: str
    x: int
    y: int
    value: int = 0


class Monster(msgspec.Struct):
    """A monster.

    `threat` has the squares it announced, `against` the seat it means, `goal` where it last saw a hero. If it `rests`,
    it does nothing in the next turn: a brute that acted, or a spitter that announced.
    """

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

    `keys` is a mask; `down` says that it waits on the floor below; `waited` counts turns that a hero stood at its
    grave.
    """

    x: int = 0
    y: int = 0
    hearts: int = MOST_HEARTS
    potions: int = FIRST_POTIONS
    bombs: int = FIRST_BOMBS
    keys: int = 0
    worth: int = 0
    slain: int = 0
    """Number of monsters it killed, by strikes or by leading them into other monsters' announced harm."""
    down: bool = False
    waited: int = 0
    raised: bool = False
    breath: int = 0
    """Number of squares it has seen for the first time since it was hurt or last got a heart back."""

    @property
    def lives(self) -> bool:
        return self.hearts > 0

    @property
    def acts(self) -> bool:
        """Whether the hero is asked for actions: alive, and still on this floor."""
        return self.hearts > 0 and not self.down


class State(msgspec.Struct):
    """The state of a match. `number` is 0 before it is drawn; squares are one byte each, in reading order."""

    options: Options
    seats: int
    number: int = 0
    floor: int = 0
    """The floor in play, from 1; after the last floor one more than their number."""
    turn: int = 0
    """Number of turns played on this floor."""
    turns: int = 0
    width: int = 0
    height: int = 0
    tiles: bytes = b""
    dark: bytes = b""
    """A byte for each square: 1 where heroes see only two squares far."""
    things: list[Thing] = []
    monsters: list[Monster] = []
    heroes: list[Hero] = []
    bombs: list[Laid] = []
    memory: list[bytes] = []
    """For each seat a byte for each square: 0 if unknown, else 1 + the tile last seen there."""
    recall: list[list[Thing]] = []
    """For each seat the things it has seen, each where it was last seen."""
    first_down: int = 0
    """The turn in which the first hero left this floor; 0 for none yet."""
    over: bool = False

    @property
    def coop(self) -> bool:
        return self.options.mode == "coop"

    def at(self, x: int, y: int) -> int:
        """Return the tile of a square."""
        return self.tiles[y * self.width + x]

    def put(self, x: int, y: int, tile: int) -> None:
        """Replace the tile of a square."""
        place = y * self.width + x
        self.tiles = self.tiles[:place] + bytes([tile]) + self.tiles[place + 1 :]

    def monster_at(self, x: int, y: int) -> Monster | None:
        return next((monster for monster in self.monsters if (monster.x, monster.y) == (x, y)), None)

    def hero_at(self, x: int, y: int) -> int:
        """Return the seat of the hero on a square; -1 for none."""
        acting = (seat for seat, hero in enumerate(self.heroes) if hero.acts and (hero.x, hero.y) == (x, y))
        return next(acting, -1)

    def thing_at(self, x: int, y: int, kind: str = "") -> Thing | None:
        """Return the thing on a square, of this kind if one is named; None for none."""
        here = (each for each in self.things if (each.x, each.y) == (x, y) and kind in ("", each.kind))
        return next(here, None)
