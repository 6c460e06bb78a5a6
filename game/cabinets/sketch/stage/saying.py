"""What is said above, on and beside the paper: the category and the word, what all wait for, what was guessed."""

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
    """The largest size up to `most` in which there is room for all of a text."""
    return min(most, room * theme.CAPTION / max(1.0, typeface.measure(text, theme.CAPTION, Weight.BOLD)))


def draw_banner(canvas: Canvas, given: Surroundings, places: Places, view: View, told: float) -> None:
    """The category, and once it is told to all so much of the word."""
    typeface, box = given.typeface, places.banner
    drop_shadow(canvas, box, theme.CONTROL_CORNER, 6, 110, 3)
    draw_sheet(canvas, box, theme.CONTROL_CORNER, SHEET if view.category else GLASS)
    text, most, ink, still_hidden = view.category, theme.HEADING, theme.TEXT_ON_PAPER, 0
    if view.revealed and view.word and told:
        text = f"{view.category} · {view.word}"
        still_hidden = round((1 - told) * len(view.word))
    elif view.phase == "pose":
        text, most, ink = given.texts.line("sketch.stage.unknown"), theme.BODY, theme.TEXT_BRIGHT
    size = fitting(typeface, text, most, box.width - 40)
    typeface.line(canvas, text[: len(text) - still_hidden], *box.center, size, Weight.BOLD, ink, "middle")


def draw_waiting(canvas: Canvas, given: Surroundings, places: Places, view: View) -> None:
    """On empty paper, what it waits for."""
    if view.strokes or view.phase not in ("pose", "first"):
        return
    paper = places.paper
    text = given.texts.line(f"sketch.waiting.{view.phase}", {"seat": view.master})
    room = Box(paper.left + 60, paper.centery - 30, paper.width - 120, 90)
    given.typeface.paragraph(canvas, text, room, theme.LABEL, Weight.SEMIBOLD, theme.TEXT_ON_PAPER_MUTED, "middle")


def draw_guess(canvas: Canvas, given: Surroundings, places: Places, view: View) -> None:
    """What was guessed, as long as it is judged; before it the word, for who knows it."""
    if view.guess and not view.revealed and view.odd is not None:
        room = places.buttons
        key = "sketch.stage.judged" if view.word else "sketch.event.guessed"
        text = given.texts.line(key, {"seat": view.odd, "text": view.guess, "word": view.word})
        inside = Box(room.left, room.top - 8, room.width, 80)
        given.typeface.paragraph(canvas, text, inside, theme.LABEL, Weight.BOLD, theme.TEXT_BRIGHT, "middle")
