"""Longer texts: headings, paragraphs, points, bold words, colours, icons and pictures, written in `markup`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import Colour
from game.engine.input import Command, CommandName, InputEvent, KeyPressed, PointerPressed
from game.engine.text import Piece, Typeface, Weight, flow, pieces_of
from game.engine.widgets.parts import faces
from game.engine.widgets.parts.markup import COLOURS, Block, BlockKind, Run, parse
from game.engine.widgets.parts.scroller import BAR_ROOM, WHEEL_STEP, Scrolling
from game.engine.widgets.parts.style import Style

Paint: TypeAlias = Callable[[Canvas, Box], None]
_INDENT = 20.0
_ICON_SHARE = 1.2
_EDGE = 12.0
_COLUMN_GAP = 22.0
_ROW_GAP = 8.0


class Picture(NamedTuple):
    """A picture in a text: its greatest width, its height as a share of its width, and the function that draws it."""

    widest: float
    shape: float
    paint: Paint


class _Look(NamedTuple):
    size: float
    weight: Weight
    colour: str
    icon: bool = False


class _Line(NamedTuple):
    """A line of text, with its middle `y` below the top of the text."""

    y: float
    left: float
    pieces: list[Piece[_Look]]


@dataclass
class Layout:
    """A text laid out at a width."""

    lines: list[_Line]
    signs: list[tuple[float, str]]
    """The signs of points, each with the height of the middle of its line."""
    pictures: list[tuple[Box, Paint]]
    rules: list[tuple[float, float]]
    """The lines between the rows of tables: the height and the length of each."""
    height: float


_LOOKS = {
    BlockKind.HEADING: (theme.HEADING, Weight.BOLD, 18.0),
    BlockKind.LESSER_HEADING: (theme.LABEL, Weight.BOLD, 14.0),
    BlockKind.PARAGRAPH: (theme.BODY, Weight.REGULAR, 10.0),
    BlockKind.POINT: (theme.BODY, Weight.REGULAR, 4.0),
    BlockKind.TABLE: (theme.BODY, Weight.REGULAR, 10.0),
}
"""Size, weight, and space before the block, by its kind."""
_WIDTHS = 4
"""Number of layouts kept: every frame `_place` asks for one without and one with a scroll bar."""


def lay_out(blocks: list[Block], typeface: Typeface, width: float, pictures: Mapping[str, Picture]) -> Layout:
    """Lay blocks out at a width, from 0 downwards."""
    made = Layout([], [], [], [], 0.0)
    before = None
    for block in blocks:
        if block.kind is BlockKind.PICTURE:
            _place_picture(made, pictures[block.sign], width)
        else:
            size, weight, space = _LOOKS[block.kind]
            if before is BlockKind.POINT and block.kind is BlockKind.PARAGRAPH:
                space += 2
            made.height += space if before else 0.0
            set_it = _set_table if block.kind is BlockKind.TABLE else _set_block
            set_it(made, block, typeface, width, size, weight)
        before = block.kind
    return made


def _place_picture(made: Layout, picture: Picture, width: float) -> None:
    wide = min(width, picture.widest)
    made.height += 12 if made.height else 0
    box = Box((width - wide) / 2, made.height, wide, wide * picture.shape)
    made.pictures.append((box, picture.paint))
    made.height += box.height + 4


def _set_block(made: Layout, block: Block, typeface: Typeface, width: float, size: float, weight: Weight) -> None:
    indent = typeface.grown(_INDENT) if block.kind is BlockKind.POINT else 0.0
    leading = typeface.leading(size)
    measure = _measuring(typeface, size)
    if block.sign:
        made.signs.append((made.height + leading / 2, block.sign))
    for pieces in flow(_pieces(block.runs, size, weight, measure), width - indent, measure):
        made.lines.append(_Line(made.height + leading / 2, indent, _merged(pieces)))
        made.height += leading


def _set_table(made: Layout, block: Block, typeface: Typeface, width: float, size: float, weight: Weight) -> None:
    """Set the rows of a table below each other, the first in bold, with a line between two rows."""
    leading, measure, gap = typeface.leading(size), _measuring(typeface, size), typeface.grown(_COLUMN_GAP)
    looks = [Weight.BOLD, *[weight] * (len(block.rows) - 1)]
    rows = [[_pieces(cell, size, look, measure) for cell in row] for row, look in zip(block.rows, looks, strict=True)]
    columns = list(zip(*rows, strict=True))
    wanted = [max(sum(piece.space + piece.width for piece in cell) for cell in column) for column in columns]
    wide = _columns(wanted, width - gap * (len(columns) - 1))
    for number, row in enumerate(rows):
        if number:
            made.rules.append((made.height + typeface.grown(_ROW_GAP) / 2, sum(wide) + gap * (len(wide) - 1)))
            made.height += typeface.grown(_ROW_GAP)
        cells = [flow(cell, room, measure) for cell, room in zip(row, wide, strict=True)]
        for column, lines in enumerate(cells):
            left = sum(wide[:column]) + gap * column
            middles = (made.height + leading * (line + 0.5) for line in range(len(lines)))
            made.lines += [_Line(y, left, _merged(pieces)) for y, pieces in zip(middles, lines, strict=True)]
        made.height += leading * max(map(len, cells))


def _columns(wanted: list[float], width: float) -> list[float]:
    """Return the columns' widths: as wide as their words, where these leave too little the widest ones less.

    >>> _columns([30, 50, 20], 120), _columns([30, 500, 20], 120), _columns([300, 500, 20], 120)
    ([30, 50, 20], [30, 70.0, 20], [50.0, 50.0, 20])
    """
    found, left = list(wanted), width
    for place, column in enumerate(sorted(range(len(wanted)), key=wanted.__getitem__)):
        found[column] = min(wanted[column], left / (len(wanted) - place))
        left -= found[column]
    return found


def _measuring(typeface: Typeface, size: float) -> Callable[[str, _Look], float]:
    """Return the function that measures words and icons of a size."""

    def measure(text: str, look: _Look) -> float:
        return typeface.grown(size) * _ICON_SHARE if look.icon else typeface.measure(text, size, look.weight)

    return measure


def _merged(pieces: list[Piece[_Look]]) -> list[Piece[_Look]]:
    """Return the pieces with neighbours of one look joined into one piece, so that they are set with even spaces."""
    found: list[Piece[_Look]] = []
    for piece in pieces:
        last = found[-1] if found else None
        if last and last.style == piece.style and not piece.style.icon:
            text = last.text + (" " if piece.space else "") + piece.text
            found[-1] = last._replace(text=text, width=last.width + piece.space + piece.width)
        else:
            found.append(piece)
    return found


def _pieces(
    runs: tuple[Run, ...], size: float, weight: Weight, measure: Callable[[str, _Look], float]
) -> list[Piece[_Look]]:
    """Return the words of runs as pieces; words of two runs without a space between them stay on one line."""
    found: list[Piece[_Look]] = []
    open_end = False
    space = measure(" ", _Look(size, weight, ""))
    for run in runs:
        look = _Look(size, Weight.BOLD if run.bold else weight, run.colour, run.icon)
        if run.icon:
            gap = 0.0 if open_end or not found else space
            found.append(Piece(run.text, look, measure(run.text, look), gap, open_end, breakable=False))
            open_end = True
            continue
        made = pieces_of(run.text, look, lambda text, look=look: measure(text, look), joined=open_end)  # type: ignore[misc]
        if made and found and not open_end and not made[0].space:
            made[0] = made[0]._replace(space=space)
        found += made
        open_end = not run.text.endswith(" ")
    return found


def draw_layout(
    canvas: Canvas, layout: Layout, typeface: Typeface, x: float, y: float, colour: Colour, view: Box
) -> None:
    """Draw the part of a layout that is inside `view`, with the layout's top left corner at (x, y)."""
    for line in layout.lines:
        alpha = _in_sight(y + line.y, view)
        if alpha > 0:
            _draw_line(canvas, typeface, line, x + line.left, y + line.y, colour, alpha)
    for middle, sign in layout.signs:
        if _in_sight(y + middle, view) > 0.5:
            _draw_sign(canvas, typeface, sign, x, y + middle)
    for middle, long in layout.rules:
        if _in_sight(y + middle, view) > 0.5:
            faces.draw_rule(canvas, x, x + long, y + middle, colour)
    for box, paint in layout.pictures:
        placed = box.move(x, y)
        if placed.colliderect(view):
            paint(canvas, placed)


