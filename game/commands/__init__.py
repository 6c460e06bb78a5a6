"""The command line of `main.py`.

Exit codes: 0 done, 1 not possible (one sentence on standard error), 2 wrong usage.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

from game.cabinets.listed import CABINETS, module_at
from game.commands.shared.streams import complain, has_read_enough, output_is_lost, prepare_streams
from game.commands.shared.words import texts
from game.core.errors import SpokenError, reason
from game.ground.crash import crashed
from game.ground.program import DRAWER, program_name
from game.ground.texts import BrokenTextsError, MissingTextError
from game.ground.version import VERSION

GROUPS = {
    "play and watch": {
        "play": "play",
        "host": "host",
        "join": "join",
        "phones": "phones",
        "discover": "discover",
        "mix": "mix",
        "replay": "replay",
        "analyse": "analyse",
        "list": "listing",
    },
    "for those who write bots, and for classes": {
        "tournament": "tournament",
        "league": "league",
        "contest": "contest.command",
        "results": "results",
        "report": "report",
        "schema": "schema",
        "ask": "ask",
    },
    "for those who build on Souk": {
        "conformance": "conformance",
        "screenshot": "screenshot",
        "selftest": "selftest.command",
    },
}
"""The commands of the house by what people want, each with its module below `game.commands`; games add their own
(`Cabinet.commands`).
"""
COMMANDS = {name: module for group in GROUPS.values() for name, module in group.items()}
WINDOWED = ("play", "replay", "results", "screenshot", "join")
WINDOWLESS = frozenset({"--headless", "--json", "--verify", "--watch", "--bot"})
PROMPT = ("host", "phones", "list", "schema", "discover")
HELP = frozenset({"-h", "--help"})
WORKER = "_bot"
"""The hidden command with which a bot's own process is started."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command line and return the exit code. No error shows a traceback."""
    words = [*(sys.argv[1:] if arguments is None else arguments)]
    if words[:1] == [WORKER]:
        from game.core.bot import worker

        return worker.main(words[1:])
    if words == [DRAWER]:
        from game.scenes.guests import starting

        return starting.main()
    prepare_streams()
    try:
        try:
            _refuse_undecodable(words)
            return _run(words)
        finally:
            sys.stdout.flush()
    except SpokenError as error:
        return _told(error)
    except BrokenTextsError as error:
        complain(str(error))
        return 1
    except KeyboardInterrupt:
        return _told(SpokenError("cli.stopped"))
    except Exception as error:
        if isinstance(error, ModuleNotFoundError) and not _is_ours(error.name):
            return _told(SpokenError("cli.error.not_installed", name=error.name))
        if isinstance(error, OSError):
            quiet = has_read_enough(error)
            if output_is_lost():
                return 1 if quiet else _told(SpokenError("cli.error.output", why=reason(error)))
        return _told(crashed(error, f"command line: {words}"))


def _refuse_undecodable(words: Sequence[str]) -> None:
    """Raise SpokenError for words with bytes that are no valid text: neither a replay nor a JSON document could hold
    them.
    """
    for word in words:
        try:
            word.encode()
        except UnicodeEncodeError as error:
            raise SpokenError("cli.error.no_text", word=ascii(word)) from error


def _is_ours(module: str | None) -> bool:
    """Return whether a module that was not found would have to be in Souk itself: then the program is broken."""
    return module is None or module.partition(".")[0] in ("game", "net", *sys.stdlib_module_names)


def _told(error: SpokenError) -> int:
    try:
        sentence = texts().line(error.key, error.values)
    except (BrokenTextsError, MissingTextError) as broken:
        sentence = str(broken)
    complain(sentence)
    return 1


def _run(words: Sequence[str]) -> int:
    if spares_compiler(words):
        # People would wait: with the compiler a window opens a second later, `list` takes twice as long, and a host
        # that compiles during its first race stands still for ten seconds. Bots are quick enough without it.
        os.environ.setdefault("SOUK_PLAIN", "1")
    if not words:
        from game.commands import arcade

        return arcade.run()
    names = _needed(words[0])
    arguments = parser_of(names).parse_args(words)
    return int(_module(arguments.command).run(arguments))


def parser_of(names: Sequence[str], program: str | None = None) -> argparse.ArgumentParser:
    """Make the parser for the command lines of these commands, of a program that is called so."""
    program = program or program_name()
    parser = argparse.ArgumentParser(
        prog=program,
        usage=f"{program} [COMMAND …]",
        description="Souk, an arcade of board and party games. Without a command it opens its window.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"Souk {VERSION}")
    subparsers = parser.add_subparsers(
        dest="command", required=True, metavar="COMMAND", prog=program, help=argparse.SUPPRESS
    )
    told = {}
    for name in names:
        _module(name).add_parser(subparsers)
        told[name] = subparsers._choices_actions[-1].help or ""
    parser.epilog = f"{_grouped(told)}\n\n`{program} COMMAND --help` shows a command's options and an example."
    return parser


def _grouped(told: Mapping[str, str]) -> str:
    """Return what each command does, a line each, below the headings of the groups."""
    games = [name for name in told if name not in COMMANDS]
    groups = [*((heading, [name for name in group if name in told]) for heading, group in GROUPS.items())]
    blocks = [
        "\n".join([f"{heading}:", *(f"  {name:<16}{told[name]}" for name in group)])
        for heading, group in [*groups, ("for one game", games)]
        if group
    ]
    return "\n\n".join(blocks)


def _module(name: str) -> Any:
    if name in COMMANDS:
        return import_module(f"game.commands.{COMMANDS[name]}")
    return module_at(CABINETS[_owner(name)].commands[name])


def _owner(command: str) -> str:
    """Return the game that brings this command: the game whose id it begins with; all games are asked otherwise."""
    game = command.partition("-")[0]
    if game in CABINETS.names:
        return game
    return next((name for name, cabinet in CABINETS.items() if command in cabinet.commands), game)


def spares_compiler(words: Sequence[str]) -> bool:
    """Whether a person waits for what these words do, and loading the compiler would only delay it: they open a window,
    host a room, or are answered with what is known.
    """
    return _opens_window(words) or words[0] in PROMPT or words[0].startswith("-") or not HELP.isdisjoint(words)


def _opens_window(words: Sequence[str]) -> bool:
    windowed = not words or words[0] in WINDOWED or words[0].partition("-")[0] in CABINETS.names
    return windowed and not WINDOWLESS.intersection(words)


def _needed(word: str) -> Sequence[str]:
    """Return the commands to import: only the one that is run; all of them for `--help` and for a wrong word."""
    if word in COMMANDS:
        return (word,)
    if word == "--version":
        return ()
    game = _owner(word)
    if game in CABINETS.names and word in CABINETS[game].commands:
        return (word,)
    return (*COMMANDS, *(command for cabinet in CABINETS.values() for command in cabinet.commands))
