"""`main.py schema GAME`: print the messages between a match and a bot's program as JSON Schema."""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Sequence
from typing import Any

from game.commands.shared.declaring import add_game, declare
from game.commands.shared.seats import cabinet_named
from game.core.bot.lines import protocol_schema
from game.core.bots import Bot
from game.core.rules import GameInfo
from game.core.schema import classes_of

_WIDTH = 118


def add_parser(subparsers: Any) -> None:
    """Declare the command `schema`."""
    parser = declare(
        subparsers,
        "schema",
        "print the JSON Schema of a game's views, actions and lines for programs",
        example="GAME",
    )
    add_game(parser)
    parser.add_argument(
        "--python", action="store_true", help="print instead the lines that import its types into a bot in Python"
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the schema of a game, or how its types are imported."""
    info = cabinet_named(arguments.game).info
    print(imports(info) if arguments.python else as_text(protocol_schema(info)))
    return 0


def imports(info: GameInfo) -> str:
    """Return the lines of Python that import what a bot of a game needs: `Bot`, and every type of its actions, its view
    and its options. Where types of several games have one name, those of other games are called by their game, too.

    >>> from game.cabinets.listed import CABINETS
    >>> print(imports(CABINETS["nullgame"].info))
    from game.cabinets.nullgame.rules import Options, Take, View
    from game.core.bots import Bot
    """
    names: dict[str, set[str]] = {Bot.__module__: {Bot.__name__}}
    kinds = classes_of([info.action, info.view, info.options])
    often = Counter(kind.__name__ for kind in kinds)
    for kind in kinds:
        name, of = kind.__name__, kind.__module__.split(".")[2]
        other = often[name] > 1 and of != info.id
        names.setdefault(kind.__module__, set()).add(f"{name} as {of.capitalize()}{name}" if other else name)
    return "\n".join(_import(module, sorted(found)) for module, found in sorted(names.items()))


def _import(module: str, names: Sequence[str]) -> str:
    """Return an import as formatters write it: in one line where there is room, else a name a line."""
    line = f"from {module} import {', '.join(names)}"
    return line if len(line) <= _WIDTH else f"from {module} import (\n    " + ",\n    ".join(names) + ",\n)"


def as_text(value: Any, indent: int = 0) -> str:
    """Format a JSON document for people: a value that fits on one line takes one line.

    >>> print(as_text({"type": "array", "items": {"enum": ["a rather long name"] * 4}, "minItems": 3}))
    {
      "type": "array",
      "items": {"enum": ["a rather long name", "a rather long name", "a rather long name", "a rather long name"]},
      "minItems": 3
    }
    """
    line = json.dumps(value)
    if len(line) + indent <= _WIDTH or not value or not isinstance(value, dict | list):
        return line
    inner = indent + 2
    if isinstance(value, dict):
        parts = [f"{json.dumps(key)}: {as_text(part, inner)}" for key, part in value.items()]
        opening, closing = "{", "}"
    else:
        parts = [as_text(part, inner) for part in value]
        opening, closing = "[", "]"
    rows = ",\n".join(" " * inner + part for part in parts)
    return f"{opening}\n{rows}\n{' ' * indent}{closing}"
