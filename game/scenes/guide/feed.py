"""The feed of a guide's match: it waits while a text is read, and offers only the actions that the guide asks for."""

from __future__ import annotations

from typing import Any

from game.cabinets.listed import CABINETS
from game.core.bot.loading import HUMAN
from game.core.rules import Seat
from game.engine.stage.guide import Course, Guide
from game.ground import paths
from game.ground.settings import THINKING, Settings
from game.ground.texts import Texts
from game.scenes.feeds.feed import Choice, Update
from game.scenes.feeds.local import LocalFeed, start_local
from game.scenes.feeds.plan import MatchPlan, SeatPlan
from game.scenes.setup.seats import SeatChoice, Seating, names_of


class GuideFeed(LocalFeed):
    """A match at this screen that is not recorded. Once the guide has no more texts it is an ordinary match."""

    course: Course[Any, Any]
    held = False
    """Whether the match waits for the picture to catch up."""

    _polled = 0.0
    _waited = 0.0
    """Seconds for which the match was held."""

    _seen: tuple[object, Any] | None = None
    """The last view with its cache key: a guide asks for it several times per frame."""

    @property
    def view(self) -> Any:
        key = (len(self.entries), id(self.entries[-1]) if self.entries else 0, self._viewer)
        if self._seen is None or self._seen[0] != key:
            self._seen = key, super().view
        return self._seen[1]

    @property
    def begun(self) -> bool:
        """Whether a step was played or the person is asked: chance may move first."""
        return bool(self.entries) or self._asked() is not None

    @property
    def reading(self) -> bool:
        """Whether a text must be read before the match goes on."""
        step = self.course.now(self.view)
        return step is not None and step.read

    def poll(self, now: float) -> list[Update]:
        """Poll the match; while it waits, no bot's time passes."""
        passed, self._polled = now - self._polled, now
        if self.held or (self.begun and self.reading):
            self._waited += passed
            return []
        return super().poll(now - self._waited)

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats that may send inputs: none while a text is read."""
        return () if self.reading else super().people

    @property
    def choice(self) -> Choice | None:
        choice = super().choice
        step = self.course.now(self.view) if choice else None
        if choice is None or step is None:
            return choice
        if step.read:
            return None
        if step.actions is None:
            return choice
        return Choice(choice.seat, step.actions(self.view, choice.legal or ()), again=choice.again)

    def play(self, seat: Seat, action: Any) -> str | None:
        view = self.view
        step, choice = self.course.now(view), self.choice
        listed = step is not None and step.actions is not None and self.match.legal(seat) is not None
        if step is not None and (choice is None or (listed and action not in (choice.legal or ()))):
            return "guide.refuse"
        refusal = super().play(seat, action)
        if refusal is None and step is not None and step.until is None:
            self.course.passed(step)
        return refusal


def guide_feed(game: str, guide: Guide[Any, Any], settings: Settings, texts: Texts) -> GuideFeed:
    """Begin a guide's match."""
    cabinet = CABINETS[game]
    specs = (HUMAN, *guide.bots)
    seating = Seating(cabinet.info.seats, cabinet.table_bots, tuple(SeatChoice(spec) for spec in specs))
    names = names_of(seating, texts, settings.names)
    seats = tuple(SeatPlan(name, spec) for name, spec in zip(names, specs, strict=True))
    speed = settings.motion.speed
    pause = settings.delays[THINKING] / 1000 / speed if speed else 0.0
    options = guide.options(texts.language) if guide.options else cabinet.info.options()
    plan = MatchPlan(game, seats, options, guide.seed)
    feed = GuideFeed(cabinet, plan, pause=pause, restart=lambda again: start_local(again, settings))
    feed.course = Course(guide)
    feed.seat_bots(paths.logs() / "bots")
    return feed
