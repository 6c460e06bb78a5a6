"""Links a feed to a stage: shows what has happened one step after another, then lets people choose."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from game.core.rules import Seat, Viewer
from game.engine.stage import (
    Stage,
    Steers,
    TakesUndo,
)
from game.scenes.feeds.feed import Curtain, Feed, LogEntry, RecordedFeed, Update
from game.scenes.feeds.turns import Past

_MOST_HURRIES = 10_000
"""The most movements hurried at once: a stage that is still busy after that would never end."""
AHEAD = 2
"""How many steps the match may be ahead of the picture while something still moves."""


@dataclass(frozen=True)
class Refusal:
    """An action that a person tried and the rules refused."""

    position: int
    """How many steps had been played before the refusal."""
    seat: Seat
    key: str
    """The reason, as a text key."""


class Conductor:
    """Leads a stage through a match.

    A feed may run ahead of the picture. The stage gets the next step when it has shown the last one; a person is asked
    to choose when the stage has shown all steps.
    """

    def __init__(self, feed: Feed, stage: Stage[Any, Any], position: int) -> None:
        self.feed = feed
        self.stage = stage
        self.shown = position
        """How many steps have been shown completely."""
        self.showing = position
        """How many steps have been given to the stage."""
        self.chooser: Seat | None = None
        """The seat that the stage asks to choose now; None for none."""
        self.lit: tuple[Seat, ...] = ()
        """The seats that move at the shown step, whose lanterns are lit."""
        self.advised = False
        """Whether a hint has been put in focus since this was last set to False."""
        self.refusals: list[Refusal] = []
        """Refused actions since the match began or jumped elsewhere."""
        self.curtain: Curtain | None = None
        """The curtain for one of several people at this screen; None while everybody may look."""
        self.lifted = False
        """Whether the curtain's person is looking behind it now."""
        self.stands = False
        """Whether time stands still, as a menu lies over a match at this screen."""
        self._steered = stage if isinstance(stage, Steers) and not isinstance(feed, RecordedFeed) else None
        """The stage of a live match in real time: it gets each step at once, and nobody is asked. None for
        other matches.
        """
        self._backlog: deque[Update] = deque()
        self.waited = 0.0
        """Seconds for which somebody elsewhere has been awaited, with nothing to show and nobody asked here."""
        self._answered = True
        """Whether to ask the feed again who is to choose."""
        self.chosen: Callable[[Any], None] = self.play
        """What an action that the person has chosen goes through, such as a question whether it is meant."""

    @property
    def idle(self) -> bool:
        """Whether every known step has been shown."""
        return not self._backlog and not self.stage.busy

    @property
    def seen(self) -> Sequence[LogEntry]:
        """The log entries of the steps that have been shown completely."""
        return Past(self.feed.entries, self.shown)

    @property
    def paused(self) -> bool:
        """Whether the stage has paused between two parts of a step until a person hurries it."""
        return self.stage.paused

    def poll(self, now: float) -> None:
        """Fetch the feed's updates, unless enough of them already wait to be shown."""
        if len(self._backlog) >= AHEAD and self._steered is None:
            return
        for update in self.feed.poll(now):
            if update.jump:
                self._backlog.clear()
            self._backlog.append(update)

    def update(self, seconds: float) -> bool:
        """Advance the stage by `seconds`. Returns whether a new person is now asked to choose, and the stage did not
        decide for them.
        """
        before = self.chooser
        if self._steered is not None:
            self._steered.steer(() if self.stands else self.feed.people, seconds)
            self.take()
        self._show_next()
        self.stage.update(seconds)
        self._show_next()
        asked = False
        if self.chooser is not None and self.feed.live and self.feed.choice is None:
            self._stop_asking()
        if self.idle:
            self.shown = self.showing
            refusal = self.feed.take_refusal()
            self._answered = self._answered or refusal is not None
            asked = self._ask()
            if refusal:
                self._refused(refusal)
            self._advise()
            self.take()
        self._tell()
        self._light()
        awaited = self.idle and self.chooser is None and bool(self.feed.thinking)
        self.waited = self.waited + seconds if awaited else 0.0
        return asked and before is None

    def hurry(self, *, by_beats: bool = False) -> None:
        """Show all waiting steps at once; only the next part on a stage that shows steps in parts, only the next beat
        with `by_beats`.
        """
        if self.stage.paused:
            self.stage.resume()
        for _ in range(_MOST_HURRIES):
            if self.idle or self.paused:
                return
            if by_beats and self.stage.skip_beat():
                return
            self.stage.hurry()
            self._show_next()
        raise RuntimeError(f"{type(self.stage).__name__} is still busy after it was hurried")

    def take(self) -> None:
        """Take what the stage has decided since the last time: the only way from a stage into the match."""
        outbox = self.stage.outbox
        while outbox:
            decision = outbox.popleft()
            if decision.seat is not None:
                refusal = self.feed.play(decision.seat, decision.action) or self.feed.take_refusal()
                if refusal:
                    self.stage.refuse(refusal)
            elif decision.sure:
                self.play(decision.action)
            else:
                self.chosen(decision.action)

    def play(self, action: Any) -> None:
        """Offer the feed the action that the stage chose for the seat that is asked."""
        if self.chooser is None:
            return
        refusal = self.feed.play(self.chooser, action)
        if refusal:
            self._refused(refusal)
        elif self.lifted:
            self.lower()
        else:
            self._stop_asking()

    def lift(self) -> None:
        """Lift the curtain for the person it hides a secret for; if they are asked to choose, the choice begins."""
        curtain = self.curtain
        if curtain is None or self.lifted:
            return
        self.lifted = True
        self._look_as(curtain.seat, self.feed.view_for(curtain.seat), self.feed.brief_for(curtain.seat))
        choice = self.feed.choice if curtain.choosing else None
        if choice is not None:
            self.chooser = choice.seat
            self.stage.choose(choice.seat, choice.legal)

    def lower(self, *, looked: bool = False) -> None:
        """Lower the curtain: show only what everybody at this screen may see. `looked`: the person has seen what was
        new to them.
        """
        curtain, self.curtain = self.curtain, None
        if curtain is None or not self.lifted:
            return
        self.lifted = False
        self._stop_asking()
        self._look_as(self.feed.viewer, self.feed.view, self.feed.brief)
        if looked and not curtain.choosing:
            self.feed.looked(curtain.seat)

    def _look_as(self, viewer: Viewer, view: Any, brief: Any) -> None:
        surroundings = self.stage.surroundings
        surroundings.viewer, surroundings.brief = viewer, brief
        self.stage.reset(view)

    def undo(self) -> bool:
        """Undo the last decision, or let the stage undo something of its own. Returns whether anything was undone."""
        undoing = self._undoing
        if undoing is not None:
            undoing.take_undo()
            self.take()
            return True
        done = self.feed.undo()
        if done:
            self.lower()
            self._stop_asking()
        return done

    @property
    def can_undo(self) -> bool:
        """Whether `undo` would change something."""
        return self.feed.can_undo or self._undoing is not None

    @property
    def _undoing(self) -> TakesUndo | None:
        """The stage, while it would undo something of its own; None otherwise."""
        return self.stage if isinstance(self.stage, TakesUndo) and self.stage.takes_undo else None

    def last_movers(self) -> tuple[Seat, ...]:
        """Return the seats that moved in the last step given to the stage that had movers."""
        past = Past(self.feed.entries, self.showing)
        return next((entry.movers for entry in reversed(past) if entry.movers), ())

    def _show_next(self) -> None:
        """Give the stage waiting updates as long as it can take them."""
        while self._backlog and (self._backlog[0].jump or not self.stage.busy or self._steered is not None):
            update = self._backlog.popleft()
            self.lower()
            self._stop_asking()
            if update.jump:
                if update.viewer is not None:
                    self.stage.surroundings.viewer = update.viewer
                self.stage.reset(update.view)
                self.shown = update.position
                self.refusals.clear()
            else:
                self.shown = self.showing
                self.stage.show(update.view, update.events)
            self.showing = update.position

    def _ask(self) -> bool:
        """Let the person whose turn it is choose, unless a curtain hides their view. Returns whether somebody new
        chooses.
        """
        if not self.lifted:
            self.curtain = self.feed.curtain
        choice = self.feed.choice if self._answered and self.curtain is None else None
        if choice is None or self._steered is not None:
            return False
        self._answered = False
        if self.stage.surroundings.viewer != self.feed.viewer:
            self._look_as(self.feed.viewer, self.feed.view, self.feed.brief)
        self.chooser = choice.seat
        self.stage.choose(choice.seat, choice.legal)
        return not (self.stage.decides_alone or choice.again)

    def _refused(self, key: str) -> None:
        """Say on the stage why a chosen action may not be played, and keep it for the log."""
        if self.chooser is not None:
            self.stage.refuse(key)
            self.refusals.append(Refusal(self.showing, self.chooser, key))

    def _advise(self) -> None:
        hint = self.feed.take_hint() if self.chooser is not None else None
        if hint is not None:
            self.stage.suggest(hint)
            self.stage.mark_hint()
            self.advised = True

    def _tell(self) -> None:
        """Exchange gestures with other screens, and show whose decisions are missing."""
        stage = self.stage
        for kind, data in stage.gestures():
            if self.chooser is not None:
                self.feed.gesture(self.chooser, kind, data)
        for shown in self.feed.take_gestures(self.showing) if self.idle else ():
            stage.gestured(shown.seat, shown.kind, shown.data)
        if stage.take_look() and self.chooser is not None:
            self.feed.look_again(self.chooser)
            self._stop_asking()
        if self.idle:
            stage.tell_missing(self.feed.missing)

    def _stop_asking(self) -> None:
        self._answered = True
        self.stage.outbox.clear()
        if self.chooser is not None:
            self.chooser = None
            self.stage.choose(None, None)

    def _light(self) -> None:
        if self._steered is not None:
            self.lit = () if self.feed.over else tuple(range(len(self.feed.seats)))
        elif self.chooser is not None:
            self.lit = (self.chooser,)
        elif self.curtain is not None:
            self.lit = (self.curtain.seat,)
        elif self.showing > self.shown:
            self.lit = self.last_movers() or self.lit
        elif self.feed.over:
            self.lit = ()
        else:
            self.lit = self.feed.thinking or self.lit
