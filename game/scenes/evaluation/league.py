"""A league: which bot is better and how certainly, results between pairs of bots, and every match to watch."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from game.cabinets.listed import CABINETS
from game.core.bot.reading import beside_results
from game.core.league.league import Bout, League, table_of
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.scene import Context
from game.engine.text import Weight
from game.engine.text.fitting import fitted
from game.engine.widgets import Button, Kind, Label, ListView, Panel, RowState, Widget
from game.ground.leagues import LeagueFileError
from game.ground.texts import Texts, told_apart
from game.scenes.evaluation.league_rows import DUEL_ROW, STANDING_ROW, DuelRows, StandingRows
from game.scenes.evaluation.shelf import facts_of_league
from game.scenes.feeds.plan import MatchPlan, SeatPlan
from game.scenes.page.page import PageScene
from game.scenes.staging.kinds import kind_name

_LEFT = 640.0
_GAP = 24.0
_PAD = 14.0
_BOUT_ROW = 44.0
_DUELS_SHARE = 0.42
"""The greatest share of the right side's height that the list of duels takes."""
_DOUBTFUL = 0.1
"""If the order is wrong with more than this probability, the scene does not call it certain at all."""


def plan_of(league: League, bout: Bout, texts: Texts, beside: Path | None = None) -> MatchPlan:
    """Return the plan of a league's match, which the bots play again to be watched; `beside` is the folder of its file.

    Raises SpokenError where it cannot be played here.
    """
    cabinet = CABINETS.get(league.game)
    if cabinet is None or cabinet.info.version != league.version:
        raise LeagueFileError("league.error.rules", game=league.game, version=league.version)
    try:
        options = msgspec.convert(league.options, cabinet.info.options)
    except msgspec.ValidationError as error:
        raise LeagueFileError("league.error.rules", game=league.game, version=league.version) from error
    specs = [beside_results(league.specs[bot], beside) if bot in league.specs else bot for bot in bout.bots]
    names = told_apart([kind_name(spec, league.game, texts) for spec in specs])
    return MatchPlan(league.game, tuple(map(SeatPlan, names, specs)), options, bout.seed, key=bout.key)


