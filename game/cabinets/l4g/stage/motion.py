"""Moves from one view to the next by playing the turn act by act."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Final

from game.cabinets.l4g.presentation import GROW, SPLAT
from game.cabinets.l4g.rules.views import Phase, View
from game.cabinets.l4g.stage.floor.acts import Act, Scene, scenes
from game.cabinets.l4g.stage.floor.layout import Plan
from game.cabinets.l4g.stage.floor.picture import Picture
from game.cabinets.l4g.stage.turn import Turn
from game.core.rules import Event
from game.engine.audio import Sound
from game.engine.stage import Surroundings
from game.engine.tween import Timeline

SECONDS: Final = (0.42, 0.36, 0.40, 0.45, 0.50, 0.42, 0.42, 0.34)
"""By act: its duration in seconds at the usual pace."""
EMPTY: Final = 0.12
"""Seconds of an act in which nothing happens, when the turn is shown step by step."""
SHORT: Final = 0.15
"""Seconds of an act under reduced motion."""
_SOUNDS: Final = {Act.MOVE: Sound.STEP, Act.RISE: GROW, Act.INFECTION: Sound.NOTICE, Act.KILLS: SPLAT}


class Director:
    """Leads the picture through the match."""

    def __init__(self, surroundings: Surroundings, plan: Plan) -> None:
        self._surroundings = surroundings
        self._timeline = Timeline()
        self._acts: deque[Scene] = deque()
        self._goal: View | None = None
        """The view that the turn being played leads to; None at rest."""
        self._hurrying = False
        self.plan = plan
        self.picture: Picture | None = None
        self.focus: int | None = None
        """The number of the player whose sight is drawn; None for the whole room."""
        self.act: Act | None = None
        """The act shown last of this turn; None before the first."""
        self.step_by_step = False
        """Whether to stop after each act."""
        self.held = False
        """Whether the picture is stopped between two acts."""

    @property
    def busy(self) -> bool:
        """Whether something is still to be shown."""
        return self.held or self._timeline.busy or bool(self._acts)

    @property
    def turn(self) -> int:
        """The turn that is being played, or was played last."""
        assert self.picture is not None
        view = self.picture.view
        played = self._goal is None and view.phase is not Phase.PLACE and view.turn > 0
        return view.turn - 1 if played else view.turn

    def reset(self, view: View) -> None:
        """Show a view at rest."""
        self._timeline.clear()
        self._acts.clear()
        self._goal = None
        self.held = False
        self.act = Act.SPOTTING if view.turn and view.phase is not Phase.PLACE else None
        self.picture = Picture.of(view, self.plan, self.focus)

    def follow(self, number: int | None) -> None:
        """Draw the sight of another player; of the whole room if `number` is None."""
        self.focus = number
        if self.picture is not None:
            self.picture.see(number)
            self.picture.sight_share = 1.0

    def show(self, view: View, events: Sequence[Event]) -> None:
        """Move to a view; what is still to be shown of an earlier one ends at once."""
        if self.picture is None or (self._surroundings.speed <= 0 and not self.step_by_step):
            self.reset(view)
            return
        self._hurrying = True
        while self.busy:
            self.held = False
            self._timeline.finish()
            self._continue()
        self._hurrying = False
        self._begin_turn(view, events)
        self._continue()

    def update(self, seconds: float) -> None:
        """Let `seconds` pass."""
        self._timeline.update(seconds)
        if self.picture is not None:
            self.picture.fade(seconds * (self._surroundings.speed or 1.0))
        self._continue()

    def hurry(self) -> None:
        """Finish all movement at once; if acts are shown step by step, only up to the next stop."""
        self._hurrying = True
        while self.busy and not self.held:
            self._timeline.finish()
            self._continue()
        self._hurrying = False
        if self.picture is not None and not self.held:
            self.picture.bursts.clear()
            self.picture.labels.clear()

    def go_on(self) -> None:
        """Leave a stop between two acts."""
        self.held = False
        self._continue()

    def _continue(self) -> None:
        """Begin the next act, as long as nothing moves."""
        while not self._timeline.busy and not self.held:
            if self._acts:
                self._begin_act(self._acts.popleft())
            elif self._goal is not None:
                self._settle()
            else:
                return

    def _begin_turn(self, view: View, events: Sequence[Event]) -> None:
        assert self.picture is not None
        self._goal = view
        self._acts.extend(scenes(self.picture.view, view, events))
        if self._acts and self._acts[0].act is Act.MOVE:
            self.picture.deeds.clear()

    def _settle(self) -> None:
        """Show the picture of the view that the turn led to."""
        assert self.picture is not None and self._goal is not None
        before = self.picture
        self.picture = Picture.of(self._goal, self.plan, self.focus)
        self.picture.deeds = before.deeds
        self.picture.bursts, self.picture.labels = before.bursts, before.labels
        self._goal = None

    def _begin_act(self, scene: Scene) -> None:
        assert self.picture is not None and self._goal is not None
        self.act = scene.act
        if scene.empty and not self.step_by_step:
            return
        self._timeline.speed = self._surroundings.speed
        if scene.act in _SOUNDS and (scene.changes or scene.deeds) and not self._hurrying:
            self._surroundings.play_sound(_SOUNDS[scene.act])
        seconds = EMPTY if scene.empty else SECONDS[scene.act]
        turn = Turn(self._timeline, self.picture, self.plan, self._goal)
        if self._surroundings.reduced_motion:
            turn.play(scene, 0.0, self.focus)
            self._timeline.wait(SHORT)
        else:
            turn.play(scene, seconds, self.focus)
        if self.step_by_step:
            self._timeline.call(self._hold)

    def _hold(self) -> None:
        self.held = True
