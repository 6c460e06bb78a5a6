"""A quiz: a round is drawn again without names, and the person picks the seat that did not know the word."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Final

from game.cabinets.sketch.cabinet import SKETCH
from game.cabinets.sketch.papers import Paper, drawn_by_computers
from game.cabinets.sketch.scenes.page import PaperPage
from game.core.chance import derive
from game.engine import theme
from game.engine.audio import Sound
from game.engine.canvas import Box
from game.engine.scene import Context, Scene
from game.engine.widgets import Button, Kind, Label, Widget

ASKED: Final = 10
"""How many papers the quiz asks."""
_LEVELS: Final = ("apprentice", "artist", "master")
_GAP: Final = 12.0


class SolveScene(PaperPage):
    """The quiz: ASKED papers one after the other. Where the gallery is empty, computers draw each paper when its turn
    comes.
    """

    def __init__(self, context: Context, papers: Sequence[Paper] = (), seed: int | None = None) -> None:
        self._papers = papers
        self._seed = secrets.randbits(32) if seed is None else seed
        self._language = context.texts.language
        self.asked = len(papers) or ASKED
        self.number = 0
        self.solved = 0
        super().__init__(context, self._next())
        self.named = self.told = False

    def _next(self) -> Paper:
        if self._papers:
            return self._papers[self.number]
        bots = {level: SKETCH.bots[level] for level in _LEVELS}
        return drawn_by_computers(derive(self._seed, "solve", self.number), self._language, bots)

    def enter(self) -> None:
        super().enter()
        self._begin()

    def _begin(self) -> None:
        """Play the paper from its first stroke; with reduced motion show it whole."""
        self.easel.time = 0.0
        self.easel.playing = not self.context.settings.motion.reduced
        if self.context.settings.motion.reduced:
            self.easel.time = self.easel.whole

    @property
    def heading(self) -> str:
        return self.context.texts.line("sketch.more.solve.title")

    @property
    def subheading(self) -> str:
        paper, line = self.paper, self.context.texts.line
        title = line("sketch.gallery.title", category=paper.category, word=paper.word)
        if self.asked == 1:
            return title
        return line("sketch.solve.number", number=self.number + 1, whole=self.asked, title=title)

    @property
    def _said(self) -> str:
        line = self.context.texts.line
        key = "asked" if not self.told else "right" if self.chosen == self.paper.odd else "wrong"
        said = line(f"sketch.solve.{key}")
        score = {"solved": self.solved, "asked": self.number + self.told}
        return said if self.asked == 1 or not score["asked"] else f"{said}\n{line('sketch.solve.score', score)}"

    @property
    def _over(self) -> bool:
        return self.number == self.asked - 1

    def lower_height(self, width: float) -> float:
        typeface = self.style.typeface
        lines = [self.context.texts.line(f"sketch.solve.{key}") for key in ("asked", "right", "wrong")]
        tallest = max(typeface.height_of(f"{text}\n-", width, theme.BODY) for text in lines)
        return tallest + _GAP + typeface.grown(theme.CONTROL_HEIGHT)

    def build_lower(self, room: Box) -> Sequence[Widget]:
        high = self.style.typeface.grown(theme.CONTROL_HEIGHT)
        self._told = Label(self.style, self._said)
        self._told.box = Box(room.left, room.top, room.width, room.height - high - _GAP)
        key = "sketch.button.lock" if not self.told else "sketch.solve.leave" if self._over else "sketch.solve.next"
        icon = "arrow-right" if self.told else "check"
        self._go = Button(self.style, self.context.texts.line(key), icon=icon, kind=Kind.PRIMARY, on_press=self.go_on)
        self._go.box = Box(room.left, room.bottom - high, room.width, high)
        return [self._told, self._go]

    def update(self, seconds: float) -> None:
        super().update(seconds)
        self._go.enabled = self.told or self.chosen in self.artists

    def go_on(self) -> None:
        """Answer with the chosen seat; or, once answered, go to the next paper, or leave after the last."""
        if not self.told:
            self.told = True
            right = self.chosen == self.paper.odd
            self.solved += right
            self.style.play_sound(Sound.WIN if right else Sound.REFUSE)
            self.rebuild()
            self.group.focus(self._go)
        elif self._over:
            self.stack.pop()
        else:
            self.number += 1
            self.told = False
            self.lay(self._next())
            self.rebuild()
            self._begin()


def solve(context: Context) -> Scene:
    """Open the quiz; it is an entry of the game's stall."""
    return SolveScene(context)
