"""The base class of people's own level generators: one class in one Python file, run as a bot of the Workshop.

from game.core.forge.api import Generator, Number, Request

class Terraces(Generator):
    kind = "dungeon"
    parameters = {"rooms": Number(1, 20, 6)}

    def generate(self, request: Request):
        level = request.blank()
        ...
        return level
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

import msgspec

from game.core import bots
from game.core.forge.formats.codes import MOST_LETTERS as MOST_LEVEL_LETTERS
from game.core.forge.formats.codes import LevelCodeError, read_level, write_level
from game.core.forge.model.chance import Chance
from game.core.forge.model.declared import DeclarationError, Declared, declared, overlaid
from game.core.forge.model.fault import Fault, fault_of
from game.core.forge.model.ground import walled
from game.core.forge.model.level import (
    SIGNS,
    Edge,
    Entity,
    Graph,
    Kind,
    Level,
    Node,
    Recipe,
    Value,
)
from game.core.forge.model.method import MOST_LETTERS, MOST_PARAMETERS, Choice, Number
from game.core.forge.play import Play
from game.core.forge.proof.platform import TRIES, prove

__all__ = ["Choice", "Generator", "Made", "Number", "Play", "Request", "Sheet"]

THINGS: Mapping[Kind, tuple[str, ...]] = {
    "dungeon": ("start", "exit", "key", "treasure", "potion", "bomb", "lamp", "rat", "spitter", "brute", "lurker"),
    "platform": ("start", "goal", "coin", "gem", "checkpoint", "walker", "giant", "flyer", "crusher", "cannon"),
}
"""The things that a person's own generator may place, by kind of level."""
MOST_NUMBERS = 4
"""How many whole numbers a thing may have besides its square."""


class GeneratorError(Exception):
    """A generator did something that no level can hold. The message is for the author of the generator."""


_Name = Annotated[str, msgspec.Meta(max_length=MOST_LETTERS)]


class Made(msgspec.Struct, frozen=True, omit_defaults=True):
    """A level as a code with the prefix `SKL-`; empty where the generator made none."""

    level: Annotated[str, msgspec.Meta(max_length=MOST_LEVEL_LETTERS)]
    declared: Annotated[dict[_Name, Number | Choice], msgspec.Meta(max_length=MOST_PARAMETERS)] = {}
    """The parameters that the generator declares, if the request set values for parameters; empty in a match."""


def _told(fault: Fault) -> str:
    """Return what is wrong with a level, as a sentence for the author of its generator."""
    if fault.key in ("start", "end"):
        return f"the level has {fault.many} times {fault.thing!r}; exactly one is needed"
    return f"{fault.thing!r} on ({fault.x}, {fault.y}) stands in what is solid"


class Sheet:
    """A level that a generator is making. Tiles are named by the characters of the level's kind."""

    def __init__(self, kind: Kind, width: int, height: int) -> None:
        self.kind, self.width, self.height = kind, width, height
        self._signs = SIGNS[kind]
        self._tiles = bytearray(width * height)
        self._entities: list[Entity] = []
        self._nodes: list[Node] = []
        self._edges: list[Edge] = []

    def _place(self, x: int, y: int) -> int:
        if not (isinstance(x, int) and isinstance(y, int)):
            raise GeneratorError(f"({x}, {y}) is no square: columns and rows are whole numbers")
        if not (0 <= x < self.width and 0 <= y < self.height):
            raise GeneratorError(f"({x}, {y}) lies outside: the level is {self.width} × {self.height}")
        return y * self.width + x

    def put(self, x: int, y: int, tile: str) -> None:
        """Set the tile of a square. Raises GeneratorError outside the level and for an unknown tile."""
        if len(tile) != 1 or tile not in self._signs:
            raise GeneratorError(f"{tile!r} is no tile of a {self.kind}; these are: {self._signs!r}")
        self._tiles[self._place(x, y)] = self._signs.index(tile)

    def at(self, x: int, y: int) -> str:
        """Return the tile of a square. Raises GeneratorError outside the level."""
        return self._signs[self._tiles[self._place(x, y)]]

    def add(self, kind: str, x: int, y: int, *data: int) -> None:
        """Place a thing on a square. Raises GeneratorError outside the level and for an unknown thing."""
        self._place(x, y)
        if kind not in THINGS[self.kind]:
            raise GeneratorError(f"{kind!r} is no thing of a {self.kind}; these are: {', '.join(THINGS[self.kind])}")
        if len(data) > MOST_NUMBERS or not all(isinstance(number, int) for number in data):
            raise GeneratorError(f"{kind!r} has {data}: at most {MOST_NUMBERS} whole numbers")
        self._entities.append(Entity(kind, x, y, data))

    def room(self, x: int, y: int, width: int, height: int) -> int:
        """Dig a room of floor. Returns its number in the level's graph. Raises GeneratorError outside the level."""
        for row in range(y, y + height):
            for column in range(x, x + width):
                self.put(column, row, ".")
        self._nodes.append(Node("room", x, y, width, height))
        return len(self._nodes) - 1

    def join(self, a: int, b: int) -> None:
        """Dig a corridor with one bend between the centres of two rooms, and join them in the level's graph."""
        first, second = self._nodes[a], self._nodes[b]
        x, y = first.x + first.width // 2, first.y + first.height // 2
        to_x, to_y = second.x + second.width // 2, second.y + second.height // 2
        squares = [(column, y) for column in range(min(x, to_x), max(x, to_x) + 1)]
        squares += [(to_x, row) for row in range(min(y, to_y), max(y, to_y) + 1)]
        for column, row in squares:
            if self.at(column, row) == " ":
                self.put(column, row, ",")
        self._edges.append(Edge(a, b))

    def ground(self, x: int, row: int) -> None:
        """Fill a column of a platform level with ground, from `row` to the bottom."""
        for y in range(row, self.height):
            self.put(x, y, "#")

    def level(self, recipe: Recipe) -> Level:
        """Return the finished level; in a dungeon, rock next to floor becomes wall."""
        standing = tuple(sorted(self._entities, key=lambda entity: entity.order))
        graph = Graph(tuple(self._nodes), tuple(self._edges))
        tiles = walled(bytes(self._tiles), self.width) if self.kind == "dungeon" else bytes(self._tiles)
        return Level(self.kind, self.width, self.height, tiles, bytes(len(tiles)), standing, graph, recipe)


