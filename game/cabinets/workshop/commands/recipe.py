"""Read a recipe from the command line."""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping, Sequence

from game.core.chance import derive
from game.core.forge.methods.registry import METHODS
from game.core.forge.model.chance import MOST_NUMBER
from game.core.forge.model.declared import Declared, allowed_in
from game.core.forge.model.level import Recipe, Value
from game.core.forge.model.method import Choice, Method, RecipeError

_SIZE = re.compile(r"(\d{1,3})[x×](\d{1,3})", re.ASCII)
_WHOLE = re.compile(r"-?\d{1,10}", re.ASCII)


class UsageError(RecipeError):
    """The command line names something that does not exist: exit code 2."""


def add_recipe_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options for size, preset and parameters."""
    parser.add_argument("--size", metavar="WxH", help="in squares, else as is usual for the method")
    parser.add_argument("--preset", metavar="NAME", help="of the method; see `forge list`")
    parser.add_argument(
        "--set", action="append", default=[], metavar="K=V", dest="parameters", help="a parameter; see `forge list`"
    )


def number_of(text: str) -> int:
    """Return a level's number from text: the number it states, or one derived from any other text.

    >>> number_of("7"), number_of("souk") == number_of("souk") != number_of("medina")
    (7, True)
    """
    if _WHOLE.fullmatch(text) and 1 <= int(text) <= MOST_NUMBER:
        return int(text)
    return 1 + derive(0, "level", text) % MOST_NUMBER


def method_named(name: str) -> Method:
    """Return the method with this id. Raise UsageError if there is none."""
    found = METHODS.get(name)
    if found is None:
        raise UsageError("workshop.forge.method", name=name, known=", ".join(METHODS))
    return found


def recipe_written(arguments: argparse.Namespace, method: Method, seed: str | None) -> Recipe:
    """Return the recipe that the command line asks for. Raise UsageError, or RecipeError for a value out of range."""
    number, size = number_of(seed or "1"), method.size
    values: dict[str, Value] = {}
    if arguments.preset:
        presets = {preset.name: preset for preset in method.presets}
        preset = presets.get(arguments.preset)
        if preset is None:
            raise UsageError("workshop.forge.preset", name=arguments.preset, known=", ".join(presets) or "–")
        values.update(preset.parameters)
        size = preset.width, preset.height
        number = preset.number if seed is None else number
    values.update(parameters_written(method.parameters, arguments.parameters))
    width, height = size_written(arguments.size) or size
    recipe = Recipe(method.id, method.version, number, width, height, values)
    method.check(recipe)
    return recipe


def size_written(text: str | None) -> tuple[int, int] | None:
    """Return width and height from text such as `64x48`; None for None. Raise UsageError."""
    if text is None:
        return None
    written = _SIZE.fullmatch(text)
    if written is None:
        raise UsageError("workshop.forge.size", text=text)
    return int(written[1]), int(written[2])


def parameters_written(parameters: Declared, words: Sequence[str]) -> Mapping[str, Value]:
    """Return values for declared parameters from words such as `K=V`. Raise UsageError."""
    found: dict[str, Value] = {}
    for word in words:
        name, equals, text = word.partition("=")
        parameter = parameters.get(name)
        if not equals or parameter is None:
            raise UsageError("workshop.forge.parameter", text=word, known=", ".join(parameters) or "–")
        value: Value = text if isinstance(parameter, Choice) or not _WHOLE.fullmatch(text) else int(text)
        if not parameter.takes(value):
            raise UsageError("workshop.forge.value", name=name, value=text, allowed=", ".join(allowed_in(parameter)))
        found[name] = value
    return found
