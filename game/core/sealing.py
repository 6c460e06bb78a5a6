"""The bytes of a state that a recording's check sums are taken of.

A check sum must stay the same when a later version plays a match as before, but tells its states otherwise. So options
are left out (the header of a recording has them), and so is every field that has its default value: an option or a
field that is added later changes no check sum while it has its default.

>>> class Hero(msgspec.Struct):
...     hearts: int
>>> class Armed(Hero):
...     arrows: int = 0
>>> sealed(Armed(3), None) == sealed(Hero(3), None) != sealed(Armed(3, 1), None)
True
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, TypeAlias

import msgspec
from msgspec import NODEFAULT, inspect

Shorter: TypeAlias = Callable[[Any], Any]
"""Turns a value into one that msgpack writes without the defaults in it."""

FIRST, CURRENT = 1, 2
"""The rules of sealing that a header may name: of recordings before version 0.4, which seal options and defaults as
well, and of those made today."""


def sealed(state: Any, options: type[msgspec.Struct] | None) -> bytes:
    """Return what is sealed of a state: all but the fields of type `options` and those with their default value.

    Costs no more than encoding the state where its Structs have no defaults but at the top.
    """
    kind: type[msgspec.Struct] = type(state)
    return msgspec.msgpack.encode(_top(kind, options)(state))


def sealed_first(state: Any, options: Mapping[str, Any], gained: frozenset[str]) -> bytes:
    """Return what recordings before version 0.4 sealed of a state: all of it, with its options as their header wrote
    them, but not the fields `gained`, which states have had only since.
    """
    told = {name: getattr(state, name) for name in state.__struct_fields__ if name not in gained}
    return msgspec.msgpack.encode({**told, "options": options} if "options" in told else told)


@lru_cache(maxsize=64)
def _top(state: type[msgspec.Struct], options: type[msgspec.Struct] | None) -> Shorter:
    declared = inspect.type_info(state)
    assert isinstance(declared, inspect.StructType)
    return _struct(state, [field for field in declared.fields if not _holds(field, options)], {})


def _holds(field: inspect.Field, options: type[msgspec.Struct] | None) -> bool:
    """Return whether a field holds the options of a match."""
    held = field.type
    return options is not None and isinstance(held, inspect.StructType) and issubclass(options, held.cls)


def _shorter(declared: inspect.Type, known: dict[type, Shorter]) -> Shorter | None:
    """Return how values of a type are shortened; None where no Struct with a default can be in them."""
    match declared:
        case inspect.StructType(cls=cls):
            return _of_struct(cls, declared, known)
        case inspect.ListType() | inspect.VarTupleType():
            item = _shorter(declared.item_type, known)
            return item and (lambda values: [item(value) for value in values])
        case inspect.TupleType(item_types=types):
            items = [_shorter(one, known) or _same for one in types]
            if all(item is _same for item in items):
                return None
            return lambda values: [item(value) for item, value in zip(items, values, strict=True)]
        case inspect.DictType():
            value_of = _shorter(declared.value_type, known)
            return value_of and (lambda values: {key: value_of(value) for key, value in values.items()})
        case inspect.UnionType(types=types):
            return _union(types, known)
    return None


def _union(types: tuple[inspect.Type, ...], known: dict[type, Shorter]) -> Shorter | None:
    """Return how a value of one of several types is shortened: a Struct by its class, the one container by its own."""
    structs: dict[type, Shorter] = {
        one.cls: _shorter(one, known) or _same for one in types if isinstance(one, inspect.StructType)
    }
    others = [found for one in types if not isinstance(one, inspect.StructType) and (found := _shorter(one, known))]
    assert len(others) <= 1, "a state with two kinds of lists in one field cannot be sealed"
    if not others and all(found is _same for found in structs.values()):
        return None
    other = others[0] if others else _same
    return lambda value: structs.get(type(value), other)(value) if isinstance(value, _NESTED) else value


_NESTED = (msgspec.Struct, list, tuple, dict)


def _of_struct(cls: type, declared: inspect.StructType, known: dict[type, Shorter]) -> Shorter | None:
    if cls in known:
        return lambda value: known[cls](value)
    known[cls] = _same
    inner = [_shorter(field.type, known) for field in declared.fields]
    plain = not any(inner) and not any(_has_default(field) for field in declared.fields)
    known[cls] = _same if plain else _struct(cls, declared.fields, known)
    return None if plain else known[cls]


def _struct(cls: type[msgspec.Struct], fields: Any, known: dict[type, Shorter]) -> Shorter:
    """Return how a Struct is shortened: to a map without its defaults, or to a list that ends with the last value that
    is not its default where the class is written as a list."""
    config = cls.__struct_config__
    plans = [(field, _shorter(field.type, known) or _same) for field in fields]
    tag = [] if config.tag is None else [config.tag]

    def to_map(value: Any) -> dict[str, Any]:
        told: dict[str, Any] = {config.tag_field or "type": config.tag} if tag else {}
        for field, shorter in plans:
            held = getattr(value, field.name)
            if not _is_default(field, held):
                told[field.encode_name] = shorter(held)
        return told

    def to_list(value: Any) -> list[Any]:
        held = [(field, shorter, getattr(value, field.name)) for field, shorter in plans]
        while held and _is_default(held[-1][0], held[-1][2]):
            held.pop()
        return [*tag, *(shorter(one) for _, shorter, one in held)]

    return to_list if config.array_like else to_map


def _has_default(field: inspect.Field) -> bool:
    return field.default is not NODEFAULT or field.default_factory is not NODEFAULT


def _is_default(field: inspect.Field, value: Any) -> bool:
    if field.default is not NODEFAULT:
        return bool(value == field.default)
    return field.default_factory is not NODEFAULT and bool(value == field.default_factory())


def _same(value: Any) -> Any:
    return value
