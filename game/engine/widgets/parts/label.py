"""Words and panels that only show something."""

from __future__ import annotations

from collections.abc import Sequence

from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import Colour
from game.engine.text import Anchor, Typeface, Weight
from game.engine.text.fitting import fitted
from game.engine.widgets.parts import faces
from game.engine.widgets.parts.base import Widget
from game.engine.widgets.parts.style import Style


class Label(Widget):
    """Words that wrap inside their box, centred on its height, with an optional icon before them."""

    def __init__(
        self,
        style: Style,
        text: str,
        box: Box | None = None,
        *,
        size: float = theme.BODY,
        weight: Weight = Weight.REGULAR,
        colour: Colour = theme.TEXT,
        anchor: Anchor = "left",
        icon: str = "",
        tooltip: str = "",
    ) -> None:
        super().__init__(style, box, tooltip=tooltip)
        self.text = text
        self.size = size
        self.weight = weight
        self.colour = colour
        self.anchor: Anchor = anchor
        self.icon = icon

    @property
    def _indent(self) -> float:
        return self.style.typeface.grown(self.size + 2) + theme.GAP if self.icon else 0.0

    def natural_width(self) -> float:
        """Return the width of all words in one line."""
        return self.style.typeface.measure(self.text, self.size, self.weight) + self._indent + 1

    def natural_height(self, width: float) -> float:
        """Return the height of the words wrapped at a width."""
        room = max(1.0, width - self._indent)
        return self.style.typeface.height_of(self.text, room, self.size, self.weight)

    def draw(self, canvas: Canvas) -> None:
        """Draw icon and words."""
        typeface, indent = self.style.typeface, self._indent
        room = Box(self.box.left + indent, self.box.top, self.box.width - indent, self.box.height)
        high = min(room.height, typeface.height_of(self.text, room.width, self.size, self.weight))
        place = Box(room.left, room.centery - high / 2, room.width, high)
        if self.icon:
            side = typeface.grown(self.size + 2)
            faces.draw_icon(canvas, self.icon, self.box.left + side / 2, room.centery, side, self.colour)
        typeface.paragraph(canvas, self.text, place, self.size, self.weight, self.colour, self.anchor)


class OneLine(Widget):
    """Words on one line: the first of several wordings for which there is room; where none fits, the last is cut, which
    is recorded in the typeface's `overflows` unless it is meant.
    """

    def __init__(
        self,
        style: Style,
        *wordings: str,
        size: float = theme.BODY,
        weight: Weight = Weight.REGULAR,
        colour: Colour = theme.TEXT,
        anchor: Anchor = "left",
        cuts: bool = False,
    ) -> None:
        """`cuts`: cutting these words is meant, as people gave them, or they are read whole elsewhere."""
        super().__init__(style)
        self.wordings: Sequence[str] = wordings
        self.size, self.weight, self.colour = size, weight, colour
        self.anchor: Anchor = anchor
        self.cuts = cuts

    def _measure(self, words: str) -> float:
        return self.style.typeface.measure(words, self.size, self.weight)

    def natural_width(self) -> float:
        """Return the width of the first wording."""
        return self._measure(self.wordings[0]) if self.wordings else 0.0

    def natural_height(self, width: float) -> float:
        return self.style.typeface.leading(self.size)

    def path_at(self, x: float, y: float) -> tuple[Widget, ...]:
        """Return (): words take no pointer."""
        return ()

    def draw(self, canvas: Canvas) -> None:
        if not self.wordings:
            return
        box, room = self.box, self.box.width + 0.01
        fitting = (words for words in self.wordings if self._measure(words) <= room)
        words = next(fitting, None)
        if words is None:
            cut = fitted if self.cuts else Typeface.cut
            words = cut(self.style.typeface, self.wordings[-1], room, self.size, self.weight)
        x = {"left": box.left, "middle": box.centerx, "right": box.right}[self.anchor]
        self.style.typeface.line(canvas, words, x, box.centery, self.size, self.weight, self.colour, self.anchor)


class Panel(Widget):
    """A background for other widgets: dark glass for pages, paper for things to choose from."""

    corner = theme.CORNER

    def __init__(
        self, style: Style, box: Box | None = None, *, paper: bool = False, title: str = "", icon: str = ""
    ) -> None:
        super().__init__(style, box)
        self.paper = paper
        self.title = title
        self.icon = icon

    @property
    def inside(self) -> Box:
        """Box inside the panel that is free for other widgets, in design units."""
        top = self.style.typeface.leading(theme.BODY) + 12 if self.title else 0.0
        pad = 2.0 * theme.GRID
        return Box(
            self.box.left + pad,
            self.box.top + pad + top,
            self.box.width - 2 * pad,
            self.box.height - 2 * pad - top,
        )

    def path_at(self, x: float, y: float) -> tuple[Widget, ...]:
        """Return (): a panel is only a background and takes no pointer."""
        return ()

    def draw(self, canvas: Canvas) -> None:
        """Draw background and title."""
        if self.paper:
            faces.paper_panel(canvas, self.box)
        else:
            faces.glass_panel(canvas, self.box)
        if self.title:
            typeface = self.style.typeface
            colour = theme.TEXT_ON_PAPER if self.paper else theme.TEXT
            x, y = self.box.left + 2 * theme.GRID, self.box.top + 2 * theme.GRID + typeface.leading(16) / 2
            if self.icon:
                side = typeface.grown(18)
                faces.draw_icon(canvas, self.icon, x + side / 2, y, side, colour)
                x += side + theme.GAP
            typeface.line(canvas, self.title, x, y, 16, Weight.BOLD, colour, max_width=self.box.right - x - 16)
