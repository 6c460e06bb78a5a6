"""Make Tablut's puzzles: forced wins with a single first move, from games of our own computers.

    SOUK_PLAIN= python build/tablut_puzzles.py game/cabinets/tablut/data/puzzles.txt

A line is a kind, how many own moves the shortest win takes, the position, and the moves of the win. No shorter way
wins, and no other first move does; both are looked for to the end. What the file has already is kept: people's progress
goes by it. Needs the `sim` extra to be quick.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from random import Random
from typing import TypeAlias

from puzzle_file import read_command

from game.cabinets.tablut.players.bots import after
from game.cabinets.tablut.players.mates import shortest_win, still_wins, winning_move
from game.cabinets.tablut.players.search import SURE, best_moves, new_notes
from game.cabinets.tablut.players.values import WIN, weights_of, worths_of
from game.cabinets.tablut.rules import board as b
from game.cabinets.tablut.rules import notation
from game.cabinets.tablut.rules.law import PRESETS, Law, Preset
from game.cabinets.tablut.rules.rules import SIDE_NAMES
from game.cabinets.tablut.rules.state import Options
from game.core.compiled import array
from game.core.options import OptionError
from game.core.space import Squares

WANTED = {1: 12, 2: 12, 3: 6}
"""How many puzzles of each kind are wanted, by the winner's number of moves."""
Kind: TypeAlias = tuple[Preset, int]
"""A kind of puzzle: the rules, and the side that wins."""
KINDS: tuple[Kind, ...] = tuple((rules, side) for rules in PRESETS for side in (b.DEFENDER, b.ATTACKER))
"""The kinds of puzzles in the order in which they are offered."""
VARIED = 40
"""How many variations of a game's position are tried."""
LONGEST = 120
"""The most moves of a game."""
NODES = 3000
"""Nodes of the first search of a position, before the exhaustive search for wins."""
STRONG, WEAK = (600, 4000), (60, 600)
"""Nodes (least, most) for the side that is to win, and for the other: with equal ones attackers seldom win."""
SELDOM, OFTEN = (0.02, 0.06), (0.12, 0.3)
"""Probability (least, most) of a random move of the winning side, and of the other."""


def kind_name(kind: Kind) -> str:
    return f"{kind[0]}_{SIDE_NAMES[kind[1]]}"


def wanted(kind: Kind, moves: int) -> int:
    """Return how many puzzles of a kind and length are wanted. Under rules that win by surrounding, attackers' wins in
    three take plain Python too long.
    """
    return 0 if moves == 3 and kind == ("modern", b.ATTACKER) else WANTED[moves]


def game(rules: Preset, winner: int, chance: Random) -> Iterator[list[int]]:
    """Yield the positions of a game in which the search sees a short win of this side, which is to move."""
    law, loser = PRESETS[rules], 3 - winner
    squares, side = list(b.START), b.ATTACKER if law.first == "attackers" else b.DEFENDER
    nodes = {winner: chance.choice(STRONG), loser: chance.choice(WEAK)}
    slips = {winner: chance.choice(SELDOM), loser: chance.choice(OFTEN)}
    opening, notes = chance.randrange(2, 12), new_notes(max(STRONG))
    for number in range(LONGEST):
        board = b.new_board(squares, side, law, worths_of(law))
        codes = b.codes_of(board)
        if not codes:
            return
        chance.shuffle(codes)
        weights = weights_of(law, side)
        looked_at = number > 4 and side == winner
        worth = best_moves(board, weights, codes, {}, NODES, notes=notes)[0][0].worth if looked_at else 0
        if worth > SURE and (WIN - worth + 1) // 2 <= max(WANTED):
            yield squares
        if number < opening or chance.random() < slips[side]:
            code = codes[0]
        else:
            code = best_moves(board, weights, codes, {}, nodes[side], notes=notes)[0][0].code
        b.play(board, code >> 7, code & 127)
        squares, side = b.squares_of(board), 3 - side
        if board.info[b.END]:
            return


