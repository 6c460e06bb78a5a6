"""Make Tablut's puzzles: forced wins with a single first move, from games of our own computers.

    SOUK_PLAIN= python build/tablut_puzzles.py game/cabinets/tablut/data/puzzles.txt

A line is a kind, how many own moves the shortest win takes, the position, and the moves of the win. No shorter way
wins, and no other first move does; both are looked for to the end. What the file has already is kept: people's progress
goes by it. Needs the `sim` extra to be quick.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

from game.cabinets.tablut.players.bots import after
from game.cabinets.tablut.players.mates import shortest_win, still_wins, winning_move
from game.cabinets.tablut.players.search import SURE, best_moves, new_notes
from game.cabinets.tablut.players.values import WIN, weights_of, worths_of
from game.cabinets.tablut.rules import board as b
from game.cabinets.tablut.rules import notation
from game.cabinets.tablut.rules.law import PRESETS, Preset
from game.core.compiled import array
from game.core.space import Squares

WANTED = {1: 125, 2: 125, 3: 50}
"""How many there are to be by their number of own moves; of one kind a third of them at the most."""
KINDS = tuple(f"{rules}_{side}" for rules in PRESETS for side in ("defenders", "attackers"))
"""In the order in which they are offered."""
LONGEST = 120
"""Moves of a game."""
NODES = 3000
"""What a position is searched with before a win is looked for to the end."""
STRENGTHS = (60, 600, 4000)
SLIPS = (0.02, 0.12, 0.3)
"""How often a player moves by chance; drawn for each side, as its nodes are: attackers win against a weak king."""


def game(rules: Preset, chance: Random) -> Iterator[tuple[list[int], int]]:
    """The positions of a game in which the search sees a short win, each with the side to move."""
    law = PRESETS[rules]
    squares, side = list(b.START), b.ATTACKER if law.first == "attackers" else b.DEFENDER
    nodes = {side: chance.choice(STRENGTHS) for side in (b.ATTACKER, b.DEFENDER)}
    slips = {side: chance.choice(SLIPS) for side in (b.ATTACKER, b.DEFENDER)}
    opening, notes = chance.randrange(2, 12), new_notes(max(STRENGTHS))
    for number in range(LONGEST):
        board = b.new_board(squares, side, law, worths_of(law))
        codes = b.codes_of(board)
        if not codes:
            return
        chance.shuffle(codes)
        weights = weights_of(law, side)
        worth = best_moves(board, weights, codes, {}, NODES, notes=notes)[0][0].worth if number > 4 else 0
        if worth > SURE and (WIN - worth + 1) // 2 <= max(WANTED):
            yield squares, side
        if number < opening or chance.random() < slips[side]:
            code = codes[0]
        else:
            code = best_moves(board, weights, codes, {}, nodes[side], notes=notes)[0][0].code
        b.play(board, code >> 7, code & 127)
        squares, side = b.squares_of(board), 3 - side
        if board.info[b.END]:
            return


def alone(board: b.Board, moves: int) -> int:
    """The only first move that wins within so many; 0 where there are several."""
    winning = []
    for code in b.codes_of(board):
        with b.played(board, code):
            if board.info[b.END] or still_wins(board, moves - 1):
                winning.append(code)
        if len(winning) > 1:
            return 0
    return winning[0] if winning else 0


def solution(board: b.Board, rules: Preset, first: int, moves: int) -> list[int]:
    """The moves of the win: each answer is one that makes it last, and of those the one that looks best.

    Empty where the king is shut in instead of taken: puzzles ask for the other.
    """
    law = PRESETS[rules]
    played, weights = [first], array(weights_of(law, b.ATTACKER))
    b.play(board, first >> 7, first & 127)
    for left in range(moves - 1, 0, -1):
        sign = 1 if board.info[b.MOVER] == b.ATTACKER else -1
        answers = sorted(b.codes_of(board), key=lambda code: -sign * after(board, weights, code))
        lasting = (code for code in answers if _lasts(board, code, left))
        answer = next(lasting, answers[0])
        b.play(board, answer >> 7, answer & 127)
        code = winning_move(board, left)
        b.play(board, code >> 7, code & 127)
        played += [answer, code]
        if board.info[b.END]:
            break
    shut_in = board.info[b.END] == b.ATTACKER and not b.king_taken(board, played[-1] & 127)
    return [] if shut_in else played


def _lasts(board: b.Board, code: int, left: int) -> bool:
    with b.played(board, code):
        return left == 1 or not winning_move(board, left - 1)


def wrong(path: Path) -> list[str]:
    """The lines of a file whose win is not the shortest, or not by the only first move."""
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        kind, level, position, win = line.split("\t")
        law = PRESETS[kind.partition("_")[0]]  # type: ignore[index]
        board = b.new_board(*notation.read_position(position), law, worths_of(law))
        moves, first = shortest_win(board, int(level)), notation.read(win)[0]
        if moves != int(level) or alone(board, moves) != b.code_of(*first):
            found.append(line)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--games", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--check", action="store_true", help="make none: print those of the file that are wrong")
    arguments = parser.parse_args()
    if arguments.check:
        print("\n".join([*(told := wrong(arguments.file)), f"{len(told)} wrong"]))
        return
    chance, nine, known, counts = Random(arguments.seed), Squares(b.SIDE, b.SIDE), set(), Counter[int]()
    lines: dict[tuple[str, int], list[str]] = {}
    for line in arguments.file.read_text(encoding="utf-8").splitlines() if arguments.file.exists() else ():
        kind, level, position, _ = line.split("\t")
        lines.setdefault((kind, int(level)), []).append(line)
        known.add(nine.least(notation.read_position(position)[0])[0])
        counts[int(level)] += 1
    for number in range(arguments.games):
        rules = tuple(PRESETS)[number % len(PRESETS)]
        taken: set[int] = set()
        for squares, side in game(rules, chance):
            board = b.new_board(squares, side, PRESETS[rules], worths_of(PRESETS[rules]))
            moves = shortest_win(board, max(WANTED))
            kind = f"{rules}_{'attackers' if side == b.ATTACKER else 'defenders'}"
            same = lines.setdefault((kind, moves), [])
            image = nine.least(squares)[0]
            if (
                not moves
                or moves in taken
                or counts[moves] >= WANTED[moves]
                or 3 * len(same) >= WANTED[moves]
                or image in known
            ):
                continue
            first = alone(board, moves)
            win = solution(board, rules, first, moves) if first else ()
            if win:
                taken.add(moves)
                known.add(image)
                counts[moves] += 1
                told = " ".join(notation.write(*b.squares_in(code)) for code in win)
                same.append(f"{kind}\t{moves}\t{notation.write_position(squares, side)}\t{told}")
        sorted_lines = [line for kind in KINDS for moves in WANTED for line in lines.get((kind, moves), ())]
        arguments.file.write_text("\n".join(sorted_lines) + "\n", encoding="utf-8")
        print(number, dict(counts), flush=True)
        if all(counts[moves] >= wanted for moves, wanted in WANTED.items()):
            break


if __name__ == "__main__":
    main()
