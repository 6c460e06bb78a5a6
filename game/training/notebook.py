"""Plays a whole match in one call, for notebooks: its result, and a picture of each position.

from game.training.notebook import run
run("nullgame", ["expert", MyBot], seed=7)
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pygame

from game.cabinets.listed import CABINETS
from game.core.bot.inline import InlineBot
from game.core.bot.loading import parse_spec
from game.core.bot.seats import bot_controller
from game.core.bots import Bot
from game.core.cabinet import Cabinet
from game.core.errors import SpokenError
from game.core.match.match import Match, Step
from game.core.match.session import Controller, Session, bot_setup
from game.core.rules import SPECTATOR, Result, Seat
from game.ground.texts import Texts
from game.scenes.staging.board_picture import SIZE, BoardPainter
from game.training.course import SettingError, options_of


@dataclass(frozen=True)
class PlayedMatch:
    """A match that has ended. A notebook shows its last position."""

    cabinet: Cabinet
    labels: tuple[str, ...]
    """The names of the players, by seat."""
    options: Any
    seed: int
    result: Result
    steps: tuple[Step, ...]
    views: tuple[Any, ...]
    """What spectators saw at the beginning and after each group of steps that was told together."""
    _brief: Any

    def picture(self, position: int = -1) -> bytes:
        """Return one of the views as a PNG file, 960 × 540.

        Takes some 100 ms, as a painter is made for each picture.
        """
        painter = BoardPainter(self.cabinet, len(self.labels), self.options, self._brief)
        try:
            surface = pygame.image.frombytes(painter.paint(self.views[position]), SIZE, "RGB")
        finally:
            painter.close()
        file = io.BytesIO()
        pygame.image.save(surface, file, "picture.png")
        return file.getvalue()

    def _repr_png_(self) -> bytes:
        return self.picture()

    def __str__(self) -> str:
        lines = sorted(zip(self.result.seats, self.labels, strict=True), key=lambda line: line[0].rank)
        return "\n".join(f"{seat.rank}. {label} {seat.score}" for seat, label in lines)


def run(game: str, bots: Sequence[str | type[Bot[Any, Any]]], *, options: Any = None, seed: int = 0) -> PlayedMatch:
    """Play the match that `main.py play GAME --seed N` plays, with a bot for each seat.

    A bot is written as on the command line, or is a class; a class runs in this process and may hang it. Raises
    SettingError for what cannot be played.
    """
    if game not in CABINETS:
        raise SettingError(f"there is no game called {game!r}; the games are {', '.join(CABINETS)}")
    cabinet = CABINETS[game]
    if len(bots) not in cabinet.info.seats:
        few, many = cabinet.info.seats[0], cabinet.info.seats[-1]
        raise SettingError(f"{game} takes {few} to {many} bots, not {len(bots)}")
    settings = options_of(cabinet, options)
    match = Match(cabinet.rules, len(bots), settings, seed, undo=False)
    views, steps = [match.view(SPECTATOR)], list[Step]()

    def tell(told: Sequence[Step]) -> None:
        steps.extend(told)
        views.append(match.view(SPECTATOR))

    session = Session(match, _controllers(cabinet, match, bots))
    try:
        session.run(on_steps=tell)
    finally:
        session.close()
    labels = tuple(bot if isinstance(bot, str) else bot.__name__ for bot in bots)
    told = match.brief(SPECTATOR)
    return PlayedMatch(cabinet, labels, settings, seed, match.result(), tuple(steps), tuple(views), told)


def _controllers(cabinet: Cabinet, match: Match, bots: Sequence[str | type[Bot[Any, Any]]]) -> dict[Seat, Controller]:
    """Return a controller for each seat. Raises SettingError, after ending those already started."""
    made: dict[Seat, Controller] = {}
    try:
        for seat, bot in enumerate(bots):
            setup = bot_setup(match, cabinet.id, seat)
            if isinstance(bot, str):
                made[seat] = bot_controller(cabinet, parse_spec(bot, cabinet.bots), setup, logs=None, inline=True)
            else:
                made[seat] = InlineBot(bot, setup, bot.__name__)
    except SpokenError as error:
        for controller in made.values():
            controller.close()
        raise SettingError(Texts("en").line(error.key, error.values)) from error
    return made
