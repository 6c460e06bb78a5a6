"""The guide of Word Lanterns: a first match, a chain without a clock, in the language of the reader."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from game.cabinets.words.book import book
from game.cabinets.words.manners import suggested
from game.cabinets.words.stage.places import ASKED, CHAIN, LINE
from game.cabinets.words.state import Action, Options, Try, View
from game.engine.stage.guide import Guide, PanelOf, Step, lit

ME: Final = 0
_SEED: Final = 7
"""A seed with which the person speaks first and gets a word whose last sign differs from its first."""


def _options(language: str) -> Options:
    return Options(mode="chain" if language == "ko" else "letter", seconds=0, words="usual", rounds=5)


def _example(view: View) -> str:
    """Return the most ordinary word that fits."""
    rules = book(_options("ko" if view.mode == "chain" else "en"))
    return next(suggested(rules, view.asked, view.words, {said.word for said in view.chain}))


def _try(view: View, _legal: Sequence[Action]) -> Sequence[Action]:
    return (Try(_example(view)),)


def _asked(view: View) -> Mapping[str, Any]:
    return {"sign": view.asked[0]}


def _worded(view: View) -> Mapping[str, Any]:
    return {"sign": view.asked[0], "word": _example(view)}


def _my_points(view: View) -> Mapping[str, Any]:
    return {"points": view.points[ME]}


def _mine(words: int) -> Callable[[View], bool]:
    """Return a condition on views: it is the person's turn, after at least `words` words."""
    return lambda view: view.mover == ME and view.words >= words


def _theirs(view: View) -> bool:
    return view.mover != ME


GUIDE: Final = Guide[View, Action](
    bots=("novice", "novice"),
    seed=_SEED,
    options=_options,
    steps=(
        Step("lantern", _mine(0), lit(ASKED), values=_asked),
        Step("line", _mine(0), lit(LINE)),
        Step("say", _mine(0), lit(ASKED), _try, _worded),
        Step("others", lambda view: view.words >= 1, lit(ASKED), values=_asked),
        Step("points", lambda view: view.words >= 1, lit(PanelOf(ME)), values=_my_points),
        Step("chain", _mine(1), lit(CHAIN)),
        Step("again", _mine(1), lit(ASKED), _try, _worded),
        Step("dead_end", _theirs),
        Step("law", lambda view: _theirs(view) and view.mode == "chain", optional=True),
        Step("clock", _theirs),
        Step("flag", _theirs),
        Step("end", _mine(1)),
    ),
)
