"""Text fields: the master's category and word, or a guess; typed by keys, an input method, or an on-screen keyboard."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from game.cabinets.sketch.drawing.lists import MOST_LETTERS
from game.cabinets.sketch.rules import SILENCE
from game.cabinets.sketch.stage.places import Places
from game.cabinets.sketch.stage.task import Task, button, side_button
from game.cabinets.sketch.state import Action, Guess
from game.engine.canvas import Canvas
from game.engine.input import Command, CommandName, InputEvent, PointerPressed
from game.engine.stage import Surroundings
from game.engine.tween import Point
from game.kit.drawing.sheet import draw_sheet
from game.kit.entry import TextLine
from game.kit.keyboard import SEND, Keys
from game.kit.widgets import StageButton

FIELDS: Final = {"guess": ("guess",), "write": ("category", "word")}
"""The text fields of each question."""


class Writing(Task):
    """Task of writing one or more lines, one of them open; `make` turns the texts into the action."""

    def __init__(
        self, given: Surroundings, places: Places, asks: str, make: Callable[..., Action | None], *, leaves: bool
    ) -> None:
        super().__init__(given, places)
        self.asks = asks
        self._make = make
        self._leaves = leaves
        """Whether BACK may leave the writing, to the dealt words."""
        self.lines: list[TextLine] = []
        self._hangul = given.options.language == "ko"
        self.keys = Keys(places.keys, korean=self._hangul, both=True)
        self.fit(places)

    def fit(self, places: Places) -> None:
        """Lay the fields out for another size; their texts stay."""
        super().fit(places)
        texts = self.texts
        names = FIELDS[self.asks]
        boxes = [places.line] if self.asks == "guess" else [places.field(number) for number in range(len(names))]
        self.lines = []
        for name, box in zip(names, boxes, strict=True):
            empty = self.given.texts.line(f"sketch.stage.{name}")
            self.lines.append(TextLine(self.given, box, limit=MOST_LETTERS, placeholder=empty, hangul=self._hangul))
        for line, text in zip(self.lines, texts, strict=False):
            line.write(text)
        self._focus(0)
        self.keys.lay(places.keys)

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts written so far, one for each field."""
        return tuple(line.draft for line in self.lines)

    @property
    def draft(self) -> Action | None:  # type: ignore[override]
        return Guess(*self.texts) if self.asks == "guess" and all(self.texts) else None

    @property
    def takes_back(self) -> bool:  # type: ignore[override]
        return self._leaves or self.keys.takes_back

    @property
    def line(self) -> TextLine:
        """The field that is open."""
        return next(line for line in self.lines if line.open)

    def suggest(self, action: Action) -> None:
        if isinstance(action, Guess) and action.text != SILENCE:
            self.line.write(action.text)

    def update(self, seconds: float) -> None:
        self.line.update(seconds)

    def _focus(self, number: int) -> None:
        for place, line in enumerate(self.lines):
            line.finish()
            line.open = place == number

    def buttons(self) -> Sequence[StageButton]:
        """Return the buttons that send, go back, and open the on-screen keyboard."""
        by_finger = self.given.hand.finger
        if self.asks == "guess":
            return [] if self.keys.shown or by_finger else [side_button(self.given, self.places, "keys")]
        room = self.places.below_fields
        shares = {"send": 0.8, "back": 0.5, "keys": 0.2}
        hidden = {"back": not self._leaves, "keys": self.keys.shown or by_finger}
        return [
            button(
                self.given, name, room.left + room.width * share, room.bottom, lit=name == "send" and all(self.texts)
            )
            for name, share in shares.items()
            if not hidden.get(name)
        ]

    def goes_back(self, event: InputEvent) -> bool:
        """Whether an input leads back to the dealt words."""
        match event:
            case PointerPressed():
                return self.pressed(event) == "back"
            case Command(CommandName.BACK):
                return self._leaves and not self.keys.takes_back
        return False

    def handle(self, event: InputEvent) -> Action | None:
        pressed = self.pressed(event)
        if self.keys.takes(event):
            if self.keys.use(event, self.line) != SEND:
                return None
            event = Command(CommandName.CONFIRM)
        elif pressed == "keys" or self.keys.asked_for(event, self.line):
            self.keys.open(self.line, None if isinstance(event, PointerPressed) else "q")
            return None
        match event:
            case Command(CommandName.UP | CommandName.DOWN) if len(self.lines) > 1:
                self._focus(1 if self.lines[0].open else 0)
                return None
            case PointerPressed(x, y) if len(self.lines) > 1:
                for number in range(len(self.lines)):
                    if self.places.field(number).collidepoint(x, y):
                        self._focus(number)
                if pressed == "send" and all(self.texts):
                    self.line.finish()
                    return self._make(*self.texts)
        line = self.line
        sent = line.handle(event)
        if line.full:
            self.refused = f"sketch.refuse.{self.asks}"
        if not sent:
            return None
        if not self.lines[-1].open:
            self._focus(1)
            return None
        return self._make(*self.texts)

    def draw(self, canvas: Canvas, pointer: Point) -> None:
        for line in self.lines:
            line.draw(canvas)
        self.draw_buttons(canvas, pointer)
        if self.keys.shown:
            draw_sheet(canvas, self.places.keys.inflate(16, 20), 10)
            self.keys.draw(canvas, self.given.typeface)
