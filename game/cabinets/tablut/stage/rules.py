"""The rules page: a paragraph for every rule in force, and pictures that follow it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from game.cabinets.tablut import board as b
from game.cabinets.tablut import notation
from game.cabinets.tablut.law import Law, law_of
from game.cabinets.tablut.rules import Tablut
from game.cabinets.tablut.stage import ground
from game.cabinets.tablut.state import Move, Options, State, View, listed
from game.core.rules import SPECTATOR
from game.engine.input import PointerMoved, PointerPressed
from game.engine.stage import Stage, Surroundings
from game.engine.widgets.richtext import Picture
from game.kit.moments import asking, moments

_CHAPTERS: Mapping[str, tuple[str, ...]] = {
    "begin": ("first",),
    "king": ("escape", "king_taken", "rim_hostile", "king_armed", "encircled"),
    "throne": ("throne_stand", "throne_cross", "throne_hostile", "throne_held"),
    "squares": ("corners", "camps"),
    "more": ("rows", "shieldwall"),
    "draws": ("repeat",),
}
_UNSAID = ("no", "none", "never")
"""What does not hold needs no words, but where a reader would expect it."""
_SAID = {("corners", "none"), ("king_armed", "no"), ("throne_hostile", "none"), ("throne_held", "never")}
_SPAN = 5
_TAKE = ("/9/9/2tT4t/9/9/9/7K1/9/9/ a", "i3", "e3", "d3")
_FOUR = ("/9/9/9/9/9/t8/2tKt4/3t5/9/ a", "a6", "d6", "d7")
_TWO = ("/9/9/9/9/9/9/1tK6/9/3t5/ a", "d9", "d7", "c7")
"""A position, the move that is pointed at, and the square in the middle of the picture."""


def rules_lines(options: Options) -> Sequence[tuple[str, Mapping[str, Any]]]:
    """Every chapter with the rules that hold in it."""
    law, lines = law_of(options), list[tuple[str, Mapping[str, Any]]]()
    for chapter, names in _CHAPTERS.items():
        told = [(name, getattr(law, name)) for name in names if _is_told(law, name)]
        if told or chapter == "draws":
            lines.append((f"tablut.rule.{chapter}", {}))
        lines += [(f"tablut.rule.{name}.{value}", {}) for name, value in told]
    if law.quiet:
        lines.append(("tablut.rule.quiet", {"number": law.quiet}))
    if options.rounds > 1:
        lines.append(("tablut.rule.rounds", {}))
    return lines


def _is_told(law: Law, name: str) -> bool:
    value = getattr(law, name)
    if name == "rim_hostile":
        return law.king_taken == "four"
    return value not in _UNSAID or (name, value) in _SAID


def rules_pictures(stage_type: type[Stage[View, Any]], surroundings: Surroundings) -> Mapping[str, Picture]:
    """`![take]`: a man between two, and the attacker that closes the king in, as these rules want it."""
    options = surroundings.options
    closing = _FOUR if law_of(options).king_taken == "four" else _TWO
    shown = [(number, *_asked(options, *moment)) for number, moment in ((1, _TAKE), (2, closing))]
    return {"take": moments(stage_type, surroundings, shown, _SPAN * ground.CELL)}


def _asked(options: Options, position: str, origin: str, target: str, centre: str) -> tuple[Any, tuple[float, float]]:
    """The moment in which a move is pointed at, and the middle of its picture."""
    squares, side = notation.read_position(position)
    view = Tablut().view(State(options, squares, side, attacker=0), SPECTATOR)
    start, end = (ground.middle_of(notation.square_named(name)) for name in (origin, target))
    legal = [Move.between(*pair) for pair in listed(b.new_board(squares, side, view.law))]
    return asking(view, 0, legal, [PointerPressed(*start), PointerMoved(*end)]), ground.middle_of(
        notation.square_named(centre)
    )
