"""Codes of levels, one line each: a short one for a recipe that makes the level again, a long one for a whole level."""

from __future__ import annotations

import base64
import binascii
import zlib
from hashlib import blake2b

import msgspec

from game.core.errors import SpokenError
from game.core.forge.methods.registry import METHODS
from game.core.forge.model.level import Level, Recipe
from game.core.forge.model.method import Line
from game.core.given import inflated

MOST_LETTERS = 12_288
"""Most characters of the code of a whole level."""
LEVEL_PREFIX, RECIPE_PREFIX = "SKL-", "SK1-"
MOST_BYTES = 1 << 18
"""Most bytes of a level that a long code holds."""
_NUMBERS = {
    "bsp": 0,
    "digger-blind": 1,
    "quadtree": 2,
    "quad-fill": 3,
    "quad-room": 4,
    "digger-ahead": 5,
    "caves": 6,
    "topology": 7,
    "mission": 8,
    "gameplay": 9,
    "rhythm": 10,
    "ore": 11,
    "rooms": 12,
    "multipass": 13,
    "ideas": 14,
}
"""The number of each method in short codes. Numbers never change, so that old codes can be read."""
_METHODS = {number: method for method, number in _NUMBERS.items()}
_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_FORGIVEN = str.maketrans("OIL", "011")
_CHECK_BITS = 20
_DECODER = msgspec.msgpack.Decoder(Level)


class LevelCodeError(SpokenError):
    """A text is not the code of a level, or the level cannot be made here."""


def write_level(level: Level) -> str:
    """Return the long code of a whole level."""
    packed = zlib.compress(msgspec.msgpack.encode(level), 9)
    return LEVEL_PREFIX + base64.urlsafe_b64encode(packed).decode("ascii").rstrip("=")


def read_level(text: str, most: int = MOST_BYTES) -> Level:
    """Return the level of a long code with at most so many bytes.

    Raises LevelCodeError for any other text, and where the level does not have as many squares as its size says.
    """
    body = text.strip().removeprefix(LEVEL_PREFIX)
    if len(text) > MOST_LETTERS or body == text.strip():
        raise LevelCodeError("forge.error.code")
    try:
        packed = base64.b64decode(body + "=" * (-len(body) % 4), altchars=b"-_", validate=True)
        level = _DECODER.decode(inflated(packed, most))
    except (binascii.Error, ValueError, msgspec.MsgspecError, RecursionError) as error:
        raise LevelCodeError("forge.error.code") from error
    squares = level.width * level.height
    nodes = range(len(level.graph.nodes))
    whole = len(level.tiles) == squares and len(level.zones) in (0, squares)
    if not whole or any(edge.a not in nodes or edge.b not in nodes for edge in level.graph.edges):
        raise LevelCodeError("forge.error.code")
    return level


def write_recipe(recipe: Recipe) -> str:
    """Return the short code of a recipe, in letters that are easy to read aloud; default parameters are left out.

    >>> write_recipe(Recipe("bsp", 1, 7, 64, 64)).startswith("SK1-")
    True
    """
    method = METHODS[recipe.method]
    names = list(method.parameters)
    changed = [
        [names.index(name), _number_of(recipe.method, name, value)]
        for name, value in recipe.parameters.items()
        if value != method.parameters[name].default
    ]
    data = msgspec.msgpack.encode(
        [_NUMBERS[recipe.method], recipe.version, recipe.number, recipe.width, recipe.height, *changed]
    )
    bits = int.from_bytes(b"\x01" + data, "big") << _CHECK_BITS | _check(data)
    letters = ""
    while bits:
        letters, bits = _ALPHABET[bits & 31] + letters, bits >> 5
    return RECIPE_PREFIX + "-".join(letters[place : place + 5] for place in range(0, len(letters), 5))


def read_recipe(text: str) -> Recipe:
    """Return the recipe of a short code. Accepts lower case, O for 0, and I or L for 1. Raises LevelCodeError."""
    body = text.strip().upper()
    if not body.startswith(RECIPE_PREFIX) or len(body) > 200:
        raise LevelCodeError("forge.error.code")
    letters = body.removeprefix(RECIPE_PREFIX).replace("-", "").translate(_FORGIVEN)
    bits = 0
    for letter in letters:
        if letter not in _ALPHABET:
            raise LevelCodeError("forge.error.letter", letter=letter)
        bits = bits << 5 | _ALPHABET.index(letter)
    whole, check = bits >> _CHECK_BITS, bits & (1 << _CHECK_BITS) - 1
    raw = whole.to_bytes((whole.bit_length() + 7) // 8, "big")
    if raw[:1] != b"\x01" or _check(raw[1:]) != check:
        raise LevelCodeError("forge.error.typo")
    try:
        place, version, number, width, height, *changed = msgspec.msgpack.decode(raw[1:])
        method = METHODS[_METHODS[place]]
        names = list(method.parameters)
        values = {names[at]: _value_of(method.id, names[at], value) for at, value in changed if at >= 0}
        whole_recipe = Recipe(method.id, version, number, width, height, values)
        return msgspec.convert(msgspec.to_builtins(whole_recipe), Recipe)
    except (msgspec.MsgspecError, ValueError, TypeError, IndexError, KeyError, RecursionError) as error:
        raise LevelCodeError("forge.error.code") from error


def _check(data: bytes) -> int:
    return int.from_bytes(blake2b(data, digest_size=4).digest(), "big") >> 32 - _CHECK_BITS


def _number_of(method: str, name: str, value: int | str) -> int:
    parameter = METHODS[method].parameters[name]
    if isinstance(value, int):
        return value
    values: tuple[str, ...] = getattr(parameter, "values", ())
    return values.index(value) if value in values else int(f"1{value}")


def _value_of(method: str, name: str, value: int) -> int | str:
    parameter = METHODS[method].parameters[name]
    if isinstance(parameter, Line) and isinstance(value, int) and value >= len(parameter.values):
        return str(value)[1:]
    values: tuple[str, ...] = getattr(parameter, "values", ())
    return values[value] if values else value
