"""The hall where a contest waits for outside programs: who is connected, where to connect, and the menu."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Generic, Protocol, TypeVar

from game.core.cabinet import Cabinet
from game.engine import theme
from game.engine.canvas import DESIGN_WIDTH, Box, Canvas
from game.engine.input import Command, CommandName, InputEvent
from game.engine.ornament import khatam
from game.engine.scene import Context, Scene
from game.engine.text import Weight
from game.engine.widgets.parts.base import Widget
from game.engine.widgets.parts.button import Button
from game.engine.widgets.screen import WidgetScene
from game.scenes import arcade
from game.scenes.contest.parts import END, Addresses, AddressPanel, end_dialog
from game.scenes.page.backdrop import draw_backdrop, warm_backdrop
from game.scenes.settings.scene import SettingsScene
from game.scenes.table.menu import HEADING_LIVE, MenuChoice, TableMenu
from game.scenes.table.rules import RulesPage
from net.host.broadcast import Broadcast


class Led(Protocol):
    """A contest as every hall sees it."""

    @property
    def address(self) -> str:
        """The address on which the contest listens; empty for all of this machine's."""

    def close(self) -> None:
        """End the contest and close every connection."""


ContestT = TypeVar("ContestT", bound=Led)


class Hall(WidgetScene, Generic[ContestT]):
    """The lowest scene of a contest. Its matches are played at tables that lie over this scene."""

    presses_lit = False
    heading_y = 84.0

    def __init__(
        self,
        context: Context,
        contest: ContestT,
        addresses: Callable[[], Sequence[str]] | None = None,
        on_end: Callable[[], None] | None = None,
    ) -> None:
        """`addresses`: returns this machine's addresses; None looks them up. `on_end`: called instead of ending the
        program.
        """
        super().__init__(context)
        self.contest = contest
        self._end = on_end or (lambda: context.quit())
        self._addresses = Addresses(contest.address, addresses)
        self._picture_wanted = False

    @abstractmethod
    def go_on(self, now: float) -> None:
        """Run the contest; called every frame, whatever scene is shown."""

    @property
    @abstractmethod
    def menu_choices(self) -> Sequence[MenuChoice]: ...

    @abstractmethod
    def rules_page(self) -> RulesPage: ...

    @property
    @abstractmethod
    def title(self) -> str: ...

    @property
    @abstractmethod
    def ports(self) -> str:
        """The port, or ports, to connect to, in words."""

    @abstractmethod
    def draw_places(self, canvas: Canvas) -> None:
        """Draw which programs are connected and which are missing."""

    def draw_addresses(self, canvas: Canvas) -> None:
        """Draw where programs connect to."""
        line = self.context.texts.line
        told = [(line("contest.address"), self._addresses.shown), (line("contest.port"), self.ports)]
        self.address.draw(canvas, line("contest.connect"), told)

    @property
    def shown_addresses(self) -> str:
        """This machine's addresses as text."""
        return self._addresses.shown

    @abstractmethod
    def draw_foot(self, canvas: Canvas) -> None:
        """Draw further information over the widgets."""

    def furnish(self) -> Iterable[Widget]:
        """Make and place the widgets."""
        menu = Button(
            self.style, icon="menu", on_press=self.open_menu, tooltip=self.style.texts.line("table.tool.menu")
        )
        menu.box = Box(1200, 24, 44, 44)
        return [menu]

    def build(self) -> Iterable[Widget]:
        self.address = AddressPanel(self.style)
        return self.furnish()

    def update(self, seconds: float) -> None:
        self._addresses.update(seconds)
        super().update(seconds)

    def enter(self) -> None:
        super().enter()
        self.context.companions.append(self.go_on)

    def leave(self) -> None:
        if self.go_on in self.context.companions:
            self.context.companions.remove(self.go_on)
        self.contest.close()

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

    def handle(self, event: InputEvent) -> None:
        if isinstance(event, Command) and event.name is CommandName.MENU and not event.repeated:
            self.open_menu()
        else:
            super().handle(event)

    def handle_rest(self, event: InputEvent) -> None:
        if isinstance(event, Command) and event.name is CommandName.BACK and not event.repeated:
            self.open_menu()

    def warm(self) -> Iterator[None]:
        yield from warm_backdrop(self.context.canvas)

    def draw_ground(self, canvas: Canvas) -> None:
        draw_backdrop(canvas)
        self._draw_heading(canvas)
        self.draw_places(canvas)
        self.draw_addresses(canvas)

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        self.draw_foot(canvas)
        if self._picture_wanted and self.stack.top is self:
            self._picture_wanted = False
            self.context.take_picture()

    def _draw_heading(self, canvas: Canvas) -> None:
        """Draw the title between two stars."""
        middle, typeface = DESIGN_WIDTH / 2, self.context.typeface
        bright = theme.TEXT_BRIGHT
        wide = typeface.line(
            canvas, self.title, middle, self.heading_y, theme.TITLE, Weight.BOLD, bright, "middle", shadow=2
        )
        for side in (-1, 1):
            canvas.put_middle(khatam(canvas.px(20), "#C08A3E"), middle + side * (wide / 2 + 32), self.heading_y)


def open_hall(
    context: Context, contest: Any, hall: Callable[..., Scene], room: str, cabinet: Cabinet, names: Sequence[str]
) -> Scene:
    """Make the hall of a contest that can be watched on the LAN as the room `room`; ending the contest removes the hall
    from the stack.
    """
    contest.watchers = Broadcast(room, cabinet, names)
    scene: Scene = hall(context, contest, on_end=lambda: context.stack.drop(scene))
    return scene
