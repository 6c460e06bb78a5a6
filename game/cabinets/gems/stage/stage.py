"""The stage of Gem Merchants: a market of cards, nobles, a bank, and the viewer's board."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

import pygame
from msgspec.structs import replace

from game.cabinets.gems.board import MOST_RESERVED
from game.cabinets.gems.cards import GEMS, GOLD, GREEN
from game.cabinets.gems.stage import art, cards, seats, table
from game.cabinets.gems.stage.cards import LookedAt
from game.cabinets.gems.stage.choice import Trading, why_no_gem
from game.cabinets.gems.stage.market import BACK, CARD, CardKey, deal, draw_deck
from game.cabinets.gems.stage.menus import Composed
from game.cabinets.gems.stage.places import (
    CONFIRM,
    PILE,
    USUAL,
    WIDE,
    Shape,
    Table,
    Upright,
    bank_key,
    deck_key,
    held_key,
    market_key,
    noble_key,
    own_key,
    places,
    table_of,
)
from game.cabinets.gems.stage.side import draw_side
from game.cabinets.gems.stage.stones.cut import stone
from game.cabinets.gems.stage.unseen import draw_list, news
from game.cabinets.gems.state import Action, Buy, Draw, Reserve, Return, SeatView, Take, View, Welcome
from game.core.rules import Event, Seat
from game.engine.audio import Sound
from game.engine.canvas import Box, Canvas
from game.engine.colour import PAPER
from game.engine.input import Command, InputEvent, KeyPressed, PointerPressed
from game.engine.layer import Layer
from game.engine.light import drop_shadow
from game.engine.stage import (
    READABLE_FROM,
    Folds,
    HasSideCard,
    KeepsSecretsAt,
    Remembers,
    StandsUpright,
    Surroundings,
    Tool,
)
from game.engine.tween import Point
from game.kit import marks
from game.kit.board import BoardStage, Paint
from game.kit.choosing import Chooser, Path
from game.kit.drawing.announcement import Announcement
from game.kit.handing import hand_over
from game.kit.layout import Layout, boxed
from game.kit.panel.forms import Panel
from game.kit.panel.items import Sprite
from game.kit.pieces import Piece, Pieces, Plan

_LARGE_NOBLE = 0.66
"""Side of a noble that is shown large, as a share of the market's height."""


