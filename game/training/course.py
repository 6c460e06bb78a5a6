"""What all kinds of environments share: agents, spaces, rewards, pictures, and the current lesson."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from operator import index
from random import Random
from typing import Any, Literal, get_args

import msgspec

try:
    import numpy
    from gymnasium import spaces
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        f"{error.name} is missing: install Souk with its extra, pip install -e '.[rl]'"
    ) from error

from game.cabinets.listed import CABINETS
from game.core.cabinet import Cabinet
from game.core.errors import SpokenError
from game.core.rules import SPECTATOR, Seat, Window
from game.ground.texts import Texts
from game.training.lesson import NOBODY, Lesson, actions_of, learnable, observations_of

Reward = Literal["standing", "score"]
"""`standing` pays at the end, 1 for the first and -1 for the last; `score` pays each change of the agent's own
score."""
RenderMode = Literal["ansi", "rgb_array"]


class SettingError(ValueError):
    """An environment cannot be made with these settings; the message says why, in English."""


class ActionError(ValueError):
    """What was given is no action of the space; the message names the space, in English."""


class NotBegunError(RuntimeError):
    """There is no match that could go on: `reset` was never called, or the last match is over."""

    def __init__(self, over: bool = False) -> None:
        super().__init__("the match is over: call reset first" if over else "call reset first")


class Course:
    """What all kinds of environments share: agents, spaces, rewards, pictures, and the current lesson."""

    def __init__(
        self,
        cabinet: Cabinet,
        seats: int | None = None,
        *,
        computers: Mapping[Seat, str] = NOBODY,
        options: Any = None,
        reward: Reward = "standing",
        render_mode: RenderMode | None = None,
    ) -> None:
        self.cabinet = cabinet
        self.seats = cabinet.info.usual_seats if seats is None else seats
        self.computers = dict(computers)
        self.options = options_of(cabinet, options)
        self.reward = chosen("reward", reward, get_args(Reward))
        self.render_mode = chosen("render_mode", render_mode, (None, *get_args(RenderMode)))
        self._painter: Any = None
        check_seats(cabinet, self.seats, self.computers)
        self.lesson = self._lesson(0)
        self.agents = [agent_of(seat) for seat in self.lesson.learners]
        self.actions = actions_of(cabinet.info.action)
        layout = observations_of(cabinet.info.view)
        self.names = ("you", *layout.names)
        self.choices = layout.choices
        self.action_spaces = {agent: spaces.Discrete(len(self.actions)) for agent in self.agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(
                        numpy.array((0, *layout.lows), numpy.int64),
                        numpy.array((self.seats - 1, *layout.highs), numpy.int64),
                        dtype=numpy.int64,
                    ),
                    "action_mask": spaces.MultiBinary(len(self.actions)),
                }
            )
            for agent in self.agents
        }
        self._seeds = Random()
        self._scores: dict[Seat, int] = {}
        self.begun = False
        """Whether a match was started; until then there is only one to show the spaces of."""

    @property
    def at_once(self) -> bool:
        """Whether all seats move at once in this game."""
        ask = self.lesson.match.ask
        return ask is not None and ask.window is not Window.TURN

    def need_match(self) -> None:
        """Check that a match was started. Raises NotBegunError."""
        if not self.begun:
            raise NotBegunError

    def number(self, action: Any) -> int:
        """Return the number of an action that a learner gave. Raises ActionError for what is not in the space."""
        try:
            number = index(action)
        except TypeError:
            number = -1
        if not 0 <= number < len(self.actions):
            space = f"Discrete({len(self.actions)})"
            raise ActionError(f"{action!r} is no action of {space}, the whole numbers 0 to {len(self.actions) - 1}")
        return number

    def begin(self, seed: int | None) -> None:
        """Start a match with `seed`; with None, from a seed that follows from the last one given."""
        if seed is not None:
            self._seeds = Random(seed)
        self.lesson.close()
        self.begun = True
        self.lesson = self._lesson(self._seeds.getrandbits(63) if seed is None else seed)
        self._scores = {seat: self.lesson.score(seat) for seat in self.lesson.learners}

    def _lesson(self, seed: int) -> Lesson:
        try:
            return Lesson(self.cabinet, self.seats, computers=self.computers, options=self.options, seed=seed)
        except SpokenError as error:
            raise SettingError(Texts("en").line(error.key, error.values)) from error

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent is shown: its observation and action mask."""
        seat = seat_of(agent)
        mask: Any = numpy.zeros(len(self.actions), numpy.int8)
        mask[list(self.lesson.legal(seat))] = 1
        return {"observation": numpy.array((seat, *self.lesson.row(seat)), numpy.int64), "action_mask": mask}

    def earned(self, agent: str) -> float:
        """Return the agent's reward since the last call."""
        seat = seat_of(agent)
        if self.reward == "standing":
            return self.lesson.standing(seat)
        before, self._scores[seat] = self._scores[seat], self.lesson.score(seat)
        return float(self._scores[seat] - before)

    def render(self) -> Any:
        """Return the board as spectators see it, in the form of `render_mode`; None without one."""
        match = self.lesson.match
        if self.render_mode == "ansi":
            return self.cabinet.rules.sketch(match.view(SPECTATOR))
        if self.render_mode is None:
            return None
        from game.scenes.staging.board_picture import SIZE, BoardPainter

        if self._painter is None:
            self._painter = BoardPainter(self.cabinet, self.seats, self.options, match.brief(SPECTATOR))
        pixels = numpy.frombuffer(self._painter.paint(match.view(SPECTATOR)), numpy.uint8)
        return pixels.reshape(SIZE[1], SIZE[0], 3)

    def clone(self) -> Course:
        """Return an independent copy of this course in its current state."""
        other = copy(self)
        other.lesson, other._scores, other._painter = self.lesson.clone(), dict(self._scores), None
        other._seeds = Random()
        other._seeds.setstate(self._seeds.getstate())
        return other

    def close(self) -> None:
        """End the bots and the painter."""
        self.lesson.close()
        if self._painter is not None:
            self._painter.close()
            self._painter = None

    def __getstate__(self) -> dict[str, Any]:
        return vars(self) | {"cabinet": self.cabinet.id, "actions": None, "_painter": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self.cabinet = CABINETS[state["cabinet"]]
        self.actions = actions_of(self.cabinet.info.action)


def game_named(game: str) -> Cabinet:
    """Return the game of that name. Raises SettingError."""
    if game not in CABINETS:
        raise SettingError(f"there is no game called {game!r}; the games are {', '.join(CABINETS)}")
    cabinet = CABINETS[game]
    if not learnable(cabinet):
        raise SettingError(f"in {game} people write words: such actions have no numbers")
    return cabinet


def options_of(cabinet: Cabinet, options: Any) -> Any:
    """Return the options of a game from its Struct or a dict; the defaults for None. Raises SettingError."""
    declared = cabinet.info.options
    if isinstance(options, declared):
        return options
    names = ", ".join(declared.__struct_fields__) or "none"
    if options is not None and not isinstance(options, Mapping):
        raise SettingError(f"options are a dict, or the game's {declared.__name__}, not {type(options).__name__}")
    if unknown := [name for name in options or {} if name not in declared.__struct_fields__]:
        raise SettingError(f"{cabinet.id} has no option {unknown[0]!r}; its options are {names}")
    try:
        return msgspec.convert(dict(options or {}), declared)
    except msgspec.ValidationError as error:
        raise SettingError(f"options of {cabinet.id}: {error}") from error


def check_seats(cabinet: Cabinet, seats: int, computers: Mapping[Seat, str]) -> None:
    """Check that a game takes these seats and at least one is left to learn. Raises SettingError."""
    if seats not in cabinet.info.seats:
        few, many = cabinet.info.seats[0], cabinet.info.seats[-1]
        raise SettingError(f"{cabinet.id} takes {few} to {many} seats, not {seats}")
    if strange := [seat for seat in computers if seat not in range(seats)]:
        raise SettingError(f"computers: there is no seat {strange[0]!r}; the seats are 0 to {seats - 1}")
    if len(computers) == seats:
        raise SettingError("computers hold all seats: leave at least one to learn")


def chosen(name: str, value: Any, values: Sequence[Any]) -> Any:
    """Return `value` if it is one of `values`. Raises SettingError."""
    if value not in values:
        raise SettingError(f"{name} is one of {', '.join(map(repr, values))}, not {value!r}")
    return value


def agent_of(seat: Seat) -> str:
    """Return the name of the agent of a seat."""
    return f"seat_{seat}"


def seat_of(agent: str) -> Seat:
    """Return the seat of an agent."""
    return int(agent.rpartition("_")[2])
