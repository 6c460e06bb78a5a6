"""Details of the chosen replay: its last position, its players and result, or why it cannot be watched."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game.cabinets.listed import CABINETS
from game.cabinets.stages import PRESENTATIONS, STAGES
from game.core.chance import as_written
from game.core.recording.replay import Header, Playback, ReplayError
from game.core.recording.views import ViewRecording
from game.core.rules import OMNISCIENT, Result, Seat, SeatResult
from game.core.work.pieces import Pieces
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.layer import Layer
from game.engine.ornament import badge
from game.engine.patterns import PATTERNS
from game.engine.stage import Stage
from game.engine.text import Weight
from game.engine.text.fitting import fitted
from game.engine.widgets import Style, Widget, draw_icon, draw_progress
from game.ground.settings import Settings
from game.ground.texts import Texts
from game.scenes.feeds.feed import SeatInfo, game_number
from game.scenes.feeds.seen import seen_feed
from game.scenes.replays.row import game_name, people_of
from game.scenes.replays.shelf import Recording, by_name
from game.scenes.staging.kinds import level_name
from game.scenes.staging.looks import tints_for
from game.scenes.staging.stills import still_surroundings
from game.scenes.table.headline import Headline

_LARGEST_PICTURE = 300.0
_LEAST_PICTURE = 120.0
_MOST_SEATS = 6
_ROW = 30.0
_BAR = 14.0
_A_FRAME = 0.010
"""Seconds per frame spent on reading a recording, so that the list keeps moving."""


class ReplayDetail(Widget):
    """A recording beside the list. `show` is cheap; each call of `open` reads and plays a little of the file."""

    def __init__(self, style: Style, settings: Settings) -> None:
        super().__init__(style)
        self._settings = settings
        self._recording: Recording | None = None
        self._work: Pieces[Stage[Any, Any] | None] | None = None
        """The remaining work of reading the recording."""
        self._share = 0.0
        """Share of the reading work that is done, 0 … 1."""
        self._playback: Playback | None = None
        self._stage: Stage[Any, Any] | None = None
        self._layer = Layer()

    def path_at(self, x: float, y: float) -> tuple[Widget, ...]:
        """Return no widgets: this widget takes no pointer input."""
        return ()

    def show(self, recording: Recording) -> None:
        if recording is not self._recording:
            self._recording, self._share = recording, 0.0
            self._work = self._reading(recording)
            self._playback = self._stage = None
            self._layer.forget()

    @property
    def reads(self) -> bool:
        """Whether the recording has not been read to its end."""
        return self._work is not None

    def open(self, now: Callable[[], float]) -> bool:
        """Read on for some milliseconds by the clock `now`. Returns whether the recording has been read to its end."""
        end = now() + _A_FRAME
        try:
            while self._work is not None:
                self._share = next(self._work)
                if now() > end:
                    return False
            return False
        except StopIteration as done:
            self._stage = done.value
        except Exception as error:
            self._refuse(error)
        self._work = None
        self._layer.forget()
        return True

    def _reading(self, recording: Recording) -> Pieces[Stage[Any, Any] | None]:
        self._playback = yield from recording.playing()
        if self._playback:
            return self._last_position(self._playback)
        if recording.views:
            return (yield from self._last_seen(recording, recording.views))
        return None

    def _refuse(self, error: Exception) -> None:
        """Show an error instead of the board: a valid file may still break a stage, which must not end the list."""
        assert self._recording is not None
        self._stage = None
        self._recording.error = ReplayError("replay.error.unshown", why=type(error).__name__)

    def _last_position(self, playback: Playback) -> Stage[Any, Any] | None:
        header = playback.replay.header
        stage_type = STAGES.get(header.game)
        if stage_type is None:
            return None
        seats = [SeatInfo(seat.name, seat.bot) for seat in header.seats]
        brief = playback.match.brief(OMNISCIENT)
        surroundings = still_surroundings(self.style, self._settings, seats, playback.options, brief, viewer=OMNISCIENT)
        stage = stage_type(surroundings)
        stage.reset(playback.view())
        return stage

    def _last_seen(self, recording: Recording, views: ViewRecording) -> Pieces[Stage[Any, Any] | None]:
        try:
            feed = yield from seen_feed(views)
        except ReplayError as error:
            recording.error = error
            return None
        feed.seek(len(feed))
        surroundings = still_surroundings(
            self.style, self._settings, feed.seats, feed.options, feed.brief, viewer=feed.viewer
        )
        stage = STAGES[feed.game](surroundings)
        stage.reset(feed.view)
        return stage

    def draw(self, canvas: Canvas) -> None:
        """Draw picture, facts and seats; or what is wrong with the file."""
        recording = self._recording
        if recording is None:
            return
        self._draw_title(canvas, recording)
        body = self._body
        if recording.error:
            self._draw_amiss(canvas, self.style.texts.line(recording.error.key, by_name(recording.error)), body)
            return
        foot = self._draw_seats(canvas, recording, body)
        room = foot - 12 - body.top
        side = min(_LARGEST_PICTURE, room)
        if self._work is not None and self._share and side >= _LEAST_PICTURE:
            high = self.style.typeface.grown(_BAR)
            place = Box(body.centerx - side / 2, body.top + (room - high) / 2, side, high)
            draw_progress(canvas, place, self._share)
        if self._stage and side >= _LEAST_PICTURE:
            self._draw_picture(canvas, Box(body.centerx - side / 2, body.top + (room - side) / 2, side, side))

    @property
    def _body(self) -> Box:
        """Box of the room below the title."""
        typeface = self.style.typeface
        top = typeface.leading(theme.LABEL) + typeface.leading(theme.CAPTION) + 10
        return Box(self.box.left, self.box.top + top, self.box.width, self.box.height - top)

    def _draw_title(self, canvas: Canvas, recording: Recording) -> None:
        typeface, wide = self.style.typeface, self.box.width
        y = self.box.top + typeface.leading(theme.LABEL) / 2
        title = recording.given_name or game_name(recording, self.style) or recording.path.stem
        title = fitted(typeface, title, wide, theme.LABEL)
        typeface.line(canvas, title, self.box.left, y, theme.LABEL, Weight.SEMIBOLD, theme.TEXT_BRIGHT)
        y += typeface.leading(theme.LABEL) / 2 + typeface.leading(theme.CAPTION) / 2 + 2
        facts = self._facts(recording)
        while len(facts) > 1 and typeface.measure(" · ".join(facts), theme.CAPTION) > wide:
            facts.pop()
        line = fitted(typeface, " · ".join(facts), wide, theme.CAPTION)
        typeface.line(canvas, line, self.box.left, y, theme.CAPTION, colour=theme.TEXT_MUTED)

    def _facts(self, recording: Recording) -> list[str]:
        """Return date, length and seed in words, the least important last."""
        texts, facts = self.style.texts, []
        if recording.given_name:
            facts.append(game_name(recording, self.style))
        facts.append(recording.date)
        if self._playback:
            turns = self._playback.match.turns()
            key, count = ("replays.turns", turns) if turns else ("replays.steps", len(self._playback))
            facts.append(texts.line(key, **{key.rpartition(".")[2]: count}))
        if recording.seen:
            facts.append(texts.line("replays.seen"))
        elif recording.header:
            facts.append(self._seed(recording.header))
        if recording.header and recording.header.moves:
            facts.insert(2, texts.line("replays.moved", number=recording.header.moves[-1]))
        if recording.unfinished:
            facts.insert(0, texts.line("replays.unfinished"))
        return [fact for fact in facts if fact]

    def _seed(self, header: Header) -> str:
        """Return the match's seed and key, or its number in a game with numbers."""
        cabinet = CABINETS.get(header.game)
        number = game_number(cabinet.info, header.seed) if cabinet else None
        line = self.style.texts.line
        if number is not None:
            return line("replays.number", number=number)
        return line("replays.seed", seed=as_written(header.seed, header.key))

    def _draw_amiss(self, canvas: Canvas, sentence: str, body: Box) -> None:
        typeface = self.style.typeface
        high = typeface.height_of(sentence, body.width)
        top = max(body.top + 50, body.centery - high / 2)
        draw_icon(canvas, "triangle-alert", body.centerx, top - 34, 40, theme.WARNING)
        room = Box(body.left, top, body.width, body.bottom - top)
        typeface.paragraph(canvas, sentence, room, theme.BODY, anchor="middle")

    def _draw_picture(self, canvas: Canvas, box: Box) -> None:
        stage = self._stage
        assert stage is not None
        try:
            self._layer.draw(canvas, box, None, lambda layer: stage.draw(layer.within(box, stage.width, stage.height)))
        except Exception as error:
            self._refuse(error)

    def _draw_seats(self, canvas: Canvas, recording: Recording, body: Box) -> float:
        """Draw the players, best first, at the foot of `body`; return their top."""
        seats = recording.header.seats if recording.header else ()
        results = recording.result.seats if recording.result else None
        order = sorted(range(len(seats)), key=lambda seat: (results[seat].rank if results else 0, seat))[:_MOST_SEATS]
        high = self.style.typeface.grown(_ROW)
        top = body.bottom - len(order) * high
        for row, seat in enumerate(order):
            line = Box(body.left, top + row * high, body.width, high)
            self._draw_seat(canvas, recording, seat, results[seat] if results else None, line)
        return top

    def _draw_seat(self, canvas: Canvas, recording: Recording, seat: int, result: SeatResult | None, box: Box) -> None:
        """Draw a seat's shape, name, player and result."""
        assert recording.header is not None
        typeface, texts, y = self.style.typeface, self.style.texts, box.centery
        record = recording.header.seats[seat]
        tints = tints_for(self._settings, people_of(recording))
        tint = tints[seat % len(tints)]
        side = typeface.grown(theme.BODY)
        canvas.put_middle(badge(PATTERNS[tint.pattern].shape, tint.colour, canvas.px(side)), box.left + side / 2, y)
        x, right = box.left + side + 10, box.right
        if result:
            assert recording.result is not None
            score = came_off(recording.result, seat, recording.header.game, texts)
            right -= typeface.line(canvas, score, right, y, theme.BODY, Weight.SEMIBOLD, anchor="right") + 12
            if result.rank == 1:
                draw_icon(canvas, "crown", right - side / 2, y - 1, side, theme.WARNING)
                right -= side + 10
        name = fitted(typeface, record.name, right - x, theme.BODY)
        x += typeface.line(canvas, name, x, y, theme.BODY, Weight.SEMIBOLD, theme.TEXT_BRIGHT) + 10
        who = self._who(recording.header.game, record.bot)
        if record.bot is not None and x + typeface.measure(who, theme.CAPTION, Weight.SEMIBOLD) > right:
            who = level_name(record.bot, recording.header.game, texts, told=True)
        who = fitted(typeface, who, max(1.0, right - x), theme.CAPTION)
        if x + typeface.measure(who, theme.CAPTION) <= right:
            typeface.line(canvas, who, x, y + 1, theme.CAPTION, colour=theme.TEXT_MUTED)

    def _who(self, game: str, bot: str | None) -> str:
        if bot is None:
            return self.style.texts.line("replays.person")
        level = level_name(bot, game, self.style.texts, told=True)
        return self.style.texts.line("replays.computer", level=level)


def came_off(result: Result, seat: Seat, game: str, texts: Texts) -> str:
    """Return the points of a seat; where scores only rank the seats, its place in words."""
    line, points = result.seats[seat], PRESENTATIONS[game].points
    if points:
        return texts.line("replays.score", score=line.score)
    return Headline(result, (), points, texts).place(line.rank)
