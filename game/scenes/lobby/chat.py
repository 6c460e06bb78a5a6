"""The chat of a room: bubbles, the latest at the bottom, and a line to write in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, partial

from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import Colour
from game.engine.input import InputEvent, KeyPressed
from game.engine.light import drop_shadow
from game.engine.ornament import SHEET, Face, badge
from game.engine.patterns import PATTERNS
from game.engine.stage import Tint
from game.engine.text import Weight
from game.engine.text.fitting import fitted
from game.engine.widgets.entry import Entry
from game.engine.widgets.parts import faces
from game.engine.widgets.parts.button import Button
from game.engine.widgets.parts.scroller import BAR_ROOM, Scrolling
from game.engine.widgets.parts.style import Style
from game.engine.widgets.parts.tree import Column, Laid, Of, Row
from game.kit.two_set import SWITCHES, TwoSet
from game.scenes.lan.connection import ChatLine, RoomConnection
from game.scenes.lobby.talk import REACTION_KEYS, REACTIONS
from net.limits import TEXT

MINE = Face("#7A5AA8", "#5C4389", 1.0, "#FFF6E3", 0.16, 0.06)
"""Face of the bubbles with the person's own lines."""
_BUBBLE_PAD = 12.0
_BUBBLE_GAP = 8.0
_STEP = 48.0
_SIZE = 15.0


class ChatList(Scrolling):
    """The bubbles, scrolled by wheel and keys."""

    focusable = True
    corner = theme.GRID

    def __init__(self, style: Style, connection: RoomConnection, tints: Sequence[Tint]) -> None:
        super().__init__(style)
        self._connection = connection
        self._tints = tints
        self._said = -1
        self._rows: list[tuple[ChatLine, bool, float]] = []

    def lay(self, box: Box) -> None:
        self._said = self._said if box == self.box else -1
        super().lay(box)

    def _read(self) -> None:
        """Lay out lines said since the last call."""
        if self._said == self._connection.said:
            return
        first = self._said < 0
        self._said = self._connection.said
        self._rows = []
        before: ChatLine | None = None
        for line in self._connection.chat:
            named = line.person != self._connection.client.person and (before is None or before.person != line.person)
            self._rows.append((line, named, self._height(line, named)))
            before = line
        self.scroller.place(self.box, sum(high for _, _, high in self._rows), follow=True)
        if first:
            self.scroller.jump()

    @property
    def _widest(self) -> float:
        """The largest width of a bubble's text."""
        return (self.box.width - BAR_ROOM) * 0.86 - 2 * _BUBBLE_PAD

    def _height(self, line: ChatLine, named: bool) -> float:
        typeface = self.style.typeface
        words = typeface.height_of(line.text, self._widest, _SIZE)
        return words + 12 + _BUBBLE_GAP + (typeface.leading(theme.CAPTION) + 4 if named else 0)

    def handle(self, event: InputEvent) -> bool:
        return self.scroller.read_on(event, _STEP)

    def update(self, seconds: float) -> None:
        self._read()
        super().update(seconds)

    def draw(self, canvas: Canvas) -> None:
        """Draw the visible bubbles, or an invitation to talk while there are none."""
        self._read()
        self._connection.read = self._connection.said
        typeface, box = self.style.typeface, self.box
        if not self._rows:
            text = self.style.texts.line("lobby.chat.empty")
            high = typeface.height_of(text, box.width - 16, theme.CAPTION)
            place = Box(box.left + 8, box.centery - high / 2, box.width - 16, high)
            typeface.paragraph(canvas, text, place, theme.CAPTION, colour=theme.TEXT_MUTED, anchor="middle")
            return
        foot = max(0.0, box.height - self.scroller.height)
        top = box.top - self.scroller.offset + foot
        # bubbles scrolled half out of view are cut on purpose
        with faces.Clip(canvas, box.inflate(-2 / canvas.scale, -2 / canvas.scale)):
            for line, named, high in self._rows:
                if top + high > box.top and top < box.bottom:
                    self._draw_row(canvas, line, named, top)
                top += high
        self.scroller.draw(canvas, shade=False)

    def _draw_row(self, canvas: Canvas, line: ChatLine, named: bool, top: float) -> None:
        typeface, box = self.style.typeface, self.box
        mine = line.person == self._connection.client.person
        if named:
            self._draw_name(canvas, line, top)
            top += typeface.leading(theme.CAPTION) + 4
        lines = typeface.wrap(line.text, self._widest, _SIZE)
        wide = max(typeface.measure(part, _SIZE) for part in lines) + 2 * _BUBBLE_PAD + 2
        high = len(lines) * typeface.leading(_SIZE) + 12
        left = box.right - BAR_ROOM - wide if mine else box.left + 2
        bubble = Box(left, top, wide, high)
        drop_shadow(canvas, bubble, 11, 5, 70, 2)
        faces.draw_face(canvas, bubble, MINE if mine else SHEET, 11)
        colour: Colour = theme.TEXT_BRIGHT if mine else theme.TEXT_ON_PAPER
        place = Box(left + _BUBBLE_PAD, top + 6, wide - 2 * _BUBBLE_PAD, high)
        typeface.paragraph(canvas, line.text, place, _SIZE, colour=colour)

    def _draw_name(self, canvas: Canvas, line: ChatLine, top: float) -> None:
        typeface = self.style.typeface
        y, x = top + typeface.leading(theme.CAPTION) / 2, self.box.left + 2
        size = typeface.grown(12)
        if line.seat is None:
            faces.draw_icon(canvas, "eye", x + size / 2, y, size, theme.TEXT_MUTED)
        else:
            tint = self._tints[line.seat % len(self._tints)]
            canvas.put_middle(badge(PATTERNS[tint.pattern].shape, tint.colour, canvas.px(size)), x + size / 2, y)
        name = fitted(typeface, line.name, self.box.width - BAR_ROOM - size - 8, theme.CAPTION)
        typeface.line(canvas, name, x + size + 6, y, theme.CAPTION, Weight.SEMIBOLD, theme.TEXT_MUTED)


