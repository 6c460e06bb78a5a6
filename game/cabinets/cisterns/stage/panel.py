"""A seat's panel: hearts, keys and bag."""

from __future__ import annotations

from functools import partial

from game.cabinets.cisterns.rules.state import MOST_HEARTS
from game.cabinets.cisterns.rules.turn import BREATH
from game.cabinets.cisterns.rules.views import HeroSeen, View
from game.cabinets.cisterns.stage.figures import heart
from game.core.rules import Seat
from game.engine import theme
from game.engine.stage import Surroundings
from game.engine.text import Weight
from game.kit.levels.things import thing
from game.kit.panel.forms import Panel, Row
from game.kit.panel.items import Beside, Chip, Item, Note, Pips, Sign

_HEART = 19.0
_KEY = 20.0
_SIGN, _TREASURE = 20.0, 24.0
_LETTERS = "ABCDEFGH"


def panel_of(given: Surroundings, view: View, seat: Seat) -> Panel:
    """Return a seat's panel in three rows or two; a fallen hero or one that is down says so in place of its bag."""
    hero = view.heroes[seat]
    part = 100 * hero.breath // BREATH if hero.hearts else 0
    hearts = Pips(partial(heart, True), partial(heart, False), hero.hearts, MOST_HEARTS, _HEART, _HEART, _HEART, part)
    keys = [_key(number) for number in range(len(_LETTERS)) if hero.keys >> number & 1]
    if not hero.hearts or hero.down:
        text = given.texts.line("cisterns.seat.down" if hero.hearts else "cisterns.seat.fallen")
        bag = Row([Note(text, theme.BODY, Weight.SEMIBOLD, theme.TEXT_FAINT, shortens=True)])
    else:
        bag = _bag(hero, known=given.options.mode == "coop" or seat == given.viewer or view.over)
    if not keys:
        return [[Row([hearts]), bag]]
    return [[Row([hearts]), bag, Row(keys, gap=4.0)], [Row([hearts], [Beside(keys)]), bag]]


def _key(number: int) -> Item:
    return Chip(Sign(lambda size: thing("key", size, number), _KEY), _LETTERS[number], low=0.3, letters=0.5)


def _bag(hero: HeroSeen, *, known: bool) -> Row:
    """Return a row with the hero's worth and, if its bag is `known`, the number of potions and bombs."""

    def counted(kind: str, many: int, size: float, letters: float) -> Item:
        return Beside((Sign(partial(thing, kind), size, grows=True), Note(str(many), letters, Weight.BOLD)))

    worth = counted("treasure", hero.worth, _TREASURE, theme.HEADING)
    rest = (("potion", hero.potions), ("bomb", hero.bombs)) if known else ()
    return Row([worth], [counted(kind, many, _SIGN, theme.BODY) for kind, many in rest], gap=10.0)
