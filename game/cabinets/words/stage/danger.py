"""Shown in matches that teach: how many words may follow, and who wins from here if two play on."""

from __future__ import annotations

from collections.abc import Iterator

from game.cabinets.words.book import book
from game.cabinets.words.solved import solvable, solver_of
from game.cabinets.words.solver import Label, Solver
from game.cabinets.words.state import SHOWN, Options, View
from game.engine import theme
from game.engine.canvas import Canvas
from game.engine.colour import INK, LANTERN, MUTED, PAPER, ROSE, Colour
from game.engine.ornament import badge
from game.engine.stage import Surroundings
from game.engine.text import Weight
from game.ground.texts import grouped

FEW, SOME = 5, 50
"""Up to this many following words are few, or some; more than SOME are no danger."""
_X = 556.0
_SIZE = 64.0


class Judge:
    """Tells who wins from a position, at tables where it can be known: two seats, no manners, all lists at hand."""

    def __init__(self, options: Options, seats: int) -> None:
        self._options = options
        self.able = seats == 2 and options.manner == "off" and options.teach != "off" and solvable(options)
        self._solver: Solver | None = None
        self._used: tuple[str, ...] = ()

    def pieces(self) -> Iterator[None]:
        """Prepare what takes long, step by step."""
        if self.able:
            solver_of(self._options)
            yield

    def label(self, view: View) -> Label | None:
        """Return the label of what is asked now; None if it is open or the round is too long."""
        if not self.able or not view.asked or not 0 < view.words <= SHOWN:
            return None
        words, rules = tuple(said.word for said in view.chain), book(self._options)
        if self._solver is None or words[: len(self._used)] != self._used:
            self._solver, self._used = solver_of(self._options).copy(), ()
        for word in words[len(self._used) :]:
            self._solver.use(*rules.ends(word))
        self._used = words
        return self._solver.label(view.asked[0])


def look(follow: int) -> tuple[str, Colour]:
    """Return the shape and the colour for a number of following words.

    >>> [look(follow)[0] for follow in (0, 5, 50, 51)]
    ['cross', 'triangle', 'diamond', 'disc']
    """
    if not follow:
        return "cross", INK
    if follow <= FEW:
        return "triangle", ROSE
    return ("diamond", theme.RUST) if follow <= SOME else ("disc", LANTERN)


def draw_danger(canvas: Canvas, surroundings: Surroundings, follow: int, found: Label | None) -> None:
    """Draw a shape with the number of following words beside the sheet, and below it who wins."""
    shape, colour = look(follow)
    typeface, line = surroundings.typeface, surroundings.texts.line
    canvas.put_middle(badge(shape, colour, canvas.px(_SIZE), PAPER), _X, 130)
    typeface.line(canvas, grouped(follow), _X, 182, theme.LABEL, Weight.BOLD, PAPER, "middle")
    typeface.line(canvas, line("words.stage.follow"), _X, 204, theme.CAPTION, Weight.REGULAR, MUTED, "middle")
    if found is not None:
        who = line("words.stage.wins" if found.wins else "words.stage.loses")
        typeface.line(canvas, who, _X, 236, theme.BODY, Weight.BOLD, LANTERN if found.wins else ROSE, "middle")
        depth = line("words.stage.depth", count=found.depth)
        typeface.line(canvas, depth, _X, 258, theme.CAPTION, Weight.REGULAR, MUTED, "middle")
