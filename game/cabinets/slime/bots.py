"""Computer players of Slime."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from game.cabinets.slime import field as f
from game.cabinets.slime.field import Field
from game.cabinets.slime.greedy import steer_greedily
from game.cabinets.slime.rules import Heading, Steer, View
from game.cabinets.slime.search import steer_expertly
from game.core.bots import Bot, BotSetup, Request
from game.core.compiled import COMPILED, array


def field_of(view: View) -> Field:
    """Return the flat field that bots compute with; the results of the last turn are left out."""
    field = [0] * f.LENGTH
    for square, owner in enumerate(view.owners):
        if owner >= 0:
            field[f.OWNED + owner * f.WIDTH + square // f.HEIGHT] |= 1 << square % f.HEIGHT
    for number, slime in enumerate(view.slimes):
        field[f.SQUARE + number] = field[f.STOOD + number] = slime.square
        field[f.HEADING + number] = int(slime.heading)
        field[f.DEATHS + number] = slime.deaths
    for team, owned in enumerate(view.teams):
        field[f.PAINTED + team] = owned.painted
    field[f.TURN] = view.turn
    return array(field)


class RandomBot(Bot[View, Steer]):
    """Steers each slime in a random direction, as the contest's sample client does."""

    light = True

    def decide(self, request: Request) -> Steer:
        random = Random(request.seed)
        return _steer(random.randrange(4) for _ in range(f.TEAM))


class GreedyBot(Bot[View, Steer]):
    """Steers each slime to the best square beside it, or towards the nearest worthwhile one (greedy.py); equals are
    chosen at random.
    """

    def decide(self, request: Request) -> Steer:
        field = field_of(request.view)
        steer_greedily(field, self.setup.seat, Random(request.seed).getrandbits(31))
        return _orders(field, self.setup.seat)


class ExpertBot(Bot[View, Steer]):
    """Tries straight runs for each slime and compares where they lead (search.py)."""

    def __init__(self, setup: BotSetup) -> None:
        super().__init__(setup)
        if COMPILED:
            steer_expertly(array(f.new_field()), 0, 1)  # compile before the first decision, which has a deadline

    def decide(self, request: Request) -> Steer:
        field = field_of(request.view)
        steer_expertly(field, self.setup.seat, 1 + Random(request.seed).getrandbits(30))
        return _orders(field, self.setup.seat)


def _orders(field: Field, team: int) -> Steer:
    """Return the headings of a team's slimes in `field` as an action."""
    first = f.HEADING + team * f.TEAM
    return _steer(map(int, field[first : first + f.TEAM]))


def _steer(headings: Iterable[int]) -> Steer:
    one, two, three, four, five = map(Heading, headings)
    return Steer((one, two, three, four, five))


BOTS: dict[str, type[Bot[View, Steer]]] = {"random": RandomBot, "greedy": GreedyBot, "expert": ExpertBot}
