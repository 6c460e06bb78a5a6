"""Make Tablut's puzzles: forced wins with a single first move, from games of our own computers.

    SOUK_PLAIN= python build/tablut_puzzles.py game/cabinets/tablut/data/puzzles.txt

A line is a kind, how many own moves the shortest win takes, the position, and the moves of the win. No shorter way
wins, and no other first move does; both are looked for to the end. Needs the `sim` extra to be quick.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from itertools import chain, islice, zip_longest
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

WANTED = {1: 70, 2: 170, 3: 60}
"""How many there are to be by their number of own moves; each kind has about as many."""
MOST = 40
"""So many of a kind and number of moves are kept to choose from."""
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
    opening = chance.randrange(2, 12)
    for number in range(LONGEST):
        board = b.new_board(squares, side, law, worths_of(law))
        codes = b.codes_of(board)
        if not codes:
            return
        chance.shuffle(codes)
        weights = weights_of(law, side)
        worth = best_moves(board, weights, codes, {}, NODES, notes=new_notes(NODES))[0][0].worth if number > 4 else 0
        if worth > SURE and (WIN - worth + 1) // 2 <= max(WANTED):
            yield squares, side
        if number < opening or chance.random() < slips[side]:
            code = codes[0]
        else:
            code = best_moves(board, weights, codes, {}, nodes[side], notes=new_notes(nodes[side]))[0][0].code
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


def chosen(lines: Mapping[tuple[str, int], list[str]]) -> list[str]:
    """Of each number of moves so many as are wanted, taken from the kinds in turn; by kind, the short wins first."""
    picked: dict[tuple[str, int], list[str]] = {}
    for moves, wanted in WANTED.items():
        kinds = [key for key in sorted(lines) if key[1] == moves]
        turns = zip_longest(*([(key, line) for line in lines[key]] for key in kinds))
        for key, line in islice(filter(None, chain.from_iterable(turns)), wanted):
            picked.setdefault(key, []).append(line)
    return [line for key in sorted(picked) for line in picked[key]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--games", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    chance, nine, known = Random(arguments.seed), Squares(b.SIDE, b.SIDE), set()
    lines: dict[tuple[str, int], list[str]] = {}
    for number in range(arguments.games):
        rules = tuple(PRESETS)[number % len(PRESETS)]
        taken: set[int] = set()
        for squares, side in game(rules, chance):
            board = b.new_board(squares, side, PRESETS[rules], worths_of(PRESETS[rules]))
            moves = shortest_win(board, max(WANTED))
            kind = f"{rules}_{'attackers' if side == b.ATTACKER else 'defenders'}"
            same = lines.setdefault((kind, moves), [])
            image = nine.least(squares)[0]
            if not moves or moves in taken or len(same) >= MOST or image in known:
                continue
            first = alone(board, moves)
            win = solution(board, rules, first, moves) if first else ()
            if win:
                taken.add(moves)
                known.add(image)
                told = " ".join(notation.write(*b.squares_in(code)) for code in win)
                same.append(f"{kind}\t{moves}\t{notation.write_position(squares, side)}\t{told}")
        picked = chosen(lines)
        if number % 20 == 19:
            print(number, len(picked), {key: len(found) for key, found in sorted(lines.items()) if found}, flush=True)
        arguments.file.write_text("\n".join(picked) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