def _in_sight(middle: float, view: Box) -> float:
    """Return the opacity of a line by its middle: 1 well inside the view, less near its edge, 0 outside."""
    inside = min(middle - view.top, view.bottom - middle)
    return max(0.0, min(1.0, inside / _EDGE))


def _draw_line(
    canvas: Canvas, typeface: Typeface, line: _Line, x: float, y: float, colour: Colour, alpha: float
) -> None:

    for number, piece in enumerate(line.pieces):
        look = piece.style
        x += piece.space if number else 0.0
        tint = COLOURS.get(look.colour, colour)
        if look.icon:
            faces.draw_icon(canvas, piece.text, x + piece.width / 2, y, typeface.grown(look.size) * 1.1, tint)
        else:
            if look.weight is Weight.BOLD and not look.colour and colour == theme.TEXT:
                tint = theme.TEXT_BRIGHT
            typeface.line(canvas, piece.text, x, y, look.size, look.weight, tint, alpha=alpha)
        x += piece.width


def _draw_sign(canvas: Canvas, typeface: Typeface, sign: str, x: float, y: float) -> None:
    if sign == "-":
        side = typeface.grown(6)
        faces.draw_face(canvas, Box(x + 5, y - side / 2 + 1, side, side), faces.FILLED, side / 2)
    else:
        typeface.line(canvas, sign, x, y, theme.BODY, Weight.BOLD, theme.WARNING)


