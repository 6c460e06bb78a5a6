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
from game.engine.widgets import Button, Kind, Label, Panel, RichText, ScrollArea, Style, Widget, escape
from game.engine.widgets.parts import faces
from game.engine.widgets.parts.tree import Column, Either, Fill, Laid, Of, Over, Pad, Part, Row
from game.engine.widgets.scrollarea import RING_ROOM
from game.scenes.lan.kept import KeptRoom
from game.scenes.lan.log import LogLine
from game.scenes.lan.search import Search
from game.scenes.lan.words import spoken
from net.discovery.discovery import discovery_port

_PAD = 20.0
_STAR = 96.0
_STEPS = (("mouse", "card"), ("keyboard", "address"), ("eye", "watch"), ("store", "open"))

_REFUSED = "circle-x"


def guide(
    style: Style,
    search: Search,
    refused: LogLine | None,
    kept: KeptRoom | None,
    host_again: Callable[[KeptRoom], None],
) -> GuidePanel:
    """Make the panel for the current state of the search. `refused`: why the last attempt to join failed."""
    title, steps = _advice(style, search, refused)
    return GuidePanel(style, title, steps, kept, host_again)


def _advice(style: Style, search: Search, refused: LogLine | None) -> tuple[str, list[tuple[str, str]]]:
    """Return a title, and steps with an icon each."""
    line = style.texts.line
    if refused:
        why = escape(spoken(style.texts, refused.key, refused.values))
        steps = [(_REFUSED, why), *((icon, line(f"lobby.guide.{key}")) for icon, key in _STEPS[:3])]
        return line("lobby.guide.refused"), steps
    addresses = escape(", ".join(search.addresses))
    own = [("map-pin", line("lobby.guide.own", addresses=addresses))] if addresses else []
    if not search.in_vain:
        told = [(icon, line(f"lobby.guide.{key}")) for icon, key in (_STEPS if search.found else _STEPS[1:])]
        return line("lobby.guide.title" if search.found else "lobby.searching"), [*told, *own]
    system = {"darwin": "macos", "win32": "windows"}.get(sys.platform, "other")
    told = [
        ("store", line("lobby.guide.open_first")),
        ("wifi", escape(line(f"discovery.firewall.{system}", port=discovery_port()))),
        ("keyboard", line("lobby.guide.typed")),
    ]
    return line("lobby.guide.nobody"), [*told, *own]


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


class _Star(Widget):
    """A lit tile, where there is room for it."""

    size = 0.0

    def natural_height(self, width: float) -> float:
        return self.size + 24

    def path_at(self, x: float, y: float) -> tuple[Widget, ...]:
        return ()

    def draw(self, canvas: Canvas) -> None:
        x, y = self.box.centerx, self.box.top + 8 + self.size / 2
        shine(canvas, x, y, 130, "#2BA7A0", 0.22, 1.6)
        canvas.put_middle(khatam(canvas.px(self.size), "#1F5F78", "#9FE8DB"), x, y)
        faces.draw_icon(canvas, "radio-tower", x, y, self.size * 0.44, PAPER, 2.2)


class GuidePanel(Laid):
    """A title and steps, and at the foot a button to host a kept room again, if there is one."""

    def __init__(
        self,
        style: Style,
        title: str,
        steps: Sequence[tuple[str, str]],
        kept: KeptRoom | None,
        host_again: Callable[[KeptRoom], None],
    ) -> None:
        """`steps`: pairs of an icon and a text with markup."""
        self.title = title
        self._star = _Star(style)
        self._rows = [GuideStep(style, icon, text) for icon, text in steps]
        self._area = ScrollArea(style, None, self._rows, 10)
        head = Label(style, title, size=theme.HEADING, weight=Weight.BOLD, colour=theme.TEXT_BRIGHT, anchor="middle")
        area = Pad(Of(self._area, grow=1), -RING_ROOM, 0, grow=1)
        foot = [_kept_foot(style, kept, host_again)] if kept else []
        parts = Column(Fill(20), self._star, head, Fill(12), area, *foot, Fill(12), gap=0)
        super().__init__(style, Over(Panel(style), Pad(parts, _PAD, 0)))

    def prepare(self) -> None:
        """Show the star where all steps have room below it; where they scroll, keys move the focus through them."""
        self._star.visible = False
        free = self.box.height - self.tree.high(self.box.width)
        self._star.size, self._star.visible = min(_STAR, free - 36), free > 76
        for row in self._rows:
            row.enabled = free < -0.5


def _kept_foot(style: Style, room: KeptRoom, host_again: Callable[[KeptRoom], None]) -> Part:
    """Make the words on a kept room, and the button to host it again, whose label gives way where it is too long."""
    line, high = style.texts.line, style.typeface.grown(theme.CONTROL_HEIGHT + 8)
    again, short = (
        Button(style, label, icon="rotate-cw", kind=Kind.PRIMARY, on_press=lambda: host_again(room))
        for label in (line("lobby.kept.again", name=room.name), line("table.lan.host_again"))
    )
    told = line("lobby.kept.told", game=line(f"{room.game}.name"), people=", ".join(room.people) or "–")
    button = Row(Either(Of(again, grow=1, high=high), Of(short, grow=1, high=high)))
    return Column(Fill(14), RichText(style, told), Fill(10), button, Fill(8), gap=0)