def varied(squares: Sequence[int], chance: Random) -> Iterator[Sequence[int]]:
    """Yield a position, and variations with one or two men elsewhere: attackers' wins in games have several ways."""
    yield squares
    men = [square for square, piece in enumerate(squares) if piece not in (b.EMPTY, b.KING)]
    free = [square for square, piece in enumerate(squares) if piece == b.EMPTY]
    for number in range(VARIED):
        changed = list(squares)
        for origin, target in zip(chance.sample(men, 1 + number % 2), chance.sample(free, 2), strict=False):
            changed[target], changed[origin] = changed[origin], b.EMPTY
        yield changed


def may_begin(position: str, rules: Preset) -> bool:
    """Whether a match may begin from a position."""
    try:
        Options(rules, position=position)
    except OptionError:
        return False
    return True


def alone(board: b.Board, moves: int) -> int:
    """Return the only first move that wins within `moves`; 0 where there are several."""
    winning = []
    for code in b.codes_of(board):
        with b.played(board, code):
            if board.info[b.END] or still_wins(board, moves - 1):
                winning.append(code)
        if len(winning) > 1:
            return 0
    return winning[0] if winning else 0


def solution(board: b.Board, law: Law, first: int, moves: int) -> list[int]:
    """Return the moves of the win: each answer is one that delays it longest, and among those the best looking one.

    Empty where the win surrounds the king or all defenders: puzzles ask to capture the king.
    """
    played, weights = [first], array(weights_of(law, b.ATTACKER))
    b.play(board, first >> 7, first & 127)
    for left in range(moves - 1, 0, -1):
        sign = 1 if board.info[b.MOVER] == b.ATTACKER else -1
        answers = sorted(b.codes_of(board), key=lambda code: -sign * after(board, weights, code))
        if not answers:
            return []
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
    """Return the lines of a file whose win is not the shortest, or not by a single first move."""
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        kind, level, position, win, *_ = line.split("\t")
        law = PRESETS[kind.partition("_")[0]]  # type: ignore[index]
        board = b.new_board(*notation.read_position(position), law, worths_of(law))
        moves, first = shortest_win(board, int(level)), notation.read(win)[0]
        if moves != int(level) or alone(board, moves) != b.code_of(*first):
            found.append(line)
    return found


def main() -> None:
    asked = read_command(__doc__, wrong, 3000, "games")
    if asked is None:
        return
    arguments, written = asked
    chance, nine = Random(arguments.seed), Squares(b.SIDE, b.SIDE)
    lines: dict[tuple[Kind, int], list[str]] = {(kind, moves): [] for kind in KINDS for moves in WANTED}
    for line in written:
        (kind,) = (kind for kind in KINDS if line.startswith(f"{kind_name(kind)}\t"))
        lines[kind, int(line.split("\t")[1])].append(line)
    known = {nine.least(notation.read_position(line.split("\t")[2])[0])[0] for line in written}
    for number in range(arguments.games):
        lacking = [kind for kind in KINDS if any(len(lines[kind, moves]) < wanted(kind, moves) for moves in WANTED)]
        if not lacking:
            break
        kind = rules, side = lacking[number % len(lacking)]
        law = PRESETS[rules]
        taken: set[int] = set()
        for squares in chain.from_iterable(varied(seen, chance) for seen in game(rules, side, chance)):
            board, image = b.new_board(squares, side, law, worths_of(law)), nine.least(squares)[0]
            position = notation.write_position(squares, side)
            moves = shortest_win(board, max(WANTED)) if image not in known and may_begin(position, rules) else 0
            if not moves or moves in taken or len(lines[kind, moves]) >= wanted(kind, moves):
                continue
            first = alone(board, moves)
            win = solution(board, law, first, moves) if first else ()
            if win:
                taken.add(moves)
                known.add(image)
                moved = " ".join(notation.write(*b.squares_in(code)) for code in win)
                lines[kind, moves].append(f"{kind_name(kind)}\t{moves}\t{position}\t{moved}")
        print(number, kind_name(kind), {moves: len(lines[kind, moves]) for moves in WANTED}, flush=True)
        arguments.file.write_text("\n".join(chain.from_iterable(lines.values())) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
