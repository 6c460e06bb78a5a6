"""A game's options, read from the one Struct that declares them.

>>> from game.cabinets.marrakech.rules import Options
>>> [(option.name, option.kind, option.choices) for option in describe(Options)][0]
('region', 'choice', ('colour', 'owner'))
>>> parse(Options, {"cover": "rug"})
Options(region='colour', cover='rug')
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec
from msgspec import inspect

from game.core.errors import SpokenError

_BOOLEANS = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}


class Option(msgspec.Struct, frozen=True):
    """One option as menus, the command line and documents show it."""

    name: str
    kind: Literal["int", "bool", "choice"]
    default: int | bool | str
    low: int | None = None
    high: int | None = None
    choices: tuple[str, ...] = ()

    @property
    def allowed(self) -> str:
        """The values it takes, for a sentence."""
        if self.kind == "int":
            return f"{self.low}…{self.high}"
        return ", ".join(self.choices) if self.kind == "choice" else "true, false"


class OptionError(SpokenError):
    """An option has no such name, or does not take such a value."""


def describe(options: type[msgspec.Struct]) -> tuple[Option, ...]:
    """Every option of a game in its order of declaration.

    Raises TypeError for a field that is neither a ranged int, a bool nor a Literal of strings with a default.
    """
    declared = inspect.type_info(options)
    assert isinstance(declared, inspect.StructType)
    return tuple(_option(field) for field in declared.fields)


def _option(field: inspect.Field) -> Option:
    match field.type:
        case inspect.BoolType():
            return Option(field.name, "bool", field.default)
        case inspect.IntType(ge=int(low), le=int(high)):
            return Option(field.name, "int", field.default, low, high)
        case inspect.LiteralType(values=values):
            names = [value for value in values if isinstance(value, str)]
            names.sort(key=lambda name: (name != field.default, name))
            return Option(field.name, "choice", field.default, choices=tuple(names))
    raise TypeError(f"option {field.name!r}: declare a ranged int, a bool or a Literal of strings, with a default")


def parse(options: type[msgspec.Struct], written: Mapping[str, str]) -> Any:
    """The options with what a person wrote (`name` → text) in place of the defaults.

    Raises OptionError, which names what is allowed.
    """
    known = {option.name: option for option in describe(options)}
    return options(**{name: _value(known, name, text) for name, text in written.items()})


def _value(known: Mapping[str, Option], name: str, text: str) -> int | bool | str:
    option = known.get(name)
    if option is None:
        raise OptionError("cli.error.option_name", name=name, known=", ".join(known) or "–")
    value: int | bool | str | None
    if option.kind == "bool":
        value = _BOOLEANS.get(text.lower())
    elif option.kind == "choice":
        value = text if text in option.choices else None
    else:
        value = int(text) if text.lstrip("-").isdecimal() else None
        assert option.low is not None and option.high is not None
        if value is not None and not option.low <= value <= option.high:
            value = None
    if value is None:
        raise OptionError("cli.error.option_value", name=name, value=text, allowed=option.allowed)
    return value
