"""Layouts as trees: a page says what stands in it and what may give way, never where its neighbour ends.

A tree is made of parts and laid out in a box by `place`, as often as the box, a text or what is visible changes.
`widgets()` then yields the widgets that have a place, in the order in which the focus goes through them; a `Laid` holds
a tree as a widget. An invisible widget takes no room, and neither does the gap beside it. Lengths are design units.

Where a row is too narrow, what it holds gives way in order of rank, the highest first: an `Either` takes its next
form, a part marked by `may_go` leaves; then growing parts shrink. In a column that is too low, parts shrink first and
leave then. A `Beside` stands upright where its parts do not fit side by side, a `Grid` takes fewer columns. So one tree
serves a wide frame and a narrow one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeAlias

from game.engine.canvas import Box, Canvas
from game.engine.theme import GAP
from game.engine.widgets.parts import faces
from game.engine.widgets.parts.base import Widget
from game.engine.widgets.parts.button import Button
from game.engine.widgets.parts.group import Container
from game.engine.widgets.parts.label import Panel
from game.engine.widgets.parts.layout import inset
from game.engine.widgets.parts.sharing import shared
from game.engine.widgets.parts.style import Style

Length: TypeAlias = float | Callable[[], float]
"""A length, or what returns it, for one that changes."""
_KEYS = 1000
"""What a button's key adds to the rank of its words."""


class Part(ABC):
    """A node of a layout tree."""

    grow: float = 0.0
    """Share of the room that is left over along the row or column it stands in; 0 takes none."""
    rank: int = 0
    """When it gives way in a row that is too narrow: the highest rank first, 0 never."""

    @property
    def yields(self) -> bool:
        """Whether it may be squeezed though it does not grow, such as a list that scrolls."""
        return False

    @property
    @abstractmethod
    def present(self) -> bool:
        """Whether it takes any room now."""

    @abstractmethod
    def wide(self) -> float:
        """Return the width it would like, in its present form."""

    def least(self) -> float:
        """Return the width to which it may be squeezed."""
        return self.wide()

    @abstractmethod
    def high(self, width: float) -> float:
        """Return the height it needs at a width."""

    def low(self, width: float) -> float:
        """Return the height to which it may be squeezed at a width."""
        return self.high(width)

    @abstractmethod
    def place(self, box: Box) -> None:
        """Lay out all that is in it within a box."""

    @abstractmethod
    def widgets(self) -> Iterator[Widget]:
        """Yield the widgets that have a place, in focus order."""

    def narrowest(self) -> float:
        """Return the width of its last form, when it has given way as far as it can."""
        return self.least()

    def widen(self) -> None:
        """Take the widest form again."""

    def narrow(self) -> bool:
        """Give way by one form. Return whether there was one."""
        return False


class Of(Part):
    """A widget, as large as it likes to be without `wide` and `high`.

    One that grows or `yields` may be squeezed: to the width `least`, and to the height `low`, usually its least height.
    """

    def __init__(
        self, widget: Widget, *, wide: Length | None = None, high: Length | None = None, grow: float = 0.0,
        least: float = 0.0, low: float | None = None, yields: bool = False,
    ) -> None:  # fmt: skip
        self.widget = widget
        self.grow = grow
        self._wide, self._high, self._least, self._low, self._yields = wide, high, least, low, yields

    @property
    def yields(self) -> bool:
        return self._yields

    @property
    def present(self) -> bool:
        return self.widget.visible

    def wide(self) -> float:
        return self.widget.natural_width() if self._wide is None else _length(self._wide)

    def least(self) -> float:
        return min(self._least, self.wide()) if _gives(self) else self.wide()

    def high(self, width: float) -> float:
        return self.widget.natural_height(width) if self._high is None else _length(self._high)

    def low(self, width: float) -> float:
        if not _gives(self):
            return self.high(width)
        return self.widget.least_height(width) if self._low is None else min(self._low, self.high(width))

    def place(self, box: Box) -> None:
        self.widget.lay(box)

    def widgets(self) -> Iterator[Widget]:
        if self.widget.visible:
            yield self.widget


