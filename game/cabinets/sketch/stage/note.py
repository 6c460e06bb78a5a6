"""The note with the word: folded at the paper's edge, open on request, shown as a card when it is dealt."""

from __future__ import annotations

from typing import Final

from game.cabinets.sketch.stage.freehand.paper import brush
from game.cabinets.sketch.stage.places import Places
from game.cabinets.sketch.stage.saying import fitting
from game.cabinets.sketch.state import View
from game.core.rules import Viewer
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.light import drop_shadow
from game.engine.ornament import SHEET
from game.engine.stage import Surroundings
from game.engine.text import Weight
from game.engine.vector import icon
from game.kit.drawing.sheet import draw_sheet

_WORD: Final = 0.18
_BRUSH: Final = 0.24
"""Height of the word, and of the brushes beside it, as shares of the note's height."""
_APART: Final = 0.13
"""Distance from brush to brush, as a share of the note's height."""


def has_note(view: View, viewer: Viewer) -> bool:
    """Whether this viewer was dealt a note for the current round."""
    if viewer < 0 or not is_dealt(view):
        return False
    return view.word is not None or view.odd == viewer


def is_dealt(view: View) -> bool:
    """Whether notes are dealt in the current round and its word is not revealed yet."""
    return not view.revealed and view.phase not in ("master", "deal", "pose", "odd")


def draw_folded(canvas: Canvas, surroundings: Surroundings, places: Places) -> None:
    """Draw the folded note with the key that opens it."""
    box = places.note
    _draw_sheet(canvas, box, 5)
    text = surroundings.texts.line("sketch.stage.note")
    canvas.put_middle(icon("scroll-text", canvas.px(18), theme.TEXT_ON_PAPER), box.left + 18, box.centery)
    typeface = surroundings.typeface
    text = typeface.cut(text, box.width - 40, theme.CAPTION)
    typeface.line(canvas, text, box.left + 32, box.centery, theme.CAPTION, Weight.SEMIBOLD, theme.TEXT_ON_PAPER)


def draw_note(canvas: Canvas, surroundings: Surroundings, box: Box, view: View, viewer: Viewer) -> None:
    """Draw the open note: the word, or a blank for the odd one, among brushes. Both rows have the same length, so that
    a glance from aside tells nothing.
    """
    _draw_sheet(canvas, box, 8)
    typeface, line = surroundings.typeface, surroundings.texts.line
    odd = view.odd == viewer and view.master != viewer
    ink = theme.TEXT_ON_PAPER
    size = fitting(typeface, view.category, theme.LABEL, box.width - 32)
    y = box.top + box.height * 0.19
    typeface.line(canvas, view.category, box.centerx, y, size, Weight.SEMIBOLD, ink, "middle")
    word = line("sketch.stage.blank") if odd else view.word or ""
    room, high, apart = box.width - 32, box.height * _BRUSH, box.height * _APART
    size = fitting(typeface, word, box.height * _WORD / typeface.grown(1), room - 2.2 * apart)
    typeface.line(canvas, word, *box.center, size, Weight.BOLD, ink, "middle")
    beside = typeface.measure(word, size, Weight.BOLD) / 2
    for far in range(int((room / 2 - beside) / apart)):
        for side in (-1, 1):
            x = box.centerx + side * (room - (2 * far + 1) * apart) / 2
            canvas.put_middle(brush(canvas.px(high * 0.3), canvas.px(high), ink), x, box.centery)
    foot = line("sketch.stage.note_odd" if odd else "sketch.stage.note_word")
    foot = typeface.cut(foot, box.width - 24, theme.CAPTION)
    muted = theme.TEXT_ON_PAPER_MUTED
    y = box.bottom - box.height * 0.16
    typeface.line(canvas, foot, box.centerx, y, theme.CAPTION, Weight.SEMIBOLD, muted, "middle")


def _draw_sheet(canvas: Canvas, box: Box, corner: float) -> None:
    drop_shadow(canvas, box, corner, 10, 140, 5)
    draw_sheet(canvas, box, corner, SHEET)
