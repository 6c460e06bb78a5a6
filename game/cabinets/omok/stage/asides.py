"""What a player may do besides placing (pass, offer a draw, take one, give up): buttons that a tool opens."""

from __future__ import annotations

from typing import TypeAlias

from game.cabinets.omok.state import FREE_TO_PASS, Accept, Action, GiveUp, Options, Pass, View

Word: TypeAlias = str
"""A button: its text is `omok.stage.aside.<word>`."""


class Asides:
    """Which buttons are open, and what was switched on by them. Giving up takes two presses."""

    def __init__(self) -> None:
        self.open = False
        self.draw = False
        """Whether the next stone offers a draw."""
        self.slide = False
        """Whether a stone is led under the finger and placed where it is let go."""
        self._sure = False

    def words(self, view: View, options: Options) -> tuple[Word, ...]:
        """The buttons that are open."""
        if not self.open:
            return ()
        free = view.phase == "stone" and not view.steps and len(view.moves) >= FREE_TO_PASS
        words = ["accept"] if view.draw_offered_by == 1 - view.mover and view.mover >= 0 else []
        words += ["pass"] if free and options.may_pass else []
        words += ["no_draw" if self.draw else "draw"] if free else []
        words += ["press" if self.slide else "slide"] if view.phase in ("stone", "fifths") else []
        return (*words, "sure" if self._sure else "give_up", "back")

    def press(self, word: Word) -> Action | None:
        """What a button does: an action, or a switch."""
        sure, self._sure = self._sure, word == "give_up"
        match word:
            case "draw" | "no_draw":
                self.draw = not self.draw
            case "slide" | "press":
                self.slide = not self.slide
        self.open = word == "give_up"
        draw, self.draw = self.draw, self.draw and word not in ("pass", "accept", "sure")
        match word:
            case "accept":
                return Accept()
            case "pass":
                return Pass(draw)
            case "sure" if sure:
                return GiveUp()
        return None

    def toggle(self) -> None:
        """Open the buttons, or close them."""
        self.open, self._sure = not self.open, False

    def moved(self) -> None:
        """Another position: an offer holds for one stone."""
        self.open = self.draw = self._sure = False
