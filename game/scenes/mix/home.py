"""A mix at this screen: its card, the tables of its matches, and the end, one after the other without a press."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date
from itertools import cycle
from typing import Any

from game.cabinets.listed import CABINETS
from game.core.bot.loading import HUMAN
from game.core.chance import derive
from game.core.errors import SpokenError
from game.core.mix.home import HomeMix
from game.core.mix.points import MATCH_POINTS
from game.core.mix.programme import Drawn, Guest, Party
from game.core.mix.seating import COMPUTER
from game.core.options import read
from game.core.ranking import ranked
from game.core.rules import Result
from game.core.work.pieces import Pieces
from game.engine import theme
from game.engine.scene import Context, Scene
from game.engine.widgets.dialog import Answer, Dialog
from game.engine.widgets.parts.base import Widget
from game.engine.widgets.parts.button import Button, Kind
from game.engine.widgets.parts.label import Label
from game.engine.widgets.parts.tree import Column, Fill, Part
from game.ground.days import Day, day_in_words, note_day, number_of, played_days
from game.ground.texts import told_apart
from game.scenes.feeds.feed import Feed
from game.scenes.feeds.local import starting_local
from game.scenes.feeds.plan import MatchPlan, SeatPlan
from game.scenes.mix.parts import card_head, finale_head, in_a_row, panel, standing_row
from game.scenes.page.overlay import OverlayScene
from game.scenes.page.progress import led_to
from game.scenes.setup.seats import SeatChoice, Seating, names_of
from game.scenes.staging.kinds import level_name
from game.scenes.table.ending import Ending
from game.scenes.table.scene import TableScene

CARD = 10.0
"""Seconds of a card before its match begins by itself."""
LOOK = 4.0
"""Seconds in which people look at the end of a match."""
DAY_ROUNDS = 5
SHORTS = {cabinet.id: cabinet.shorts for cabinet in CABINETS.values()}
SPRINTS = {cabinet.id: cabinet.sprint for cabinet in CABINETS.values() if cabinet.sprint}
_DAYS = "mix"
"""Where the days of the mix are kept, beside those of games."""
_NUMBERS = 1_000_000
"""Where games have public numbers, those of a mix have six digits."""


class MixTable(TableScene):
    """The table of one match of a mix: after a look at its end the mix goes on."""

    def __init__(self, context: Context, feed: Feed, ended: Callable[[Result], None]) -> None:
        super().__init__(context, feed)
        self._ended = ended
        self.ending = Ending(LOOK)

    @property
    def told_on_stage(self) -> bool:
        """Whether the stage leads on after the end by itself: here the mix does, whatever the stage tells of it."""
        return False

    def show_results(self) -> None:
        """Go on with the mix, in whose card the results stand."""
        if self.feed.result is not None and not self.ending.shown:
            self.ending.shown = True
            self._ended(self.feed.result)
            self.stack.pop()

    def ask_to_leave(self) -> None:
        """Ask whether to leave the match; once it is over, go on with the mix."""
        if self.feed.over:
            self.show_results()
        else:
            super().ask_to_leave()

    def tools(self) -> list[Button]:
        """Return the tools of a table without those by which one would win points that others do not."""
        return [button for button in super().tools() if button not in (self.toolbar.undo, self.toolbar.hint)]

    def _undo(self) -> None:
        """Take nothing back: points count."""

    def _hint(self) -> None:
        """Give no hint."""

    def lead_on(self) -> None:
        """Follow nothing that the stage asks for: another match is next."""


class HomeMixPage(OverlayScene):
    """The card of the next match with everybody's points, and at last who came first."""

    def __init__(self, context: Context, mix: HomeMix, names: tuple[str, ...], day: date | None = None) -> None:
        """`names`: of the people, the first one's first. `day`: the day of which this is the mix; None of no day."""
        super().__init__(context)
        self.mix, self.names, self.day = mix, names, day
        self.drawn: Drawn | None = mix.coming
        """The round whose card is shown or that is played; None at the end."""
        self._results: list[Result] = []
        self._brought: list[int] = []
        """What each round brought the first person."""
        self._before = 0
        """How many results there were before the present match."""
        self._made = False
        """Whether the table of the match could be made."""
        self._left = CARD
        self._clock: Label | None = None
        self._counts = False
        """Whether this is the first try at the mix of that day."""
        if day is not None:
            self._counts = day.isoformat() not in played_days(_DAYS)
            note_day(_DAYS, day.isoformat(), 0, counts=self._counts)

    # What is shown.

    def first(self) -> Widget | None:
        buttons = (widget for widget in self.group.walk() if isinstance(widget, Button))
        return next((button for button in buttons if button.kind is Kind.PRIMARY), None)

    def build(self) -> Iterable[Widget]:
        return [panel(self, [self._final() if self.drawn is None else self._card(self.drawn)])]

    def _card(self, drawn: Drawn) -> Part:
        style, line, game = self.style, self.style.texts.line, drawn.round.game
        head = line("mix.card.final", weight=drawn.round.weight) if drawn.last else self._heading()
        if drawn.sprint:
            head = line("mix.card.sprint")
        (table,) = drawn.round.tables
        runners = ", ".join(self.names[person - 1] for person in table.people) if drawn.sprint else ""
        company = line("mix.card.runners", names=runners) if runners else ""
        sentence = line(f"{game}.mix.{drawn.round.short.name}")
        told = card_head(self, game, head, line(f"{game}.name"), sentence, company)
        self._clock = Label(style, self._time(), size=theme.LABEL, colour=theme.TEXT_MUTED, anchor="middle")
        begin = Button(style, line("mix.home.begin"), icon="play", kind=Kind.PRIMARY, on_press=self._begin)
        end = Button(style, line("mix.end"), icon="x", on_press=self.put_away)
        rows = self._standing()
        return Column(told, Fill(6), *rows, Fill(6), self._clock, in_a_row(begin, end), gap=8)

    def _heading(self) -> str:
        count = len(self.mix.past) + 1
        if self.mix.length.rounds:
            return self.style.texts.line("mix.card.round", number=count, of=count + self.mix.length.rounds - 1)
        return self.style.texts.line("mix.home.title")

    def _standing(self) -> list[Part]:
        places = ranked([self.mix.points[person] for person in self.mix.points])
        rows = sorted(zip(places, self.mix.points, strict=True))
        return [
            standing_row(
                self.style,
                f"{place}. {self.names[person - 1]}" if len(rows) > 1 else self.names[0],
                self.mix.points[person],
                self.mix.won.get(person, 0),
            )
            for place, person in rows
        ]

    def _final(self) -> Part:
        style, line, points = self.style, self.style.texts.line, self.mix.points
        best = max(points.values())
        names = ", ".join(self.names[person - 1] for person in points if points[person] == best)
        alone = len(points) == 1
        won = line("mix.finale.won", names=names) if best else ""
        parts: list[Part | Label] = [
            *finale_head(style, line("mix.home.score", points=best, most=self._most()) if alone else won),
            Fill(6),
            *self._standing(),
            Fill(6),
        ]
        ok = Button(style, line("widgets.ok"), icon="check", kind=Kind.PRIMARY, on_press=self.stack.pop)
        buttons = [ok]
        if self.day is not None:
            known = played_days(_DAYS).get(self.day.isoformat(), Day())
            told = line("mix.home.counted", counted=known.counted, best=known.best)
            parts.append(Label(style, told, size=theme.LABEL, colour=theme.TEXT_MUTED, anchor="middle"))
            buttons.insert(0, Button(style, line("mix.home.copy"), icon="copy", on_press=self._copy))
        return Column(*parts, in_a_row(*buttons), gap=8)

    def _most(self) -> int:
        return MATCH_POINTS * sum(each.weight for each in self.mix.past)

    def line(self) -> str:
        """Return the mix of a day as one line that people send each other."""
        assert self.day is not None
        texts = self.style.texts
        rounds = " ".join(map(str, self._brought))
        day = day_in_words(self.day, texts)
        return texts.line("mix.home.line", day=day, points=self.mix.points[1], most=self._most(), rounds=rounds)

    def _copy(self) -> None:
        self.style.clipboard.write(self.line())
        self.context.notify(self.style.texts.line("mix.home.copied"))

    # What happens.

    def _time(self) -> str:
        return self.style.texts.line("mix.card.begins", seconds=max(0, round(self._left)))

    @property
    def still_for(self) -> float:
        return super().still_for if self.drawn is None else min(super().still_for, (self._left - 0.5) % 1.0)

    def update(self, seconds: float) -> None:
        """Count down, and begin the match."""
        super().update(seconds)
        if self.drawn is None or self.stack.top is not self or self.stack.changing:
            return
        self._left -= seconds
        if self._clock is not None and self._clock.text != self._time():
            self._clock.text = self._time()
        if self._left <= 0:
            self._begin()

    def _begin(self) -> None:
        """Begin the next match of the round; a game that cannot be begun is left out."""
        drawn = self.drawn
        if drawn is None:
            return
        self._before, self._made = len(self._results), False
        try:
            self.stack.push(led_to(self.context, "page.progress.beginning", self._table(drawn)))
        except SpokenError as error:
            self.context.notify(self.context.texts.line(error.key, error.values))
            self._leave_out(drawn)

    def _table(self, drawn: Drawn) -> Pieces[Scene]:
        feed = yield from starting_local(self._plan(drawn), self.context.settings)
        self._made = True
        return MixTable(self.context, feed, self._results.append)

    def _plan(self, drawn: Drawn) -> MatchPlan:
        game, (table,) = drawn.round.game, drawn.round.tables
        cabinet, texts = CABINETS[game], self.context.texts
        bots = cycle(cabinet.gentle or (cabinet.easy,))
        specs = [next(bots) if person == COMPUTER else HUMAN for person in table.people]
        names = told_apart(
            [
                level_name(spec, game, texts) if person == COMPUTER else self.names[person - 1]
                for person, spec in zip(table.people, specs, strict=True)
            ]
        )
        seed = derive(self.mix.seed, "round", len(self.mix.past) + 1, len(self._results))
        return MatchPlan(
            game,
            tuple(map(SeatPlan, names, specs)),
            read(cabinet.info.options, dict(table.options), strict=True),
            seed % _NUMBERS if cabinet.info.numbered else seed,
            float(drawn.round.short.limit) or None,
        )

    def resumed(self, value: Any) -> None:
        """Go on after a match, or after the question whether to end."""
        drawn = self.drawn
        if value is not None:
            self._over()
        elif drawn is not None and len(self._results) > self._before:
            if len(self._results) < drawn.round.short.matches:
                self._begin()
            else:
                self.after(drawn, self._results)
        elif drawn is not None and self._left <= 0 and not self._made:
            self._leave_out(drawn)
        elif drawn is not None and self._made:
            self.context.notify(self.context.texts.line("mix.home.left", game=drawn.round.game))
            self.after(drawn, None)

    def _leave_out(self, drawn: Drawn) -> None:
        self.mix = self.mix.without(drawn.round.game)
        if drawn.sprint:
            self._over()
        else:
            self._next()

    def after(self, drawn: Drawn, results: list[Result] | None) -> None:
        """Go on after a round; `results` is None if it was left."""
        self.mix = self.mix.after(drawn, results)
        if not drawn.sprint:
            self._brought.append(self.mix.won.get(1, 0))
        if not drawn.last:
            self._next()
        elif not drawn.sprint and (sprint := self.mix.sprint) is not None:
            self._announce(sprint)
        else:
            self._over()

    def _next(self) -> None:
        """Announce the next round; where nothing fits any more, end."""
        coming = self.mix.coming
        if coming is None:
            self._over()
        else:
            self._announce(coming)

    def _announce(self, drawn: Drawn | None) -> None:
        self._results, self._before, self._made, self._left = [], 0, False, CARD
        self.drawn = drawn
        self.rebuild()
        self.group.focus(self.first())

    def _over(self) -> None:
        """Show the finale."""
        if self.day is not None:
            note_day(_DAYS, self.day.isoformat(), self.mix.points[1], counts=self._counts)
        self._announce(None)

    def put_away(self) -> None:
        """Ask whether to end; at the finale, close."""
        if self.drawn is None:
            super().put_away()
            return
        line = self.context.texts.line
        answers = (Answer(line("mix.home.stay"), None, primary=True), Answer(line("mix.end"), True, icon="x"))
        self.stack.push(Dialog(self.context, line("mix.home.end_title"), line("mix.home.end_text"), answers))


def begun_mix(
    context: Context, people: int, *, seed: int, seconds: int = 0, rounds: int = 0, day: date | None = None
) -> HomeMixPage:
    """Return a mix at this screen of so many seconds or rounds; of a `day`, if it is that day's."""
    seats = tuple(SeatChoice(HUMAN) for _ in range(people))
    names = names_of(Seating((people,), (), seats), context.texts, context.settings.names)
    guests = {one: Guest((context.texts.language,)) for one in range(1, people + 1)}
    party = Party(guests, own_windows=people == 1)
    return HomeMixPage(
        context, HomeMix.begun(party, SHORTS, seed, sprints=SPRINTS, seconds=seconds, rounds=rounds), names, day
    )


def mix_of_the_day(context: Context, day: date) -> HomeMixPage:
    """Return the mix of a day, which one person plays: the same for everybody who reads the same language."""
    if day.isoformat() in played_days(_DAYS):
        context.notify(context.texts.line("mix.home.practice"))
    return begun_mix(context, 1, seed=derive(number_of(day), "mix"), rounds=DAY_ROUNDS, day=day)
