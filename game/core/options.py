"""A game's options, derived from the one Struct that declares them.

>>> from game.cabinets.nullgame.rules import Options
>>> [(option.name, option.kind, option.low, option.high) for option in describe(Options)]
[('smallest', 'int', 1, 40)]
>>> parse(Options, {"smallest": "8"})
Options(smallest=8)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal, get_args, get_type_hints

import msgspec
from msgspec import inspect

from game.core.errors import SpokenError
from game.core.language.written import whole_number

MOST_NAMES, LONGEST_NAMES = 40, 1024
_BOOLEANS = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}
_OWN = re.compile(r"([^\s,@/\\][^,@/\\]{0,39})@([0-9a-f]{16})")
"""A person's own list as an option names it: a label and the digest of its file (core/attachments.py)."""


class Option(msgspec.Struct, frozen=True):
    """One option of a game, as menus, the command line and documents show it."""

    name: str
    kind: Literal["int", "bool", "choice", "text", "names"]
    default: int | bool | str
    low: int | None = None
    high: int | None = None
    choices: tuple[int | str, ...] = ()
    """For a choice, its values, numbers in ascending order. For names, the lists that come with the game."""
    longest: int | None = None
    """Most characters of a text; None for other kinds."""
    examples: tuple[str, ...] = ()
    """Texts that may be chosen, as samples for tests (`Meta(examples=…)`)."""
    seats: tuple[int, ...] = ()
    """Numbers of seats for which the option changes anything (`Meta(extra={"seats": …})`); empty means all."""

    overrules: tuple[str, ...] = ()
    """For a text, the options that count for nothing while it is set (`Meta(extra={"overrules": …})`)."""

    def matters(self, seats: int) -> bool:
        """Return whether the option changes anything in a match of so many seats."""
        return not self.seats or seats in self.seats

    @property
    def allowed(self) -> str:
        """The values that the option accepts, as part of a sentence."""
        match self.kind:
            case "int":
                return f"{self.low}…{self.high}"
            case "bool":
                return "true, false"
            case "text":
                return f"≤ {self.longest}"
            case _:
                return ", ".join(map(str, self.choices))


class OptionError(SpokenError, ValueError):
    """An option does not exist or does not accept a value.

    Values that contradict each other are refused by the `__post_init__` of the options Struct, which raises this error
    itself, so that menu, command line, wire and recordings refuse alike. It must cost no more than the options cost to
    send: nothing is made, loaded or compiled there.
    """


def names(*choices: str) -> msgspec.Meta:
    """Declare an option that is a set of these names and of people's own lists: `Annotated[str, names("sea")] = ""`.

    The option's value is a text such as `fruit,sea,our class@0123456789abcdef`, sorted, with each name once.
    """
    return msgspec.Meta(max_length=LONGEST_NAMES, extra={"names": choices})


def names_in(value: str) -> tuple[str, ...]:
    """Return the names in the value of an option of kind `names`.

    >>> names_in("fruit,sea"), names_in("")
    (('fruit', 'sea'), ())
    """
    return tuple(value.split(",")) if value else ()


def joined(chosen: Mapping[str, Any] | tuple[str, ...] | list[str] | set[str]) -> str:
    """Return the value of an option of kind `names` for these names."""
    return ",".join(sorted(set(chosen)))


def own_digest(name: str) -> str | None:
    """Return the digest in the name of a person's own list; None for a list that comes with the game."""
    found = _OWN.fullmatch(name)
    return found[2] if found else None


@lru_cache(maxsize=64)
def describe(options: type[msgspec.Struct]) -> tuple[Option, ...]:
    """Return every option of a game in the order of declaration.

    Raises TypeError for a field that has no default, or whose type is none of these: a ranged int, a bool, a Literal of
    strings or of whole numbers, a text with a maximum length, `names`.
    """
    declared = inspect.type_info(options)
    assert isinstance(declared, inspect.StructType)
    types = get_type_hints(options)
    return tuple(
        msgspec.structs.replace(
            _option(field, get_args(types[field.name])),
            seats=tuple(_extra(field).get("seats", ())),
            overrules=tuple(_extra(field).get("overrules", ())),
        )
        for field in declared.fields
    )


def given(options: Sequence[Option], values: Mapping[str, Any]) -> tuple[Option, ...]:
    """Return the text options that are set and take the place of others, such as the code of a level."""
    return tuple(option for option in options if option.overrules and values[option.name])


