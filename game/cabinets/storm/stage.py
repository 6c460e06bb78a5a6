"""The picture of a storm: the board of the puzzle's game, with how the last puzzle ended over it for a moment."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from game.cabinets.stages import STAGES
from game.cabinets.storm.games import SOURCES, Game, Solve, rules_of
from game.cabinets.storm.rules import Action, Skip, View, puzzle_at
from game.core.rules import Event, Seat
from game.engine import theme
from game.engine.audio import Sound
from game.engine.canvas import Box, Canvas
from game.engine.input import Command, InputEvent
from game.engine.stage import Look, Stage, Summary, SumsUp, Surroundings, TakesBack, TakesNext, Tool
from game.engine.stillness import MOVES
from game.kit import marks
from game.kit.panel.forms import Figure, draw_panel, figures_panel

ENDS = ("solved", "missed")
REST = 0.8
"""Seconds for which a puzzle stays on screen after it was solved or missed."""


class StormStage(Stage[View, Action], TakesNext, TakesBack, SumsUp):
    """Shows each puzzle with the stage of its game, made anew for it, and hands that what people do."""

    upright = True

    def __init__(self, surroundings: Surroundings) -> None:
        super().__init__(surroundings)
        self._inner: Stage[Any, Any] | None = None
        """The stage of the puzzle that is shown; None before the first."""
        self._rest = 0.0
        """Seconds for which the puzzle before that of `view` is still shown."""
        self._ended = ""
        """How the puzzle that is shown ended: `solved`, `missed`, or empty while it goes on."""
        self._asked: tuple[Seat | None, Sequence[Action] | None] = (None, None)

    @property
    def _game(self) -> Game:
        game: Game = self.surroundings.options.game
        return game

    def _open(self) -> None:
        """Show the puzzle of the view, with nothing played since."""
        self._rest = 0.0
        self._inner = None
        self._ended = ""
        view = self.view
        if view is None or not view.number:
            return
        game, puzzle, given = self._game, puzzle_at(self._game, view.position), self.surroundings
        rules, options = rules_of(game, puzzle), SOURCES[game].book.options(puzzle)
        other = Look(given.texts.line("study.puzzle.other"), *self._other_look)
        looks = (given.looks[0], other) if view.solver == 0 else (other, given.looks[0])
        self._inner = STAGES[game](
            replace(
                given,
                texts=given.texts.with_seats([look.name for look in looks]),
                looks=looks,
                viewer=view.solver,
                options=options,
                brief=rules.brief(rules.start(2, options), view.solver),
                delays={},
            )
        )
        self._inner.reset(getattr(view.sight, game))
        self._ended = view.phase if view.phase in ENDS else ""
        self._ask()

    @property
    def _other_look(self) -> tuple[str, str, str]:
        """Colour, pattern and shape of the machine's side."""
        look = self.surroundings.looks[0]
        tint = next((tint for tint in self.surroundings.tints if tint.colour != look.colour), None)
        return (tint.colour, tint.pattern, look.shape) if tint else (look.colour, look.pattern, look.shape)

    def reset(self, view: View) -> None:
        self.view = view
        self._open()

    def show(self, view: View, events: Sequence[Event]) -> None:
        self.hurry()
        before, self.view = self.view, view
        for event in events:
            if event.kind in ENDS:
                self.surroundings.play_sound(Sound.WIN if event.kind == "solved" else Sound.REFUSE)
        if before is not None and before.number != view.number:
            self._rest = REST if self._inner and self.surroundings.speed > 0 else 0.0
            if not self._rest:
                self._open()
            return
        self._ended = view.phase if view.phase in ENDS else ""
        moved = [Event(kind, data) for event in events if event.kind == "moved" for kind, data in event.data["of"]]
        if moved and self._inner:
            self._inner.show(getattr(view.sight, self._game), moved)

    def update(self, seconds: float) -> None:
        if self._inner:
            self._inner.update(seconds)
            self._pass_on()
        if self._rest and not (self._inner and self._inner.busy):
            self._rest = max(0.0, self._rest - seconds)
            if not self._rest:
                self._open()

    @property
    def still_for(self) -> float:
        return MOVES if self._rest or self._inner is None else self._inner.still_for

    @property
    def busy(self) -> bool:
        return bool(self._rest) or (self._inner is not None and self._inner.busy)

    def hurry(self) -> None:
        if self._inner:
            self._inner.hurry()
        if self._rest:
            self._open()

    def choose(self, seat: Seat | None, legal: Sequence[Action] | None) -> None:
        self._asked = seat, legal
        self._ask()

    def _ask(self) -> None:
        """Let the puzzle's stage ask what this one is asked."""
        seat, legal = self._asked
        if self._inner is None or self.view is None:
            return
        moves = [getattr(one, self._game) for one in legal or () if isinstance(one, Solve)]
        self._inner.choose(None if seat is None else self.view.solver, moves if seat is not None else None)

    def _pass_on(self) -> None:
        """Send what was decided in the puzzle to the storm."""
        while self._inner and self._inner.outbox:
            decision = self._inner.outbox.popleft()
            self.decide(Solve(**{self._game: decision.action}), sure=decision.sure)

    def handle(self, event: InputEvent) -> None:
        if self._inner and not self._rest:
            self._inner.handle(event)
            self._pass_on()

    def takes_next(self, command: Command) -> bool:
        return isinstance(self._inner, TakesNext) and self._inner.takes_next(command)

    @property
    def takes_back(self) -> bool:
        return isinstance(self._inner, TakesBack) and self._inner.takes_back

    def tell_at(self, x: float, y: float) -> bool:
        return self._inner is not None and self._inner.tell_at(x, y)

    def refuse(self, key: str) -> None:
        if self._inner:
            self._inner.refuse(key)

    def suggest(self, action: Action) -> None:
        if self._inner and isinstance(action, Solve):
            self._inner.suggest(getattr(action, self._game))

    def mark_hint(self) -> None:
        if self._inner:
            self._inner.mark_hint()

    def tools(self) -> Sequence[Tool]:
        return (Tool("skip-forward", "storm.stage.skip", "k", self._skip),)

    def _skip(self) -> None:
        if self._asked[0] is not None and not self.busy:
            self.decide(Skip())

    def instruction(self) -> tuple[str, dict[str, Any]] | None:
        view = self.view
        if self._asked[0] is None or view is None or not view.number:
            return None
        return f"storm.stage.task.{view.kind}", {"level": view.level}

    def turn_line(self) -> tuple[str, dict[str, Any]] | None:
        return ("storm.stage.number", {"number": self.view.number}) if self.view and self.view.number else None

    def sum_up(self) -> Summary | None:
        if self.view is None:
            return None
        line, solved = self.surroundings.texts.line, self.view.solved
        return Summary(line("storm.stage.sum", count=solved), bool(solved), line("storm.stage.waits"))

    def draw(self, canvas: Canvas) -> None:
        if self._inner:
            self._inner.draw(canvas)
            if self._ended and not self._inner.busy:
                tone = marks.FREE if self._ended == "solved" else marks.COST
                words = self.surroundings.texts.line(f"storm.stage.{self._ended}")
                marks.pill(
                    canvas, self.surroundings.typeface, words, self.width / 2, self.height / 2, tone, size=theme.HEADING
                )

    def draw_over(self, canvas: Canvas) -> None:
        if self._inner:
            self._inner.draw_over(canvas)

    def draw_panel(self, canvas: Canvas, seat: Seat, box: Box) -> None:
        if self.view is None:
            return
        line = self.surroundings.texts.line
        figures = [
            Figure(str(self.view.solved), line("storm.result.solved"), "circle-check"),
            Figure(str(self.view.missed), line("storm.result.missed"), "circle-x"),
        ]
        draw_panel(canvas, self.surroundings.typeface, figures_panel(figures), box)
