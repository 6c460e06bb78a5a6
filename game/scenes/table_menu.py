"""The menu of a table: what there is to do beside playing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum

from game.engine import theme
from game.engine.audio import Sound
from game.engine.canvas import DESIGN_HEIGHT, DESIGN_WIDTH, Box, Canvas
from game.engine.input import Command, CommandName, InputEvent
from game.engine.light import veil
from game.engine.scene import Context
from game.engine.text import Weight
from game.engine.widgets.base import Widget
from game.engine.widgets.button import Button, Kind
from game.engine.widgets.label import Label, Panel
from game.engine.widgets.screen import WidgetScene

WIDTH = 360.0
PADDING = 28.0
GAP = 12.0
DIM = 0.55


class MenuChoice(Enum):
    """What a table can be asked for: the name of its text, and its icon."""

    CONTINUE = ("continue", "swords")
    RESULTS = ("results", "trophy")
    RULES = ("rules", "book-open")
    SETTINGS = ("settings", "settings")
    PICTURE = ("picture", "camera")
    LEAVE = ("leave", "log-out")
    AGAIN = ("again", "rotate-cw")
    WATCH = ("watch", "clapperboard")
    TITLE = ("title", "house")

    @property
    def text_key(self) -> str:
        """What its button says."""
        return f"table.menu.{self.value[0]}"

    @property
    def icon(self) -> str:
        """What stands before that."""
        return self.value[1]


class TableMenu(WidgetScene):
    """Buttons below each other over the table; returns the MenuChoice, or None to go on."""

    overlay = True

    def __init__(self, context: Context, choices: Sequence[MenuChoice]) -> None:
        super().__init__(context)
        self.choices = tuple(choices)

    def enter(self) -> None:
        super().enter()
        self.style.play_sound(Sound.OPEN)
        self.group.focus(next(widget for widget in self.group.widgets if isinstance(widget, Button)))

    def build(self) -> Iterable[Widget]:
        style, line = self.style, self.context.texts.line
        resume = Button(style, line("table.menu.resume"), icon="play", kind=Kind.PRIMARY, on_press=self.stack.pop)
        buttons = [resume, *(self._button(choice) for choice in self.choices)]
        high = resume.natural_height(0)
        title_high = style.typeface.leading(theme.HEADING)
        width = max(WIDTH, *(button.natural_width() + 2 * PADDING for button in buttons))
        whole = 2 * PADDING + title_high + GAP + len(buttons) * (high + GAP) - GAP
        box = Box((DESIGN_WIDTH - width) / 2, (DESIGN_HEIGHT - whole) / 2, width, whole)
        title = Label(
            style,
            line("table.menu.heading"),
            Box(box.left + PADDING, box.top + PADDING - 4, width - 2 * PADDING, title_high),
            size=theme.HEADING,
            weight=Weight.BOLD,
            colour=theme.TEXT_BRIGHT,
            anchor="middle",
        )
        top = box.top + PADDING + title_high + GAP
        for number, button in enumerate(buttons):
            button.box = Box(box.left + PADDING, top + number * (high + GAP), width - 2 * PADDING, high)
        return [Panel(style, box), title, *buttons]

    def _button(self, choice: MenuChoice) -> Button:
        label = self.context.texts.line(choice.text_key)
        return Button(self.style, label, icon=choice.icon, on_press=lambda: self.stack.pop(choice))

    def handle_rest(self, event: InputEvent) -> None:
        if isinstance(event, Command) and event.name in (CommandName.BACK, CommandName.MENU) and not event.repeated:
            self.style.play_sound(Sound.BACK)
            self.stack.pop()

    def draw(self, canvas: Canvas) -> None:
        veil(canvas, DIM)
        super().draw(canvas)
