"""Pictures for the rules page: what is asked for, the chain as lanterns, a hidden word."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from game.cabinets.words.book import book
from game.cabinets.words.rules import Words
from game.cabinets.words.stage.lanterns import draw_lanterns
from game.cabinets.words.stage.places import ASKED
from game.cabinets.words.stage.sheet import draw_middle
from game.cabinets.words.state import Options, Said, View
from game.core.rules import SPECTATOR
from game.engine.canvas import Box, Canvas
from game.engine.colour import NIGHT
from game.engine.stage import Stage, Surroundings
from game.engine.stage.illustration import Piece, illustration
from game.engine.widgets.parts.richtext import Picture

_SPAN = 400.0
_STRINGS, _LARGE = Box(30, 60, 340, 280), 30.0
_KOREAN = ("기차", "차례", "예술", "술래")
_ENGLISH = ("lantern", "night", "table", "eagle")


def _said(language: str) -> View:
    """Return a view with a chain of four words."""
    words = _KOREAN if language == "ko" else _ENGLISH
    options = Options(mode="chain" if language == "ko" else "letter")
    state = Words().start(2, options)
    state.order, state.phase, state.title, state.left = [0, 1], "turn", [words[0][0]] * 5, 60_000
    state.chain = [Said(word, number % 2, 20, 900) for number, word in enumerate(words)]
    state.asked = book(options).asks(words[-1])
    return Words().view(state, SPECTATOR)


def _hidden(language: str) -> View:
    korean = language == "ko"
    state = Words().start(2, Options(mode="quiz" if korean else "gloss"))
    state.phase, state.hidden, state.theme = "turn", "다람쥐" if korean else "hen", "animal" if korean else "bird"
    state.order, state.hints, state.left = [0, 2, 1], 1, 40_000
    return Words().view(state, SPECTATOR)


def rules_pictures(_: type[Stage[View, Any]], surroundings: Surroundings) -> Mapping[str, Picture]:
    """Return the picture that the rules name `![chain]`: the sheet, the lanterns and the tiles of the quiz."""
    language = surroundings.texts.language
    said, hidden = _said(language), _hidden(language)
    shown = [
        Piece(1, _at_night(lambda canvas: draw_middle(canvas, surroundings, said, "")), ASKED.center),
        Piece(
            2,
            _at_night(lambda canvas: draw_lanterns(canvas, surroundings, said.chain, _STRINGS, _LARGE)),
            _STRINGS.center,
        ),
        Piece(
            3,
            _at_night(lambda canvas: draw_middle(canvas, surroundings, hidden, "")),
            (ASKED.centerx, ASKED.centery - 20),
        ),
    ]
    return {"chain": illustration(shown, surroundings.typeface, _SPAN)}


def _at_night(draw: Callable[[Canvas], None]) -> Callable[[Canvas], None]:
    """Return a function that draws what `draw` draws on a dark ground, like that of a table."""

    def both(canvas: Canvas) -> None:
        canvas.surface.fill(NIGHT)
        draw(canvas)

    return both
