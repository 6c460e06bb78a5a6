"""The closing page in the window, to look at together, and to keep as a picture or as one file of HTML."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path

import pygame

from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.light import drop_shadow
from game.engine.ornament import SHEET, hang_lantern
from game.engine.pictures import write_png
from game.engine.scene import Context
from game.engine.text import Weight
from game.engine.text.fitting import first_fitting, fitted
from game.engine.widgets import Answer, Button, Dialog, Widget, draw_icon
from game.engine.widgets.parts import faces
from game.engine.widgets.parts.button import Kind
from game.ground import files, paths
from game.ground.portrait import valid_strokes
from game.scenes.evening.portrait import put_portrait
from game.scenes.ledger.closing import Closing, closing_of
from game.scenes.ledger.closing_page import closing_html
from game.scenes.page.backdrop import draw_backdrop
from game.scenes.page.page import PageScene
from net.ledger.kept import Ledger
from net.ledger.lines import evening_of
from net.messages import RoomState

_PICTURE = (1920, 1080)
_LEAST_MATCHES = 2
"""From how many matches on a room that ends has been an evening."""


class ClosingScene(PageScene):
    """Places on the left, the best moments on the right."""

    def __init__(self, context: Context, closing: Closing) -> None:
        super().__init__(context)
        self.closing = closing

    @property
    def heading(self) -> str:
        return self.closing.title

    @property
    def subheading(self) -> str:
        return self.closing.subtitle(self.context.texts)

    def first_focus(self) -> Widget | None:
        return self._ways[0]

    def build_body(self, body: Box) -> Sequence[Widget]:
        line = self.context.texts.line
        self._ways = [
            Button(self.style, line("closing.picture"), icon="camera", kind=Kind.PRIMARY, on_press=self._save_picture),
            Button(self.style, line("closing.page"), icon="save", on_press=self._save_page),
        ]
        high, right = self._ways[0].natural_height(0), body.right
        for button in self._ways:
            wide = button.natural_width()
            button.box = Box(right - wide, body.bottom - high, wide, high)
            right -= wide + 12
        self._body = Box(body.left, body.top, body.width, body.height - high - 12)
        return self._ways

    def draw_ground(self, canvas: Canvas) -> None:
        super().draw_ground(canvas)
        paint_closing(canvas, self._body, self)

    def _save_picture(self) -> None:
        """Save the page without its buttons."""
        surface = pygame.Surface(_PICTURE)
        canvas = Canvas.fit(surface)
        draw_backdrop(canvas)
        typeface, closing = self.style.typeface, self.closing
        head = fitted(typeface, closing.title, 760, theme.TITLE)
        for side in (70, 1210):
            hang_lantern(canvas, side, 0, 66, lit=True, chain_length=22, reach=2.0)
        y = 64.0
        x = 130 + typeface.line(canvas, head, 130, y, theme.TITLE, Weight.BOLD, theme.TEXT_BRIGHT, shadow=1)
        told = closing.subtitle(self.context.texts)
        typeface.line(canvas, told, x + 18, y + 5, theme.BODY, max_width=1160 - x, shadow=1)
        paint_closing(canvas, Box(40, 116, 1200, 564), self)
        self._keep(".png", lambda path: write_png(surface, path))

    def _save_page(self) -> None:
        page = closing_html(self.closing, self.context.texts).encode()
        self._keep(".html", lambda path: files.write_whole(path, page))

    def _keep(self, suffix: str, write: Callable[[Path], object]) -> None:
        """Save a file among the pictures."""
        path = files.free_name(paths.pictures(), f"Souk {self.closing.evening.isoformat()}", suffix)
        self.save(path, write, "closing.saved")


def paint_closing(canvas: Canvas, box: Box, scene: ClosingScene) -> None:
    """Paint places and moments into a box; upright, the moments stand below the places."""
    closing, line = scene.closing, scene.context.texts.line
    if box.width < 700:
        upper = box.height * 0.5
        _paint_places(canvas, Box(box.left, box.top, box.width, upper - 10), scene)
        _paint_moments(canvas, Box(box.left, box.top + upper, box.width, box.height - upper), scene)
        return
    share = 0.46 if closing.moments else 1.0
    wide = box.width * share - (10 if closing.moments else 0)
    _paint_places(canvas, Box(box.left, box.top, wide, box.height), scene)
    if closing.moments:
        left = box.left + wide + 20
        _paint_moments(canvas, Box(left, box.top, box.right - left, box.height), scene)
    elif not closing.rows:
        typeface = scene.style.typeface
        typeface.line(canvas, line("ledger.empty"), box.centerx, box.centery, theme.LABEL, anchor="middle")


def _paint_head(canvas: Canvas, box: Box, icon: str, words: str, scene: ClosingScene) -> float:
    """Paint a heading; return the height below which there is room."""
    typeface = scene.style.typeface
    side, high = typeface.grown(20), typeface.leading(theme.LABEL)
    draw_icon(canvas, icon, box.left + side / 2, box.top + high / 2, side, theme.WARNING)
    typeface.line(
        canvas, words, box.left + side + 10, box.top + high / 2, theme.LABEL, Weight.BOLD, theme.WARNING, shadow=1
    )
    return box.top + high + 8


def _paint_places(canvas: Canvas, box: Box, scene: ClosingScene) -> None:
    typeface, texts, rows = scene.style.typeface, scene.context.texts, scene.closing.rows
    top = _paint_head(canvas, box, "trophy", texts.line("closing.places"), scene)
    least = typeface.leading(theme.BODY) + 12
    shown = rows[: max(1, int((box.bottom - top) // (least + 6)))]
    high = min(72.0, (box.bottom - top) / max(1, len(shown)) - 6)
    for number, (place, name, points, told) in enumerate(shown):
        row = Box(box.left, top + number * (high + 6), box.width, high)
        first = place == 1
        drop_shadow(canvas, row, theme.CORNER, 8, 100, 4)
        faces.draw_face(canvas, row, SHEET if first else faces.HINT, theme.CORNER)
        ink = theme.TEXT_ON_PAPER if first else theme.TEXT_BRIGHT
        muted = theme.TEXT_ON_PAPER_MUTED if first else theme.TEXT
        size = theme.HEADING if first and high > 48 else theme.LABEL
        rank = texts.line("results.rank", rank=place)
        typeface.line(canvas, rank, row.left + 16, row.centery, size, Weight.BOLD, ink)
        left, right = row.left + 16 + typeface.grown(58), row.right - 16
        score = texts.line("results.score", score=points)
        right -= typeface.line(canvas, score, right, row.centery, size, Weight.BOLD, ink, "right") + 14
        short = told.rpartition(" · ")[2]
        told = first_fitting(typeface, (told, short), (right - left) * 0.5, theme.CAPTION)
        right -= typeface.line(canvas, told, right, row.centery, theme.CAPTION, colour=muted, anchor="right") + 12
        portrait = scene.closing.portraits.get(name, b"")
        if valid_strokes(portrait):
            put_portrait(canvas, portrait, left + high / 2 - 4, row.centery, high - 8)
            left += high
        name = fitted(typeface, name, right - left, size, Weight.BOLD)
        typeface.line(canvas, name, left, row.centery, size, Weight.BOLD, ink)


def _paint_moments(canvas: Canvas, box: Box, scene: ClosingScene) -> None:
    typeface, moments = scene.style.typeface, scene.closing.moments
    top = _paint_head(canvas, box, "star", scene.context.texts.line("closing.moments"), scene)
    body, caption = typeface.leading(theme.BODY), typeface.leading(theme.CAPTION)
    least = 2 * body + 2 * caption + 20
    columns = 2 if box.width >= 520 else 1
    rows = max(1, int((box.bottom - top) // (least + 8)))
    shown = moments[: rows * columns]
    used = -(-len(shown) // columns)
    high = min(max(112.0, least), (box.bottom - top) / max(1, used) - 8)
    wide = (box.width - 10 * (columns - 1)) / columns
    for number, moment in enumerate(shown):
        x, y = box.left + number % columns * (wide + 10), top + number // columns * (high + 8)
        card = Box(x, y, wide, high)
        drop_shadow(canvas, card, theme.CORNER, 8, 100, 4)
        faces.draw_face(canvas, card, SHEET, theme.CORNER)
        room, left = card.width - 28, card.left + 14
        said = min(2 * caption, typeface.height_of(moment.told, room, theme.CAPTION))
        y = card.centery - (2 * body + said) / 2 + body / 2
        head = fitted(typeface, moment.title, room, theme.BODY)
        typeface.line(canvas, head, left, y, theme.BODY, Weight.SEMIBOLD, "#A8501F")
        names = fitted(typeface, moment.names, room, theme.BODY, Weight.BOLD)
        typeface.line(canvas, names, left, y + body, theme.BODY, Weight.BOLD, theme.TEXT_ON_PAPER)
        place = Box(left, y + body * 1.5, room, 2 * caption + 1)
        typeface.paragraph(canvas, moment.told, place, theme.CAPTION, colour=theme.TEXT_ON_PAPER_MUTED)


def portraits_of(room: RoomState | None) -> dict[str, bytes]:
    """Return the signs of the people in a room by their names."""
    return {person.name: person.portrait for person in room.people if person.portrait} if room is not None else {}


def tonights_closing(
    context: Context, *, room: str = "", mix: str = "", portraits: Mapping[str, bytes] | None = None
) -> Closing:
    """Return the closing of this evening's matches in a room or of a mix, from this computer's ledger."""
    evening = evening_of(datetime.now().astimezone())
    return closing_of(
        evening, Ledger(paths.ledger()).lines(evening), context.texts, room=room, mix=mix, portraits=portraits
    )


def closing_offer(context: Context, room: str, portraits: Mapping[str, bytes] | None = None) -> Dialog | None:
    """Return the question whether to look at the closing page of a room that was left; None where it was no evening.

    The scene below is resumed with a function to call, or None.
    """
    closing = tonights_closing(context, room=room, portraits=portraits) if room else None
    if closing is None or closing.matches < _LEAST_MATCHES:
        return None
    line = context.texts.line
    answers = [
        Answer(line("closing.offer.no"), None),
        Answer(
            line("closing.offer.yes"),
            lambda: context.stack.push(ClosingScene(context, closing)),
            icon="trophy",
            primary=True,
        ),
    ]
    text = line("closing.offer.text", count=closing.matches)
    return Dialog(context, line("closing.offer.title"), text, answers)
