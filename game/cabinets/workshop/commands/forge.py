"""The command `main.py forge METHOD|CODE|FILE.py:Class`: make a level, print facts about it, write it to files."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import msgspec

from game.cabinets.workshop.commands.own_level import add_player_argument, own_level
from game.cabinets.workshop.commands.recipe import (
    UsageError,
    add_recipe_arguments,
    method_named,
    recipe_written,
)
from game.cabinets.workshop.commands.recipe import number_of as read_number
from game.commands.shared.columns import columns
from game.commands.shared.declaring import declare
from game.commands.shared.errors import CommandError
from game.commands.shared.words import texts
from game.core.bot.reading import is_own
from game.core.errors import reason
from game.core.forge.formats.document import write_json
from game.core.forge.formats.faults import MOST_BYTES
from game.core.forge.formats.reading import code_of, read_any
from game.core.forge.formats.written import rows_of
from game.core.forge.measures.measuring import measures, written
from game.core.forge.methods.registry import METHODS, level_of
from game.core.forge.model.declared import range_of
from game.core.forge.model.level import Level
from game.core.forge.model.method import Choice, RecipeError
from game.core.forge.proof.dungeon import prove_dungeon
from game.core.forge.proof.margin import narrowest
from game.core.forge.proof.platform import prove
from game.core.forge.proof.repair import mended
from game.ground.files import write_whole
from game.ground.texts import Texts

LIST = "list"


def add_parser(subparsers: Any) -> None:
    """Add this command to a parser."""
    parser = declare(
        subparsers,
        "forge",
        "make a level, measure and prove it, write it to files",
        example="bsp --seed 7 --out level.png",
    )
    parser.add_argument("what", help=f"a method, a code, a level's file, FILE.py:Class, or `{LIST}`")
    parser.add_argument("--seed", metavar="N", help="the number of the level, 1 to 2147483646; any text is made one")
    add_recipe_arguments(parser)
    parser.add_argument(
        "--proof", choices=("off", "report", "repair"), default="off", help="whether it can be finished"
    )
    parser.add_argument(
        "--out",
        action="append",
        default=[],
        type=Path,
        metavar="FILE",
        help="write it: .json .txt .csv .tmx .png .mario.txt; as often as is wanted",
    )
    add_player_argument(parser)
    parser.add_argument("--steps", type=Path, metavar="FILE.jsonl", help="write every step of its making, a line each")
    parser.add_argument("--json", action="store_true", help="say it as JSON; of a list all methods and their ranges")


def run(arguments: argparse.Namespace) -> int:
    """Run the command; return its exit code."""
    try:
        if arguments.what == LIST:
            _show_list(arguments.json)
            return 0
        notes: list[tuple[str, tuple[int, ...]]] = []
        level = _made(arguments, notes)
    except RecipeError as error:
        # Wrong usage, as that of a wrong option.
        print(texts().line(error.key, error.values), file=sys.stderr)
        return 2
    told: dict[str, Any] = {}
    if arguments.proof != "off" and level.kind == "platform":
        level = _proved(level, arguments.proof, told)
    elif arguments.proof != "off":
        found = prove_dungeon(level)
        told["proof"] = {"proved": found.proved, **msgspec.to_builtins(found)}
    told |= {"code": code_of(level), "measures": dict(measures(level))}
    for path in arguments.out:
        _write(level, path, told)
    if arguments.steps:
        lines = b"".join(json.dumps([kind, *numbers]).encode() + b"\n" for kind, numbers in notes)
        try:
            write_whole(arguments.steps, lines)
        except OSError as error:
            raise CommandError("cli.error.write", path=str(arguments.steps), why=reason(error)) from error
    _tell(level, told, as_json=arguments.json)
    return 0


def _made(arguments: argparse.Namespace, notes: list[tuple[str, tuple[int, ...]]]) -> Level:
    """Return the level that the command line names. Raise SpokenError; RecipeError for a faulty command line."""
    what = arguments.what
    if is_own(what):
        return own_level(what, read_number(arguments.seed or "1"), arguments).level
    if arguments.player:
        raise UsageError("workshop.forge.player")
    if what in METHODS or not _is_level(what):
        recipe = recipe_written(arguments, method_named(what), arguments.seed)
        return level_of(recipe, lambda kind, numbers: notes.append((kind, numbers)))
    level = read_any(_content(what))
    if level.recipe.method in METHODS:
        level_again = METHODS[level.recipe.method]
        if level_again.version == level.recipe.version:
            again = level_of(level.recipe, lambda kind, numbers: notes.append((kind, numbers)))
            if again != level:
                notes.clear()
    return level


def _is_level(what: str) -> bool:
    return what.upper().startswith("SK") or Path(what).is_file()


def _content(what: str) -> str | bytes:
    if not Path(what).is_file():
        return what
    try:
        with Path(what).open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except OSError as error:
        raise CommandError("forge.file.unread", path=what, why=reason(error)) from error


def _proved(level: Level, how: str, told: dict[str, Any]) -> Level:
    """Return the level with the way of its proof, if it has one; add what the proof found to `told`."""
    rounds = 0
    if how == "repair":
        found = mended(level)
        level, proof, rounds = found.level, found.proof, found.rounds
    else:
        proof = prove(level)
        level = msgspec.structs.replace(level, way=proof.way)
    margin = narrowest(level, proof.way) if proof.proved else None
    told["proof"] = {
        "proved": proof.proved,
        "rounds": rounds,
        "ticks": proof.ticks,
        "jumps": proof.jumps,
        "coins": proof.coins,
        "nodes": proof.nodes,
        "margin": margin and margin._asdict(),
    }
    return level


def _write(level: Level, path: Path, told: dict[str, Any]) -> None:
    from game.cabinets.workshop.stage.exporting import write_level_file
    from game.engine.text import Typeface

    changed = write_level_file(level, path, Typeface())
    if changed:
        told.setdefault("nearest", []).extend(changed)


def _tell(level: Level, told: dict[str, Any], *, as_json: bool) -> None:
    if as_json:
        print(json.dumps({"level": json.loads(write_json(level)), **told}))
        return
    words = texts()
    print("\n".join(rows_of(level)))
    print(told["code"])
    named = [(words.line(f"workshop.measure.{name}"), written(name, value)) for name, value in told["measures"].items()]
    print("\n".join(columns(named, right=(1,))))
    if "proof" in told:
        print(_told_proof(words, level.kind, told["proof"]))
    if "nearest" in told:
        from game.cabinets.workshop.stage.exporting import nearest_told

        print(nearest_told(words, told["nearest"]))


def _told_proof(words: Texts, kind: str, proof: dict[str, Any]) -> str:
    if kind == "dungeon":
        if proof["proved"]:
            return words.line("workshop.forge.whole")
        x, y = proof["first"] or (0, 0)
        key = "workshop.forge.apart" if proof["exit"] else "workshop.forge.no_exit"
        return words.line(key, count=proof["unreached"], shut=proof["shut"], x=x, y=y)
    if not proof["proved"]:
        return words.line("workshop.forge.unproved", proof)
    said = [words.line("workshop.forge.proved", proof)]
    if proof["margin"]:
        exact = "exact" if proof["margin"]["ticks"] == 1 else "margin"
        said.append(words.line(f"workshop.forge.{exact}", proof["margin"]))
    return "\n".join(said)


def _show_list(as_json: bool) -> None:
    if as_json:
        print(json.dumps([_described(name) for name in METHODS]))
        return
    words = texts()
    for method in METHODS.values():
        print(f"{method.id}  {words.line(f'workshop.method.{method.id}.line')}")
        rows = [
            ("  " + name, range_of(parameter), _help(words, method.id, name))
            for name, parameter in method.parameters.items()
        ]
        print("\n".join(columns(rows)))
        for preset in method.presets:
            figure = f" ({preset.figure})" if preset.figure else ""
            print(f"  --preset {preset.name}{figure}")
        print()


def _help(words: Texts, method: str, name: str) -> str:
    return words.line(f"workshop.method.{method}.parameter.{name}.help")


def _described(name: str) -> dict[str, Any]:
    method = METHODS[name]
    parameters = {
        each: {"values": list(parameter.values), "default": parameter.default}
        if isinstance(parameter, Choice)
        else {"low": parameter.low, "high": parameter.high, "default": parameter.default}
        for each, parameter in method.parameters.items()
    }
    presets = [
        {
            "name": preset.name,
            "figure": preset.figure,
            "number": preset.number,
            "size": [preset.width, preset.height],
            "parameters": dict(preset.parameters),
        }
        for preset in method.presets
    ]
    return {
        "method": name,
        "kind": method.kind,
        "family": method.family,
        "version": method.version,
        "size": list(method.size),
        "parameters": parameters,
        "presets": presets,
    }