def _extra(field: inspect.Field) -> dict[str, Any]:
    """Return the extra entries of the `Meta` annotations of a field."""
    kind = field.type
    return (kind.extra or {}) | (kind.extra_json_schema or {}) if isinstance(kind, inspect.Metadata) else {}


def _option(field: inspect.Field, written: tuple[Any, ...]) -> Option:
    """Return the option that a field declares; `written` are the parameters of the field's type, in their order."""
    more = _extra(field)
    kind = field.type.type if isinstance(field.type, inspect.Metadata) else field.type
    match kind:
        case inspect.BoolType() if isinstance(field.default, bool):
            return Option(field.name, "bool", field.default)
        case inspect.IntType(ge=int(low), le=int(high)) if isinstance(field.default, int):
            return Option(field.name, "int", field.default, low, high)
        case inspect.LiteralType(values=values) if field.default in values:
            if numbers := [value for value in values if type(value) is int]:
                written = tuple(sorted(numbers)) if len(numbers) == len(values) else ()
            if written and None not in values:
                return Option(field.name, "choice", field.default, choices=written)
        case inspect.StrType(max_length=int(longest)) if isinstance(field.default, str):
            if "names" in more:
                return Option(field.name, "names", field.default, choices=tuple(more["names"]), longest=longest)
            examples = tuple(more.get("examples", ()))
            return Option(field.name, "text", field.default, longest=longest, examples=examples)
    raise TypeError(
        f"option {field.name!r}: declare a ranged int, a bool, a Literal of strings or of whole numbers, "
        "a str with a max_length, or names, with a default"
    )


def parse(
    options: type[msgspec.Struct], written: Mapping[str, str], own: Callable[[str], str | None] = lambda text: None
) -> Any:
    """Return the options with the defaults replaced by what a person wrote (`name` → text).

    `own` turns the path of a person's own list into its name (`class@…`), and returns None for any other text.

    Raises OptionError, which names the allowed values.
    """
    known = {option.name: option for option in describe(options)}
    return read(options, {name: _value(known, name, text, own) for name, text in written.items()})


def read(options: type[msgspec.Struct], values: Mapping[str, Any], *, strict: bool = False) -> Any:
    """Return the options with these values, which need not be trusted. Raises OptionError.

    Names that the game does not know are passed over, since a recording may have an option that is gone; if `strict`,
    they are refused.
    """
    known = options.__struct_fields__
    if strict and (name := next((name for name in values if name not in known), None)) is not None:
        raise OptionError("cli.error.option_name", name=name, known=", ".join(known) or "–")
    try:
        made = msgspec.convert(dict(values), options)
    except msgspec.ValidationError as error:
        if isinstance(error.__cause__, OptionError):
            raise error.__cause__ from None
        raise OptionError("options.error.invalid", why=str(error)) from error
    for option in describe(options):
        if option.kind == "names":
            _check_names(option, getattr(made, option.name))
    return made


def _check_names(option: Option, value: str) -> None:
    chosen = names_in(value)
    for name in chosen:
        if name not in option.choices and own_digest(name) is None:
            raise OptionError("cli.error.option_value", name=option.name, value=name, allowed=option.allowed)
    if len(chosen) > MOST_NAMES:
        raise OptionError("options.error.too_many", name=option.name, given=len(chosen), most=MOST_NAMES)
    if value != joined(chosen):
        raise OptionError("options.error.order", name=option.name, value=value, wanted=joined(chosen))


def _value(
    known: Mapping[str, Option], name: str, text: str, own: Callable[[str], str | None]
) -> int | bool | str | None:
    option = known.get(name)
    if option is None:
        raise OptionError("cli.error.option_name", name=name, known=", ".join(known) or "–")
    value: int | bool | str | None = None
    match option.kind:
        case "bool":
            value = _BOOLEANS.get(text.lower())
        case "choice":
            value = next((choice for choice in option.choices if str(choice) == text), None)
        case "int":
            value = whole_number(text)
            assert option.low is not None and option.high is not None
            if value is not None and not option.low <= value <= option.high:
                value = None
        case "text":
            value = text if option.longest is None or len(text) <= option.longest else None
        case "names":
            parts = [part.strip() for part in text.split(",") if part.strip()]
            value = joined([part if part in option.choices else own(part) or part for part in parts])
    if value is None:
        raise OptionError("cli.error.option_value", name=name, value=text, allowed=option.allowed)
    return value
