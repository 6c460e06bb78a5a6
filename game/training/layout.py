"""Derives a row of whole numbers from the type of a view, so that a learner can be shown the view.

Every number of a view has a range and every tuple a greatest length in its type, so the row has a fixed length, and
each place in it a fixed meaning and range.

>>> from game.cabinets.nullgame.rules import View
>>> nullgame = layout_of(View)
>>> nullgame.names
('heap', 'mover', 'taken.length', 'taken[0]', 'taken[1]', 'taken[2]', 'taken[3]', 'turn')
>>> nullgame.row(View(heap=7, mover=1, taken=(2, 3), turn=2))
[7, 1, 2, 2, 3, 0, 0, 2]
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

import msgspec
from msgspec import inspect


class UnboundedError(TypeError):
    """A type leaves open how large its values are; the message names the field."""


@dataclass(frozen=True)
class Layout:
    """A row of whole numbers: the name, least and greatest value of each place, and how a value becomes a row."""

    names: tuple[str, ...]
    lows: tuple[int, ...]
    highs: tuple[int, ...]
    row: Callable[[Any], list[int]]
    """The function that returns the row of a value."""
    choices: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    """By name of a place that encodes one of several values: those values, in the order of `main.py schema`."""

    def __len__(self) -> int:
        return len(self.names)


def layout_of(declared: type[msgspec.Struct]) -> Layout:
    """Return the layout of the row that values of a Struct become. Free texts are left out.

    Raises UnboundedError for a number without a range and a tuple without a greatest length.
    """
    return _layout(inspect.type_info(declared), "")


def _layout(kind: inspect.Type, path: str) -> Layout:
    match kind:
        case inspect.IntType(ge=int(low), le=int(high)):
            return Layout((path,), (low,), (high,), lambda value: [value])
        case inspect.BoolType():
            return Layout((path,), (0,), (1,), lambda value: [int(value)])
        case inspect.EnumType() | inspect.LiteralType():
            return _one_of(values_of(kind), path)
        case inspect.StrType():
            return Layout((), (), (), lambda value: [])
        case inspect.UnionType(types=types) if kind.includes_none and len(types) == 2:
            (present,) = (one for one in types if not isinstance(one, inspect.NoneType))
            return _optional(_layout(present, path), path)
        case inspect.StructType(fields=fields):
            return _struct([(field.name, _layout(field.type, _below(path, field.name))) for field in fields])
        case inspect.TupleType(item_types=types):
            return _each([_layout(item, f"{path}[{index}]") for index, item in enumerate(types)])
        case inspect.VarTupleType(item_type=item, max_length=int(most), min_length=least):
            items = [_layout(item, f"{path}[{index}]") for index in range(most)]
            return _each(items) if least == most else _counted(items, path)
    raise UnboundedError(f"{path or kind}: declare a range (ge=, le=) or a greatest length (max_length=)")


def values_of(kind: inspect.EnumType | inspect.LiteralType) -> tuple[Any, ...]:
    """Return the possible values, in the order in which a schema lists them."""
    if isinstance(kind, inspect.LiteralType):
        return tuple(kind.values)
    return tuple(sorted(kind.cls, key=lambda member: member.value))


def _below(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _one_of(values: Sequence[Any], path: str) -> Layout:
    """Return the layout of a value among `values`: one place with the value's index."""
    places = {value: place for place, value in enumerate(values)}
    names = tuple(value.value if isinstance(value, Enum) else value for value in values)
    return Layout((path,), (0,), (len(values) - 1,), lambda value: [places[value]], {path: names})


def _joined(parts: Sequence[Layout], row: Callable[[Any], list[int]]) -> Layout:
    return Layout(
        tuple(name for part in parts for name in part.names),
        tuple(low for part in parts for low in part.lows),
        tuple(high for part in parts for high in part.highs),
        row,
        {name: values for part in parts for name, values in part.choices.items()},
    )


def _struct(fields: Sequence[tuple[str, Layout]]) -> Layout:
    writers = [(name, part.row) for name, part in fields]
    return _joined(
        [part for _, part in fields],
        lambda value: [number for name, write in writers for number in write(getattr(value, name))],
    )


def _each(items: Sequence[Layout]) -> Layout:
    writers = [item.row for item in items]
    return _joined(
        items, lambda values: [n for write, value in zip(writers, values, strict=True) for n in write(value)]
    )


def _counted(items: Sequence[Layout], path: str) -> Layout:
    """Return the layout of up to `len(items)` items: their number, each item, and zeros for missing ones."""
    places = [_or_zero(item) for item in items]
    writers = [place.row for place in places]
    width = sum(map(len, places))

    def row(values: Any) -> list[int]:
        found = [len(values), *(n for write, value in zip(writers, values, strict=False) for n in write(value))]
        return found + [0] * (1 + width - len(found))

    length = Layout((_below(path, "length"),), (0,), (len(items),), lambda value: [value])
    return _joined([length, *places], row)


def _optional(part: Layout, path: str) -> Layout:
    """Return the layout of an optional value: whether it is there, then the value or zeros; empty for a text."""
    if not part:
        return part
    place = _or_zero(part)
    nothing = [0] * (1 + len(place))
    there = Layout((_below(path, "there"),), (0,), (1,), lambda value: [value])
    return _joined([there, place], lambda value: nothing if value is None else [1, *place.row(value)])


def _or_zero(part: Layout) -> Layout:
    """Return `part` with the range of each place widened to include zero."""
    lows, highs = tuple(min(0, low) for low in part.lows), tuple(max(0, high) for high in part.highs)
    return Layout(part.names, lows, highs, part.row, part.choices)
