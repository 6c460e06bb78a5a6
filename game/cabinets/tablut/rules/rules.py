"""The rules of Tablut under every preset and option, as docs/tablut.md words them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from game.cabinets.tablut.rules import board as b
from game.cabinets.tablut.rules.law import changes, law_of
from game.cabinets.tablut.rules.notation import name
from game.cabinets.tablut.rules.reasons import closed_sides, hostile_sides
from game.cabinets.tablut.rules.state import (
    LONGEST,
    Action,
    Move,
    Options,
    State,
    Turn,
    View,
    Won,
    beginning,
    listed,
    quiet_moves,
    routes_of,
    times_here,
)
from game.core import rules as core
from game.core import settling
from game.core.ranking import ranked
from game.core.rules import NATURE, Ask, Event, GameInfo, Result, Rules, Seat, SeatResult, Viewer
from game.core.settling import Accept, GiveUp

SIDE_NAMES = ("", "attackers", "defenders")
PIECE_NAMES = ("", "attacker", "defender", "king")


class Tablut(Rules[State, Options, Action, View]):
    info = GameInfo("tablut", version=1, seats=(2,), options=Options, action=Action, view=View)
    state_type: ClassVar[type] = State

    def start(self, seats: int, options: Options) -> State:
        squares, side = beginning(options)
        return State(options, squares, side, attacker=0 if options.sides == "seat" else -1)

    def ask(self, state: State) -> Ask | None:
        if state.end:
            return None
        if state.attacker < 0:
            return Ask((NATURE,), outcomes=2)
        return Ask((mover_of(state),))

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        if state.end or state.attacker < 0 or mover_of(state) != seat:
            return ()
        return [Move.between(*pair) for pair in listed(_board(state))]

    def check(self, state: State, seat: Seat, action: Action) -> str | None:
        match action:
            case GiveUp() | Accept():
                return settling.why_not(state, seat, action)
        return why_not(_board(state), action.origin, action.target)

    def fallback(self, state: State, seat: Seat) -> Action:
        board = _board(state)
        taking = {pair: _taken(board, *pair) for pair in listed(board)}
        return Move.between(*max(taking, key=lambda pair: (taking[pair], -pair[0], -pair[1])))

    def step(self, state: State, moves: Sequence[core.Move]) -> list[Event]:
        (move,) = moves
        if move.seat == NATURE:
            state.attacker = move.action
            return [Event("sides", {"seat": state.attacker})]
        events = settling.decline(state, move) + settling.settle(move)
        match move.action:
            case GiveUp():
                return events + _round_over(state, 1 - move.seat, "given_up")
            case Accept():
                return events + _round_over(state, -1, "agreed")
        state.fell = -1
        return events + _moved(state, move.seat, move.action)

    def result(self, state: State) -> Result:
        points = self.scores(state)
        won = [[round_.moves for round_ in state.rounds if round_.seat == seat] for seat in (0, 1)]
        ranks = ranked([(points[seat], -min(won[seat], default=LONGEST)) for seat in (0, 1)])
        rows = (SeatResult(ranks[seat], points[seat], {"wins": len(won[seat])}) for seat in (0, 1))
        return Result(tuple(rows), state.end)

    def scores(self, state: State) -> tuple[int, ...]:
        return tuple(sum(1 if won.seat < 0 else 2 * (won.seat == seat) for won in state.rounds) for seat in (0, 1))

    def turns(self, state: State) -> int:
        return len(state.moves)

    def view(self, state: State, viewer: Viewer) -> View:
        over = bool(state.end) or state.attacker < 0
        options, board = state.options, _board(state)
        king = int(board.info[b.KING_AT])
        start = beginning(options)[0]
        lost = (start.count(kind) - state.squares.count(kind) for kind in (b.ATTACKER, b.DEFENDER))
        return View(
            options.preset,
            bool(changes(options)),
            law_of(options),
            tuple(state.squares),
            0 if over else state.side,
            -1 if over else mover_of(state),
            state.attacker,
            tuple(state.moves),
            options.position,
            tuple(lost),
            times_here(state.squares, state.moves, start=law_of(options).repeat != "first"),
            quiet_moves(state.moves),
            state.draw_by,
            () if over else routes_of(board),
            hostile_sides(board, king) if king else (0, 0, 0, 0),
            int(b.king_needs(board)) if king else 0,
            len(state.rounds) + 1 - bool(state.end),
            tuple(state.rounds),
            self.scores(state),
            state.fell,
        )

    def sketch(self, view: View) -> str:
        rows = ("".join(".tTK"[piece] for piece in view.squares[row * 9 : row * 9 + 9]) for row in range(9))
        return "\n".join(rows)


def mover_of(state: State) -> Seat:
    return state.attacker if state.side == b.ATTACKER else 1 - state.attacker


def _board(state: State) -> b.Board:
    return b.new_board(state.squares, state.side, law_of(state.options))


def _taken(board: b.Board, origin: int, target: int) -> int:
    """Return how many men a move takes; the king counts more than all men."""
    with b.played(board, b.code_of(origin, target)) as count:
        return count + 100 * (int(board.info[b.END]) == b.ATTACKER)


def why_not(board: b.Board, origin: int, target: int) -> str | None:
    """Return why the side to move may not make a move, as a text key; None if it may."""
    start, end = b.INDEXES[origin], b.INDEXES[target]
    piece = int(board.cells[start])
    if (piece == b.ATTACKER) != (board.info[b.MOVER] == b.ATTACKER) or not piece:
        return "tablut.refuse.not_yours"
    if origin == target:
        return "tablut.refuse.nowhere"
    across, down = target % 9 - origin % 9, target // 9 - origin // 9
    if bool(across) == bool(down):
        return "tablut.refuse.no_line"
    kind = b.kind_at(board, start)
    step = (end - start) // max(abs(across), abs(down))
    for at in range(start + step, end + step, step):
        if board.cells[at] != b.EMPTY:
            return "tablut.refuse.in_the_way"
        bar, zone = int(board.bars[kind * b.PLACES + at]), int(board.zones[at])
        where = "throne" if zone & b.IS_THRONE else "camp" if zone & b.IS_CAMP else "corner"
        if bar & (b.NO_STAND if at == end else b.NO_PASS):
            return f"tablut.refuse.{where}"
        if at == end and bar & b.NEAR_ONLY and max(abs(across), abs(down)) > 5:
            return "tablut.refuse.far_camp"
    return None


def _moved(state: State, seat: Seat, move: Move) -> list[Event]:
    law, board = law_of(state.options), _board(state)
    start, end = b.INDEXES[move.origin], b.INDEXES[move.target]
    piece = state.squares[move.origin]
    by = closers(board, end)
    count = int(b.play(board, start, end))
    taken = b.last_taken(board, count)
    state.squares = b.squares_of(board)
    state.moves.append(Turn(move.origin, move.target, taken))
    what = {"seat": seat, "piece": PIECE_NAMES[piece], "origin": name(move.origin), "target": name(move.target)}
    events = [Event("moved", what)]
    events += [Event("taken", {"seat": seat, "at": name(at), "by": by.get(at, "wall"), "square": at}) for at in taken]
    won, mover = int(board.info[b.END]), state.side
    state.side = 3 - mover
    if won == b.DEFENDER:
        events.append(Event("escaped", {"seat": seat, "at": name(move.target)}))
        return events + _round_over(state, seat, "escaped")
    if won == b.ATTACKER:
        king = b.square_of(int(board.info[b.KING_AT]))
        if not b.king_taken(board, end):
            events.append(Event("shut_in", {"seat": seat}))
            return events + _round_over(state, seat, "encircled")
        state.squares[king], state.fell = b.EMPTY, king
        events.append(Event("king_taken", {"seat": seat, "at": name(king), "square": king}))
        return events + _round_over(state, seat, "king_taken")
    events += _told(board, mover, end)
    events += settling.offer(state, seat, move.draw)
    return events + _ended(state, seat, mover, board, law.repeat, law.quiet)


def closers(board: b.Board, end: int) -> dict[int, str]:
    """Return, for each man that a move to `end` takes on a line, what closes it in besides the man that moves."""
    enemy, found = 3 - int(board.info[b.MOVER]), dict[int, str]()
    for step in b.STEPS:
        beyond = end + step
        while board.cells[beyond] == enemy:
            beyond += step
        by = b.BY_NAMES[b.hostile(board, beyond, enemy)]
        found |= {b.square_of(at): by for at in range(end + step, beyond, step) if by}
    return found


def _told(board: b.Board, mover: int, end: int) -> list[Event]:
    """Return the events called out after a move: how far the king is closed in, or that a way out is open."""
    if mover == b.DEFENDER:
        ways = routes_of(board)
        kind = "raichi" if len(ways) == 1 else "tuichu"
        return [Event(kind, {"at": ", ".join(map(name, ways)), "number": len(ways)})] if ways else []
    king = int(board.info[b.KING_AT])
    if end not in [king + step for step in b.STEPS]:
        return []
    number, needs = closed_sides(board)
    return [Event("king_surrounded", {"number": number, "needs": needs})]


def _ended(state: State, seat: Seat, mover: int, board: b.Board, repeat: str, quiet: int) -> list[Event]:
    """Return the events of a round's end by something other than the king; an empty list if the round goes on."""
    if not b.codes_of(board):
        return [Event("stuck", {"seat": 1 - seat}), *_round_over(state, seat, "stuck")]
    times = times_here(state.squares, state.moves, start=repeat != "first")
    if times >= (2 if repeat == "first" else 3):
        defender = 1 - state.attacker
        winner = {"mover": 1 - seat, "defender": 1 - defender}.get(repeat, -1)
        return [Event("repeated", {"seat": seat, "number": times}), *_round_over(state, winner, f"repeat_{repeat}")]
    if quiet and quiet_moves(state.moves) >= quiet:
        return _round_over(state, -1, "quiet")
    return _round_over(state, -1, "longest") if len(state.moves) >= LONGEST else []


def _round_over(state: State, winner: Seat, why: str) -> list[Event]:
    """Note a round's end. The next round begins with sides exchanged, or the match is over."""
    by_last = winner == 1 - mover_of(state)
    state.rounds.append(Won(winner, (len(state.moves) + by_last) // 2))
    state.draw_by = -1
    if len(state.rounds) == state.options.rounds:
        state.end = f"tablut.end.{why}"
        return [Event("over", {"seat": winner} if winner >= 0 else {})]
    state.attacker = 1 - state.attacker
    state.squares, state.side = beginning(state.options)
    state.moves, state.fell = [], -1
    return [Event("round", {"number": len(state.rounds) + 1, "seat": state.attacker, "end": why})]
