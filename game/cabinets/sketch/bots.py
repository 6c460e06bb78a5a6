"""Computer players of the drawing game: what they draw, whom they suspect, what they guess."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar

from game.cabinets.sketch.book import book
from game.cabinets.sketch.drawing.strokes import on_canvas
from game.cabinets.sketch.freehand.points import Points, flat, ink_of, inked
from game.cabinets.sketch.rules import SILENCE
from game.cabinets.sketch.state import Action, Draw, Guess, Pose, View
from game.core.bots import Bot, Request
from game.core.rules import Timed

PACE = (350, 900)
"""The slowest and the fastest pace of a drawing hand, in canvas units per second."""


class RandomBot(Bot[View, Action]):
    """Draws any curve, suspects anybody, guesses any word of the category."""

    light = True
    thinks: ClassVar[tuple[int, int]] = (900, 2400)
    """The least and the most milliseconds that the bot waits before it answers."""

    def decide(self, request: Request) -> Any:
        chance = Random(request.seed)
        after = chance.randint(*self.thinks)
        if self.setup.options.limit:
            after = min(after, 400 * self.setup.options.limit)
        return Timed(self.choose(request, chance), after)

    def choose(self, request: Request, chance: Random) -> Any:
        """Return a random action for the phase of the request's view."""
        view: View = request.view
        if request.legal:
            return chance.choice(request.legal)
        if view.phase == "pose":
            posed = chance.choice(view.offered)
            return Pose(posed.category, posed.word)
        if view.phase == "guess":
            words = book(self.setup.options).of_category(view.category)
            return Guess(chance.choice(words).text(self.setup.options.language) if words else SILENCE)
        return self._curve(chance)

    def _curve(self, chance: Random) -> Draw:
        """Draw a smooth random curve through four to six places of the paper."""
        places = [(chance.uniform(3, 97), chance.uniform(3, 72)) for _ in range(chance.randint(4, 6))]
        return drawn(on_canvas(places), self.setup.options.longest, chance)


def drawn(points: Points, longest: int, chance: Random) -> Draw:
    """Make a Draw action of a line, at the pace of a hand. The line is cut where its ink ends."""
    line = inked(points, longest)
    return Draw(flat(line), 1000 * ink_of(line) // chance.randint(*PACE) + 120)
