"""Options that cost the most to look at, of every game: what a stranger would send again and again."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import msgspec

from game.cabinets.listed import CABINETS
from game.core.forge.formats.codes import write_level, write_recipe
from game.core.forge.methods.registry import METHODS
from game.core.forge.model.level import Edge, Entity, Graph, Level, Node, Recipe
from game.core.forge.model.method import Number
from game.core.options import MOST_NAMES, Option, describe, joined

SIX_SECONDS = "SK1-CS000-WWRE0-YH4CT-080SM-0G14G-00P90-21CJ0-G0S41-83C0V-N"
"""The code of a level of 256 × 256 squares whose making once took six seconds."""


@lru_cache(maxsize=1)
def codes() -> tuple[str, ...]:
    """Codes of levels: of every method as large as a match allows and larger, and of levels full of things."""
    found = [SIX_SECONDS]
    for method in METHODS.values():
        ends = [
            {
                name: (parameter.high if most else parameter.low)
                if isinstance(parameter, Number)
                else parameter.values[-1 if most else 0]
                for name, parameter in method.parameters.items()
            }
            for most in (False, True)
        ]
        for size in ((96, 96), (256, 256)) if method.kind == "dungeon" else ((320, 15), (320, 48)):
            found += [
                write_recipe(Recipe(method.id, method.version, 7, *size, method.settled(values, *size)))
                for values in ends
            ]
    return (*found, *(write_level(level) for level in full_levels()))


def full_levels(most: int = 4000) -> Iterator[Level]:
    """Yield levels that are short as codes, because all of their things are alike, and long to read or to play."""
    for kind, thing, end, size in (
        ("platform", Entity("giant", 3, 3, (0, 319)), "goal", (320, 48)),
        ("platform", Entity("walker", 3, 3, (-(1 << 31), (1 << 31) - 1)), "goal", (320, 48)),
        ("dungeon", Entity("brute", 3, 3), "exit", (96, 96)),
        ("dungeon", Entity("treasure", 3, 3, (25,)), "exit", (96, 96)),
    ):
        recipe = Recipe("own", 1, 1, *size)
        ends = (Entity("start", 1, 1), Entity(end, 2, 1))
        tiles = (b"\0" if kind == "platform" else b"\2") * (size[0] * size[1])
        for many in (100, most):
            yield Level(kind, *size, tiles, b"", (*ends, *(thing,) * many), Graph(), recipe)  # type: ignore[arg-type]
        graph = Graph((Node("room", 1, 1, 2, 2),) * 2, (Edge(0, 1),) * most)
        yield Level(kind, *size, tiles, tiles, ends, graph, recipe)  # type: ignore[arg-type]
        way = ((65_536, 1), (65_536, 33)) * 500
        yield Level(kind, *size, tiles, b"", ends, Graph(), recipe, way)  # type: ignore[arg-type]


def dear_options(game: str, longest: int | None = None) -> Iterator[dict[str, Any]]:
    """Yield options of a game with the dearest values of each of its options; no text is longer than `longest`."""
    usual = msgspec.to_builtins(CABINETS[game].info.options())
    yield usual
    for option in describe(CABINETS[game].info.options):
        for value in _dear(option):
            if not isinstance(value, str) or longest is None or len(value) <= longest:
                yield usual | {option.name: value}


def _dear(option: Option) -> Iterator[Any]:
    match option.kind:
        case "choice":
            yield from option.choices
        case "int":
            yield from (option.low, option.high)
        case "bool":
            yield from (False, True)
        case "text":
            yield from option.examples
            most = option.longest or 0
            for text in (*option.examples, "9", "a1 ", "(", "가", "/"):
                yield (text * most)[:most]
            points = [f"{column}{row}" for row in range(1, 16) for column in "abcdefghijklmno"]
            yield " ".join(points)[: min(most, 1024)].rpartition(" ")[0]
            if most > 1000:
                yield from codes()
        case "names":
            yield from option.choices
            yield joined(option.choices)
            yield joined([f"x@{number:016x}" for number in range(MOST_NAMES)])
