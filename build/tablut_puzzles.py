"""Make Tablut's puzzles: forced wins with a single first move, from games of our own computers.

    SOUK_PLAIN= python build/tablut_puzzles.py game/cabinets/tablut/data/puzzles.txt

A line is a kind, how many own moves the shortest win takes, the position, and the moves of the win. No shorter way
wins, and no other first move does; both are looked for to the end. Needs the `sim` extra to be quick.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from random import Random

from game.cabinets.tablut.players.bots import after
from game.cabinets.tablut.players.mates import forced, still_wins, winning_move
from game.cabinets.tablut.players.search import best_moves, new_notes
from game.cabinets.tablut.players.values import WEIGHTS, worths_of
from game.cabinets.tablut.rules import board as b
from game.cabinets.tablut.rules import notation
from game.cabinets.tablut.rules.law import PRESETS, Preset
from game.core.compiled import array
from game.core.space import Squares

RULES: tuple[Preset, ...] = ("seed", "linnaeus")
WANTED = {1: 4, 2: 24, 3: 14}
"""How many of a kind by their number of own moves."""
LAST = 9
"""So many positions before the end of a game are looked at."""
NODES = 600


def game(rules: Preset, chance: Random) -> Iterator[tuple[list[int], int]]:
    """The last positions of a game, each with the side to move; the beginning and some moves are left to chance."""
    law = PRESETS[rules]
    squares, side = list(b.START), b.ATTACKER
    seen: list[tuple[list[int], int]] = []
    for number in range(120):
        board = b.new_board(squares, side, law, worths_of(law))
        codes = b.codes_of(board)
        if not codes:
            break
        seen.append((squares, side))
        if number < 6 or chance.random() < 0.12:
            code = chance.choice(codes)
        else:
            chance.shuffle(codes)
            code = best_moves(board, WEIGHTS[law.escape], codes, {}, NODES, notes=new_notes(NODES))[0][0].code
        b.play(board, code >> 7, code & 127)
        squares, side = b.squares_of(board), 3 - side
        if board.info[b.END]:
            break
    else:
        return
    yield from seen[-LAST:]


def shortest(board: b.Board, most: int) -> int:
    """In how many own moves the one to move wins; 0 where it does not."""
    room = array([0] * (b.MOST_MOVES * 12))
    return next((moves for moves in range(1, most + 1) if forced(board, moves, True, room, 0)), 0)


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


def solution(board: b.Board, first: int, moves: int) -> list[int]:
    """The moves of the win: each answer is one that makes it last, and of those the one that looks best."""
    played, weights = [first], array(WEIGHTS["edge"])
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
    return played


def _lasts(board: b.Board, code: int, left: int) -> bool:
    with b.played(board, code):
        return left == 1 or not winning_move(board, left - 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    chance, nine, known = Random(arguments.seed), Squares(b.SIDE, b.SIDE), set()
    lines: dict[tuple[str, int], list[str]] = {}
    for number in range(arguments.games):
        rules = RULES[number % len(RULES)]
        taken: set[int] = set()
        for squares, side in game(rules, chance):
            board = b.new_board(squares, side, PRESETS[rules], worths_of(PRESETS[rules]))
            moves = shortest(board, max(WANTED))
            kind = f"{rules}_{'attackers' if side == b.ATTACKER else 'defenders'}"
            same = lines.setdefault((kind, moves), [])
            image = nine.least(squares)[0]
            if not moves or moves in taken or len(same) >= WANTED[moves] or image in known:
                continue
            first = alone(board, moves)
            if first:
                taken.add(moves)
                known.add(image)
                win = " ".join(notation.write(*b.squares_in(code)) for code in solution(board, first, moves))
                same.append(f"{kind}\t{moves}\t{notation.write_position(squares, side)}\t{win}")
        print(number, {key: len(found) for key, found in sorted(lines.items()) if found}, flush=True)
        told = [line for key in sorted(lines) for line in lines[key]]
        arguments.file.write_text("\n".join(told) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