class Request:
    """What a generator is asked for: a level of this kind, number and size, with these values of its parameters."""

    def __init__(
        self,
        kind: Kind,
        number: int,
        width: int,
        height: int,
        parameters: Mapping[str, Value],
        play: Play | None = None,
    ) -> None:
        self.kind, self.number, self.width, self.height = kind, number, width, height
        self.parameters = parameters
        self.play = play
        """How the person for whom the level is made plays; None for nobody in particular."""
        self.chance = Chance(number, "own", "generate")
        """The random numbers for this request: `below(n)`, `between(low, high)`, `one_of(things)`."""

    def stream(self, name: str) -> Chance:
        """Return a separate stream of random numbers with a name; it does not depend on draws from other streams."""
        return Chance(self.number, "own", name)

    def blank(self) -> Sheet:
        """Return an empty level of rock (dungeon) or air (platform) to begin with."""
        return Sheet(self.kind, self.width, self.height)


def _street() -> Level:
    """Return a flat platform level, which is quick to prove."""
    sheet = Sheet("platform", 40, 12)
    for x in range(sheet.width):
        sheet.ground(x, 10)
    sheet.add("start", 2, 9)
    sheet.add("goal", 36, 9)
    return sheet.level(Recipe("street", 1, 1, sheet.width, sheet.height))


class Generator(bots.Bot[Any, Made]):
    """A person's own level generator, run as a bot. The program proves that its platform levels can be played."""

    survives_errors = True
    name: ClassVar[str] = ""
    kind: ClassVar[Kind] = "dungeon"
    parameters: ClassVar[Declared] = {}
    """The parameters a person may set, by name, in the Workshop and with `--set` on the command line."""

    def __init__(self, setup: bots.BotSetup) -> None:
        super().__init__(setup)
        if self.kind == "platform":
            prove(_street(), TRIES[:1])  # compile within the time to start, not that of the first level

    @abstractmethod
    def generate(self, request: Request) -> Sheet:
        """Return the level for a request. The same request must give the same level."""

    def decide(self, request: bots.Request) -> Made:
        view = request.view
        width, height = view.dungeon if self.kind == "dungeon" else view.platform
        try:
            parameters = declared(self.parameters)
        except DeclarationError as error:
            raise GeneratorError(str(error)) from None
        values = overlaid(parameters, view.values or {})
        wish = Request(self.kind, view.number, width, height, values, view.play)
        sheet = self.generate(wish)
        if not isinstance(sheet, Sheet):
            raise GeneratorError(f"generate() gave {type(sheet).__name__}, not the level of request.blank()")
        if (sheet.kind, sheet.width, sheet.height) != (self.kind, width, height):
            asked = f"{self.kind} of {width} × {height}"
            raise GeneratorError(
                f"the level is a {sheet.kind} of {sheet.width} × {sheet.height}; a {asked} was asked for"
            )
        recipe = Recipe((self.name or type(self).__name__)[:40], 1, view.number, width, height, values)
        level = sheet.level(recipe)
        if self.kind == "platform" and {"start", "goal"} <= {entity.kind for entity in level.entities}:
            level = msgspec.structs.replace(level, way=prove(level, TRIES[:1]).way)
        text = write_level(level)
        if len(text) > MOST_LEVEL_LETTERS:
            raise GeneratorError(f"the level takes {len(text)} letters; {MOST_LEVEL_LETTERS} is the most")
        try:
            read_level(text)
        except LevelCodeError:
            many = f"{len(level.entities)} things and {len(level.graph.nodes)} rooms"
            raise GeneratorError(f"the level cannot be sent: {many} are too many, or a number is too large") from None
        fault = fault_of(level, (width, height))
        if fault is not None:
            raise GeneratorError(_told(fault))
        return Made(text) if view.values is None else Made(text, parameters)
