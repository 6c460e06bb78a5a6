"""What a level method declares: its parameters and their ranges, its presets, the lines of its pseudo-code."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, NamedTuple, Protocol, TypeAlias

import msgspec

from game.core.errors import SpokenError
from game.core.forge.model.chance import MOST_NUMBER
from game.core.forge.model.level import Kind, Level, Recipe, Value

Note: TypeAlias = tuple[str, tuple[int, ...]]
"""The kind of a step in the making of a level, and its numbers."""
NoteT: TypeAlias = Callable[[str, tuple[int, ...]], None]
"""A listener that is told each step in the making of a level.

The first number of a step is `line`, an index into `Method.lines`.

- `look` (line, left, top, width, height): what is considered.
- `set` (line, left, top, width, height, tile): squares that become this tile.
- `rows` (line, left, top, width, height, tiles …): squares that change at once, in reading order.
- `thing:<kind>` (line, column, row): a thing is put on a square.
- `beat` (line, column, width, verb): the place of a beat of the rhythm; verbs are those of `VERBS`.
- `node:<kind>` (line, node), `unnode` (line, node), `edge:<kind>` (line, a, b, key), `unedge` (line, a, b): a change of
  a graph, whose nodes have numbers that are never used twice; `find` (line, nodes …): the nodes that a rule found.

Any other kind is a counter: its value, then further lines that were carried out in the step before it.
"""
MOST_PARAMETERS = 24
"""Most parameters of a generator, and most values of a choice."""
MOST_LETTERS = 32
"""Most characters of the name of a parameter or of a value."""
MOST_WHOLE = 10**9
"""The greatest value of a parameter; the least is its negative."""
VERBS = ("run", "jump", "spring", "wait", "enemy")


class RecipeError(SpokenError):
    """A recipe gives no level: its method, version, size, number or a parameter is unknown or out of range."""


def silent(_kind: str, _numbers: tuple[int, ...]) -> None:
    """Ignore a step, for making a level that nobody watches."""


_Whole = Annotated[int, msgspec.Meta(ge=-MOST_WHOLE, le=MOST_WHOLE)]
_Word = Annotated[str, msgspec.Meta(max_length=MOST_LETTERS)]


class Number(msgspec.Struct, frozen=True, tag="number"):
    """A parameter that is a whole number."""

    low: _Whole
    high: _Whole
    default: _Whole

    def takes(self, value: Value) -> bool:
        return isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high


class Choice(msgspec.Struct, frozen=True, tag="choice"):
    """A parameter that is one of several names."""

    values: Annotated[tuple[_Word, ...], msgspec.Meta(max_length=MOST_PARAMETERS)]
    default: _Word

    def takes(self, value: Value) -> bool:
        return value in self.values


class Line(Choice, frozen=True, tag="line"):
    """A parameter that is a line across the level: one of several by name, or one drawn, a digit for each point."""

    heights: dict[str, tuple[int, ...]] = {}
    """For each name, heights at evenly spaced points, in rows above the lowest ground."""
    points: int = 8
    """The number of points of a drawn line."""

    def takes(self, value: Value) -> bool:
        drawn = isinstance(value, str) and len(value) == self.points and value.isascii() and value.isdigit()
        return drawn or value in self.values


class Pin(NamedTuple):
    """A piece that a person placed before the level is made, with its upper left corner on a square."""

    piece: str
    x: int
    y: int


class Brought(NamedTuple):
    """What a person supplies besides parameters: a text of their own, and pins."""

    text: str = ""
    pins: tuple[Pin, ...] = ()


@dataclass(frozen=True)
class Preset:
    """A recipe with a name; `figure` is the number of the figure in Shaker
    and others (2016) that it shows, "" for none."""

    name: str
    figure: str
    number: int
    width: int
    height: int
    parameters: Mapping[str, Value] = field(default_factory=dict)
    layers: tuple[str, ...] = ()
    """Layers shown over the squares in addition to the usual ones: `zones`, `graph`, `clusters`, `labels`, `way`."""
    stops: tuple[int, ...] = ()
    """The indices of the steps that the figure shows one by one."""
    pins: tuple[Pin, ...] = ()


LimitT: TypeAlias = Callable[[Mapping[str, Value], int, int], int]
"""Computes the greatest allowed value of a parameter from all parameters, the width and the height."""


class Maker(Protocol):
    def __call__(self, recipe: Recipe, note: NoteT) -> Level: ...


def _no_pieces(_text: str) -> Mapping[str, tuple[int, int]]:
    return {}


def _nowhere(_recipe: Recipe, pin: Pin, _size: tuple[int, int]) -> Pin:
    return pin


@dataclass(frozen=True)
class Brings:
    """How a method makes a level from a person's own text and pins.

    No recipe gives such a level, so it is sent and kept as a whole.
    """

    make: Callable[[Recipe, NoteT, Brought], Level]
    """Makes the level. Raises SpokenError for a text that cannot be read,
    and for pins that no level can be built around."""
    ending: str = ""
    """The file ending of a person's own text; empty where the method takes no text."""
    pieces: Callable[[str], Mapping[str, tuple[int, int]]] = _no_pieces
    """Returns width and height of each piece that can be pinned, by name, for a person's own text."""
    snap: Callable[[Recipe, Pin, tuple[int, int]], Pin] = _nowhere
    """Moves a pin of a given size to a place where the level can hold it: inside the level, or into a cell."""


