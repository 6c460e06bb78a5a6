"""Make the puzzles of Gem Merchants: forced wins with a single first turn, with empty decks.

    SOUK_PLAIN= python build/gems_puzzles.py game/cabinets/gems/data/puzzles.txt

Positions are those of matches between our own computers, with the rest of the decks removed: then nothing is
hidden and nothing is drawn. A line is a kind, how many own turns the shortest win takes, the position, and the moves of
the win. No shorter way wins, and no other first action does; both are looked for to the end. What the file has
already is kept: people's progress goes by it.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from puzzle_file import read_command

from game.cabinets.gems import board as b
from game.cabinets.gems.cabinet import GEMS
from game.cabinets.gems.puzzles import notation
from game.cabinets.gems.puzzles.forced import Board, Prover, TooLongError, Turned, shortest_win, turns_of
from game.cabinets.gems.puzzles.position import OPTIONS, SEATS, read_position, write_position
from game.cabinets.gems.state import Action, Return, State, Welcome
from game.core.bots import Request
from game.core.compiled import array
from game.core.match.match import Match
from game.core.match.session import bot_setup

WANTED = {1: 8, 2: 30, 3: 12}
"""How many puzzles of each kind are wanted, by the winner's number of turns."""
KINDS = ("answered", "closing")
"""Kind of puzzle by the winning seat: the first seat's last turn is answered, the second seat closes the round."""
NODES, LONG_NODES = 2500, 16_000
"""The most nodes to prove a position; the second limit is for positions searched up to the longest win. Positions that
need more are skipped."""
TOKENS = 6
VARIED = 4
"""How many variations of a match's position are tried."""
MOST_ALIKE = 2
"""The most puzzles of one kind made from one match."""
LEAST_SCORE = 7
"""The least points of the mover for a position to be searched."""


def positions(seed: int) -> Iterator[State]:
    """Yield the late positions of a match, with the seats turned so that the mover is the first."""
    match, chance = Match(GEMS.rules, SEATS, OPTIONS, seed), Random(seed)
    kinds = [GEMS.bots[chance.choice(("greedy", "greedy", "greedy", "expert"))] for _ in range(SEATS)]
    players = [kind(bot_setup(match, GEMS.id, seat)) for seat, kind in enumerate(kinds)]
    match.tick(0.0)
    while not match.over:
        (seat,) = match.waiting_for
        state: State = GEMS.rules.load(match.dump())
        if state.phase == "act" and state.cells[b.at_seat(seat) + b.SCORE] >= LEAST_SCORE:
            yield turned_round(state)
        request = Request(match.number, match.view(seat), match.legal(seat), (), chance.getrandbits(60))
        match.offer(seat, players[seat].decide(request))
        match.tick(0.0)


def varied(state: State, chance: Random) -> Iterator[State]:
    """Yield a position, and variations in which a seat has another token: many positions have several wins, or none."""
    yield state
    for _ in range(VARIED):
        other: State = GEMS.rules.load(GEMS.rules.dump(state))
        cells = other.cells
        for seat in range(SEATS):
            at = b.at_seat(seat)
            gone = [colour for colour in range(TOKENS) if cells[at + colour]]
            come = [colour for colour in range(TOKENS) if cells[b.BANK + colour]]
            if gone and come:
                lost, got = chance.choice(gone), chance.choice(come)
                for colour, change in ((lost, -1), (got, 1)):
                    cells[at + colour] += change
                    cells[b.BANK + colour] -= change
        yield other


def turned_round(state: State) -> State:
    """The same with the seat that began as the first."""
    if state.first:
        first, second = (slice(b.at_seat(seat), b.at_seat(seat) + b.STRIDE) for seat in range(SEATS))
        state.cells[first], state.cells[second] = state.cells[second], state.cells[first]
        nobles = slice(b.NOBLE, b.MOVER)
        state.cells[nobles] = [5 - host if host > 1 else host for host in state.cells[nobles]]
        state.bought.reverse()
    return state


