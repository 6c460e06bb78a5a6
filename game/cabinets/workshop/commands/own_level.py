"""Make a level with a person's own generator, as the command line asks for it."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import NamedTuple

from game.cabinets.listed import CABINETS
from game.cabinets.workshop.commands.recipe import UsageError, parameters_written, size_written
from game.cabinets.workshop.own import SIZES, OwnGenerator
from game.core.bot.loading import parse_spec
from game.core.forge.model.level import Level, Value
from game.core.forge.play import PLAYS, Play
from game.ground.gameplay import own_play

ME = "me"


class OwnLevel(NamedTuple):
    """A level of an own generator, and the parameters set for it."""

    level: Level
    values: Mapping[str, Value]
    play: Play | None
    """The player profile that the level was made for; None for no player in particular."""


def add_player_argument(parser: argparse.ArgumentParser) -> None:
    """Add the option for the player whom a generator makes its levels for."""
    parser.add_argument(
        "--player", choices=(ME, *PLAYS), help=f"for whom an own generator is to make it; `{ME}`: as was played here"
    )


def own_level(spec: str, number: int, arguments: argparse.Namespace) -> OwnLevel:
    """Return a generator's level of a number, made in a process; the first level tells which parameters it declares.

    Raise BotError if there is no such generator, OwnGeneratorError if it failed, and UsageError.
    """
    if arguments.preset:
        raise UsageError("workshop.forge.own_preset")
    size = size_written(arguments.size)
    play = own_play() if arguments.player == ME else PLAYS.get(arguments.player or "")
    generator = OwnGenerator(CABINETS["workshop"], parse_spec(spec, ()))
    try:

        def level_with(values: Mapping[str, Value]) -> Level:
            generator.ask(number, size or SIZES["dungeon"], size or SIZES["platform"], values, play)
            return generator.delivered()

        level = level_with({})
        values = parameters_written(generator.declared, arguments.parameters)
        return OwnLevel(level_with(values) if values else level, values, play)
    finally:
        generator.close()
