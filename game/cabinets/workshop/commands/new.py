"""The command `main.py workshop-new NAME`: write a first level generator for a person to extend."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from game.commands.shared.beginning import write_first
from game.commands.shared.declaring import declare
from game.commands.shared.words import texts
from game.core.bot.reading import quoted
from game.ground.program import program_name, typed

TAKEN = frozenset({"Generator", "Number", "Request", "Sheet"})
"""Names that the written file uses itself, so that the generator cannot be called so."""
GENERATOR = '''"""{title}: a level generator."""

from __future__ import annotations

from game.core.forge.api import Generator, Number, Request, Sheet


class {name}(Generator):
    name = "{title}"
    kind = "dungeon"
    parameters = {{"rooms": Number(2, 12, 6)}}

    def generate(self, request: Request) -> Sheet:
        # request.width, request.height, request.number, request.parameters, request.chance, request.play
        level = request.blank()
        rooms = []
        for number in range(int(request.parameters["rooms"])):
            width, height = request.chance.between(3, 7), request.chance.between(3, 6)
            x = request.chance.between(1, request.width - width - 1)
            y = request.chance.between(1, request.height - height - 1)
            rooms.append(level.room(x, y, width, height))
            if number == 0:
                level.add("start", x, y)
                end = x + width - 1, y + height - 1
            else:
                level.join(rooms[-2], rooms[-1])
                level.add("treasure", x, y, 10)
                end = x + width - 1, y + height - 1
        level.add("exit", *end)
        return level
'''


def add_parser(subparsers: Any) -> None:
    """Add this command to a parser."""
    parser = declare(subparsers, "workshop-new", "write a first level generator to go on from", example="terraces")
    parser.add_argument("name", help="what it is called; its file is NAME.py in this folder")


def run(arguments: argparse.Namespace) -> int:
    """Write the file and print what to do with it; return the exit code."""
    path, name = new_generator(arguments.name)
    seat = typed([quoted(f"{path}:{name}")])
    print(texts().line("workshop.new.written", path=str(path), name=name))
    print(f"  {program_name()} play workshop --seats {seat},bsp --seed 7 --headless --show")
    print(f"  {program_name()} tournament workshop --bots {seat},bsp --games 100")
    return 0


def new_generator(name: str) -> tuple[Path, str]:
    """Write the file of a generator; return its path and class. Raise CommandError for a bad or existing name."""
    return write_first(name, GENERATOR, TAKEN, bad="workshop.new.error.name", exists="workshop.new.error.exists")
