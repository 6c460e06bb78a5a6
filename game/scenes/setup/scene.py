"""The setup of a match at this screen: its players, its rules, its seed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property, partial
from itertools import chain
from pathlib import Path
from typing import Any

from game.cabinets.stages import STAGES
from game.core.bot.keys import key_against
from game.core.bot.loading import HUMAN, BotError
from game.core.bot.mixture import players_of
from game.core.bot.reading import read_own
from game.core.cabinet import Cabinet
from game.core.errors import SpokenError
from game.core.levels import ADAPTING, Level
from game.core.options import OptionError, given, read
from game.engine import theme
from game.engine.canvas import Box
from game.engine.input import FileDropped, InputEvent
from game.engine.scene import Context
from game.engine.stage import Tint
from game.engine.widgets import Button, Kind, Paged, Panel, Scrolled, Widget
from game.engine.widgets.parts.layout import REST, column
from game.engine.widgets.parts.tree import Beside, Column, Fill, Framed, Laid, Of, Over, Pad, Part, Row, Worded
from game.engine.widgets.scrollarea import RING_ROOM
from game.ground import paths
from game.ground.crash import CrashError
from game.ground.history import read_history
from game.ground.settings.friends import friends_of, keep_friends, seated, signs_of
from game.scenes.feeds.adapting import level_now
from game.scenes.feeds.plan import MatchPlan, SeatPlan
from game.scenes.page.more import ICON as MORE_ICON
from game.scenes.page.more import MoreMenu, has_more
from game.scenes.page.page import PageScene
from game.scenes.process.evaluation import EvaluationPlan
from game.scenes.setup.cards import CardsPanel
from game.scenes.setup.colours import SeatColours
from game.scenes.setup.crowd import MOST_CARDS, crowd_names, with_count
from game.scenes.setup.crowd_panel import CrowdPanel
from game.scenes.setup.friends import FriendsList
from game.scenes.setup.house import TableRules
from game.scenes.setup.number import MatchNumbers
from game.scenes.setup.offers import CONTINUE, GUIDE, continue_dialog, guide_dialog
from game.scenes.setup.options import Titled, option_controls, options_grid, seed_control
from game.scenes.setup.own import OwnPlayerDialog
from game.scenes.setup.own_lists import OwnLists
from game.scenes.setup.seats import Seating, names_of
from game.scenes.staging.left_off import picture_of
from game.scenes.staging.looks import tints_for
from game.scenes.staging.preview import Preview, PreviewPicture, stage_preview
from game.scenes.table.rules import RulesPage

_LEFT = 664.0
_GAP = 24.0
_LEAST_PREVIEW, _LARGEST_PREVIEW = 176.0, 224.0
_EVALUATED_GAMES, _EVALUATION_SEED = 1000, "souk"
"""Default number of games, and default seed, of an evaluation."""
_LEAST_TABLE = 320.0


class SetupScene(PageScene):
    """The setup of one game. `on_start` is called with the plan of the match; the scene stays open."""

    upright = True

    def __init__(
        self,
        context: Context,
        cabinet: Cabinet,
        on_start: Callable[[MatchPlan], None],
        *,
        preview: Callable[[int], Preview | None] | None = None,
        on_evaluate: Callable[[EvaluationPlan], None] | None = None,
        on_guide: Callable[[], None] | None = None,
        on_continue: Callable[[], None] | None = None,
    ) -> None:
        """`preview` makes the picture of the board for a number of seats; None uses the game's stage.

        `on_evaluate` is called with the plan of an evaluation, in a game that has its own. `on_guide` begins the guide;
        it is offered to a person who has not played the game. `on_continue` continues an unfinished match; None where
        there is none.
        """
        super().__init__(context)
        self._cabinet = cabinet
        self._on_start = on_start
        self._on_evaluate = on_evaluate
        self._on_guide = on_guide
        self._on_continue = on_continue
        self._offers_match = on_continue is not None
        settings = context.settings
        self._offers_guide = on_guide is not None and cabinet.id not in (*settings.played, *settings.guided)
        self._preview_of = preview or (lambda seats: stage_preview(context, cabinet, seats, self._given))
        self._previews: dict[int, Preview | None] = {}
        self._broken_previews: dict[int, CrashError] = {}
        last = context.settings.tables.get(cabinet.id, ())
        self.seating = Seating.first(cabinet, last)
        self._crowded = cabinet.info.seats[-1] > MOST_CARDS
        self._own: list[str] = list(self.seating.own)
        """Specifications of the person's own bots that were named in this setup."""
        self._asked_seat: int | None = None
        """The seat for which a bot of the person's own is asked; None for any."""
        self.rules = TableRules(context, cabinet, self.rebuild)
        self.options = self.rules.values
        self._lists = OwnLists(context, cabinet, self.options, self.rebuild)
        self.rules.keep_lists(self._lists.choices)
        self.seed = ""
        self.cards: CardsPanel | None = None

    @property
    def limit(self) -> int | None:
        """Seconds that a person has for a choice; None for no limit."""
        return self.rules.limit

    @cached_property
    def level(self) -> Level:
        """The current level of an adapting computer."""
        return level_now(self._cabinet, read_history(paths.history()) if self._cabinet.levels else [])

    @property
    def heading(self) -> str:
        return self.context.texts.line(f"{self._cabinet.id}.name")

    @property
    def subheading(self) -> str:
        return self.context.texts.line(f"{self._cabinet.id}.tagline")

    @property
    def names(self) -> tuple[str, ...]:
        """The names that the seats will have."""
        texts, remembered = self.context.texts, self.context.settings.names
        if self._crowded:
            return crowd_names(self.seating, self._cabinet.id, texts, remembered)
        return names_of(self.seating, texts, remembered)

    def first_focus(self) -> Widget | None:
        return self._start

    def warm(self) -> Iterator[None]:
        if self.context.thrift.warming:
            with suppress(SpokenError):
                self._preview()
            yield
        yield from super().warm()

    def build_body(self, body: Box) -> Sequence[Widget]:
        parts, foot, high = self._table(), self._foot(), self.style.typeface.grown(theme.CONTROL_HEIGHT + 8)
        upright = self.design.upright
        table = Framed(Panel(self.style), parts if upright else Column(parts, foot, gap=12), grow=1)
        page = Beside(Of(self._seats(), wide=_LEFT), Of(Laid(self.style, table), grow=1, least=_LEAST_TABLE), gap=_GAP)
        if not upright:
            return [Paged(self.style, page, body)]
        above, below = column(body, [REST, high], gap=12)
        return [Paged(self.style, page, above), Laid(self.style, foot, below)]

    def _seats(self) -> Widget:
        """Build a card for each seat or, in a game for many, kinds of players and their counts."""
        tints = self._tints = self._tints_now()
        if self._crowded:
            return CrowdPanel(
                self.style,
                None,
                self._cabinet.id,
                self.seating,
                tints,
                further=self._own,
                on_change=self._take,
                on_own=self.ask_own,
                on_friend=self.ask_friend,
                person=next((name for name in self._people if name), ""),
            )
        self.cards = CardsPanel(
            self.style,
            self._cabinet,
            self.seating,
            self.names,
            tints,
            further=self._own,
            level=self.level,
            on_change=self._seat,
            on_rename=self._rename,
            on_own=self.ask_own,
            on_friend=self.ask_friend,
            on_dye=self._ask_colours,
            signs=signs_of(self._people, friends_of(self.context.settings)),
        )
        return self.cards

    def _table(self) -> Part:
        """Build the board's picture and the rules."""
        style = self.style
        options = Pad(Of(Scrolled(style, options_grid(style, self._controls(), 2)), grow=1), -RING_ROOM, 0, grow=1)
        head: Part = Row(Fill(), self.rules.button(style))
        if self._cabinet.id in STAGES:
            picture = Over(PreviewPicture(style, Box(0, 0, 0, 0), self._preview), Column(head, Fill()))
            head = Of(Laid(style, picture), high=_LARGEST_PREVIEW, low=_LEAST_PREVIEW, yields=True)
        return Column(head, options, gap=8, grow=1)

    def _foot(self) -> Part:
        """Build the button to start, and those beside it."""
        style, texts = self.style, self.context.texts
        high = style.typeface.grown(theme.CONTROL_HEIGHT + 8)
        self._start = Button(
            style, texts.line("setup.start"), icon="play", kind=Kind.PRIMARY, size=theme.LABEL, on_press=self.start
        )
        rules = Button(style, texts.line("setup.rules"), icon="book-open", on_press=self._show_rules)
        ways = [Worded(way, high=high) for way in (rules, *self._build_evaluate(), *self._build_more())]
        return Row(*ways, Of(self._start, grow=1, high=high), gap=12, high=high)

    def _build_evaluate(self) -> list[Button]:
        """Build the button to an evaluation of these players, if the game has evaluations of its own."""
        if self._on_evaluate is None or self._cabinet.tournament is None:
            return []
        label = self.context.texts.line("setup.evaluate")
        return [Button(self.style, label, icon="trophy", on_press=self._evaluate)]

    def _build_more(self) -> list[Button]:
        """Build the button to the game's further scenes."""
        if not has_more(self._cabinet.id):
            return []
        label = self.context.texts.line("page.more")
        return [Button(self.style, label, icon=MORE_ICON, on_press=self._show_more)]

    def _show_more(self) -> None:
        self.stack.push(MoreMenu(self.context, self._cabinet.id))

    def _evaluate(self) -> None:
        """Ask for an evaluation of these players; computers replace people."""
        assert self._on_evaluate is not None
        seats = with_count(self.seating, HUMAN, 0).seats
        self._remember()
        specs = tuple(seat.spec for seat in seats)
        self._on_evaluate(EvaluationPlan(self._cabinet.id, specs, _EVALUATED_GAMES, _EVALUATION_SEED, self.options))

    @property
    def _given(self) -> tuple[tuple[str, str], ...]:
        """The options that say what is played, in the place of others: name and text."""
        return tuple((option.name, self.options[option.name]) for option in given(self._lists.described, self.options))

    def _set_option(self, name: str, value: Any) -> None:
        before = self._given
        self.options[name] = value
        if len(self._given) != len(before):
            self._previews.clear()
            self.rebuild()

    def _controls(self) -> list[Titled]:
        style, game = self.style, self._cabinet.id
        first = given(self._lists.described, self.options)
        gone = {name for option in first for name in option.overrules} | {option.name for option in first}
        shown = [option for option in self._lists.described if option.matters(len(self.seating.seats))]
        shown = [*first, *(option for option in shown if option.name not in gone)]
        controls = option_controls(style, game, shown, self.options, self._set_option)
        controls += self.rules.limit_controls(style)
        number = seed_control(style, self._cabinet.info, self.seed, lambda seed: setattr(self, "seed", seed.strip()))
        if self._cabinet.info.numbered:
            return controls if first else [number, *controls]
        return [*controls, number]

    def _preview(self) -> Preview | None:
        seats = self._cabinet.info.usual_seats if self._crowded else len(self.seating.seats)
        if seats in self._broken_previews:
            raise self._broken_previews[seats]
        if seats not in self._previews:
            try:
                self._previews[seats] = self._preview_of(seats)
            except CrashError as error:
                self._broken_previews[seats] = error
                raise
        return self._previews[seats]

    def _take(self, seating: Seating) -> None:
        self.seating = seating

    def _seat(self, seating: Seating) -> None:
        self.seating = seating
        self.rebuild()

    def _rename(self, seat: int, name: str) -> None:
        self.seating = self.seating.with_name(seat, name)
        if self.cards:
            self.cards.rename(self.names)

    def ask_own(self, seat: int | None = None) -> None:
        """Ask for a bot of the person's own, for that seat or for any."""
        self._asked_seat = seat
        self.stack.push(OwnPlayerDialog(self.context))

    @property
    def _people(self) -> list[str | None]:
        """The name in each seat of a person, None for a computer's seat."""
        return [name if seat.person else None for name, seat in zip(self.names, self.seating.seats, strict=True)]

    def _tints_now(self) -> tuple[Tint, ...]:
        return tints_for(self.context.settings, self._people)

    def ask_friend(self, seat: int) -> None:
        """Ask which friend gets a seat."""
        self.stack.push(FriendsList(self.context, partial(self._seat_friend, seat)))

    def _seat_friend(self, seat: int, name: str) -> None:
        """Give a seat a friend's name; another seat with that name gets its default name back."""
        for other, choice in enumerate(self.seating.seats):
            if choice.name == name and other != seat:
                self.seating = self.seating.with_name(other, "")
        self.seating = self.seating.with_name(seat, name)

    def _ask_colours(self, seat: int, numbers: Sequence[int]) -> None:
        self.stack.push(SeatColours(self.context, self.names[seat], numbers))

    def settings_applied(self) -> None:
        super().settings_applied()
        if self._tints != self._tints_now():
            self._previews.clear()
            self.rebuild()

    def update(self, seconds: float) -> None:
        super().update(seconds)
        if self.stack.top is not self or self.stack.changing:
            return
        if self._offers_match:
            self._offers_match = False
            recording = Path(self.context.settings.unfinished.get(self._cabinet.id, ""))
            self.stack.push(continue_dialog(self.context, picture_of(self._cabinet.id, recording)))
        elif self._offers_guide:
            self._offers_guide = False
            settings = self.context.settings
            settings.guided = (*settings.guided, self._cabinet.id)
            self.context.apply_settings()
            self.stack.push(guide_dialog(self.context))

    def handle_rest(self, event: InputEvent) -> None:
        """Take a dropped file as house rules, as a list for an option, or as a bot of the person's own."""
        if not isinstance(event, FileDropped):
            super().handle_rest(event)
            return
        if self.rules.drop(path := Path(event.path)) or self._lists.drop(path):
            return
        try:
            self.resumed(read_own(event.path))
        except BotError as error:
            self.context.notify(self.context.texts.line(error.key, error.values))

    def resumed(self, value: Any) -> None:
        if value is GUIDE and self._on_guide:
            self._on_guide()
        elif value is CONTINUE and self._on_continue:
            self._on_continue()
        elif callable(value):
            value()
        elif isinstance(value, str):
            self._own = [*dict.fromkeys((*self._own, value))]
            if self._asked_seat is not None:
                self.seating = self.seating.with_spec(self._asked_seat, value)
            elif value not in self.seating.own:
                self.seating = with_count(self.seating, value, 1)
        super().resumed(value)

    def _show_rules(self) -> None:
        options = None
        with suppress(OptionError):
            options = read(self._cabinet.info.options, self.options)
        self.stack.push(RulesPage(self.context, self._cabinet.id, self._on_guide, options))

    def start(self) -> None:
        """Pass the plan on, and remember the choices for the next time."""
        numbers = MatchNumbers.of(self._cabinet.info)
        chosen = (seat.spec for seat in self.seating.seats)
        specs = [f"{ADAPTING}:{self.level.text}" if spec == ADAPTING else spec for spec in chosen]
        try:
            seed, key = numbers.read(self.seed) if self.seed else (numbers.fresh(), None)
            options = read(self._cabinet.info.options, self.options)
            if key is None:
                bots = [players_of(spec, self._cabinet.bots) for spec in specs if spec != HUMAN]
                key = key_against(self._cabinet.info, chain.from_iterable(bots))
        except SpokenError as error:
            self.refuse(error)
            return
        seats = tuple(map(SeatPlan, self.names, specs))
        limit = None if self.limit is None else float(self.limit)
        self._remember()
        self._on_start(MatchPlan(self._cabinet.id, seats, options, seed, limit, key=key))

    def _remember(self) -> None:
        """Keep who sat where, the rules, and the names that people typed."""
        settings = self.context.settings
        self.rules.remember()
        seats = self.seating.seats
        people = [name for name, seat in zip(self.names, seats, strict=True) if seat.person]
        given = {seat.name for seat in seats} | set(settings.names)
        settings.names = tuple(name for name in people if name in given) or settings.names
        friends = [name for name in people if name in given]
        keep_friends(settings, seated(friends_of(settings), friends))
        settings.played = tuple(dict.fromkeys((self._cabinet.id, *settings.played)))
        settings.tables[self._cabinet.id] = tuple(seat.spec for seat in seats)
        self.context.apply_settings()
