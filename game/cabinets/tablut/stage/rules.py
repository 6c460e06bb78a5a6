"""The rules page: a paragraph for every rule in force, and pictures that follow the law."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from game.cabinets.tablut.rules import board as b
from game.cabinets.tablut.rules import notation
from game.cabinets.tablut.rules.law import Law, law_of
from game.cabinets.tablut.rules.rules import Tablut
from game.cabinets.tablut.rules.state import Move, Options, State, View, listed
from game.cabinets.tablut.stage import ground
from game.core.rules import SPECTATOR
from game.engine.input import PointerMoved, PointerPressed
from game.engine.stage import Stage, Surroundings
from game.engine.widgets.parts.richtext import Picture
from game.kit.moments import asking, moments

_CHAPTERS: Mapping[str, tuple[str, ...]] = {
    "begin": ("first",),
    "king": ("escape", "king_taken", "rim_hostile", "king_armed", "encircled"),
    "throne": ("throne_stand", "throne_cross", "throne_hostile", "throne_held"),
    "squares": ("corners", "camps"),
    "more": ("rows", "shieldwall"),
    "draws": ("repeat",),
}
_SPAN = 4.8
"""Squares that a picture shows across; with more, three beside each other are too small for marks in a small window."""
_PICTURED = "more"
"""The chapter before which further pictures are shown."""


class _Shown(NamedTuple):
    """A position, the move that is pointed at, and the square in the middle of the picture."""

    position: str
    origin: str
    target: str
    centre: str


_TAKE = _Shown("/9/9/2tT4t/9/9/9/7K1/9/9/ a", "i3", "e3", "d3")
_FOUR = _Shown("/9/9/9/9/9/t8/2tKt4/3t5/9/ a", "a6", "d6", "d7")
_TWO = _Shown("/9/9/9/9/9/9/1tK6/9/3t5/ a", "d9", "d7", "c7")
_CORNER = _Shown("/9/9/9/9/9/9/4t4/2T6/3K5/ d", "d9", "a9", "b8")
_EDGE = _Shown("/9/9/9/4t4/9/2T6/3K5/4t4/9/ d", "d7", "a7", "b7")
_AT_THRONE = _Shown("/9/7K1/9/9/9/4T4/2t6/9/9/ a", "c7", "e7", "e6")
_AT_CORNER = _Shown("/1T4t2/9/9/9/9/9/9/4K4/9/ a", "g1", "c1", "b2")
_AT_CAMP = _Shown("/9/9/4T4/2t6/9/9/9/7K1/9/ a", "c4", "e4", "e3")
_ON_RIM = _Shown("/9/4K4/9/5t3/9/9/9/3tt4/2tTT4/ a", "f4", "f9", "d8")


def rules_lines(options: Options) -> Sequence[tuple[str, Mapping[str, Any]]]:
    """Return the text keys and values of every chapter with the rules that hold in it."""
    law, lines = law_of(options), list[tuple[str, Mapping[str, Any]]]()
    for chapter, names in _CHAPTERS.items():
        told = [(name, getattr(law, name)) for name in names if _is_told(law, name)]
        if chapter == _PICTURED:
            lines.append(("tablut.rule.picture", {}))
            lines += [(f"tablut.rule.shown.{what}", {"number": number}) for number, what in enumerate(_shown(law), 1)]
        if told or chapter == "draws":
            lines.append((f"tablut.rule.{chapter}", {}))
        lines += [(f"tablut.rule.{name}.{value}", {}) for name, value in told]
    if law.quiet:
        lines.append(("tablut.rule.quiet", {"number": law.quiet}))
    if options.rounds > 1:
        lines.append(("tablut.rule.rounds", {}))
    return lines


def _shown(law: Law) -> Mapping[str, _Shown]:
    """Return what further pictures of a law show, by the key of the text below each.

    There are at most three: in narrower pictures the marks would be left out.
    """
    found: dict[str, _Shown] = {law.escape: _CORNER if law.escape == "corner" else _EDGE}
    found |= {"rim": _ON_RIM} if law.shieldwall == "yes" else {}
    found |= {"camp": _AT_CAMP} if law.camps == "yes" else {}
    found |= {"hostile": _AT_CORNER} if law.corners != "none" else {}
    found |= {"throne": _AT_THRONE} if law.throne_hostile == "both" else {}
    return dict(list(found.items())[:3])


def _is_told(law: Law, name: str) -> bool:
    """Return whether a rule is mentioned: it holds, or a reader would expect it to."""
    if name == "rim_hostile":
        return law.king_taken == "four"
    return name == "king_armed" or getattr(law, name) != "no"


def rules_pictures(stage_type: type[Stage[View, Any]], surroundings: Surroundings) -> Mapping[str, Picture]:
    """Return two pictures: `take`, how a man and the king are taken; `more`, other rules in force."""
    options = surroundings.options
    law = law_of(options)
    every: dict[str, Sequence[_Shown]] = {
        "take": (_TAKE, _FOUR if law.king_taken == "four" else _TWO),
        "more": tuple(_shown(law).values()),
    }
    return {
        name: moments(
            stage_type,
            surroundings,
            [(number, *_asked(options, *moment)) for number, moment in enumerate(shown, 1)],
            _SPAN * ground.CELL,
        )
        for name, shown in every.items()
    }


def _asked(options: Options, position: str, origin: str, target: str, centre: str) -> tuple[Any, tuple[float, float]]:
    """Return the moment at which a move is pointed at, and the middle of its picture."""
    squares, side = notation.read_position(position)
    view = Tablut().view(State(options, squares, side, attacker=0), SPECTATOR)
    start, end = (ground.middle_of(notation.square_named(name)) for name in (origin, target))
    legal = [Move.between(*pair) for pair in listed(b.new_board(squares, side, view.law))]
    return asking(view, view.mover, legal, [PointerPressed(*start), PointerMoved(*end)]), ground.middle_of(
        notation.square_named(centre)
    )
