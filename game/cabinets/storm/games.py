"""The games whose puzzles a storm is made of. No other file of it names them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final, Literal, NamedTuple, TypeAlias

import msgspec

from game.cabinets.omok import state as omok
from game.cabinets.omok.puzzles import OmokPuzzles
from game.cabinets.omok.rules import Omok
from game.cabinets.tablut.players.puzzles import TablutPuzzles
from game.cabinets.tablut.rules import state as tablut
from game.cabinets.tablut.rules.rules import Tablut
from game.core.puzzles.book import Puzzle, PuzzleBook
from game.core.rules import NATURE, AnyRules, Move, Seat

MOST_MOVES: Final = 3
"""The most moves that the solver of a puzzle in a storm needs."""
Game: TypeAlias = Literal["omok", "tablut"]
USUAL: Final[Game] = "omok"


class Solve(msgspec.Struct, frozen=True, tag="solve", tag_field="do", omit_defaults=True):
    """Play a move in the puzzle: one of the game that it belongs to."""

    omok: omok.Action | None = None
    tablut: tablut.Action | None = None


class Sight(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the solver sees of the puzzle, as the game that it belongs to shows it."""

    omok: omok.View | None = None
    tablut: tablut.View | None = None


class Source(NamedTuple):
    """Where a game's puzzles come from."""

    rules: AnyRules
    book: PuzzleBook[Any, Any]
    kinds: str
    """How the kinds begin that a storm takes: those with the rules of the game's short form in a mix."""


SOURCES: Final[Mapping[Game, Source]] = {
    "omok": Source(Omok(), OmokPuzzles(), "free_"),
    "tablut": Source(Tablut(), TablutPuzzles(), "seed_"),
}
VERSION: Final = sum(source.rules.info.version for source in SOURCES.values()) - 1
"""Rises with the version of each of the games."""


@lru_cache(maxsize=len(SOURCES))
def pool(game: Game) -> tuple[Puzzle, ...]:
    """Return the puzzles of a storm, the easiest first."""
    source = SOURCES[game]
    fit = [each for each in source.book.puzzles() if each.level <= MOST_MOVES and each.kind.startswith(source.kinds)]
    return tuple(sorted(fit, key=lambda puzzle: (puzzle.rating, puzzle.name)))


def rules_of(game: Game, puzzle: Puzzle) -> AnyRules:
    """Return the rules that a puzzle is played by."""
    return SOURCES[game].book.rules(puzzle, SOURCES[game].rules)


@lru_cache(maxsize=64)
def position(game: Game, puzzle: Puzzle, moves: tuple[Any, ...]) -> Any:
    """Return the state of a puzzle after these actions, the solver's first. It is shared: nobody may change it."""
    rules = rules_of(game, puzzle)
    if not moves:
        return rules.start(2, SOURCES[game].book.options(puzzle))
    return played(game, puzzle, moves[:-1], moves[-1])[0]


def played(game: Game, puzzle: Puzzle, moves: tuple[Any, ...], action: Any) -> tuple[Any, list[Any]]:
    """Return the state after one more action of whoever moves, and the events that tell of it."""
    rules, before = rules_of(game, puzzle), position(game, puzzle, moves)
    state = rules.load(rules.dump(before))
    events = rules.step(state, (Move(mover_of(rules, before), action),))
    return state, events


def mover_of(rules: AnyRules, state: Any) -> Seat:
    """Return who moves in a puzzle, which leaves nothing to chance; NATURE where it is over."""
    ask = rules.ask(state)
    return NATURE if ask is None else ask.seats[0]
