"""`main.py l4g-new NAME`: writes a first player of L4G to build on."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from game.commands.shared.beginning import write_first
from game.commands.shared.declaring import declare
from game.commands.shared.words import texts
from game.core.bot.reading import quoted
from game.ground.program import program_name, typed

TAKEN = frozenset({"Player", "Direction", "STEPS"})
"""Names that the written file uses itself."""
PLAYER = '''"""{title}: a player of L4G. docs/writing-a-player.md tells of everything that stands here."""

from __future__ import annotations

from game.cabinets.l4g.players.player import Direction, Player

STEPS = {{
    Direction.UP: (-1, 0),
    Direction.LEFT: (0, -1),
    Direction.RIGHT: (0, 1),
    Direction.DOWN: (1, 0),
}}


class {name}(Player):
    name = "{title}"
    accept_direct_infection = False

    def soul_stay(self) -> None:
        # The first call of every game, in turn 0: begin here what you want to remember.
        if self.turn == 0:
            self.visited: set[tuple[int, int]] = set()

    def soul_spawn(self) -> tuple[int, int]:
        # As a soul you see the whole room. Come down where the fewest infected are.
        rows, columns = range(len(self.cells)), range(len(self.cells[0]))
        squares = [(row, column) for row in rows for column in columns]
        return min(squares, key=lambda square: self.cells[square[0]][square[1]].infected)

    def survivor_move(self) -> Direction:
        # You must move, and inside the room. Go where no infected is known, to a new square if there is one.
        ways = self.ways()
        best = min(ways, key=lambda way: (self.infected_at(way), self.target(way) in self.visited))
        self.visited.add(self.target(best))
        return best

    def corpse_stay(self) -> None:
        # You lie and heal every infected that comes by. There is nothing to decide.
        pass

    def infected_move(self) -> Direction:
        # STAY is a prayer: three in a row (1 + 2 + 3) make you a soul again, sooner than waiting does.
        return Direction.STAY

    def target(self, way: Direction) -> tuple[int, int]:
        """The square that a direction leads to."""
        assert self.me.position is not None
        row, column = self.me.position
        down, right = STEPS[way]
        return row + down, column + right

    def ways(self) -> list[Direction]:
        """The directions that stay inside the room."""
        rows, columns = range(len(self.cells)), range(len(self.cells[0]))
        return [way for way in STEPS if self.target(way)[0] in rows and self.target(way)[1] in columns]

    def infected_at(self, way: Direction) -> int:
        row, column = self.target(way)
        return self.cells[row][column].infected
'''


def add_parser(subparsers: Any) -> None:
    """Declare the command `l4g-new`."""
    parser = declare(subparsers, "l4g-new", "write a first player of L4G to go on from", example="fox")
    parser.add_argument("name", help="what it is called; its file is NAME.py in this folder")


def run(arguments: argparse.Namespace) -> int:
    """Write the file and print how to use it. Returns the exit code."""
    path, name = new_player(arguments.name)
    words = texts()
    seat = typed([quoted(f"{path}:{name}")])
    print(words.line("l4g.new.written", path=str(path), name=name))
    print(f"  {program_name()} play l4g --seats {seat} --seed 7")
    print(f"  {program_name()} tournament l4g --bots {seat} --games 1000")
    return 0


def new_player(name: str) -> tuple[Path, str]:
    """Write a player's file; return its path and class name. Raises CommandError for a bad name or an existing file."""
    return write_first(name, PLAYER, TAKEN, bad="l4g.new.error.name", exists="l4g.new.error.exists")
