"""The drawer of an upright table: log, card and chat, one at a time under tabs, between the seats and the board.

Where it has no room there it is opened over the board, where it may also be pulled out to read more.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum

from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.input import InputEvent, PointerMoved, PointerPressed, PointerReleased
from game.engine.text import Weight
from game.engine.text.fitting import fitting_size
from game.engine.widgets.parts import faces
from game.engine.widgets.parts.base import Widget
from game.engine.widgets.parts.button import Button
from game.engine.widgets.parts.group import Container
from game.engine.widgets.parts.style import Style
from game.engine.widgets.segments import Option, Tabs
from game.scenes.feeds.feed import LogEntry
from game.scenes.table.log import TableLog
from game.scenes.table.widgets.layout import TableLayout
from game.scenes.table.widgets.side import SideCard
from game.scenes.table.widgets.upright import LEAST_LOG

TABS = theme.FINGER
"""Height of the tabs."""
_EDGE = 2.0
_ROOMY = 190.0
"""The least height of a drawer in which a card or the chat is shown; in a lower one they are opened over the board."""


class Page(Enum):
    """What a drawer shows, one at a time: the name of its icon."""

    LOG = "scroll-text"
    SIDE = "chart-line"
    CHAT = "message-circle"


class DrawerTabs(Tabs[Page]):
    """Tabs of equal width; pressing the chosen one calls `on_again`."""

    def __init__(
        self,
        style: Style,
        options: Sequence[Option[Page]],
        on_change: Callable[[Page], None],
        on_again: Callable[[], None],
    ) -> None:
        super().__init__(style, options, Page.LOG, on_change=on_change)
        self._on_again = on_again
        self.counts: Mapping[Page, int] = {}
        """What is new on pages that are not shown."""

    def parts(self) -> list[Box]:
        wide = self.box.width / len(self.options)
        return [Box(self.box.left + at * wide, self.box.top, wide, self.box.height) for at in range(len(self.options))]

    def handle(self, event: InputEvent) -> bool:
        before, pressed = self.number, self._pressed_number
        used = super().handle(event)
        if isinstance(event, PointerReleased) and pressed == before and self._number_at(event.x, event.y) == before:
            self._on_again()
        return used

    def draw(self, canvas: Canvas) -> None:
        """Draw the labels, the chosen one underlined, and what is new."""
        typeface = self.style.typeface
        faces.draw_rule(canvas, self.box.left, self.box.right, self.box.bottom - 1)
        for number, (option, part) in enumerate(zip(self.options, self.parts(), strict=True)):
            chosen = number == self.number
            count = 0 if chosen else self.counts.get(option.value, 0)
            words = f"{option.label} {min(count, 99)}" if count else option.label
            room = part.width - 8
            size = fitting_size(typeface, words, room, (theme.BODY, theme.CAPTION))
            colour = theme.TEXT_BRIGHT if chosen else theme.WARNING if count else theme.TEXT_MUTED
            x = part.centerx - min(room, typeface.measure(words, size, Weight.SEMIBOLD)) / 2
            typeface.line(canvas, words, x, part.centery, size, Weight.SEMIBOLD, colour, max_width=room)
            if chosen:
                line = Box(part.left + 8, self.box.bottom - 3, part.width - 16, 3)
                faces.draw_face(canvas, line, faces.FILLED, 1.5, 0)


class Drawer(Container):
    """Holds the log and what else is shown in its place."""

    def __init__(
        self,
        style: Style,
        layout: TableLayout,
        log: TableLog,
        card: Callable[[Box], SideCard] | None,
        title: str,
        on_change: Callable[[], None],
    ) -> None:
        """`card` makes the card for a box, with the tab `title`. `on_change` is called when another page is shown, or
        the drawer is opened or closed.
        """
        super().__init__(style)
        self.log = log
        log.tabbed = True
        self.closed = layout.low_log or (None if layout.log_over else layout.log)
        """The box between seats and board; None where there is no room."""
        top = self.closed.top if self.closed else layout.log.top
        self._over = Box(layout.log.left, top, layout.log.width, layout.board.bottom - top)
        self._make_card, self._card = card, None if card is None else card(self._over)
        self._seen: Sequence[LogEntry] = ()
        self._on_change = on_change
        self.page, self.opened = Page.LOG, False
        self._chat: tuple[Widget, Callable[[Box], None]] | None = None
        line = style.texts.line
        options = [Option(Page.LOG, line("table.log.title"))]
        options += [Option(Page.SIDE, title)] if card else []
        self._tabs = DrawerTabs(style, options, self.turn_to, self.toggle)
        self._toggle = Button(style, icon="chevron-down", on_press=self.toggle)
        self.widgets = [log, self._tabs, self._toggle]
        self.place()

    def hold_chat(self, chat: Widget, lay: Callable[[Box], None], label: str) -> None:
        """Hold the chat, too; `lay` lays it in a box."""
        self._chat = chat, lay
        self._tabs.options.append(Option(Page.CHAT, label))
        self.widgets.insert(1, chat)
        self.place()

    @property
    def inside(self) -> Box:
        """The box below the tabs."""
        return Box(self.box.left + 12, self.box.top + TABS + 6, self.box.width - 24, self.box.height - TABS - 16)

    @property
    def pages(self) -> list[Page]:
        """The pages that there are, in the order of their tabs."""
        return [option.value for option in self._tabs.options]

    @property
    def shown(self) -> Page | None:
        """The page in sight; None where the drawer is closed and has no room."""
        return self.page if self.visible else None

    def toggle(self) -> None:
        """Open the drawer over the board, or close it."""
        if self.opened:
            self.close()
        else:
            self.open(self.page)

    def open(self, page: Page) -> None:
        """Show a page over the board."""
        self.page, self.opened = page, True
        self._changed()

    def close(self) -> None:
        """Leave the board free; the log is shown again where another page has no room."""
        self.opened = False
        if not self._fits(self.page):
            self.page = Page.LOG
        self._changed()

    def turn_to(self, page: Page) -> None:
        """Show a page: between seats and board where it has room, else over the board."""
        self.page = page
        self.opened = self.opened or not self._fits(page)
        self._changed()

    def _fits(self, page: Page) -> bool:
        least = 0.0 if page is Page.LOG else _ROOMY
        return self.closed is not None and self.closed.height >= least

    def _changed(self) -> None:
        self.place()
        self._on_change()

    def place(self) -> None:
        """Lay out the page that is shown, and hide the others."""
        box = self._over if self.opened else self.closed
        self.visible = box is not None
        self.log.visible = box is not None and self.page is Page.LOG
        tabbed = box is not None and box.height >= LEAST_LOG
        self._tabs.visible = self._toggle.visible = tabbed
        if self._chat:
            self._chat[0].visible = tabbed and self.page is Page.CHAT
        if box is None:
            return
        moved, self.box = box != self.box, box
        self._tabs.number = self.pages.index(self.page)
        self._tabs.lay(Box(box.left + 6, box.top + _EDGE, box.width - TABS - 12, TABS))
        self._toggle.lay(Box(box.right - TABS - _EDGE, box.top + _EDGE, TABS, TABS))
        self._toggle.icon = "x" if self.opened else "chevron-down"
        if self.log.box != box:
            self.log.stand(box)
        if moved and self._make_card:
            self._card = self._make_card(box)
            self._card.show(self._seen)
        if self._chat and self.page is Page.CHAT:
            self._chat[1](self.inside)

    def show(self, entries: Sequence[LogEntry], unread: int = 0) -> None:
        """Update the card to the steps so far, and how many lines of chat nobody has read here."""
        self._seen = entries
        self._tabs.counts = {Page.CHAT: unread}
        if self._card:
            self._card.show(entries)

    def handle(self, event: InputEvent) -> bool:
        """Use up what is pressed between the widgets: the board below is not meant."""
        return isinstance(event, PointerPressed | PointerMoved)

    def draw(self, canvas: Canvas) -> None:
        if self.page is Page.SIDE and self._card:
            self._card.draw(canvas)
        elif self.page is Page.CHAT:
            faces.glass_panel(canvas, self.box)
        super().draw(canvas)
