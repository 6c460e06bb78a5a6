"""The cards around the room at a table, kept as drawn until what they show changes."""

from __future__ import annotations

from collections.abc import Sequence

from game.cabinets.l4g.rules.views import View
from game.cabinets.l4g.stage.bar import Bar
from game.cabinets.l4g.stage.choice import Choice
from game.cabinets.l4g.stage.floor.acts import Act
from game.cabinets.l4g.stage.floor.layout import Cards, Place, Plan
from game.cabinets.l4g.stage.floor.picture import Picture
from game.cabinets.l4g.stage.floor.told import draw_told
from game.cabinets.l4g.stage.hover import draw_hover
from game.cabinets.l4g.stage.infection import draw_infection
from game.cabinets.l4g.stage.own import draw_own
from game.cabinets.l4g.stage.person import arrows, draw_person
from game.cabinets.l4g.stage.ranking import Line, Ranking, ranking
from game.cabinets.l4g.stage.record import Record
from game.engine.canvas import Box, Canvas
from game.engine.layer import Layer
from game.engine.stage import Surroundings


class Desk:
    """All cards of a table."""

    def __init__(self, surroundings: Surroundings) -> None:
        self._surroundings = surroundings
        self.record = Record()
        self.lines: Sequence[Line] = ()
        """The lines of the ranking; empty for viewers with a seat."""
        self._ranked: View | None = None
        self._cards: Cards | None = None
        self.ranking = Ranking(surroundings)
        self._person, self._told, self._infection = Layer(32), Layer(32), Layer(32)
        self._bar, self._course, self._own = Layer(32), Layer(8), Layer(32)

    def see(self, view: View) -> None:
        """Record a view for the course of the match."""
        self.record.see(view)

    def rank(self, view: View) -> None:
        """Rank all players by the view that is shown now."""
        if view is not self._ranked:
            self._ranked = view
            self.lines = ranking(view, self._surroundings.options.guests)

    def arrow_at(self, x: float, y: float) -> int | None:
        """Return -1 or 1 if a point is on the arrow to the previous or next player, else None."""
        if self._cards is None:
            return None
        before, after = arrows(self._surroundings, self._cards.person)
        return -1 if before.collidepoint(x, y) else 1 if after.collidepoint(x, y) else None

    def player_at(self, x: float, y: float) -> int | None:
        """Return the player whose line of the ranking is at a point; None if there is none."""
        return self.ranking.at(x, y)

    def scroll(self, x: float, y: float, by: int) -> bool:
        """Scroll the ranking if the pointer is over it. Returns whether it is."""
        if self._cards is None or not self._cards.right.collidepoint(x, y):
            return False
        self.ranking.scroll(by)
        return True

    def draw(
        self,
        canvas: Canvas,
        cards: Cards,
        picture: Picture,
        focus: int | None,
        turn: int,
        act: Act | None,
        choice: Choice | None,
    ) -> None:
        self._cards = cards
        self.rank(picture.view)
        surroundings, view = self._surroundings, picture.view
        size = surroundings.typeface.text_size
        states = tuple((figure.number, figure.state) for figure in picture.figures.values())
        figure = picture.figures.get(focus) if focus is not None else None
        grade = next((line.grade for line in self.lines if line.number == focus), None)
        about = (figure.state, figure.square, figure.health, figure.life) if figure else states
        self._person.draw(
            canvas,
            cards.person,
            (size, focus, grade, about, view.turn),
            lambda part: draw_person(part, surroundings, cards.person, picture, focus, grade),
        )
        told = tuple(picture.deeds)
        self._told.draw(
            canvas, cards.told, (size, told), lambda part: draw_told(part, surroundings, cards.told, picture)
        )
        accepts = choice.accepts if choice is not None and choice.offered else None
        self._infection.draw(
            canvas,
            cards.infection,
            (size, view.choosing, view.firing, view.turn, states, accepts),
            lambda part: draw_infection(part, surroundings, cards.infection, picture, accepts),
        )
        bar = Bar(surroundings, self.record)
        key = (size, turn, act, told)
        self._bar.draw(canvas, cards.bar, key, lambda part: bar.paint(part, cards, picture, turn, act))
        if cards.with_chart:
            known = (size, view.turn, len(self.record.moments))
            self._course.draw(canvas, cards.bar, known, lambda part: bar.paint_course(part, cards, picture))
        if self.lines:
            self.ranking.draw(canvas, cards.right, self.lines, picture, focus)
        elif focus is not None:
            self._own.draw(
                canvas,
                cards.right,
                (size, view.turn, states, choice is None or choice.placing),
                lambda part: draw_own(part, surroundings, cards.right, picture, choice),
            )

    def draw_hover(
        self, canvas: Canvas, picture: Picture, square: Place, plan: Plan, choice: Choice | None, frame: Box
    ) -> None:
        """Draw the list of the players on a square, if any are known to be there."""
        figures = [figure for figure in picture.figures.values() if figure.square == square]
        if figures:
            clear = choice.pressed(plan) if choice is not None else ()
            draw_hover(canvas, self._surroundings, figures, plan.floor.square(square), clear, frame)
