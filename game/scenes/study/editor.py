"""The editor of positions: pieces are painted on the board, and the position is played, analysed or copied."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import pygame

from game.cabinets.listed import CABINETS
from game.cabinets.stages import STAGES
from game.core.analysis.positions import RecordedMatch
from game.core.analyst import Effort
from game.core.cabinet import Cabinet
from game.core.errors import SpokenError
from game.core.options import describe, read
from game.core.recording.replay import SeatRecord
from game.core.space import STRAIGHT, Squares
from game.engine import theme
from game.engine.audio import Sound
from game.engine.canvas import Box, Canvas
from game.engine.input import Command, CommandName, InputEvent
from game.engine.ornament import BUTTON, BUTTON_OVER, LIT
from game.engine.scene import Context
from game.engine.widgets import (
    Button,
    Entry,
    Kind,
    Label,
    Option,
    Panel,
    Pressable,
    Segments,
    Style,
    Widget,
    choice,
    draw_icon,
    row,
)
from game.engine.widgets.parts import faces
from game.kit.board import BoardStage
from game.scenes import arcade
from game.scenes.feeds.feed import SeatInfo
from game.scenes.feeds.plan import MatchPlan, SeatPlan
from game.scenes.page.page import PageScene
from game.scenes.review.sandbox import SandboxTable, begin_study
from game.scenes.review.table import review_table
from game.scenes.staging.stills import still_surroundings
from game.scenes.staging.told import choice_label
from game.scenes.study.board import EditorBoard
from game.scenes.study.editing import Editing, Position, cut, shifted, turned

_SHARE = 0.7


class BrushButton(Pressable):
    """One kind of piece, drawn as on the board."""

    def __init__(
        self,
        style: Style,
        name: str | None,
        sprite: Callable[[int], pygame.Surface] | None,
        lit: Callable[[], bool],
        on_press: Callable[[], None],
        tooltip: str,
    ) -> None:
        super().__init__(style, on_press=on_press, tooltip=tooltip)
        self.name = name
        """Name of the kind of piece; None for the brush that wipes."""
        self._sprite = sprite
        self._lit = lit

    def draw(self, canvas: Canvas) -> None:
        """Draw the piece on a plate, which is lit while this is the current brush."""
        plain = faces.between(BUTTON, BUTTON_OVER, self.warmth)
        faces.draw_face(canvas, self.box, LIT if self._lit() else plain, theme.CONTROL_CORNER)
        side = min(self.box.width, self.box.height) * _SHARE
        if self._sprite is not None:
            canvas.put_middle(self._sprite(canvas.px(side)), *self.box.center)
        else:
            ink = theme.TEXT_ON_LANTERN if self._lit() else theme.TEXT
            draw_icon(canvas, "eraser", *self.box.center, side * 0.8, ink)


def place_brushes(buttons: list[BrushButton], box: Box, gap: float) -> None:
    """Place square buttons side by side from the left."""
    for number, button in enumerate(buttons):
        button.box = Box(box.left + number * (box.height + gap), box.top, box.height, box.height)


_GAP = 10.0
_UNDONE = 200
"""How many changes can be undone."""
_SHIFTS = ("arrow-up", "arrow-right", "arrow-down", "arrow-left")


class EditorScene(PageScene):
    """A board to paint on, and beside it the brushes and the actions for the position."""

    def __init__(self, context: Context, editing: Editing, position: str = "", options: Any = None) -> None:
        """Begin with `position`, written as the game's option has it, if given. Raises SpokenError for an
        invalid one.
        """
        super().__init__(context)
        self.editing = editing
        self.cabinet: Cabinet = CABINETS[editing.game]
        self._type = self.cabinet.info.options
        self.options: Any = options or editing.usual() or self._type()
        self.position = editing.read(position, self.options) if position else editing.begin(self.options)
        self.past: list[tuple[Any, Position]] = []
        names = list(editing.brushes)
        self._brush: str | None = names[0]
        self._by_hand = False

    @property
    def heading(self) -> str:
        return self.context.texts.line(f"{self.editing.game}.more.editor.title")

    @property
    def subheading(self) -> str:
        return self.context.texts.line(f"{self.editing.game}.name")

    @property
    def squares(self) -> Squares:
        """The squares of the board that is painted on."""
        return self.editing.board(self.options)

    def first_focus(self) -> Widget | None:
        return self.board

    def build_body(self, body: Box) -> Sequence[Widget]:
        line, game = self.context.texts.line, self.editing.game
        seats = [SeatInfo(line("setup.person", number=1)), SeatInfo(line("setup.person", number=2))]
        surroundings = still_surroundings(self.style, self.context.settings, seats, self.options)
        stage = STAGES[game](surroundings)
        assert isinstance(stage, BoardStage)
        side = body.height
        self.board = EditorBoard(self.style, Box(body.left, body.top, side, side), stage, self._painted)
        panel = Panel(self.style, Box(body.left + side + 20, body.top, body.width - side - 20, body.height))
        right = panel.inside
        high = self.style.typeface.grown(theme.CONTROL_HEIGHT)
        widgets: list[Widget] = []
        y = right.top
        for make in (self._brush_row, self._turn_row, self._side_row, *self._option_rows(), self._text_row):
            widgets += make(Box(right.left, y, right.width, high))
            y += high + _GAP
        foot = Box(right.left, right.bottom - high, right.width, high)
        self.said = Label(self.style, "", colour=theme.TEXT_MUTED)
        self.said.box = Box(right.left, y, right.width, min(foot.top - _GAP - y, 3 * high))
        self._show()
        return [self.board, panel, *widgets, self.said, *self._way_out(foot)]

    def _brush_row(self, box: Box) -> list[Widget]:
        line, game = self.context.texts.line, self.editing.game
        buttons = [
            BrushButton(
                self.style,
                name,
                partial(self.board.picture.sprite_of, piece),
                partial(self._is_brush, name),
                partial(self._take_brush, name),
                line(f"{game}.editor.brush.{name}"),
            )
            for name, piece in self.editing.brushes.items()
        ]
        wipe = partial(self._take_brush, None)
        erase = BrushButton(self.style, None, None, partial(self._is_brush, None), wipe, line("study.editor.wipe"))
        buttons.append(erase)
        place_brushes(buttons, box, _GAP)
        rest = Box(erase.box.right + 3 * _GAP, box.top, box.right - erase.box.right - 3 * _GAP, box.height)
        undo = self._icon("undo-2", "undo", self.undo)
        clear = self._icon("trash-2", "clear", self.clear)
        for number, button in enumerate((undo, clear)):
            button.box = Box(rest.left + number * (box.height + _GAP), box.top, box.height, box.height)
        return [*buttons, undo, clear]

    def _icon(self, icon: str, name: str, press: Callable[[], None]) -> Button:
        return Button(self.style, icon=icon, on_press=press, tooltip=self.context.texts.line(f"study.editor.{name}"))

    def _turn_row(self, box: Box) -> list[Widget]:
        buttons = [
            self._icon("rotate-cw", "turn", partial(self._change_by, lambda p: turned(p, self.squares, 1))),
            self._icon("flip-vertical-2", "flip", partial(self._change_by, lambda p: turned(p, self.squares, 4))),
        ]
        for icon, step in zip(_SHIFTS, STRAIGHT, strict=True):
            buttons.append(self._icon(icon, "shift", partial(self._shift, step)))
        for number, button in enumerate(buttons):
            x = box.left + number * (box.height + _GAP) + (2 * _GAP if number > 1 else 0)
            button.box = Box(x, box.top, box.height, box.height)
        return list(buttons)

    def _side_row(self, box: Box) -> list[Widget]:
        line, key = self.context.texts.line, f"{self.editing.game}.editor.side"
        title, control = row(box, [self._title_width, None], _GAP)
        label = Label(self.style, line("study.editor.to_move"), box=title)
        sides = [Option(number, line(f"{key}.{name}")) for number, name in enumerate(self.editing.sides)]
        self._sides = Segments(self.style, sides, self.position.mover, control, on_change=self._move_by)
        return [label, self._sides]

    @property
    def _title_width(self) -> float:
        line, typeface = self.context.texts.line, self.style.typeface
        names = [line(f"{self.editing.game}.option.{name}.title") for name in self.editing.options]
        return 12 + max(typeface.measure(name, theme.BODY) for name in (*names, line("study.editor.to_move")))

    def _option_rows(self) -> list[Callable[[Box], list[Widget]]]:
        described = {option.name: option for option in describe(self._type)}

        def made(name: str, box: Box) -> list[Widget]:
            title, control = row(box, [self._title_width, None], _GAP)
            key = f"{self.editing.game}.option.{name}"
            label = Label(self.style, self.context.texts.line(f"{key}.title"), box=title)
            choices = [Option(value, choice_label(self.context.texts, key, value)) for value in described[name].choices]
            picked = choice(
                self.style,
                choices,
                getattr(self.options, name),
                control.width,
                on_change=partial(self._choose_option, name),
            )
            picked.box = control
            return [label, picked]

        return [partial(made, name) for name in self.editing.options]

    def _text_row(self, box: Box) -> list[Widget]:
        copy = self._icon("copy", "copy", self._copy)
        field, copy.box = row(box, [None, box.height], _GAP)
        longest = next(option.longest for option in describe(self._type) if option.name == "position")
        tip = self.context.texts.line("study.editor.text")
        self._entry = Entry(
            self.style, box=field, limit=longest or 200, icon="file", on_change=self._written, tooltip=tip
        )
        return [self._entry, copy]

    def _way_out(self, box: Box) -> list[Widget]:
        line = self.context.texts.line
        play = Button(self.style, line("study.editor.play"), icon="play", kind=Kind.PRIMARY, on_press=self._play)
        analyse = Button(self.style, line("study.editor.analyse"), icon="chart-line", on_press=self.analyse)
        play.box, analyse.box = row(box, [None, None], _GAP)
        return [play, analyse] if self.cabinet.analyst else [play]

    def _is_brush(self, name: str | None) -> bool:
        return self._brush == name

    def _take_brush(self, name: str | None) -> None:
        self._brush = name
        self.board.brush = self.editing.brushes[name] if name else None

    def _painted(self, square: int, paint: bool) -> None:
        """Paint or wipe a square; painting with the brush it already has wipes it."""
        brush = self._brush if paint else None
        if paint and self.position.pieces.get(square) == brush:
            brush = None
        if brush is None and square not in self.position.pieces:
            return
        self.style.play_sound(Sound.STEP)
        self._change(self.editing.put(self.position, square, brush))

    def _change_by(self, change: Callable[[Position], Position]) -> None:
        self._change(change(self.position))

    def _shift(self, step: tuple[int, int]) -> None:
        moved = shifted(self.position, self.squares, step)
        if moved is None:
            self.style.play_sound(Sound.REFUSE)
        else:
            self._change(moved)

    def clear(self) -> None:
        """Remove all pieces from the board."""
        self._change(Position({}))

    def _move_by(self, side: int) -> None:
        self._change(replace(self.position, mover=side))

    def _choose_option(self, name: str, value: Any) -> None:
        before = self.squares
        self.past.append((self.options, self.position))
        self.options = read(
            self._type, {option: getattr(self.options, option) for option in self._names} | {name: value}
        )
        self.position = cut(self.position, before, self.squares)
        self.rebuild()

    @property
    def _names(self) -> list[str]:
        return [option.name for option in describe(self._type) if option.name != "position"]

    def _change(self, position: Position) -> None:
        self.past = [*self.past[-_UNDONE:], (self.options, self.position)]
        self.position = position
        self._show()

    def undo(self) -> None:
        """Undo the last change."""
        if not self.past:
            self.style.play_sound(Sound.REFUSE)
            return
        options, self.position = self.past.pop()
        if options != self.options:
            self.options = options
            self.rebuild()
        else:
            self._show()

    def _show(self) -> None:
        """Show the position on the board and as text, and what is wrong with it."""
        self.board.show(self.editing.view(self.position, self.options))
        self.board.brush = self.editing.brushes[self._brush] if self._brush else None
        self._sides.number = self.position.mover
        text, problem = self.as_text()
        if not self._by_hand:
            self._entry.text = text
        self._say(problem)

    def _say(self, problem: SpokenError | None) -> None:
        line = self.context.texts.line
        self.said.text = line(problem.key, problem.values) if problem else line("study.editor.how")
        self.said.colour = theme.WARNING if problem else theme.TEXT_MUTED

    def as_text(self) -> tuple[str, SpokenError | None]:
        """Return the position as text, and the reason why no match can begin from it; None if one can."""
        text = ""
        try:
            text = self.editing.write(self.position, self.options)
            self._with_position(text)
        except SpokenError as error:
            return text, error
        return text, None

    def _with_position(self, text: str) -> Any:
        """Return the options of a match from this position. Raises SpokenError."""
        return read(self._type, {name: getattr(self.options, name) for name in self._names} | {"position": text})

    def _written(self, text: str) -> None:
        """Take a position that a person typed or pasted, or say what is wrong with it."""
        try:
            position = self.editing.read(text, self.options)
        except SpokenError as error:
            self._say(error)
            return
        self._by_hand = True
        try:
            self._change(position)
        finally:
            self._by_hand = False

    def _copy(self) -> None:
        self.style.clipboard.write(self._entry.text)
        self.context.notify(self.context.texts.line("study.editor.copied"))

    def _begun(self) -> Any:
        """Return the options of a match from here; None, after saying why, where none can begin."""
        text, problem = self.as_text()
        if problem is not None:
            self.style.play_sound(Sound.REFUSE)
            return None
        return self._with_position(text)

    def _play(self) -> None:
        options = self._begun()
        if options is not None:
            self.stack.push(arcade.setup(self.context, self.editing.game, options))

    def analyse(self) -> None:
        """Open a table where one person plays every seat, with the analyst beside it."""
        options = self._begun()
        if options is None:
            return
        line = self.context.texts.line
        names = [line(f"{self.editing.game}.editor.side.{name}") for name in self.editing.sides]
        plan = MatchPlan(self.editing.game, tuple(SeatPlan(name) for name in names), options, 0, tried=True)
        seats = tuple(SeatRecord(name, None) for name in names)
        match = RecordedMatch(self.cabinet, seats, options, "editor", 0, lambda: iter(()))
        self.stack.push(
            SandboxTable(self.context, begin_study(plan), match, Effort.NORMAL, review_table, over="editor")
        )

    def handle(self, event: InputEvent) -> None:
        if isinstance(event, Command) and event.name is CommandName.UNDO and not self.group.wants_text:
            self.undo()
        else:
            super().handle(event)
