"""Buttons over the foot of a board for ending a match by agreement or by giving up; a tool opens them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar, Final, Generic

from msgspec.structs import replace

from game.core.rules import ActionT, Seat, ViewT
from game.core.settling import Accept, GiveUp
from game.engine import theme
from game.engine.audio import Sound
from game.engine.canvas import Box, Canvas
from game.engine.input import Command, CommandName, InputEvent, PointerPressed
from game.engine.stage import Surroundings, Tool
from game.engine.text import Weight
from game.kit.board import BoardStage, Paint
from game.kit.buttons import draw_plates
from game.kit.choosing import Chooser
from game.kit.layout import Key, Layout, Together, slots

_LEFT: Final = 60.0
_WIDE: Final = 504.0
_ROW: Final = 48.0
_GAP: Final = 10.0
_EDGE: Final = 10.0
"""Space left and right of a plate's words, in design units."""
_ACCEPT: Any = Accept()
_GIVE_UP: Any = GiveUp()


class Button(str):
    """Key of a plate over the foot of the board, used as a spot beside those of the board: what the plate says."""


def plates(words: Sequence[str], columns: int, foot: float) -> Layout[Any]:
    """Return spots for plates in rows of `columns`; `foot` is their lower edge, in design units of a board of the
    usual size.
    """
    high = _ROW * -(-len(words) // columns)
    return slots(words, columns, Box(_LEFT, foot - high, _WIDE, high), _GAP)


class SettlingStage(BoardStage[ViewT, ActionT, Key], Generic[ViewT, ActionT, Key]):
    """Board stage for games in which a player may offer a draw along with a move, or give up by two presses.

    Its views need the fields `mover` and `draw_offered_by`.
    """

    plates_foot: ClassVar[float] = 568.0
    plates_columns: ClassVar[int] = 4
    settling_title: ClassVar[str] = "settling.tool"
    carried: ClassVar[Sequence[str]] = ("settling", "with_draw")

    def __init__(self, surroundings: Surroundings) -> None:
        super().__init__(surroundings)
        self.settling = False
        """Whether the buttons for ending the match are shown."""
        self.with_draw = False
        """Whether the next move will carry an offer of a draw."""
        self._sure = False
        self._asked_for: Sequence[ActionT] | None = None

    @abstractmethod
    def own_tools(self) -> Sequence[Tool]:
        """Return the game's own tools; the tool that opens the buttons is added after them."""

    @abstractmethod
    def asks(self, view: ViewT) -> tuple[str, dict[str, Any]]:
        """Return the text key and values of the request to the person who chooses, while no draw is concerned."""

    def draw_details(self, canvas: Canvas) -> None:
        """Draw the game's own details over board and pieces and below the buttons, in pictures large enough to read."""

    def may_offer(self, view: ViewT) -> bool:
        """Return whether a draw may be offered with the next move."""
        return True

    def own_buttons(self, view: ViewT) -> Mapping[str, str]:
        """Return extra buttons of the game, as words with their text keys; they stand after the one that accepts a
        draw.
        """
        return {}

    def press_own(self, word: str) -> ActionT | None:
        """Carry out one of the game's own buttons: return an action, or None after changing something else."""
        return None

    def tools(self) -> Sequence[Tool]:
        opened = Tool(
            "flag", self.settling_title, "g", self.toggle_settling, lambda: self.settling or self._draw_offered
        )
        return (*self.own_tools(), opened)

    def layers(self) -> Sequence[Paint]:
        return (*super().layers(), self.draw_details, self.draw_buttons)

    @property
    def _draw_offered(self) -> bool:
        """Whether the opponent offers a draw to the person who chooses."""
        return self.choice is not None and self.view is not None and self._draw_offered_in(self.view)

    @staticmethod
    def _draw_offered_in(view: Any) -> bool:
        return bool(view.mover >= 0 and view.draw_offered_by == 1 - view.mover)

    def toggle_settling(self) -> None:
        """Open or close the buttons for ending the match, while a person is choosing."""
        if self.choice is not None:
            self.settling, self._sure = not self.settling, False
            self.choose_again()

    def choose_again(self) -> None:
        """Offer the same actions again after a button has changed how they look or what they send."""
        self.surroundings.play_sound(Sound.TOGGLE)
        self.choose(self.asked, self._asked_for)

    def offer(self, view: ViewT, seat: Seat, legal: Sequence[ActionT] | None) -> Chooser[Key, ActionT]:
        if legal is not self._asked_for:
            self.settling = self.with_draw = self._sure = False
        self._asked_for = legal
        if not self.settling:
            paths = {self.path_of(action): self._sent(action) for action in legal or ()}
            return Chooser(self.layout(view), paths, self.why_not, self.unlisted)
        words = self._words(view)
        buttons = plates([Button(word) for word in words], self._columns(words.values()), self.plates_foot)
        return Chooser(Together(self.layout(view), buttons), {(key,): _GIVE_UP for key in buttons.keys})

    def _columns(self, keys: Collection[str]) -> int:
        """Return how many plates go into one row so that the words of each fit."""
        given = self.surroundings
        wide = max(given.typeface.measure(given.texts.line(key), theme.BODY, Weight.BOLD) for key in keys)
        fitting = int((_WIDE + _GAP) / (wide + 2 * _EDGE + _GAP))
        return max(1, min(len(keys), self.plates_columns, fitting))

    def _words(self, view: ViewT) -> dict[str, str]:
        """Return the words of all buttons shown now, each with its text key."""
        first = ["accept"] if self._draw_offered_in(view) else []
        last = ["no_draw" if self.with_draw else "draw"] if self.may_offer(view) else []
        last += ["sure" if self._sure else "give_up", "back"]
        told, more = ({word: f"settling.{word}" for word in words} for words in (first, last))
        return {**told, **self.own_buttons(view), **more}

    def _sent(self, action: ActionT) -> ActionT:
        move: Any = action
        return replace(move, draw=True) if self.with_draw and hasattr(move, "draw") else action

    def take_mark(self, event: InputEvent) -> bool:
        return not self.settling and super().take_mark(event)

    def take(self, event: InputEvent) -> ActionT | None:
        choice = self.choice
        if choice is None or not self.settling:
            return super().take(event)
        away = isinstance(event, Command) and event.name is CommandName.BACK
        if isinstance(event, PointerPressed):
            away = event.button == 3 or not isinstance(choice.layout.at(event.x, event.y), Button)
        if away:
            self.toggle_settling()
            return None
        if choice.handle(event) is None or not isinstance(choice.focus, Button):
            return None
        action: ActionT | None = self._press(str(choice.focus))
        return action

    def _press(self, word: str) -> Any:
        """Carry out a button: return an action, or None after changing what is shown."""
        sure, self._sure = self._sure, word == "give_up"
        self.settling = word == "give_up"
        if word == "accept":
            return _ACCEPT
        if word == "sure" and sure:
            return _GIVE_UP
        if word in ("draw", "no_draw"):
            self.with_draw = word == "draw"
        action = self.press_own(word)
        if action is None:
            self.choose_again()
        return action

    @property
    def takes_back(self) -> bool:
        return super().takes_back or self.settling

    def instruction(self) -> tuple[str, dict[str, Any]] | None:
        """Return the text key and values of what is asked: about the buttons while they are open, about an offered
        draw, else the game's own.
        """
        view: Any = self.view
        if self.choice is None or view is None:
            return None
        if self.settling:
            return "settling.ask", {}
        if self._draw_offered:
            return "settling.offered", {"seat": view.draw_offered_by}
        return ("settling.with_draw", {}) if self.with_draw else self.asks(view)

    def draw_buttons(self, canvas: Canvas) -> None:
        """Draw the buttons, on plates."""
        if self.choice is None or self.view is None or not self.settling:
            return
        line, keys = self.surroundings.texts.line, self._words(self.view)
        texts = {key: line(keys[key]) for key in self.choice.targets if isinstance(key, Button)}
        draw_plates(canvas, self.surroundings.typeface, self.choice.layout, texts, self.choice.focus)
