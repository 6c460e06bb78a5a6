"""The seats of a game for few: counts of people and computers, a card for each seat, and one for a further seat."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from game.cabinets.listed import found
from game.cabinets.stages import PRESENTATIONS, STAGES
from game.core.bot.loading import HUMAN
from game.core.bot.reading import own_name
from game.core.cabinet import Cabinet
from game.core.levels import ADAPTING, STEPS, Level, level_of
from game.engine import theme
from game.engine.stage import HasTints, Tint
from game.engine.stage.presentation import SeatSign
from game.engine.text import Weight
from game.engine.widgets import Label, Option, Scrolled, Stepper, Style
from game.engine.widgets.parts.grid import Grid
from game.engine.widgets.parts.tree import Beside, Column, Laid, Of, Pad, Part, Row, may_go
from game.engine.widgets.scrollarea import RING_ROOM
from game.scenes.setup.seat_card import OWN, SeatActions, SeatCard, VacantCard
from game.scenes.setup.seats import Seating
from game.scenes.staging.kinds import level_name

COLOURS = 4
"""How many seat colours a person may choose."""
_CARD_GAP = 16.0
_HIGHEST_CARD = 232.0
_NARROWEST_CARD = 300.0
ADAPTING_ICON = "chart-line"


class CardsPanel(Laid):
    """The cards of one seating; a changed seating gets a new panel."""

    def __init__(
        self,
        style: Style,
        cabinet: Cabinet,
        seating: Seating,
        names: Sequence[str],
        tints: Sequence[Tint],
        *,
        further: Sequence[str],
        level: Level,
        on_change: Callable[[Seating], None],
        on_rename: Callable[[int, str], None],
        on_own: Callable[[int], None],
        on_friend: Callable[[int], None],
        on_dye: Callable[[int, Sequence[int]], None],
        signs: Sequence[int],
    ) -> None:
        """`further` are bots of the person's own that may sit here; `on_own` asks for another one, for a seat.

        `level` is the current level of an adapting computer. `tints` are the seats' looks; `signs` are their numbers
        among the settings' colours. `on_friend` asks for a friend for a seat, `on_dye` for new colours of these
        numbers.
        """
        self.style = style
        self._cabinet = cabinet
        self._seating = seating
        self._names = names
        self._tints = tints
        self._further = further
        self._level = level
        self._on_change = on_change
        self._on_rename = on_rename
        self._on_dye = on_dye
        self._on_own = on_own
        self._on_friend = on_friend
        self._signs = signs
        self.cards = [self._card(number) for number in range(len(seating.seats))]
        super().__init__(style, Column(self._counts(), self._seats(), gap=10))

    def rename(self, names: Sequence[str]) -> None:
        """Show other names on the cards."""
        for card, shown in zip(self.cards, names, strict=True):
            card.rename(shown)

    def _counts(self) -> Part:
        """Build the counters of people and computers."""
        style, texts, seating = self.style, self.style.texts, self._seating
        counters = []
        for key, icon, number, change in (
            ("setup.people", "users", seating.people, seating.with_people),
            ("setup.computers", "bot", seating.computers, seating.with_computers),
        ):
            label = Label(style, texts.line(key), weight=Weight.SEMIBOLD, icon=icon)
            ways = {number + step: change(step) for step in (-1, 1)}
            low, high = (number + step if ways[number + step] else number for step in (-1, 1))
            counters.append(
                Row(label, Stepper(style, number, low, high, on_change=partial(self._seat_one_of, ways)), gap=14)
            )
        return Beside(*counters, may_go(Label(style, self._range(), colour=theme.TEXT_MUTED)), gap=14)

    def _range(self) -> str:
        counts = self._seating.counts
        key = "setup.range" if len(counts) > 1 else "setup.exactly"
        return self.style.texts.line(key, low=counts[0], high=counts[-1])

    def _seats(self) -> Part:
        """Build the cards, and one with the ways to add a seat."""
        ways = self._ways_in()
        vacant = [VacantCard(self.style, ways)] if ways else []
        cards = Grid(
            *self.cards, *vacant, column=_NARROWEST_CARD, most=2, gap=_CARD_GAP, tallest=_HIGHEST_CARD
        )  # fmt: skip
        return Pad(Of(Scrolled(self.style, cards), grow=1), -RING_ROOM, 0, grow=1)

    def _card(self, number: int) -> SeatCard:
        return SeatCard(
            self.style,
            number,
            self._seating.seats[number],
            self._names[number],
            self._tints_of(number),
            self._players(),
            self._help(self._seating.seats[number].spec),
            self._actions_of(number),
            self._seating.without(number) is not None,
            self._sign(),
        )

    def _sign(self) -> SeatSign | None:
        place = PRESENTATIONS[self._cabinet.id].seat_sign if self._cabinet.id in PRESENTATIONS else None
        sign: SeatSign | None = found(place) if place else None
        return sign

    def _help(self, spec: str) -> str:
        """Return what a computer of this level can do; for a person's own bot, its file."""
        texts, game = self.style.texts, self._cabinet.id
        if spec == ADAPTING:
            return texts.line("adapting.help", level=level_name(self._level.text, game, texts))
        level = level_of(spec, self._cabinet.bots)
        if level is None:
            return spec
        if not level.share:
            return texts.line(f"{game}.bot.{spec}.help")
        parts = {part: level_name(getattr(level, part), game, texts) for part in ("weaker", "stronger")}
        return texts.line("adapting.mixed", **parts, share=level.share, steps=STEPS)

    def _players(self) -> list[Option[str]]:
        """Return all players that may sit in a seat, and the entry to choose another bot."""
        texts = self.style.texts
        own = dict.fromkeys((*self._seating.own, *self._further))
        return [
            Option(HUMAN, texts.line("setup.kind.person"), "user"),
            *(
                Option(bot, level_name(bot, self._cabinet.id, texts), ADAPTING_ICON if bot == ADAPTING else "bot")
                for bot in self._seating.kinds
            ),
            *(Option(spec, own_name(spec), "file") for spec in own),
            Option(OWN, texts.line("setup.own.option"), "plus"),
        ]

    def _actions_of(self, seat: int) -> SeatActions:
        own = all(number < COLOURS for number in self._colours_of(seat))
        hold = self._hold if self._seating.seats[seat].spec == ADAPTING else None
        dye = self._dye if own else None
        return SeatActions(self._seat_with, self._on_rename, self._leave_empty, self._on_friend, dye, hold)

    def _hold(self, seat: int) -> None:
        """Fix an adapting level at its current strength."""
        self._on_change(self._seating.with_spec(seat, self._level.text))

    def _dye(self, seat: int) -> None:
        self._on_dye(seat, self._colours_of(seat))

    def _colours_of(self, seat: int) -> tuple[int, ...]:
        """Return the numbers of the settings' colours that a seat plays with."""
        return tuple(self._signs[number % len(self._signs)] for number in self._numbers_of(seat))

    def _tints_of(self, seat: int) -> tuple[Tint, ...]:
        return tuple(self._tints[number % len(self._tints)] for number in self._numbers_of(seat))

    def _numbers_of(self, seat: int) -> tuple[int, ...]:
        """Return the indices of the tints that a seat plays with."""
        stage = STAGES.get(self._cabinet.id)
        numbers: tuple[int, ...] = (seat,)
        if stage is not None and issubclass(stage, HasTints):
            numbers = stage.tints_of(seat, len(self._seating.seats))
        return numbers

    def _ways_in(self) -> list[tuple[str, str, Callable[[], None]]]:
        """Return icon, label and action of the ways to add a seat; empty when the game has no more seats."""
        if len(self._seating.seats) >= self._seating.counts[-1]:
            return []
        found: list[tuple[str, str, Callable[[], None]]] = []
        for key, icon, further in (
            ("setup.add_person", "user", self._seating.with_people(1)),
            ("setup.add_computer", "bot", self._seating.with_computers(1)),
        ):
            if further and len(further.seats) > len(self._seating.seats):
                found.append((icon, self.style.texts.line(key), partial(self._on_change, further)))
        return found

    def _seat_one_of(self, ways: Mapping[int, Seating | None], number: int) -> None:
        seating = ways[number]
        if seating:
            self._on_change(seating)

    def _seat_with(self, seat: int, spec: str) -> None:
        if spec == OWN:
            self._on_own(seat)
        else:
            self._on_change(self._seating.with_spec(seat, spec))

    def _leave_empty(self, seat: int) -> None:
        fewer = self._seating.without(seat)
        if fewer:
            self._on_change(fewer)