class GemsStage(BoardStage[View, Action, CardKey], Folds, StandsUpright, HasSideCard, KeepsSecretsAt, Remembers):
    """Shows the table, and lets a person take, reserve, buy and return."""

    upright = True
    upright_least = 500.0
    shows_own = True
    taps_play = True
    piece_size = 1.0
    piece_corner = 0.1
    numbered = False
    ordered = False
    landing = Sound.PAGE
    side_title = "table.chart.title"
    side_icon = "chart-line"
    delays: ClassVar[Mapping[str, int]] = {"move": 420, "come": 360, "turn": 260, "go": 420, "gem": 380, "told": 2600}

    def __init__(self, surroundings: Surroundings) -> None:
        super().__init__(surroundings)
        self._upright: Upright | None = None
        """The room of an upright table; None for a wide one."""
        self._eyes = 0
        """How many seats after the one whose board is shown the costs on the cards are for."""
        self._list = 0
        """Which list lies over the market: 0 none, 1 the unseen cards, from 2 on the cards bought by each seat."""
        self._looked_at = LookedAt()
        self._seat_shown: Seat | None = None
        """The seat whose list is shown while its panel is pointed at; None for none."""
        self._told: CardKey | None = None
        """The noble that a finger rested on, which is shown large."""
        self._layers: defaultdict[str, Layer] = defaultdict(partial(Layer, 12.0))
        """Pictures drawn once per view: the ground, the marks over the cards, the list, each seat's panel."""

    @property
    def table(self) -> Table:
        """The boxes of the table's parts."""
        return table_of(self._shape)

    @property
    def _shape(self) -> Shape:
        return self._upright or ("wide" if self.folded else "usual")

    def stand(self, width: float, height: float) -> None:
        played = self.surroundings.viewer >= 0 or any(look.person for look in self.surroundings.looks)
        self._upright = Upright(width, height, played)
        self.width, self.height = width, height
        self.lay_out_anew()

    def place(self, name: str) -> Box | None:
        found = getattr(self.table, name, None)
        return found if isinstance(found, Box) else None

    @property
    def _card_text(self) -> int:
        """The text size by which figures on cards grow: on small upright cards they are as large as can be."""
        return 150 if self._upright else self.surroundings.typeface.text_size

    def fold(self, folded: bool) -> None:
        self.folded, self.width = folded, (WIDE if folded else USUAL).width
        self.lay_out_anew()

    def tools(self) -> Sequence[Tool]:
        return (
            Tool("eye", "gems.stage.tool.eyes", "t", self._next_eyes, lambda: self._eyes > 0),
            Tool("list", "gems.stage.tool.unseen", "y", self._show_list, lambda: self._list > 0),
        )

    def _next_eyes(self) -> None:
        self._eyes = (self._eyes + 1) % len(self.surroundings.looks)

    def _show_list(self) -> None:
        self._list = (self._list + 1) % (2 + len(self.surroundings.looks))

    def show_seat(self, seat: Seat | None) -> None:
        self._seat_shown = seat

    def _listed(self, view: View) -> int:
        """Return which list is shown over the market: 0 none, 1 the unseen cards, 2 or more the cards of a seat."""
        if self._seat_shown is None:
            return self._list
        if self._seat_shown == self.surroundings.viewer:
            return 1
        return 2 + (self._seat_shown - self.seat_of(view)) % len(view.seats)

    def choose(self, seat: Seat | None, legal: Sequence[Action] | None) -> None:
        self._eyes = 0
        super().choose(seat, legal)

    def tell_at(self, x: float, y: float) -> bool:
        """Show a noble large, whose figures are small."""
        asked = self.layout(self.shown).at(x, y) if self.shown is not None and not self._list else None
        self._told = asked if asked is not None and asked[0] == "noble" else None
        return self._told is not None

    def handle(self, event: InputEvent) -> None:
        if isinstance(event, PointerPressed | KeyPressed | Command):
            self._told = None
        super().handle(event)

    def suggest(self, action: Action) -> None:
        self._eyes = self._list = 0
        super().suggest(action)

    def take(self, event: InputEvent) -> Action | None:
        if (self._eyes or self._list) and isinstance(event, PointerPressed | KeyPressed | Command):
            self._eyes = self._list = 0  # a person who chooses must see the market and their own costs
            return None
        return super().take(event)

    def reset(self, view: View) -> None:
        self._eyes = 0
        super().reset(view)

    def layout_of(self, view: View) -> Layout[CardKey]:
        return places(tuple(noble for noble, _ in view.nobles), self._shape)

    def seat_of(self, view: View) -> Seat:
        """Return whose board is shown: the viewer's, or else that of the seat that moves or moved last."""
        if self.surroundings.viewer >= 0:
            return self.surroundings.viewer
        if view.mover >= 0:
            return view.mover
        return (max(0, view.first) + max(0, view.turns - 1)) % len(view.seats)

    @property
    def secrets(self) -> Box:
        return self.table.shelf

    def pieces(self, view: View) -> Pieces[CardKey]:
        laid = {market_key(place): Piece(CARD, name=card) for place, card in enumerate(view.market) if card}
        for slot, held in enumerate(view.seats[self.seat_of(view)].reserved if self.table.boarded else ()):
            laid[held_key(slot)] = Piece(CARD, name=held.card) if held.card else Piece(BACK, name=held.level)
        return laid

    def spots_of(self, view: View, event: Event) -> Sequence[CardKey]:
        match event.kind:
            case "took" | "returned":
                return tuple(map(bank_key, event.data["gems"]))
            case "drew" | "reserved" | "bought":  # the card has left the market
                return (deck_key(event.data["level"]),)
            case "revealed":
                return (market_key(event.data["place"]),)
            case "visited":
                return (noble_key(event.data["noble"]),)
        return ()

    def sprite_of(self, piece: Piece, size_px: int) -> pygame.Surface:
        if piece.kind == BACK:
            return art.back(piece.name, size_px)
        return cards.card(piece.name, size_px, self._card_text)

    def path_of(self, action: Action) -> Path[CardKey]:
        assert self.view is not None
        match action:
            case Take(gems):
                return tuple(bank_key(gem) for gem in gems)
            case Reserve(card) | Buy(card):
                return (self._key_of(self.view, card),)
            case Draw(level):
                return (deck_key(level),)
            case Return(tokens):
                return tuple(own_key(colour) for colour in range(GEMS) for _ in range(tokens[colour]))
            case Welcome(noble):
                return (noble_key(noble),)

    def _key_of(self, view: View, card: int) -> CardKey:
        if card in view.market:
            return market_key(view.market.index(card))
        held = [each.card for each in view.seats[self.seat_of(view)].reserved]
        return held_key(held.index(card)) if card in held else market_key(0)

    def offer(self, view: View, seat: Seat, legal: Sequence[Action] | None) -> Chooser[CardKey, Action] | None:
        layout, legal = self.layout(view), legal or ()
        if view.phase == "return":
            return Composed(layout, {self.path_of(action): action for action in legal}, CONFIRM, self.why_not)
        if view.phase == "noble":
            return Chooser(layout, {self.path_of(action): action for action in legal}, self.why_not)
        own = view.seats[seat]
        known = [card for card in (*view.market, *(held.card for held in own.reserved)) if card]
        keys = {card: self._key_of(view, card) for card in known}
        return Trading(layout, legal, keys, deck_key, self.why_not, own, self.table)

    def why_not(self, path: Path[CardKey]) -> str | None:
        view, kind = self.view, path[-1][0]
        if view is None or not self.choice:
            return None
        if kind == "bank":
            return why_no_gem(view, [key[2] for key in path if key[0] == "bank"])
        if path[-1] in map(held_key, range(len(view.seats[self.seat_of(view)].reserved), MOST_RESERVED)):
            return "gems.stage.why.empty"
        if kind in ("market", "hand", "menu") and view.phase == "act":
            return "gems.stage.why.full" if path[-1][-1] == "reserve" else "gems.refuse.cannot_pay"
        return None

    def instruction(self) -> tuple[str, dict[str, Any]] | None:
        if self.asked is None or self.view is None:
            return None
        return f"gems.stage.ask.{self.view.phase}", {"count": self.view.surplus}

    def turn_line(self) -> tuple[str, dict[str, Any]] | None:
        view = self.shown
        if view is None or view.mover < 0:
            return None
        return "gems.stage.last" if view.last_round else "gems.stage.round", {
            "round": view.round,
            "target": view.target,
        }

    def play(self, view: View, events: Sequence[Event]) -> None:
        layout = self.layout(view)
        for event in events:
            data = event.data
            match event.kind:
                case "took":
                    self._fly(data["gems"], view, data["seat"], coming=True)
                case "returned":
                    self._fly(data["gems"], view, data["seat"], coming=False)
                case "reserved" | "drew" if data["gold"]:
                    self._fly([GOLD], view, data["seat"], coming=True)
                case "bought":
                    paid = [colour for colour, count in enumerate(data["paid"]) for _ in range(count)]
                    self._fly(paid, view, data["seat"], coming=False)
                case "visited":
                    noble = partial(art.noble_face, data["noble"])
                    self._send(noble, 64, layout.middle(noble_key(data["noble"])), self._home(view, data["seat"]))
                    self.script.sound(Sound.WIN)
                case "last_round":
                    self.script.sound(Sound.NOTICE)
                    text = self.surroundings.texts.line("gems.event.last_round", data)
                    told = Announcement(text, (), self.width, self.height)
                    self.script.effect_beside(told, self.script.seconds("told"), waits=False)
            if event.kind == "drew" and self.surroundings.viewer != data["seat"]:
                start = layout.middle(deck_key(data["level"]))
                self._send(partial(art.back, data["level"]), 70, start, self._home(view, data["seat"]))
        self.move_pieces(view, events)

    def _send(self, drawn: Sprite, size: float, start: Point, end: Point) -> None:
        """Let one thing fly from start to end, after all movements before it."""
        self.script.rest()
        hand_over(self.script, [drawn], size, start, end, self.script.seconds("move"), None)

    def _home(self, view: View, seat: Seat, colour: int = GREEN) -> Point:
        """Return where a seat's things of a colour fly to: its board if that is shown, else its panel."""
        boarded = self.table.boarded and seat == self.seat_of(view)
        return self.layout(view).middle(own_key(colour)) if boarded else self.anchor(seat)

    def _fly(self, gems: Sequence[int], view: View, seat: Seat, *, coming: bool) -> None:
        layout, seconds = self.layout(view), self.script.seconds("gem")
        for colour in sorted(set(gems)):
            bank, home = layout.middle(bank_key(colour)), self._home(view, seat, colour)
            start, end = (bank, home) if coming else (home, bank)
            self.script.rest()
            hand_over(self.script, [partial(stone, colour)] * gems.count(colour), PILE * 0.7, start, end, seconds)

    def tell(self, plan: Plan[CardKey], event: Event) -> None:
        assert self.view is not None
        view, layout = self.view, self.layout(self.view)
        if event.kind in ("reserved", "bought"):
            for key in list(plan.gone):
                if plan.old[key].name == event.data["card"] or plan.old[key].kind == BACK:
                    plan.gone[key] = self._home(view, event.data["seat"], event.data["bonus"])
        if event.kind in ("revealed", "peeked"):
            level = event.data["level"]
            came = [key for key in plan.came if (key[0] == "hand") == (event.kind == "peeked")]
            deal(plan, layout, came, deck_key(level), Piece(BACK, name=level))

    def draw_ground(self, canvas: Canvas) -> None:
        if self.shown is not None:
            self._keep(canvas, "ground", (self.shown, self.view, self._eyes, self._picked), self._paint_ground)

    def _keep(self, canvas: Canvas, name: str, key: Hashable, paint: Callable[[Canvas], None]) -> None:
        """Draw a layer of the stage, painted anew only if its key has changed."""
        self._layers[name].draw(canvas, self.table.whole, (key, self.surroundings.typeface.text_size), paint)

    def _paint_ground(self, canvas: Canvas) -> None:
        view = self.shown
        assert view is not None
        layout, given, seat = self.layout(view), self.surroundings, self.seat_of(view)
        for level, left in enumerate(view.left, 1):
            colour, drawn = art.BACKS[level - 1], partial(art.back, level)
            draw_deck(canvas, given.typeface, layout.spots[deck_key(level)], left, colour, drawn)
        for place, card in enumerate(view.market):
            if not card:
                marks.frame(canvas, layout.spots[market_key(place)], "#B9A9C4", 0.04, 0.96)
        table.draw_nobles(canvas, given, view, seat, layout)
        table.draw_bank(canvas, given, view.bank, self._unfit, layout, self.table.pile)
        if self.table.boarded:
            seats.draw_board(canvas, given, seat, view, layout, self.table)
        if canvas.scale >= READABLE_FROM:
            for key, card in self._standing(view):
                if not self._payer(view).missing(card):
                    cards.draw_glow(canvas, layout.spots[key])

    def _standing(self, view: View) -> Iterator[tuple[CardKey, int]]:
        """Yield spot and id of each open card that already lies at its final place."""
        assert self.view is not None
        goal = self.pieces(self.view)
        for key, piece in self.pieces(view).items():
            if piece.kind == CARD and goal.get(key) == piece:
                yield key, piece.name

    @property
    def _picked(self) -> Sequence[int]:
        """Colours of the gems chosen so far in this turn."""
        if not isinstance(self.choice, Trading) or self.busy or self._eyes:
            return ()
        return tuple(key[2] for key in self.choice.chosen if key[0] == "bank")

    @property
    def _unfit(self) -> Sequence[int]:
        """Colours that cannot be taken together with the chosen gems."""
        picked = self._picked
        if not picked or self.choice is None:
            return ()
        return [gem for gem in range(GEMS) if gem not in picked and bank_key(gem) not in self.choice.targets]

    def _payer(self, view: View) -> SeatView:
        """Return the seat that costs are shown for, with its chosen gems counted as its own."""
        own = view.seats[(self.seat_of(view) + self._eyes) % len(view.seats)]
        return replace(own, tokens=tuple(count + self._picked.count(gem) for gem, count in enumerate(own.tokens)))

    def layers(self) -> Sequence[Paint]:
        return (
            self.draw_pieces,
            self.draw_preview,
            self.draw_pointed,
            self._draw_marks,
            self.draw_advice,
            self.draw_own_marks,
            self._draw_list,
            self._draw_eyes,
            self.draw_choice,
            self._draw_grown,
        )

    def _draw_marks(self, canvas: Canvas) -> None:
        choice = self.choice
        lifted = choice.chosen[-1] if choice and choice.dragging and choice.chosen else None
        key = (self.shown, self.view, self._eyes, self._picked, lifted, self.busy)
        self._keep(canvas, "marks", key, partial(self._paint_marks, lifted))

    def _draw_list(self, canvas: Canvas) -> None:
        if (view := self.shown) is not None and (number := self._listed(view)):
            whose = None if number == 1 else (self.seat_of(view) + number - 2) % len(view.seats)
            paint = partial(draw_list, given=self.surroundings, view=view, market=self.table.market, whose=whose)
            self._keep(canvas, "list", (view, number), paint)

    def _draw_eyes(self, canvas: Canvas) -> None:
        if (view := self.shown) is not None and self._eyes:
            seat = (self.seat_of(view) + self._eyes) % len(view.seats)
            tray = self.table.tray
            box = self.table.bank.union(tray) if self.table.upright else tray
            table.draw_eyes(canvas, self.surroundings, seat, box)

    def _draw_noble(self, canvas: Canvas, view: View, noble: int) -> None:
        """Draw a noble over the market, so large that its figures are read."""
        market = self.table.market
        side = market.height * _LARGE_NOBLE
        large = Layout({noble_key(noble): boxed(Box(market.centerx - side / 2, market.top, side, side))})
        alone = replace(view, nobles=tuple(each for each in view.nobles if each[0] == noble))
        drop_shadow(canvas, large.spots[noble_key(noble)].box, 10, 16, 190, 6)
        table.draw_nobles(canvas, self.surroundings, alone, self.seat_of(view), large)

    def _draw_grown(self, canvas: Canvas) -> None:
        """Draw the card that is pointed at, or the noble that a finger asked about, enlarged."""
        view, grown = self.shown, self._looked_at.grown
        if view is not None and self._told is not None and self._told in self.layout(view).spots:
            self._draw_noble(canvas, view, self._told[2])
        card = dict(self._standing(view)).get(grown) if view is not None and grown else None
        if view is not None and grown and card is not None:
            spot, size = self.layout(view).spots[grown], self._card_text
            cards.draw_grown(canvas, spot, card, self._payer(view), size, self.table.whole)

    def update(self, seconds: float) -> None:
        super().update(seconds)
        self._looked_at.update(self._aim_at_card(), seconds, self.view, None if self.by_keys else self.pointer)

    def _aim_at_card(self) -> CardKey | None:
        """Return the market card under the pointer or in focus; None while something lies over the market."""
        view, choice = self.shown, self.choice
        if view is None or self.busy or self._listed(view):
            return None
        if isinstance(choice, Trading) and (choice.opened is not None or choice.dragging):
            return None
        focus = choice.focus if choice else None
        key = focus if self.by_keys else self.layout(view).at(*self.pointer)
        return key if key is not None and key[0] == "market" and key in dict(self._standing(view)) else None

    def _paint_marks(self, lifted: CardKey | None, canvas: Canvas) -> None:
        """Draw the costs of the open cards, and mark the new ones."""
        view = self.shown
        assert view is not None
        layout, payer, text_size = self.layout(view), self._payer(view), self._card_text
        for key, card in self._standing(view):
            if key != lifted:
                cards.draw_standing(canvas, layout.spots[key], card, payer, text_size, lit=not self.busy)
        for place in news(view):
            marks.frame(canvas, layout.spots[market_key(place)], PAPER, 0.0, 1.05)

    def draw_offer(self, canvas: Canvas, choice: Chooser[CardKey, Action]) -> None:
        view = self.shown
        if view is None or self._eyes:
            return
        spots = choice.layout.spots
        if view.phase == "noble":
            for key in choice.targets:
                marks.frame(canvas, spots[key], glow=0.2)
        for key in choice.chosen:
            if key[0] in ("market", "hand", "deck") and not choice.dragging:
                marks.frame(canvas, spots[key], glow=0.0)
        focus = choice.focus
        under = ("menu", "gold", "button", *(("market", "deck") if self._listed(view) else ()))
        if focus is not None and focus in choice.stops and focus[0] not in under:
            marks.focus(canvas, spots[focus])
        elif focus is not None and choice.reason and focus[0] in ("bank", "own"):
            marks.cross_out(canvas, spots[focus])
        if view.phase != "noble":
            table.draw_choice(canvas, self.surroundings, view, choice, self.table)
        if isinstance(choice, Trading) and not choice.dragging:
            table.draw_menu(canvas, self.surroundings, choice)

    def ghost(self, view: View, path: Path[CardKey]) -> Piece | None:
        """Return the piece drawn at the pointer: only a card that is dragged."""
        return self.pieces(view).get(path[0]) if len(path) > 1 and path[0] == path[-1] else None

    def panel(self, view: View, seat: Seat) -> Panel:
        return seats.low_panel_of(view.seats[seat]) if self._upright else seats.panel_of(view.seats[seat])

    def panel_shows(self, view: View, seat: Seat) -> Hashable:
        return view.seats[seat]

    def draw_side(self, canvas: Canvas, box: Box) -> None:
        if view := self.shown:
            key = view, self.remembered, self.surroundings.typeface.text_size
            self._layers["side"].draw(
                canvas, box, key, lambda part: draw_side(part, self.surroundings, view, self.remembered, box)
            )
