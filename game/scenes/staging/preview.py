"""A picture of the board some turns into a match, for the setup of any game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple, TypeAlias

from game.cabinets.stages import PRESENTATIONS, STAGES
from game.core.bots import Request
from game.core.cabinet import Cabinet
from game.core.errors import SpokenError
from game.core.match.broken import BrokenRulesError
from game.core.match.match import Match
from game.core.match.session import bot_setup
from game.core.match.together import offer_together
from game.core.options import read
from game.core.rules import SPECTATOR
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.layer import Layer
from game.engine.scene import Context
from game.engine.stage import Surroundings
from game.engine.widgets.parts.base import Widget
from game.engine.widgets.parts.style import Style
from game.ground.crash import CrashError, crashed
from game.scenes.feeds.feed import Feed, SeatInfo
from game.scenes.staging.stills import still_surroundings

Preview: TypeAlias = Callable[[Canvas, Box], None]
"""Function that draws a board into a box of a canvas."""

_TURNS = 24
"""The most turns played before the picture: by then a match has its typical shape and is not decided."""
_FIRST_TURNS = 5
"""The most turns played before the picture of a game in a list of all games."""
_SEED = 7
_REMEMBERED = 32
"""Positions that are remembered: bots think for each, and who comes back to a game would wait for them again."""


def begun_preview(context: Context, cabinet: Cabinet) -> Preview | None:
    """Make a preview of a game's beginning with its usual seats, which no bot thinks long about; None where no match
    can begin.
    """
    try:
        return stage_preview(context, cabinet, cabinet.info.usual_seats, turns=_FIRST_TURNS)
    except SpokenError:
        return None


def stage_preview(
    context: Context, cabinet: Cabinet, seats: int, given: tuple[tuple[str, str], ...] = (), turns: int = _TURNS
) -> Preview | None:
    """Make a preview with the game's own stage; None for a game without one. Raises SpokenError where no match can
    begin.

    `given` are options that say what is played, by name, such as the code of a level: it is shown as it begins.
    `turns`: the most turns that are played before the picture.

    If rules, bots or stage raise another exception, here or when drawing, that becomes a CrashError.
    """
    if cabinet.id not in STAGES:
        return None
    with _guarding(context, cabinet.id):
        shown = _shown(cabinet, seats, context.texts.language, given, turns)
        seated = [SeatInfo("") for _ in range(seats)]
        surroundings = still_surroundings(Style.of(context), context.settings, seated, shown.options, shown.brief)
        drawn = _drawn(cabinet.id, surroundings, shown.view)
    broken: list[CrashError] = []

    def draw(canvas: Canvas, box: Box) -> None:
        if broken:
            raise broken[0]
        try:
            with _guarding(context, cabinet.id):
                drawn(canvas, box)
        except CrashError as error:
            broken.append(error)
            raise

    return draw


@contextmanager
def _guarding(context: Context, game: str) -> Iterator[None]:
    """Log an exception of a game's code, and raise a CrashError with a sentence about it."""
    try:
        yield
    except Exception as error:
        spoken = isinstance(error, SpokenError) and not isinstance(error, BrokenRulesError)
        if spoken or not context.stack.forgiving:
            raise
        raise crashed(error, f"the picture in the setup of {game}", "setup.preview_broken") from error


def last_picture(context: Context, feed: Feed) -> Preview:
    """Make a preview of the board of a feed as it is now."""
    style, settings = Style.of(context), context.settings
    surroundings = still_surroundings(style, settings, feed.seats, feed.options, feed.brief, feed.viewer)
    return _drawn(feed.game, surroundings, feed.view)


def _drawn(game: str, surroundings: Surroundings, view: Any) -> Preview:
    stage = STAGES[game](surroundings)
    stage.reset(view)

    def draw(canvas: Canvas, box: Box) -> None:
        stage.draw(canvas.within(box, stage.width, stage.height))

    return draw


class _Shown(NamedTuple):
    options: Any
    brief: Any
    view: Any


@lru_cache(_REMEMBERED)
def _shown(cabinet: Cabinet, seats: int, language: str, given: tuple[tuple[str, str], ...], turns: int) -> _Shown:
    match = _begun(cabinet, seats, language, given, turns)
    return _Shown(match.options, match.brief(SPECTATOR), match.view(SPECTATOR))


def _begun(
    cabinet: Cabinet, seats: int, language: str, given: tuple[tuple[str, str], ...] = (), turns: int = _TURNS
) -> Match:
    """Play a match to about its middle, or one with what is given to its second turn, the same every time."""
    options = read(cabinet.info.options, {**cabinet.options_in(language), **dict(given)})
    if given:
        return _played(cabinet, seats, options, 1)
    whole = _played(cabinet, seats, options, turns)
    return _played(cabinet, seats, options, whole.turns() // 2) if whole.over else whole


def _played(cabinet: Cabinet, seats: int, options: Any, turns: int) -> Match:
    """Return a match at that turn, or at its end.

    The game's mix of bots plays it; without a mix random moves do, or an easy bot where actions cannot be listed.
    Random moves on an empty board look broken, so where positions can be set up, the weakest bot that thinks plays.
    """
    match = Match(cabinet.rules, seats, options, _SEED)
    chance = Random(_SEED)
    thinking = cabinet.table_bots[1:2] if PRESENTATIONS[cabinet.id].editing else ()
    kinds = [cabinet.bots[bot] for bot in cabinet.filled((), seats, thinking or cabinet.gentle)]
    players = [kind(bot_setup(match, cabinet.id, seat)) for seat, kind in enumerate(kinds)]
    match.tick(0.0)
    while not match.over and match.turns() < turns:
        answers = {}
        for seat in match.waiting_for:
            legal = match.legal(seat)
            if legal and not (cabinet.mix or thinking):
                answers[seat] = chance.choice(list(legal))
            elif players and (cabinet.mix or thinking or legal is None):
                request = Request(match.number, match.view(seat), legal, (), chance.getrandbits(60))
                answers[seat] = players[seat].decide(request)
            else:
                match.force(seat)
        offer_together(match, answers)
        match.tick(match.deadline or 0.0)
    return match


class PreviewPicture(Widget):
    """A preview, drawn once and cached, or the reason why there is none."""

    def __init__(self, style: Style, box: Box, make: Callable[[], Preview | None]) -> None:
        """`make`: called for the preview when it first becomes visible."""
        super().__init__(style, box)
        self._make = make
        self._layer = Layer()

    def path_at(self, x: float, y: float) -> tuple[Widget, ...]:
        """Return no widgets: this widget takes no pointer input."""
        return ()

    def draw(self, canvas: Canvas) -> None:
        self._layer.draw(canvas, self.box, None, self._paint)

    def _paint(self, canvas: Canvas) -> None:
        try:
            preview = self._make()
            if preview:
                preview(canvas, self.box)
        except SpokenError as error:
            canvas.surface.fill((0, 0, 0, 0))
            sentence = self.style.texts.line(error.key, error.values)
            self.style.typeface.paragraph(canvas, sentence, self.box, theme.CAPTION, colour=theme.WARNING)
