"""Settling a match by agreement, or by giving it up: buttons over the foot of the board, which a tool opens."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, Final

from game.core.rules import ActionT, Seat, ViewT
from game.engine import theme
from game.engine.audio import Sound
from game.engine.canvas import Box, Canvas
from game.engine.input import Command, CommandName, InputEvent, PointerPressed
from game.engine.light import drop_shadow
from game.engine.ornament import LIT, SHEET, card
from game.engine.stage import HasTools, Stage, Surroundings, Tool
from game.engine.text import Weight
from game.kit.board import BoardStage
from game.kit.choosing import Chooser
from game.kit.layout import Together, slots

_WORDS: Final = ("accept", "draw", "no_draw", "give_up", "sure", "back")
"""What the buttons say; as spots they are numbers below those of squares."""
_BUTTONS: Final = Box(92, 520, 440, 48)
_GAP: Final = 10.0


class SettlingStage(BoardStage[ViewT, ActionT, int], HasTools):
    """A board whose view has `mover` and `draw_offered_by`. A draw is offered with a move; giving up takes two presses.

    Its squares are numbered from 0.
    """

    buttons_box: ClassVar[Box] = _BUTTONS

    def __init__(self, surroundings: Surroundings) -> None:
        super().__init__(surroundings)
        self._settling = False
        self._with_draw = False
        """Whether the next move offers a draw."""
        self._sure = False
        self._asked_for: Sequence[ActionT] | None = None

    @abstractmethod
    def accepting(self) -> ActionT:
        """Takes the draw that was offered."""

    @abstractmethod
    def giving_up(self) -> ActionT:
        """Gives the match up."""

    @abstractmethod
    def offering(self, action: ActionT) -> ActionT:
        """A move that offers a draw along with it."""

    @property
    def settling_tool(self) -> Tool:
        """The tool that opens the buttons."""
        return Tool("flag", "settling.tool", "g", self._toggle_settling, lambda: self._settling or self._draw_offered)

    @property
    def _draw_offered(self) -> bool:
        """Whether the other one offers a draw to the person who chooses."""
        view: Any = self.view
        return self.choice is not None and view is not None and view.draw_offered_by == 1 - view.mover

    def _toggle_settling(self) -> None:
        if self.choice is not None:
            self._settling, self._sure = not self._settling, False
            self._choose_again()

    def _choose_again(self) -> None:
        self.surroundings.play_sound(Sound.TOGGLE)
        self.choose(self.asked, self._asked_for)

    def follow_on(self, before: Stage[Any, Any]) -> None:
        super().follow_on(before)
        if isinstance(before, SettlingStage):
            self._settling, self._with_draw = before._settling, before._with_draw

    def offer(self, view: ViewT, seat: Seat, legal: Sequence[ActionT] | None) -> Chooser[int, ActionT]:
        if legal is not self._asked_for:
            self._settling = self._with_draw = self._sure = False
        self._asked_for = legal
        if not self._settling:
            paths = {self.path_of(action): self._sent(action) for action in legal or ()}
            return Chooser(self.layout(view), paths, self.why_not, self.unlisted)
        words = ["accept"] if self._draw_offered_in(view) else []
        words += ["no_draw" if self._with_draw else "draw", "sure" if self._sure else "give_up", "back"]
        keys = [-1 - _WORDS.index(word) for word in words]
        together = Together(self.layout(view), slots(keys, len(keys), self.buttons_box, _GAP))
        return Chooser[int, ActionT](together, {(key,): self.giving_up() for key in keys})

    def _sent(self, action: ActionT) -> ActionT:
        return self.offering(action) if self._with_draw else action

    @staticmethod
    def _draw_offered_in(view: Any) -> bool:
        return bool(view.mover >= 0 and view.draw_offered_by == 1 - view.mover)

    def take(self, event: InputEvent) -> ActionT | None:
        choice = self.choice
        if choice is None or not self._settling:
            return super().take(event)
        away = False
        if isinstance(event, PointerPressed):
            spot = choice.layout.at(event.x, event.y)
            away = event.button == 3 or spot is None or spot >= 0
        if away or (isinstance(event, Command) and event.name is CommandName.BACK):
            self._toggle_settling()
            return None
        if choice.handle(event) is None or choice.focus is None or choice.focus >= 0:
            return None
        return self._press(_WORDS[-1 - choice.focus])

    def _press(self, word: str) -> ActionT | None:
        """What a button does: an action, or a switch."""
        sure, self._sure = self._sure, word == "give_up"
        self._settling = word == "give_up"
        if word == "accept":
            return self.accepting()
        if word == "sure" and sure:
            return self.giving_up()
        if word in ("draw", "no_draw"):
            self._with_draw = word == "draw"
        self._choose_again()
        return None

    @property
    def takes_back(self) -> bool:
        return super().takes_back or self._settling

    def settling_instruction(self) -> tuple[str, dict[str, Any]] | None:
        """What is asked while the buttons are open, or a draw is offered."""
        view: Any = self.view
        if self._settling:
            return "settling.ask", {}
        if self._draw_offered:
            return "settling.offered", {"seat": view.draw_offered_by}
        return ("settling.with_draw", {}) if self._with_draw else None

    def draw_settling(self, canvas: Canvas) -> None:
        """The buttons, on plates."""
        choice = self.choice
        if choice is None or not self._settling:
            return
        for key in choice.targets:
            spot = choice.layout.spots[key]
            wide, high = spot.size
            box = Box(spot.x - wide / 2, spot.y - high / 2, wide, high)
            drop_shadow(canvas, box, 10, 6, 140, 3)
            area = canvas.pixels(box)
            plate = card(area.width, area.height, canvas.px(10), LIT if key == choice.focus else SHEET)
            canvas.put(plate, box.left, box.top)
            words = self.surroundings.texts.line(f"settling.{_WORDS[-1 - key]}")
            ink = theme.TEXT_ON_LANTERN
            typeface = self.surroundings.typeface
            typeface.line(canvas, words, *spot.middle, theme.BODY, Weight.BOLD, ink, "middle", max_width=wide - 8)