class Worded(Of):
    """A button with words and an icon, which first leaves out its key and then, at its rank, its words."""

    def __init__(self, button: Button, rank: int = 1, *, high: Length | None = None) -> None:
        super().__init__(button, high=high)
        self._button, self._rank = button, rank
        self._whole = button.label, button.key

    @property
    def rank(self) -> int:  # type: ignore[override]
        """Keys leave before any words do."""
        if self._button.key:
            return self._rank + _KEYS
        return self._rank if self._button.label and self._button.icon else 0

    def wide(self) -> float:
        return super().wide() if self._button.label else self.high(0)

    def narrowest(self) -> float:
        return self.high(0) if self._button.icon else self.wide()

    def widen(self) -> None:
        self._button.label, self._button.key = self._whole

    def narrow(self) -> bool:
        if self._button.key:
            self._button.key = ""
        elif self.rank:
            self._button.label = ""
        else:
            return False
        return True


class Fill(Part):
    """Room for nothing: it grows, or has a fixed length along its row or column."""

    def __init__(self, length: float = 0.0, *, grow: float | None = None) -> None:
        self._length = length
        self.grow = (0.0 if length else 1.0) if grow is None else grow

    @property
    def present(self) -> bool:
        return True

    def wide(self) -> float:
        return self._length

    def high(self, width: float) -> float:
        return self._length

    def place(self, box: Box) -> None:
        pass

    def widgets(self) -> Iterator[Widget]:
        yield from ()


class _Line(Widget):
    def draw(self, canvas: Canvas) -> None:
        faces.draw_rule(canvas, self.box.left, self.box.right, self.box.centery)

    def path_at(self, x: float, y: float) -> tuple[Widget, ...]:
        return ()


class Rule(Of):
    """A thin line across a column."""

    def __init__(self, style: Style, high: float = 1.0) -> None:
        super().__init__(_Line(style), wide=0.0, high=high)


class Several(Part):
    """Parts along one axis."""

    def __init__(self, *parts: Part | Widget, gap: float = GAP, grow: float = 0.0) -> None:
        self.parts = tuple(as_part(part) for part in parts)
        self.gap = gap
        self.grow = grow

    @property
    def _here(self) -> list[Part]:
        return [part for part in self.parts if part.present]

    @property
    def present(self) -> bool:
        return any(part.present for part in self.parts if not isinstance(part, Fill))

    @property
    def yields(self) -> bool:
        return any(part.yields for part in self._here)

    def _gaps(self, parts: Sequence[Part]) -> float:
        return self.gap * max(0, len(parts) - 1)

    def widgets(self) -> Iterator[Widget]:
        for part in self._here:
            yield from part.widgets()

    def widen(self) -> None:
        for part in self.parts:
            part.widen()

    def narrow(self) -> bool:
        """Let the parts of the highest rank that can still give way do so together."""
        for rank in sorted({part.rank for part in self._here if part.rank}, reverse=True):
            narrower = [part.narrow() for part in self._here if part.rank == rank]
            if any(narrower):
                return True
        return False


class Row(Several):
    """Parts side by side, each at its own height in the middle of the row, or with `fill` as high as the row."""

    def __init__(
        self, *parts: Part | Widget, gap: float = GAP, grow: float = 0.0, high: Length | None = None, fill: bool = False
    ) -> None:
        super().__init__(*parts, gap=gap, grow=grow)
        self._high = high
        self._fill = fill

    def wide(self) -> float:
        return sum(part.wide() for part in self._here) + self._gaps(self._here)

    def least(self) -> float:
        """Return the width to which it may be squeezed; in a row only parts that grow, yield or have a rank are."""

        def least(part: Part) -> float:
            return part.narrowest() if part.rank else _least(part)

        return sum(least(part) for part in self._here) + self._gaps(self._here)

    def _widths(self, width: float) -> list[tuple[Part, float]]:
        """Let parts give way until the row fits, and share out the room."""
        self.widen()
        while self.wide() > width + 0.5 and self.narrow():
            pass
        here = self._here
        liked, least = [part.wide() for part in here], [_least(part) for part in here]
        widths = shared(width - self._gaps(here), liked, least, [part.grow for part in here])
        return list(zip(here, widths, strict=True))

    def high(self, width: float) -> float:
        if self._high is not None:
            return _length(self._high)
        return max((part.high(wide) for part, wide in self._widths(width)), default=0.0)

    def low(self, width: float) -> float:
        if self._high is not None:
            return _length(self._high)
        return max((part.low(wide) for part, wide in self._widths(width)), default=0.0)

    def place(self, box: Box) -> None:
        x = box.left
        for part, wide in self._widths(box.width):
            high = box.height if self._fill else min(box.height, part.high(wide))
            part.place(Box(x, box.centery - high / 2, wide, high))
            x += wide + self.gap


