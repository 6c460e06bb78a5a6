"""The page of the blueprint tool: drawings of all blueprints, their handles, turning, mirroring and copying."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

import pygame

from game.cabinets.rails.contract.actions import Platforms, Rail, Signal, Span
from game.cabinets.rails.stage.cards.knobs import Knob
from game.cabinets.rails.stage.cards.sheet import INK, MUTED, Sheet
from game.cabinets.rails.stage.ground.geometry import MIDDLES
from game.cabinets.rails.stage.hand.shelf import Item, layout_parts
from game.cabinets.rails.stage.person.keeping import title_of_copy
from game.cabinets.rails.stage.person.pasting import Pasting
from game.cabinets.rails.stage.person.play import Play
from game.cabinets.rails.track.pieces import EDGES, STEPS, places, read_run
from game.cabinets.rails.yards.blueprint import Part, box_of
from game.cabinets.rails.yards.layouts import HANDLES, LAYOUTS
from game.engine import theme
from game.engine.canvas import Canvas
from game.engine.sprites import sprite
from game.engine.text import Weight
from game.engine.vector import circle, icon, path, rect, svg
from game.engine.widgets.parts.label import OneLine
from game.engine.widgets.parts.tree import Of, Row

_COLUMNS: Final = 3
_MOST_OWN: Final = 6
"""Number of copied blueprints shown at once, around the chosen one."""
_GAP: Final = 6.0
_SHAPE: Final = 0.56
"""Height of a blueprint's drawing as a share of its width."""
_DRAWN: Final = 12
"""Distance between the platforms of a layout in its drawing on the card, in tiles."""


