"""Checks the parameters that a person's own generator declares, and determines their values."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice

from game.core.forge.model.level import Value
from game.core.forge.model.method import MOST_LETTERS, MOST_PARAMETERS, MOST_WHOLE, Choice, Line, Number

Declared = Mapping[str, Number | Choice]
"""Parameters by name, as a person's own generator declares them."""
_QUOTED = 40
"""How many characters of a declared value an error message quotes."""


class DeclarationError(Exception):
    """A declared parameter cannot be shown or set. The message is for the author of the generator."""


def declared(parameters: object) -> dict[str, Number | Choice]:
    """Return the parameters that a class declares.

    Raises DeclarationError, which names the first one that is not a valid Number or Choice.

    >>> declared({"steps": Number(9, 1, 5)})
    Traceback (most recent call last):
    ...
    game.core.forge.model.declared.DeclarationError: parameter 'steps': 9, 1, 5 are not least, most, and usual between
    """
    if not isinstance(parameters, dict):
        raise DeclarationError(f"parameters is {_quoted(parameters)}, not a dict of names with Number or Choice")
    if len(parameters) > MOST_PARAMETERS:
        raise DeclarationError(f"{len(parameters)} parameters are too many: {MOST_PARAMETERS} is the most")
    found = {}
    for name, parameter in islice(parameters.items(), MOST_PARAMETERS):
        if not (isinstance(name, str) and name.isidentifier() and len(name) <= MOST_LETTERS):
            raise DeclarationError(
                f"parameter {_quoted(name)}: a name has at most {MOST_LETTERS} letters, digits and underscores"
            )
        if isinstance(parameter, Number):
            fault = _fault_of_number(parameter)
        elif isinstance(parameter, Choice):
            fault = _fault_of_choice(parameter)
        else:
            fault = f"{_quoted(parameter)} is neither Number(least, most, usual) nor Choice(values, usual)"
        if fault:
            raise DeclarationError(f"parameter {name!r}: {fault}")
        found[name] = parameter
    return found


def overlaid(parameters: Declared, values: Mapping[str, Value]) -> dict[str, Value]:
    """Return the value of each parameter: the one in `values` where that is allowed, else the default.

    >>> overlaid({"steps": Number(1, 9, 5), "bend": Choice(("L", "Z"), "L")}, {"steps": 7, "bend": "X", "old": 1})
    {'steps': 7, 'bend': 'L'}
    """
    return {
        name: values[name] if name in values and parameter.takes(values[name]) else parameter.default
        for name, parameter in parameters.items()
    }


def allowed_in(parameter: Number | Choice) -> tuple[str, ...]:
    """Return the values that a parameter takes, as texts; all from the least to the greatest are one text.

    >>> allowed_in(Number(1, 9, 5)), allowed_in(Line(("hill",), "hill", points=3))
    (('1…9',), ('hill', '000…999'))
    """
    if isinstance(parameter, Line):
        return *parameter.values, f"{'0' * parameter.points}…{'9' * parameter.points}"
    return parameter.values if isinstance(parameter, Choice) else (f"{parameter.low}…{parameter.high}",)


def range_of(parameter: Number | Choice) -> str:
    """Return the allowed values of a parameter and its default, as text.

    >>> range_of(Number(1, 9, 5)), range_of(Choice(("L", "Z"), "L"))
    ('1…9; 5', 'L|Z; L')
    """
    return f"{'|'.join(allowed_in(parameter))}; {parameter.default}"


def _fault_of_number(parameter: Number) -> str:
    ends = parameter.low, parameter.high, parameter.default
    for end in ends:
        if type(end) is not int:
            return f"{_quoted(end)} is no whole number"
        if abs(end) > MOST_WHOLE:
            return f"{_quoted(end)} is beyond {MOST_WHOLE:,}".replace(",", " ")
    if not parameter.low <= parameter.default <= parameter.high:
        return f"{', '.join(map(str, ends))} are not least, most, and usual between"
    return ""


def _fault_of_choice(parameter: Choice) -> str:
    values = parameter.values
    if not isinstance(values, tuple | list) or not 1 <= len(values) <= MOST_PARAMETERS:
        return f"{_quoted(values)} is no tuple of one to {MOST_PARAMETERS} names"
    for value in values:
        if not (isinstance(value, str) and 0 < len(value) <= MOST_LETTERS and value.isprintable()):
            return f"{_quoted(value)} is no name of at most {MOST_LETTERS} letters"
    if len(set(values)) < len(values):
        return f"{_quoted(values)} names a value twice"
    return "" if parameter.default in values else f"{_quoted(parameter.default)} is none of its values"


def _quoted(value: object) -> str:
    """Return the first characters of a value's `repr`, or the name of its type where `repr` fails."""
    if isinstance(value, int) and abs(value) > 1 << 64:
        return "a number of many digits"
    if isinstance(value, str | bytes | tuple | list):
        value = value[:_QUOTED]
    try:
        said = repr(value)
    except Exception:
        said = ""
    return said if 0 < len(said) <= _QUOTED else said[:_QUOTED] + "…" if said else type(value).__name__
