"""Texts above, on and beside the paper: the category and the word, what everybody waits for, and the guess."""

from __future__ import annotations

from game.cabinets.sketch.stage.places import Places
from game.cabinets.sketch.state import View
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.light import drop_shadow
from game.engine.ornament import GLASS, SHEET
from game.engine.stage import Surroundings
from game.engine.text import Typeface, Weight
from game.kit.drawing.sheet import draw_sheet


def fitting(typeface: Typeface, text: str, most: float, room: float) -> float:
    """Return the largest type size up to `most` in which the whole text fits into `room`."""
    return min(most, room * theme.CAPTION / max(1.0, typeface.measure(text, theme.CAPTION, Weight.BOLD)))


def draw_banner(canvas: Canvas, given: Surroundings, places: Places, view: View, told: float) -> None:
    """Draw the category, and, after the reveal, the share `told` of the word."""
    typeface, box, edge = given.typeface, places.banner, 40.0
    if places.upright and view.phase == "pose":  # no note is dealt yet
        box, edge = box.union(places.note), 16.0
    drop_shadow(canvas, box, theme.CONTROL_CORNER, 6, 110, 3)
    draw_sheet(canvas, box, theme.CONTROL_CORNER, SHEET if view.category else GLASS)
    text, most, ink, still_hidden = view.category, theme.HEADING, theme.TEXT_ON_PAPER, 0
    if view.revealed and view.word and told:
        text = f"{view.category} · {view.word}"
        still_hidden = round((1 - told) * len(view.word))
    elif view.phase == "pose":
        text, most, ink = given.texts.line("sketch.stage.unknown"), theme.BODY, theme.TEXT_BRIGHT
    size = fitting(typeface, text, most, box.width - edge)
    typeface.line(canvas, text[: len(text) - still_hidden], *box.center, size, Weight.BOLD, ink, "middle")


def draw_waiting(canvas: Canvas, given: Surroundings, places: Places, view: View) -> None:
    """Write on the empty paper what everybody waits for."""
    if view.strokes or view.phase not in ("pose", "first"):
        return
    paper = places.paper
    text = given.texts.line(f"sketch.waiting.{view.phase}", {"seat": view.master})
    edge = 16 if places.upright else 60
    room = Box(paper.left + edge, paper.centery - 30, paper.width - 2 * edge, 90)
    given.typeface.paragraph(canvas, text, room, theme.LABEL, Weight.SEMIBOLD, theme.TEXT_ON_PAPER_MUTED, "middle")


def draw_guess(canvas: Canvas, given: Surroundings, places: Places, view: View) -> None:
    """Write the odd one's guess while it is judged, and before it the word for those who know it."""
    if view.guess and not view.revealed and view.odd is not None:
        room = places.buttons
        key = "sketch.stage.judged" if view.word else "sketch.event.guessed"
        text = given.texts.line(key, {"seat": view.odd, "text": view.guess, "word": view.word})
        inside = Box(room.left, room.top - 8, room.width, 80)
        given.typeface.paragraph(canvas, text, inside, theme.LABEL, Weight.BOLD, theme.TEXT_BRIGHT, "middle")
