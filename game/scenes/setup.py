"""Before a match at this screen: who plays, by which rules, from which seed."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from game.cabinets.stages import STAGES
from game.core.cabinet import Cabinet
from game.core.options import describe
from game.engine import theme
from game.engine.audio import Sound
from game.engine.canvas import Box
from game.engine.scene import Context
from game.engine.stage import Tint
from game.engine.text import Weight
from game.engine.widgets import Button, Kind, Label, Panel, ScrollArea, Stepper, Widget, line_up
from game.engine.widgets.scrollarea import RING_ROOM
from game.scenes.local_feed import MatchPlan
from game.scenes.looks import tints_for
from game.scenes.page import PageScene
from game.scenes.rules_page import RulesPage
from game.scenes.setup_options import OPTION_GAP, Titled, lay_out_options, limit_control, option_control, seed_control
from game.scenes.setup_preview import Preview, PreviewPicture, stage_preview
from game.scenes.setup_seat_card import SeatActions, SeatCard, VacantCard
from game.scenes.setup_seats import Seating, names_of, plan_seats

_LEFT = 664.0
_GAP = 24.0
_CARD_GAP = 16.0
_HIGHEST_CARD = 232.0
_LEAST_PREVIEW, _LARGEST_PREVIEW = 176.0, 224.0
_TWO_COLUMNS_UP_TO = 115
"""Text size in per cent up to which options lie side by side."""
_SEEDS = 10**9
"""A fresh seed is below this: short enough to be told and typed."""


class SetupScene(PageScene):
    """The setup of one game. `on_start` gets the plan of the match; the scene stays where it is."""

    def __init__(
        self,
        context: Context,
        cabinet: Cabinet,
        on_start: Callable[[MatchPlan], None],
        *,
        preview: Callable[[int], Preview | None] | None = None,
    ) -> None:
        """`preview` gives the picture of the board for a number of seats; usually it is the game's own stage."""
        super().__init__(context)
        self._cabinet = cabinet
        self._on_start = on_start
        self._preview_of = preview or (lambda seats: stage_preview(context, cabinet, seats))
        self._previews: dict[int, Preview | None] = {}
        last = context.settings.tables.get(cabinet.id, ())
        self.seating = Seating.first(cabinet.info.seats, tuple(cabinet.bots), last)
        self._described = describe(cabinet.info.options)
        self.options: dict[str, Any] = {option.name: option.default for option in self._described}
        self.limit: int | None = None
        self.seed = ""
        self._cards: list[SeatCard] = []

    @property
    def heading(self) -> str:
        return self.context.texts.line(f"{self._cabinet.id}.name")

    @property
    def subheading(self) -> str:
        return self.context.texts.line(f"{self._cabinet.id}.tagline")

    @property
    def names(self) -> tuple[str, ...]:
        """The names the seats will have."""
        return names_of(self.seating, self.context.texts, self.context.settings.names)

    def first_focus(self) -> Widget | None:
        return self._start

    def warm(self) -> Iterator[None]:
        self._preview()
        yield
        yield from super().warm()

    def build_body(self, body: Box) -> Sequence[Widget]:
        left = Box(body.left, body.top, _LEFT, body.height)
        right = Box(left.right + _GAP, body.top, body.width - _LEFT - _GAP, body.height)
        return [*self._build_counts(left), self._build_seats(left), *self._build_table(right)]

    def _build_counts(self, left: Box) -> list[Widget]:
        """How many people, how many computers."""
        style, texts, seating = self.style, self.context.texts, self.seating
        widgets: list[Widget] = []
        for key, icon, number, change in (
            ("setup.people", "users", seating.people, seating.with_people),
            ("setup.computers", "bot", seating.computers, seating.with_computers),
        ):
            label = Label(style, texts.line(key), weight=Weight.SEMIBOLD, icon=icon)
            ways = {number + step: change(step) for step in (-1, 1)}
            low, high = (number + step if ways[number + step] else number for step in (-1, 1))
            widgets += [label, Stepper(style, number, low, high, on_change=partial(self._seat_one_of, ways))]
        widgets.append(Label(style, self._range(), colour=theme.TEXT_MUTED))
        line = Box(left.left, left.top, left.width, style.typeface.grown(theme.CONTROL_HEIGHT))
        if line_up(line, widgets, 14) > line.width:
            widgets.pop()
        return widgets

    def _range(self) -> str:
        counts = self._cabinet.info.seats
        key = "setup.range" if len(counts) > 1 else "setup.exactly"
        return self.context.texts.line(key, low=counts[0], high=counts[-1])

    def _build_seats(self, left: Box) -> Widget:
        """A card a seat, and one for the next seat that may be taken."""
        top = self.style.typeface.grown(theme.CONTROL_HEIGHT) + 10
        area = ScrollArea(self.style, Box(left.left - 6, left.top + top, left.width + 12, left.height - top))
        inside = area.inside
        count = len(self.seating.seats)
        ways = self._ways_in()
        rows = -(-(count + bool(ways)) // 2)
        wide = (inside.width - _CARD_GAP) / 2
        share = (inside.height + _CARD_GAP) / rows - _CARD_GAP
        high = max(SeatCard.height(self.style), min(_HIGHEST_CARD, share))

        def place(number: int) -> Box:
            x = inside.left + number % 2 * (wide + _CARD_GAP)
            return Box(x, inside.top + number // 2 * (high + _CARD_GAP), wide, high)

        self._cards = [self._card(number, place(number)) for number in range(count)]
        cards: list[Widget] = list(self._cards)
        if ways:
            cards.append(VacantCard(self.style, place(count), ways))
        area.widgets = cards
        area.laid_out(rows * (high + _CARD_GAP) - _CARD_GAP)
        return area

    def _card(self, number: int, box: Box) -> SeatCard:
        actions = SeatActions(self._seat_with, self._rename, self._leave_empty)
        return SeatCard(
            self.style,
            self._cabinet.id,
            number,
            self.seating.seats[number],
            self.names[number],
            self._tints_of(number),
            self.seating.bots,
            actions,
            self.seating.without(number) is not None,
            box,
        )

    def _tints_of(self, seat: int) -> tuple[Tint, ...]:
        stage = STAGES.get(self._cabinet.id)
        numbers = stage.tints_of(seat, len(self.seating.seats)) if stage else (seat,)
        tints = tints_for(self.context.settings)
        return tuple(tints[number % len(tints)] for number in numbers)

    def _ways_in(self) -> list[tuple[str, str, Callable[[], None]]]:
        """What may be done with one more seat; nothing when there can be none."""
        if len(self.seating.seats) >= self.seating.counts[-1]:
            return []
        found: list[tuple[str, str, Callable[[], None]]] = []
        for key, icon, further in (
            ("setup.add_person", "user", self.seating.with_people(1)),
            ("setup.add_computer", "bot", self.seating.with_computers(1)),
        ):
            if further and len(further.seats) > len(self.seating.seats):
                found.append((icon, self.context.texts.line(key), partial(self._seat, further)))
        return found

    def _build_table(self, right: Box) -> list[Widget]:
        """The board, the rules that may be chosen, and the way on."""
        style, texts = self.style, self.context.texts
        panel = Panel(style, right)
        inside = panel.inside
        high = style.typeface.grown(theme.CONTROL_HEIGHT + 8)
        self._start = Button(
            style, texts.line("setup.start"), icon="play", kind=Kind.PRIMARY, size=theme.LABEL, on_press=self.start
        )
        rules = Button(style, texts.line("setup.rules"), icon="book-open", on_press=self._show_rules)
        wide = rules.natural_width()
        rules.box = Box(inside.left, inside.bottom - high, wide, high)
        self._start.box = Box(rules.box.right + 12, rules.box.top, inside.right - rules.box.right - 12, high)
        columns = 2 if style.typeface.text_size <= _TWO_COLUMNS_UP_TO else 1
        area = ScrollArea(style, Box(inside.left - 6, inside.top, inside.width + 12, inside.height))
        controls = self._controls((area.inside.width - OPTION_GAP * (columns - 1)) / columns)
        room = rules.box.top - 12 - inside.top
        widgets: list[Widget] = [panel]
        top = inside.top
        if self._cabinet.id in STAGES:
            left_over = room - lay_out_options(area.inside, controls, columns) - 2 * RING_ROOM - 8
            side = max(_LEAST_PREVIEW, min(_LARGEST_PREVIEW, left_over))
            frame = Box(inside.centerx - side / 2, top, side, side)
            widgets.append(PreviewPicture(style, frame, self._preview))
            top = frame.bottom + 8
        area.box = Box(inside.left - 6, top, inside.width + 12, inside.top + room - top)
        area.widgets = list(controls)
        area.laid_out(lay_out_options(area.inside, controls, columns))
        return [*widgets, area, rules, self._start]

    def _controls(self, width: float) -> list[Titled]:
        style, game = self.style, self._cabinet.id
        controls = [
            option_control(
                style,
                game,
                option,
                self.options[option.name],
                width,
                partial(self.options.__setitem__, option.name),
            )
            for option in self._described
        ]
        controls.append(limit_control(style, self.limit, width, lambda limit: setattr(self, "limit", limit)))
        controls.append(seed_control(style, self.seed, lambda seed: setattr(self, "seed", seed.strip())))
        return controls

    def _preview(self) -> Preview | None:
        seats = len(self.seating.seats)
        if seats not in self._previews:
            self._previews[seats] = self._preview_of(seats)
        return self._previews[seats]

    def _seat(self, seating: Seating | None) -> None:
        if seating:
            self.seating = seating
            self.rebuild()

    def _seat_one_of(self, ways: Mapping[int, Seating | None], number: int) -> None:
        self._seat(ways[number])

    def _seat_with(self, seat: int, spec: str) -> None:
        self._seat(self.seating.with_spec(seat, spec))

    def _leave_empty(self, seat: int) -> None:
        self._seat(self.seating.without(seat))

    def _rename(self, seat: int, name: str) -> None:
        self.seating = self.seating.with_name(seat, name)
        for card, shown in zip(self._cards, self.names, strict=True):
            card.rename(shown)

    def _show_rules(self) -> None:
        self.stack.push(RulesPage(self.context, self._cabinet.id))

    def start(self) -> None:
        """Hand over the plan, and remember what was chosen for the next time."""
        if self.seed and not self.seed.isdecimal():
            self.style.play_sound(Sound.REFUSE)
            self.context.notify(self.context.texts.line("setup.seed_refused"))
            return
        seats = plan_seats(self.seating, self.context.texts, self.context.settings.names)
        seed = int(self.seed) if self.seed else secrets.randbelow(_SEEDS)
        options = self._cabinet.info.options(**self.options)
        limit = None if self.limit is None else float(self.limit)
        self._remember()
        self._on_start(MatchPlan(self._cabinet.id, seats, options, seed, limit))

    def _remember(self) -> None:
        """Keep who sat where, and the names that people gave themselves."""
        settings = self.context.settings
        seats = self.seating.seats
        people = [name for name, seat in zip(self.names, seats, strict=True) if seat.person]
        given = {seat.name for seat in seats} | set(settings.names)
        settings.names = tuple(name for name in people if name in given) or settings.names
        settings.tables[self._cabinet.id] = tuple(seat.spec for seat in seats)
        self.context.apply_settings()
