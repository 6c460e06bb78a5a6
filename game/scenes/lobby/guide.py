"""The panel in place of a room before the person is in one: what to do, and what to try where no match is found."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import PAPER
from game.engine.light import shine
from game.engine.ornament import khatam
from game.engine.text import Weight
from game.engine.widgets import Button, Container, Kind, RichText, ScrollArea, Style, Widget, escape
from game.engine.widgets.parts import faces
from game.engine.widgets.scrollarea import RING_ROOM
from game.scenes.lan.kept import KeptRoom
from game.scenes.lan.log import LogLine
from game.scenes.lan.search import Search
from game.scenes.lan.words import spoken
from net.discovery.discovery import discovery_port

_PAD = 20.0
_STEPS = (("mouse", "card"), ("keyboard", "address"), ("eye", "watch"), ("store", "open"))

_REFUSED = "circle-x"


def guide(style: Style, box: Box, search: Search, refused: LogLine | None) -> GuidePanel:
    """Make the panel for the current state of the search. `refused`: why the last attempt to join failed."""
    line = style.texts.line
    if refused:
        why = escape(spoken(style.texts, refused.key, refused.values))
        steps = [(_REFUSED, why), *((icon, line(f"lobby.guide.{key}")) for icon, key in _STEPS[:3])]
        return GuidePanel(style, box, line("lobby.guide.refused"), steps)
    addresses = escape(", ".join(search.addresses))
    own = [("map-pin", line("lobby.guide.own", addresses=addresses))] if addresses else []
    if not search.in_vain:
        told = [(icon, line(f"lobby.guide.{key}")) for icon, key in (_STEPS if search.found else _STEPS[1:])]
        return GuidePanel(style, box, line("lobby.guide.title" if search.found else "lobby.searching"), [*told, *own])
    system = {"darwin": "macos", "win32": "windows"}.get(sys.platform, "other")
    told = [
        ("store", line("lobby.guide.open_first")),
        ("wifi", escape(line(f"discovery.firewall.{system}", port=discovery_port()))),
        ("keyboard", line("lobby.guide.typed")),
    ]
    return GuidePanel(style, box, line("lobby.guide.nobody"), [*told, *own])


class GuideStep(Widget):
    """One instruction with its icon. Where the steps scroll, it takes the focus, so that keys reach it."""

    focusable = True

    def __init__(self, style: Style, icon: str, text: str) -> None:
        super().__init__(style)
        self.enabled = False
        self.icon, self.text = icon, text
        self._body = RichText(style, text)

    @property
    def _side(self) -> float:
        return self.style.typeface.grown(24)

    def natural_height(self, width: float) -> float:
        """Return the height of the text and some margin."""
        return self._body.natural_height(width - self._side - 44) + 24

    def path_at(self, x: float, y: float) -> tuple[Widget, ...]:
        """Return no widgets: this widget takes no pointer input."""
        return ()

    def draw(self, canvas: Canvas) -> None:
        """Draw a row of glass with the icon and the text."""
        box = self.box
        faces.draw_face(canvas, box, faces.WELL, theme.CONTROL_CORNER)
        x = box.left + 14 + self._side / 2
        colour = theme.BAD if self.icon == _REFUSED else theme.GOOD
        faces.draw_icon(canvas, self.icon, x, box.centery, self._side, colour)
        left = box.left + 30 + self._side
        self._body.box = Box(left, box.top + 12, box.right - 14 - left, box.height - 24)
        self._body.draw(canvas)


class GuidePanel(Container):
    """A title and steps."""

    def __init__(self, style: Style, box: Box, title: str, steps: Sequence[tuple[str, str]]) -> None:
        """`steps`: pairs of an icon and a text with markup."""
        super().__init__(style, box)
        self.title = title
        typeface = style.typeface
        inner = box.width - 2 * _PAD
        self._title_high = typeface.height_of(title, inner, theme.HEADING, Weight.BOLD)
        self._rows = [GuideStep(style, icon, text) for icon, text in steps]
        self._wanted = sum(row.natural_height(inner) for row in self._rows) + 10 * (len(steps) - 1) + 2 * RING_ROOM
        left = box.height - self._wanted - self._title_high - 36 - _PAD
        self._star = min(96.0, left - 24) if left > 64 else 0.0
        top = box.top + 20 + (self._star + 24 if self._star else 0) + self._title_high + 12
        self.widgets = [self._area(top, box.bottom - 12)]

    def _area(self, top: float, bottom: float) -> ScrollArea:
        """Make the area of the steps between two heights; where they scroll, keys move the focus through them."""
        wide = self.box.width - 2 * _PAD + 2 * RING_ROOM
        place = Box(self.box.left + _PAD - RING_ROOM, top, wide, bottom - top)
        area = ScrollArea(self.style, place, self._rows, 10)
        for row in self._rows:
            row.enabled = area.scroller.needed
        return area

    def with_room(self, room: KeptRoom | None, host_again: Callable[[KeptRoom], None]) -> GuidePanel:
        """Add at the panel's foot a button to host this kept room again, if there is one; return the panel."""
        if room is None:
            return self
        line, typeface, box = self.style.texts.line, self.style.typeface, self.box
        label = line("lobby.kept.again", name=room.name)
        again = Button(self.style, label, icon="rotate-cw", kind=Kind.PRIMARY, on_press=lambda: host_again(room))
        inner = box.width - 2 * _PAD
        if again.natural_width() > inner:
            again.label = line("table.lan.host_again")
        high = typeface.grown(theme.CONTROL_HEIGHT + 8)
        again.box = Box(box.left + _PAD, box.bottom - _PAD - high, inner, high)
        told = line("lobby.kept.told", game=line(f"{room.game}.name"), people=", ".join(room.people) or "–")
        self._foot = RichText(self.style, told)
        told_high = self._foot.natural_height(inner)
        self._foot.box = Box(box.left + _PAD, again.box.top - 10 - told_high, inner, told_high)
        top = self.widgets[0].box.top
        if self._star and self._foot.box.top - 14 - top < self._wanted:  # text is more important than the star
            top -= self._star + 24
            self._star = 0.0
        self.widgets = [self._area(top, self._foot.box.top - 14), self._foot, again]
        return self

    def draw(self, canvas: Canvas) -> None:
        """Draw the panel, a lit tile, and the words."""
        box, typeface = self.box, self.style.typeface
        faces.glass_panel(canvas, box)
        y = box.top + 20
        if self._star:
            y += self._star / 2 + 8
            shine(canvas, box.centerx, y, 130, "#2BA7A0", 0.22, 1.6)
            canvas.put_middle(khatam(canvas.px(self._star), "#1F5F78", "#9FE8DB"), box.centerx, y)
            faces.draw_icon(canvas, "radio-tower", box.centerx, y, self._star * 0.44, PAPER, 2.2)
            y += self._star / 2 + 16
        place = Box(box.left + _PAD, y, box.width - 2 * _PAD, self._title_high + 2)
        typeface.paragraph(canvas, self.title, place, theme.HEADING, Weight.BOLD, theme.TEXT_BRIGHT, "middle")
        super().draw(canvas)