def _words(block: Block) -> str:
    cells = [cell for row in block.rows for cell in row]
    return "\t".join("".join(run.text for run in runs) for runs in [*cells, block.runs] if runs)


class RichText(Scrolling):
    """A longer text. If its box is too low, it is scrolled by wheel, dragging, UP and DOWN."""

    def __init__(
        self,
        style: Style,
        text: str,
        box: Box | None = None,
        *,
        colour: Colour = theme.TEXT,
        pictures: Mapping[str, Picture] | None = None,
    ) -> None:
        super().__init__(style, box)
        self.colour = colour
        self.pictures = pictures or {}
        self._blocks = parse(text)
        self._made: dict[tuple[float, float], Layout] = {}

    @property
    def takes_focus(self) -> bool:
        """Whether the text takes the focus: only if it can be scrolled."""
        self._place()
        return self.scroller.needed and self.enabled and self.visible

    @property
    def text(self) -> str:
        """The text without markup."""
        return "\n".join(map(_words, self._blocks))

    @text.setter
    def text(self, text: str) -> None:
        self._blocks = parse(text)
        self._made.clear()

    def _layout(self, width: float) -> Layout:
        key = (width, self.style.typeface.grown(1.0))
        if key not in self._made:
            if len(self._made) >= _WIDTHS:
                self._made.clear()
            self._made[key] = lay_out(self._blocks, self.style.typeface, width, self.pictures)
        return self._made[key]

    def natural_height(self, width: float) -> float:
        """Return the height of the whole text, without scrolling."""
        return self._layout(width).height

    def _place(self) -> Layout:
        layout = self._layout(self.box.width)
        if layout.height > self.box.height + 0.5:
            layout = self._layout(self.box.width - BAR_ROOM - 4)
        self.scroller.place(self.box, layout.height)
        return layout

    def handle(self, event: InputEvent) -> bool:
        self._place()
        step = max(WHEEL_STEP, self.box.height / 4)
        match event:
            case Command(name=CommandName.UP):
                return self.scroller.scroll(-step)
            case Command(name=CommandName.DOWN):
                return self.scroller.scroll(step)
            case KeyPressed(key="page up" | "page down"):
                page = self.box.height * 0.9
                return self.scroller.scroll(page if event.key == "page down" else -page)
            case KeyPressed(key="home"):
                return self.scroller.scroll_to(0)
            case KeyPressed(key="end"):
                return self.scroller.scroll_to(self.scroller.longest)
            case _:
                used = self.scroller.handle(event)
                return used or (isinstance(event, PointerPressed) and self.scroller.needed)

    def draw(self, canvas: Canvas) -> None:
        """Draw the visible part of the text."""
        layout = self._place()
        typeface = self.style.typeface
        top = self.box.top - self.scroller.offset
        if not self.scroller.needed:
            draw_layout(canvas, layout, typeface, self.box.left, top, self.colour, self.box)
            return
        with faces.Clip(canvas, self.box):
            draw_layout(canvas, layout, typeface, self.box.left, top, self.colour, self.box)
        self.scroller.draw(canvas, shade=False)
