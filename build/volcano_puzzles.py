"""Make the puzzles of Volcano Isle: the last tile is in hand, and a single place for it wins.

    SOUK_PLAIN= python build/volcano_puzzles.py game/cabinets/volcano/data/puzzles.txt

Islands are those of matches between our own computers, with tiles in hand that could have been drawn. A line is a set,
how many moves the win takes with the tile's, the position, and those moves. No other place wins; every one is tried
with all that may be built after it. What the file has already is kept: people's progress goes by it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from puzzle_file import read_command

from game.cabinets.volcano.cabinet import VOLCANO
from game.cabinets.volcano.puzzles import notation
from game.cabinets.volcano.puzzles.forced import LastTurn
from game.cabinets.volcano.puzzles.position import SEATS, options_of, read_position, write_position
from game.cabinets.volcano.state import Build, Options, State, View
from game.core.bots import Request
from game.core.match.match import Match
from game.core.match.session import bot_setup

KIND, MOVES, WANTED = "last", 2, 60
LEAST_TILES = 13
HANDS = 8
"""How many tiles are tried on an island."""


def islands(seed: int) -> Iterator[State]:
    """Yield the late turns of a match between computers before a tile is laid, those of the second seat."""
    chance = Random(seed)
    match = Match(VOLCANO.rules, SEATS, Options(builds=chance.choice(("many", "one"))), seed)
    kinds = [VOLCANO.bots[chance.choice(("greedy", "greedy", "expert"))] for _ in range(SEATS)]
    players = [kind(bot_setup(match, VOLCANO.id, seat)) for seat, kind in enumerate(kinds)]
    match.tick(0.0)
    while not match.over:
        (seat,) = match.waiting_for
        state: State = VOLCANO.rules.load(match.dump())
        if state.phase == "tile" and len(state.tiles) >= LEAST_TILES and len(state.tiles) % SEATS:
            yield state
        request = Request(match.number, match.view(seat), match.legal(seat), (), chance.getrandbits(60))
        match.offer(seat, players[seat].decide(request))
        match.tick(0.0)


def varied(state: State, chance: Random) -> Iterator[State]:
    """Yield an island, and variations with some buildings missing: on most islands many places win, or none."""
    yield state
    for missing in (1, 1, 2, 2, 3):
        other: State = VOLCANO.rules.load(VOLCANO.rules.dump(state))
        for house in chance.sample(other.houses, min(missing, len(other.houses))):
            other.houses.remove(house)
        yield other


def candidates(state: State, chance: Random) -> Iterator[str]:
    """Yield positions that may be puzzles, from an island and its variations, with some of the tiles left to draw."""
    for other in varied(state, chance):
        hands = [kind for kind, number in enumerate(other.left) if number]
        for hand in chance.sample(hands, min(HANDS, len(hands))):
            yield write_position(other, hand)


def line_of(position: str) -> str | None:
    """Return the file's line for a position; None where it has no puzzle."""
    view: View = VOLCANO.rules.view(read_position(position, options_of(position)), 0)
    winning = list(islice(LastTurn(view).places(), 2))
    if len(winning) != 1:
        return None
    ((place, builds),) = winning
    assert isinstance(builds[0], Build)
    return f"{KIND}\t{MOVES}\t{position}\t{notation.write([place, builds[0]])}"


def wrong(path: Path) -> list[str]:
    """Return the lines of a file whose win is not by a single place."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if (line_of(line.split("\t")[2]) or "").split("\t") != line.split("\t")[:4]]


def main() -> None:
    asked = read_command(__doc__, wrong, 1000)
    if asked is None:
        return
    arguments, lines = asked
    for seed in range(arguments.seed, arguments.seed + arguments.matches):
        if len(lines) >= WANTED:
            break
        chance = Random(seed)
        for state in islands(seed):
            made = next(filter(None, map(line_of, candidates(state, chance))), None)
            if made is not None and len(lines) < WANTED:
                lines.append(made)
        print(seed, len(lines), flush=True)
        arguments.file.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
