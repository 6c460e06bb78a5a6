"""How computers find their moves: alpha-beta with a table of positions, the best tried first, threats looked into.

Budgets are nodes, never seconds, so both speeds of the source play alike. Values are for the one to move.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from game.cabinets.tablut.players.values import WIN, value
from game.cabinets.tablut.rules import board as b
from game.cabinets.tablut.rules.board import Board
from game.core.compiled import array, filled, in_place

LEVELS: Final = 40
"""Moves that are looked ahead at the most."""
SURE: Final = WIN - 1000
"""A value from here on is a win that is proven."""
SORTED: Final = 7
"""So many moves of a position are tried in the order of what they promise; the rest as they come."""
LATEST: Final = 24
"""Moves from here on are looked into two moves less deep, those behind the sorted ones one."""
EXACT, LOWER, UPPER = 1, 2, 3
_PLACES: Final = 128 * 128


class Notes(NamedTuple):
    """What a search writes into; it may be used again for the next."""

    found: Any
    """The moves of each level, one after the other."""
    promise: Any
    """What each of them promises."""
    killers: Any
    """Two moves a level that refuted others there."""
    history: Any
    """How often each move refuted others."""
    keys: Any
    """The table: the hash of a position, its value, and `(depth * 4 + bound) * 2¹⁴ + best move`."""
    worths: Any
    bests: Any
    left: Any
    """The nodes that are left, and the level at which the one to move has just been passed over."""


def new_notes(nodes: int) -> Notes:
    """Notes for a search of so many nodes."""
    size = 1 << max(10, min(19, (nodes // 2).bit_length()))
    room = b.MOST_MOVES * (LEVELS + 2)
    lengths = (room, room, 2 * (LEVELS + 2), _PLACES, size, size, size, 2)
    return Notes(*(filled(length) for length in lengths))


@in_place
def answers(board: Board, notes: Notes, start: int, end: int) -> int:
    """Keep of the attackers' moves those that can stop a king who could escape next; returns where they end.

    Such a move stands in his way, or beside him to take him. Two ways out are not stopped by one man.
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
    """What a position is worth for the one to move, so deep; a win counts less the later it comes.

    Meaningless once `notes.left` has fallen below 0.
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
        # Who stands so well that even a move of the other more leaves enough is not looked at further.
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
    """A move at the root, and what it is worth for the one to move."""

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
    """The moves with what they are worth, the best first, and how deep was looked; always one move deep.

    The `most` best are exact, what others have is a bound from above. `fixed` has what a move is worth whatever comes
    after it (a repeated position). Without `notes` nothing is known from a search before.
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
    """All moves, so deep, the best first; None where the nodes did not last."""
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