def firsts(board: Board, turns: int, prover: Prover) -> dict[Action, Turned]:
    """Return the first actions that win, at most two, each with a complete winning turn."""
    found: dict[Action, Turned] = {}
    for turned in prover.promising(board, turns):
        if len(found) < 2 and turned.actions[0] not in found and prover.holds(turned, turns - 1):
            found[turned.actions[0]] = turned
    return found


def solution(board: Board, turns: int, prover: Prover) -> list[Action]:
    """Return the moves of a win; each reply is one that delays the win longest."""
    played: list[Action] = []
    for left in range(turns, 0, -1):
        turned = prover.winning(board, left)
        assert turned is not None
        played += turned.actions
        if turned.over:
            break
        reply = lasting(turned.board, left - 1, prover)
        played += reply.actions
        board = reply.board
        if reply.over:
            break
    return played


def lasting(board: Board, left: int, prover: Prover) -> Turned:
    """Return the reply that delays the win longest; among those, the one that leaves the fewest winning turns."""

    def ease(reply: Turned) -> tuple[int, int]:
        if reply.over:
            return -1, 0
        shortest = shortest_win(reply.board, left, prover)
        return -shortest, len(firsts(reply.board, shortest, prover))

    return min(turns_of(board), key=ease)


def line_of(position: str, most: int, nodes: int) -> str | None:
    """Return the file's line for a position; None where it has no puzzle of at most `most` turns."""
    board = array(read_position(position).cells)
    seat = int(board[b.MOVER])
    if board[b.LAST]:
        return None
    try:
        prover = Prover(seat, nodes)
        turns = shortest_win(board, most, prover)
        winning = firsts(board, turns, Prover(seat, nodes)) if turns else {}
        if len(winning) != 1:
            return None
        win = solution(board, turns, Prover(seat, nodes))
        if any(isinstance(action, Return | Welcome) for action in win):
            return None
    except TooLongError:
        return None
    return f"{KINDS[seat]}\t{turns}\t{position}\t{notation.write(win)}"


def wrong(path: Path) -> list[str]:
    """Return the lines of a file whose win is not the shortest, or not by a single first action."""
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        kind, level, position, *_ = line.split("\t")
        if (line_of(position, int(level), 1 << 30) or "").split("\t")[:2] != [kind, level]:
            found.append(line)
    return found


def main() -> None:
    asked = read_command(__doc__, wrong, 4000)
    if asked is None:
        return
    arguments, written = asked
    buckets: dict[tuple[str, int], list[str]] = {(kind, turns): [] for kind in KINDS for turns in WANTED}
    for line in written:
        kind, level, *_ = line.split("\t")
        buckets[kind, int(level)].append(line)
    known = {line.split("\t")[2] for line in written}
    for seed in range(arguments.seed, arguments.seed + arguments.matches):
        if all(len(lines) >= WANTED[turns] for (_, turns), lines in buckets.items()):
            break
        taken: Counter[tuple[str, int]] = Counter()
        chance = Random(seed)
        for number, state in enumerate(chain.from_iterable(varied(seen, chance) for seen in positions(seed))):
            long = number % (3 * (VARIED + 1)) == 0
            made = line_of(write_position(state), *((3, LONG_NODES) if long else (2, NODES)))
            if made is None or made.split("\t")[2] in known:
                continue
            kind, level, *_ = made.split("\t")
            bucket = kind, int(level)
            if taken[bucket] < MOST_ALIKE and len(buckets[bucket]) < WANTED[bucket[1]]:
                taken[bucket] += 1
                buckets[bucket].append(made)
                known.add(made.split("\t")[2])
        print(seed, {f"{kind} {turns}": len(lines) for (kind, turns), lines in buckets.items()}, flush=True)
        lines = [line for bucket in buckets.values() for line in bucket]
        arguments.file.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