class Column(Several):
    """Parts below each other, as wide as the column.

    Where it is too low, parts that yield without growing are squeezed first, then those that grow; if not even that is
    enough, those of the highest rank give way, and at last those that grow are squeezed to nothing.
    """

    def __init__(self, *parts: Part | Widget, gap: float = GAP, grow: float = 0.0, wide: Length | None = None) -> None:
        super().__init__(*parts, gap=gap, grow=grow)
        self._wide = wide

    def wide(self) -> float:
        if self._wide is not None:
            return _length(self._wide)
        return max((part.wide() for part in self._here), default=0.0)

    def least(self) -> float:
        return max((part.least() for part in self._here), default=0.0)

    def high(self, width: float) -> float:
        return sum(part.high(width) for part in self._here) + self._gaps(self._here)

    def low(self, width: float) -> float:
        return sum(_low(part, width) for part in self._here) + self._gaps(self._here)

    def place(self, box: Box) -> None:
        for part in self.parts:
            if part.rank:
                part.widen()
        while self.low(box.width) > box.height + 0.5 and self.narrow():
            pass
        here = self._here

        liked, low = [part.high(box.width) for part in here], [_low(part, box.width) for part in here]
        if sum(low) + self._gaps(here) > box.height:
            low = [0.0 if part.grow else least for part, least in zip(here, low, strict=True)]
        highs = shared(box.height - self._gaps(here), liked, low, [part.grow for part in here])
        y = box.top
        for part, tall in zip(here, highs, strict=True):
            part.place(Box(box.left, y, box.width, tall))
            y += tall + self.gap


class _Around(Part):
    """What does as the part within it does."""

    @property
    @abstractmethod
    def inner(self) -> Part:
        """The part within."""

    @property
    def present(self) -> bool:
        return self.inner.present

    def wide(self) -> float:
        return self.inner.wide()

    @property
    def yields(self) -> bool:
        return self.inner.yields

    def least(self) -> float:
        return self.inner.least()

    def high(self, width: float) -> float:
        return self.inner.high(width)

    def low(self, width: float) -> float:
        return self.inner.low(width)

    def place(self, box: Box) -> None:
        self.inner.place(box)

    def widgets(self) -> Iterator[Widget]:
        yield from self.inner.widgets()

    def widen(self) -> None:
        self.inner.widen()

    def narrow(self) -> bool:
        return self.inner.narrow()


class Beside(_Around):
    """Parts side by side, as high as the box, where their least widths fit; else one below the other."""

    def __init__(self, *parts: Part | Widget, gap: float = GAP, grow: float = 0.0) -> None:
        self._row = Row(*parts, gap=gap, fill=True)
        self._column = Column(*parts, gap=gap)
        self.grow = grow
        self.upright = False
        """Whether the parts stand below each other."""

    @property
    def inner(self) -> Part:
        return self._column if self.upright else self._row

    def least(self) -> float:
        return self._column.least()

    def widen(self) -> None:
        """Stand side by side again."""
        self.upright = False
        self._row.widen()
        self._column.widen()

    def high(self, width: float) -> float:
        self._stand(width)
        return super().high(width)

    def low(self, width: float) -> float:
        self._stand(width)
        return super().low(width)

    def place(self, box: Box) -> None:
        self._stand(box.width)
        super().place(box)

    def _stand(self, width: float) -> None:
        self._row.widen()
        self.upright = self._row.least() > width + 0.5
        if self.upright:
            self._column.widen()


class Either(_Around):
    """One of several forms of the same, from wide to narrow: the first for which there is room."""

    def __init__(self, *forms: Part | Widget, rank: int = 1) -> None:
        self._forms = tuple(as_part(form) for form in forms)
        self._form = 0
        self.grow = self._forms[0].grow
        self.rank = rank

    @property
    def inner(self) -> Part:
        return self._forms[self._form]

    def narrowest(self) -> float:
        return min(form.least() for form in self._forms)

    def widen(self) -> None:
        self._form = 0
        super().widen()

    def narrow(self) -> bool:
        if self._form + 1 >= len(self._forms):
            return False
        self._form += 1
        return True


