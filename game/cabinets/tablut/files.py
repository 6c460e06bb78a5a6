"""Reads and writes matches in the notation of the tafl community, and reads logs of the competition's server."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from game.cabinets.tablut.rules import board as b
from game.cabinets.tablut.rules import notation
from game.cabinets.tablut.rules.law import PRESETS
from game.cabinets.tablut.rules.notation import NotationError, Written, square_named
from game.cabinets.tablut.rules.reasons import may_take
from game.cabinets.tablut.rules.rules import Tablut
from game.cabinets.tablut.rules.state import Move, Options, Turn, View, routes_of
from game.core.given import TextError, text_of
from game.core.match.match import Journal, Match
from game.core.recording.foreign import ForeignMatch
from game.core.rules import SPECTATOR
from game.core.settling import GiveUp

MOST_BYTES: Final = 1 << 20
_LOGGED: Final = re.compile(r"Turn: *(?:[BW]|BLACK|WHITE) +Pawn from +([a-i][1-9]) +to +([a-i][1-9])", re.IGNORECASE)


def read(text: str) -> tuple[Written, ...]:
    """Return the moves of a log of the competition's server, else of a list of moves. Raises NotationError."""
    if len(text.encode()) > MOST_BYTES:
        raise NotationError("tablut.file.long")
    logged = _LOGGED.findall(text)
    if logged:
        return tuple((square_named(origin.lower()), square_named(target.lower())) for origin, target in logged)
    return notation.read(text)


def play(moves: Iterable[Written], options: Options, journal: Journal | None = None) -> Match:
    """Return the match with these moves, seat 0 attacking. Raises NotationError for the first illegal move."""
    match = Match(Tablut(), 2, options, 0, journal=journal, undo=False)
    match.tick(0.0)
    for number, pair in enumerate(moves, 1):
        action = GiveUp() if pair == notation.GAVE_UP else Move.between(*pair)
        refusal = "match.refuse.over" if match.over else match.offer(match.waiting_for[0], action)
        if refusal is not None:
            written = "---" if pair == notation.GAVE_UP else notation.write(*pair)
            raise NotationError("tablut.file.move", number=number, move=written)
        match.tick(0.0)
    return match


def read_match(data: bytes) -> ForeignMatch:
    """Return a list of moves, a community's record or a log as a match, by the first known rules that allow it.

    Raises NotationError.
    """
    try:
        moves = read(text_of(data))
    except TextError as error:
        raise NotationError(error.key, **error.values) from error
    if not moves:
        raise NotationError("tablut.file.none")
    refused: NotationError | None = None
    for rules in PRESETS:
        try:
            return ForeignMatch(play(moves, Options(rules, sides="seat")))
        except NotationError as error:
            if refused is None or error.values["number"] > refused.values["number"]:
                refused = error
    assert refused is not None
    raise refused


def write(match: Match) -> str:
    """Return the moves of a match as text, two a line, with what each took and threatens; a new line for each round."""
    again = Match(match.rules, 2, match.options, match.seed, undo=False)
    words: list[str] = []
    for step in match.steps:
        before: View = again.view(SPECTATOR)
        again.play(step.moves)
        action = step.moves[0].action
        if isinstance(action, GiveUp):
            words.append("---")
        elif isinstance(action, Move):
            words.append(_written(before, action, {event.kind: event.data for event in step.events}, again))
    lines = [" ".join(words[first : first + 2]) for first in range(0, len(words), 2)]
    return "\n".join(f"{number}. {line}" for number, line in enumerate(lines, 1)) + "\n"


def _written(before: View, action: Move, events: dict[str, dict[str, object]], match: Match) -> str:
    view: View = match.view(SPECTATOR)
    same_round = len(view.moves) > len(before.moves)
    turn = view.moves[-1] if same_round else Turn(action.origin, action.target, ())
    end = "--" if "escaped" in events else "++" if "king_taken" in events or "shut_in" in events else ""
    if not end and same_round and view.mover >= 0:
        board = b.new_board(view.squares, b.ATTACKER, view.law)
        if before.side == b.ATTACKER:
            end = "+" if may_take(board, board.info[b.KING_AT]) else ""
        else:
            end = "-" if routes_of(board) else ""
    king = before.squares[action.origin] == b.KING
    return notation.write(action.origin, action.target, turn.taken, king, end)
