"""The guide to Odd Brush: words are dealt, everybody draws a stroke, and somebody does not know the word."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from game.cabinets.sketch.book import book
from game.cabinets.sketch.drawing.strokes import polylines
from game.cabinets.sketch.freehand.points import flat
from game.cabinets.sketch.state import Action, Draw, Options, View
from game.engine.stage.guide import Guide, Named, Place, Step

ME: Final = 0
_SEED: Final = 21
"""Seed of the guide's match: the person knows the word and draws first; the odd one is in seat 3."""


def _options(language: str) -> Options:
    korean = "ko" if language == "ko" else "en"
    return Options(master="machine", laps=1, seconds=0, talk=0, goal=4, judge="exact", language=korean, lists="animals")  # type: ignore[arg-type]


def _stroke(view: View, _legal: Sequence[Action]) -> Sequence[Action]:
    """Return an example stroke: the next part of the word's drawing."""
    language = "ko" if any("가" <= sign <= "힣" for sign in view.category) else "en"
    word = book(_options(language)).entry(view.category, view.word or "")
    assert word is not None
    points = polylines(word.program or "")[min(len(view.strokes), 3)]
    return (Draw(flat(points), 900),)


def _lights(*names: str) -> Callable[[View], Sequence[Place]]:
    return lambda _view: tuple(map(Named, names))


def _word(view: View) -> Mapping[str, Any]:
    return {"category": view.category, "word": view.word or ""}


def _drawing(view: View) -> bool:
    return view.phase == "stroke"


def _mine(view: View) -> bool:
    return view.phase == "stroke" and view.artist == ME


def _after_mine(view: View) -> bool:
    return view.phase in ("stroke", "vote") and any(stroke.seat == ME for stroke in view.strokes)


def _voting(view: View) -> bool:
    return view.phase == "vote"


def _told(view: View) -> bool:
    return bool(view.history)


def _ended(view: View) -> Mapping[str, Any]:
    last = view.history[-1]
    return {"word": last.word, "seat": last.odd, "points": max(last.points)}


GUIDE: Final = Guide[View, Action](
    bots=("apprentice", "apprentice", "random", "apprentice"),
    seed=_SEED,
    options=_options,
    steps=(
        Step("paper", _drawing, _lights("paper")),
        Step("word", _drawing, _lights("note"), values=_word),
        Step("odd", _drawing, _lights("banner"), values=_word),
        Step("draw", _mine, _lights("paper"), _stroke, _word),
        Step("sent", _after_mine, _lights("paper")),
        Step("lines", _after_mine, _lights("seats")),
        Step("doubt", _voting, _lights("paper")),
        Step("vote", _voting, _lights("seats"), lambda _view, legal: legal),
        Step("told", _told, _lights("banner"), values=_ended),
        Step("points", _told, _lights("seats"), values=_ended),
        Step("guess", _told),
        Step("master", _told),
        Step("end", _drawing),
    ),
)