class LeagueScene(PageScene):
    """Scene of one league. `on_open` is called with a match to watch."""

    def __init__(
        self, context: Context, league: League, on_open: Callable[[MatchPlan], None], path: Path | None = None
    ) -> None:
        super().__init__(context)
        self._beside = path.parent if path else None
        self.league = league
        self._on_open = on_open
        self._table = table_of(league)
        self._selected = 0
        self._bout = 0

    @property
    def heading(self) -> str:
        return self.context.texts.line("league.scene.title")

    @property
    def subheading(self) -> str:
        return facts_of_league(self.league, self.context.texts)

    def first_focus(self) -> Widget | None:
        return self._list

    @property
    def chosen(self) -> str:
        """The bot whose matches are shown."""
        return self._table.standings[self._selected].bot

    @property
    def bouts(self) -> list[Bout]:
        """The matches of the chosen bot, the latest first."""
        return [bout for bout in reversed(self.league.bouts) if self.chosen in bout.bots]

    def build_body(self, body: Box) -> Sequence[Widget]:
        left = Box(body.left, body.top, _LEFT, body.height)
        right = Box(left.right + _GAP, body.top, body.right - left.right - _GAP, body.height)
        return [*self._build_table(left), *self._build_chosen(right)]

    def _build_table(self, box: Box) -> list[Widget]:
        inside = Box(box.left + _PAD, box.top + _PAD, box.width - 2 * _PAD, box.height - 2 * _PAD)
        standings = self._table.standings
        rows = StandingRows(self.style, self.league.game, standings)
        doubt = self._table.doubt()
        key = "league.scene.sure" if doubt <= _DOUBTFUL else "league.scene.open"
        sure = self.context.texts.line(key, percent=f"{100 * (1 - doubt):.4g}")
        told = Label(self.style, sure, size=theme.CAPTION, colour=theme.TEXT_MUTED, icon="chart-line")
        high = told.natural_height(inside.width)
        told.box = Box(inside.left, inside.bottom - high, inside.width, high)
        self._list = ListView(
            self.style,
            rows.paint,
            len(standings),
            Box(inside.left, inside.top, inside.width, told.box.top - inside.top - 8),
            row_height=STANDING_ROW,
            selected=self._selected,
            on_select=self._select,
        )
        return [Panel(self.style, box), self._list, told]

    def _build_chosen(self, box: Box) -> list[Widget]:
        """Build the lists of the chosen bot's opponents and matches."""
        style, line = self.style, self.context.texts.line
        inside = Box(box.left + _PAD, box.top + _PAD, box.width - 2 * _PAD, box.height - 2 * _PAD)
        others = [standing.bot for standing in self._table.standings if standing.bot != self.chosen]
        duels = DuelRows(style, self.league.game, [self._table.duels[self.chosen, other] for other in others])
        row, caption = style.typeface.grown(DUEL_ROW), style.typeface.leading(theme.BODY) + 6
        high = min(len(others) * row + 8, inside.height * _DUELS_SHARE)
        name = kind_name(self.chosen, self.league.game, self.context.texts)
        met = self._heading(line("league.scene.against", bot=name), Box(inside.left, inside.top, inside.width, caption))
        against = ListView(
            style,
            duels.paint,
            len(others),
            Box(inside.left, inside.top + caption, inside.width, high),
            row_height=DUEL_ROW,
        )
        button = style.typeface.grown(theme.CONTROL_HEIGHT)
        foot = Box(inside.left, inside.bottom - button, inside.width, button)
        top = against.box.bottom + 10
        matches = self._heading(line("league.scene.matches"), Box(inside.left, top, inside.width, caption))
        self._bout = min(self._bout, max(0, len(self.bouts) - 1))
        played = ListView(
            style,
            self._paint_bout,
            len(self.bouts),
            Box(inside.left, top + caption, inside.width, foot.top - 10 - top - caption),
            row_height=_BOUT_ROW,
            selected=self._bout,
            on_select=lambda number: setattr(self, "_bout", number),
            on_choose=lambda _: self.open(),
        )
        watch = Button(style, line("league.scene.watch"), foot, icon="play", kind=Kind.PRIMARY, on_press=self.open)
        watch.enabled = bool(self.bouts)
        return [Panel(style, box), met, against, matches, played, watch]

    def _heading(self, words: str, box: Box) -> Label:
        return Label(self.style, words, box, weight=Weight.SEMIBOLD, colour=theme.TEXT_BRIGHT)

    def _select(self, number: int) -> None:
        self._selected, self._bout = number, 0
        self.rebuild()
        self.group.focus(self._list)

    def open(self) -> None:
        """Watch the selected match."""
        bout, texts = self.bouts[self._bout], self.context.texts
        self.attempt(lambda: self._on_open(plan_of(self.league, bout, texts, self._beside)))

    def _paint_bout(self, canvas: Canvas, number: int, box: Box, state: RowState) -> None:
        """Paint the chosen bot's rank in a match, and its opponents there."""
        texts, typeface, bout = self.context.texts, self.style.typeface, self.bouts[number]
        rank = bout.ranks[bout.bots.index(self.chosen)]
        tone = theme.GOOD if rank == 1 else theme.TEXT_MUTED
        ink = theme.TEXT_BRIGHT if state.selected else theme.TEXT
        left, right = box.left + 12, box.right - 12
        place = texts.line("league.scene.place", rank=rank)
        left += typeface.line(canvas, place, left, box.centery, theme.BODY, Weight.BOLD, tone) + 12
        score = " : ".join(map(str, bout.scores))
        right -= typeface.line(canvas, score, right, box.centery, theme.CAPTION, colour=ink, anchor="right") + 12
        met = ", ".join(kind_name(bot, self.league.game, texts) for bot in bout.bots)
        typeface.line(
            canvas, fitted(typeface, met, right - left, theme.CAPTION), left, box.centery, theme.CAPTION, colour=ink
        )
