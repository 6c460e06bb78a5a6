"""Labels on the map: names of stations with their waiting cargo, and names of towns and industries."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from game.cabinets.rails.stage.field.field import Field
from game.cabinets.rails.stage.sight.names import industry_name, place_name
from game.cabinets.rails.stage.sight.sight import Sight
from game.cabinets.rails.world.land import SIDE
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import PAPER, darken
from game.engine.ornament import badge
from game.engine.stage import Surroundings
from game.engine.text import Weight
from game.kit.drawing.sheet import draw_sheet

_FROM: Final = 15.0
"""The smallest zoom at which names are written, in logical pixels per tile."""
_MARK: Final = 12.0
_GAP: Final = 5.0


class Labels:
    """A sign over each station, the name of each town, and below each industry its kind.

    Their places are computed once for each view and camera position.
    """

    def __init__(self) -> None:
        self._key: object = None
        self._sight: Sight | None = None
        self._signs: list[Sign] = []
        self._names: list[tuple[str, float, float]] = []

    def draw(self, canvas: Canvas, surroundings: Surroundings, field: Field, sight: Sight) -> None:
        """Draw all labels in sight, unless the map is zoomed out too far to read them."""
        camera, typeface = field.camera, surroundings.typeface
        if camera.zoom < _FROM:
            self._sight, self._signs = None, []
            return
        key = camera.middle, camera.zoom, tuple(camera.window), typeface
        if sight is not self._sight or key != self._key:
            self._sight, self._key = sight, key
            signs = signs_of(surroundings, field, sight)
            self._names = list(_names_on_land(surroundings, field, sight, signs))
            self._signs = [sign for sign in signs if camera.window.colliderect(sign.box)]
        for name, x, y in self._names:
            typeface.line(canvas, name, x, y, theme.CAPTION, Weight.BOLD, PAPER, "middle", outline=2.2)
        for sign in self._signs:
            _draw_sign(canvas, surroundings, sign)

    def station_at(self, x: float, y: float) -> int:
        """Return the id of the station whose sign is drawn at a point, in logical pixels; 0 for none."""
        return next((sign.station for sign in reversed(self._signs) if sign.box.collidepoint(x, y)), 0)


def _names_on_land(
    surroundings: Surroundings, field: Field, sight: Sight, signs: Sequence[Sign]
) -> Iterator[tuple[str, float, float]]:
    """Yield name, x and y in logical pixels for each town and industry in sight."""
    texts, typeface, camera, size = surroundings.texts, surroundings.typeface, field.camera, sight.size
    seen = camera.window.inflate(120, 40)
    for town in sight.land.towns:
        x, y = camera.outside(town.tile % size + 0.5, town.tile // size - 0.6)
        if seen.collidepoint(x, y):
            yield place_name(texts, town.name), x, y
    boxes = [sign.box for sign in signs]
    for one in sight.land.industries:
        x, y = camera.outside(one.tile % size + SIDE[one.kind] / 2, one.tile // size + SIDE[one.kind] + 0.35)
        below = range(one.tile + SIDE[one.kind] * size, one.tile + SIDE[one.kind] * (size + 1))
        if not seen.collidepoint(x, y) or any(tile in sight.works for tile in below):
            continue
        name = industry_name(texts, one)
        wide, high = typeface.measure(name, theme.CAPTION, Weight.BOLD), typeface.leading(theme.CAPTION)
        if Box(x - wide / 2, y - high / 2, wide, high).collidelist(boxes) < 0:
            yield name, x, y


def _draw_sign(canvas: Canvas, surroundings: Surroundings, sign: Sign) -> None:
    box, looks = sign.box, surroundings.looks
    colour = looks[sign.company].colour if 0 <= sign.company < len(looks) else PAPER
    draw_sheet(canvas, box, 5)
    canvas.surface.fill(darken(colour, 0.05), canvas.pixels(Box(box.left + 3, box.bottom - 3, box.width - 6, 3)))
    x, middle = box.left + 9, box.centery - 1
    if sign.mark:
        shape = looks[sign.company].shape
        canvas.put_middle(badge(shape, colour, canvas.px(sign.mark), PAPER), x + sign.mark / 2, middle)
        x += sign.mark + _GAP
    surroundings.typeface.line(canvas, sign.words, x, middle, theme.CAPTION, Weight.BOLD, theme.TEXT_BRIGHT)


class Sign(NamedTuple):
    """The sign over a station: its text and its place."""

    station: int
    company: int
    words: str
    box: Box
    mark: float
    """Side of the company's mark before the text, in logical pixels; 0 if there is one company only."""


def signs_of(surroundings: Surroundings, field: Field, sight: Sight) -> list[Sign]:
    """Return a sign for each station: above it, or below it or higher up if another sign is in the way."""
    typeface, camera, size = surroundings.typeface, field.camera, sight.size
    high = typeface.leading(theme.CAPTION) + 2
    signs: list[Sign] = []
    for station in sight.view.stations:
        tiles = sight.parts.get(station.id) or (station.tile,)
        x = sum(tile % size for tile in tiles) / len(tiles) + 0.5
        x, top = camera.outside(x, min(tile // size for tile in tiles))
        foot = camera.outside(0, max(tile // size for tile in tiles) + 1)[1]
        units = sum(stock.units for stock in station.stocks)
        name = sight.name_of(surroundings.texts, station.id)
        words = f"{name} · {units:,}" if units else name
        mark = typeface.grown(_MARK) if 0 <= station.company < len(sight.view.delivered) > 1 else 0.0
        wide = typeface.measure(words, theme.CAPTION, Weight.BOLD) + 18 + (mark + _GAP if mark else 0)
        places = [Box(x - wide / 2, y, wide, high) for y in (top - high - 4, foot + 4, top - 2 * high - 8)]
        taken = [sign.box for sign in signs]
        free = (place for place in places if place.collidelist(taken) < 0)
        signs.append(Sign(station.id, station.company, words, next(free, places[0]), mark))
    return signs