@dataclass(frozen=True)
class Method:
    """A way to make levels. To check method and version of a recipe too, use `level_of`."""

    id: str
    kind: Kind
    family: str
    version: int
    parameters: Mapping[str, Number | Choice]
    lines: tuple[str, ...]
    """The lines of the method's pseudo-code, each as the last part of its text key."""
    maker: Maker
    presets: tuple[Preset, ...] = ()
    size: tuple[int, int] = (64, 64)
    limits: Mapping[str, LimitT] = field(default_factory=dict)
    """By name, the greatest value of each parameter that is limited by other parameters and by the size."""
    least: tuple[int, int] = (16, 16)
    """The smallest width and height of a dungeon that the method can make."""
    brings: Brings | None = None

    def settled(self, values: Mapping[str, Value], width: int, height: int) -> dict[str, Value]:
        """Return the parameters with values lowered to what the other parameters and the size allow."""
        found = dict(values)
        for name, limit in self.limits.items():
            found[name] = max(self._lowest(name), min(int(found[name]), limit(found, width, height)))
        return found

    def _lowest(self, name: str) -> int:
        parameter = self.parameters[name]
        return parameter.low if isinstance(parameter, Number) else 0

    def make(self, recipe: Recipe, note: NoteT = silent, brought: Brought | None = None) -> Level:
        """Return the level of a recipe, with what a person supplied.

        Raises RecipeError, which names the first value out of range.
        """
        whole = self.whole(recipe)
        if brought and self.brings is not None:
            return self.brings.make(whole, note, brought)
        return self.maker(whole, note)

    def make_secret(self, recipe: Recipe) -> Level:
        """Return the level of a recipe with a number from `secret_number`, which no person may name.

        Raises RecipeError like `make`, but for the number.
        """
        settled = self.whole(msgspec.structs.replace(recipe, number=MOST_NUMBER))
        return self.maker(msgspec.structs.replace(settled, number=recipe.number), silent)

    def whole(self, recipe: Recipe) -> Recipe:
        """Return a recipe with every parameter, without making its level.

        Raises RecipeError, which names the first value out of range.
        """
        self.check(recipe)
        usual = {name: parameter.default for name, parameter in self.parameters.items()}
        asked = dict(recipe.parameters)
        fitting = self.settled(usual | asked, recipe.width, recipe.height)
        for name, value in asked.items():
            if name in self.limits and fitting[name] != value:
                most = fitting[name]
                raise RecipeError("forge.error.together", name=name, value=value, most=most)
        return Recipe(self.id, self.version, recipe.number, recipe.width, recipe.height, fitting)

    def check(self, recipe: Recipe) -> None:
        """Raise RecipeError for the first value of a recipe that is out of range."""
        least, most = (self.least, (256, 256)) if self.kind == "dungeon" else ((30, 12), (320, 48))
        if not (least[0] <= recipe.width <= most[0] and least[1] <= recipe.height <= most[1]):
            least_w, least_h = least
            raise RecipeError(
                "forge.error.size", width=recipe.width, height=recipe.height, least_w=least_w, least_h=least_h
            )
        if not 1 <= recipe.number <= MOST_NUMBER:
            raise RecipeError("forge.error.number", number=recipe.number)
        for name, value in recipe.parameters.items():
            parameter = self.parameters.get(name)
            if parameter is None:
                raise RecipeError("forge.error.unknown", name=name)
            if not parameter.takes(value):
                raise RecipeError("forge.error.value", name=name, value=value)