class ChatEntry(Entry):
    """A text field in which Latin keys can write Hangul, if switched on, for Korean readers without an input method.

    Readers of other languages have no switch: right Alt writes characters of their own on their keyboards.
    """

    @cached_property
    def keys(self) -> TwoSet:
        return TwoSet(on=False)

    def take_over(self, before: ChatEntry) -> None:
        """Continue with the text and state of another field."""
        before.finish()
        self.text, self.keys.on, self.icon = before.text, before.keys.on, before.icon

    def finish(self) -> None:
        """Commit the syllable that this program's own input method has not finished."""
        for made in self.keys.finished():
            super().handle(made)

    def handle(self, event: InputEvent) -> bool:
        if self.style.texts.language != "ko":
            return super().handle(event)
        taken = isinstance(event, KeyPressed) and event.key in SWITCHES
        for made in self.keys.made(event):
            taken |= super().handle(made)
        self.icon = "keyboard" if self.keys.on else ""
        return taken

    def focus_changed(self, focused: bool) -> None:
        self.finish()
        super().focus_changed(focused)


class ChatPanel(Laid):
    """The list of bubbles, and below it the text field with a button to send."""

    def __init__(
        self,
        style: Style,
        connection: RoomConnection,
        tints: Sequence[Tint],
        *,
        on_say: Callable[[], None] = lambda: None,
    ) -> None:
        self._connection = connection
        self._on_say = on_say
        line = style.texts.line
        korean = style.texts.language == "ko"
        self.entry = ChatEntry(
            style,
            placeholder=line("lobby.chat.write"),
            limit=TEXT,
            on_commit=lambda _: self.say(),
            tooltip=line("lobby.chat.keys") if korean else "",
        )
        self._send = Button(style, icon="send", on_press=self.say, tooltip=line("lobby.chat.send"))
        self._signs = [
            Button(
                style,
                icon=REACTIONS[what][0],
                tooltip=f"{line(f'lobby.reaction.{what}')} ({key.upper()})",
                on_press=partial(connection.react, what),
            )
            for key, what in REACTION_KEYS.items()
        ]
        self.list = ChatList(style, connection, tints)
        self._row = max(style.least_press, style.typeface.grown(30))
        signs = Row(*(Of(sign, grow=1, high=self._row) for sign in self._signs), gap=2 if style.least_press else 6)
        foot = Column(signs, Row(Of(self.entry, grow=1), self._send))
        super().__init__(style, Column(Of(self.list, grow=1), foot, gap=12))

    def prepare(self) -> None:
        """Show the reactions where there is room for them."""
        roomy = self.box.height - self.entry.natural_height(0) - theme.GAP >= 4 * self._row
        for sign in self._signs:
            sign.visible = roomy

    def make_room(self, high: float) -> None:
        """Leave `high` free above the bubbles; the buttons stay where they are."""
        self.lay()
        words, taken = self.list.box, min(high, self.list.box.height / 2)
        self.list.lay(Box(words.left, words.top + taken, words.width, words.height - taken))

    def say(self) -> None:
        """Send what was written."""
        text = self.entry.text.strip()
        if text:
            self._connection.say(text)
            self.entry.text = ""
            self._on_say()