def blueprint_page(pasting: Pasting, play: Play, sheet: Sheet) -> None:
    """Write all blueprints; the chosen one is pasted at the pointer as soon as that is over the map."""
    shelf, line = pasting.shelf, sheet.line
    sheet.heading(line("blueprint.title"))
    whole, six = len(shelf.items), len(LAYOUTS)
    _drawings(pasting, sheet, range(six))
    if whole > six:
        first = max(six, min(shelf.chosen - _MOST_OWN // 2, whole - _MOST_OWN))
        _drawings(pasting, sheet, range(first, min(whole, first + _MOST_OWN)))
    _taken(pasting, sheet)
    turn, mirror = partial(pasting.change, shelf.turn), partial(pasting.change, shelf.mirror)
    sure = line("blueprint.delete_sure")
    signs = [
        sheet.knob("blueprint.turn", turn, "rotate-cw", tip=line("blueprint.turn"), mark="R"),
        sheet.knob("blueprint.mirror", mirror, "flip-vertical-2", tip=line("blueprint.mirror"), mark="X"),
    ]
    if not shelf.item.is_layout:
        tip = sure if shelf.deleting else line("blueprint.delete")
        signs.append(sheet.knob("blueprint.delete", pasting.delete, "trash-2", tip=tip, lit=shelf.deleting))
    sheet.knobs(*signs)
    words, copies = line("blueprint.copy"), shelf.copying
    sheet.knobs(sheet.knob("blueprint.copy", pasting.begin_copying, "copy", words, mark="C", lit=copies))
    if copies:
        sheet.text(line("blueprint.copy_help"), MUTED)
    if shelf.deleting:
        sheet.text(sure, theme.RUST)
    else:
        sheet.tip()


def _drawings(pasting: Pasting, sheet: Sheet, those: range) -> None:
    wide, shelf = (sheet.width - _GAP * (_COLUMNS - 1)) / _COLUMNS, pasting.shelf
    for begin in range(those.start, those.stop, _COLUMNS):
        parts = []
        for place in range(begin, min(begin + _COLUMNS, those.stop)):
            item, lit = shelf.items[place], place == shelf.chosen
            drawing = _Drawing(
                sheet.style, f"blueprint.{place}", partial(pasting.take, place), tip=_name(sheet, item), lit=lit
            )
            drawing.item = item
            parts.append(Of(drawing, wide=wide))
        sheet.put(Row(*parts, gap=_GAP, high=wide * _SHAPE, fill=True))


def _name(sheet: Sheet, item: Item) -> str:
    texts = sheet.style.texts
    return texts.line(f"rails_lessons.{item.name}.name") if item.is_layout else title_of_copy(item.name, texts)


def _taken(pasting: Pasting, sheet: Sheet) -> None:
    """Write about the chosen blueprint: its name, sides in tiles and handles, or why its file cannot be read."""
    shelf, item = pasting.shelf, pasting.shelf.item
    if item.trouble is not None:
        sheet.row(_name(sheet, item), "")
        sheet.text(sheet.style.texts.line(item.trouble.key, item.trouble.values), theme.RUST)
        return
    wide, high = shelf.sides
    sheet.row(_name(sheet, item), sheet.line("blueprint.sides", wide=wide, high=high))
    if handles := shelf.handles:
        _handle(pasting, sheet, "length", max(shelf.length, handles.least_length), shelf.stretch)
        name = "mines" if item.name == "tree" else "platforms"
        _handle(pasting, sheet, name, shelf.platforms[item.name], shelf.widen)


def _handle(pasting: Pasting, sheet: Sheet, name: str, value: int, change: Callable[[int], None]) -> None:
    """Lay a row with a blueprint's handle: its value and two buttons that decrease and increase it."""
    high = max(34.0, sheet.typeface.leading(theme.CAPTION) + 10)
    title = OneLine(sheet.style, sheet.line(f"blueprint.{name}"), size=theme.CAPTION, colour=INK)
    count = OneLine(sheet.style, str(value), weight=Weight.BOLD, colour=INK, anchor="middle")
    minus, plus = (
        sheet.knob(f"blueprint.{name}.{sign}", partial(pasting.change, partial(change, steps)), sign)
        for sign, steps in (("minus", -1), ("plus", 1))
    )
    row = Of(title, grow=1), Of(minus, wide=high * 1.2), Of(count, wide=44), Of(plus, wide=high * 1.2)
    sheet.put(Row(*row, gap=0, high=high, fill=True))


class _Drawing(Knob):
    """A knob that shows a blueprint; `lit` where it is chosen."""

    corner = 6
    item: Item

    def draw(self, canvas: Canvas) -> None:
        box = self.box
        parts, led = drawn_parts(self.item), self.hovered or self.focused
        canvas.put_middle(drawing(parts, canvas.px(box.width), canvas.px(box.height), led), *box.center)
        if self.item.trouble is not None:
            canvas.put_middle(icon("triangle-alert", canvas.px(box.height * 0.5), theme.WARNING, 2.2), *box.center)
        if self.lit:
            pygame.draw.rect(canvas.surface, theme.RUST, canvas.pixels(box.inflate(4, 4)), canvas.px(3), canvas.px(6))


def drawn_parts(item: Item) -> tuple[Part, ...]:
    """Return the parts to draw on the card for a blueprint; a layout is drawn at a short length to fit."""
    if not item.is_layout:
        return item.parts
    least, _most, least_length = HANDLES[item.name]
    return layout_parts(item.name, 2 if item.name == "tree" else least, max(_DRAWN, least_length))


@sprite(kept=96)
def drawing(parts: tuple[Part, ...], wide_px: int, high_px: int, lit: bool) -> pygame.Surface:
    """Return a picture of a blueprint as white lines on blue paper, brighter if `lit`."""
    scale = 100 / wide_px
    wide, high = 100.0, high_px * scale
    body = rect(0, 0, wide, high, 6, "#3B74BD" if lit else "#2D5E9E", "#A9D4FF", 2)
    left, top, columns, rows = box_of(parts)
    tile = min((wide - 16) / max(columns, 1), (high - 14) / max(rows, 1), 14)
    x0, y0 = (wide - tile * columns) / 2 - left * tile, (high - tile * rows) / 2 - top * tile
    thin = max(1.3, min(2.6, 0.34 * tile))
    for part in parts:
        body += _drawn(part, x0, y0, tile, thin)
    return svg(body, wide_px, high_px, box=(0, 0, wide, high), oversample=2)


def _drawn(part: Part, x0: float, y0: float, tile: float, thin: float) -> str:
    def at(x: float, y: float) -> tuple[float, float]:
        return x0 + x * tile, y0 + y * tile

    match part:
        case Rail(x, y, entry, run):
            way = list(places(x, y, EDGES.index(entry), read_run(run)))
            spots = [(way[0].x + MIDDLES[way[0].enter][0], way[0].y + MIDDLES[way[0].enter][1])]
            spots += [(one.x + MIDDLES[one.leave][0], one.y + MIDDLES[one.leave][1]) for one in way]
            return path(_line([at(*spot) for spot in spots]), "none", "#EAF4FF", thin)
        case Platforms(x, y, axis, length, count):
            wide, high = (length, count) if axis == "EW" else (count, length)
            (ax, ay), (bx, by) = at(x, y), at(x + wide, y + high)
            return rect(ax, ay + 0.1 * tile, bx - ax, by - ay - 0.2 * tile, 1, "#FFD98A", "#8A5A1C", 0.7)
        case Span(x, y, edge, length):
            across, down = STEPS[EDGES.index(edge)]
            ends = [at(x + 0.5, y + 0.5), at(x + 0.5 + across * (length - 1), y + 0.5 + down * (length - 1))]
            return path(_line(ends), "none", "#F0BE62", 2 * thin)
        case Signal(x, y, _entry, leave):
            cx, cy = at(x + MIDDLES[EDGES.index(leave)][0], y + MIDDLES[EDGES.index(leave)][1])
            return circle(cx, cy, max(1.2, 0.24 * tile), "#7FE8B0")
    return ""


def _line(spots: list[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in spots)
