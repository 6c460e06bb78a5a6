"""Make Omok's puzzles: wins by fours with a single first stone, from games of our own computers.

    SOUK_PLAIN= python build/omok_puzzles.py game/cabinets/omok/data/puzzles.txt
    SOUK_PLAIN= python build/omok_puzzles.py game/cabinets/omok/data/puzzles.txt --lengthen 600

The second command makes longer puzzles from those in the file by moving stones, for 600 seconds of one core: games
have few long ones. A line is a kind, how many fours the shortest win takes, the moves up to the position, and the moves
of the win. Each has a win by fours, no shorter one, and a single first stone. Needs the `sim` extra to be quick.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from itertools import zip_longest
from pathlib import Path
from random import Random

from game.cabinets.omok import notation, search
from game.cabinets.omok.board import NOWHERE, Board, allowed, five_points, makes_five, new_board, put
from game.cabinets.omok.fours import DEEPEST, FOURS, four_points, win_by_fours
from game.cabinets.omok.state import laid
from game.core.compiled import array
from game.core.space import Squares

SIZE = 15
WANTED = {2: 14, 3: 24, 4: 22, 5: 20, 6: 15, 7: 12, 8: 8, 9: 6, 10: 2, 11: 1, 12: 1}
"""How many puzzles of a kind are wanted, by number of fours: 125. Missing long ones are replaced by short ones."""
UNKNOWN = -2
KINDS = ("renju_black", "renju_white", "free_black", "free_white")
NODES = 6_000
LONG = 6
"""The least number of fours of the puzzles that `lengthened` returns."""
TRIALS = 400
"""How many changes are tried from one position."""
GLANCE = 1_500
"""Nodes of a first quick search for any win."""


class Finder:
    """A board, and a search for wins by fours on it."""

    def __init__(self, rule: str) -> None:
        self.board: Board = new_board(SIZE, rule)
        self.memory = search.new_memory(self.board, 10)
        self.found = array([0] * (FOURS * (DEEPEST + 2)))

    def lay(self, moves: Sequence[int]) -> bool:
        """Set the board to these stones. Returns whether nobody has five in a row."""
        wanted = laid(moves, SIZE)
        for point, stone in enumerate(self.board.stones):
            if stone and stone != wanted[point]:
                put(self.board, point, -int(stone))
        for point, stone in enumerate(wanted):
            if stone and not self.board.stones[point]:
                put(self.board, point, stone)
        return not any(row & row >> 1 & row >> 2 & row >> 3 & row >> 4 for row in map(int, self.board.bits))

    def win(self, colour: int, depth: int, nodes: int = NODES) -> int:
        """Return the first stone of a win of at most `depth` fours; NOWHERE for none, UNKNOWN where the search was cut
        off.
        """
        left = array([0, nodes])
        point = int(win_by_fours(self.board, colour, depth, left, self.found, 0))
        return UNKNOWN if left[1] < 0 and point == NOWHERE else point

    def shortest(self, colour: int) -> int:
        """Return the number of fours of the shortest win; 0 where there is none or the search was cut off."""
        if self.win(colour, DEEPEST, GLANCE) < 0:
            return 0
        for depth in range(1, 13):
            point = self.win(colour, depth)
            if point != NOWHERE:
                return 0 if point == UNKNOWN else depth
        return 0

    def firsts(self, colour: int) -> list[int]:
        """Return the first stones of wins; a stone whose search was cut off counts as winning."""
        four, wins = array([0] * FOURS), []
        for point in map(int, four[: four_points(self.board, colour, 5, four, 0, FOURS)]):
            if allowed(self.board, point, colour):
                put(self.board, point, colour)
                if self._wins_after(colour):
                    wins.append(point)
                put(self.board, point, -colour)
        return wins

    def _wins_after(self, colour: int) -> bool:
        """Whether the four just made wins."""
        other, points = 3 - colour, array([0, 0])
        if five_points(self.board, other, points, 0):
            return False
        ways = five_points(self.board, colour, points, 0)
        answer = int(points[0])
        if ways == 2 or not allowed(self.board, answer, other):
            return True
        put(self.board, answer, other)
        wins = self.win(colour, DEEPEST, 2 * GLANCE) != NOWHERE
        put(self.board, answer, -other)
        return wins

    def solution(self, colour: int, depth: int) -> list[int]:
        """Return the stones of the shortest win, up to the five."""
        played: list[int] = []
        points = array([0, 0])
        while True:
            if five_points(self.board, colour, points, 0):
                played.append(int(points[0]))
                break
            point = self.win(colour, depth)
            assert point >= 0, "a win goes on"
            depth -= 1
            played.append(point)
            put(self.board, point, colour)
            five_points(self.board, colour, points, 0)
            answer = int(points[0])
            if not allowed(self.board, answer, 3 - colour):
                put(self.board, answer, colour)
                played += [notation.PASS, answer]
                break
            played.append(answer)
            put(self.board, answer, 3 - colour)
        for number, point in enumerate(played):
            if point != notation.PASS and self.board.stones[point]:
                put(self.board, point, -colour if number % 2 == 0 else colour - 3)
        return played


def game(finder: Finder, chance: Random) -> Iterator[tuple[list[int], int, int]]:
    """Yield positions of a game in which the mover wins by fours: moves, colour, number of fours.

    Both players see what the other could win by after each of their best stones, and play one that loses slowly or not
    at all, so that boards fill up. Wins that the other moves would have allowed are yielded too.
    """
    board, moves = finder.board, []
    near = [y * SIZE + x for y in range(4, 11) for x in range(4, 11)]
    for number, point in enumerate(chance.sample(near, 6)):
        moves.append(point)
        put(board, point, 1 + number % 2)
    points = array([0, 0])
    while len(moves) < 100:
        colour = 1 + len(moves) % 2
        forced = five_points(board, 3 - colour, points, 0)
        count = search.candidates(board, colour, finder.memory, 0, False)
        tried = [int(point) for point in finder.memory.found[:count]]
        if forced:
            tried = [int(points[0])] if forced == 1 and allowed(board, points[0], colour) else []
        kept: list[tuple[int, int]] = []
        for place, point in enumerate(tried):
            put(board, point, colour)
            moves.append(point)
            if not five_points(board, colour, points, 0) or len(moves) % 3 == 0:
                fours = finder.shortest(3 - colour)
                if fours > 1:
                    yield moves, 3 - colour, fours
                kept.append((place + chance.randrange(8) + (30 - 2 * fours if fours else 0), point))
            moves.pop()
            put(board, point, -colour)
        if not kept:
            break
        point = min(kept)[1]
        if makes_five(board, point, colour):
            break
        moves.append(point)
        put(board, point, colour)


def found_puzzles(chance: Random, games: int) -> dict[tuple[str, int], list[str]]:
    """Return lines by kind and number of fours."""
    lines: dict[tuple[str, int], list[str]] = {}
    known: set[bytes] = set()
    board = Squares(SIZE, SIZE)
    for number in range(games):
        if number % 50 == 0:
            print(number, sum(map(len, lines.values())), flush=True)
        rule = ("renju", "free")[number % 2]
        finder = Finder(rule)
        taken: set[int] = set()
        for moves, colour, fours in game(finder, chance):
            if fours in taken:
                continue
            kind = f"{rule}_{('black', 'white')[colour - 1]}"
            same = lines.setdefault((kind, fours), [])
            if len(same) >= 3 * WANTED.get(fours, 0) or finder.firsts(colour) != [finder.win(colour, fours)]:
                continue
            cells = [0] * SIZE**2
            for turn, point in enumerate(moves):
                cells[point] = 1 + turn % 2
            digest = blake2b(bytes(board.least(cells)[0])).digest()
            if digest in known:
                continue
            known.add(digest)
            taken.add(fours)
            solved = notation.write(finder.solution(colour, fours), SIZE)
            same.append(f"{kind}\t{fours}\t{notation.write(moves, SIZE)}\t{solved}")
    return lines


def lengthened(written: list[str], chance: Random, seconds: float) -> dict[tuple[str, int], list[str]]:
    """Return lines like `found_puzzles`, of LONG fours and more, together with those already written.

    Stones of a written puzzle are moved, added and removed at random; a change that does not shorten the win is kept.
    """
    lines: dict[tuple[str, int], list[str]] = {}
    for line in written:
        kind, fours, *_ = line.split("\t")
        lines.setdefault((kind, int(fours)), []).append(line)
    finders = {rule: Finder(rule) for rule in ("renju", "free")}
    starts = [line for line in written if int(line.split("\t")[1]) > 3]
    until = time.process_time() + seconds
    while time.process_time() < until:
        kind, _, position, *_ = chance.choice(starts).split("\t")
        finder = finders[kind.split("_")[0]]
        colour = 1 + kind.endswith("white")
        longest: dict[int, str] = {}
        for moves, long in climbed(finder, notation.read(position, SIZE), colour, chance):
            solved = notation.write(finder.solution(colour, long), SIZE)
            longest[long] = f"{kind}\t{long}\t{notation.write(moves, SIZE)}\t{solved}"
        if longest:
            lines.setdefault((kind, max(longest)), []).append(longest[max(longest)])
    return lines


def climbed(finder: Finder, moves: Sequence[int], colour: int, chance: Random) -> Iterator[tuple[list[int], int]]:
    """Yield positions near one, each with a win of at least LONG fours, a single first stone, and no shorter than
    before.
    """
    kept, length = list(moves), 0
    for _ in range(TRIALS):
        tried = changed(kept, chance)
        if not finder.lay(tried):
            continue
        fours = finder.shortest(colour)
        if fours < max(length, 4) or (fours == length and chance.random() < 0.5):
            continue
        if fours >= LONG and finder.firsts(colour) == [finder.win(colour, fours)]:
            yield tried, fours
        kept, length = tried, fours


def changed(moves: Sequence[int], chance: Random) -> list[int]:
    """Return the moves with one to three stones elsewhere, or with one stone more or less of each colour."""
    black, white = sides = [list(moves[::2]), list(moves[1::2])]
    free = [y * SIZE + x for y in range(2, 13) for x in range(2, 13) if y * SIZE + x not in moves]
    what = chance.randrange(6)
    if what == 0:
        black.append(free.pop(chance.randrange(len(free))))
        white.append(chance.choice(free))
    elif what == 1 and len(white) > 10:
        for side in sides:
            del side[chance.randrange(len(side))]
    else:
        for point in chance.sample(free, chance.randrange(1, 4)):
            side = chance.choice(sides)
            side[chance.randrange(len(side))] = point
    return [stone for pair in zip_longest(black, white) for stone in pair if stone is not None]


def chosen(lines: dict[tuple[str, int], list[str]], count: int) -> list[str]:
    """Choose `count` puzzles of each kind: the wanted number of each length if found, the rest of middle lengths."""
    every = []
    for kind in KINDS:
        taken: list[str] = []
        rest: list[str] = []
        for fours, wanted in sorted(WANTED.items()):
            there = lines.get((kind, fours), [])
            taken += there[:wanted]
            rest += there[wanted:]
        rest.sort(key=lambda line: abs(int(line.split("\t")[1]) - 5))
        taken += rest[: count - len(taken)]
        every += sorted(taken, key=lambda line: int(line.split("\t")[1]))
    return every


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--lengthen", type=float, help="seconds for longer ones of those in the file, in place of games"
    )
    arguments = parser.parse_args()
    if arguments.lengthen:
        written = arguments.file.read_text(encoding="utf-8").splitlines()
        lines = lengthened(written, Random(arguments.seed), arguments.lengthen)
    else:
        lines = found_puzzles(Random(arguments.seed), arguments.games)
    for key in sorted(lines):
        print(*key, len(lines[key]))
    arguments.file.write_text("\n".join(chosen(lines, 125)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
