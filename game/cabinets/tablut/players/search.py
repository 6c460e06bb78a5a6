"""How the bots find their moves: alpha-beta with a table of positions, the most promising moves first, and threats.

Budgets are nodes, never seconds, so compiled and plain Python play alike. Values are for the side to move.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from game.cabinets.tablut.players.values import WIN, value
from game.cabinets.tablut.rules import board as b
from game.cabinets.tablut.rules.board import Board
from game.core.compiled import array, filled, in_place

LEVELS: Final = 40
"""The most moves that are looked ahead."""
SURE: Final = WIN - 1000
"""A value above this is a proven win."""
SORTED: Final = 7
"""How many moves of a position are sorted by promise; the rest are tried as they come."""
LATEST: Final = 24
"""Moves from this index on are searched two moves less deep; those between SORTED and this, one less."""
EXACT, LOWER, UPPER = 1, 2, 3
_PLACES: Final = 128 * 128


class Notes(NamedTuple):
    """The memory that a search writes to; it may be reused for the next search."""

    found: Any
    """The moves of each level, one level after the other."""
    promise: Any
    """How promising each move in `found` is."""
    killers: Any
    """Two moves for each level that refuted others there."""
    history: Any
    """How often each move refuted others."""
    keys: Any
    """The table of positions: hashes (`keys`), values (`worths`) and `(depth * 4 + bound) * 2¹⁴ + best move`
    (`bests`)."""
    worths: Any
    bests: Any
    left: Any
    """Two numbers: the nodes left, and the level at which the side to move has just passed its move."""


def new_notes(nodes: int) -> Notes:
    """Return the memory for a search of `nodes` nodes."""
    size = 1 << max(10, min(19, (nodes // 2).bit_length()))
    room = b.MOST_MOVES * (LEVELS + 2)
    lengths = (room, room, 2 * (LEVELS + 2), _PLACES, size, size, size, 2)
    return Notes(*(filled(length) for length in lengths))


@in_place
def answers(board: Board, notes: Notes, start: int, end: int) -> int:
    """Keep only those attackers' moves that can stop a king who could escape next; return the index behind them.

    Such a move blocks the king's way, or stands beside him to take him. One man cannot stop two ways out.
    """
    cells, bars, zones = board.cells, board.bars, board.zones
    king = board.info[b.KING_AT]
    base = b.KING * b.PLACES
    kept = start
    for place in range(start, end):
        target = notes.found[place] % 128
        wanted = False
        for step in b.STEPS:
            at = king + step
            if at == target:
                wanted = True
            if wanted or board.info[b.WAYS] > 1:
                continue
            crossed = False
            while cells[at] == b.EMPTY and bars[base + at] & b.NO_PASS == 0:
                crossed = crossed or at == target
                if zones[at] & b.IS_ESCAPE:
                    wanted = crossed
                    break
                at += step
        if wanted:
            notes.found[kept] = notes.found[place]
            kept += 1
    return kept


@in_place
def search(board: Board, notes: Notes, weights: Any, depth: int, low: int, high: int, level: int) -> int:
    """Return the value of a position, searched `depth` moves deep; a win counts less the later it comes.

    The result is meaningless once `notes.left` has fallen below 0.
    """
    info, left = board.info, notes.left
    left[0] -= 1
    passed = left[1] == level
    left[1] = 0
    mover = info[b.MOVER]
    worth = value(board, weights)
    if worth < -SURE:
        return WIN - level - 1
    threatened = mover == b.ATTACKER and info[b.WAYS] > 0
    if (depth <= 0 and not threatened) or level >= LEVELS:
        return worth if mover == b.ATTACKER else -worth
    hashed = info[b.HASH]
    slot = hashed & (len(notes.keys) - 1)
    tried = 0
    if notes.keys[slot] == hashed:
        known = notes.worths[slot]
        if known > SURE:
            known -= level
        elif known < -SURE:
            known += level
        packed = notes.bests[slot]
        tried = packed & 16383
        bound = packed >> 14 & 3
        fits = bound == EXACT or (bound == LOWER and known >= high) or (bound == UPPER and known <= low)
        if fits and packed >> 16 >= depth and level > 0:
            return int(known)
    standing = worth if mover == b.ATTACKER else -worth
    if depth > 2 and level > 0 and not passed and not threatened and standing >= high and high < SURE:
        # A side that stands well enough even if the opponent moves once more is not searched further.
        info[b.MOVER] = 3 - mover
        info[b.HASH] ^= b.DEFENDERS_MOVE
        left[1] = level + 1
        after = -search(board, notes, weights, depth - 3, -high, 1 - high, level + 1)
        info[b.MOVER] = mover
        info[b.HASH] ^= b.DEFENDERS_MOVE
        if left[0] < 0:
            return 0
        if after >= high:
            return int(min(after, SURE))
    start = b.MOST_MOVES * level
    end = b.moves(board, notes.found, start)
    if end == start:
        return level - WIN
    if threatened:
        end = answers(board, notes, start, end)
        if end == start:
            return level + 2 - WIN
    first, second = notes.killers[2 * level], notes.killers[2 * level + 1]
    for place in range(start, end):
        code = notes.found[place]
        promise = notes.history[code]
        if code == tried:
            promise += 1 << 40
        elif code in (first, second):
            promise += 1 << 30
        notes.promise[place] = promise
    best = -WIN
    chosen = notes.found[start]
    bottom = low
    for place in range(start, end):
        if place - start < SORTED:
            top = place
            for other in range(place + 1, end):
                if notes.promise[other] > notes.promise[top]:
                    top = other
            if top != place:
                code = notes.found[top]
                notes.found[top] = notes.found[place]
                notes.found[place] = code
                notes.promise[top] = notes.promise[place]
        code = notes.found[place]
        origin, target = code >> 7, code & 127
        count = b.play(board, origin, target)
        if info[b.END]:
            after = WIN - level - 1
        elif place == start:
            after = -search(board, notes, weights, depth - 1, -high, -low, level + 1)
        else:
            late = 0
            if depth > 1 and place - start >= SORTED and count == 0 and not threatened:
                late = 2 if depth > 3 and place - start >= LATEST else 1
            after = -search(board, notes, weights, depth - 1 - late, -low - 1, -low, level + 1)
            if after > low and (late or after < high):
                after = -search(board, notes, weights, depth - 1, -high, -low, level + 1)
        b.unplay(board, origin, target, count)
        if left[0] < 0:
            return 0
        if after > best:
            best = after
            chosen = code
        low = max(low, best)
        if low >= high:
            if code != first:
                notes.killers[2 * level + 1] = first
                notes.killers[2 * level] = code
            notes.history[code] += max(depth, 1) * max(depth, 1)
            break
    bound = EXACT
    if best >= high:
        bound = LOWER
    elif best <= bottom:
        bound = UPPER
    notes.keys[slot] = hashed
    notes.bests[slot] = (max(depth, 0) * 4 + bound) << 14 | chosen
    notes.worths[slot] = best + level if best > SURE else best - level if best < -SURE else best
    return int(best)


class Found(NamedTuple):
    """A move at the root, and its value to the side to move."""

    code: int
    worth: int


def best_moves(
    board: Board,
    weights: Sequence[int],
    codes: Sequence[int],
    fixed: Mapping[int, int],
    nodes: int,
    *,
    most: int = 1,
    notes: Notes | None = None,
) -> tuple[list[Found], int]:
    """Return the moves with their values, the best first, and the depth that was searched; at least one move deep.

    The `most` best values are exact, others are upper bounds. `fixed` holds moves whose value is known without a search
    (a repeated position). Without `notes` nothing is reused from an earlier search.
    """
    notes = notes or new_notes(nodes)
    numbers = array(weights)
    order = [Found(code, 0) for code in codes]
    reached = 0
    for depth in range(1, LEVELS):
        notes.left[0] = nodes if depth > 1 else 1 << 40
        before = int(notes.left[0])
        done = _looked(board, notes, numbers, [found.code for found in order], fixed, depth, most)
        if done is None:
            break
        order, reached = done, depth
        nodes -= (before - int(notes.left[0])) if depth > 1 else len(order)
        decided = all(abs(found.worth) > SURE for found in order[:most]) or len(order) == 1
        if nodes <= 0 or decided:
            break
    return order, reached


def _looked(
    board: Board, notes: Notes, weights: Any, codes: Sequence[int], fixed: Mapping[int, int], depth: int, most: int
) -> list[Found] | None:
    """Return all moves searched to `depth`, the best first; None if the nodes ran out."""
    found: list[Found] = []
    for code in codes:
        low = sorted((known.worth for known in found), reverse=True)[most - 1] if len(found) >= most else -WIN
        origin, target = code >> 7, code & 127
        count = int(b.play(board, origin, target))
        if code in fixed:
            worth = fixed[code]
        elif board.info[b.END]:
            worth = WIN - 1
        else:
            worth = -int(search(board, notes, weights, depth - 1, -WIN if low == -WIN else -low - 1, -low, 1))
            if worth > low > -WIN:
                worth = -int(search(board, notes, weights, depth - 1, -WIN, -low, 1))
        b.unplay(board, origin, target, count)
        if notes.left[0] < 0:
            return None
        found.append(Found(code, worth))
    return sorted(found, key=lambda known: -known.worth)
