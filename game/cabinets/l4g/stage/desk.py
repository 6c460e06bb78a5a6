"""The cards around the room at a table, kept as drawn until what they show changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from game.cabinets.l4g.rules.views import PlayerState, View
from game.cabinets.l4g.stage.bar import Bar
from game.cabinets.l4g.stage.choice import Choice
from game.cabinets.l4g.stage.drawer import Tabs
from game.cabinets.l4g.stage.floor.acts import Act
from game.cabinets.l4g.stage.floor.layout import (
    Cards,
    Drawer,
    Place,
    Plan,
    Tab,
    infection_height,
    person_heights,
    told_height,
)
from game.cabinets.l4g.stage.floor.picture import Picture
from game.cabinets.l4g.stage.floor.told import draw_told, tales
from game.cabinets.l4g.stage.hover import draw_hover
from game.cabinets.l4g.stage.infection import draw_infection
from game.cabinets.l4g.stage.own import draw_low_own, draw_own, low_own_height
from game.cabinets.l4g.stage.person import arrows, draw_person, head_of
from game.cabinets.l4g.stage.ranking import Line, Ranking, ranking
from game.cabinets.l4g.stage.record import Record
from game.engine.canvas import Box, Canvas
from game.engine.layer import Layer
from game.engine.stage import Surroundings


class Shown(NamedTuple):
    """What the cards show at one moment."""

    picture: Picture
    focus: int | None
    turn: int
    act: Act | None
    choice: Choice | None

    @property
    def states(self) -> tuple[tuple[int, PlayerState], ...]:
        """The known players, each with its state."""
        return tuple((figure.number, figure.state) for figure in self.picture.figures.values())

    @property
    def asks(self) -> bool:
        """Whether the person is asked about direct infection."""
        return self.choice is not None and self.choice.offered


class Desk:
    """All cards of a table."""

    def __init__(self, surroundings: Surroundings) -> None:
        self._surroundings = surroundings
        self.record = Record()
        self.lines: Sequence[Line] = ()
        """The lines of the ranking; empty for viewers with a seat."""
        self._ranked: View | None = None
        self._arrows_in: Box | None = None
        """The card in which the arrows to other players lie, where it was drawn; None where it was not."""
        self._ranked_in: Box | None = None
        """The card of the ranking, likewise."""
        self.tabs = Tabs(surroundings)
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
        if self._arrows_in is None:
            return None
        before, after = arrows(self._surroundings, self._arrows_in)
        return -1 if before.collidepoint(x, y) else 1 if after.collidepoint(x, y) else None

    def player_at(self, x: float, y: float) -> int | None:
        """Return the player whose line of the ranking is at a point; None if there is none."""
        return self.ranking.at(x, y)

    def scroll(self, x: float, y: float, by: int) -> bool:
        """Scroll the ranking if the pointer is over it. Returns whether it is."""
        if self._ranked_in is None or not self._ranked_in.collidepoint(x, y):
            return False
        self.ranking.scroll(by)
        return True

    def dragged(self, x: float, y: float, by: float) -> int:
        """Scroll the ranking under a finger by whole lines, `by` units in all. Return the number of lines."""
        rows = int(by / self.ranking.step) if self.ranking.rows else 0
        return rows if rows and self.scroll(x, y, rows) else 0

    def draw(self, canvas: Canvas, cards: Cards, shown: Shown) -> None:
        """Draw all cards of a wide table."""
        self.rank(shown.picture.view)
        picture, size = shown.picture, self._surroundings.typeface.text_size
        self._draw_person(canvas, cards.person, shown)
        self._draw_told(canvas, cards.told, shown)
        self._draw_infection(canvas, cards.infection, shown)
        bar = Bar(self._surroundings, self.record)
        key = (size, shown.turn, shown.act, tuple(picture.deeds))
        self._bar.draw(canvas, cards.bar, key, lambda part: bar.paint(part, cards, picture, shown.turn, shown.act))
        if cards.with_chart:
            known = (size, picture.view.turn, len(self.record.moments))
            self._course.draw(canvas, cards.bar, known, lambda part: bar.paint_course(part, cards, picture))
        self._draw_right(canvas, cards.right, shown)

    def draw_upright(self, canvas: Canvas, drawer: Drawer, shown: Shown) -> None:
        """Draw the drawer of an upright table with the card that it shows."""
        picture = shown.picture
        self.rank(picture.view)
        line = self._surroundings.texts.line
        seated = picture.view.number >= 0
        words = {
            Tab.PERSON: line("l4g_stage.you" if seated else "l4g_stage.tab.room"),
            Tab.TOLD: line("l4g_stage.this_turn"),
            Tab.RIGHT: line("l4g_stage.tab.scores" if seated else "l4g_stage.ranking"),
            Tab.INFECTION: line("l4g_stage.tab.infection"),
        }
        counts = {Tab.TOLD: sum(len(tale.others) for tale in tales(picture.deeds))}
        self.tabs.draw(canvas, drawer, words, counts, shown.asks and picture.view.choosing)
        self._arrows_in, self._ranked_in, self.ranking.rows = None, None, []
        card = self.card_of(drawer)
        if card is None:
            return
        tab, box = card
        match tab:
            case Tab.PERSON:
                self._draw_person(canvas, box, shown)
            case Tab.TOLD:
                self._draw_told(canvas, box, shown)
            case Tab.RIGHT:
                self._draw_right(canvas, box, shown)
            case Tab.INFECTION:
                self._draw_infection(canvas, box, shown)

    def draw_phases(self, canvas: Canvas, box: Box, shown: Shown) -> None:
        """Draw the phases of the turn alone, in a line."""
        bar, picture = Bar(self._surroundings, self.record), shown.picture
        key = (self._surroundings.typeface.text_size, shown.act, tuple(picture.deeds))
        self._bar.draw(canvas, box, key, lambda part: bar.paint_phases(part, box, picture, shown.act))

    def card_of(self, drawer: Drawer) -> tuple[Tab, Box] | None:
        """Return the card that the drawer shows, and its box; None for none."""
        return self.tabs.box_of(drawer, self.heights(drawer))

    def heights(self, drawer: Drawer) -> Mapping[Tab, float]:
        """Return the height that each card of the drawer needs."""
        surroundings, typeface, watched = self._surroundings, self._surroundings.typeface, bool(self.lines)
        person = person_heights(typeface)[0 if watched else 1]
        return {
            Tab.PERSON: person - typeface.grown(24) + head_of(surroundings, mine=not watched),
            Tab.TOLD: told_height(typeface),
            Tab.RIGHT: drawer.over.height if watched else low_own_height(surroundings, drawer.over.width),
            Tab.INFECTION: infection_height(typeface),
        }

    def _draw_person(self, canvas: Canvas, box: Box, shown: Shown) -> None:
        self._arrows_in = box
        picture, focus = shown.picture, shown.focus
        figure = picture.figures.get(focus) if focus is not None else None
        grade = next((line.grade for line in self.lines if line.number == focus), None)
        about = (figure.state, figure.square, figure.health, figure.life) if figure else shown.states
        self._person.draw(
            canvas,
            box,
            (self._surroundings.typeface.text_size, focus, grade, about, picture.view.turn),
            lambda part: draw_person(part, self._surroundings, box, picture, focus, grade),
        )

    def _draw_told(self, canvas: Canvas, box: Box, shown: Shown) -> None:
        key = (self._surroundings.typeface.text_size, tuple(shown.picture.deeds))
        self._told.draw(canvas, box, key, lambda part: draw_told(part, self._surroundings, box, shown.picture))

    def _draw_infection(self, canvas: Canvas, box: Box, shown: Shown) -> None:
        view, choice = shown.picture.view, shown.choice
        accepts = choice.accepts if choice is not None and choice.offered else None
        self._infection.draw(
            canvas,
            box,
            (self._surroundings.typeface.text_size, view.choosing, view.firing, view.turn, shown.states, accepts),
            lambda part: draw_infection(part, self._surroundings, box, shown.picture, accepts),
        )

    def _draw_right(self, canvas: Canvas, box: Box, shown: Shown) -> None:
        """Draw the ranking, or a seat's own scores."""
        picture, choice, surroundings = shown.picture, shown.choice, self._surroundings
        if self.lines:
            self._ranked_in = box
            self.ranking.draw(canvas, box, self.lines, picture, shown.focus)
        elif shown.focus is not None:
            key = (
                surroundings.typeface.text_size,
                picture.view.turn,
                shown.states,
                choice is None or choice.placing,
            )
            low = surroundings.least_press > 0
            self._own.draw(
                canvas,
                box,
                key,
                lambda part: (
                    draw_low_own(part, surroundings, box, picture)
                    if low
                    else draw_own(part, surroundings, box, picture, choice)
                ),
            )

    def draw_hover(
        self, canvas: Canvas, picture: Picture, square: Place, plan: Plan, choice: Choice | None, frame: Box
    ) -> None:
        """Draw the list of the players on a square, if any are known to be there."""
        figures = [figure for figure in picture.figures.values() if figure.square == square]
        if figures:
            clear = choice.pressed(plan) if choice is not None else ()
            draw_hover(canvas, self._surroundings, figures, plan.floor.square(square), clear, frame)
