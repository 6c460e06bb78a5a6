"""The built-in players as bots of a match: they decide as in an evaluation, from what the view shows."""

from __future__ import annotations

from collections import Counter
from typing import ClassVar

from game.cabinets.l4g.players.styles import (
    FEATURES_LENGTH,
    STYLES,
    WAYS_LENGTH,
    Styles,
    accepts,
    spawn,
    step,
    survey,
    survey_room,
    weigh,
)
from game.cabinets.l4g.rules import room as r
from game.cabinets.l4g.rules import sight
from game.cabinets.l4g.rules.rules import WAYS, Action, Go, Place, Wait
from game.cabinets.l4g.rules.sight import Me, Seen
from game.cabinets.l4g.rules.views import STATES, Phase, PlayerState, View
from game.core.bots import Bot, Request
from game.core.compiled import array


def known_from(view: View) -> tuple[Me, Seen]:
    """Return what a view shows, in the form that built-in players are given."""
    myself = view.me
    me = [0] * sight.ME_LENGTH
    me[sight.STATE] = STATES.index(myself.state)
    me[sight.SQUARE] = r.square_at(*myself.square) if myself.square else r.SKY
    me[sight.TURN] = view.turn
    me[sight.CHOOSING] = int(view.choosing)
    me[sight.CHANCE] = r.chance_of(*r.halves(view.game_number), view.number)
    me[sight.ROWS], me[sight.COLUMNS] = view.rows, view.columns
    seen = array([0] * sight.SEEN_LENGTH)
    for row in range(view.rows):
        for column in range(view.columns):
            seen[sight.FLOOR + r.square_at(row, column)] = 1
    crowds: Counter[int] = Counter()
    for player in view.players:
        if player.square:
            crowds[r.square_at(*player.square)] += r.UNIT[STATES.index(player.state)]
    for square, crowd in crowds.items():
        sight.show(seen, square, crowd)
    return array(me), seen


def decided(me: Me, seen: Seen, styles: Styles, style: int) -> int:
    """Return the way that a survivor or an infected of this style goes."""
    features, values = array([0] * FEATURES_LENGTH), array([0] * WAYS_LENGTH * (style + 1))
    survey(seen, me[sight.SQUARE], features)
    weigh(me, seen, features, styles, style, values)
    return int(step(me, styles, style, values))


def chosen(me: Me, seen: Seen, styles: Styles, style: int) -> int:
    """Return the square that a soul of this style chooses."""
    features = array([0] * FEATURES_LENGTH)
    survey_room(seen, me[sight.ROWS], me[sight.COLUMNS], features)
    return int(spawn(me, features, styles, style))


class StyleBot(Bot[View, Action]):
    """A built-in player; its subclasses name a row of the table of styles."""

    light = True
    style: ClassVar[str]

    def decide(self, request: Request) -> Action:
        view: View = request.view
        moving = view.phase is Phase.MOVE
        if moving and view.me.state in (PlayerState.CORPSE, PlayerState.SOUL):
            return Wait()
        me, seen = known_from(view)
        row = array(STYLES[self.style])
        if moving:
            return Go(WAYS[decided(me, seen, row, 0)], accept=bool(accepts(me, row, 0)))
        return Place(r.place_of(chosen(me, seen, row, 0)))


class HornDone(StyleBot):
    """Decides by chance; never part of a regular evaluation."""

    style = "horn-done"


class Loner(StyleBot):
    """Flees crowds, declines direct infection."""

    style = "loner"


class Scout(StyleBot):
    """Stays where much is seen, declines direct infection."""

    style = "scout"


class CorpseBomb(StyleBot):
    """Places itself on the fullest infected square and heals many."""

    style = "corpse-bomb"


class Seeker(StyleBot):
    """Places itself on infected squares; hunts survivors as infected."""

    style = "seeker"


class Predator(StyleBot):
    """Accepts direct infection, goes where survivors gather; as infected heads for the nearest corpse."""

    style = "predator"


class Expert(StyleBot):
    """Plays by the strongest row of weights."""

    style = "expert"


BOTS: dict[str, type[Bot[View, Action]]] = {
    bot.style: bot for bot in (HornDone, Loner, Scout, CorpseBomb, Seeker, Predator, Expert)
}

MIX = ("loner", "scout", "corpse-bomb", "seeker", "predator")
"""The regular mix: these styles in turn, seat by seat."""
