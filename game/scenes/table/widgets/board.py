"""The board of a table as a widget: shows the game's stage, and converts inputs into the stage's design units."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.input import (
    AWAY,
    Command,
    CommandName,
    CommandReleased,
    Device,
    Held,
    InputEvent,
    KeyPressed,
    KeyReleased,
    Panned,
    PointerMoved,
    PointerPressed,
    PointerReleased,
    Released,
    StickMoved,
    TriggerMoved,
    Unplugged,
    Wheel,
    translated,
)
from game.engine.stage import SETTLE, FillsTable, Flows, HasLine, Stage, TakesBack, TakesNext, WrittenLine
from game.engine.widgets.parts import faces
from game.engine.widgets.parts.base import Widget
from game.engine.widgets.parts.style import Style

_LEADING = (CommandName.NEXT, CommandName.PREVIOUS)
"""Commands that move the focus away from the board, unless the stage takes them while a person chooses."""
_CHOOSING = (CommandName.LEFT, CommandName.RIGHT, CommandName.UP, CommandName.DOWN, CommandName.CONFIRM)


class BoardWidget(Widget):
    """Shows a stage and passes inputs to it. Drawn by the table, below the panels."""

    focusable = True
    keeps_pointed = True
    corner = theme.CORNER

    def __init__(self, style: Style, box: Box, stage: Stage[Any, Any], on_input: Callable[[], None]) -> None:
        """`on_input` is called after each input that the stage has taken."""
        super().__init__(style, box)
        self.stage = stage
        self._on_input = on_input
        self.choosing = False
        """Whether a person is to choose, so that arrows and CONFIRM go to the stage."""
        self.awaiting = False
        """Whether a person here will choose again soon, so that arrows and CONFIRM must not move the focus
        away meanwhile.
        """
        self.announced = False
        """Whether keys have just moved the focus to the board; a ring shows it until there is something to choose."""
        self._was_hovered = False
        self._settling = 0.0
        self._held: list[Released | PointerReleased] = []
        """Release events for the keys and buttons that the stage was told are pressed."""

    def canvas_for(self, canvas: Canvas) -> Canvas:
        """Return the stage's canvas: its frame in the board's box, not clipped, so that things can fly to
        the panels.
        """
        scale = self._scale
        left, top = canvas.pixel(self._left, self._top)
        return canvas.placed(canvas.scale * scale, (left, top))

    @property
    def _scale(self) -> float:
        return min(self.box.width / self.stage.width, self.box.height / self.stage.height)

    @property
    def _left(self) -> float:
        return self.box.centerx - self.stage.width * self._scale / 2

    @property
    def _top(self) -> float:
        return self.box.centery - self.stage.height * self._scale / 2

    def inside(self, x: float, y: float) -> tuple[float, float]:
        """Convert a point of the table to the stage's design units."""
        return (x - self._left) / self._scale, (y - self._top) / self._scale

    def outside(self, box: Box) -> Box:
        """Convert a box of the stage to the table's design units."""
        scale = self._scale
        return Box(self._left + box.left * scale, self._top + box.top * scale, box.width * scale, box.height * scale)

    def hurries(self, x: float, y: float) -> bool:
        """Whether a press at a point of the table hurries the movement."""
        captures = self.stage.captures_press(*self.inside(x, y))
        return bool(self.box.collidepoint(x, y)) and not captures

    def hurried(self) -> None:
        """Note that a movement was just hurried: the next press, right after, was meant for it too and is dropped."""
        self._settling = SETTLE

    def handle(self, event: InputEvent) -> bool:
        match event:
            case Command(name=name):
                acting = self.stage.acting is not None or isinstance(self.stage, Flows)
                if not (self.choosing or self.wants_text or acting):
                    return self.awaiting and name in _CHOOSING
                if self._leads_away(event):
                    return False
                used = name in _CHOOSING or name in _LEADING or name is CommandName.BACK
            case PointerPressed(x, y) if self._settling and self.hurries(x, y):
                return True
            case PointerMoved() | PointerPressed() | PointerReleased():
                self.announced = False
                used = True
            case Held(x, y):
                told = self.stage.tell_at(*self.inside(x, y))
                if told:
                    self.let_go()
                return told
            case KeyReleased() | CommandReleased():
                if event not in self._held:
                    return False
                self._held.remove(event)
                used = True
            case Wheel() | Panned():
                used = isinstance(self.stage, FillsTable)
            case _:
                used = self.choosing or self.wants_text
        self._hold(event)
        self.stage.handle(translated(event, self.box, self.stage.width, self.stage.height))
        self._on_input()
        return used

    def steer(self, event: InputEvent) -> bool:
        """Pass an input to a stage that is played in real time. Returns whether it was meant for the stage."""
        match event:
            case Command(name=CommandName.BACK | CommandName.MENU):
                return False
            case Command(device=Device("pad")) | KeyPressed() | StickMoved() | TriggerMoved() | Unplugged():
                self._hold(event)
            case KeyReleased() | CommandReleased() if event in self._held:
                self._held.remove(event)
            case _:
                return False
        self.announced = False
        self.stage.handle(event)
        return True

    def _hold(self, event: InputEvent) -> None:
        match event:
            case KeyPressed(key=key, repeated=False):
                self._held.append(KeyReleased(key))
            case Command(name=name, device=device, repeated=False):
                self._held.append(CommandReleased(name, device))
            case PointerPressed(button=button):
                self._held.append(PointerReleased(AWAY, AWAY, button))
            case PointerReleased(button=button):
                let_go = PointerReleased(AWAY, AWAY, button)
                self._held = [held for held in self._held if held != let_go]

    def let_go(self) -> None:
        """Release everything held on the stage, because keys now go elsewhere."""
        held, self._held = self._held, []
        for released in held:
            self.stage.handle(released)

    def _leads_away(self, command: Command) -> bool:
        """Whether a command is for the table rather than for the person who chooses on the board."""
        stage = self.stage
        if command.name is CommandName.BACK:
            return not (isinstance(stage, TakesBack) and stage.takes_back)
        return command.name in _LEADING and not (isinstance(stage, TakesNext) and stage.takes_next(command))

    @property
    def wants_text(self) -> bool:
        return self.focused and self.stage.wants_text

    @property
    def composing(self) -> bool:
        return self.stage.composing

    @property
    def text_box(self) -> Box | None:
        if not self.wants_text:
            return None
        return self.outside(self.stage.text_box)

    @property
    def written(self) -> WrittenLine | None:
        """The line of the stage in which a person writes now, in the scene's units; None for none."""
        line = self.stage.written if isinstance(self.stage, HasLine) and self.wants_text else None
        return replace(line, box=self.outside(line.box)) if line is not None else None

    def focus_changed(self, focused: bool) -> None:
        super().focus_changed(focused)
        self.announced = focused and not self.hovered
        if not focused:
            self.let_go()

    @property
    def still_for(self) -> float:
        return min(super().still_for, self.stage.still_for)

    def update(self, seconds: float) -> None:
        super().update(seconds)
        self._settling = max(0.0, self._settling - seconds)
        self.announced = self.announced and not self.choosing
        if self._was_hovered and not self.hovered:
            self.stage.handle(PointerMoved(AWAY, AWAY))
        self._was_hovered = self.hovered

    def draw_focus(self, canvas: Canvas) -> None:
        """Draw a focus ring, but only where the board itself marks nothing."""
        if self.announced:
            faces.focus_ring(canvas, self.box.inflate(-6, -6), self.corner)
