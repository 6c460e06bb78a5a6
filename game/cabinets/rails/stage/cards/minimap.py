"""A small picture of the whole map, with a frame round the visible part; pressing on it moves the view."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pygame

from game.cabinets.rails.stage.cards.knobs import CORNER, Card
from game.cabinets.rails.stage.person.play import Play
from game.engine.canvas import Box, Canvas
from game.engine.colour import PAPER, Colour, lighten
from game.engine.input import InputEvent, PointerPressed
from game.engine.light import drop_shadow
from game.kit.drawing.sheet import draw_sheet

_SIDE = 128.0
_PAD = 5.0


@cache
def _dot_colour(colour: Colour) -> Colour:
    return lighten(colour, 0.35)


class Minimap(Card):
    """The card of the small map: land, track in the colours of its companies, and trains as dots."""

    def __init__(self, play: Play, look: Callable[[float, float], None]) -> None:
        super().__init__(play.surroundings)
        self.play = play
        self._look = look
        self._kept: tuple[object, pygame.Surface] | None = None

    def fit(self, right: float, bottom: float) -> None:
        """Place the card in the lower right corner, or empty it if the window shows the whole map anyway."""
        field, camera = self.play.field, self.play.field.camera
        if field.land.size * camera.zoom <= min(camera.window.size) + 1:
            self.hide()
        else:
            side = _SIDE + 2 * _PAD
            self.stand(Box(right - side, bottom - side, side, side))

    def handle(self, event: InputEvent) -> bool:
        """Move the view of the map to the place that a pressed point stands for."""
        if not isinstance(event, PointerPressed):
            return False
        inner, size = self._inner, self.play.field.land.size
        self._look((event.x - inner.left) / inner.width * size, (event.y - inner.top) / inner.height * size)
        return True

    @property
    def _inner(self) -> Box:
        return Box(self.box.left + _PAD, self.box.top + _PAD, self.box.width - 2 * _PAD, self.box.height - 2 * _PAD)

    def draw(self, canvas: Canvas) -> None:
        play = self.play
        drop_shadow(canvas, self.box, CORNER, 6, 120, 3)
        draw_sheet(canvas, self.box, 6)
        inner = self._inner
        area = canvas.pixels(inner)
        canvas.surface.blit(self._land(area.size), area)
        size, camera = play.field.land.size, play.field.camera
        dot = max(2, area.width // 48)
        for one in play.sight.view.vehicles:
            if one.tile >= 0:
                x = area.left + (one.tile % size + 0.5) / size * area.width
                y = area.top + (one.tile // size + 0.5) / size * area.height
                canvas.surface.fill(_dot_colour(play.field.colour_of(one)), (x - dot / 2, y - dot / 2, dot, dot))
        (ax, ay), (bx, by) = camera.inside(*camera.window.topleft), camera.inside(*camera.window.bottomright)
        frame = pygame.Rect(
            round(area.left + ax / size * area.width),
            round(area.top + ay / size * area.height),
            round((bx - ax) / size * area.width),
            round((by - ay) / size * area.height),
        ).clip(area)
        pygame.draw.rect(canvas.surface, PAPER, frame, max(1, canvas.px(1.5)))

    def _land(self, size_px: tuple[int, int]) -> pygame.Surface:
        """Return the picture of land and track, painted again only when track or size have changed."""
        play = self.play
        key = (id(play.sight.works), size_px)
        if self._kept is None or self._kept[0] != key:
            size = play.field.land.size
            made = pygame.transform.smoothscale(play.field.chunks.felt.miniature, size_px)
            tile = size_px[0] / size
            for at, built in play.sight.works.items():
                colour = lighten(play.company_colour(built.company), 0.15) if built.pieces else "#D8BE94"
                box = (at % size * tile, at // size * tile, max(1.0, tile), max(1.0, tile))
                made.fill("#2A1526" if not built.platform else "#FFF6E3", box)
                if built.pieces and not built.platform:
                    made.fill(colour, (box[0], box[1], max(1.0, tile * 0.8), max(1.0, tile * 0.8)))
            self._kept = key, made
        return self._kept[1]
