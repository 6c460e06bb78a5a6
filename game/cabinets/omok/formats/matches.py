"""Plays the moves of other programs' files as matches of Omok, for replays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from game.cabinets.omok import notation
from game.cabinets.omok.formats.files import Moves, read_moves, read_psq, read_tree
from game.cabinets.omok.formats.renlib import SIZE, read_lib
from game.cabinets.omok.notation import PASS
from game.cabinets.omok.rules import Omok
from game.cabinets.omok.state import FREE_TO_PASS, Options, Pass, Place
from game.core.given import TextError, text_of
from game.core.match.match import Match
from game.core.recording.foreign import ForeignMatch
from game.core.sgf import FileError, Note, left_out

_RULES = ("free", "standard", "general", "korean", "renju")
"""Rule sets in the order in which they are tried: the one that allows most stones first."""


def read_sgf_match(data: bytes) -> ForeignMatch:
    """Return the main line of an SGF as a match. Raises FileError."""
    read = read_tree(data)
    names = tuple(read.about.get(name, "") for name in ("PB", "PW"))
    match = play(Moves(read.size, read.root.main_line()), read.about.get("RU", ""))
    return ForeignMatch(match, names, _told(*read.notes, *left_out(read.root)))


def read_psq_match(data: bytes) -> ForeignMatch:
    """Return a `.psq` as a match. Raises FileError."""
    return ForeignMatch(play(read_psq(_text(data))))


def read_text_match(data: bytes) -> ForeignMatch:
    """Return a list of moves as a match. Raises FileError or NotationError."""
    return ForeignMatch(play(read_moves(_text(data))))


def read_lib_match(data: bytes) -> ForeignMatch:
    """Return the first line of a library as a match. Raises FileError."""
    root = read_lib(data).root
    return ForeignMatch(play(Moves(SIZE, root.main_line())), notes=_told(*left_out(root)))


def _told(*notes: Note) -> tuple[tuple[str, Mapping[str, object]], ...]:
    return tuple((note.key, note.values) for note in notes)


def _text(data: bytes) -> str:
    try:
        return text_of(data)
    except TextError as error:
        raise FileError(error.key, **error.values) from error


def play(moves: Moves, rule: str = "") -> Match:
    """Return the match with these moves, black in seat 0, by the first rule set that allows them all: `rule`, then the
    freest. Passes before a player may pass are part of the position that the match begins from. Raises FileError with
    the first move that no rule set allows.
    """
    early = [number for number, point in enumerate(moves.points[:FREE_TO_PASS]) if point == PASS]
    begun = early[-1] + 1 if early else 0
    furthest, refused = -1, FileError("omok.file.illegal")
    for options in _options(moves, begun, rule):
        match, played = _played(moves.points[begun:], options)
        if begun + played == len(moves.points):
            return match
        if played > furthest:
            furthest = played
            point = notation.name(moves.points[begun + played], moves.size)
            refused = FileError("omok.file.illegal", number=begun + played + 1, point=point)
    raise refused


def _options(moves: Moves, begun: int, rule: str) -> Iterator[Options]:
    position = notation.write(moves.points[:begun], moves.size)
    wanted = [name for name in _RULES if name == rule.strip().lower()]
    given: dict[str, Any] = {"size": moves.size, "passing": "on", "colours": "seat", "position": position}
    for name in (*wanted, *_RULES):
        yield Options(rule=name, **given)  # type: ignore[arg-type]


def _played(points: Sequence[int], options: Options) -> tuple[Match, int]:
    """Return a match by these rules and how many of the moves it took."""
    match = Match(Omok(), 2, options, 0, undo=False)
    match.tick(0.0)
    for number, point in enumerate(points):
        action = Pass() if point == PASS else Place.on(point, options.size)
        if match.over or match.offer(match.waiting_for[0], action) is not None:
            return match, number
        match.tick(0.0)
    return match, len(points)