def may_go(part: Part | Widget, rank: int = 1) -> Part:
    """Return the part as one that leaves where there is no room for it."""
    return Either(part, Row(), rank=rank)


class Pad(_Around):
    """A part with a margin around it; `x` left and right, `y` above and below."""

    def __init__(self, part: Part | Widget, x: float, y: float | None = None, *, grow: float = 0.0) -> None:
        self._inner = as_part(part)
        self._x, self._y = x, x if y is None else y
        self.grow = grow

    @property
    def inner(self) -> Part:
        return self._inner

    def wide(self) -> float:
        return super().wide() + 2 * self._x

    def least(self) -> float:
        return super().least() + 2 * self._x

    def high(self, width: float) -> float:
        return super().high(width - 2 * self._x) + 2 * self._y

    def low(self, width: float) -> float:
        return super().low(width - 2 * self._x) + 2 * self._y

    def place(self, box: Box) -> None:
        super().place(inset(box, self._x, self._y))


class Over(_Around):
    """A part over a widget that takes the same box, such as a list over its panel."""

    def __init__(self, ground: Widget, part: Part | Widget, *, grow: float = 0.0) -> None:
        self._inner = as_part(part)
        self._ground = ground
        self.grow = grow

    @property
    def inner(self) -> Part:
        return self._inner

    def place(self, box: Box) -> None:
        self._ground.box = box
        super().place(box)

    def widgets(self) -> Iterator[Widget]:
        yield self._ground
        yield from super().widgets()


class Framed(Over):
    """A part on a panel, below its title and within its margins, or narrower ones; `beside` stands beside the title."""

    def __init__(
        self, panel: Panel, part: Part | Widget, *, beside: Part | None = None, margin: float | None = None,
        grow: float = 0.0,
    ) -> None:  # fmt: skip
        panel.box = Box(0, 0, 0, 0)
        margin = panel.inside.left if margin is None else margin
        title = panel.inside.top - margin
        head = Fill(title, grow=0) if beside is None else Row(Fill(), beside, Fill(2 * margin), high=title, gap=0)
        super().__init__(panel, Column(head, Pad(part, margin, grow=1), gap=0), grow=grow)


class Made(Container):
    """A container whose widgets are made for its box, such as controls that take another form where it is narrow."""

    def __init__(self, style: Style, make: Callable[[Box], Iterable[Widget]]) -> None:
        """`make` makes and places the widgets for a box."""
        super().__init__(style)
        self._make = make

    def lay(self, box: Box) -> None:
        if box != self.box:
            super().lay(box)
            self.widgets = list(self._make(box))


class Laid(Container):
    """A container whose widgets are those that have a place in a tree."""

    def __init__(self, style: Style, tree: Part | Widget, box: Box | None = None) -> None:
        super().__init__(style, box)
        self.tree = as_part(tree)
        if box is not None:
            self.lay()

    def lay(self, box: Box | None = None) -> None:
        """Lay the tree out anew, in another box where one is given; to be called when what is visible has changed.

        Does nothing before it has been given a box.
        """
        self.box = self.box if box is None else box
        if self.box.width > 0:
            self.prepare()
            self.tree.place(self.box)
            self.widgets = list(self.tree.widgets())

    def prepare(self) -> None:
        """Change what depends on the box, which is known now; called before the tree is laid out in it."""

    def natural_width(self) -> float:
        return self.tree.wide()

    def natural_height(self, width: float) -> float:
        return self.tree.high(width)

    def least_height(self, width: float) -> float:
        return self.tree.low(width)


def as_part(part: Part | Widget) -> Part:
    """Return a widget as a part of its natural size; a part as it is."""
    return part if isinstance(part, Part) else Of(part)


def _gives(part: Part) -> bool:
    """Return whether a part may be squeezed."""
    return bool(part.grow) or part.yields


def _least(part: Part) -> float:
    """Return the width that a part takes at least in a row that has given way as far as it can."""
    return part.least() if _gives(part) else part.wide()


def _low(part: Part, width: float) -> float:
    return part.low(width) if _gives(part) else part.high(width)


def _length(length: Length) -> float:
    return length() if callable(length) else length
