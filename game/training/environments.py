"""Souk's games for PettingZoo: `aec_env` for every game, `parallel_env` for those in which all move at once.

An observation is a dict: `observation`, the row of numbers that the agent's view becomes (docs/training.md), and
`action_mask`, 1 for each action that may be played. Agents are called `seat_0`, `seat_1`, … An environment can be
pickled.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from typing import Any, Self

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        f"{error.name} is missing: install Souk with its extra, pip install -e '.[rl]'"
    ) from error

from game.core.cabinet import Cabinet
from game.training.actions import ActionTable, OfferedActions
from game.training.course import Course, RenderMode, SettingError, agent_of, game_named, seat_of


def aec_env(game: str, seats: int | None = None, **settings: Any) -> SoukAEC:
    """Return an environment in which one agent acts after the other; simultaneous moves stay sealed until all are made.

    `seats` is the number of seats, None for the game's usual number. Settings: `computers` {seat: bot} for the seats
    that are no agents, `options` of the game (its Struct, or a dict), `reward` ("standing" or "score"), `render_mode`
    ("ansi" or "rgb_array"). Raises SettingError, which says what is wrong.
    """
    return SoukAEC(game_named(game), seats, **settings)


def parallel_env(game: str, seats: int | None = None, **settings: Any) -> SoukParallel:
    """Return an environment in which all agents act at once; settings as for `aec_env`.

    Raises SettingError, also for a game in which one seat moves after the other.
    """
    return SoukParallel(game_named(game), seats, **settings)


class _Environment:
    """What both kinds of PettingZoo environments have in common."""

    def __init__(
        self, cabinet: Cabinet, seats: int | None = None, *, render_mode: RenderMode | None = None, **settings: Any
    ) -> None:
        self.course = Course(cabinet, seats, render_mode=render_mode, **settings)
        self.render_mode = render_mode
        self.metadata = {
            "name": f"souk_{cabinet.id}_v{cabinet.info.version}",
            "render_modes": ["ansi", "rgb_array"],
            "is_parallelizable": self.course.at_once,
        }
        self.possible_agents = list(self.course.agents)
        self.agents: list[str] = []
        self.action_spaces = self.course.action_spaces
        self.observation_spaces = self.course.observation_spaces
        self.observation_names = self.course.names
        """The meaning of each number of an observation: `you`, the agent's seat, then names such as `seats[1].ones`."""
        self.observation_choices = self.course.choices
        """By name of a number: what its values stand for, where it encodes one of several values."""

    @property
    def actions(self) -> ActionTable | OfferedActions:
        """The meaning of each action: `actions[number]`, and `actions.index(action)`; not if there are too many."""
        return self.course.actions

    def clone(self) -> Self:
        """Return an independent copy of this environment in its current state, for search.

        The state is copied; if bots play, the match is replayed instead, as their memory is part of it.
        """
        other = copy(self)
        other.course = self.course.clone()
        for name, value in vars(self).items():
            if isinstance(value, dict | list):
                setattr(other, name, copy(value))
        return other

    def action_of(self, agent: str, number: int) -> Any:
        """Return the action that a number stands for, for an agent that is asked."""
        return self.course.lesson.action(seat_of(agent), number)

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of what an agent is shown."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def render(self) -> Any:
        """Return the board: as plain text with `render_mode="ansi"`, as an array of pixels with "rgb_array"."""
        return self.course.render()

    def close(self) -> None:
        """End the bots."""
        self.course.close()


class SoukAEC(_Environment, AECEnv):
    """A game whose agents act one after the other. See `aec_env`."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a match; with a seed it is the match that `main.py play --seed` plays."""
        self.course.begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, self.course.lesson.over)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent is shown. Raises NotBegunError."""
        self.course.need_match()
        return self.course.observe(agent)

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Return what the selected agent is shown, its reward since it acted, and whether its match is over.

        Raises NotBegunError.
        """
        self.course.need_match()
        told: tuple[Any, float, bool, bool, dict[str, Any]] = super().last(observe)
        return told

    def step(self, action: int | None) -> None:
        """Play the action of the selected agent; None for an agent whose match is over.

        Raises ActionError, and NotBegunError before `reset`.
        """
        self.course.need_match()
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        number = self.course.number(action)
        self._cumulative_rewards[agent] = 0.0
        refusal = self.course.lesson.act(seat_of(agent), number)
        self.infos[agent] = {"refused": refusal} if refusal else {}
        self.rewards = {other: self.course.earned(other) for other in self.agents}
        self.terminations = dict.fromkeys(self.agents, self.course.lesson.over)
        self._accumulate_rewards()
        self._select()

    def _select(self) -> None:
        asked = self.course.lesson.asked
        self.agent_selection = agent_of(asked[0]) if asked else self.agents[0]


class SoukParallel(_Environment, ParallelEnv):
    """A game whose agents act at once. See `parallel_env`."""

    def __init__(self, cabinet: Cabinet, seats: int | None = None, **settings: Any) -> None:
        super().__init__(cabinet, seats, **settings)
        if not self.course.at_once:
            raise SettingError(f"in {cabinet.id} one moves after the other: use aec_env")

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Start a match; with a seed it is the match that `main.py play --seed` plays."""
        self.course.begin(seed)
        self.agents = list(self.possible_agents)
        return {agent: self.course.observe(agent) for agent in self.agents}, {agent: {} for agent in self.agents}

    def step(self, actions: Mapping[str, int]) -> tuple[dict[str, Any], ...]:
        """Play the actions of the agents that are asked; others have an empty mask, and their actions are ignored.

        If an agent that is asked sends nothing, or an illegal action, the game's fallback is played for it. Raises
        ActionError, before anything is played, and NotBegunError before `reset`.
        """
        course = self.course
        course.need_match()
        asked = [(seat, agent_of(seat)) for seat in course.lesson.asked]
        numbers = {agent: course.number(actions[agent]) for _, agent in asked if agent in actions}
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        for seat, agent in asked:
            if agent not in numbers:
                course.lesson.pass_over(seat)
            elif refusal := course.lesson.act(seat, numbers[agent]):
                infos[agent] = {"refused": refusal}
        over = course.lesson.over
        everybody, self.agents = self.agents, [] if over else self.agents
        return (
            {agent: course.observe(agent) for agent in everybody},
            {agent: course.earned(agent) for agent in everybody},
            dict.fromkeys(everybody, over),
            dict.fromkeys(everybody, False),
            infos,
        )
