"""`main.py schema GAME`: print the messages between a match and a bot's program as JSON Schema."""

from __future__ import annotations

import argparse
import json
from typing import Any

from game.commands.shared.declaring import add_game, declare
from game.commands.shared.seats import cabinet_named
from game.core.bot.lines import protocol_schema

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


def run(arguments: argparse.Namespace) -> int:
    """Print the schema of a game."""
    print(as_text(protocol_schema(cabinet_named(arguments.game).info)))
    return 0


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
