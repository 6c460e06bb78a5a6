"""Names of stations, with what waits there, of towns and of industries."""

from __future__ import annotations

from typing import Final

from game.cabinets.rails.stage.field.field import Field
from game.cabinets.rails.stage.sight.names import industry_name, station_name, town_name
from game.cabinets.rails.stage.sight.sight import Sight
from game.cabinets.rails.world.land import SIDE
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import PAPER, darken
from game.engine.stage import Surroundings
from game.engine.text import Weight
from game.kit.drawing.panel import draw_sheet

_FROM: Final = 15.0
"""Units a tile from which names are written."""


def draw_labels(canvas: Canvas, surroundings: Surroundings, field: Field, sight: Sight) -> None:
    """A sign over each station, the name of each town, and below each industry what it is."""
    if field.camera.zoom < _FROM:
        return
    texts, typeface, camera, size = surroundings.texts, surroundings.typeface, field.camera, sight.size
    for town in sight.land.towns:
        x, y = camera.outside(town.tile % size + 0.5, town.tile // size - 0.6)
        if camera.window.inflate(120, 40).collidepoint(x, y):
            name = town_name(texts, town.name)
            typeface.line(canvas, name, x, y, theme.CAPTION, Weight.BOLD, PAPER, "middle", outline=2.2)
    for one in sight.land.industries:
        x, y = camera.outside(one.tile % size + SIDE[one.kind] / 2, one.tile // size + SIDE[one.kind] + 0.35)
        below = range(one.tile + SIDE[one.kind] * size, one.tile + SIDE[one.kind] * (size + 1))
        built_on = any(tile in sight.works for tile in below)
        if camera.window.inflate(120, 40).collidepoint(x, y) and not built_on:
            name = industry_name(texts, one)
            typeface.line(canvas, name, x, y, theme.CAPTION, Weight.BOLD, PAPER, "middle", outline=2.2)
    for station in sight.view.stations:
        tiles = sight.parts.get(station.id) or (station.tile,)
        x = sum(tile % size for tile in tiles) / len(tiles) + 0.5
        x, y = camera.outside(x, min(tile // size for tile in tiles))
        units = sum(stock.units for stock in station.stocks)
        name = station_name(texts, station)
        words = f"{name} · {units:,}" if units else name
        high = typeface.leading(theme.CAPTION) + 2
        wide = typeface.measure(words, theme.CAPTION, Weight.BOLD) + 18
        box = Box(x - wide / 2, y - high - 4, wide, high)
        if not camera.window.colliderect(box):
            continue
        colour = surroundings.looks[station.company].colour if 0 <= station.company < len(surroundings.looks) else PAPER
        draw_sheet(canvas, box, 5)
        canvas.surface.fill(darken(colour, 0.05), canvas.pixels(Box(box.left + 3, box.bottom - 3, box.width - 6, 3)))
        middle = box.centery - 1
        typeface.line(canvas, words, box.centerx, middle, theme.CAPTION, Weight.BOLD, theme.TEXT_BRIGHT, "middle")
