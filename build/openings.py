"""Make the opening books of Omok and Tablut from matches that their experts play against themselves.

    SOUK_PLAIN= nice -n 10 python build/openings.py tablut
    SOUK_PLAIN= nice -n 10 python build/openings.py omok --check 1

The first moves of a match are drawn at random from the best after a short search, so that matches differ; then the
experts play alone. A match's number gives the same match on every machine. Needs the `sim` extra to be quick: then a
game takes a few minutes of a core.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from game.cabinets.listed import CABINETS
from game.cabinets.omok import search
from game.cabinets.omok.bots import ExpertBot as OmokExpert
from game.cabinets.omok.scenes.openings import OmokBook
from game.cabinets.omok.state import board_of
from game.cabinets.tablut.players.bots import ExpertBot as TablutExpert
from game.cabinets.tablut.players.bots import board_of as tablut_board
from game.cabinets.tablut.players.bots import ends_of, move_of
from game.cabinets.tablut.players.search import best_moves
from game.cabinets.tablut.players.values import weights_of
from game.cabinets.tablut.rules import board as b
from game.cabinets.tablut.scenes.openings import TablutBook
from game.core.bots import BotSetup, Request
from game.core.chance import derive
from game.core.match.match import Match
from game.scenes.study.opening_book import BookFile, OpeningBook, Spots

PLIES = 14
"""How many moves of a match go into the book."""
LOOK = 1_500
"""Nodes of the short search for Tablut's first moves."""
BEST = 4
"""How many of the best moves a first move is drawn from."""


def omok_drawn(view: Any, legal: list[Any], chance: Random) -> Any:
    """Return a first move: the centre, a stone beside it, one within two lines; then one of those that make or stop
    most.
    """
    placed = len(view.moves)
    if placed < 3:
        away = (0, 1, 2)[placed]
        middle = view.size // 2
        near = [place for place in legal if max(abs(place.x - middle), abs(place.y - middle)) <= away]
        return chance.choice(near)
    board = board_of(view)
    memory = search.new_memory(board, 0)
    count = search.candidates(board, view.colour, memory, 0, False)
    best = {int(point) for point in memory.found[: min(count, BEST)]}
    return chance.choice([place for place in legal if place.point(view.size) in best])


def tablut_drawn(view: Any, legal: list[Any], chance: Random) -> Any:
    """Return one of the best moves after a short search."""
    board = tablut_board(view)
    codes = b.codes_of(board)
    chance.shuffle(codes)
    found, _ = best_moves(board, weights_of(view.law, view.side), codes, ends_of(view, codes), LOOK, most=BEST)
    return move_of(chance.choice(found[:BEST]).code)


class Made:
    """The settings for making a game's book."""

    def __init__(
        self, book: OpeningBook, bot: Any, drawn: Callable[[Any, list[Any], Random], Any], plies: int, **matches: int
    ) -> None:
        """`drawn` chooses the first `plies` moves; `matches` is their number by variant."""
        self.book, self.bot, self.drawn, self.plies, self.matches = book, bot, drawn, plies, matches


GAMES = {
    "omok": Made(OmokBook(), OmokExpert, omok_drawn, 5, renju=140, free=80),
    "tablut": Made(
        TablutBook(), TablutExpert, tablut_drawn, 4, seed=160, linnaeus=100, classic=40, modern=40, unibo=60
    ),
}


def played(made: Made, variant: str, number: int) -> Iterator[tuple[str, Spots, int]]:
    """Yield the positions of a match with the moves played from them, and the mover's result in half points."""
    book = made.book
    options = book.options(variant)
    seed = derive(number, "openings", book.game, variant)
    match, chance = Match(CABINETS[book.game].rules, 2, options, seed, undo=False), Random(seed)
    bots = [made.bot(BotSetup(book.game, seat, 2, options, None, derive(seed, seat))) for seat in range(2)]
    counted: list[tuple[str, Spots, int]] = []
    match.tick(0.0)
    while not match.over:
        (seat,) = match.waiting_for
        view, legal = match.view(seat), list(match.legal(seat) or ())
        turn = match.turns()
        moves = [action for action in legal if book.spots(action)]
        if turn < made.plies and moves:
            action = made.drawn(view, moves, chance)
        else:
            action = bots[seat].decide(Request(match.number, view, legal, (), derive(seed, "move", match.number)))
        spots = book.spots(action)
        if turn < PLIES and spots:
            here = book.folded(view)
            counted.append((here.key, here.fold(spots), seat))
        assert match.offer(seat, action) is None
        match.tick(0.0)
    ranks = [line.rank for line in match.result().seats]
    halves = [1 if ranks[0] == ranks[1] else 2 * (ranks[seat] == 1) for seat in range(2)]
    for key, spots, seat in counted:
        yield key, spots, halves[seat]


def missing(made: Made, matches: int) -> list[str]:
    """Return which variants' first matches are missing in the file, or counted less often than played."""
    fresh, kept = BookFile(), made.book.known
    for variant in made.matches:
        for number in range(matches):
            fresh.add(variant, played(made, variant, number))
    return [
        f"{variant} {key} {spots}"
        for variant, positions in fresh.positions.items()
        for key, moves in positions.items()
        for spots, (times, _) in moves.items()
        if (key in kept.positions[variant] or times > 1) and kept.positions[variant][key].get(spots, (0, 0))[0] < times
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=tuple(GAMES))
    parser.add_argument("--matches", type=int, help="of each variant, in place of the usual number")
    parser.add_argument(
        "--check", type=int, metavar="N", help="play the first N of each variant again, and write nothing"
    )
    parser.add_argument("--out", help="the file, in place of the game's own")
    arguments = parser.parse_args()
    if arguments.check:
        print("\n".join([*(told := missing(GAMES[arguments.game], arguments.check)), f"{len(told)} missing"]))
        sys.exit(bool(told))
    made, book, began = GAMES[arguments.game], BookFile(), time.process_time()
    for variant, matches in made.matches.items():
        for number in range(arguments.matches or matches):
            book.add(variant, played(made, variant, number))
            print(variant, number, f"{time.process_time() - began:.0f} s", flush=True)
    path = made.book.file if arguments.out is None else type(made.book.file)(arguments.out)
    path.write_text(book.write(), encoding="utf-8")
    kept = {variant: len(positions) for variant, positions in book.positions.items()}
    print(f"{path}: {path.stat().st_size} bytes, positions met {kept}, {time.process_time() - began:.0f} s")


if __name__ == "__main__":
    main()
