"""`main.py list`: print the games with their seats, options and bots."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

import msgspec

from game.cabinets.listed import CABINETS
from game.commands.shared.declaring import declare
from game.commands.shared.words import texts
from game.core.cabinet import Cabinet
from game.core.options import Option, describe
from game.ground.texts import Texts


def add_parser(subparsers: Any) -> None:
    """Declare the command `list`."""
    parser = declare(subparsers, "list", "print the games with their seats, options and bots", example="")
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def run(arguments: argparse.Namespace) -> int:
    """Print the games, as text or JSON."""
    if arguments.json:
        print(json.dumps({"games": [describe_cabinet(cabinet) for cabinet in CABINETS.values()]}))
        return 0
    words = texts()
    for cabinet in CABINETS.values():
        for line in _lines(cabinet, words):
            print(line)
    for error in CABINETS.broken().values():
        print(words.line(error.key, error.values), file=sys.stderr)
    return 0


def describe_cabinet(cabinet: Cabinet) -> dict[str, Any]:
    """Return everything that a program needs to start a match of a game."""
    info = cabinet.info
    return {
        "game": info.id,
        "version": info.version,
        "seats": list(info.seats),
        "usual_seats": info.usual_seats,
        "numbered": info.numbered,
        "options": [_describe_option(option) for option in describe(info.options)],
        "bots": list(cabinet.bots),
        "table_bots": list(cabinet.table_bots),
        "mix": list(cabinet.mix),
    }


def _describe_option(option: Option) -> dict[str, Any]:
    document: dict[str, Any] = {"name": option.name, "type": option.kind, "default": option.default}
    if option.kind == "int":
        document["range"] = [option.low, option.high]
    if option.kind in ("choice", "names"):
        document["choices"] = list(option.choices)
    if option.kind in ("text", "names"):
        document["longest"] = option.longest
    return document


def _lines(cabinet: Cabinet, words: Texts) -> list[str]:
    info = cabinet.info
    options = [
        f"  --option {option.name}={msgspec.json.encode(option.default).decode().strip(chr(34))}  ({option.allowed})"
        f"  {words.line(f'{info.id}.option.{option.name}.title')}"
        for option in describe(info.options)
    ]
    return [
        f"{info.id}  {words.line(f'{info.id}.name')}  {words.line('cli.seats', seats=info.allowed_seats)}",
        f"  {words.line(f'{info.id}.tagline')}",
        f"  {words.line('cli.bots', bots=', '.join(cabinet.bots))}",
        *options,
    ]
