"""Souk's games for Gymnasium: one learner among bots, so that many matches can run side by side.

gymnasium.vector.SyncVectorEnv([lambda: solo_env("nullgame", computers="expert")] * 16)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

try:
    import gymnasium
    import numpy
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        f"{error.name} is missing: install Souk with its extra, pip install -e '.[rl]'"
    ) from error

from game.core.rules import Seat
from game.training.course import Course, NotBegunError, RenderMode, SettingError, game_named


def solo_env(
    game: str,
    seats: int | None = None,
    *,
    seat: Seat = 0,
    computers: str | Mapping[Seat, str] | None = None,
    render_mode: RenderMode | None = None,
    **settings: Any,
) -> SoukSolo:
    """Return an environment of one agent at `seat`; `computers` play all other seats: one bot, or a bot for each, or
    with None the random bot, in a game without one the easiest.

    Further settings are `options` and `reward`, as for `aec_env`. Raises SettingError.
    """
    cabinet = game_named(game)
    count = cabinet.info.usual_seats if seats is None else seats
    others = [other for other in range(count) if other != seat]
    usual = "random" if "random" in cabinet.bots else cabinet.easy
    bots = dict(computers) if isinstance(computers, Mapping) else dict.fromkeys(others, computers or usual)
    if sorted(bots) != others:
        raise SettingError(f"computers: name a bot for each seat but {seat}, of 0 to {count - 1}")
    return SoukSolo(Course(cabinet, count, computers=bots, render_mode=render_mode, **settings))


class SoukSolo(gymnasium.Env):  # type: ignore[misc]
    """A game with one learner. See `solo_env`."""

    def __init__(self, course: Course) -> None:
        self.course = course
        (self._agent,) = course.agents
        self.render_mode = course.render_mode
        self.metadata = {"render_modes": ["ansi", "rgb_array"]}
        self.observation_space = course.observation_spaces[self._agent]
        self.action_space = course.action_spaces[self._agent]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Start a match with `seed`; with None, from a seed that follows from the last one given."""
        super().reset(seed=seed)
        self.course.begin(seed)
        return self.course.observe(self._agent), {}

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Play an action; the bots play on until the learner is asked again or the match is over.

        Raises ActionError, and NotBegunError before `reset` and after the end.
        """
        course = self.course
        course.need_match()
        if course.lesson.over:
            raise NotBegunError(over=True)
        refusal = course.lesson.act(course.lesson.learners[0], course.number(action))
        info = {"refused": refusal} if refusal else {}
        return course.observe(self._agent), course.earned(self._agent), course.lesson.over, False, info

    def action_masks(self) -> Any:
        """Return which actions may be played, as MaskablePPO of sb3-contrib asks for it."""
        return self.course.observe(self._agent)["action_mask"].astype(numpy.bool_)

    def render(self) -> Any:
        """Return the board: as plain text with `render_mode="ansi"`, as an array of pixels with "rgb_array"."""
        return self.course.render()

    def clone(self) -> SoukSolo:
        """Return a copy of this environment in its current state, made by replaying the match, bots included."""
        return SoukSolo(self.course.clone())

    def close(self) -> None:
        """End the bots."""
        self.course.close()
