"""What the halls of contests share: they lead the contest whatever is shown, and have its menu."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

from game.engine import theme
from game.engine.canvas import DESIGN_WIDTH, Canvas
from game.engine.input import Command, CommandName, InputEvent
from game.engine.ornament import khatam
from game.engine.scene import Context
from game.engine.text import Weight
from game.engine.widgets.screen import WidgetScene
from game.scenes import arcade
from game.scenes.page.backdrop import warm_backdrop
from game.scenes.page.contest import END, Addresses, end_dialog
from game.scenes.settings.scene import SettingsScene
from game.scenes.table.menu import HEADING_LIVE, MenuChoice, TableMenu
from game.scenes.table.rules import RulesPage

HEADING_Y = 84.0


class Closable(Protocol):
    """A contest, as far as every hall knows it."""

    def close(self) -> None:
        """End it, and hang up on everybody."""


class Hall(WidgetScene):
    """The lowest scene of a contest. Its matches are played at tables that lie over it."""

    def __init__(
        self,
        context: Context,
        contest: Closable,
        addresses: Addresses,
        on_end: Callable[[], None] | None = None,
    ) -> None:
        """`on_end`: in place of ending the program."""
        super().__init__(context)
        self._led = contest
        self._end = on_end or (lambda: context.quit())
        self._addresses = addresses
        self._picture_wanted = False

    @abstractmethod
    def go_on(self, now: float) -> None:
        """Lead the contest; called in every frame, whatever is shown."""

    @property
    @abstractmethod
    def menu_choices(self) -> Sequence[MenuChoice]: ...

    @abstractmethod
    def rules_page(self) -> RulesPage: ...

    def enter(self) -> None:
        super().enter()
        self.context.companions.append(self.go_on)

    def leave(self) -> None:
        if self.go_on in self.context.companions:
            self.context.companions.remove(self.go_on)
        self._led.close()

    def show_replays(self) -> None:
        self.stack.push(arcade.replays(self.context))

    def open_menu(self) -> None:
        self.stack.push(TableMenu(self.context, self.menu_choices, HEADING_LIVE))

    def resumed(self, value: Any) -> None:
        match value:
            case MenuChoice.REPLAYS:
                self.show_replays()
            case MenuChoice.RULES:
                self.stack.push(self.rules_page())
            case MenuChoice.SETTINGS:
                self.stack.push(SettingsScene(self.context))
            case MenuChoice.PICTURE:
                self._picture_wanted = True
            case MenuChoice.LEAVE:
                self.stack.push(end_dialog(self.context))
            case _ if value == END:
                self._end()

    def handle_rest(self, event: InputEvent) -> None:
        if isinstance(event, Command) and event.name is CommandName.BACK and not event.repeated:
            self.open_menu()

    def warm(self) -> Iterator[None]:
        yield from warm_backdrop(self.context.canvas)

    def draw_heading(self, canvas: Canvas, title: str) -> None:
        """The title between two stars."""
        middle, typeface = DESIGN_WIDTH / 2, self.context.typeface
        bright = theme.TEXT_BRIGHT
        wide = typeface.line(canvas, title, middle, HEADING_Y, theme.TITLE, Weight.BOLD, bright, "middle", shadow=2)
        for side in (-1, 1):
            canvas.put_middle(khatam(canvas.px(20), "#C08A3E"), middle + side * (wide / 2 + 32), HEADING_Y)

    def take_wanted_picture(self) -> None:
        """Keep the picture that was asked for in the menu, once the menu is gone; to be called after drawing."""
        if self._picture_wanted and self.stack.top is self:
            self._picture_wanted = False
            self.context.take_picture()
