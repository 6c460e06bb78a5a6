"""The sheet in the middle: what the next word must answer, as large as possible; the hidden word; a forfeit."""

from __future__ import annotations

from game.cabinets.words.glosses import gloss
from game.cabinets.words.stage.places import ASKED
from game.cabinets.words.stage.riddle import draw_tiles
from game.cabinets.words.state import KOREAN, RIDDLES, View
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import LANTERN, PAPER
from game.engine.light import drop_shadow, shine
from game.engine.ornament import SHEET
from game.engine.stage import READABLE_FROM, Surroundings
from game.engine.text import Weight
from game.ground.texts import Texts
from game.kit.drawing.sheet import draw_sheet

_MEANING = 84.0
"""Height at the foot of the sheet for a meaning, in design units."""


def draw_middle(canvas: Canvas, surroundings: Surroundings, view: View, sung: str) -> None:
    """Draw what is asked for, the hidden word or the forfeit.

    `sung` is the beginning of the last word that has been sung so far; empty when no word is being sung.
    """
    readable, typeface = canvas.scale >= READABLE_FROM, surroundings.typeface
    if view.mode in RIDDLES and not (readable and view.forfeit):
        top, high = (ASKED.top + 24, 150) if view.mode in KOREAN else (ASKED.top, 108)
        box = Box(ASKED.left - 90, top, ASKED.width + 180, high)
        draw_tiles(canvas, surroundings, view, box)
        if view.theme and readable:
            meaning, room = view.gloss if view.seen else gloss(view.drawn), Box(box.left, 176, box.width, 84)
            typeface.paragraph(canvas, meaning, room, theme.BODY, Weight.SEMIBOLD, PAPER, "middle")
            name, y = theme_name(surroundings.texts, view), ASKED.bottom - 22
            typeface.line(canvas, name, ASKED.centerx, y, theme.LABEL, Weight.BOLD, LANTERN, "middle")
        return
    if readable:
        drop_shadow(canvas, ASKED, 20, 18, 160, 8)
    shine(canvas, ASKED.centerx, ASKED.centery, ASKED.width * 0.5, LANTERN, 0.35, 1.6, 0.5)
    draw_sheet(canvas, ASKED, 20, SHEET)
    if readable and view.forfeit:
        _draw_forfeit(canvas, surroundings, view)
    else:
        _draw_asked(canvas, surroundings, view, sung)


def _draw_asked(canvas: Canvas, surroundings: Surroundings, view: View, sung: str) -> None:
    typeface = surroundings.typeface
    big = sung or (view.asked[0] if view.asked else surroundings.texts.line(f"words.option.mode.{view.mode}"))
    readable = canvas.scale >= READABLE_FROM and not sung
    note = _note(view) if readable else ""
    meaning = _meaning(view.chain[-1].word) if readable and view.chain and not note else ""
    high = typeface.height_of(meaning, ASKED.width - 32, theme.CAPTION) if meaning else 0.0
    if high > _MEANING:
        meaning = ""
    most, y = (160.0 - max(0.0, high - 40.0), 102.0 - high / 4) if note or meaning else (200.0, 120.0)
    y -= 18 if big.isascii() else 0
    size = min(most, 330 * 100 / max(1.0, typeface.measure(big, 100, Weight.BOLD))) / typeface.grown(1)
    typeface.line(canvas, big, ASKED.centerx, ASKED.top + y, size, Weight.BOLD, theme.TEXT_ON_PAPER, "middle")
    if note:
        typeface.line(canvas, note, ASKED.centerx, ASKED.bottom - 22, theme.LABEL, Weight.BOLD, theme.RUST, "middle")
    elif meaning:
        room = Box(ASKED.left + 16, ASKED.bottom - 10 - high, ASKED.width - 32, high)
        typeface.paragraph(canvas, meaning, room, theme.CAPTION, colour=theme.TEXT_ON_PAPER_MUTED, anchor="middle")


def _meaning(word: str) -> str:
    """Return the meaning of the word that was just said; empty if it is not known."""
    meaning = gloss(word)
    of_another_form = ": " in meaning[: len(word) + 2]
    return meaning if of_another_form or not meaning else f"{word}: {meaning}"


def _note(view: View) -> str:
    """Return the other forms of what is asked for, the length as empty places, and the mission, in one line."""
    parts = (f"({', '.join(view.asked[1:])})" if view.asked[1:] else "", "□" * view.length)
    return "   ".join(filter(None, (*parts, f"★ {view.mission}" if view.mission else "")))


def _draw_forfeit(canvas: Canvas, surroundings: Surroundings, view: View) -> None:
    """Draw the forfeit and the seats that have to do it."""
    typeface, texts = surroundings.typeface, surroundings.texts
    x, most = ASKED.centerx, ASKED.width - 48
    title = texts.line("words.stage.forfeit")
    typeface.line(canvas, title, x, ASKED.top + 34, theme.HEADING, Weight.BOLD, theme.RUST, "middle")
    what = texts.maybe(f"words.forfeit.{view.forfeit}") or view.forfeit
    room = Box(ASKED.left + 24, ASKED.top + 66, most, ASKED.height - 110)
    typeface.paragraph(canvas, what, room, theme.HEADING, Weight.SEMIBOLD, theme.TEXT_ON_PAPER, "middle")
    names = ", ".join(texts.line("words.stage.loser", seat=seat) for seat in view.losers)
    size = min(theme.LABEL, theme.LABEL * most / max(1.0, typeface.measure(names, theme.LABEL, Weight.BOLD)))
    typeface.line(canvas, names, x, ASKED.bottom - 26, size, Weight.BOLD, theme.TEXT_ON_PAPER, "middle")


def theme_name(texts: Texts, view: View) -> str:
    """Return the name of the hidden word's theme on screen."""
    return texts.maybe(f"words.option.themes.{view.theme}") or view.theme.partition("@")[0]
