"""JSON Schema of a game's types, with the docstrings of their fields as descriptions."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum, IntEnum
from functools import cache
from itertools import pairwise
from typing import Any

import msgspec
from msgspec.inspect import Metadata, multi_type_info

from game.core.rules import GameInfo

DIALECT = "https://json-schema.org/draft/2020-12/schema"
Schema = dict[str, Any]
_REF = "#/$defs/"


def schemas_of(types: Sequence[Any]) -> tuple[list[Schema], dict[str, Schema]]:
    """Return the schema of each type, and the definitions they refer to as `#/$defs/<name>`.

    Descriptions are the docstrings of classes and of their fields. A bundled program has no sources, so there only
    classes are described.
    """
    schemas, definitions = msgspec.json.schema_components(types, ref_template=f"{_REF}{{name}}")
    schemas = tuple(_plainly_named(kind, schema, definitions) for kind, schema in zip(types, schemas, strict=True))
    for kind in _classes(multi_type_info(types)):
        definition = definitions.get(kind.__name__)
        if definition is None:
            continue
        if kind.__doc__:
            definition["description"] = _described(kind)
        _name_fields(kind, definition)
    return list(schemas), definitions


def _name_fields(kind: type, definition: Schema) -> None:
    """Describe the fields of a class in its definition; places of an array get the names of fields as titles."""
    texts = _field_texts(kind)
    named = dict(definition.get("properties", {}))
    if "prefixItems" in definition and issubclass(kind, msgspec.Struct):
        definition["prefixItems"] = [
            {"title": name} | place
            for name, place in zip(kind.__struct_encode_fields__, definition["prefixItems"], strict=False)
        ]
        named = {place["title"]: place for place in definition["prefixItems"]}
    for name, text in texts.items():
        if name in named:
            named[name]["description"] = text


def action_schema(info: GameInfo) -> Schema:
    """Return one self-contained schema of what a seat of a game may send."""
    (action,), definitions = schemas_of([info.action])
    return action | {"$defs": definitions}


def _plainly_named(kind: Any, schema: Schema, definitions: dict[str, Schema]) -> Schema:
    """Return a reference to a generic class without its parameters, and rename its definition accordingly."""
    generic = getattr(kind, "__origin__", None)
    if not isinstance(generic, type) or "$ref" not in schema:  # numbers with limits; from Python 3.14 on unions, too
        return schema
    name = generic.__name__
    definition = definitions.pop(schema["$ref"].removeprefix(_REF))
    definitions[name] = definition | {"title": name}
    return {"$ref": f"{_REF}{name}"}


def classes_of(types: Sequence[Any]) -> list[type]:
    """Return every Struct and Enum class that types consist of, once each."""
    return list(_classes(multi_type_info(types)))


def _classes(infos: Sequence[Any]) -> Iterator[type]:
    """Yield every Struct and Enum class that the types consist of, once each."""
    seen: set[type] = set()
    waiting: list[Any] = list(infos)
    while waiting:
        node = waiting.pop()
        kind = getattr(node, "cls", None)
        kind = getattr(kind, "__origin__", kind)
        if isinstance(kind, type) and kind not in seen:
            seen.add(kind)
            yield kind
        elif kind is not None:
            continue
        if isinstance(node, msgspec.inspect.StructType):
            waiting += [field.type for field in node.fields]
        elif isinstance(node, msgspec.inspect.Type | Metadata):
            for value in (getattr(node, name) for name in node.__struct_fields__):
                parts = value if isinstance(value, tuple) else (value,)
                waiting += [part for part in parts if isinstance(part, msgspec.inspect.Type)]


def _described(kind: type) -> str:
    """Return a class's docstring in one line; for an IntEnum, with what each number stands for."""
    text = " ".join(inspect.cleandoc(kind.__doc__ or "").split())
    if issubclass(kind, IntEnum):
        text += " " + ", ".join(f"{member.value} {member.name.lower()}" for member in kind) + "."
    return text


def _field_texts(kind: type) -> dict[str, str]:
    """Return the docstrings of the fields of a class and of its bases, by field name."""
    texts: dict[str, str] = {}
    if not issubclass(kind, Enum):
        for base in reversed(kind.__mro__):
            texts |= _texts_of_module(base.__module__).get(base.__qualname__, {})
    return texts


@cache
def _texts_of_module(module: str) -> Mapping[str, Mapping[str, str]]:
    """Return the docstrings of fields by the name of each class at the top of a module; none for one without source."""
    try:
        tree = ast.parse(inspect.getsource(sys.modules[module]))
    except (KeyError, OSError, TypeError, SyntaxError):
        return {}
    return {node.name: dict(_texts_in(node)) for node in tree.body if isinstance(node, ast.ClassDef)}


def _texts_in(tree: ast.ClassDef) -> Iterator[tuple[str, str]]:
    """Yield each field of a class that has a docstring, with that in one line."""
    for field, text in pairwise(tree.body):
        match field, text:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(words))):
                yield name, " ".join(inspect.cleandoc(words).split())
