"""Measure how hard the puzzles are that the other programs made: what a search meets before it sees the win.

    SOUK_PLAIN= python build/puzzle_effort.py
    python build/puzzle_effort.py --check

The first writes two figures behind each puzzle of the committed files, the second says whether they are what is
measured here: how many positions a search looks at before it sees the win, and how many wrong first moves look
as good as the right one. `game/core/puzzles/book.py` makes one figure of both and of the number of moves.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from game.cabinets.omok import notation as omok_notation  # noqa: E402
from game.cabinets.omok.board import allowed, new_board, put  # noqa: E402
from game.cabinets.omok.fours import DEEPEST, FOURS, four_points, win_by_fours  # noqa: E402
from game.cabinets.omok.puzzles import SIZE, OmokPuzzles  # noqa: E402
from game.cabinets.omok.state import laid  # noqa: E402
from game.cabinets.tablut.players.bots import after  # noqa: E402
from game.cabinets.tablut.players.puzzles import TablutPuzzles  # noqa: E402
from game.cabinets.tablut.players.search import best_moves, new_notes  # noqa: E402
from game.cabinets.tablut.players.values import weights_of, worths_of  # noqa: E402
from game.cabinets.tablut.rules import board as tablut_board  # noqa: E402
from game.cabinets.tablut.rules import notation as tablut_notation  # noqa: E402
from game.cabinets.tablut.rules.law import PRESETS  # noqa: E402
from game.cabinets.words.book import book  # noqa: E402
from game.cabinets.words.drills import DATA, options_of  # noqa: E402
from game.cabinets.words.solved import solver_of  # noqa: E402
from game.core.compiled import array  # noqa: E402

Effort = tuple[int, int]
"""Positions that are looked at before the win is seen, and wrong first moves that look as good."""
MOST_NODES = 1 << 20


def omok_effort(kind: str, level: int, position: str, win: str) -> Effort:
    """Nodes of the search for a win by fours, and the other fours that may be made at once."""
    board = new_board(SIZE, kind.split("_")[0])
    for point, stone in enumerate(laid(omok_notation.read(position, SIZE), SIZE)):
        if stone:
            put(board, point, stone)
    colour = 1 + kind.endswith("white")
    left, fours = array([0, MOST_NODES]), array([0] * FOURS)
    win_by_fours(board, colour, level, left, array([0] * (FOURS * (DEEPEST + 2))), 0)
    count = four_points(board, colour, 5, fours, 0, FOURS)
    return MOST_NODES - int(left[1]), sum(allowed(board, int(point), colour) for point in fours[:count]) - 1


def tablut_effort(kind: str, level: int, position: str, win: str) -> Effort:
    """The least nodes, doubled from 16 on, with which our search prefers the first move; and moves valued as high."""
    law = PRESETS[kind.partition("_")[0]]  # type: ignore[index]
    board = tablut_board.new_board(*tablut_notation.read_position(position), law, worths_of(law))
    side = int(board.info[tablut_board.MOVER])
    weights = weights_of(law, side)
    sign = 1 if side == tablut_board.ATTACKER else -1
    first = tablut_board.code_of(*tablut_notation.read(win)[0])
    codes = list(tablut_board.codes_of(board))
    worths = {code: sign * after(board, array(weights), code) for code in codes}

    def preferred(nodes: int) -> int:
        return best_moves(board, weights, codes, {}, nodes, notes=new_notes(nodes))[0][0].code

    nodes = 16
    while nodes < MOST_NODES and preferred(nodes) != first:
        nodes *= 2
    return nodes, sum(worth >= worths[first] for worth in worths.values()) - 1


def words_effort(kind: str, level: int, position: str, win: str) -> Effort:
    """The positions that the other words would lead to, each with its own words; and how many other words there are."""
    options = options_of(kind)
    rules, solver = book(options), solver_of(options)
    words = [rules.lexicon.words[number] for number in rules.candidates((position,), 0)]
    words = [word for word in words if rules.leaves(word, 0, ())]
    nodes = {rules.ends(word)[1] for word in words}
    depths = [label.depth for node in nodes if (label := solver.label(node)) is not None]
    return sum(depths) + len(nodes), len(words) - 1


FILES: dict[Path, Callable[[str, int, str, str], Effort]] = {
    OmokPuzzles.file: omok_effort,
    TablutPuzzles.file: tablut_effort,
    DATA: words_effort,
}


def measured(path: Path, effort: Callable[[str, int, str, str], Effort]) -> Iterator[str]:
    """The lines of a file with their figures behind them."""
    for line in path.read_text(encoding="utf-8").splitlines():
        kind, level, position, win, *_ = line.split("\t")
        yield "\t".join([kind, level, position, win, *map(str, effort(kind, int(level), position, win))])


def main() -> Any:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing: end with 1 where a figure is another one")
    arguments = parser.parse_args()
    differing = []
    for path, effort in FILES.items():
        text = "\n".join(measured(path, effort)) + "\n"
        if not arguments.check:
            path.write_text(text, encoding="utf-8")
        elif text != path.read_text(encoding="utf-8"):
            differing.append(path.name)
    if differing:
        return f"measured otherwise: {', '.join(differing)}"
    return None


if __name__ == "__main__":
    sys.exit(main())
