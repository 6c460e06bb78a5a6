"""Tables of L4G for screenshots: a crowd, one survivor's fog, a choosing turn, a stop between phases."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from game.cabinets.l4g.cabinet import L4G
from game.cabinets.l4g.rules.views import Phase, PlayerState, PlayerView, Sight, View, sight_of
from game.cabinets.l4g.stage.choice import ACCEPT_KEY
from game.cabinets.l4g.stage.floor.acts import Act
from game.cabinets.l4g.stage.stage import L4gStage
from game.core.match.match import Match
from game.core.rules import SPECTATOR
from game.engine.input import KeyPressed
from game.engine.scene import Context, Scene
from game.ground.recordings import REPLAY_SUFFIX
from game.ground.settings import THINKING
from game.scenes.feeds.feed import Feed
from game.scenes.feeds.local import start_local
from game.scenes.feeds.plan import SeatPlan
from game.scenes.table.scene import TableScene
from tests.cabinets.l4g.staging import point_at, press_at

if TYPE_CHECKING:
    from tests.showroom.moment import Moment

_CHOOSING = 1
"""The first choosing turn."""
_INFECTED = 12
"""The turn after the first direct infection, while there are still survivors."""
_DEATHS = 3
"""The least number of deaths in the turn whose kills are shown."""
_THINKING = 5000
"""Milliseconds that bots think: longer than anybody looks at a screenshot."""


class ArrangedTable(TableScene):
    """A table that puts its stage into a given state once it is entered."""

    def __init__(self, context: Context, feed: Feed, arrange: Callable[[L4gStage], None]) -> None:
        super().__init__(context, feed)
        self._arrange = arrange

    def enter(self) -> None:
        """Ask the person, if one plays, and put the stage into its state."""
        super().enter()
        self.conductor.poll(0.0)
        self.conductor.update(0.0)
        assert isinstance(self.stage, L4gStage)
        self._arrange(self.stage)


class Game:
    """A match of the regular mix, played without a screen."""

    def __init__(self, moment: Moment) -> None:
        assert L4G.crew is not None
        self.plan = replace(moment, game=L4G.id).plan
        seats = self.plan.seats
        self._bots = dict(enumerate(L4G.filled((), len(seats))))
        self._crew = L4G.crew()
        self.match = Match(L4G.rules, len(seats), self.plan.options, self.plan.seed)
        self.match.tick(0.0)

    def until(self, reached: Callable[[View], bool]) -> None:
        """Play until `reached` holds for a view of the whole room, or to the end."""
        while not self.match.over and not reached(self.match.view(SPECTATOR)):
            self.turn_on()

    def turn_on(self) -> None:
        """Let every seat that is asked decide."""
        asked = {seat: self._bots[seat] for seat in self.match.waiting_for}
        for seat, action in self.match.decided(self._crew, asked).items():
            self.match.offer(seat, action)
        self.match.tick(0.0)

    def table(
        self, moment: Moment, arrange: Callable[[L4gStage], None], *, person: bool = False, steps: int | None = None
    ) -> Scene:
        """Return the table of the match after `steps` steps: watched, or with a person in the first seat."""
        settings = moment.context.settings
        settings.delays[THINKING] = _THINKING
        names = [seat.name for seat in self.plan.seats]
        specs = ["human" if person and seat == 0 else bot for seat, bot in self._bots.items()]
        seats = tuple(SeatPlan(name, spec) for name, spec in zip(names, specs, strict=True))
        plan = replace(self.plan, seats=seats, begun=tuple(self.match.steps[:steps]))
        feed = start_local(plan, settings, moment.folder / f"match{REPLAY_SUFFIX}", computers=not person)
        return ArrangedTable(moment.context, feed, arrange)


def crowd(moment: Moment) -> Scene:
    """Return a table in the middle of a match, with the pointer on a crowd whose players are listed."""
    game = Game(moment)
    game.until(lambda view: view.phase is Phase.MOVE and view.turn >= moment.turn)
    return game.table(moment, _point_at_a_crowd)


def fog(moment: Moment) -> Scene:
    """Return a table that shows the room as one survivor sees it."""
    game = Game(moment)
    game.until(lambda view: view.phase is Phase.MOVE and view.turn >= min(moment.turn, _INFECTED))
    return game.table(moment, _follow_a_survivor)


def choosing(moment: Moment) -> Scene:
    """Return a choosing turn in which a person accepts and is warned of staying."""
    game = Game(moment)
    game.until(lambda view: view.phase is Phase.MOVE and view.turn >= _CHOOSING)
    return game.table(moment, _accept_and_stay, person=True)


def stopped_after_kills(moment: Moment) -> Scene:
    """Return a table stopped after the kills of a turn."""
    game = Game(moment)
    views: list[View] = []
    steps, deaths = 0, 0
    while not game.match.over and deaths < _DEATHS:
        if game.match.view(SPECTATOR).phase is Phase.MOVE:
            steps, views = len(game.match.steps), []
        game.turn_on()
        views.append(game.match.view(SPECTATOR))
        deaths = sum(deed.kind == "died" for deed in views[-1].events)
    return game.table(moment, lambda stage: _stop_after_kills(stage, views), steps=steps)


def _point_at_a_crowd(stage: L4gStage) -> None:
    assert stage.view is not None
    squares = [player.square for player in stage.view.players if player.square]
    fullest = max(sorted(set(squares)), key=squares.count)
    point_at(stage, fullest)


def _follow_a_survivor(stage: L4gStage) -> None:
    """Follow the survivor that sees most players."""
    assert stage.view is not None
    view = stage.view
    survivors = [player for player in view.players if player.state is PlayerState.SURVIVOR and player.square]

    def seen(player: PlayerView) -> int:
        sight = sight_of(view.players, player.number, view.rows, view.columns)
        squares = [other.square for other in view.players if other.square]
        return sum(sight[row * view.columns + column] is Sight.FULL for row, column in squares)

    stage.follow(max(survivors, key=seen).number)


def _accept_and_stay(stage: L4gStage) -> None:
    assert stage.view is not None and stage.view.me.square is not None
    point_at(stage, stage.view.me.square)
    stage.handle(KeyPressed(ACCEPT_KEY))
    press_at(stage, stage.view.me.square)


def _stop_after_kills(stage: L4gStage, views: Sequence[View]) -> None:
    stage.tools()[-1].press()
    for view in views:
        stage.show(view, ())
    stage.hurry()
    while stage.act is not Act.KILLS:
        stage.resume()
        stage.hurry()
