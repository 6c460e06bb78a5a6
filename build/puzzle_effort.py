"""Measure how hard the puzzles of the other programs are, by the search that they take.

    SOUK_PLAIN= python build/puzzle_effort.py
    python build/puzzle_effort.py --check

The first command writes three figures after each puzzle of the committed files, the second checks them: how many
positions a search looks at before it sees the win, how many wrong first moves look as good as the right one, and among
how many first moves a person looks for it. `game/core/puzzles/book.py` makes one figure of them and of the number of
moves.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from game.cabinets.gems import board as gems_board  # noqa: E402
from game.cabinets.gems.puzzles.book import GemsPuzzles  # noqa: E402
from game.cabinets.gems.puzzles.forced import Prover, turns_of  # noqa: E402
from game.cabinets.gems.puzzles.notation import read as gems_win  # noqa: E402
from game.cabinets.gems.puzzles.position import read_position as gems_position  # noqa: E402
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
from game.cabinets.volcano.bots import position_of  # noqa: E402
from game.cabinets.volcano.island import island_of  # noqa: E402
from game.cabinets.volcano.puzzles.book import VolcanoPuzzles  # noqa: E402
from game.cabinets.volcano.puzzles.forced import LastTurn  # noqa: E402
from game.cabinets.volcano.puzzles.notation import read as volcano_win  # noqa: E402
from game.cabinets.volcano.puzzles.position import options_of as volcano_options  # noqa: E402
from game.cabinets.volcano.puzzles.position import read_position as volcano_position  # noqa: E402
from game.cabinets.volcano.rules import Volcano  # noqa: E402
from game.cabinets.volcano.search import show_most  # noqa: E402
from game.cabinets.volcano.state import Place  # noqa: E402
from game.cabinets.volcano.tiles import KINDS as TILES  # noqa: E402
from game.cabinets.words.book import book  # noqa: E402
from game.cabinets.words.drills import DATA, options_of  # noqa: E402
from game.cabinets.words.solved import solver_of  # noqa: E402
from game.core.compiled import array  # noqa: E402

Effort = tuple[int, int, int]
"""The positions searched before the win is seen, the wrong first moves that look as good, and the first moves among
which a person looks."""
MOST_NODES = 1 << 20
NEAR = 2
"""From how far away, in points, a stone of Omok draws the eye."""


def omok_effort(kind: str, level: int, position: str, win: str) -> Effort:
    """Return the nodes of the search for a win by fours, the number of other fours available at once, and that of the
    points at most two from a stone.
    """
    board, stones = new_board(SIZE, kind.split("_")[0]), laid(omok_notation.read(position, SIZE), SIZE)
    for point, stone in enumerate(stones):
        if stone:
            put(board, point, stone)
    colour = 1 + kind.endswith("white")
    left, fours = array([0, MOST_NODES]), array([0] * FOURS)
    win_by_fours(board, colour, level, left, array([0] * (FOURS * (DEEPEST + 2))), 0)
    count = four_points(board, colour, 5, fours, 0, FOURS)
    wrong = sum(allowed(board, int(point), colour) for point in fours[:count]) - 1
    near = {
        SIZE * y + x
        for point, stone in enumerate(stones)
        if stone
        for y in range(max(0, point // SIZE - NEAR), min(SIZE, point // SIZE + NEAR + 1))
        for x in range(max(0, point % SIZE - NEAR), min(SIZE, point % SIZE + NEAR + 1))
    }
    among = sum(not stones[point] and allowed(board, point, colour) for point in near)
    return MOST_NODES - int(left[1]), wrong, among


def tablut_effort(kind: str, level: int, position: str, win: str) -> Effort:
    """Return the least nodes, doubled from 16 on, with which the search prefers the first move, the moves valued as
    high, and all moves.
    """
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
    return nodes, sum(worth >= worths[first] for worth in worths.values()) - 1, len(codes)


def words_effort(kind: str, level: int, position: str, win: str) -> Effort:
    """Return the positions that the other words would lead to, weighted by their words, the number of other words, and
    how ordinary the right one is, from 1 for the hundred most ordinary words.
    """
    options = options_of(kind)
    rules, solver = book(options), solver_of(options)
    words = [rules.lexicon.words[number] for number in rules.candidates((position,), 0)]
    words = [word for word in words if rules.leaves(word, 0, ())]
    nodes = {rules.ends(word)[1] for word in words}
    depths = [label.depth for node in nodes if (label := solver.label(node)) is not None]
    number = rules.lexicon.find(win)
    assert number is not None
    return sum(depths) + len(nodes), len(words) - 1, 1 + rules.lexicon.ranks[number] // 100


def gems_effort(kind: str, level: int, position: str, win: str) -> Effort:
    """Return the nodes of the search for a win, the other first turns that would score enough if nobody stopped them,
    and all first turns.
    """
    board = array(gems_position(position).cells)
    prover = Prover(int(board[gems_board.MOVER]))
    first = gems_win(win)[0]
    looks_good = {turned.actions[0] for turned in prover.promising(board, level)} - {first}
    prover.attack(board, level)
    return prover.nodes, len(looks_good), len({turned.actions for turned in turns_of(board)})


def volcano_effort(kind: str, level: int, position: str, win: str) -> Effort:
    """Return the positions searched before the place is found, the other places that allow as much building at once,
    and all places.
    """
    view = Volcano().view(volcano_position(position, volcano_options(position)), 0)
    search = LastTurn(view)
    place, _ = next(search.places())
    island = island_of(view)
    twin, tile = position_of(view, island), TILES[view.hand]
    count = show_most(twin, view.mover, tile.left, tile.right)
    shown = {int(code): int(rank) for code, rank in zip(twin.desk.places[:count], twin.desk.ranks[:count], strict=True)}
    right = volcano_win(win)[0]
    assert isinstance(right, Place) and right == place
    return search.nodes, sum(rank >= shown[island.code(right)] for rank in shown.values()) - 1, len(island.places)


FILES: dict[Path, Callable[[str, int, str, str], Effort]] = {
    OmokPuzzles.file: omok_effort,
    TablutPuzzles.file: tablut_effort,
    DATA: words_effort,
    GemsPuzzles.file: gems_effort,
    VolcanoPuzzles.file: volcano_effort,
}


def measured(path: Path, effort: Callable[[str, int, str, str], Effort]) -> Iterator[str]:
    """Yield the lines of a file with their figures appended."""
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
